//! The main spec of a capability that had none: title, purpose, and what is added. Not where it is written.

use crate::openspec::apply::Order;
use crate::openspec::check::{UNWRITTEN, is_unwritten, main_spec};
use crate::openspec::delta::Delta;
use crate::openspec::found::Found;
use crate::openspec::main_spec::{Main, is_section};
use crate::openspec::rebuild::written;
use crate::openspec::text::{Text, level, trim};

/// Characters that a purpose taken from the proposal has at least: fewer would be called too brief.
const PURPOSE_CHARS_MIN: usize = 50;

/// A new main spec. Its purpose is the delta's, else what the proposal says of the capability, else a note that nobody
/// has written it.
pub(super) fn skeleton(delta: &Delta<'_>, order: Order<'_, '_>, found: &mut Found) -> String {
    let said = purpose(delta);
    let own = said.map(|said| page(delta, &said));
    if let Some(page) = own.filter(|page| is_readable(page)) {
        return page;
    }
    let proposal = order.change.proposal.as_ref();
    let told = proposal.and_then(|it| it.capabilities.get(delta.capability));
    let good = |told: &&String| told.chars().count() >= PURPOSE_CHARS_MIN && !is_unwritten(told);
    if let Some(page) = told.filter(good).map(|told| page(delta, told)) {
        return page;
    }
    let message = format!(
        "nobody says what the new capability `{}` is for",
        delta.capability
    );
    let help = "write `## Purpose` and a sentence or two at the start of the file";
    found.warn(&delta.text, 0, &message, help);
    let id = order.change.place.id;
    page(
        delta,
        &format!("{UNWRITTEN}{id}. Update Purpose after archive."),
    )
}

/// Says that a purpose in a delta counts only for a new capability.
pub(super) fn ignored(delta: &Delta<'_>, main: &Main<'_>, found: &mut Found) {
    let own = main.purpose();
    if !own.is_empty() && purpose(delta).is_some_and(|said| said != own) {
        let message = format!("`{}` has a purpose already, and keeps it", delta.capability);
        let help = "change it in the main spec itself";
        found.warn(&delta.text, 0, &message, help);
    }
}

fn page(delta: &Delta<'_>, purpose: &str) -> String {
    let title = delta.capability;
    let mut page = format!("# {title} Specification\n\n## Purpose\n{purpose}\n\n## Requirements\n");
    for block in &delta.added {
        page.push('\n');
        page.push_str(&written(&delta.text, block, "\n"));
        page.push('\n');
    }
    page
}

/// A purpose with headings, fences that do not end, or comments can hide what stands below it.
fn is_readable(page: &str) -> bool {
    let mut found = Found::default();
    main_spec(&Main::read("", page), &mut found);
    !found.failed()
}

/// What a delta says below `## Purpose`, if anybody can read it: not in a comment, and without one.
fn purpose(delta: &Delta<'_>) -> Option<String> {
    let text = &delta.text;
    let mut lines = text.lines.iter();
    lines.find(|line| is_section(line.text, "purpose"))?;
    let masked = masked(text.whole);
    let seen = match &masked {
        Some(masked) => &Text::new(text.file, masked),
        None => text,
    };
    let opens = |index: &usize| is_section(seen.open(*index), "purpose");
    let start = (0..seen.lines.len()).find(opens)?.saturating_add(1);
    let ends = |index: &usize| level(seen.open(*index)) == Some(2);
    let end = (start..seen.lines.len()).find(ends);
    let end = end.unwrap_or(seen.lines.len());
    (start..end).find(|index| !trim(seen.open(*index)).is_empty())?;
    let said = text.joined(start..end);
    (!said.contains("<!--")).then_some(said)
}

/// The text with blanks in place of its comments, each line as long as it was; `None` if it has no comment.
fn masked(whole: &str) -> Option<String> {
    if !whole.contains("<!--") {
        return None;
    }
    let mut rest = whole;
    let mut out = String::with_capacity(whole.len());
    while let Some(open) = rest.find("<!--") {
        let (before, inside) = rest.split_at_checked(open)?;
        let end = inside
            .find("-->")
            .map_or(inside.len(), |end| end.saturating_add(3));
        let (comment, after) = inside.split_at_checked(end)?;
        out.push_str(before);
        out.extend(
            comment
                .chars()
                .map(|c| if "\r\n".contains(c) { c } else { ' ' }),
        );
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}
