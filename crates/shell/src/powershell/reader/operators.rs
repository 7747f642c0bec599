//! Operators between two values, and how tightly they bind.

use super::{Reader, text};

/// Operators that open with a dash, and their levels: the higher, the tighter.
const DASHED: &[(&str, u8)] = &[
    ("and", 1),
    ("or", 1),
    ("xor", 1),
    ("band", 2),
    ("bor", 2),
    ("bxor", 2),
    ("eq", 3),
    ("ne", 3),
    ("gt", 3),
    ("ge", 3),
    ("lt", 3),
    ("le", 3),
    ("like", 3),
    ("notlike", 3),
    ("match", 3),
    ("notmatch", 3),
    ("contains", 3),
    ("notcontains", 3),
    ("in", 3),
    ("notin", 3),
    ("replace", 3),
    ("split", 3),
    ("join", 3),
    ("is", 3),
    ("isnot", 3),
    ("as", 3),
    ("ieq", 3),
    ("ine", 3),
    ("ceq", 3),
    ("cne", 3),
    ("imatch", 3),
    ("cmatch", 3),
    ("ilike", 3),
    ("clike", 3),
    ("ireplace", 3),
    ("creplace", 3),
    ("isplit", 3),
    ("csplit", 3),
    ("igt", 3),
    ("ilt", 3),
    ("ige", 3),
    ("ile", 3),
    ("shl", 5),
    ("shr", 5),
    ("f", 6),
];

impl Reader {
    /// The operator here, its level and its length.
    pub(super) fn operator(&self) -> Option<(String, u8, usize)> {
        let next = self.ahead(1);
        match self.peek()? {
            '+' if !matches!(next, Some('=' | '+')) => Some(("+".to_owned(), 4, 1)),
            '*' | '/' | '%' if next != Some('=') => Some((self.peek()?.to_string(), 5, 1)),
            '.' if next == Some('.') => Some(("..".to_owned(), 7, 2)),
            c if text::is_dash(c) && next.is_some_and(char::is_alphabetic) => {
                let rest = self.chars.iter().skip(self.at.saturating_add(1));
                let name: String = rest.take_while(|c| c.is_alphabetic()).take(16).collect();
                let name = name.to_lowercase();
                let length = name.len().saturating_add(1);
                let level = DASHED.iter().find(|(it, _)| *it == name)?.1;
                Some((name, level, length))
            }
            c if text::is_dash(c) && !matches!(next, Some('=' | '-')) => {
                Some(("-".to_owned(), 4, 1))
            }
            _ => None,
        }
    }
}
