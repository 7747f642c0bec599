//! What a `package.json` says: its names, what it offers to others, and which packages belong together.

use std::collections::BTreeMap;

use serde_json::Value;

use super::files;
use super::globs::Glob;
use super::json;
use crate::world::World;

/// Most keys of one map of exports or imports, and most targets of one key.
const KEYS_MAX: usize = 300;
const TARGETS_MAX: usize = 40;

/// Most names, scripts or dependencies kept of one package.
const NAMES_MAX: usize = 2_000;

/// Fields that name the file others get.
const MAINS: [&str; 13] = [
    "source",
    "module",
    "main",
    "browser",
    "types",
    "typings",
    "svelte",
    "react-native",
    "unpkg",
    "jsdelivr",
    "jsnext:main",
    "umd:main",
    "style",
];

/// Fields with lists of dependencies.
const DEPENDENCIES: [&str; 4] = [
    "dependencies",
    "devDependencies",
    "peerDependencies",
    "optionalDependencies",
];

/// Keys of a map with what they may mean, in order; a key may hold one `*`.
type Targets = Vec<(String, Vec<String>)>;

/// One `package.json`.
#[derive(Debug, Default)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) private: bool,
    /// Files it names, with the field that does.
    pub(super) mains: Vec<(&'static str, String)>,
    pub(super) bins: Vec<String>,
    /// Commands by name.
    pub(super) scripts: Vec<(String, String)>,
    /// Files that its tests are set up with.
    pub(super) setups: Vec<String>,
    pub(super) exports: Option<Targets>,
    pub(super) imports: Targets,
    pub(super) workspaces: Vec<String>,
    pub(super) dependencies: BTreeMap<String, String>,
}

/// The files that the settings of a test runner name, without those that it only measures.
fn set_up(settings: &Value) -> Vec<String> {
    const MEASURED: [&str; 4] = [
        "collectCoverageFrom",
        "coverage",
        "coveragePathIgnorePatterns",
        "forceCoverageMatch",
    ];
    match settings {
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| !MEASURED.contains(&key.as_str()))
            .flat_map(|(_, value)| json::strings(value, KEYS_MAX))
            .take(KEYS_MAX)
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            json::strings(settings, KEYS_MAX)
        }
    }
}

impl Package {
    pub(super) fn read(text: &str) -> Option<Package> {
        let value = json::read(text)?;
        let mut mains = Vec::new();
        for field in MAINS {
            let named = value
                .get(field)
                .map_or_else(Vec::new, |v| json::strings(v, TARGETS_MAX));
            mains.extend(named.into_iter().map(|path| (field, path)));
        }
        let map = |key: &str| {
            value
                .get(key)
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
        };
        let scripts = map("scripts").take(NAMES_MAX);
        let scripts = scripts.filter_map(|(name, v)| Some((name.clone(), v.as_str()?.to_owned())));
        let tests = ["jest", "vitest", "mocha", "ava", "tap"];
        let setups = tests.iter().filter_map(|key| value.get(key));
        let workspaces = match value.get("workspaces") {
            Some(Value::Object(_)) => value
                .get("workspaces")
                .map(|v| json::texts(v, "packages", KEYS_MAX)),
            Some(_) | None => Some(json::texts(&value, "workspaces", KEYS_MAX)),
        };
        Some(Package {
            name: json::text(&value, "name").unwrap_or("").to_owned(),
            private: value
                .get("private")
                .and_then(Value::as_bool)
                .unwrap_or(false),
            mains,
            bins: value
                .get("bin")
                .map_or_else(Vec::new, |v| json::strings(v, KEYS_MAX)),
            scripts: scripts.collect(),
            setups: setups.flat_map(set_up).collect(),
            exports: value.get("exports").map(exports),
            imports: value.get("imports").map_or_else(Vec::new, keyed),
            workspaces: workspaces.unwrap_or_default(),
            dependencies: DEPENDENCIES
                .iter()
                .flat_map(|key| map(key))
                .filter_map(|(name, v)| Some((name.clone(), v.as_str()?.to_owned())))
                .take(NAMES_MAX)
                .collect(),
        })
    }

    /// Whether others may import any file of it by its path.
    pub(super) fn is_open(&self) -> bool {
        self.exports.is_none() && !self.private && !self.mains.is_empty()
    }

    /// Whether it is a package by itself, and not a note on how to load one folder of another.
    pub(super) fn is_whole(&self) -> bool {
        let lists = !self.dependencies.is_empty() || !self.scripts.is_empty();
        lists || !self.name.is_empty() || !self.imports.is_empty() || self.exports.is_some()
    }

    /// Whether the version asked for is a place in the tree.
    pub(super) fn asks_locally(&self, name: &str) -> bool {
        self.dependencies.get(name).is_some_and(|version| {
            ["workspace:", "file:", "link:", "portal:"]
                .iter()
                .any(|sign| version.starts_with(sign))
        })
    }

    /// The files that the package itself means, as sources where builds have yet to be run.
    pub(super) fn root(&self, world: &World, folder: &str) -> Vec<String> {
        let named = |target: &String| files::source(world, folder, target);
        if let Some(exports) = &self.exports {
            let found = targets(exports, ".");
            let found: Vec<String> = found.iter().flat_map(named).collect();
            if !found.is_empty() {
                return unique(found);
            }
        }
        let code = |path: &String| files::is_code(path);
        let mains = self.mains.iter().filter(|(field, _)| *field != "style");
        let mut found: Vec<String> = mains.flat_map(|(_, target)| named(target)).collect();
        if found.iter().any(code) {
            found.retain(code);
            return unique(found);
        }
        for base in [
            "index",
            "src/index",
            "src/main",
            "src/lib",
            "lib/index",
            "main",
        ] {
            let base = files::joined(folder, base).unwrap_or_default();
            if let Some(file) = files::file(world, &base, true) {
                return vec![file];
            }
        }
        unique(found)
    }

    /// The files that a path inside the package means; `None` if its exports forbid the path.
    pub(super) fn inside(&self, world: &World, folder: &str, rest: &str) -> Option<Vec<String>> {
        let direct = || files::source(world, folder, rest);
        let Some(exports) = &self.exports else {
            return Some(direct());
        };
        if rest == "package.json" {
            return Some(direct());
        }
        let found = targets(exports, &format!("./{rest}"));
        if found.is_empty() {
            return None;
        }
        let found = found
            .iter()
            .flat_map(|target| files::source(world, folder, target));
        Some(unique(found.collect()))
    }
}

/// The targets of a key, the fittest pattern first; conditions are all taken, for any may hold.
pub(super) fn targets(map: &[(String, Vec<String>)], key: &str) -> Vec<String> {
    if let Some((_, found)) = map.iter().find(|(known, _)| known == key) {
        return found.clone();
    }
    let fitting = map.iter().filter_map(|(pattern, found)| {
        let (before, after) = match pattern.split_once('*') {
            Some(parts) => parts,
            None if pattern.ends_with('/') => (pattern.as_str(), ""),
            None => return None,
        };
        let middle = key.strip_prefix(before)?.strip_suffix(after)?;
        let fill = |target: &String| match target.contains('*') {
            true => target.replace('*', middle),
            false => format!("{target}{middle}"),
        };
        Some((
            before.len(),
            found.iter().map(fill).collect::<Vec<String>>(),
        ))
    });
    let best = fitting.max_by_key(|(length, _)| *length);
    best.map_or_else(Vec::new, |(_, found)| found)
}

/// `exports` as a map of paths; what is no map of paths is what the package itself means.
fn exports(value: &Value) -> Targets {
    let by_path = value
        .as_object()
        .is_some_and(|map| map.keys().any(|key| key.starts_with('.')));
    match by_path {
        true => keyed(value),
        false => vec![(".".to_owned(), json::strings(value, TARGETS_MAX))],
    }
}

fn keyed(value: &Value) -> Targets {
    let map = value.as_object().into_iter().flatten().take(KEYS_MAX);
    map.map(|(key, value)| (key.clone(), json::strings(value, TARGETS_MAX)))
        .collect()
}

/// The folders of `packages:` in a `pnpm-workspace.yaml`.
pub(super) fn listed(yaml: &str) -> Vec<String> {
    let clean = |text: &str| text.trim().trim_matches(['"', '\'']).to_owned();
    let mut inside = false;
    let mut found = Vec::new();
    for line in yaml.lines() {
        let code = line.split(" #").next().unwrap_or(line);
        if let Some(rest) = code.strip_prefix("packages:") {
            inside = true;
            let list = rest.trim().trim_start_matches('[').trim_end_matches(']');
            found.extend(list.split(',').map(clean).filter(|item| !item.is_empty()));
        } else if let Some(item) = code.trim_start().strip_prefix("- ").filter(|_| inside) {
            found.push(clean(item));
        } else if !code.trim().is_empty() && !code.starts_with([' ', '#']) {
            inside = false;
        }
    }
    found.truncate(KEYS_MAX);
    found
}

/// Whether a folder is one of those that patterns name, from where the patterns stand.
pub(super) fn is_member(top: &str, patterns: &[String], folder: &str) -> bool {
    let rest = match top {
        "" => Some(folder),
        top => folder
            .strip_prefix(top)
            .and_then(|rest| rest.strip_prefix('/')),
    };
    let Some(rest) = rest else {
        return folder == top;
    };
    let fits = |pattern: &str| {
        let pattern = pattern.trim_start_matches("./").trim_end_matches('/');
        Glob::new(pattern).matches(rest)
    };
    let (without, with): (Vec<&String>, Vec<&String>) = patterns
        .iter()
        .partition(|pattern| pattern.starts_with('!'));
    let taken = rest.is_empty() || with.iter().any(|pattern| fits(pattern));
    taken
        && !without
            .iter()
            .any(|pattern| fits(pattern.trim_start_matches('!')))
}

pub(super) fn unique(paths: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    let mut paths = paths;
    paths.retain(|path| seen.insert(path.clone()));
    paths
}
