//! What a main spec has to be: a purpose, and requirements that say something and have scenarios, each name once.

use std::collections::BTreeMap;

use crate::openspec::block::is_normative;
use crate::openspec::delta::Operation;
use crate::openspec::found::Found;
use crate::openspec::main_spec::{Main, Section};
use crate::openspec::text::{blank, level, requirement, trim};

/// Characters that a purpose should have.
const PURPOSE_CHARS_MIN: usize = 50;
/// How the purpose begins that an archive writes where nobody wrote one.
pub(in crate::openspec) const UNWRITTEN: &str = "TBD - created by archiving change ";
const SECTIONS: &str = "a main spec has `## Purpose` and `## Requirements`";
const SCENARIO: &str =
    "write `#### Scenario: name`, and below it `- **WHEN** …` and `- **THEN** …`";

/// Checks a main spec.
pub(in crate::openspec) fn main_spec(main: &Main<'_>, found: &mut Found) {
    purpose(main, found);
    structure(main, found);
    let text = &main.text;
    match Section::find(text, "requirements") {
        None => found.error(text, 0, "the main spec has no `## Requirements`", SECTIONS),
        Some(section) => {
            let requirements = section.children(text);
            if requirements.is_empty() {
                let help = "write `### Requirement: name` below it";
                let at = text.line(section.index).at;
                found.error(text, at, "the main spec has no requirement", help);
            }
            for one in &requirements {
                scenarios(main, one, found);
            }
        }
    }
    for block in &main.blocks {
        let said = block.words(text);
        let (at, name) = (block.at(text), block.name);
        if said.is_empty() {
            let message = format!("requirement `{name}` says nothing below its heading");
            found.error(text, at, &message, "say there what SHALL or MUST be so");
        } else if !said.iter().any(|line| is_normative(line)) {
            let message =
                format!("requirement `{name}` holds neither SHALL nor MUST below its heading");
            found.warn(text, at, &message, "say there what SHALL or MUST be so");
        }
    }
}

/// What makes a main spec unusable for changes: requirements that no reader finds, or finds twice.
pub(in crate::openspec) fn structure(main: &Main<'_>, found: &mut Found) {
    let text = &main.text;
    let inside = main.section.clone().unwrap_or(0..0);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, line) in text.lines.iter().enumerate() {
        let open = text.open(index);
        if is_delta_heading(open) {
            let message = format!(
                "`{}` belongs into a change, not into a main spec",
                trim(open)
            );
            let help = "write the requirements below `## Requirements`";
            found.error(text, line.at, &message, help);
            continue;
        }
        let Some(name) = requirement(open) else {
            continue;
        };
        if name.is_empty() {
            let help = "write `### Requirement: name`";
            found.error(text, line.at, "a requirement has no name", help);
        } else if !inside.contains(&index) {
            let message = format!("requirement `{name}` stands outside of `## Requirements`");
            found.error(text, line.at, &message, "nobody finds it there: move it");
        } else if let Some(first) = seen.get(name) {
            let message = format!("requirement `{name}` stands here a second time");
            let help = format!("the first one is on line {}", first.saturating_add(1));
            found.error(text, line.at, &message, &help);
        } else {
            seen.insert(name, index);
        }
    }
}

fn purpose(main: &Main<'_>, found: &mut Found) {
    let text = &main.text;
    let section = Section::find(text, "purpose");
    let at = section.as_ref().map_or(0, |it| text.line(it.index).at);
    let said = main.purpose();
    if said.is_empty() {
        let message = match section {
            Some(_) => "the purpose of the main spec is empty",
            None => "the main spec has no `## Purpose`",
        };
        found.error(text, at, message, SECTIONS);
    } else if is_unwritten(&said) {
        let help = "say what this capability is for";
        found.warn(text, at, "nobody has written the purpose yet", help);
    } else if said.chars().count() < PURPOSE_CHARS_MIN {
        let message = format!("the purpose has fewer than {PURPOSE_CHARS_MIN} characters");
        found.warn(text, at, &message, "say what this capability is for");
    }
}

/// Begins with a `TBD` or `TODO`, or holds what an archive writes.
pub(in crate::openspec) fn is_unwritten(purpose: &str) -> bool {
    let marked = ["TBD", "TODO"].iter().any(|word| {
        let rest = purpose.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    });
    marked || purpose.contains(UNWRITTEN)
}

/// Every heading directly below `## Requirements` counts as a requirement, and needs one below it with content.
fn scenarios(main: &Main<'_>, one: &Section<'_>, found: &mut Found) {
    let text = &main.text;
    let has_content = |scenario: &Section<'_>| {
        let lines = text.range(scenario.below.clone());
        lines.iter().any(|line| !trim(line.text).is_empty())
    };
    if !one.children(text).iter().any(has_content) {
        let at = text.line(one.index).at;
        let message = format!("`{}` has no scenario with content", one.title);
        found.error(text, at, &message, SCENARIO);
    }
}

/// `## ADDED Requirements` and its kind.
fn is_delta_heading(line: &str) -> bool {
    if level(line) != Some(2) {
        return false;
    }
    let mut words = line.split(blank).filter(|word| !word.is_empty()).skip(1);
    let operation = words.next().and_then(Operation::named);
    let last = words.next();
    operation.is_some()
        && last.is_some_and(|it| it.eq_ignore_ascii_case("requirements"))
        && words.next().is_none()
}
