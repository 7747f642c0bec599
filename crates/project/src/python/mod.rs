//! How Python names files of a tree, and where its programs and libraries begin.
//!
//! Python looks for modules in folders that the tree does not name one by one: the one a script stands in, those that
//! a manifest says, the top and `src`. All that are usual are looked in, nearest first.

pub(crate) mod declared;
mod entries;
mod manifest;
mod modules;
mod shipped;
mod standard;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use self::manifest::Manifest;
use self::modules::{Module, Search};
use self::shipped::Shipped;
use super::world::{World, above};
use super::{At, Entry, Target};
use code::Facts;
use code::{Import, ImportKind};

/// Most manifests whose folders are all looked in.
const MANIFESTS_MAX: usize = 50;

/// Most modules that a name which is put together may mean.
const BESIDE_MAX: usize = 1_000;

/// Folders below a manifest that modules usually stand in.
const USUAL: [&str; 4] = ["", "src", "lib", "python"];

/// What manifests say, by folder.
#[derive(Debug, Default)]
pub(crate) struct Manifests {
    folders: BTreeMap<String, Manifest>,
    /// What is called like tests and may be none.
    shipped: Shipped,
}

impl Manifests {
    /// Reads a file of that name in that folder, if it is one that matters here.
    pub(super) fn add(&mut self, folder: &str, name: &str, text: &str) {
        if is_manifest(name) {
            self.folders
                .entry(folder.to_owned())
                .or_default()
                .add(name, text);
        }
    }

    /// Takes in what can only be known from all files together.
    pub(super) fn settle(&mut self, shipped: Shipped) {
        self.shipped = shipped;
    }

    /// The nearest manifest at or above a folder, with the folder it stands in.
    fn nearest<'m>(&'m self, folder: &str) -> Option<(&'m str, &'m Manifest)> {
        let mut around = above(folder);
        around.find_map(|at| {
            let (at, manifest) = self.folders.get_key_value(at)?;
            Some((at.as_str(), manifest))
        })
    }
}

/// Which packages are called like tests and hold none.
pub(super) fn shipped(world: &World, files: &BTreeMap<String, Arc<Facts>>) -> Shipped {
    Shipped::of(world, files)
}

/// Whether a file in a folder called like tests belongs to a package that is used like any other.
pub(super) fn is_shipped(world: &World, at: At<'_>) -> bool {
    shipped::is_shipped(world, at)
}

/// Whether a file of that name is wanted.
pub(super) fn is_manifest(name: &str) -> bool {
    matches!(name, "pyproject.toml" | "setup.cfg" | "setup.py")
}

/// What an import means.
pub(super) fn resolve(world: &World, at: At<'_>, import: &Import) -> Target {
    let path = import.path.as_str();
    if path == "*" {
        // Mostly such a name is one of the package's own.
        return beside(world, modules::folder(at.path));
    }
    let dots = path.chars().take_while(|c| *c == '.').count();
    let written = path.get(dots..).unwrap_or("");
    let (words, everything) = match written.strip_suffix('*') {
        Some(package) => (package.trim_end_matches('.'), true),
        None => (written, false),
    };
    let words: Vec<&str> = words.split('.').filter(|word| !word.is_empty()).collect();
    if words.len() > modules::WORDS_MAX {
        return Target::Unknown("the name of the module is too long");
    }
    let Some(search) = searched(world, at, dots, &words) else {
        return Target::Missing;
    };
    if everything {
        return whole_package(world, &search);
    }
    let own = dots > 0 || search.is_own();
    let asks = Asks { world, at, import };
    match (import.kind, search.whole()) {
        (ImportKind::Path, _) => asks.longest(&search),
        (ImportKind::Dynamic, None) if is_text(import) => asks.longest(&search),
        (_, Some(module)) => asks.names(&search, module),
        (_, None) if own => asks.missing(&words),
        (_, None) => Target::Outside,
    }
}

/// Why a file begins something by itself, if it does.
pub(super) fn entry(world: &World, at: At<'_>) -> Option<Entry> {
    entries::entry(world, at)
}

/// Whether an import is only a text that may name a module.
fn is_text(import: &Import) -> bool {
    import.kind == ImportKind::Dynamic && import.names.iter().any(|name| name.local.is_none())
}

/// Follows a dotted name as a file means it; `None` when dots lead out of the tree.
fn searched(world: &World, at: At<'_>, dots: usize, words: &[&str]) -> Option<Search> {
    let mut base = modules::folder(at.path);
    if dots > 0 {
        for _ in 1..dots {
            if base.is_empty() {
                return None;
            }
            base = modules::folder(base);
        }
        if words.is_empty() {
            let package = modules::package(world, base).map(Module::File);
            let package = package.unwrap_or_else(|| Module::Namespace(base.to_owned()));
            return Some(Search {
                found: vec![package],
                words: 1,
            });
        }
        return Some(modules::search(world, base, words));
    }
    let standard = words
        .first()
        .is_some_and(|first| standard::is_standard(first));
    let roots = match standard {
        true => shadowing(world, at),
        false => roots(world, at),
    };
    let nothing = Search {
        found: Vec::new(),
        words: words.len().max(1),
    };
    let mut best = nothing;
    for root in roots {
        let found = modules::search(world, &root, words);
        let better = (found.is_own(), found.found.len()) > (best.is_own(), best.found.len());
        if found.whole().is_some_and(|m| matches!(m, Module::File(_))) {
            return Some(found);
        }
        if better {
            best = found;
        }
    }
    Some(best)
}

/// Folders whose modules come before Python's own: the one a script is started in.
fn shadowing(world: &World, at: At<'_>) -> Vec<String> {
    let own = modules::folder(at.path);
    match modules::package(world, own) {
        Some(_) => Vec::new(),
        None => vec![own.to_owned()],
    }
}

/// The folders that absolute names are looked for in, nearest first.
fn roots(world: &World, at: At<'_>) -> Vec<String> {
    let own = modules::folder(at.path);
    let mut roots: Vec<String> = vec![modules::package_root(world, at.path).to_owned()];
    if modules::package(world, own).is_none() {
        roots.push(own.to_owned());
    }
    let mut add = |folder: &str, manifest: &Manifest| {
        roots.extend(
            manifest
                .roots
                .iter()
                .map(|root| modules::join(folder, root)),
        );
        roots.extend(USUAL.iter().map(|usual| modules::join(folder, usual)));
    };
    if let Some((folder, manifest)) = world.python.nearest(own) {
        add(folder, manifest);
    }
    add("", &Manifest::default());
    for (folder, manifest) in world.python.folders.iter().take(MANIFESTS_MAX) {
        add(folder, manifest);
    }
    // Folders inside a package are no places to look in, whatever stands there.
    let outside = above(own).filter(|folder| modules::package(world, folder).is_none());
    roots.extend(outside.map(str::to_owned));
    let mut seen = BTreeSet::new();
    roots.retain(|root| seen.insert(root.clone()));
    roots
}

/// All modules of a package, for a name of which only the beginning is known.
fn whole_package(world: &World, search: &Search) -> Target {
    let folder = match search.whole() {
        Some(Module::File(path)) if modules::is_package(path) => modules::folder(path),
        Some(Module::Namespace(path)) => path,
        Some(Module::File(_) | Module::Compiled) | None => return Target::Outside,
    };
    beside(world, folder)
}

/// The modules of a folder.
fn beside(world: &World, folder: &str) -> Target {
    let direct = world.inside(folder).filter(|path| path.ends_with(".py"));
    let mut files: Vec<String> = direct.map(str::to_owned).collect();
    let below = world.under(folder).filter(|path| modules::is_package(path));
    files.extend(
        below
            .filter(|path| modules::folder(modules::folder(path)) == folder)
            .map(str::to_owned),
    );
    files.truncate(BESIDE_MAX);
    match files.is_empty() {
        true => Target::Outside,
        false => Target::Files(files),
    }
}

/// One question.
struct Asks<'w, 'p> {
    world: &'w World,
    at: At<'p>,
    import: &'p Import,
}

impl Asks<'_, '_> {
    /// The files that the names of an import come from.
    fn names(&self, search: &Search, module: &Module) -> Target {
        let mut files: Vec<String> = Vec::new();
        let from = self.import.names.iter().any(|name| name.name != "*");
        let mut missing = false;
        if from && self.import.kind == ImportKind::Static {
            let folder = match module {
                Module::File(path) if modules::is_package(path) => Some(modules::folder(path)),
                Module::Namespace(path) => Some(path.as_str()),
                Module::File(_) | Module::Compiled => None,
            };
            for name in &self.import.names {
                let below = folder.and_then(|folder| modules::at(self.world, folder, &name.name));
                match (below, module) {
                    (Some(Module::File(path)), _) => push(&mut files, &path),
                    (None | Some(Module::Namespace(_)), Module::File(path)) => {
                        push(&mut files, path);
                    }
                    (Some(Module::Compiled), _) | (None, Module::Compiled) => return compiled(),
                    (Some(Module::Namespace(_)), Module::Namespace(_) | Module::Compiled) => {}
                    (None, Module::Namespace(_)) => missing = true,
                }
            }
        } else {
            match module {
                Module::File(path) => push(&mut files, path),
                Module::Compiled => return compiled(),
                Module::Namespace(_) => {}
            }
        }
        self.parents(search, &mut files);
        match (files.is_empty(), missing) {
            (false, _) => Target::Files(files),
            // Others may add to such a folder from elsewhere.
            (true, true) if self.import.path.starts_with('.') => self.missing(&[]),
            (true, true) => Target::Outside,
            (true, false) => Target::Unknown("the folder holds modules and is none itself"),
        }
    }

    /// The file that the first words of a longer name mean.
    fn longest(&self, search: &Search) -> Target {
        let files = search.found.iter().rev().filter_map(|module| match module {
            Module::File(path) => Some(path),
            Module::Namespace(_) | Module::Compiled => None,
        });
        let mut files = files.take(1).cloned().collect::<Vec<String>>();
        // A text that names a package alone may as well mean something else.
        let deep =
            search.found.len() > 1 || !is_text(self.import) || self.import.path.starts_with('.');
        if files.is_empty() || !deep || files.iter().any(|file| file == self.at.path) {
            return Target::Outside;
        }
        self.parents(search, &mut files);
        Target::Files(files)
    }

    /// Packages around a module are run before it. Those that hold the importing file have been already.
    fn parents(&self, search: &Search, files: &mut Vec<String>) {
        if files.is_empty() {
            return;
        }
        for module in &search.found {
            let Module::File(path) = module else { continue };
            let folder = modules::folder(path);
            let around = folder.is_empty() || self.at.path.starts_with(&format!("{folder}/"));
            if modules::is_package(path) && !around {
                push(files, path);
            }
        }
    }

    /// A module of the tree that is not there, unless it is made when the package is built.
    fn missing(&self, words: &[&str]) -> Target {
        let names = self.import.names.iter().map(|name| name.name.as_str());
        let last = words
            .last()
            .copied()
            .into_iter()
            .chain(names.filter(|_| words.is_empty()));
        let mut last = last.peekable();
        let made = |name: &str| {
            const MADE: [&str; 9] = [
                "_version",
                "version",
                "__version__",
                "__config__",
                "local",
                "local_settings",
                "settings_local",
                "_local",
                "secrets",
            ];
            MADE.contains(&name)
                || name.contains("_pb2")
                || name.starts_with("_generated")
                || name.ends_with("_rc")
        };
        if last.peek().is_some_and(|name| made(name)) {
            return Target::Unknown("such a module is often made when the package is built");
        }
        let manifest = self.world.python.nearest(modules::folder(self.at.path));
        let compiles = manifest.is_some_and(|(folder, manifest)| {
            manifest.compiles || self.world.has(&modules::join(folder, "Cargo.toml"))
        });
        if compiles && last.peek().is_some_and(|name| name.starts_with('_')) {
            return Target::Unknown("it may be compiled from another language");
        }
        Target::Missing
    }
}

fn compiled() -> Target {
    Target::Unknown("it is compiled from another language")
}

fn push(files: &mut Vec<String>, path: &str) {
    if !files.iter().any(|file| file == path) {
        files.push(path.to_owned());
    }
}
