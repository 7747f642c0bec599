//! Aliases that the configuration of a build tool sets (`vite.config.ts`, `webpack.config.js`), read by syntax as far as
//! they are plain.

use super::json;
use code::Language;
use code::Limits;
use code::syntax::{Node, Tree};
use code::unquoted;

/// Most aliases kept of one file.
const ALIASES_MAX: usize = 200;

/// How much of one value is looked at, in nodes.
const VALUE_NODES_MAX: usize = 200;

/// Names that a plain path may be made with.
const PLAIN: [&str; 17] = [
    "path",
    "resolve",
    "join",
    "__dirname",
    "process",
    "cwd",
    "fileURLToPath",
    "URL",
    "url",
    "meta",
    "dirname",
    "pathname",
    "import",
    "nodePath",
    "normalizePath",
    "r",
    "pathResolve",
];

/// How configuration files that may set aliases are called, before `.js` and its like.
const NAMES: [&str; 20] = [
    "vite.config",
    "vitest.config",
    "vue.config",
    "nuxt.config",
    "astro.config",
    "svelte.config",
    "webpack.config",
    "webpack.common",
    "webpack.base",
    "webpack.base.conf",
    "rollup.config",
    "electron.vite.config",
    "craco.config",
    "babel.config",
    "rspack.config",
    "rsbuild.config",
    "next.config",
    "quasar.config",
    "farm.config",
    "metro.config",
];

/// One alias.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alias {
    /// The name, without a last `/` or `*`.
    pub(super) name: String,
    /// The path it means, from the folder of the file; `None` where that can't be read.
    pub(super) target: Option<String>,
}

/// Whether a file of that name may set aliases.
pub(super) fn is_config(name: &str) -> bool {
    let stem = name
        .rsplit_once('.')
        .filter(|(_, ending)| matches!(*ending, "js" | "ts" | "mjs" | "mts" | "cjs" | "cts"));
    stem.is_some_and(|(stem, _)| NAMES.contains(&stem))
}

/// The import map of a `deno.json`; what it maps to the outside is left out.
pub(super) fn mapped(text: &str) -> Vec<Alias> {
    let value = json::read(text);
    let map = value.as_ref().and_then(|v| v.get("imports")?.as_object());
    let entries = map.into_iter().flatten().take(ALIASES_MAX);
    let local = entries.filter_map(|(name, target)| {
        let target = target.as_str().filter(|target| target.starts_with('.'))?;
        Some(Alias {
            name: name.trim_end_matches('/').to_owned(),
            target: Some(target.to_owned()),
        })
    });
    local.collect()
}

/// The aliases that a configuration sets.
pub(super) fn read(text: &str) -> Vec<Alias> {
    let Ok(tree) = Tree::parse(Language::TypeScript, text, &Limits::default()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let pairs = tree.all().filter(|node| {
        let key = node.field("key").filter(|_| node.is("pair"));
        key.is_some_and(|key| matches!(unquoted(key.text()), "alias" | "resolveAlias"))
    });
    for value in pairs.filter_map(|pair| pair.field("value")) {
        for entry in value.named().take(ALIASES_MAX) {
            match (value.kind(), entry.kind()) {
                ("object", "pair") => found.extend(pair(entry)),
                ("array", "object") => found.extend(object(entry)),
                _ => {}
            }
        }
    }
    found.truncate(ALIASES_MAX);
    found
}

/// `"@": path.resolve(__dirname, "src")`.
fn pair(pair: Node<'_>) -> Option<Alias> {
    let name = unquoted(pair.field("key")?.text()).to_owned();
    alias(&name, pair.field("value")?)
}

/// `{ find: "@", replacement: "/src" }`.
fn object(object: Node<'_>) -> Option<Alias> {
    let value = |wanted: &str| {
        let mut pairs = object.named().filter(|n| n.is("pair"));
        let pair = pairs.find(|p| p.field("key").is_some_and(|k| unquoted(k.text()) == wanted))?;
        pair.field("value")
    };
    let find = value("find")?;
    let name = match find.kind() {
        "string" => unquoted(find.text()).to_owned(),
        "regex" => {
            let text = find.child("regex_pattern")?.text();
            text.replace(['^', '\\', '$'], "")
        }
        _ => return None,
    };
    let plain = !name.contains(['(', '[', '+', '?', '|']);
    plain.then_some(())?;
    alias(&name, value("replacement")?)
}

fn alias(name: &str, value: Node<'_>) -> Option<Alias> {
    let name = name
        .trim_end_matches(['*', '$'])
        .trim_end_matches('/')
        .to_owned();
    let target = path(value);
    // A package under another name is none of the tree's.
    let local = target
        .as_deref()
        .is_none_or(|t| t.starts_with(['.', '/']) || !value.is("string"));
    (local && !name.is_empty() && name != ".").then_some(Alias { name, target })
}

/// The path a value comes to, if it is made of plain texts and the folder of the file.
fn path(value: Node<'_>) -> Option<String> {
    let mut parts = Vec::new();
    for node in std::iter::once(value)
        .chain(value.descendants())
        .take(VALUE_NODES_MAX)
    {
        match node.kind() {
            "string_fragment" => parts.push(node.text().trim_start_matches('/')),
            "identifier" | "property_identifier" if !PLAIN.contains(&node.text()) => return None,
            "arrow_function" | "function_expression" | "ternary_expression" => return None,
            _ => {}
        }
    }
    if parts.is_empty() {
        return None;
    }
    // The root of a build is the folder of its configuration, so `/src` and `./src` are the same.
    Some(format!("./{}", parts.join("/")))
}
