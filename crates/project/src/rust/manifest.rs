//! What one `Cargo.toml` says that matters for which file is meant. A key that makes no sense is passed over: the
//! rest still holds.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::{DeTable, DeValue};

/// Longest manifest that is read, in bytes.
const BYTES_MAX: usize = 1 << 20;

/// Most entries of any one list.
const ENTRIES_MAX: usize = 10_000;

/// One `Cargo.toml`.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    pub(super) package: Option<Package>,
    pub(super) workspace: Option<Workspace>,
    /// `[patch]`: paths that stand in for packages, by name.
    pub(super) patches: BTreeMap<String, String>,
}

/// `[package]` and what belongs to it.
#[derive(Debug, Default)]
pub(super) struct Package {
    pub(super) name: String,
    /// Paths of a `use` begin at the root of the crate.
    pub(super) edition_2015: bool,
    pub(super) library: Listed,
    pub(super) macros: bool,
    /// `[[bin]]`, `[[example]]`, `[[test]]`, `[[bench]]`, by the last of these names.
    pub(super) listed: BTreeMap<&'static str, Vec<Listed>>,
    /// Which of these are not looked for in their folders.
    pub(super) not_found: Vec<&'static str>,
    pub(super) build: Build,
    pub(super) dependencies: Vec<Dependency>,
    /// Its features, those that optional dependencies stand for among them; `None` where others may be known to the build.
    pub(super) features: Option<BTreeSet<String>>,
}

/// The script that runs before the build.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Build {
    /// `build.rs`, if it is there.
    #[default]
    Usual,
    None,
    At(String),
}

/// A target with what is said of it; both may be left out.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub(super) name: Option<String>,
    pub(super) path: Option<String>,
}

/// `[workspace]`.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    pub(super) members: Vec<String>,
    pub(super) exclude: Vec<String>,
    pub(super) dependencies: Vec<Dependency>,
}

/// One dependency.
#[derive(Clone, Debug)]
pub(super) struct Dependency {
    /// The name that code uses, as it is written in the manifest.
    pub(super) name: String,
    /// The package's own name, where the other is not it.
    pub(super) package: Option<String>,
    pub(super) path: Option<String>,
    /// The workspace says the rest.
    pub(super) inherited: bool,
}

/// The sorts of targets of which there may be many.
pub(super) const SORTS: [&str; 4] = ["bin", "example", "test", "bench"];

impl Manifest {
    pub(super) fn read(text: &str) -> Manifest {
        if text.len() > BYTES_MAX {
            return Manifest::default();
        }
        let (document, _) = DeTable::parse_recoverable(text);
        let top = document.get_ref();
        Manifest {
            package: table(top, "package")
                .or_else(|| table(top, "project"))
                .map(|it| package(top, it, text)),
            workspace: table(top, "workspace").map(workspace),
            patches: patches(top),
        }
    }
}

fn package(top: &DeTable<'_>, package: &DeTable<'_>, text: &str) -> Package {
    let library = table(top, "lib");
    let lists = SORTS.map(|sort| (sort, listed(top, sort)));
    let not_found = [
        ("bin", "autobins"),
        ("example", "autoexamples"),
        ("test", "autotests"),
        ("bench", "autobenches"),
    ];
    let not_found = not_found
        .iter()
        .filter(|(_, key)| flag(package, key) == Some(false));
    let is_macro =
        |it: &DeTable<'_>| flag(it, "proc-macro").or_else(|| flag(it, "proc_macro")) == Some(true);
    Package {
        name: string(package, "name").unwrap_or_default(),
        edition_2015: edition_2015(package),
        library: library.map(one).unwrap_or_default(),
        macros: library.is_some_and(is_macro),
        listed: lists.into_iter().collect(),
        not_found: not_found.map(|(sort, _)| *sort).collect(),
        build: build(package),
        dependencies: dependencies(top),
        features: (!text.contains("check-cfg")).then(|| features(top)),
    }
}

fn features(top: &DeTable<'_>) -> BTreeSet<String> {
    let listed = table(top, "features").into_iter().flat_map(DeTable::keys);
    let listed = listed.map(|it| it.get_ref().as_ref().to_owned());
    let optional = dependencies(top).into_iter().map(|it| it.name);
    listed.take(ENTRIES_MAX).chain(optional).collect()
}

/// Left out means 2015; taken from the workspace means that it is newer than that key.
fn edition_2015(package: &DeTable<'_>) -> bool {
    match value(package, "edition") {
        None => true,
        Some(edition) => edition.as_str() == Some("2015"),
    }
}

fn build(package: &DeTable<'_>) -> Build {
    match value(package, "build") {
        Some(DeValue::String(path)) => Build::At(path.as_ref().to_owned()),
        Some(DeValue::Boolean(false)) => Build::None,
        Some(_) | None => Build::Usual,
    }
}

fn workspace(workspace: &DeTable<'_>) -> Workspace {
    Workspace {
        members: strings(workspace, "members"),
        exclude: strings(workspace, "exclude"),
        dependencies: table(workspace, "dependencies")
            .map(of_table)
            .unwrap_or_default(),
    }
}

/// All dependencies, those of tests, of the build script and of single targets among them.
fn dependencies(top: &DeTable<'_>) -> Vec<Dependency> {
    let mut found = kinds(top);
    let targets = table(top, "target").into_iter().flat_map(DeTable::values);
    for target in targets.take(ENTRIES_MAX) {
        found.extend(target.get_ref().as_table().map(kinds).unwrap_or_default());
    }
    found.truncate(ENTRIES_MAX);
    found
}

fn kinds(of: &DeTable<'_>) -> Vec<Dependency> {
    let keys = [
        "dependencies",
        "dev-dependencies",
        "dev_dependencies",
        "build-dependencies",
        "build_dependencies",
    ];
    let tables = keys.iter().filter_map(|key| table(of, key));
    tables.flat_map(of_table).collect()
}

fn of_table(table: &DeTable<'_>) -> Vec<Dependency> {
    let entries = table.iter().take(ENTRIES_MAX);
    let entries = entries.map(|(name, value)| {
        let more = value.get_ref().as_table();
        let get = |key| more.and_then(|more| string(more, key));
        Dependency {
            name: name.get_ref().as_ref().to_owned(),
            package: get("package"),
            path: get("path"),
            inherited: more.and_then(|more| flag(more, "workspace")) == Some(true),
        }
    });
    entries.collect()
}

fn patches(top: &DeTable<'_>) -> BTreeMap<String, String> {
    let sources = table(top, "patch").into_iter().flat_map(DeTable::values);
    let tables = sources.filter_map(|source| source.get_ref().as_table());
    let patches = tables.take(ENTRIES_MAX).flat_map(of_table);
    patches
        .filter_map(|it| Some((it.package.unwrap_or(it.name), it.path?)))
        .collect()
}

fn listed(top: &DeTable<'_>, sort: &str) -> Vec<Listed> {
    let list = value(top, sort).and_then(DeValue::as_array);
    let tables = list.into_iter().flat_map(|list| list.iter());
    let tables = tables.filter_map(|it| it.get_ref().as_table());
    tables.take(ENTRIES_MAX).map(one).collect()
}

fn one(target: &DeTable<'_>) -> Listed {
    Listed {
        name: string(target, "name"),
        path: string(target, "path"),
    }
}

fn value<'a, 'i>(of: &'a DeTable<'i>, key: &str) -> Option<&'a DeValue<'i>> {
    of.get(key).map(toml::Spanned::get_ref)
}

fn table<'a, 'i>(of: &'a DeTable<'i>, key: &str) -> Option<&'a DeTable<'i>> {
    value(of, key).and_then(DeValue::as_table)
}

fn string(of: &DeTable<'_>, key: &str) -> Option<String> {
    value(of, key).and_then(DeValue::as_str).map(str::to_owned)
}

fn flag(of: &DeTable<'_>, key: &str) -> Option<bool> {
    value(of, key).and_then(DeValue::as_bool)
}

fn strings(of: &DeTable<'_>, key: &str) -> Vec<String> {
    let list = value(of, key).and_then(DeValue::as_array);
    let texts = list.into_iter().flat_map(|list| list.iter());
    let texts = texts.filter_map(|it| it.get_ref().as_str());
    texts.take(ENTRIES_MAX).map(str::to_owned).collect()
}
