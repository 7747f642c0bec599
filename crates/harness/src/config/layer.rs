//! One layer of the configuration: the values that one file, the environment or the command line gives.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use super::built_in::SPELLINGS;
use super::fault::Fault;
use super::keys::{KEYS, Key};
use super::kind::Kind;
use super::lookup::{Found, find, words_below};
use super::nearest::nearest;
use super::node::{Node, Pair, Tree, parse, parse_value, short};
use super::place::{Place, Source};
use super::problem::Problem;
use super::secretish;
use super::value::{Layer, Origin, Value};

/// Problems that are told at once.
const PROBLEMS_MAX: usize = 20;
/// Characters of a name that the user chose.
const NAME_CHARS_MAX: usize = 100;
/// What variables of the environment start with.
const PREFIX: &str = "INTERLOCK_";

/// A value of one layer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Given {
    pub(crate) path: Vec<String>,
    pub(crate) key: &'static Key,
    pub(crate) value: Value,
    pub(crate) origin: Origin,
    /// Where each item of a list came from.
    pub(crate) items: Vec<Origin>,
}

/// The built-in values.
pub(crate) fn defaults() -> Vec<Given> {
    static READ: LazyLock<Vec<Given>> = LazyLock::new(|| {
        let mut reading = Reading::new(Layer::Default);
        for key in KEYS.iter().filter(|key| !key.default.is_empty()) {
            let path: Vec<String> = key.segments().map(str::to_owned).collect();
            if let Ok(node) = parse_value(key.default, &Place::Nowhere) {
                reading.leaf(path, key, &node);
            }
        }
        reading.given
    });
    READ.clone()
}

/// The values of a file.
pub(crate) fn from_file(source: &Arc<Source>, layer: Layer) -> Result<Vec<Given>, Vec<Problem>> {
    let root = parse(source).map_err(|problem| vec![problem])?;
    let mut reading = Reading::new(layer);
    match &root.tree {
        Tree::Nothing => {}
        Tree::Map(pairs) => reading.section(&[], pairs),
        Tree::Switch(_) | Tree::Whole(_) | Tree::Decimal(_) | Tree::Text(_) | Tree::List(_) => {
            let fault = Fault::NotAMapping(root.tree.found());
            reading
                .problems
                .push(Problem::new(fault, root.place.clone()));
        }
    }
    reading.end()
}

/// The values of the environment: `INTERLOCK_BUDGET__TOTAL` is `budget.total`. An empty variable is not set.
pub(crate) fn from_env(env: &BTreeMap<String, String>) -> Result<Vec<Given>, Vec<Problem>> {
    let mut reading = Reading::new(Layer::Env);
    for (name, text) in env {
        let Some(rest) = name.strip_prefix(PREFIX) else {
            continue;
        };
        if text.trim().is_empty() {
            continue;
        }
        let place = Place::Variable(name.clone());
        let path: Vec<String> = rest.to_lowercase().split("__").map(str::to_owned).collect();
        if let Found::Key(key) = find(&path) {
            reading.text(path, key, text, &place);
        } else if let Some(meant) = without_levels(&path) {
            let fault = Fault::UnknownVariable {
                name: name.clone(),
                near: Some(variable(meant)),
            };
            reading.problems.push(Problem::new(fault, place));
        } else if path.len() > 1 {
            reading.unknown(&path, place);
        }
    }
    reading.end()
}

/// The values of the command line, as keys with dots and their text.
pub(crate) fn from_flags(flags: &[(String, String)]) -> Result<Vec<Given>, Vec<Problem>> {
    let mut reading = Reading::new(Layer::Flag);
    for (written, text) in flags {
        let place = Place::Flag(written.clone());
        match split_flag(written) {
            Some((path, key)) => reading.text(path, key, text, &place),
            None => {
                let path: Vec<String> = written.split('.').map(str::to_owned).collect();
                reading.unknown(&path, place);
            }
        }
    }
    reading.end()
}

/// The variable that sets a key.
pub(crate) fn variable(path: &str) -> String {
    format!("{PREFIX}{}", path.to_uppercase().replace('.', "__"))
}

/// The key that a variable was meant for whose levels are not marked (`INTERLOCK_BUDGET_TOTAL`). Variables without
/// levels that look like no key are somebody else's (`INTERLOCK_STATE`).
fn without_levels(path: &[String]) -> Option<&'static str> {
    let flat = path.join("_");
    let same = |key: &&Key| key.path.replace('.', "_") == flat;
    KEYS.iter().find(same).map(|key| key.path)
}

/// A key with dots, where a name of the user's may hold dots itself (`models.price.gpt-4.1.input`).
fn split_flag(written: &str) -> Option<(Vec<String>, &'static Key)> {
    let parts: Vec<&str> = written.split('.').collect();
    for from in 0..parts.len() {
        for upto in (from + 1)..=parts.len() {
            let mut path: Vec<String> = parts[..from]
                .iter()
                .map(|part| (*part).to_owned())
                .collect();
            path.push(parts[from..upto].join("."));
            path.extend(parts[upto..].iter().map(|part| (*part).to_owned()));
            let path = respelt(path);
            if let Found::Key(key) = find(&path) {
                return Some((path, key));
            }
        }
    }
    None
}

/// The path with the seed's spellings replaced by ours.
fn respelt(mut path: Vec<String>) -> Vec<String> {
    if path.first().is_some_and(|section| section == "project")
        && let Some(last) = path.last_mut()
        && let Some((_, ours)) = SPELLINGS.iter().find(|(theirs, _)| last == theirs)
    {
        (*ours).clone_into(last);
    }
    path
}

struct Reading {
    layer: Layer,
    given: Vec<Given>,
    seen: BTreeSet<Vec<String>>,
    problems: Vec<Problem>,
}

impl Reading {
    fn new(layer: Layer) -> Self {
        Self {
            layer,
            given: Vec::new(),
            seen: BTreeSet::new(),
            problems: Vec::new(),
        }
    }

    fn end(mut self) -> Result<Vec<Given>, Vec<Problem>> {
        if self.problems.is_empty() {
            return Ok(self.given);
        }
        self.problems.truncate(PROBLEMS_MAX);
        Err(self.problems)
    }

    fn section(&mut self, above: &[String], pairs: &[Pair]) {
        for pair in pairs {
            let mut written = above.to_vec();
            written.push(pair.key.clone());
            let path = respelt(written.clone());
            match find(&path) {
                Found::Key(key) => {
                    if self.is_twice(&path, &written, &pair.place) {
                        continue;
                    }
                    self.leaf(path, key, &pair.value);
                }
                Found::Section => self.below(&path, pair),
                Found::Unknown => self.unknown(&path, pair.place.clone()),
            }
        }
    }

    fn below(&mut self, path: &[String], pair: &Pair) {
        if !is_name(&pair.key) {
            self.unknown(path, pair.place.clone());
            return;
        }
        match &pair.value.tree {
            Tree::Map(pairs) => self.section(path, pairs),
            // A section in which everything is a comment.
            Tree::Nothing => {}
            Tree::Switch(_) | Tree::Whole(_) | Tree::Decimal(_) | Tree::Text(_) | Tree::List(_) => {
                let key = path.join(".");
                let words = words_below(&path[..path.len() - 1]);
                let is_word = words.contains(&pair.key.as_str());
                // Below `models` any name may stand, but a plain value there was meant for one of our words.
                let fault = match nearest(&pair.key, words).filter(|_| !is_word) {
                    Some(near) => Fault::UnknownKey {
                        key,
                        near: Some(near),
                    },
                    None => Fault::Wanted {
                        key,
                        wanted: "a section".to_owned(),
                        found: pair.value.tree.found(),
                    },
                };
                self.problems
                    .push(Problem::new(fault, pair.value.place.clone()));
            }
        }
    }

    fn is_twice(&mut self, path: &[String], written: &[String], place: &Place) -> bool {
        let is_twice = !self.seen.insert(path.to_vec());
        if is_twice {
            let fault = Fault::TwoSpellings {
                key: written.join("."),
                other: path.join("."),
            };
            self.problems.push(Problem::new(fault, place.clone()));
        }
        is_twice
    }

    fn leaf(&mut self, path: Vec<String>, key: &'static Key, node: &Node) {
        if let Some(bad) = path.iter().find(|name| !is_name(name)) {
            let fault = Fault::UnknownKey {
                key: short(bad),
                near: None,
            };
            self.problems.push(Problem::new(fault, node.place.clone()));
            return;
        }
        let name = path.join(".");
        match key.kind.take(&name, node) {
            Ok(taken) => self.given.push(Given {
                path,
                key,
                value: taken.value,
                origin: self.origin(node.place.clone()),
                items: taken
                    .places
                    .into_iter()
                    .map(|place| self.origin(place))
                    .collect(),
            }),
            Err(more) => self.problems.extend(more),
        }
    }

    /// A value that came as text: words are taken as they are, lists also with commas, the rest is YAML.
    fn text(&mut self, path: Vec<String>, key: &'static Key, text: &str, place: &Place) {
        let words = |text: &str| Node {
            tree: Tree::Text(text.trim().to_owned()),
            place: place.clone(),
        };
        let node = match key.kind {
            Kind::Text(_) | Kind::Choice(_) => Ok(words(text)),
            Kind::List(Kind::Text(_) | Kind::Choice(_), _)
                if !text.trim_start().starts_with('[') =>
            {
                let parts = text.split(',').filter(|part| !part.trim().is_empty());
                Ok(Node {
                    tree: Tree::List(parts.map(words).collect()),
                    place: place.clone(),
                })
            }
            Kind::Switch
            | Kind::Count(..)
            | Kind::Decimal(..)
            | Kind::Rule
            | Kind::Requirement
            | Kind::Hook(_)
            | Kind::List(..) => parse_value(text, place),
        };
        match node {
            Ok(node) => self.leaf(path, key, &node),
            Err(problem) => self.problems.push(problem),
        }
    }

    fn unknown(&mut self, path: &[String], place: Place) {
        let (above, last) = path.split_at(path.len().saturating_sub(1));
        let last = last.first().map(String::as_str).unwrap_or_default();
        let is_model = above
            .first()
            .is_some_and(|top| top == "models" || top == "tools");
        let shown = short(&path.join("."));
        let near = nearest_key(above, last);
        let fault = match &place {
            _ if is_model && secretish::names_a_secret(last) => Fault::KeyInFile(shown),
            Place::Variable(name) => Fault::UnknownVariable {
                name: name.clone(),
                near: near.map(|near| variable(&whole(above, &near))),
            },
            Place::Flag(_) => Fault::UnknownKey {
                key: shown,
                near: near.map(|near| whole(above, &near)),
            },
            Place::Nowhere | Place::File(_) | Place::At { .. } => {
                Fault::UnknownKey { key: shown, near }
            }
        };
        self.problems.push(Problem::new(fault, place));
    }

    fn origin(&self, place: Place) -> Origin {
        Origin {
            layer: self.layer,
            place,
        }
    }
}

/// The word of the same section that was meant, else the key elsewhere that ends with this very word.
fn nearest_key(above: &[String], last: &str) -> Option<String> {
    let mut words = words_below(above);
    if above.first().is_some_and(|section| section == "project") {
        words.extend(SPELLINGS.iter().map(|(theirs, _)| *theirs));
    }
    let is_same = |key: &&Key| key.segments().last() == Some(last);
    let is_plain = |key: &&Key| !key.path.contains('*');
    nearest(last, words).or_else(|| {
        let found = KEYS.iter().filter(is_plain).find(is_same);
        found
            .or_else(|| KEYS.iter().find(is_same))
            .map(|key| key.path.to_owned())
    })
}

/// The whole path of a word that was found near: it is in the same section, or a path already.
fn whole(above: &[String], near: &str) -> String {
    if near.contains('.') || above.is_empty() {
        return near.to_owned();
    }
    format!("{}.{near}", above.join("."))
}

fn is_name(name: &str) -> bool {
    let is_fit = |c: char| !c.is_control() && !secretish::is_invisible(c);
    !name.trim().is_empty() && name.chars().count() <= NAME_CHARS_MAX && name.chars().all(is_fit)
}
