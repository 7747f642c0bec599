//! Ways to bring in a module that are no `import` of a plain text: patterns, folders, workers, texts with holes.
//!
//! A hole becomes `**`, which stands for any text; `*` stands for any text without a `/`.

use super::shape;
use crate::parts::ImportKind;
use crate::scan::unquoted;
use crate::syntax::Node;

/// Most patterns of one call.
const PATTERNS_MAX: usize = 50;

/// How many texts joined by `+` are looked at.
const JOINED_MAX: usize = 16;

/// What runs a file by its address.
const RUNNERS: [&str; 4] = ["Worker", "SharedWorker", "register", "addModule"];

/// Endings of files that are code.
const CODE: [&str; 8] = [".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"];

/// The specifiers that a call or `new` brings in, with how.
pub(super) fn find(node: Node<'_>) -> Vec<(String, ImportKind)> {
    let callee = node.field("function").or_else(|| node.field("constructor"));
    let (Some(callee), Some(arguments)) = (callee, node.field("arguments")) else {
        return Vec::new();
    };
    let first = arguments.named().next();
    let one = |path: Option<String>, kind: ImportKind| -> Vec<(String, ImportKind)> {
        let path = path.filter(|path| has_head(path));
        path.map(|path| (path, kind)).into_iter().collect()
    };
    match callee.text() {
        "import" => one(first.and_then(with_holes), ImportKind::Dynamic),
        "require" => one(first.and_then(with_holes), ImportKind::Require),
        // With a second argument it looks from somewhere else.
        "require.resolve" if arguments.named().count() > 1 => Vec::new(),
        "require.resolve" => one(first.and_then(plain), ImportKind::Require),
        "import.meta.resolve" => one(first.and_then(plain), ImportKind::Dynamic),
        "import.meta.glob" | "import.meta.globEager" => first.map_or_else(Vec::new, patterns),
        "require.context" => one(context(arguments), ImportKind::Dynamic),
        callee if callee.ends_with("join") || callee.ends_with("resolve") => {
            one(beside(arguments), ImportKind::Dynamic)
        }
        "URL" if node.is("new_expression") => one(address(node, arguments), ImportKind::Dynamic),
        _ => Vec::new(),
    }
}

/// Whether something fixed and local comes before the first hole.
fn has_head(path: &str) -> bool {
    let head = path.split('*').next().unwrap_or("");
    head.starts_with(['.', '/', '@', '~', '#']) && head.contains('/')
}

fn plain(node: Node<'_>) -> Option<String> {
    shape::string(node).map(str::to_owned)
}

/// A text with at least one hole; plain ones are read elsewhere.
fn with_holes(node: Node<'_>) -> Option<String> {
    match node.kind() {
        "template_string" => {
            let mut path = String::new();
            let mut holes = 0usize;
            for part in node.children() {
                match part.kind() {
                    "string_fragment" | "escape_sequence" => path.push_str(part.text()),
                    "template_substitution" => {
                        path.push_str("**");
                        holes = holes.saturating_add(1);
                    }
                    _ => {}
                }
            }
            (holes > 0).then_some(path)
        }
        "binary_expression" => joined(node),
        _ => None,
    }
}

/// `"./pages/" + name + ".js"`.
fn joined(node: Node<'_>) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut at = node;
    for _ in 0..JOINED_MAX {
        if !at.is("binary_expression") {
            break;
        }
        if at.field("operator")?.text() != "+" {
            return None;
        }
        parts.push(at.field("right").and_then(shape::string).unwrap_or("**"));
        at = at.field("left")?;
    }
    parts.push(shape::string(at).unwrap_or("**"));
    parts.reverse();
    Some(parts.concat())
}

/// One pattern or a list of them; `!` takes away and is left out.
fn patterns(node: Node<'_>) -> Vec<(String, ImportKind)> {
    let listed = node.named().filter(|_| node.is("array"));
    let all = std::iter::once(node)
        .chain(listed)
        .filter_map(shape::string);
    let kept = all.filter(|pattern| !pattern.starts_with('!'));
    kept.take(PATTERNS_MAX)
        .map(|pattern| (pattern.to_owned(), ImportKind::Dynamic))
        .collect()
}

/// `require.context("./pages", true, /\.vue$/)`.
fn context(arguments: Node<'_>) -> Option<String> {
    let mut arguments = arguments.named();
    let folder = shape::string(arguments.next()?)?.trim_end_matches('/');
    let deep = arguments.next().is_none_or(|deep| deep.text() != "false");
    let ending = arguments.next().map_or("", Node::text);
    let ending = ending
        .trim_start_matches('/')
        .strip_prefix("\\.")
        .and_then(|rest| rest.split('$').next());
    let ending = ending.filter(|e| !e.is_empty() && e.chars().all(char::is_alphanumeric));
    let name = ending.map_or_else(|| "*".to_owned(), |ending| format!("*.{ending}"));
    Some(match deep {
        true => format!("{folder}/**/{name}"),
        false => format!("{folder}/{name}"),
    })
}

/// `new URL("./worker.ts", import.meta.url)`, where it is code or goes to what runs code.
fn address(node: Node<'_>, arguments: Node<'_>) -> Option<String> {
    let mut given = arguments.named();
    let path = unquoted(shape::string(given.next()?)?);
    if given.next()?.text() != "import.meta.url" {
        return None;
    }
    let call = node
        .parent()
        .filter(|p| p.is("arguments"))
        .and_then(Node::parent);
    let callee = call.and_then(|call| call.field("constructor").or_else(|| call.field("function")));
    let runs = callee.is_some_and(|callee| RUNNERS.contains(&shape::last_name(callee)));
    let code = CODE.iter().any(|ending| path.ends_with(ending));
    (runs || code).then(|| path.to_owned())
}

/// `path.join(__dirname, "worker.js")`: a file of code beside this one, that something runs by its name. A pattern, for it
/// may be made only when it is wanted, or chosen by its name: `path.join(__dirname, "plugins", name + ".js")`.
fn beside(arguments: Node<'_>) -> Option<String> {
    let mut given = arguments.named();
    let here = given.next()?.text();
    if !matches!(here, "__dirname" | "import.meta.dirname") {
        return None;
    }
    let mut parts = Vec::new();
    for part in given.take(JOINED_MAX) {
        let said = plain(part).or_else(|| with_holes(part))?;
        parts.push(said.trim_start_matches("./").to_owned());
    }
    let path = parts.join("/");
    let code = CODE.iter().any(|ending| path.ends_with(ending));
    (code && !path.starts_with('*')).then(|| format!("./{path}*"))
}

/// Whether an expression brings in a module, also by what `createRequire` has made.
pub(super) fn brings_a_module(value: Node<'_>) -> bool {
    let value = match value.is("await_expression") {
        true => value.named().next().unwrap_or(value),
        false => value,
    };
    let Some(callee) = value.field("function") else {
        return false;
    };
    let root = value.ancestors().last();
    let made = || {
        let mut top = root.into_iter().flat_map(Node::named).flat_map(Node::named);
        top.any(|n| {
            n.is("variable_declarator")
                && n.field("name").is_some_and(|it| it.text() == callee.text())
                && n.field("value")
                    .is_some_and(|it| it.text().contains("createRequire("))
        })
    };
    matches!(callee.text(), "require" | "import") || made()
}
