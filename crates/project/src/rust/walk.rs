//! Follows a path of names from the module where it is written to the files that hold what it names, as the compiler
//! does, macros aside.

use std::collections::BTreeSet;

use super::crates::Crates;
use super::tree::{Spot, Tree};
use crate::Target;

/// How many names may be looked up for one path. Imports can pass names on to each other in circles.
const LOOKUPS_MAX: u32 = 512;

const MACRO: &str = "a macro may define it";
const ELSEWHERE: &str = "it may come with everything of another crate";
const UNREAD: &str = "the file of its module was not read";
const NO_MANIFEST: &str = "no manifest says which crate that is";
const CIRCLE: &str = "its names are passed on too often";

/// Crates and types that come with the language.
const BUILT_IN: [&str; 22] = [
    "std",
    "core",
    "alloc",
    "proc_macro",
    "test",
    "bool",
    "char",
    "str",
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
];

/// What a path leads to.
enum Found<'p> {
    Module(Spot),
    /// Something that is no module, and the files that may define it.
    Item(BTreeSet<&'p str>),
    Outside,
    Nothing,
    Unknown(&'static str),
}

/// One path being followed.
pub(super) struct Walk<'p> {
    crates: &'p Crates,
    tree: &'p Tree,
    lookups: u32,
    /// Names that have been looked up, so that no circle is walked twice.
    seen: BTreeSet<(Spot, &'p str)>,
}

/// A path as it is written.
#[derive(Clone, Copy)]
pub(super) struct Written<'p> {
    pub(super) path: &'p str,
    /// Everything of what it names is meant, so it names a module or a type.
    pub(super) whole: bool,
    /// It stands in a `use`.
    pub(super) declared: bool,
}

impl Found<'_> {
    fn is_known(&self) -> bool {
        matches!(self, Found::Module(_) | Found::Item(_))
    }

    fn is_nothing(&self) -> bool {
        matches!(self, Found::Nothing)
    }
}

impl<'p> Walk<'p> {
    pub(super) fn new(crates: &'p Crates, tree: &'p Tree) -> Walk<'p> {
        Walk {
            crates,
            tree,
            lookups: LOOKUPS_MAX,
            seen: BTreeSet::new(),
        }
    }

    /// The files that a path means, written in a module.
    pub(super) fn target(&mut self, from: &Spot, written: Written<'p>) -> Target {
        let Written { path, whole, .. } = written;
        let (module, last) = match path.rsplit_once("::") {
            Some((module, last)) if !whole => (module, last),
            Some(_) | None => (path, ""),
        };
        match self.path(from, module, written) {
            Found::Module(spot) if last.is_empty() => self.files(&spot),
            Found::Module(spot) => {
                let inner = spot.below(last);
                match self.tree.stretches(&inner) {
                    [] => self.with_origin(&spot, last),
                    [_, ..] => self.files(&inner),
                }
            }
            Found::Item(files) => Target::Files(files.into_iter().map(str::to_owned).collect()),
            Found::Outside => Target::Outside,
            Found::Nothing => Target::Missing,
            Found::Unknown(why) => Target::Unknown(why),
        }
    }

    fn files(&self, spot: &Spot) -> Target {
        let files: Vec<String> = self.holders(spot).into_iter().map(str::to_owned).collect();
        match files.is_empty() {
            true => Target::Unknown(UNREAD),
            false => Target::Files(files),
        }
    }

    /// The files of a module, and those of what it calls by a name that another one defines.
    fn with_origin(&mut self, spot: &Spot, name: &'p str) -> Target {
        let mut files = self.holders(spot);
        let origin = match self.origin(spot, name) {
            Found::Item(origin) => origin,
            Found::Module(origin) => self.holders(&origin),
            Found::Outside | Found::Nothing | Found::Unknown(_) => BTreeSet::new(),
        };
        if files.is_empty() {
            return Target::Unknown(UNREAD);
        }
        files.extend(origin);
        Target::Files(files.into_iter().map(str::to_owned).collect())
    }

    /// What a name means that a module passes on or only uses: modules below it may ask for either.
    fn origin(&mut self, spot: &Spot, name: &'p str) -> Found<'p> {
        let tree = self.tree;
        let mut stretches = tree.stretches(spot).iter().filter_map(|it| tree.names(it));
        let path = stretches.find_map(|names| {
            let mut paths = names.aliases.get(name)?.iter();
            paths.find(|path| path.as_str() != name)
        });
        match path {
            Some(path) => self.path(spot, path, alias(path)),
            None => Found::Nothing,
        }
    }

    fn holders(&self, spot: &Spot) -> BTreeSet<&'p str> {
        let stretches = self.tree.stretches(spot).iter();
        stretches.map(|it| it.file.as_str()).collect()
    }

    /// What a whole path leads to. `written` is the path that may not be asked for its own meaning.
    fn path(&mut self, from: &Spot, path: &'p str, written: Written<'p>) -> Found<'p> {
        let mut steps = path.split("::");
        let mut at = match steps.next() {
            Some("") => self.absolute(from, &mut steps),
            Some("crate") => Found::Module(root(from)),
            Some("self") => Found::Module(from.clone()),
            Some("super") => up(from),
            Some(first) => self.first(from, first, written),
            None => Found::Nothing,
        };
        for step in steps {
            at = match at {
                Found::Module(spot) if step == "super" => up(&spot),
                Found::Module(spot) if step == "self" => Found::Module(spot),
                Found::Module(spot) => self.next(&spot, step, written),
                Found::Item(_) | Found::Outside | Found::Nothing | Found::Unknown(_) => return at,
            };
        }
        at
    }

    /// `::a` is another crate's name; in the first edition it was a name of the own crate's root.
    fn absolute(&mut self, from: &Spot, steps: &mut std::str::Split<'p, &str>) -> Found<'p> {
        let Some(name) = steps.next() else {
            return Found::Nothing;
        };
        let root = root(from);
        if self.edition_2015(from) && !self.tree.stretches(&root.below(name)).is_empty() {
            return Found::Module(root.below(name));
        }
        self.other(from, name)
    }

    /// What the first name of a path means.
    fn first(&mut self, from: &Spot, name: &'p str, written: Written<'p>) -> Found<'p> {
        let here = self.step(from, name, written);
        if here.is_known() {
            return here;
        }
        if written.declared && self.edition_2015(from) {
            let top = self.step(&root(from), name, written);
            if top.is_known() {
                return top;
            }
        }
        match (self.other(from, name), here) {
            // What another crate's names hold is that crate's.
            (Found::Outside, Found::Unknown(why)) if why != ELSEWHERE => {
                match self.is_outside(from, name) {
                    true => Found::Outside,
                    false => Found::Unknown(why),
                }
            }
            (other, _) => other,
        }
    }

    fn edition_2015(&self, from: &Spot) -> bool {
        let package = self.crates.crates.get(from.krate).map(|it| &it.package);
        let known = package.and_then(|it| self.crates.packages.get(it));
        known.is_some_and(|it| it.edition_2015)
    }

    /// Whether a name is known to be that of something outside of the tree.
    fn is_outside(&self, from: &Spot, name: &str) -> bool {
        let package = self.crates.crates.get(from.krate).map(|it| &it.package);
        let known = package.and_then(|it| self.crates.packages.get(it));
        BUILT_IN.contains(&name) || known.is_some_and(|it| it.outside.contains(name))
    }

    /// A crate by the name that another one's code uses for it.
    fn other(&mut self, from: &Spot, name: &str) -> Found<'p> {
        let package = self.crates.crates.get(from.krate).map(|it| &it.package);
        let Some(known) = package.and_then(|it| self.crates.packages.get(it)) else {
            return Found::Outside;
        };
        let library = |known: &super::crates::Known| known.library;
        let found = if let Some(folder) = known.others.get(name) {
            self.crates.packages.get(folder).and_then(library)
        } else if known.name == name && !name.is_empty() {
            known.library
        } else if known.guessed {
            let mut all = self.crates.packages.values();
            all.find(|it| it.name == name).and_then(library)
        } else {
            None
        };
        let Some(krate) = found.or_else(|| self.renamed(from, name)) else {
            return match known.guessed && !BUILT_IN.contains(&name) {
                true => Found::Unknown(NO_MANIFEST),
                false => Found::Outside,
            };
        };
        Found::Module(Spot {
            krate,
            module: String::new(),
        })
    }

    /// `extern crate a as name;` at the root of a crate holds in all of it.
    fn renamed(&mut self, from: &Spot, name: &str) -> Option<usize> {
        let root = root(from);
        let stretches = self.tree.stretches(&root).iter();
        let names = stretches.filter_map(|it| self.tree.names(it));
        let mut paths = names.filter_map(|it| it.aliases.get(name)).flatten();
        let real = paths.find(|it| !it.contains("::") && it.as_str() != name)?;
        self.lookups = self.lookups.checked_sub(1)?;
        match self.other(&root, real) {
            Found::Module(spot) => Some(spot.krate),
            Found::Item(_) | Found::Outside | Found::Nothing | Found::Unknown(_) => None,
        }
    }

    /// What a name after a module's means. What a derive or an attribute makes stands where nobody sees it, so a type
    /// is taken to be there.
    fn next(&mut self, spot: &Spot, name: &'p str, written: Written<'p>) -> Found<'p> {
        let found = self.step(spot, name, written);
        let unmade = found.is_nothing() || matches!(found, Found::Unknown(MACRO));
        let unseen = unmade && name.starts_with(char::is_uppercase);
        match unseen {
            true => Found::Item(self.holders(spot)),
            false => found,
        }
    }

    /// What a name means in a module.
    fn step(&mut self, spot: &Spot, name: &'p str, written: Written<'p>) -> Found<'p> {
        match self.lookups.checked_sub(1) {
            Some(left) => self.lookups = left,
            None => return Found::Unknown(CIRCLE),
        }
        let inner = spot.below(name);
        if !self.tree.stretches(&inner).is_empty() {
            return Found::Module(inner);
        }
        if !self.seen.insert((spot.clone(), name)) {
            return Found::Nothing;
        }
        let tree = self.tree;
        let (mut items, mut hidden) = (BTreeSet::new(), false);
        for stretch in tree.stretches(spot) {
            hidden |= tree.is_hidden(&stretch.file, name);
            let Some(names) = tree.names(stretch) else {
                continue;
            };
            if names.items.contains(name) {
                items.insert(stretch.file.as_str());
            }
            for path in names.aliases.get(name).into_iter().flatten() {
                let found = if path == name {
                    // `use quote;`, `extern crate quote;`: another crate under its own name.
                    self.other(spot, name)
                } else if path == written.path {
                    continue;
                } else {
                    self.path(spot, path, alias(path))
                };
                if !found.is_nothing() {
                    return found;
                }
            }
        }
        if !items.is_empty() {
            return Found::Item(items);
        }
        let found = self.by_globs(spot, name);
        match hidden && found.is_nothing() {
            true => Found::Unknown(MACRO),
            false => found,
        }
    }

    /// A name that comes with everything of another module.
    fn by_globs(&mut self, spot: &Spot, name: &'p str) -> Found<'p> {
        let tree = self.tree;
        let mut unknown = None;
        for stretch in tree.stretches(spot) {
            let globs = tree.names(stretch).map(|it| &it.globs);
            for path in globs.into_iter().flatten() {
                let found = match self.path(spot, path, alias(path)) {
                    Found::Module(next) if next != *spot => self.step(&next, name, alias(path)),
                    Found::Outside => Found::Unknown(ELSEWHERE),
                    Found::Unknown(why) => Found::Unknown(why),
                    Found::Module(_) | Found::Item(_) | Found::Nothing => Found::Nothing,
                };
                if found.is_known() {
                    return found;
                }
                if let Found::Unknown(why) = found {
                    unknown = Some(why);
                }
            }
        }
        unknown.map_or(Found::Nothing, Found::Unknown)
    }
}

fn alias(path: &str) -> Written<'_> {
    Written {
        path,
        whole: true,
        declared: true,
    }
}

fn root(of: &Spot) -> Spot {
    Spot {
        krate: of.krate,
        module: String::new(),
    }
}

fn up<'p>(spot: &Spot) -> Found<'p> {
    spot.up().map_or(Found::Nothing, Found::Module)
}
