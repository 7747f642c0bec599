//! Which file a dotted name means, from a folder that modules are looked for in.

use crate::world::World;

/// Longest dotted name that is followed, in words.
pub(super) const WORDS_MAX: usize = 64;

/// What stands at the end of a dotted name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Module {
    /// A file of the tree.
    File(String),
    /// A folder without `__init__`: its files are modules, and others may add more from elsewhere.
    Namespace(String),
    /// A module that is compiled from another language.
    Compiled,
}

/// How far a dotted name could be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Search {
    /// What its first words mean, one by one.
    pub(super) found: Vec<Module>,
    /// How many words there are.
    pub(super) words: usize,
}

impl Search {
    /// What the whole name means.
    pub(super) fn whole(&self) -> Option<&Module> {
        self.found.last().filter(|_| self.found.len() == self.words)
    }

    /// Whether the last thing that was found is a package of the tree, so that what follows must be in it.
    pub(super) fn is_own(&self) -> bool {
        match self.found.last() {
            Some(Module::File(_) | Module::Compiled) => true,
            Some(Module::Namespace(_)) | None => false,
        }
    }
}

/// Follows a dotted name from a folder.
pub(super) fn search(world: &World, root: &str, words: &[&str]) -> Search {
    let mut found = Vec::new();
    let mut folder = Some(root.to_owned());
    for word in words.iter().take(WORDS_MAX) {
        let Some(here) = folder else { break };
        let Some(module) = at(world, &here, word) else {
            break;
        };
        folder = match &module {
            Module::File(path) => is_package(path).then(|| join(&here, word)),
            Module::Namespace(path) => Some(path.clone()),
            Module::Compiled => None,
        };
        found.push(module);
    }
    Search {
        found,
        words: words.len(),
    }
}

/// The module of that name in a folder.
pub(super) fn at(world: &World, folder: &str, name: &str) -> Option<Module> {
    let path = join(folder, name);
    let candidates = [
        format!("{path}/__init__.py"),
        format!("{path}.py"),
        format!("{path}/__init__.pyi"),
        format!("{path}.pyi"),
    ];
    if let Some(file) = candidates.into_iter().find(|file| world.has(file)) {
        return Some(Module::File(file));
    }
    let compiled = [".pyx", ".so", ".pyd", ".c", ".cpp", ".f90"];
    if compiled
        .iter()
        .any(|end| world.has(&format!("{path}{end}")))
    {
        return Some(Module::Compiled);
    }
    let namespace = world
        .under(&path)
        .take(NAMESPACE_FILES_MAX)
        .any(|file| file.ends_with(".py") || file.ends_with(".pyi"));
    namespace.then_some(Module::Namespace(path))
}

/// How many files of a folder are asked whether they are modules.
const NAMESPACE_FILES_MAX: usize = 1_000;

/// The file of the package in a folder.
pub(super) fn package(world: &World, folder: &str) -> Option<String> {
    let files = [join(folder, "__init__.py"), join(folder, "__init__.pyi")];
    files.into_iter().find(|file| world.has(file))
}

/// Whether a file is the `__init__` of a package.
pub(super) fn is_package(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name == "__init__.py" || name == "__init__.pyi"
}

/// The folder of a path; empty at the top.
pub(super) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The folder that holds the topmost package around a file.
pub(super) fn package_root<'p>(world: &World, path: &'p str) -> &'p str {
    let mut at = folder(path);
    while package(world, at).is_some() && !at.is_empty() {
        at = folder(at);
    }
    at
}

/// The dotted name of a file as seen from a folder above it.
pub(super) fn dotted(root: &str, path: &str) -> Option<String> {
    let below = match root.is_empty() {
        true => path,
        false => path.strip_prefix(root)?.strip_prefix('/')?,
    };
    let below = below
        .strip_suffix(".py")
        .or_else(|| below.strip_suffix(".pyi"))?;
    let below = below.strip_suffix("/__init__").unwrap_or(below);
    Some(below.replace('/', "."))
}

/// Two paths, one after the other.
pub(super) fn join(folder: &str, rest: &str) -> String {
    match (folder.is_empty(), rest.is_empty()) {
        (true, _) => rest.to_owned(),
        (false, true) => folder.to_owned(),
        (false, false) => format!("{folder}/{rest}"),
    }
}
