//! Packages of the tree and the crates they are built into: which file each crate begins with, and which other
//! packages its code can name.

use std::collections::{BTreeMap, BTreeSet};

use super::manifest::{Build, Dependency, Listed, Manifest, Package, SORTS};
use crate::world::{World, above};
use code::links::paths;

/// What a crate is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Library,
    /// A library of procedural macros.
    Macros,
    Program,
    Example,
    Test,
    Bench,
    /// The script that runs before the build.
    Build,
}

/// One thing that the compiler reads as a whole.
#[derive(Debug)]
pub(super) struct Crate {
    /// The file it begins with.
    pub(super) root: String,
    pub(super) sort: Sort,
    /// The folder of its package.
    pub(super) package: String,
}

/// A package, with paths instead of names.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) edition_2015: bool,
    /// The build reaches it: it is no folder that its workspace has forgotten.
    pub(super) joined: bool,
    /// No manifest is known: the usual places are taken to hold.
    pub(super) guessed: bool,
    /// The number of its library.
    pub(super) library: Option<usize>,
    /// The name of its library, as code writes it.
    pub(super) name: String,
    /// Folders of packages by the names that code uses.
    pub(super) others: BTreeMap<String, String>,
    /// Names that code uses for crates outside of the tree.
    pub(super) outside: BTreeSet<String>,
}

/// All crates of a tree.
#[derive(Debug, Default)]
pub(super) struct Crates {
    pub(super) crates: Vec<Crate>,
    pub(super) packages: BTreeMap<String, Known>,
}

impl Crates {
    pub(super) fn of(world: &World, manifests: &BTreeMap<String, Manifest>) -> Crates {
        let mut found = Crates::default();
        for (folder, manifest) in manifests {
            if let Some(package) = &manifest.package {
                found.add(world, folder, package);
            }
        }
        for folder in guessed(world, manifests) {
            found.add(world, &folder, &Package::default());
            if let Some(known) = found.packages.get_mut(&folder) {
                known.guessed = true;
            }
        }
        found.name_others(manifests);
        found.join(manifests);
        found
    }

    /// The package that a file belongs to, with its folder.
    pub(super) fn package_of<'c>(&'c self, path: &'c str) -> Option<(&'c str, &'c Known)> {
        above(paths::folder(path)).find_map(|folder| Some((folder, self.packages.get(folder)?)))
    }

    fn add(&mut self, world: &World, folder: &str, package: &Package) {
        let mut known = Known {
            edition_2015: package.edition_2015,
            joined: true,
            outside: package
                .dependencies
                .iter()
                .map(|it| plain(&it.name))
                .collect(),
            name: plain(package.library.name.as_ref().unwrap_or(&package.name)),
            ..Known::default()
        };
        for (root, sort) in roots(world, folder, package) {
            if matches!(sort, Sort::Library | Sort::Macros) {
                known.library = Some(self.crates.len());
            }
            self.crates.push(Crate {
                root,
                sort,
                package: folder.to_owned(),
            });
        }
        self.packages.insert(folder.to_owned(), known);
    }

    fn name_others(&mut self, manifests: &BTreeMap<String, Manifest>) {
        let mut all: Vec<(String, BTreeMap<String, String>)> = Vec::new();
        for (folder, manifest) in manifests {
            let Some(package) = &manifest.package else {
                continue;
            };
            let others = package.dependencies.iter().filter_map(|dependency| {
                let (at, renamed) = place(folder, dependency, manifests)?;
                let own = || self.packages.get(&at).map(|it| it.name.clone());
                let name = match renamed {
                    true => plain(&dependency.name),
                    false => own().unwrap_or_else(|| plain(&dependency.name)),
                };
                Some((name, at))
            });
            all.push((folder.clone(), others.collect()));
        }
        for (folder, others) in all {
            if let Some(known) = self.packages.get_mut(&folder) {
                known.others = others;
            }
        }
    }

    /// Finds out which packages no workspace knows of though one stands above them.
    fn join(&mut self, manifests: &BTreeMap<String, Manifest>) {
        let named = self.packages.values().flat_map(|it| it.others.values());
        let named: BTreeSet<String> = named.cloned().collect();
        for (folder, known) in &mut self.packages {
            known.joined = known.guessed || named.contains(folder) || belongs(folder, manifests);
        }
    }
}

/// A package's name as code writes it.
fn plain(name: &str) -> String {
    name.replace('-', "_")
}

/// Folders that hold the usual roots though no manifest says that they are packages.
fn guessed(world: &World, manifests: &BTreeMap<String, Manifest>) -> BTreeSet<String> {
    let folders = world.paths().filter_map(|path| {
        let folder = ["src/lib.rs", "src/main.rs"]
            .iter()
            .find_map(|root| path.strip_suffix(root))?;
        (folder.is_empty() || folder.ends_with('/')).then(|| folder.trim_end_matches('/'))
    });
    let packaged = |folder: &str| {
        above(folder).any(|up| manifests.get(up).is_some_and(|it| it.package.is_some()))
    };
    folders
        .filter(|folder| !packaged(folder))
        .map(str::to_owned)
        .collect()
}

/// Every file of a package that a crate begins with.
fn roots(world: &World, folder: &str, package: &Package) -> Vec<(String, Sort)> {
    let mut found: Vec<(String, Sort)> = Vec::new();
    let library = match &package.library.path {
        Some(path) => at(folder, path),
        None => at(folder, "src/lib.rs"),
    };
    let sort = match package.macros {
        true => Sort::Macros,
        false => Sort::Library,
    };
    found.extend(library.map(|root| (root, sort)));
    for name in SORTS {
        let listed = package.listed.get(name).into_iter().flatten();
        let sort = sort_of(name);
        for target in listed {
            let usual = usual(folder, name, target, &package.name);
            found.extend(usual.into_iter().map(|root| (root, sort)));
        }
        if !package.not_found.contains(&name) {
            let found_there = in_folders(world, folder, name);
            found.extend(found_there.map(|root| (root, sort)));
        }
    }
    let build = match &package.build {
        Build::Usual => at(folder, "build.rs"),
        Build::None => None,
        Build::At(path) => at(folder, path),
    };
    found.extend(build.map(|root| (root, Sort::Build)));
    let mut seen = BTreeSet::new();
    found.retain(|(root, _)| world.has(root) && seen.insert(root.clone()));
    found
}

fn sort_of(name: &str) -> Sort {
    match name {
        "example" => Sort::Example,
        "test" => Sort::Test,
        "bench" => Sort::Bench,
        _ => Sort::Program,
    }
}

fn folder_of(name: &str) -> &'static str {
    match name {
        "example" => "examples",
        "test" => "tests",
        "bench" => "benches",
        _ => "src/bin",
    }
}

/// Where a target of the manifest may stand.
fn usual(folder: &str, sort: &str, target: &Listed, package: &str) -> Vec<String> {
    if let Some(path) = &target.path {
        return at(folder, path).into_iter().collect();
    }
    let Some(name) = &target.name else {
        return Vec::new();
    };
    let inside = folder_of(sort);
    let mut places = vec![
        format!("{inside}/{name}.rs"),
        format!("{inside}/{name}/main.rs"),
    ];
    if sort == "bin" && name == package {
        places.push("src/main.rs".to_owned());
    }
    places.iter().filter_map(|path| at(folder, path)).collect()
}

/// Targets that are found by their place.
fn in_folders<'w>(
    world: &'w World,
    folder: &str,
    sort: &str,
) -> impl Iterator<Item = String> + use<'w> {
    let inside = paths::join(folder, folder_of(sort));
    let skip = inside.len().saturating_add(1);
    let main = (sort == "bin").then(|| paths::join(folder, "src/main.rs"));
    let all: Vec<&'w str> = world.under(&inside).collect();
    let found = all.into_iter().filter(move |path| {
        let rest = path.get(skip..).unwrap_or_default();
        match rest.split_once('/') {
            None => rest.ends_with(".rs"),
            Some((_, name)) => name == "main.rs",
        }
    });
    main.into_iter().chain(found.map(str::to_owned))
}

/// Where a dependency stands in the tree, and whether it goes by a name of the user's choice.
fn place(
    folder: &str,
    dependency: &Dependency,
    manifests: &BTreeMap<String, Manifest>,
) -> Option<(String, bool)> {
    let (base, said) = match dependency.inherited {
        false => (folder, dependency),
        true => above(folder).find_map(|up| {
            let workspace = manifests.get(up)?.workspace.as_ref()?;
            let mut all = workspace.dependencies.iter();
            Some((up, all.find(|it| it.name == dependency.name)?))
        })?,
    };
    let renamed = said.package.is_some();
    if let Some(path) = &said.path {
        return Some((at(base, path)?, renamed));
    }
    let package = said.package.as_ref().unwrap_or(&said.name);
    let patched = above(folder).find_map(|up| at(up, manifests.get(up)?.patches.get(package)?));
    Some((patched?, renamed))
}

fn at(folder: &str, path: &str) -> Option<String> {
    paths::normal(&paths::join(folder, path))
}

/// Whether a package is built at all, as far as the workspace above it says.
fn belongs(folder: &str, manifests: &BTreeMap<String, Manifest>) -> bool {
    let mut around = above(folder);
    let workspace = around.find_map(|up| Some((up, manifests.get(up)?.workspace.as_ref()?)));
    let Some((top, workspace)) = workspace.filter(|(top, _)| *top != folder) else {
        return true;
    };
    let skip = match top.is_empty() {
        true => 0,
        false => top.len().saturating_add(1),
    };
    let below = folder.get(skip..).unwrap_or_default();
    let listed = |list: &[String], or_below: bool| {
        list.iter().any(|pattern| matches(pattern, below, or_below))
    };
    listed(&workspace.members, false) || listed(&workspace.exclude, true)
}

/// Whether a pattern of `members` means a folder. What this does not know is taken to fit.
fn matches(pattern: &str, folder: &str, or_below: bool) -> bool {
    let Some(pattern) = paths::normal(pattern) else {
        return false;
    };
    if pattern.contains("**") || pattern.contains('[') {
        return true;
    }
    let (wanted, given): (Vec<&str>, Vec<&str>) =
        (pattern.split('/').collect(), folder.split('/').collect());
    let long_enough = match or_below {
        true => given.len() >= wanted.len(),
        false => given.len() == wanted.len(),
    };
    long_enough && wanted.iter().zip(given).all(|(w, g)| word_matches(w, g))
}

/// Whether a word with `*` and `?` fits another: the usual walk with one place to go back to.
fn word_matches(pattern: &str, word: &str) -> bool {
    let (pattern, word): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), word.chars().collect());
    let (mut p, mut w) = (0usize, 0usize);
    let mut back: Option<(usize, usize)> = None;
    while let Some(c) = word.get(w) {
        match (pattern.get(p), back) {
            (Some('*'), _) => {
                back = Some((p, w));
                p = p.saturating_add(1);
            }
            (Some(wanted), _) if wanted == c || *wanted == '?' => {
                p = p.saturating_add(1);
                w = w.saturating_add(1);
            }
            (_, Some((star, taken))) => {
                back = Some((star, taken.saturating_add(1)));
                p = star.saturating_add(1);
                w = taken.saturating_add(1);
            }
            (_, None) => return false,
        }
    }
    pattern
        .get(p..)
        .is_none_or(|rest| rest.iter().all(|c| *c == '*'))
}
