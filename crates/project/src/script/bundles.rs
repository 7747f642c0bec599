//! Files at which a bundler begins, as its configuration names them (`tsup.config.ts`, `rollup.config.js`), read by syntax as
//! far as they are plain.

use code::Language;
use code::Limits;
use code::syntax::Tree;
use code::unquoted;

/// Most names kept of one file.
const NAMES_MAX: usize = 200;
/// How much of one value is looked at, in nodes.
const VALUE_NODES_MAX: usize = 500;

/// How such files are called, before `.js` and its like.
const NAMES: [&str; 16] = [
    "tsup.config",
    "tsdown.config",
    "rollup.config",
    "rolldown.config",
    "vite.config",
    "webpack.config",
    "webpack.common",
    "webpack.base",
    "rspack.config",
    "rsbuild.config",
    "rslib.config",
    "build.config",
    "esbuild.config",
    "esbuild",
    "electron.vite.config",
    "farm.config",
];

/// Keys whose values say where a bundle begins.
const KEYS: [&str; 4] = ["entry", "entries", "entryPoints", "input"];

/// Whether a file of that name may say where bundles begin.
pub(super) fn is_config(name: &str) -> bool {
    let stem = name
        .rsplit_once('.')
        .filter(|(_, ending)| matches!(*ending, "js" | "ts" | "mjs" | "mts" | "cjs" | "cts"));
    stem.is_some_and(|(stem, _)| NAMES.contains(&stem))
}

/// The files that a configuration begins at, as they are written.
pub(super) fn read(text: &str) -> Vec<String> {
    let Ok(tree) = Tree::parse(Language::TypeScript, text, &Limits::default()) else {
        return Vec::new();
    };
    let pairs = tree.all().filter(|node| {
        let key = node.field("key").filter(|_| node.is("pair"));
        key.is_some_and(|key| KEYS.contains(&unquoted(key.text())))
    });
    let values = pairs.filter_map(|pair| pair.field("value"));
    let strings = values.flat_map(|value| {
        std::iter::once(value)
            .chain(value.descendants())
            .take(VALUE_NODES_MAX)
            .filter(|it| it.is("string") && it.field_name() != "key")
            .map(|it| unquoted(it.text()).to_owned())
    });
    strings.take(NAMES_MAX).collect()
}
