//! Reading maps: unknown keys are told with the nearest known one, and a value of the wrong shape at its place. Whether that
//! is an error depends on what is read ([`Notes::odd`]). Not which keys there are.

use std::collections::BTreeSet;

use ledger::ids::RelPath;
use ledger::pattern::is_pattern;

use crate::nearest::{nearest, slip};
use crate::notes::Notes;
use crate::yaml::{Key, Node, Value};

/// Items of one list.
const ITEMS_MAX: usize = 5_000;
/// Characters of one text.
const TEXT_CHARS_MAX: usize = 4_000;

/// A map, and whatever else stands in it.
pub(crate) struct Fields<'n> {
    /// Where the map begins.
    pub(crate) at: usize,
    items: &'n [(Key, Node)],
    /// Known keys that are not there, and the misspelt ones that are read for them.
    meant: Vec<(String, &'n (Key, Node))>,
}

impl<'n> Fields<'n> {
    /// The value of a key, if it is there.
    pub(crate) fn get(&self, name: &str) -> Option<&'n Node> {
        self.item(name).map(|(_, node)| node)
    }

    /// What stands under keys that are none of the known ones.
    fn unknown(&self, known: &[&str]) -> impl Iterator<Item = &'n (Key, Node)> {
        let items = self.items.iter();
        items.filter(move |(key, _)| !known.contains(&key.text.as_str()))
    }

    fn item(&self, name: &str) -> Option<&'n (Key, Node)> {
        let misspelt = || self.meant.iter().find(|(known, _)| known == name);
        let mut items = self.items.iter();
        let exact = items.find(|(key, _)| key.text == name);
        exact.or_else(|| misspelt().map(|(_, item)| *item))
    }

    /// The value of a key that has to be there.
    pub(crate) fn need(&self, name: &str, what: &str, notes: &mut Notes<'_>) -> Option<&'n Node> {
        let found = self.get(name);
        if found.is_none() {
            notes.error(self.at, format!("{what} has no `{name}`"), "");
        }
        found
    }

    /// Where a key's value stands, or where the map begins.
    pub(crate) fn place(&self, name: &str) -> usize {
        self.get(name).map_or(self.at, |node| node.at)
    }

    /// Where a key stands, or where the map begins.
    pub(crate) fn key_place(&self, name: &str) -> usize {
        self.item(name).map_or(self.at, |(key, _)| key.at)
    }

    /// A text that may be left out.
    pub(crate) fn text(&self, name: &str, notes: &mut Notes<'_>) -> Option<String> {
        text(self.get(name)?, name, notes)
    }

    /// A list of texts; one left out is empty.
    pub(crate) fn texts(&self, name: &str, notes: &mut Notes<'_>) -> Vec<String> {
        self.list(name, notes)
            .iter()
            .filter_map(|node| text(node, &format!("an item of `{name}`"), notes))
            .collect()
    }

    /// A list of paths; one left out is empty.
    pub(crate) fn paths(&self, name: &str, notes: &mut Notes<'_>) -> Vec<RelPath> {
        let mut seen = BTreeSet::new();
        let mut found: Vec<RelPath> = Vec::new();
        for node in self.list(name, notes) {
            let Some(path) = path(node, &format!("an item of `{name}`"), notes) else {
                continue;
            };
            if seen.insert(path.clone()) {
                found.push(path);
            } else {
                let message = format!("`{path}` stands in `{name}` a second time");
                notes.warn(node.at, message, "");
            }
        }
        found
    }

    /// A list; one left out is empty.
    pub(crate) fn list(&self, name: &str, notes: &mut Notes<'_>) -> &'n [Node] {
        match self.get(name) {
            None => &[],
            Some(node) => list(node, name, notes),
        }
    }
}

/// A map; other shapes and unknown keys are told.
pub(crate) fn fields<'n>(
    node: &'n Node,
    what: &str,
    known: &[&str],
    notes: &mut Notes<'_>,
) -> Option<Fields<'n>> {
    let found = map(node, what, known, notes)?;
    for (key, _) in found.unknown(known) {
        unknown_key(key, what, known, notes);
    }
    Some(found)
}

/// The same, where a key that is misspelt by one slip is read as what is meant: a check that nobody makes for the sake of a
/// letter would be lost.
pub(crate) fn meant_fields<'n>(
    node: &'n Node,
    what: &str,
    known: &[&str],
    notes: &mut Notes<'_>,
) -> Option<Fields<'n>> {
    let mut found = map(node, what, known, notes)?;
    let unknown: Vec<&'n (Key, Node)> = found.unknown(known).collect();
    for item in unknown {
        let free = |name: &&str| found.get(name).is_none();
        let Some(name) = slip(&item.0.text, known).filter(free) else {
            unknown_key(&item.0, what, known, notes);
            continue;
        };
        let message = format!("{what} has no key `{}`", item.0.text);
        let taken = format!("it is read as `{name}`");
        notes.odd_as(item.0.at, message, &taken, hint(&item.0.text, known));
        found.meant.push((name.to_owned(), item));
    }
    Some(found)
}

fn unknown_key(key: &Key, what: &str, known: &[&str], notes: &mut Notes<'_>) {
    let message = format!("{what} has no key `{}`", key.text);
    notes.odd(key.at, message, hint(&key.text, known));
}

fn map<'n>(
    node: &'n Node,
    what: &str,
    known: &[&str],
    notes: &mut Notes<'_>,
) -> Option<Fields<'n>> {
    let Value::Map(items) = &node.value else {
        let found = node.value.word();
        let help = format!("its keys are {}", names(known));
        notes.odd(
            node.at,
            format!("{what} has to be a map, not {found}"),
            help,
        );
        return None;
    };
    Some(Fields {
        at: node.at,
        items,
        meant: Vec::new(),
    })
}

/// What to do about a word that is not known.
pub(crate) fn hint(word: &str, known: &[&str]) -> String {
    match nearest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are {}", names(known)),
    }
}

/// A text that says something. Numbers and booleans are texts as they are written.
pub(crate) fn text(node: &Node, what: &str, notes: &mut Notes<'_>) -> Option<String> {
    text_within(node, what, TEXT_CHARS_MAX, notes)
}

/// The same, up to a length of its own.
pub(crate) fn text_within(
    node: &Node,
    what: &str,
    chars_max: usize,
    notes: &mut Notes<'_>,
) -> Option<String> {
    let text = match &node.value {
        Value::Scalar(text) => text.clone(),
        Value::Null | Value::List(_) | Value::Map(_) => {
            let found = node.value.word();
            notes.odd(node.at, format!("{what} has to be text, not {found}"), "");
            if notes.is_for_writing() {
                return None;
            }
            in_words(node)
        }
    };
    if text.trim().is_empty() {
        if node.value.as_text().is_some() {
            notes.odd(node.at, format!("{what} is empty"), "");
        }
        return None;
    }
    if text
        .chars()
        .any(|c| c.is_control() && !"\n\r\t".contains(c))
    {
        notes.error(node.at, format!("{what} holds a control character"), "");
        return None;
    }
    if text.chars().count() > chars_max {
        let message = format!("{what} is longer than {chars_max} characters");
        notes.odd(node.at, message, "");
        if notes.is_for_writing() {
            return None;
        }
    }
    Some(text)
}

/// What a node says, on one line, for people to read.
pub(crate) fn in_words(node: &Node) -> String {
    match &node.value {
        Value::Null => String::new(),
        Value::Scalar(text) => one_line(text),
        Value::List(items) => items.iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Map(fields) => {
            let words = fields.iter();
            let words = words.map(|(key, node)| format!("{}: {}", key.text, in_words(node)));
            words.collect::<Vec<_>>().join(", ")
        }
    }
}

/// An exact path inside the repository.
pub(crate) fn path(node: &Node, what: &str, notes: &mut Notes<'_>) -> Option<RelPath> {
    let text = text(node, what, notes)?;
    exact_path(&text, node.at, what, notes)
}

/// The same for a text already at hand.
pub(crate) fn exact_path(
    text: &str,
    at: usize,
    what: &str,
    notes: &mut Notes<'_>,
) -> Option<RelPath> {
    let mut refuse = |why: &str, help: &str| {
        notes.error(at, format!("{what}, `{text}`, {why}"), help);
        None
    };
    if text.contains('\\') {
        return refuse("holds a backslash", "write `/` between folders");
    }
    if is_pattern(text) || choices(text) {
        return refuse("is a pattern", "name each file");
    }
    if text.ends_with('/') {
        return refuse("is a folder", "name the files in it");
    }
    if text != text.trim() {
        return refuse("has blanks around it", "take them away");
    }
    match RelPath::new(text) {
        Ok(path) => Some(path),
        Err(bad) => refuse(
            &format!("is no path inside the repository: {}", bad.why),
            "paths are relative to the top of the repository",
        ),
    }
}

/// Names to choose from, `{a,b}`: a pattern. Other braces are a name's own.
fn choices(text: &str) -> bool {
    let inner = text
        .split_once('{')
        .and_then(|(_, rest)| rest.split_once('}'));
    inner.is_some_and(|(inner, _)| inner.contains(','))
}

/// A list's items; any other shape is an error, nothing at all is an empty list.
pub(crate) fn list<'n>(node: &'n Node, what: &str, notes: &mut Notes<'_>) -> &'n [Node] {
    match &node.value {
        Value::Null => &[],
        Value::List(items) if items.len() <= ITEMS_MAX => items,
        Value::List(_) => {
            notes.error(
                node.at,
                format!("`{what}` has more than {ITEMS_MAX} items"),
                "",
            );
            &[]
        }
        Value::Scalar(_) | Value::Map(_) => {
            let found = node.value.word();
            let message = format!("`{what}` has to be a list, not {found}");
            notes.odd(node.at, message, "write one item a line, each after `- `");
            match notes.is_for_writing() {
                true => &[],
                false => std::slice::from_ref(node),
            }
        }
    }
}

/// A sentence on one line, so that it is the same however it was folded.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn names(known: &[&str]) -> String {
    let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
