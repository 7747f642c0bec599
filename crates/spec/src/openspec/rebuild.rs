//! A main spec with some of its requirements changed: only their lines are written anew, everything else is copied.

use std::ops::Range;

use crate::openspec::block::Block;
use crate::openspec::delta::Delta;
use crate::openspec::desk::{Slot, State};
use crate::openspec::main_spec::{Main, is_section};
use crate::openspec::text::{Text, blank, heading, level, trim};

/// The text of a main spec with what becomes of its requirements.
pub(super) fn rebuild<'t>(delta: &Delta<'t>, main: &Main<'t>, slots: &[Slot<'_, 't>]) -> String {
    let text = &main.text;
    let end = text.line_end();
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut added: Vec<&Block<'t>> = Vec::new();
    for slot in slots {
        match (slot.own, &slot.state) {
            (None, State::Written(block)) => added.push(block),
            (Some(own), State::Written(block)) => {
                edits.push(replaced(delta, text, own, block, end))
            }
            (Some(own), State::Renamed(name)) => {
                let heading = own.lines.start..own.lines.start.saturating_add(1);
                let range = text.line(own.lines.start).at..text.end(heading);
                edits.push((range, format!("### Requirement: {name}")));
            }
            (Some(own), State::Gone) => {
                let before = text.trimmed(0..own.lines.start);
                edits.push((
                    text.end(before)..text.end(own.own(text).lines),
                    String::new(),
                ));
            }
            (_, State::Kept) | (None, State::Renamed(_) | State::Gone) => {}
        }
    }
    if !added.is_empty() {
        edits.push(appended(delta, main, &added, end));
    }
    stitched(text.whole, edits)
}

/// A requirement of a delta as it is written into a main spec.
pub(super) fn written(text: &Text<'_>, block: &Block<'_>, end: &str) -> String {
    let joined = block.joined(text);
    let is_heading = joined
        .strip_prefix("###")
        .is_some_and(|rest| rest.starts_with(blank));
    let joined = match joined.split_once('\n') {
        Some((_, rest)) if !is_heading => format!("### Requirement: {}\n{rest}", block.name),
        Some(_) | None => joined,
    };
    joined.replace('\n', end)
}

/// A line that belongs neither to the title, nor to the purpose, nor to a requirement: what would go unsaid if the file
/// went.
pub(super) fn unnamed(main: &Main<'_>) -> Option<usize> {
    let text = &main.text;
    let section = main.section.clone().unwrap_or(0..0);
    let (mut titled, mut in_purpose) = (false, false);
    let says = |index: &usize| !trim(text.line(*index).text).is_empty();
    let before = (0..section.start.saturating_sub(1)).find(|index| {
        let line = text.open(*index);
        if level(line) == Some(2) {
            in_purpose = is_section(line, "purpose");
            return !in_purpose;
        }
        if matches!(heading(line), Some((1, _))) && !titled && !in_purpose {
            titled = true;
            return false;
        }
        !in_purpose && says(index)
    });
    let first = main.blocks.first();
    let preamble = section.start..first.map_or(section.end, |block| block.lines.start);
    let foreign = || main.blocks.iter().find_map(|block| block.foreign(text));
    let mut outside = preamble.chain(section.end..text.lines.len());
    before.or_else(|| outside.find(says)).or_else(foreign)
}

/// A requirement in the words of the delta. What stands below it and is not its own stays, unless the delta has it too.
fn replaced(
    delta: &Delta<'_>,
    text: &Text<'_>,
    own: &Block<'_>,
    block: &Block<'_>,
    end: &str,
) -> (Range<usize>, String) {
    let new = written(&delta.text, block, end);
    let repeats = own.foreign(text).is_some_and(|at| {
        let foreign = text.joined(at..own.lines.end);
        block.joined(&delta.text).contains(&foreign)
    });
    let lines = match repeats {
        true => own.lines.clone(),
        false => own.own(text).lines,
    };
    (text.line(lines.start).at..text.end(lines), new)
}

/// New requirements behind the last one, or below a new heading.
fn appended(
    delta: &Delta<'_>,
    main: &Main<'_>,
    added: &[&Block<'_>],
    end: &str,
) -> (Range<usize>, String) {
    let text = &main.text;
    let (last, mut new) = match &main.section {
        Some(section) => (section.end, String::new()),
        None => (text.lines.len(), format!("{end}{end}## Requirements")),
    };
    for block in added {
        new.push_str(end);
        new.push_str(end);
        new.push_str(&written(&delta.text, block, end));
    }
    let at = text.end(text.trimmed(0..last));
    (at..at, new)
}

/// The text with its edits. None of them overlap.
fn stitched(whole: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(whole.len());
    let mut from = 0;
    for (range, new) in edits {
        out.push_str(whole.get(from..range.start).unwrap_or(""));
        out.push_str(&new);
        from = range.end;
    }
    out.push_str(whole.get(from..).unwrap_or(""));
    out
}
