//! Which module of which crate each file is: from the root of a crate along its `mod` declarations, as the compiler
//! walks. A file that none of them leads to is part of no crate.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::crates::{Crates, Sort};
use crate::world::World;
use code::Facts;
use code::links::paths;
use code::{Definition, DefinitionKind, Exported, Import, ImportKind, ImportedName};

/// Most modules of a whole tree.
const MODULES_MAX: usize = 200_000;

/// Most modules that one file is: more than one where several crates declare it.
const HOMES_MAX: usize = 64;

/// How deep modules nest.
const DEPTH_MAX: usize = 64;

/// A module of a crate: the crate's number, and the path from its root (`a::b`, empty for the root).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) krate: usize,
    pub(super) module: String,
}

/// What a file is to a crate.
#[derive(Clone, Debug)]
pub(super) struct Home {
    pub(super) spot: Spot,
    /// Where the files of its modules stand.
    pub(super) children: String,
    /// It is built for tests alone: `#[cfg(test)]` stands before its declaration, or before one above.
    pub(super) test: bool,
    /// Its declaration, or one above, is not `pub`: other crates reach nothing of it by its own path.
    pub(super) inside: bool,
}

/// A stretch of a file that makes up a module: the file and the inline modules around the stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) file: String,
    pub(super) inline: String,
}

/// Names that a stretch brings into its module.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) items: BTreeSet<String>,
    /// Paths by the names that `use` gives them.
    pub(super) aliases: BTreeMap<String, Vec<String>>,
    /// Paths of which everything is brought in.
    pub(super) globs: Vec<String>,
}

/// All modules of all crates.
#[derive(Debug, Default)]
pub(super) struct Tree {
    modules: BTreeMap<Spot, Vec<Stretch>>,
    homes: BTreeMap<String, Vec<Home>>,
    names: BTreeMap<String, BTreeMap<String, Names>>,
    facts: BTreeMap<String, Arc<Facts>>,
    /// Files with macros that bring in modules which stand nowhere.
    generating: BTreeSet<String>,
}

impl Tree {
    pub(super) fn of(world: &World, crates: &Crates, files: &BTreeMap<String, Arc<Facts>>) -> Tree {
        let mut tree = Tree::default();
        let mut open: VecDeque<(Home, String, usize)> = VecDeque::new();
        for (krate, root) in crates.crates.iter().enumerate() {
            let spot = Spot {
                krate,
                module: String::new(),
            };
            let children = paths::folder(&root.root).to_owned();
            let test = matches!(root.sort, Sort::Test | Sort::Bench);
            let home = Home {
                spot,
                children,
                test,
                inside: !matches!(root.sort, Sort::Library),
            };
            open.push_back((home, root.root.clone(), 0));
        }
        while let Some((home, file, depth)) = open.pop_front() {
            let Some(facts) = files.get(&file) else {
                continue;
            };
            if depth > DEPTH_MAX || tree.modules.len() >= MODULES_MAX {
                continue;
            }
            if !tree.settle(&home, &file, facts) {
                continue;
            }
            let declared = facts
                .imports
                .iter()
                .flat_map(|import| declared(world, &home, &file, facts, import));
            let by_macros = by_macros(world, &home, &file, facts);
            let found = declared.chain(by_macros);
            open.extend(found.map(|(next, child)| (next, child, depth.saturating_add(1))));
        }
        tree
    }

    /// What a file is to the crates that declare it.
    pub(super) fn homes(&self, file: &str) -> &[Home] {
        self.homes.get(file).map_or(&[], Vec::as_slice)
    }

    /// What makes up a module; nothing where there is no such module.
    pub(super) fn stretches(&self, spot: &Spot) -> &[Stretch] {
        self.modules.get(spot).map_or(&[], Vec::as_slice)
    }

    /// The names that a stretch brings in.
    pub(super) fn names(&self, stretch: &Stretch) -> Option<&Names> {
        self.names.get(&stretch.file)?.get(&stretch.inline)
    }

    /// Whether a macro of a file may define a name.
    pub(super) fn is_hidden(&self, file: &str, name: &str) -> bool {
        let facts = self.facts.get(file);
        facts.is_some_and(|it| it.macro_words.contains_key(name) || it.truncated)
            || self.generating.contains(file)
    }

    /// Writes a file down as a module; says whether that is news.
    fn settle(&mut self, home: &Home, file: &str, facts: &Arc<Facts>) -> bool {
        let homes = self.homes.entry(file.to_owned()).or_default();
        let known = homes.iter().any(|it| it.spot == home.spot);
        if known || homes.len() >= HOMES_MAX {
            return false;
        }
        homes.push(home.clone());
        self.facts
            .entry(file.to_owned())
            .or_insert_with(|| facts.clone());
        if facts.macro_words.keys().any(|word| generates(word)) {
            self.generating.insert(file.to_owned());
        }
        let names = self
            .names
            .entry(file.to_owned())
            .or_insert_with(|| names(facts));
        for inline in names.keys() {
            let spot = home.spot.below(inline);
            self.modules.entry(spot).or_default().push(Stretch {
                file: file.to_owned(),
                inline: inline.clone(),
            });
        }
        true
    }
}

impl Spot {
    /// The module at a path below this one.
    pub(super) fn below(&self, path: &str) -> Spot {
        let module = match (self.module.is_empty(), path.is_empty()) {
            (true, _) => path.to_owned(),
            (false, true) => self.module.clone(),
            (false, false) => format!("{}::{path}", self.module),
        };
        Spot {
            krate: self.krate,
            module,
        }
    }

    /// The module around it; `None` for the root.
    pub(super) fn up(&self) -> Option<Spot> {
        if self.module.is_empty() {
            return None;
        }
        let module = self.module.rsplit_once("::").map_or("", |(up, _)| up);
        Some(Spot {
            krate: self.krate,
            module: module.to_owned(),
        })
    }
}

/// Whether a macro's name says that it brings in code from elsewhere: `include!`, `include_proto!`, `automod::dir!`.
fn generates(word: &str) -> bool {
    let first = word.split('_').next().unwrap_or(word);
    matches!(first, "include" | "automod" | "generate" | "import")
}

/// Where the modules of a file stand that is no root and was not found by `#[path]`.
pub(super) fn children_of(path: &str) -> String {
    let (folder, name) = (paths::folder(path), paths::file_name(path));
    match name.strip_suffix(".rs").unwrap_or(name) {
        "mod" => folder.to_owned(),
        stem => paths::join(folder, stem),
    }
}

/// The files that a `mod x;` or an `include!` may mean, whether they are there or not.
pub(super) fn places(children: &str, file: &str, import: &Import) -> Vec<String> {
    let below = paths::join(children, &import.module.replace("::", "/"));
    let beside = paths::folder(file);
    match import.kind {
        ImportKind::Mod => {
            let base = paths::join(&below, &import.path);
            vec![format!("{base}.rs"), format!("{base}/mod.rs")]
        }
        ImportKind::ModAt => {
            let folder = match import.module.is_empty() {
                true => beside,
                false => &below,
            };
            let at = paths::normal(&paths::join(folder, &import.path));
            at.into_iter().collect()
        }
        ImportKind::SideEffect => {
            let at = paths::normal(&paths::join(beside, &import.path));
            at.into_iter().collect()
        }
        ImportKind::Static
        | ImportKind::Dynamic
        | ImportKind::Require
        | ImportKind::Reexport
        | ImportKind::Use
        | ImportKind::Path => Vec::new(),
    }
}

/// The modules that an import declares, with their files.
fn declared(
    world: &World,
    home: &Home,
    file: &str,
    facts: &Facts,
    import: &Import,
) -> Vec<(Home, String)> {
    let name = import.names.first();
    let (module, at_its_place) = match import.kind {
        ImportKind::Mod => (name.map(|it| it.name.as_str()), true),
        ImportKind::ModAt => (name.map(|it| it.name.as_str()), false),
        // `include!`: the text becomes part of the module around it.
        ImportKind::SideEffect if name.is_some() => (Some(""), false),
        ImportKind::SideEffect
        | ImportKind::Static
        | ImportKind::Dynamic
        | ImportKind::Require
        | ImportKind::Reexport
        | ImportKind::Use
        | ImportKind::Path => return Vec::new(),
    };
    let Some(module) = module.filter(|_| facts.language == code::Language::Rust) else {
        return Vec::new();
    };
    let spot = home.spot.below(&import.module).below(module);
    // What a macro declares is as open as can be.
    let shut = |it: &Definition| {
        it.kind == DefinitionKind::Module
            && it.name == module
            && it.module == import.module
            && it.exported != Exported::Yes
    };
    let inside = home.inside || (!module.is_empty() && facts.definitions.iter().any(shut));
    let found = places(&home.children, file, import).into_iter();
    let found = found.filter(|path| world.has(path)).map(|path| {
        let children = match at_its_place {
            true => children_of(&path),
            false => paths::folder(&path).to_owned(),
        };
        let home = Home {
            spot: spot.clone(),
            children,
            test: home.test || import.test,
            inside,
        };
        (home, path)
    });
    found.collect()
}

/// Modules that a macro declares, as `modules! { a, b }` may: each word of its call that a file beside is called by.
fn by_macros(
    world: &World,
    home: &Home,
    file: &str,
    facts: &Facts,
) -> impl Iterator<Item = (Home, String)> {
    let words = facts.macro_words.iter();
    let declares = words.filter(|(word, _)| word.starts_with(char::is_lowercase));
    declares.flat_map(|(word, line)| {
        let import = Import {
            path: word.clone(),
            names: vec![ImportedName {
                name: word.clone(),
                local: Some(word.clone()),
            }],
            line: *line,
            kind: ImportKind::Mod,
            type_only: false,
            module: String::new(),
            test: false,
        };
        declared(world, home, file, facts, &import)
    })
}

/// Names by the inline modules they stand in. A module without any name is there too.
fn names(facts: &Facts) -> BTreeMap<String, Names> {
    let mut found: BTreeMap<String, Names> = BTreeMap::new();
    found.insert(String::new(), Names::default());
    let outside: BTreeSet<(&str, &str)> = facts
        .imports
        .iter()
        .filter(|it| matches!(it.kind, ImportKind::Mod | ImportKind::ModAt))
        .filter_map(|it| Some((it.module.as_str(), it.names.first()?.name.as_str())))
        .collect();
    for definition in facts.definitions.iter().filter(|it| !it.nested) {
        let (module, name) = (definition.module.as_str(), definition.name.as_str());
        if name.contains("::") {
            continue;
        }
        let around = found.entry(module.to_owned()).or_default();
        around.items.insert(name.to_owned());
        let inline =
            definition.kind == DefinitionKind::Module && !outside.contains(&(module, name));
        if inline {
            let path = match module.is_empty() {
                true => name.to_owned(),
                false => format!("{module}::{name}"),
            };
            found.entry(path).or_default();
        }
    }
    for import in &facts.imports {
        if !matches!(import.kind, ImportKind::Use | ImportKind::Reexport) {
            continue;
        }
        let around = found.entry(import.module.clone()).or_default();
        for name in &import.names {
            match &name.local {
                Some(local) => around
                    .aliases
                    .entry(local.clone())
                    .or_default()
                    .push(import.path.clone()),
                None if name.name == "*" => around.globs.push(import.path.clone()),
                None => {}
            }
        }
    }
    found
}
