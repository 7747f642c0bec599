//! Numbers of issues and pull requests as they are written: `#42`, `!42`.

/// The number at the start of a text, and what follows it. A number beyond any that a forge gives out is none.
pub(super) fn number(text: &str) -> Option<(u64, &str)> {
    let digits = text.strip_prefix(['#', '!'])?;
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    let (digits, behind) = digits.split_at_checked(end)?;
    let number = digits.parse().ok().filter(|it| *it > 0)?;
    Some((number, behind))
}

/// Whether a reference may end before this.
pub(super) fn ends(behind: &str) -> bool {
    let mut chars = behind.chars();
    let Some(first) = chars.next() else {
        return true;
    };
    let is_mark = matches!(first, ':' | ',' | ';' | '.' | '?' | '!');
    first.is_whitespace()
        || matches!(first, ')' | ']' | '\'' | '"')
        || (is_mark && chars.next().is_none_or(char::is_whitespace))
}
