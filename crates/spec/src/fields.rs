//! Reading maps strictly: unknown keys are errors that name the nearest known one, and a value of the wrong shape is
//! an error at its place. Not which keys there are.

use std::collections::BTreeSet;

use ledger::ids::RelPath;

use crate::nearest::nearest;
use crate::notes::Notes;
use crate::yaml::{Key, Node, Value};

/// Items of one list.
const ITEMS_MAX: usize = 5_000;
/// Characters of one text.
const TEXT_CHARS_MAX: usize = 4_000;

/// A map whose keys are all known.
pub(crate) struct Fields<'n> {
    /// Where the map begins.
    pub(crate) at: usize,
    items: &'n [(Key, Node)],
}

impl<'n> Fields<'n> {
    /// The value of a key, if it is there.
    pub(crate) fn get(&self, name: &str) -> Option<&'n Node> {
        self.items
            .iter()
            .find(|(key, _)| key.text == name)
            .map(|(_, node)| node)
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
        self.items
            .iter()
            .find(|(key, _)| key.text == name)
            .map_or(self.at, |(key, _)| key.at)
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

    /// The keys as they stand.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'n Key> {
        self.items.iter().map(|(key, _)| key)
    }
}

/// A map; other shapes and unknown keys are errors.
pub(crate) fn fields<'n>(
    node: &'n Node,
    what: &str,
    known: &[&str],
    notes: &mut Notes<'_>,
) -> Option<Fields<'n>> {
    let Value::Map(items) = &node.value else {
        let found = node.value.word();
        let help = format!("its keys are {}", names(known));
        notes.error(
            node.at,
            format!("{what} has to be a map, not {found}"),
            help,
        );
        return None;
    };
    for (key, _) in items {
        if !known.contains(&key.text.as_str()) {
            let message = format!("{what} has no key `{}`", key.text);
            notes.error(key.at, message, hint(&key.text, known));
        }
    }
    Some(Fields { at: node.at, items })
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
    let Value::Scalar(text) = &node.value else {
        let found = node.value.word();
        notes.error(node.at, format!("{what} has to be text, not {found}"), "");
        return None;
    };
    if text.trim().is_empty() {
        notes.error(node.at, format!("{what} is empty"), "");
        None
    } else if text.chars().count() > chars_max {
        let message = format!("{what} is longer than {chars_max} characters");
        notes.error(node.at, message, "");
        None
    } else if text
        .chars()
        .any(|c| c.is_control() && !"\n\r\t".contains(c))
    {
        notes.error(node.at, format!("{what} holds a control character"), "");
        None
    } else {
        Some(text.clone())
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
    if text.contains('*') || choices(text) {
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
            notes.error(node.at, message, "write one item a line, each after `- `");
            &[]
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
