//! Names that a plan asks for by themselves: one that is to be added and that nobody wrote, and one that was there, is to
//! take part in what is new, and that the change leaves alone.

use std::collections::BTreeSet;

use project::Project;

use crate::inspect::InspectionContext;
use crate::inspect::known::{begun, mentions};
use crate::inspect::prose::{
    LOOKED_MAX, is_called, is_flag, is_of_code, is_plain, own, read, sentences, speaks_otherwise,
    split, squashed,
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
/// Names that are to be added and that stand nowhere, neither in the tree nor in what was there.
pub(in crate::inspect) fn missing(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    let Some(base) = context.base else {
        return Vec::new();
    };
    let texts = sentences(context).iter().copied();
    let mut found: BTreeSet<&str> = BTreeSet::new();
    for text in texts.filter(|text| begun(context, base, text)) {
        for sentence in split(text).filter(|it| !speaks_otherwise(it)) {
            for name in added(sentence).into_iter().take(LOOKED_MAX) {
                let flag = name.starts_with('-');
                let known = || {
                    let trees = [context.project, base].into_iter();
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

fn some(found: BTreeSet<&str>) -> Vec<String> {
    let names = found.into_iter().take(NAMES_MAX);
    names.map(str::to_owned).collect()
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
