//! Names that a plan asks for by themselves: one that is to be added and that nobody wrote, and one that was there, is to
//! take part in what is new, and that the change leaves alone.

use std::collections::BTreeSet;

use code::Facts;
use code::project::Project;

use crate::inspect::Ground;
use crate::inspect::known::{begun, defines, is_fresh, mentions};
use crate::inspect::prose::{
    LOOKED_MAX, is_called, is_flag, is_of_code, is_plain, names, own, read, sentences,
    speaks_otherwise, split, squashed,
};
use crate::integrity::Change;

/// Names that are kept.
const NAMES_MAX: usize = 50;
/// Words that ask for something new.
const ADD: [&str; 7] = [
    "add",
    "adds",
    "adding",
    "introduce",
    "introduces",
    "implement",
    "implements",
];
/// Words that say of something that it has a part more; what is no call and no flag may be anything.
const GETS: [&str; 8] = [
    "new", "write", "provide", "provides", "gets", "takes", "accepts", "grows",
];
/// Words that may stand between such a word and a name: they say of what sort it is.
const SORTS: [&str; 24] = [
    "a",
    "an",
    "the",
    "and",
    "or",
    "with",
    "functions",
    "function",
    "methods",
    "method",
    "class",
    "classes",
    "helper",
    "helpers",
    "flag",
    "flags",
    "option",
    "options",
    "type",
    "hook",
    "constant",
    "also",
    "both",
    "static",
];
/// Words that say of what comes next that it takes part.
const PARTS: [&str; 16] = [
    "takes", "take", "gets", "get", "uses", "use", "calls", "call", "asks", "accepts", "accept",
    "passes", "heeds", "honours", "honors", "applies",
];
/// Before "by": what somebody does with something.
const DONE: [&str; 6] = ["used", "called", "asked", "read", "applied", "honoured"];
/// Before "with": what only stands beside something.
const BESIDE: [&str; 10] = [
    "compatible",
    "together",
    "along",
    "consistent",
    "works",
    "work",
    "deals",
    "compared",
    "shared",
    "as",
];

/// Words after what somebody does, among which it is said with what.
const NEXT: usize = 3;

/// Names that are to be added and that stand nowhere, neither in the tree nor in what was there.
pub(in crate::inspect) fn missing(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let texts = sentences(ground).iter().copied();
    let mut found: BTreeSet<&str> = BTreeSet::new();
    for text in texts.filter(|text| begun(ground, base, text)) {
        for sentence in split(text).filter(|it| !speaks_otherwise(it)) {
            for name in added(sentence).into_iter().take(LOOKED_MAX) {
                let flag = name.starts_with('-');
                let known = || {
                    let trees = [ground.project, base].into_iter();
                    let mut files = trees.flat_map(Project::all);
                    !flag && files.any(|(_, facts)| mentions(facts, name))
                };
                if !stands_in(changes, name) && !known() {
                    found.insert(name);
                }
            }
        }
    }
    some(found)
}

/// Names that were there, that are to take part in what is new, and that no file of the change holds.
pub(in crate::inspect) fn left_alone(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base.filter(|_| !changes.is_empty()) else {
        return Vec::new();
    };
    let mut found: BTreeSet<&str> = BTreeSet::new();
    for text in sentences(ground).iter().copied() {
        let fresh: Vec<&str> = names(text)
            .into_iter()
            .filter(|name| is_fresh(ground.project, base, name))
            .collect();
        if fresh.is_empty() && !brings_a_flag(text, changes) {
            continue;
        }
        let parts = split(text)
            .filter(|it| !speaks_otherwise(it))
            .flat_map(|it| taking_part(it, &fresh));
        for name in parts.take(LOOKED_MAX) {
            let homes = |project: &'_ Project| project.all().any(|(_, facts)| defines(facts, name));
            // What holds the new name without a change has it from before.
            let holds =
                |facts: &Facts| defines(facts, name) && fresh.iter().any(|it| mentions(facts, it));
            let old = homes(base) && homes(ground.project);
            if old
                && !stands_in(changes, name)
                && !ground.project.all().any(|(_, facts)| holds(facts))
            {
                found.insert(name);
            }
        }
    }
    some(found)
}

fn some(found: BTreeSet<&str>) -> Vec<String> {
    let names = found.into_iter().take(NAMES_MAX);
    names.map(str::to_owned).collect()
}

/// Whether a text names a flag that the change brought.
fn brings_a_flag(text: &str, changes: &[Change<'_>]) -> bool {
    let all = read(text);
    let flags = all.iter().filter_map(|word| word.text.rsplit('/').next());
    let mut flags = flags.filter(|flag| flag.starts_with("--") && flag.len() > 4);
    flags.any(|flag| {
        let name = squashed(flag);
        let holds = |text: Option<&str>| text.is_some_and(|it| squashed(it).contains(&name));
        // A longer name that begins so is another one.
        let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let held = |text: Option<&str>| {
            let mut all = text.unwrap_or_default().split(|c| !part(c));
            all.any(|it| squashed(it) == name)
        };
        changes.iter().any(|it| holds(it.after)) && !changes.iter().any(|it| held(it.before))
    })
}

/// Names that a sentence says are to be added; what stands between brackets is what they take.
fn added(sentence: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut adds, mut asks) = (false, false);
    let mut depth = 0_usize;
    for word in read(sentence) {
        let count = |sign: char| word.between.matches(sign).count();
        depth = depth.saturating_add(count('(')).saturating_sub(count(')'));
        if depth > 0 {
            continue;
        }
        let lower = word.text.to_lowercase();
        let joined = word
            .between
            .chars()
            .all(|c| c.is_whitespace() || "`()\"',&+".contains(c));
        let path = word.text.contains(['/', '-']);
        let sure = is_flag(&word) || (is_called(&word) && !path);
        if ADD.contains(&lower.as_str()) || GETS.contains(&lower.as_str()) {
            adds = ADD.contains(&lower.as_str());
            asks = true;
        } else if asks && joined && (sure || (adds && is_plain(&word))) {
            found.push(match is_flag(&word) {
                true => word.text,
                false => own(word.text),
            });
        } else if !(SORTS.contains(&lower.as_str()) || is_of_code(own(word.text))) || !joined {
            asks = false;
        }
    }
    found
}

/// Names of which a sentence says that they take part in what is new: "`a` and `b` take it", "called by `c`".
fn taking_part<'t>(sentence: &'t str, fresh: &[&str]) -> Vec<&'t str> {
    let all = read(sentence);
    // "takes it", "uses the new name".
    let new = |at: usize| {
        let mut next = all.iter().skip(at.saturating_add(1)).take(NEXT);
        next.any(|it| {
            let text = own(it.text);
            ["it", "them", "this", "these", "both"].contains(&text) || fresh.contains(&text)
        })
    };
    let mut found = Vec::new();
    // Names that are the subject of what comes next.
    let mut subjects: Vec<&str> = Vec::new();
    let mut before = ["", ""];
    for (at, word) in all.iter().enumerate() {
        let name = own(word.text);
        let path = word.text.contains(['/', '-']);
        if is_of_code(name) && !path {
            let done = before[1] == "by" && DONE.contains(&before[0]);
            let means = matches!(before[1], "with" | "via" | "through");
            let small = name.starts_with(char::is_lowercase);
            if done || (means && small && !BESIDE.contains(&before[0])) {
                found.push(name);
            }
            subjects.push(name);
        } else if PARTS.contains(&word.text) && new(at) {
            found.append(&mut subjects);
        } else if !matches!(word.text, "and" | "or" | "now" | "then" | "both" | "too") {
            subjects.clear();
        }
        before = [before[1], word.text];
    }
    found
}

/// Whether a name stands anywhere in the files of a change, before or now, in whatever manner it is joined.
fn stands_in(changes: &[Change<'_>], name: &str) -> bool {
    let wanted = squashed(name);
    let mut texts = changes
        .iter()
        .flat_map(|it| [it.before, it.after])
        .flatten();
    texts.any(|text| match name.starts_with('-') {
        true => squashed(text).contains(&wanted),
        false => text.contains(name),
    })
}
