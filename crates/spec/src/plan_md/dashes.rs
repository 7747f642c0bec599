//! Where the front matter of a `PLAN.md` stands: between two lines of dashes.

use std::ops::Range;

use crate::notes::Notes;

/// What follows the first line of dashes. It begins at byte 0, or behind the mark of byte order that some editors put
/// there, or there is no front matter.
pub(crate) fn opened(text: &str) -> Option<&str> {
    let marked = text.strip_prefix('\u{feff}').unwrap_or(text);
    let unix = marked.strip_prefix("---\n");
    unix.or_else(|| marked.strip_prefix("---\r\n"))
}

/// Where the front matter stands between its two lines of dashes.
pub(super) fn range(text: &str, notes: &mut Notes<'_>) -> Option<Range<usize>> {
    let Some(rest) = opened(text) else {
        let help = "the first line is `---`, with nothing before it and nothing after it";
        notes.error(0, "no front matter at the start of the file", help);
        return None;
    };
    let start = text.len().saturating_sub(rest.len());
    let mut at = start;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Some(start..at);
        }
        at = at.saturating_add(line.len());
    }
    notes.error(
        0,
        "the front matter does not end",
        "close it with a line `---`",
    );
    None
}
