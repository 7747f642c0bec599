//! Who uses whom, and what is reached from where anything starts.
//!
//! An edge leads from a file to one that it makes use of: through an import that is used, through modules that pass a
//! name on, or, in languages where a package is one scope, by a name alone.

mod declared;
mod edges;
mod reach;
mod units;

use std::collections::BTreeMap;

use super::{Entry, Project, Target};
use code::Facts;
use code::Import;
use code::Language;
use units::Units;

/// Users that are told of one file.
const USERS_MAX: usize = 200;

/// How one file is joined to another, weakest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    /// Not at all.
    None,
    /// Imported, and not used; the import's line.
    Idle(u32),
    /// Used in code for tests alone; the line.
    Tests(u32),
    /// Perhaps: the line, and why that can't be told.
    Maybe(u32, &'static str),
    /// The lines of the import and of the use; the same where a use needs no import.
    Used(u32, u32),
}

/// A file that uses another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Its path.
    pub path: String,
    /// Where.
    pub line: u32,
    /// It is a test, or the use stands in code for tests.
    pub test: bool,
}

/// How a file stands in its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wiring {
    /// Why it begins something by itself.
    pub entry: Option<Entry>,
    /// Who uses it, in order of paths.
    pub users: Vec<User>,
    /// How it is reached.
    pub reach: Reach,
}

/// How a file is reached from where anything starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// From the first of these files through the others; the file itself is the last.
    From(Vec<String>),
    /// From tests alone.
    Tests,
    /// By nothing that starts anywhere.
    Nothing,
    /// Nothing in the tree is known to start anywhere, so there is nothing to be reached from.
    NoEntry,
    /// It can't be told, and why.
    Unknown(String),
}

/// A file's number, in order of paths.
type Id = usize;

/// One file makes use of another.
#[derive(Clone, Debug)]
struct Edge {
    to: Id,
    link: Link,
    /// It only passes names on: whoever asks for one is joined to its home.
    passes: bool,
}

/// All edges of a tree.
#[derive(Debug, Default)]
pub(super) struct Graph {
    ids: BTreeMap<String, Id>,
    paths: Vec<String>,
    entries: Vec<Option<Entry>>,
    /// Edges that leave a file, by its number.
    out: Vec<Vec<Edge>>,
    /// Files with an edge to a file, by its number.
    into: Vec<Vec<Id>>,
    reach: Vec<reach::Found>,
    /// Whether anything but a test starts anywhere.
    starts: bool,
    /// Imports that nobody can follow: the file, the specifier, the names.
    loose: Vec<(Id, String, Vec<String>)>,
}

impl Graph {
    pub(super) fn of(project: &Project) -> Graph {
        let paths: Vec<String> = project.files.keys().cloned().collect();
        let ids: BTreeMap<String, Id> = paths.iter().cloned().zip(0..).collect();
        let entries = paths.iter().map(|path| project.entry(path)).collect();
        let mut graph = Graph {
            ids,
            entries,
            out: Vec::with_capacity(paths.len()),
            into: vec![Vec::new(); paths.len()],
            paths,
            ..Graph::default()
        };
        let mut units = Units::default();
        for (id, (path, facts)) in project.files.iter().enumerate() {
            let found = edges::of(project, &graph.ids, path, facts, &mut units);
            for edge in &found.edges {
                if let Some(users) = graph.into.get_mut(edge.to) {
                    users.push(id);
                }
            }
            let loose = found.loose.into_iter();
            graph
                .loose
                .extend(loose.map(|(path, names)| (id, path, names)));
            graph.out.push(found.edges);
        }
        graph.reach = reach::find(&graph);
        graph.starts = graph.reach.contains(&reach::Found::Entry);
        graph
    }

    /// Whether and how one file makes use of another.
    pub(super) fn link(&self, project: &Project, from: &str, to: &str) -> Link {
        let (Some(start), Some(end)) = (self.ids.get(from), self.ids.get(to)) else {
            return edges::to_asset(project, from, to);
        };
        let edges = self.out.get(*start).into_iter().flatten();
        let best = edges.filter(|edge| edge.to == *end).map(|edge| &edge.link);
        match best.max() {
            Some(link) => link.clone(),
            None => self.perhaps(project, *start, to),
        }
    }

    /// Whether and how one import makes use of another file.
    pub(super) fn brings(
        &self,
        project: &Project,
        (from, import): (&str, &Import),
        to: &str,
    ) -> Link {
        let (Some(facts), Some(end)) = (project.facts(from), self.ids.get(to)) else {
            return Link::None;
        };
        let found = edges::of_import(project, &self.ids, (from, facts), import);
        let links = found.into_iter().filter(|edge| edge.to == *end);
        links.map(|edge| edge.link).max().unwrap_or(Link::None)
    }

    pub(super) fn wiring(&self, project: &Project, path: &str) -> Wiring {
        let Some(id) = self.ids.get(path).copied() else {
            return Wiring {
                entry: None,
                users: Vec::new(),
                reach: Reach::Unknown("the file was not read".to_owned()),
            };
        };
        Wiring {
            entry: self.entries.get(id).cloned().flatten(),
            users: self.users(id),
            reach: self.reach(project, id, path),
        }
    }

    /// How a file is reached.
    pub(super) fn reach_of(&self, project: &Project, path: &str) -> Reach {
        match self.ids.get(path) {
            Some(id) => self.reach(project, *id, path),
            None => Reach::Unknown("the file was not read".to_owned()),
        }
    }

    /// Why a file begins something by itself.
    pub(super) fn entry(&self, path: &str) -> Option<&Entry> {
        self.entries.get(*self.ids.get(path)?)?.as_ref()
    }

    /// Files that are joined to one, whether they use it or not.
    pub(super) fn users_of<'g>(&'g self, path: &str) -> impl Iterator<Item = &'g str> {
        let id = self.ids.get(path).copied();
        let users = id.and_then(|id| self.into.get(id)).into_iter().flatten();
        users.filter_map(|user| self.paths.get(*user).map(String::as_str))
    }

    fn users(&self, id: Id) -> Vec<User> {
        let from = self.into.get(id).into_iter().flatten();
        let mut users: Vec<User> = Vec::new();
        for user in from {
            let edges = self.out.get(*user).into_iter().flatten();
            let link = edges.filter(|e| e.to == id).map(|e| &e.link).max();
            let (line, test) = match link {
                Some(Link::Used(_, line) | Link::Maybe(line, _)) => (*line, false),
                Some(Link::Tests(line)) => (*line, true),
                Some(Link::Idle(_) | Link::None) | None => continue,
            };
            let path = self.paths.get(*user).cloned().unwrap_or_default();
            if users.len() < USERS_MAX && users.last().is_none_or(|it| it.path != path) {
                users.push(User {
                    test: test || self.is_test(*user),
                    path,
                    line,
                });
            }
        }
        users
    }

    fn is_test(&self, id: Id) -> bool {
        let entry = self.entries.get(id).and_then(Option::as_ref);
        entry.is_some_and(|it| it.kind == super::EntryKind::Test)
    }

    fn reach(&self, project: &Project, id: Id, path: &str) -> Reach {
        let named = |ids: Vec<Id>| {
            let path = |id: &Id| self.paths.get(*id).cloned();
            ids.iter().filter_map(path).collect()
        };
        match reach::of(self, id) {
            reach::Of::From(chain) => Reach::From(named(chain)),
            reach::Of::Maybe(chain, why) => {
                let chain: Vec<String> = named(chain);
                Reach::Unknown(format!("by way of {}: {why}", chain.join(" -> ")))
            }
            reach::Of::Tests => Reach::Tests,
            reach::Of::NoEntry => Reach::NoEntry,
            reach::Of::Nothing => match self.loosely(project, path) {
                Some(why) => Reach::Unknown(why),
                None => Reach::Nothing,
            },
        }
    }

    /// Why an import that nobody can follow may mean a file.
    fn loosely(&self, project: &Project, path: &str) -> Option<String> {
        let facts = project.facts(path)?;
        let fits = |(_, specifier, names): &&(Id, String, Vec<String>)| {
            may_mean(specifier, names, path, facts)
        };
        if let Some((from, specifier, _)) = self.loose.iter().find(fits) {
            let from = self.paths.get(*from).map_or("", String::as_str);
            return Some(format!("`{specifier}` in `{from}` may mean it"));
        }
        let from = by_macro(project, path, facts)?;
        Some(format!("a macro call in `{from}` may declare it"))
    }

    fn perhaps(&self, project: &Project, start: Id, to: &str) -> Link {
        let Some(facts) = project.facts(to) else {
            return Link::None;
        };
        let mut own = self.loose.iter().filter(|(from, ..)| *from == start);
        let found = own.find(|(_, specifier, names)| may_mean(specifier, names, to, facts));
        let Some((from, specifier, _)) = found else {
            return Link::None;
        };
        let from = self.paths.get(*from).and_then(|path| project.facts(path));
        let mut imports = from.into_iter().flat_map(|facts| &facts.imports);
        let line = imports
            .find(|it| it.path == *specifier)
            .map_or(1, |it| it.line);
        Link::Maybe(line, "its import can't be followed")
    }
}

/// A file above whose macro calls may declare a module of Rust: they name it, or declare what stands in a folder.
fn by_macro<'p>(project: &'p Project, path: &str, facts: &Facts) -> Option<&'p str> {
    if facts.language != Language::Rust {
        return None;
    }
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.strip_suffix(".rs").unwrap_or(name);
    let declares = |other: &Facts| {
        other.language == Language::Rust
            && [stem, "automod"]
                .iter()
                .any(|word| other.macro_words.contains_key(*word))
    };
    let above = |other: &str| {
        let top = other.rsplit_once('/').map_or("", |(top, _)| top);
        other != path && (top.is_empty() || folder == top || folder.starts_with(&format!("{top}/")))
    };
    let mut files = project.files.iter();
    let found = files.find(|(other, facts)| above(other) && declares(facts))?;
    Some(found.0)
}

/// Whether a specifier that nobody can follow may mean a file: it ends as the file's path does, or brings a name that
/// the file offers.
fn may_mean(specifier: &str, names: &[String], path: &str, facts: &Facts) -> bool {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let stem = ["/index", "/mod", "/lib", "/__init__"]
        .iter()
        .find_map(|end| stem.strip_suffix(end))
        .unwrap_or(stem);
    let last = stem.rsplit('/').next().unwrap_or(stem);
    let mut words = specifier.rsplit(['/', ':', '.', '#', '@']);
    let called = words.any(|word| word == last);
    let offers = |name: &String| {
        name != "*" && name != "default" && facts.exports.iter().any(|it| it.name == *name)
    };
    called || names.iter().any(offers)
}

/// The files that an import means, and the names that are asked of them.
fn targets(project: &Project, path: &str, import: &Import) -> Result<Vec<String>, &'static str> {
    match project.resolve(path, import) {
        Target::Files(files) => Ok(files),
        Target::Outside | Target::Missing | Target::Shut(..) => Ok(Vec::new()),
        Target::Unknown(why) => Err(why),
    }
}
