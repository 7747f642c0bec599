//! What `tasks.md` should be: boxes, and numbers that name one task each.

use std::collections::BTreeMap;

use crate::openspec::found::Found;
use crate::openspec::tasks::{Group, Tasks, Tick};
use crate::openspec::text::{Text, trim};

/// Checks `tasks.md`. Nothing here is an error: the file may be empty.
pub(super) fn tasks(tasks: &Tasks<'_>, found: &mut Found) {
    let text = &tasks.text;
    if tasks.ticks().next().is_none()
        && let Some(index) = first_item(text)
    {
        let message = "no line has a box, so there is nothing to do";
        let help = "write each task as `- [ ] 1.1 what is to be done`";
        found.warn(text, text.line(index).at, message, help);
    }
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for group in &tasks.groups {
        let Some(number) = group.number else { continue };
        for tick in &group.ticks {
            if let Some(id) = id(tick) {
                misplaced(text, group, number, (tick, id), found);
                if let Some(first) = seen.get(id) {
                    let message = format!("task `{id}` stands here a second time");
                    let help = format!("the first one is on line {}", first.saturating_add(1));
                    found.warn(text, text.line(tick.index).at, &message, &help);
                } else {
                    seen.insert(id, tick.index);
                }
            }
        }
    }
}

/// A task whose number belongs to another group.
fn misplaced(
    text: &Text<'_>,
    group: &Group<'_>,
    number: &str,
    (tick, id): (&Tick<'_>, &str),
    found: &mut Found,
) {
    let first = id.split('.').next().unwrap_or("");
    if first.trim_start_matches('0') != number.trim_start_matches('0') {
        let message = format!("task `{id}` stands below `{number}. {}`", group.title);
        let help = format!("move it below `## {first}.`, or number it anew");
        found.warn(text, text.line(tick.index).at, &message, &help);
    }
}

/// `1.2` or `1.2a` at the start of a task.
fn id<'t>(tick: &Tick<'t>) -> Option<&'t str> {
    let word = tick.said.split_whitespace().next()?;
    let bare = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let mut parts = 0_usize;
    for part in bare.split('.') {
        if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        parts = parts.saturating_add(1);
    }
    (parts >= 2).then_some(word)
}

/// The first list item that people see.
fn first_item(text: &Text<'_>) -> Option<usize> {
    let mut hidden = false;
    (0..text.lines.len()).find(|index| {
        let line = text.open(*index);
        let opens = trim(line).starts_with("<!--");
        let was_hidden = hidden || opens;
        hidden = was_hidden && !line.contains("-->");
        !was_hidden && is_item(line)
    })
}

fn is_item(line: &str) -> bool {
    let bare = line.trim_start_matches(' ');
    let near = line.len().saturating_sub(bare.len()) < 4;
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let after = bare.get(digits..).unwrap_or("");
    let rest = match digits {
        0 => bare.strip_prefix(['-', '*', '+']),
        1..=9 => after.strip_prefix(['.', ')']),
        _ => None,
    };
    near && rest.is_some_and(|rest| rest.starts_with([' ', '\t']) && !trim(rest).is_empty())
}
