//! Names of which the plan says that they are not touched, and that the change has changed; and functions that are to keep
//! failing, and answer nothing now.

use std::collections::BTreeSet;

use code::project::is_test_path;
use code::{Definition, Facts, Keep, Language};

use crate::inspect::Ground;
use crate::inspect::known::last;
use crate::inspect::prose::{sentences, split};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Letters of the shortest name that is looked for.
const NAME_MIN: usize = 3;
/// Code with its texts, without comments.
const CODE: Keep = Keep {
    strings: true,
    dead: true,
    tests: true,
};
/// What is said of names that nobody may touch.
const UNTOUCHED: [&str; 8] = [
    " aren't touched",
    " isn't touched",
    " are not touched",
    " is not touched",
    " stay untouched",
    " stays untouched",
    " are left alone",
    " is left alone",
];
/// What is said of functions that go on failing.
const FAILS: [&str; 4] = [
    " keeps throwing",
    " still throws",
    " keeps raising",
    " still raises",
];
/// What stands for an answer that is none.
const NONE: [&str; 4] = ["null", "None", "undefined", "nil"];

/// Each as a sentence.
pub(in crate::inspect) fn touched(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for clause in sentences(ground).iter().copied().flat_map(split) {
        for name in before(clause, &UNTOUCHED) {
            let mut all = changes.iter().filter_map(|it| Both::of(ground, it));
            if all.any(|it| it.differs(name)) {
                found.insert(format!(
                    "the plan says that `{name}` is not touched, and it is changed"
                ));
            }
        }
        for name in before(clause, &FAILS) {
            let mut all = changes.iter().filter_map(|it| Both::of(ground, it));
            if all.any(|it| it.answers_none(name)) {
                found.insert(format!(
                    "the plan says that `{name}` goes on failing, and it answers nothing now"
                ));
            }
        }
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// The names that stand before one of these words, joined by commas and "and".
fn before<'c>(clause: &'c str, words: &[&str]) -> Vec<&'c str> {
    let head = words.iter().find_map(|it| clause.split_once(it));
    let Some((head, _)) = head else {
        return Vec::new();
    };
    let bare = |it: &'c str| {
        it.trim_matches('`')
            .trim_end_matches("()")
            .trim_end_matches(',')
            .trim_matches('`')
    };
    let mut names = Vec::new();
    for word in head.split_whitespace().rev() {
        let name = bare(word);
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
        match name {
            "and" | "or" | "nor" => {}
            it if it.chars().all(plain) && it.len() >= NAME_MIN => names.push(it),
            _ => break,
        }
        // The first name of a list has nothing before it that ends in a comma or "and".
        if names.len() > 1 && !word.ends_with(',') && !head.contains(" and ") {
            break;
        }
    }
    names
}

/// A changed file before and after.
struct Both<'c> {
    old: (String, &'c Facts),
    new: (String, &'c Facts),
}

impl<'c> Both<'c> {
    fn of(ground: &'c Ground<'_>, change: &Change<'_>) -> Option<Both<'c>> {
        let old = ground.base?.facts(change.path)?;
        let new = ground.project.facts(change.path)?;
        let code = !is_test_path(change.path, Language::of_path(change.path));
        code.then_some(())?;
        Some(Both {
            old: (old.code_only(change.before?, CODE), old),
            new: (new.code_only(change.after?, CODE), new),
        })
    }

    /// Whether a thing of that name, or a member of it, reads otherwise.
    fn differs(&self, name: &str) -> bool {
        let old = parts(&self.old, |it| is_of(it, name));
        let new = parts(&self.new, |it| is_of(it, name));
        !old.is_empty() && !new.is_empty() && old != new
    }

    /// Whether a function answers with nothing that did not.
    fn answers_none(&self, name: &str) -> bool {
        let of = |it: &Definition| it.kind.is_function() && is_called(it, name);
        let none = |texts: &[String]| {
            let mut words = texts
                .iter()
                .flat_map(|it| it.split(|c: char| !(c.is_alphanumeric() || c == '_')));
            words.any(|it| NONE.contains(&it))
        };
        let (old, new) = (parts(&self.old, of), parts(&self.new, of));
        old.len() == 1 && new.len() == 1 && none(&new) && !none(&old)
    }
}

/// The texts of the definitions that are meant, tests aside, without what is between their words.
fn parts((code, facts): &(String, &Facts), meant: impl Fn(&Definition) -> bool) -> Vec<String> {
    let all = facts.definitions.iter();
    let all = all.filter(|it| !it.test && !it.nested && meant(it));
    let texts = all.filter_map(|it| code.get(it.span.bytes.start..it.span.bytes.end));
    texts
        .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

fn is_called(definition: &Definition, name: &str) -> bool {
    definition.name == name || last(definition) == name
}

fn is_of(definition: &Definition, name: &str) -> bool {
    let owner = definition.name.split(['.', ':']).next();
    is_called(definition, name) || owner == Some(name)
}
