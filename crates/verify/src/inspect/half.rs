//! What the plan says by name that the change does, and that it leaves undone: a file that it was to change and does not
//! touch, a function that it was to go through and names nowhere. Only sentences of a few plain forms count; a name that
//! stands in any other is there to explain something.

use std::collections::BTreeSet;

use code::project::{Project, is_test_path};
use code::{ExportKind, Language};

use super::Ground;
use super::named::{is_of_code, last, sentences, words};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 50;
/// Words before "with" that make of it something other than a way to do it.
const BESIDE: [&str; 22] = [
    "together",
    "along",
    "starts",
    "start",
    "begins",
    "begin",
    "ends",
    "end",
    "compared",
    "compare",
    "consistent",
    "compatible",
    "works",
    "work",
    "shared",
    "combined",
    "conflict",
    "conflicts",
    "agrees",
    "line",
    "as",
    "not",
];
/// What functions do with others, after their name.
const DOES: [&str; 10] = [
    "uses", "use", "calls", "call", "asks", "ask", "consults", "consult", "waits", "wait",
];
/// What is done by a function, before "by" and its name.
const DONE: [&str; 9] = [
    "used",
    "called",
    "read",
    "asked",
    "heeded",
    "honoured",
    "honored",
    "applied",
    "consulted",
];
/// Words of a sentence that says what is not done, or what was there before.
const DENIED: [&str; 8] = [
    "not",
    "never",
    "like",
    "already",
    "still",
    "stays",
    "unchanged",
    "remains",
];
/// Words that leave open which of two ways is meant.
const OTHER_WAY: [&str; 6] = ["no", "without", "instead", "rather", "before", "optional"];
/// Words that begin a clause which explains another.
const EXPLAINS: [&str; 9] = [
    "that", "which", "what", "as", "where", "when", "than", "because", "since",
];

/// Files of code that the plan says it changes, that were there before, and that the change leaves as they were.
pub(super) fn untouched(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let touched: BTreeSet<&str> = changes.iter().map(|it| it.path).collect();
    let mut found = BTreeSet::new();
    for task in &ground.plan.tasks {
        let files = || task.files.iter().map(|it| it.as_str());
        // What touches nothing of a task is not the work on it.
        if !files().any(|it| touched.contains(it)) {
            continue;
        }
        let left = files().filter(|path| {
            let language = Language::of_path(path);
            language.has_syntax()
                && !touched.contains(path)
                && base.facts(path).is_some()
                && ground.project.facts(path).is_some()
                && !task.deletes.iter().any(|it| it.as_str() == *path)
                && !(is_test_path(path, language) && changes.iter().any(is_test))
                && !passes_on(ground.project, path, &touched)
                && !is_let_be(ground, path)
        });
        found.extend(left.map(str::to_owned));
    }
    found.into_iter().take(FOUND_MAX).collect()
}

fn is_test(change: &Change<'_>) -> bool {
    is_test_path(change.path, Language::of_path(change.path))
}

/// Whether a file passes all of a changed one on, so that what is new there needs nothing here.
fn passes_on(project: &Project, path: &str, touched: &BTreeSet<&str>) -> bool {
    let Some(facts) = project.facts(path) else {
        return false;
    };
    let whole = facts.exports.iter().any(|it| match &it.kind {
        ExportKind::Reexport { name, .. } => name == "*",
        ExportKind::Value
        | ExportKind::Type
        | ExportKind::Default
        | ExportKind::Namespace
        | ExportKind::Restricted => false,
    });
    let stars = facts.imports.iter().flat_map(|it| &it.names);
    let whole = whole
        || stars
            .into_iter()
            .any(|it| it.name == "*" && it.local.is_none());
    whole
        && touched
            .iter()
            .any(|to| !matches!(project.link(path, to), code::project::Link::None))
}

/// Whether the plan says of a file that it may stay as it is.
fn is_let_be(ground: &Ground<'_>, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    sentences(ground).into_iter().any(|text| {
        let mut clauses = text.split(['.', ';', '\n']).peekable();
        let lets = [
            "if need",
            "unchanged",
            "stays",
            "as it is",
            "only if",
            "as is",
        ];
        text.contains(name) && clauses.any(|it| lets.iter().any(|sign| it.contains(sign)))
    })
}

/// Functions of the tree that the plan says the change goes through, or that they take it up, and which it leaves alone.
pub(super) fn unmentioned(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let texts = sentences(ground);
    let mut asked: BTreeSet<(&str, Way)> = BTreeSet::new();
    for text in texts {
        for clause in text.split(['.', ';', '\n']).filter(|it| !it.is_empty()) {
            asked.extend(asked_in(clause));
        }
        // A full stop may stand in a name: `a.b`.
        for clause in text.split(". ") {
            asked.extend(asked_in(clause));
        }
    }
    asked.retain(|(name, _)| is_function_of(base, name));
    if asked.is_empty() {
        return Vec::new();
    }
    let done = Done::of(ground, changes);
    let left = asked.into_iter().filter(|(name, way)| match way {
        Way::Through => !done.words.contains(*name),
        Way::Doer => !done.reaches(ground.project, name),
    });
    let names: BTreeSet<String> = left.map(|(name, _)| name.to_owned()).collect();
    names.into_iter().take(FOUND_MAX).collect()
}

/// In which way a name is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// The work goes through it.
    Through,
    /// It takes the work up.
    Doer,
}

/// The names that a clause asks for.
fn asked_in(clause: &str) -> Vec<(&str, Way)> {
    let parts: Vec<&str> = words(clause)
        .filter(|(_, name)| *name)
        .map(|(word, _)| word)
        .collect();
    let at = |place: Option<usize>| place.and_then(|it| parts.get(it)).copied().unwrap_or("");
    let has = |signs: &[&str]| {
        parts
            .iter()
            .any(|it| signs.contains(&it.to_lowercase().as_str()))
    };
    if has(&DENIED) || clause.contains("n't") || clause.contains("n\u{2019}t") {
        return Vec::new();
    }
    let (open, explains) = (has(&OTHER_WAY), has(&EXPLAINS));
    let does = |word: &str| DOES.contains(&word);
    let asked = parts.iter().enumerate().filter_map(|(place, word)| {
        let name = word.rsplit(['.', ':']).next().unwrap_or(word);
        if !is_of_code(name) || word.contains('/') {
            return None;
        }
        let before = at(place.checked_sub(1));
        let earlier = at(place.checked_sub(2));
        let after = at(place.checked_add(1));
        match before {
            "with" | "through" | "via" if !open && !BESIDE.contains(&earlier) => {
                Some((name, Way::Through))
            }
            "by" if DONE.contains(&earlier) => Some((name, Way::Doer)),
            "" | "and" | "both" if !explains && does(after) => Some((name, Way::Doer)),
            "" if !explains && after == "and" && does(at(place.checked_add(3))) => {
                Some((name, Way::Doer))
            }
            _ => None,
        }
    });
    asked.collect()
}

fn is_function_of(base: &Project, name: &str) -> bool {
    let mut all = base.all().flat_map(|(_, facts)| &facts.definitions);
    all.any(|it| it.kind.is_function() && !it.test && !it.nested && last(it) == name)
}

/// What a change does, in words.
struct Done {
    /// Names in what it adds, and in functions that it changes.
    words: BTreeSet<String>,
    /// Names of functions that it adds or changes, and of other things that it adds.
    changed: BTreeSet<String>,
    /// Names in the functions of changed files that it leaves as they were, by those functions' names.
    kept: Vec<(String, BTreeSet<String>)>,
    touched: BTreeSet<String>,
}

impl Done {
    fn of(ground: &Ground<'_>, changes: &[Change<'_>]) -> Self {
        let mut done = Self {
            words: BTreeSet::new(),
            changed: BTreeSet::new(),
            kept: Vec::new(),
            touched: BTreeSet::new(),
        };
        for change in changes.iter().filter(|it| !is_test(it)) {
            done.touched.insert(change.path.to_owned());
            done.add(ground, change);
        }
        done
    }

    fn add(&mut self, ground: &Ground<'_>, change: &Change<'_>) {
        let (Some(after), Some(facts)) = (change.after, ground.project.facts(change.path)) else {
            return;
        };
        let before = change.before.unwrap_or_default();
        let old: BTreeSet<&str> = before.lines().collect();
        let fresh = after.lines().filter(|it| !old.contains(it));
        self.words.extend(fresh.flat_map(names_in));
        let known = ground.base.and_then(|it| it.facts(change.path));
        let known = known.map_or(&[][..], |it| &it.definitions);
        let known: BTreeSet<&str> = known
            .iter()
            .filter_map(|it| before.get(it.span.bytes.start..it.span.bytes.end))
            .collect();
        for definition in facts.definitions.iter().filter(|it| !it.test) {
            let bytes = definition.span.bytes;
            let text = after.get(bytes.start..bytes.end).unwrap_or_default();
            let name = last(definition).to_owned();
            match (known.contains(text), definition.kind.is_function()) {
                (true, true) => self.kept.push((name, names_in(text).collect())),
                (true, false) => {}
                (false, function) => {
                    if function {
                        self.words.extend(names_in(text));
                    }
                    self.changed.insert(name);
                }
            }
        }
    }

    /// Whether a function is another one now, or stands on one that is.
    fn reaches(&self, project: &Project, name: &str) -> bool {
        let near = |words: &BTreeSet<String>| !words.is_disjoint(&self.changed);
        if self.changed.contains(name) || self.kept.iter().any(|(it, all)| it == name && near(all))
        {
            return true;
        }
        let mut others = project.all().filter(|(path, facts)| {
            let mut all = facts.definitions.iter();
            !self.touched.contains(*path) && all.any(|it| last(it) == name)
        });
        others.any(|(_, facts)| {
            let mut names = facts.references.keys().chain(facts.members.keys());
            names.any(|it| self.changed.contains(it))
        })
    }
}

fn names_in(text: &str) -> impl Iterator<Item = String> {
    let names = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
    names.filter(|it| !it.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{Way, asked_in};

    #[test]
    fn names_that_are_asked_for() {
        let cases: [(&str, &[(&str, Way)]); 12] = [
            (
                "with load_all, and with load_from when there is a file",
                &[("load_all", Way::Through), ("load_from", Way::Through)],
            ),
            ("read by newRoute", &[("newRoute", Way::Doer)]),
            (
                "called by CommandLine.getArguments",
                &[("getArguments", Way::Doer)],
            ),
            (
                "startJob waits for a free place",
                &[("startJob", Way::Doer)],
            ),
            ("try_push uses it", &[("try_push", Way::Doer)]),
            ("what set_blocked has blocked", &[]),
            ("Works together with load_all", &[]),
            ("with load_all instead of load_one", &[]),
            ("startJob waits as before", &[]),
            ("as setState calls them", &[]),
            ("Log in with GitHub", &[("GitHub", Way::Through)]),
            ("given by load_all", &[]),
        ];
        for (text, wanted) in cases {
            assert_eq!(asked_in(text), wanted, "{text}");
        }
    }
}
