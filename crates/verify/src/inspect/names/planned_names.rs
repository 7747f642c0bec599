//! Names that the plan asks for in its sentences and that were never written: of "add `pack` and `unpackAll`", the second.
//! Only a list counts in which another name was written by this very change; a name alone may be somebody else's.

use std::collections::BTreeSet;

use project::Project;

use crate::inspect::InspectionContext;
use crate::inspect::known::{defines, mentions};
use crate::inspect::prose::{is_of_code, joins, sentences, words};
use crate::integrity::Change;

/// Names that are looked for.
const NAMES_MAX: usize = 200;

/// Names that are asked for beside one that was written, and that stand nowhere in the tree, nor did before.
pub(in crate::inspect) fn unwritten(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    let Some(base) = context.base else {
        return Vec::new();
    };
    let lists = sentences(context);
    let lists = lists.iter().flat_map(|text| lists_in(text));
    let mut missing: BTreeSet<String> = BTreeSet::new();
    for list in lists.take(NAMES_MAX) {
        let known = |name: &&str| {
            let trees = [context.project, base].into_iter();
            let mut files = trees.flat_map(Project::all);
            files.any(|(_, facts)| mentions(facts, name))
        };
        let (written, unknown): (Vec<&str>, Vec<&str>) = list.iter().copied().partition(known);
        let fresh = |name: &&str| {
            let mut now = context.project.all();
            now.any(|(_, facts)| defines(facts, name))
                && !base.all().any(|(_, facts)| defines(facts, name))
        };
        if !unknown.is_empty() && written.iter().any(fresh) {
            let unknown = unknown.into_iter().filter(|it| !is_a_text(changes, it));
            missing.extend(unknown.map(str::to_owned));
        }
    }
    missing.into_iter().take(NAMES_MAX).collect()
}

/// Whether a changed file holds a name in quotes: the key of a setting, a tag, a variable.
fn is_a_text(changes: &[Change<'_>], name: &str) -> bool {
    let quote = |c: char| matches!(c, '"' | '\'' | '`');
    let mut texts = changes.iter().filter_map(|it| it.after);
    texts.any(|text| {
        text.match_indices(name).any(|(at, _)| {
            let before = text.get(..at).unwrap_or_default();
            let after = text.get(at.saturating_add(name.len())..);
            let after = after.unwrap_or_default();
            before.ends_with(quote) && after.starts_with(|c: char| quote(c) || c == ',')
        })
    })
}

/// The lists of two or more names of code that a text holds: `aB`, `aB, cD and eF`, `x.aB or y.cD`.
fn lists_in(text: &str) -> Vec<Vec<&str>> {
    let mut lists = Vec::new();
    let mut list: Vec<&str> = Vec::new();
    let mut between = String::new();
    for (word, name) in words(text) {
        if !name {
            between.push_str(word);
            continue;
        }
        let last = word.rsplit(['.', ':']).next().unwrap_or(word);
        if is_of_code(last) {
            if !list.is_empty() && !joins(&between) {
                lists.push(std::mem::take(&mut list));
            }
            list.push(last);
            between.clear();
        } else {
            between.push_str(word);
        }
    }
    lists.push(list);
    lists.retain(|list| list.len() > 1);
    lists
}
