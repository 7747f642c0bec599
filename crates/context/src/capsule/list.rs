//! Bounded lists for sections: the newest whole, older ones in short, the oldest counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Longest quotation of a text, in characters.
const QUOTED_CHARS_MAX: usize = 600;

/// One line of a section.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) whole: String,
    /// What is told where there is no room for all of it.
    pub(super) short: Option<String>,
}

impl From<String> for Entry {
    fn from(whole: String) -> Self {
        let short = None;
        Self { whole, short }
    }
}

/// Lines under a heading: the newest whole, older ones in short, and those that have no room at all counted.
pub(super) fn listed(heading: &str, entries: Vec<Entry>, bytes_max: usize, what: &str) -> String {
    if entries.is_empty() {
        return String::new();
    }
    // A quarter is left to the short ones.
    let mut room = bytes_max;
    let for_short = bytes_max.checked_div(4).unwrap_or(0);
    let mut kept: Vec<&str> = Vec::new();
    for entry in entries.iter().rev() {
        let takes = |text: &str| text.len().saturating_add(1);
        let whole = takes(&entry.whole).saturating_add(for_short) <= room;
        let short = entry.short.as_deref();
        let line = match short.filter(|_| !whole) {
            Some(short) => short,
            None => entry.whole.as_str(),
        };
        if takes(line) > room {
            break;
        }
        room = room.saturating_sub(takes(line));
        kept.push(line);
    }
    let mut text = heading.to_owned();
    let older = entries.len().saturating_sub(kept.len());
    if older > 0 {
        let _ = write!(text, "\n- and {older} older {what}");
    }
    for line in kept.iter().rev() {
        text.push('\n');
        text.push_str(line);
    }
    text
}

/// Each line once, where it stands last.
pub(super) fn unique(entries: impl Iterator<Item = Entry>) -> Vec<Entry> {
    let mut last: BTreeMap<Entry, usize> = BTreeMap::new();
    for (at, entry) in entries.enumerate() {
        last.insert(entry, at);
    }
    let mut all: Vec<(usize, Entry)> = last.into_iter().map(|(entry, at)| (at, entry)).collect();
    all.sort_unstable();
    all.into_iter().map(|it| it.1).collect()
}

/// A text on one line, bounded.
pub(super) fn quoted(text: &str) -> String {
    let line = one_line(text);
    match line.char_indices().nth(QUOTED_CHARS_MAX) {
        Some((at, _)) => format!("{}...", line.get(..at).unwrap_or_default()),
        None => line,
    }
}

/// A text on one line.
pub(super) fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|it| !it.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
