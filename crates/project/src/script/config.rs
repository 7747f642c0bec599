//! What a `tsconfig.json` says about names of modules: `baseUrl`, `paths`, `rootDirs`, and what it takes from others.

use std::collections::BTreeMap;

use serde_json::Value;

use super::files::{self, joined};
use super::json;

/// Most entries kept of one list.
const ENTRIES_MAX: usize = 300;

/// How far `extends` is followed, and how many configurations make up one.
const EXTENDS_MAX: u8 = 8;
const PARTS_MAX: u8 = 64;

/// One configuration as it is written.
#[derive(Debug, Default)]
pub(super) struct Config {
    base: Option<String>,
    paths: Option<Vec<(String, Vec<String>)>>,
    roots: Vec<String>,
    extends: Vec<String>,
    references: Vec<String>,
}

/// What a configuration comes to, once those it extends are read too. Paths are from the top of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    /// Where bare names are looked for.
    pub(super) base: Option<String>,
    /// Patterns with one `*` or none, and what they mean.
    pub(super) paths: Vec<(String, Vec<String>)>,
    /// Folders that are as one.
    pub(super) roots: Vec<String>,
}

impl Config {
    pub(super) fn read(text: &str) -> Option<Config> {
        let value = json::read(text)?;
        let options = value.get("compilerOptions");
        let paths = options
            .and_then(|o| o.get("paths"))
            .and_then(Value::as_object);
        let paths = paths.map(|map| {
            let map = map.iter().take(ENTRIES_MAX);
            map.map(|(key, value)| (key.clone(), json::strings(value, ENTRIES_MAX)))
                .collect()
        });
        let references = value.get("references").and_then(Value::as_array);
        let references = references.into_iter().flatten().take(ENTRIES_MAX);
        Some(Config {
            base: options
                .and_then(|o| json::text(o, "baseUrl"))
                .map(str::to_owned),
            paths,
            roots: options.map_or_else(Vec::new, |o| json::texts(o, "rootDirs", ENTRIES_MAX)),
            extends: json::texts(&value, "extends", ENTRIES_MAX),
            references: references
                .filter_map(|r| json::text(r, "path"))
                .map(str::to_owned)
                .collect(),
        })
    }
}

/// What a configuration comes to. `packages` says in which folder a package of the tree stands.
pub(super) fn rules(
    configs: &BTreeMap<String, Config>,
    packages: &BTreeMap<&str, &str>,
    path: &str,
) -> Rules {
    let mut parts = PARTS_MAX;
    follow(configs, packages, path, EXTENDS_MAX, &mut parts)
}

fn follow(
    configs: &BTreeMap<String, Config>,
    packages: &BTreeMap<&str, &str>,
    path: &str,
    depth: u8,
    parts: &mut u8,
) -> Rules {
    let left = depth.checked_sub(1).zip(parts.checked_sub(1));
    let (Some(config), Some((depth, fewer))) = (configs.get(path), left) else {
        return Rules::default();
    };
    *parts = fewer;
    let folder = files::folder(path);
    let mut rules = Rules::default();
    for extended in &config.extends {
        let Some(other) = extended_path(configs, packages, folder, extended) else {
            continue;
        };
        let other = follow(configs, packages, &other, depth, parts);
        rules = Rules {
            base: other.base.or(rules.base),
            paths: if other.paths.is_empty() {
                rules.paths
            } else {
                other.paths
            },
            roots: if other.roots.is_empty() {
                rules.roots
            } else {
                other.roots
            },
        };
    }
    if let Some(base) = &config.base {
        rules.base = joined(folder, base);
    }
    if let Some(paths) = &config.paths {
        let from = match &config.base {
            Some(base) => joined(folder, base),
            // Without a base of its own, paths are meant from an inherited one, or else from here.
            None => rules.base.clone().or_else(|| Some(folder.to_owned())),
        };
        let from = from.unwrap_or_default();
        let place = |target: &String| joined(&from, target);
        let paths = paths.iter();
        rules.paths = paths
            .map(|(key, targets)| (key.clone(), targets.iter().filter_map(place).collect()))
            .collect();
    }
    if !config.roots.is_empty() {
        rules.roots = config
            .roots
            .iter()
            .filter_map(|root| joined(folder, root))
            .collect();
    }
    rules
}

/// The configuration that `extends` names.
fn extended_path(
    configs: &BTreeMap<String, Config>,
    packages: &BTreeMap<&str, &str>,
    folder: &str,
    written: &str,
) -> Option<String> {
    let base = if written.starts_with('.') {
        joined(folder, written)?
    } else {
        let inside = |name: &str| {
            written
                .strip_prefix(name)
                .filter(|r| r.is_empty() || r.starts_with('/'))
        };
        let found = packages
            .iter()
            .find_map(|(name, at)| Some((at, inside(name)?)));
        let (at, rest) = found?;
        joined(at, rest)?
    };
    let tries = [
        base.clone(),
        format!("{base}.json"),
        format!("{base}/tsconfig.json"),
    ];
    tries.into_iter().find(|path| configs.contains_key(path))
}

/// The configurations that may hold for files of a folder, as they stand there: the usual one, those it refers to, and
/// a base that tools take.
pub(super) fn inside(configs: &BTreeMap<String, Config>, folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for name in ["tsconfig.json", "jsconfig.json"] {
        let Some(path) = joined(folder, name) else {
            continue;
        };
        let Some(config) = configs.get(&path) else {
            continue;
        };
        let references = config.references.iter().filter_map(|r| joined(folder, r));
        let references = references.map(|at| match at.ends_with(".json") {
            true => at,
            false => format!("{at}/tsconfig.json"),
        });
        // Another project's configuration holds for its own files alone.
        let own = references.filter(|at| files::folder(at) == folder && configs.contains_key(at));
        let own: Vec<String> = own.collect();
        found.push(path);
        found.extend(own);
    }
    for name in ["tsconfig.app.json", "tsconfig.base.json"] {
        let path = joined(folder, name).filter(|path| configs.contains_key(path));
        found.extend(path.filter(|path| !found.contains(path)));
    }
    found
}
