//! What a delta spec has to be by itself: sections with entries, requirements that say something and have scenarios,
//! and no two operations on one name that contradict each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::openspec::block::{Block, is_normative};
use crate::openspec::delta::{Delta, Named, Operation};
use crate::openspec::found::Found;
use crate::openspec::text::folded;

const SECTIONS: &str = "write `## ADDED Requirements`, `## MODIFIED Requirements`, `## REMOVED Requirements` or \
                        `## RENAMED Requirements`";
const SCENARIO: &str =
    "write `#### Scenario: name`, and below it `- **WHEN** …` and `- **THEN** …`";

/// Checks a delta spec without looking at the main spec.
pub(super) fn delta(delta: &Delta<'_>, found: &mut Found) {
    shape(delta, found);
    for (operation, blocks) in [
        (Operation::Added, &delta.added),
        (Operation::Modified, &delta.modified),
    ] {
        for block in blocks {
            requirement(delta, operation, block, found);
        }
    }
    names(delta, found);
    renamings(delta, found);
}

/// What stands in the wrong place, or where nothing stands.
fn shape(delta: &Delta<'_>, found: &mut Found) {
    let text = &delta.text;
    for (side, named) in &delta.unpaired {
        let other = if *side == "FROM" { "TO" } else { "FROM" };
        let message = format!("`{side}` of `{}` has no `{other}`", named.name);
        let help = "write each renaming as a line `- FROM:` and right after it a line `- TO:`";
        found.error(text, named.at, &message, help);
    }
    for named in &delta.orphans {
        let message = format!(
            "requirement `{}` stands in no section of a delta",
            named.name
        );
        found.warn(text, named.at, &message, SECTIONS);
    }
    for named in &delta.strays {
        if folded(named.name).trim_end_matches(':') == "requirement" {
            let help = "write `### Requirement: name`";
            found.error(text, named.at, "a requirement has no name", help);
        } else {
            let message = format!("`### {}` is no requirement, and is passed over", named.name);
            let help = format!("write `### Requirement: {}` if it is one", named.name);
            found.warn(text, named.at, &message, &help);
        }
    }
    if delta.is_empty() {
        match delta.sections.is_empty() {
            true => found.error(text, 0, "the file has no section of a delta", SECTIONS),
            false if !delta.unpaired.is_empty() => {}
            false => {
                let help = "list requirements as `### Requirement: name`";
                let message = "the sections of the delta hold no requirement";
                found.error(text, delta.place(), message, help);
            }
        }
        return;
    }
    empty_sections(delta, found);
}

/// A section without an entry beside others that have some: what was meant by it is passed over.
fn empty_sections(delta: &Delta<'_>, found: &mut Found) {
    let text = &delta.text;
    let entries: BTreeSet<usize> = delta.touched().map(|(_, named)| named.at).collect();
    for (at, (operation, index)) in delta.sections.iter().enumerate() {
        let start = text.line(*index).at;
        let next = delta.sections.get(at.saturating_add(1));
        let end = next.map_or(usize::MAX, |(_, index)| text.line(*index).at);
        if entries.range(start..end).next().is_none() {
            let message = format!(
                "`## {} Requirements` holds no requirement",
                operation.word()
            );
            let help = match operation {
                Operation::Added | Operation::Modified | Operation::Removed => {
                    "list requirements as `### Requirement: name`"
                }
                Operation::Renamed => {
                    "write `- FROM: `### Requirement: old``, and below it `- TO: `### Requirement: new``"
                }
            };
            found.warn(text, start, &message, help);
        }
    }
}

fn requirement(delta: &Delta<'_>, operation: Operation, block: &Block<'_>, found: &mut Found) {
    let text = &delta.text;
    let at = block.at(text);
    let (word, name) = (operation.word(), block.name);
    let said = block.words(text);
    if said.is_empty() {
        let message = format!("{word} `{name}` says nothing below its heading");
        found.error(text, at, &message, body_help(name));
    } else if !said.iter().any(|line| is_normative(line)) {
        let message = format!("{word} `{name}` holds neither SHALL nor MUST below its heading");
        found.warn(text, at, &message, body_help(name));
    }
    let scenarios = block.scenarios(text);
    if scenarios.is_empty() {
        let message = format!("{word} `{name}` has no scenario");
        found.error(text, at, &message, SCENARIO);
    } else if !scenarios.iter().any(|it| it.has_content(text)) {
        let message = format!("the scenarios of {word} `{name}` are empty");
        found.error(text, at, &message, SCENARIO);
    }
}

fn body_help(name: &str) -> &'static str {
    if is_normative(name) {
        "the sentence with SHALL or MUST belongs on the line below the heading"
    } else {
        "say below the heading what SHALL or MUST be so"
    }
}

/// Each name stands once in a section, and in one section only.
fn names(delta: &Delta<'_>, found: &mut Found) {
    let mut seen: BTreeMap<&str, Vec<Operation>> = BTreeMap::new();
    let touched = delta.touched();
    for (operation, named) in touched.filter(|(it, _)| *it != Operation::Renamed) {
        let before = seen.entry(named.name).or_default();
        let word = operation.word();
        if before.contains(&operation) {
            let message = format!("{word} names `{}` twice", named.name);
            found.error(&delta.text, named.at, &message, "");
        } else if let Some(other) = before.first() {
            let message = format!("`{}` is both {} and {word}", named.name, other.word());
            found.error(
                &delta.text,
                named.at,
                &message,
                "one change does one thing to it",
            );
        }
        before.push(operation);
    }
}

/// Renamings do not meet each other, nor what else is done to their names.
fn renamings(delta: &Delta<'_>, found: &mut Found) {
    let names = |blocks: &[Block<'_>]| -> BTreeSet<String> {
        blocks.iter().map(|block| block.name.to_owned()).collect()
    };
    let (added, modified) = (names(&delta.added), names(&delta.modified));
    let removed: BTreeMap<String, Named<'_>> = delta
        .removed
        .iter()
        .map(|it| (folded(it.name), *it))
        .collect();
    let (mut old, mut new) = (BTreeSet::new(), BTreeSet::new());
    for (from, to) in &delta.renamed {
        let mut say = |at: usize, message: String, help: &str| {
            found.error(&delta.text, at, &message, help);
        };
        if !old.insert(from.name) {
            say(from.at, format!("`{}` is renamed twice", from.name), "");
        }
        if !new.insert(to.name) {
            say(
                to.at,
                format!("two requirements are renamed to `{}`", to.name),
                "",
            );
        }
        if modified.contains(from.name) {
            let message = format!("MODIFIED names `{}`, which is renamed", from.name);
            say(
                from.at,
                message,
                "MODIFIED has to name it as it is called afterwards",
            );
        }
        if added.contains(to.name) {
            let message = format!(
                "`{}` is both ADDED and what another one is renamed to",
                to.name
            );
            say(to.at, message, "");
        }
        if let Some(gone) = removed.get(&folded(from.name)) {
            let message = format!("`{}` is both RENAMED and REMOVED", from.name);
            let help = match gone.name == from.name {
                true => String::new(),
                false => format!("REMOVED spells it `{}`", gone.name),
            };
            say(from.at, message, &help);
        }
    }
}
