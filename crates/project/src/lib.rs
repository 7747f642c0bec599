//! All files of a tree together: which file an import means, who uses whom, and what can be reached from where a
//! program starts.
//!
//! Pure: paths, facts and the texts of manifests come in. It knows no disk. What a language's rules do not settle is
//! said to be unknown; nothing is guessed into being used.
//!
//! Reading order: [`Project`] → `world` (what every resolver may look at) → one folder for each language → `graph`.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::disallowed_types
    )
)]

mod fields;
mod go;
mod graph;
mod java;
mod names;
mod offer;
mod python;
mod rust;
mod script;
mod symbol;
mod vendored;
mod world;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use code::{Facts, Import, Language, is_test_path};
use fields::Members;
use graph::Graph;
use world::World;

pub use fields::{Choice, FieldUse};
pub use graph::{Link, Reach, User, Wiring};
pub use offer::Offer;
pub use symbol::SymbolUse;
pub use vendored::Vendored;

/// The code of one tree.
#[derive(Debug, Default)]
pub struct Project {
    world: World,
    files: BTreeMap<String, Arc<Facts>>,
    graph: OnceLock<Graph>,
    members: OnceLock<Members>,
}

/// One file, as a resolver sees it.
#[derive(Clone, Copy)]
pub(crate) struct At<'p> {
    pub(crate) path: &'p str,
    pub(crate) facts: &'p Facts,
}

/// What an import means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// These files of the tree. More than one where a unit of the language is many files (a Go package, everything of
    /// a Java package); a name is then looked for in each.
    Files(Vec<String>),
    /// Something from outside: a dependency, the standard library.
    Outside,
    /// By the language's rules it is a file of this tree, and no such file is there.
    Missing,
    /// These files of the tree, and the language forbids the one that asks to use them; why.
    Shut(Vec<String>, &'static str),
    /// The rules do not settle it, and why.
    Unknown(&'static str),
}

/// Where something begins to run, or is offered to the world, without any file of the tree asking for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is an entry to.
    pub kind: EntryKind,
    /// Why, in words that follow "it is": "the program's `main`", "named by `package.json` as `bin`".
    pub why: String,
}

/// What an entry is an entry to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    /// A program starts here.
    Program,
    /// Others depend on what it offers: the root of a library.
    Library,
    /// A framework finds it by its name, its place or a mark on it.
    Framework,
    /// A tool of the build reads it: configuration, a script.
    Tool,
    /// The tests' runner finds it.
    Test,
}

impl Project {
    /// Puts a tree together: every path of it, the facts of those that are code, the texts of those that
    /// [`is_manifest`] asks for.
    #[must_use]
    pub fn new(
        paths: impl IntoIterator<Item = String>,
        files: impl IntoIterator<Item = (String, Arc<Facts>)>,
        manifests: &[(String, String)],
    ) -> Project {
        let files = files.into_iter().map(|(path, facts)| {
            let facts = match python::declared::is_declaration(&path) {
                true => python::declared::without_bodies(facts),
                false => facts,
            };
            (path, facts)
        });
        let files = files.collect();
        let mut world = World::new(paths, manifests);
        world.join(&files);
        Project {
            world,
            files,
            graph: OnceLock::new(),
            members: OnceLock::new(),
        }
    }

    /// Optional parts of the build that a file hangs on and that its manifest does not declare, so that what hangs on them is
    /// never built; each with its line (Rust).
    #[must_use]
    pub fn undeclared(&self, path: &str) -> Vec<(String, u32)> {
        let facts = self.facts(path);
        let rust = facts.filter(|it| it.language == Language::Rust);
        rust.map_or_else(Vec::new, |it| self.world.rust.undeclared(path, it))
    }

    /// Whether some file hangs on that part of the build although its manifest does not declare it.
    #[must_use]
    pub fn leaves_undeclared(&self, feature: &str) -> bool {
        let mut asking = self
            .files
            .iter()
            .filter(|(_, it)| it.features.contains_key(feature));
        asking.any(|(path, _)| self.undeclared(path).iter().any(|it| it.0 == feature))
    }

    /// Reads a small tree whole, from paths and texts.
    #[must_use]
    pub fn read<'t>(texts: impl IntoIterator<Item = (&'t str, &'t str)>) -> Project {
        let texts: Vec<(&str, &str)> = texts.into_iter().collect();
        let code = texts.iter().filter_map(|(path, text)| {
            let language = Language::of_path(path);
            let facts = || code::facts(language, text, &code::Limits::default());
            let path = (*path).to_owned();
            language.has_syntax().then(|| (path, Arc::new(facts())))
        });
        let manifests = texts.iter().filter(|(path, _)| is_manifest(path));
        let manifests: Vec<(String, String)> = manifests
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
            .collect();
        let paths = texts.iter().map(|(path, _)| (*path).to_owned());
        Project::new(paths, code, &manifests)
    }

    /// The facts of a file.
    #[must_use]
    pub fn facts(&self, path: &str) -> Option<&Facts> {
        self.files.get(path).map(AsRef::as_ref)
    }

    /// Every file of code, in order of paths.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Facts)> {
        let files = self.files.iter();
        files.map(|(path, facts)| (path.as_str(), facts.as_ref()))
    }

    /// Files of the tree that are tests by their paths, in whatever language, in order.
    pub fn tests(&self) -> impl Iterator<Item = &str> {
        self.world.paths().filter(|it| code::is_any_test_path(it))
    }

    /// What of the tree is somebody else's.
    #[must_use]
    pub fn vendored(&self) -> &Vendored {
        &self.world.vendored
    }

    /// Whether a path is one of the tree's.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.world.has(path)
    }

    /// The files of the tree that stand in a folder, however deep, sorted.
    pub fn below<'p>(&'p self, folder: &'p str) -> impl Iterator<Item = &'p str> {
        self.world.under(folder)
    }

    /// The one file that a path means which leaves its extension out, or names the folder that it stands for:
    /// `src/store` is `src/store.ts`, or `src/store/index.ts`.
    #[must_use]
    pub fn called(&self, path: &str) -> Option<&str> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = |path: &'_ str| {
            let last = path.rsplit('/').next().unwrap_or(path);
            last.split_once('.').map_or("", |(stem, _)| stem).to_owned()
        };
        let mut beside = self.world.inside(folder).filter(|it| stem(it) == name);
        let index = |path: &&str| ["index", "mod", "__init__"].contains(&stem(path).as_str());
        match (beside.next(), beside.next()) {
            (Some(one), None) => Some(one),
            (Some(_), Some(_)) => None,
            (None, _) => self.world.inside(path).find(index),
        }
    }

    /// A path of the tree that differs only in the case of its letters.
    #[must_use]
    pub fn almost(&self, path: &str) -> Option<&str> {
        let mut paths = self.world.paths();
        paths.find(|other| *other != path && other.eq_ignore_ascii_case(path))
    }

    /// What an import of a file means.
    #[must_use]
    pub fn resolve(&self, path: &str, import: &Import) -> Target {
        match self.at(path) {
            Some(at) => resolve(&self.world, at, import),
            None => Target::Unknown("the file was not read"),
        }
    }

    /// Why a file begins something by itself, if it does.
    #[must_use]
    pub fn entry(&self, path: &str) -> Option<Entry> {
        entry(&self.world, self.at(path)?)
    }

    /// What others write to import a file that no manifest names, where its package closes nothing off (`package/file`).
    #[must_use]
    pub fn name_outside(&self, path: &str) -> Option<String> {
        match self.facts(path)?.language {
            Language::TypeScript | Language::Tsx | Language::Vue => {
                script::name_outside(&self.world, path)
            }
            Language::Rust | Language::Python | Language::Go | Language::Java | Language::Other => {
                None
            }
        }
    }

    /// Whether and how one file makes use of another.
    #[must_use]
    pub fn link(&self, from: &str, to: &str) -> Link {
        self.graph().link(self, from, to)
    }

    /// Whether and how one import of a file makes use of another.
    #[must_use]
    pub fn brings(&self, from: &str, import: &Import, to: &str) -> Link {
        self.graph().brings(self, (from, import), to)
    }

    /// Every import of a file that means one of this tree, where none is there.
    pub fn broken<'p>(&'p self, path: &'p str) -> impl Iterator<Item = &'p Import> {
        let imports = self.facts(path).into_iter().flat_map(|it| &it.imports);
        imports.filter(move |import| self.resolve(path, import) == Target::Missing)
    }

    /// Every import of a file that means files which the language forbids it to use, with the reason.
    pub fn shut<'p>(
        &'p self,
        path: &'p str,
    ) -> impl Iterator<Item = (&'p Import, Vec<String>, &'static str)> {
        let imports = self.facts(path).into_iter().flat_map(|it| &it.imports);
        imports.filter_map(move |import| match self.resolve(path, import) {
            Target::Shut(files, why) => Some((import, files, why)),
            Target::Files(_) | Target::Outside | Target::Missing | Target::Unknown(_) => None,
        })
    }

    /// Files that something reached in an older tree and nothing reaches in this one, though they still stand.
    #[must_use]
    pub fn lost(&self, before: &Project) -> Vec<String> {
        let reached = |project: &Project, path: &str| {
            let reach = project.graph().reach_of(project, path);
            matches!(reach, Reach::From(_))
        };
        let none = |path: &str| {
            let reach = self.graph().reach_of(self, path);
            matches!(reach, Reach::Nothing | Reach::Tests)
        };
        let stands = self.files.keys().filter(|path| none(path));
        stands
            .filter(|path| reached(before, path))
            .cloned()
            .collect()
    }

    /// Who uses a file, and whether it is reached from where anything starts.
    #[must_use]
    pub fn wiring(&self, path: &str) -> Wiring {
        self.graph().wiring(self, path)
    }

    fn at<'p>(&'p self, path: &'p str) -> Option<At<'p>> {
        let facts = self.facts(path)?;
        Some(At { path, facts })
    }

    fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| Graph::of(self))
    }
}

/// Whether a file only declares what others hold, so that nothing in it runs: `.pyi`, `.d.ts`.
#[must_use]
pub fn is_declaration(path: &str) -> bool {
    python::declared::is_declaration(path) || script::is_declaration(path)
}

/// Whether a file says how names of modules are to be understood, so that its text is wanted.
#[must_use]
pub fn is_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    rust::is_manifest(name)
        || script::is_manifest(name)
        || python::is_manifest(name)
        || go::is_manifest(name)
        || java::is_manifest(path)
        || vendored::is_manifest(name)
}

pub(crate) fn resolve(world: &World, at: At<'_>, import: &Import) -> Target {
    match at.facts.language {
        Language::Rust => rust::resolve(world, at, import),
        Language::TypeScript | Language::Tsx | Language::Vue => script::resolve(world, at, import),
        Language::Python => python::resolve(world, at, import),
        Language::Go => go::resolve(world, at, import),
        Language::Java => java::resolve(world, at, import),
        Language::Other => Target::Unknown("what this language imports is not known here"),
    }
}

pub(crate) fn entry(world: &World, at: At<'_>) -> Option<Entry> {
    // Rust has no names for tests, only places: a `tests.rs` that nothing declares is never built.
    let by_path = match at.facts.language {
        Language::Rust => false,
        Language::Python => {
            is_test_path(at.path, Language::Python) && !python::is_shipped(world, at)
        }
        Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Go
        | Language::Java
        | Language::Other => is_test_path(at.path, at.facts.language),
    };
    if by_path {
        return Some(Entry::new(EntryKind::Test, "a test by its name"));
    }
    match at.facts.language {
        Language::Rust => rust::entry(world, at),
        Language::TypeScript | Language::Tsx | Language::Vue => script::entry(world, at),
        Language::Python => python::entry(world, at),
        Language::Go => go::entry(world, at),
        Language::Java => java::entry(world, at),
        Language::Other => None,
    }
}

/// Files whose names a file may use without an import: others of its Go or Java package.
pub(crate) fn siblings(world: &World, at: At<'_>) -> Vec<String> {
    match at.facts.language {
        Language::Go => go::siblings(world, at),
        Language::Java => java::siblings(world, at),
        Language::Rust
        | Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Python
        | Language::Other => Vec::new(),
    }
}

impl Entry {
    pub(crate) fn new(kind: EntryKind, why: impl Into<String>) -> Entry {
        Entry {
            kind,
            why: why.into(),
        }
    }
}
