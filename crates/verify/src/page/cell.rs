//! A text in a table or a list of the page.

use crate::shortened::shortened;

/// Characters of one cell of a table.
const CELL_CHARS_MAX: usize = 400;

/// Text that stays in its cell and is shown as it is.
pub(super) fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in shortened(text, CELL_CHARS_MAX).chars() {
        match c {
            '|' => out.push_str("\\|"),
            '<' => out.push_str("&lt;"),
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_control() => {}
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c => out.push(c),
        }
    }
    out
}
