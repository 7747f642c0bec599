//! Functions of TypeScript that do what another one of their file does, word by word: one that did something else before the change, and
//! two whose names say the opposite of each other (`first` and `last`).

use std::collections::BTreeMap;

use code::{Definition, Facts, Reason};

use crate::facts::StubFact;
use crate::inspect::known::last;
use crate::inspect::{Subject, finding};
use crate::rules::CODE_DUPLICATED;

/// Functions that are looked at.
const FUNCTIONS_MAX: usize = 2_000;
/// Statements, as lines, of the shortest body that two functions hardly share by chance.
const LINES_MIN: usize = 3;

/// Words of names that say the opposite of each other.
const OPPOSITES: [(&str, &str); 40] = [
    ("first", "last"),
    ("min", "max"),
    ("minimum", "maximum"),
    ("start", "end"),
    ("begin", "end"),
    ("start", "stop"),
    ("left", "right"),
    ("top", "bottom"),
    ("head", "tail"),
    ("open", "close"),
    ("push", "pop"),
    ("add", "remove"),
    ("add", "delete"),
    ("insert", "remove"),
    ("insert", "delete"),
    ("enable", "disable"),
    ("up", "down"),
    ("upper", "lower"),
    ("before", "after"),
    ("prev", "next"),
    ("previous", "next"),
    ("show", "hide"),
    ("lock", "unlock"),
    ("encode", "decode"),
    ("serialize", "deserialize"),
    ("ceil", "floor"),
    ("success", "error"),
    ("width", "height"),
    ("asc", "desc"),
    ("ascending", "descending"),
    ("row", "column"),
    ("rows", "columns"),
    ("keys", "values"),
    ("load", "save"),
    ("read", "write"),
    ("increment", "decrement"),
    ("increase", "decrease"),
    ("pause", "resume"),
    ("subscribe", "unsubscribe"),
    ("union", "intersection"),
];

impl Subject<'_> {
    /// What does the same as another, and is not to.
    pub(in crate::inspect) fn same_as_others(&self, before: Option<&str>) -> Vec<StubFact> {
        // In other languages types make functions of one body several.
        if !self.code.language.is_script() {
            return Vec::new();
        }
        let was = self.ground.base.and_then(|it| it.facts(self.path.as_str()));
        let now = bodies(&self.code, &self.bare);
        let old = was.map(|facts| bodies(facts, before.unwrap_or_default()));
        let old = old.unwrap_or_default();
        let mut homes: BTreeMap<&str, Vec<&Definition>> = BTreeMap::new();
        for (definition, text) in now.values() {
            homes.entry(text.as_str()).or_default().push(definition);
        }
        let mut found = Vec::new();
        for (text, all) in homes.iter().filter(|(_, all)| all.len() > 1) {
            let body = |it: &Definition| old.get(it.name.as_str()).map(|it| it.1.as_str());
            let fresh = |it: &&&Definition| body(it) != Some(*text);
            for one in all.iter().filter(fresh) {
                let mut others = all.iter().filter(|it| it.name != one.name);
                let twin = match body(one) {
                    Some(_) if statements(text) >= LINES_MIN => others.next(),
                    Some(_) | None => others.find(|it| are_opposite(one, it)),
                };
                found.extend(twin.map(|twin| {
                    let why = format!("does the same as `{}`, word by word", last(twin));
                    finding(one.span.line, &one.name, Reason::Idle, &why).ruled(CODE_DUPLICATED)
                }));
            }
        }
        found
    }
}

/// What functions of a file hold after their names, spaces aside, by name; those that several bear and those that do
/// hardly anything are left out.
fn bodies<'f>(facts: &'f Facts, source: &str) -> BTreeMap<&'f str, (&'f Definition, String)> {
    let mut found = BTreeMap::new();
    let mut several = Vec::new();
    let functions = facts.definitions.iter();
    let functions = functions.filter(|it| it.kind.is_function() && !it.test);
    for it in functions.take(FUNCTIONS_MAX) {
        let bytes = it.span.bytes;
        let text = source.get(bytes.start..bytes.end).unwrap_or_default();
        let Some((_, rest)) = text.split_once(last(it)) else {
            continue;
        };
        let lines = rest.lines().map(str::trim);
        let lines = lines.filter(|it| !["//", "/*", "*", "#"].iter().any(|s| it.starts_with(s)));
        let rest = lines.collect::<Vec<_>>().join("\n");
        if does_something(&rest) && found.insert(it.name.as_str(), (it, rest)).is_some() {
            several.push(it.name.as_str());
        }
    }
    for name in several {
        found.remove(name);
    }
    found
}

/// Whether there is a call in what stands after the head, and no word of work that is somebody else's.
fn does_something(text: &str) -> bool {
    const NOT: [&str; 8] = [
        "throw ",
        "raise ",
        "panic",
        "todo!",
        "unimplemented",
        "NotImplemented",
        "super",
        "not implemented",
    ];
    let body = text.split_once('{').or_else(|| text.split_once(":\n"));
    let body = body.or_else(|| text.split_once("=>")).map(|it| it.1);
    body.is_some_and(|it| {
        let works = it.contains('(') || it.contains(" = ");
        works && !NOT.iter().any(|word| it.contains(word))
    })
}

fn statements(text: &str) -> usize {
    let lines = text.lines().skip(1).map(str::trim);
    let held = |it: &&str| it.chars().any(char::is_alphanumeric);
    lines.filter(held).count()
}

/// Whether names differ in one word alone, and that says the opposite.
fn are_opposite(one: &Definition, other: &Definition) -> bool {
    let owner = |it: &Definition| it.name.rsplit_once(['.', ':']).map(|it| it.0.to_owned());
    let (mine, theirs) = (code::name_words(last(one)), code::name_words(last(other)));
    let mut differing = mine.iter().zip(&theirs).filter(|(a, b)| a != b);
    let (Some((a, b)), None) = (differing.next(), differing.next()) else {
        return false;
    };
    let opposite = |(x, y): &(&str, &str)| (a == x && b == y) || (a == y && b == x);
    owner(one) == owner(other) && mine.len() == theirs.len() && OPPOSITES.iter().any(opposite)
}
