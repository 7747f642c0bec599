//! Who is mentioned.
//!
//! Gitea's rule, and beyond it Chinese, Japanese and Korean text and all signs that are not ASCII: these are written against
//! a mention without a blank, and no name holds them.

use std::collections::BTreeSet;

use ledger::forge::Login;

use super::words::{Keep, words};

/// Mentions of one text; further ones are not read.
const MENTIONS_MAX: usize = 100;

/// The accounts that a text mentions, in order, each once, names compared without case.
///
/// A mention in code, in a quote, in an HTML comment, in an address of mail or of the web is none, and `@org/team` is none
/// of an account.
#[must_use]
pub fn mentions(body: &str) -> Vec<Login> {
    let keep = Keep {
        quotes: false,
        links: true,
    };
    let words = words(body, keep);
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    let mut before = None;
    let mut rest = words.as_str();
    while let Some(c) = rest.chars().next() {
        let mut end = c.len_utf8();
        if c == '@' && opens(before) {
            let name = name(rest.get(end..).unwrap_or(""));
            end = end.saturating_add(name.len());
            if closes(rest.get(end..).unwrap_or(""))
                && let Ok(login) = Login::new(name)
                && known.insert(login.clone())
            {
                found.push(login);
            }
        } else if rest.starts_with("://") && before.is_some_and(|it| it.is_ascii_alphanumeric()) {
            end = address_end(rest);
        }
        let (passed, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        // Markdown takes no mark of emphasis between a Chinese character and a sign for one: they are left as they stand.
        before = passed.chars().rfind(|it| !is_emphasis(*it)).or(before);
        rest = behind;
        if found.len() >= MENTIONS_MAX {
            break;
        }
    }
    found
}

/// Whether a mention may begin behind this.
fn opens(before: Option<char>) -> bool {
    before.is_none_or(|it| it.is_whitespace() || matches!(it, '(' | '[' | '|') || is_wide(it))
}

/// The name at the start of a text; full stops at its end belong to the sentence.
fn name(text: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let name = text.get(..end).unwrap_or("").trim_end_matches('.');
    if name.starts_with('.') { "" } else { name }
}

/// Whether a mention may end before this.
fn closes(behind: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || c == '|' || is_wide(c);
    let behind = behind.trim_start_matches(is_emphasis);
    let Some(first) = behind.chars().next() else {
        return true;
    };
    if ends(first) || matches!(first, '\'' | ')' | ']') {
        return true;
    }
    // Punctuation ends a name only where the word ends too: `@coder.example`, `@media:print` are no mentions.
    if !matches!(first, ':' | ',' | ';' | '.' | '?' | '!') {
        return false;
    }
    let is_mark = |c: char| {
        matches!(
            c,
            ':' | ',' | ';' | '.' | '?' | '!' | '\'' | '"' | ')' | ']'
        )
    };
    let after = behind.trim_start_matches(is_mark);
    after.chars().next().is_none_or(ends)
}

fn is_emphasis(c: char) -> bool {
    matches!(c, '*' | '~')
}

/// Where an address ends that begins at the start of a text: where no address goes on.
fn address_end(text: &str) -> usize {
    let is_end = |c: char| c.is_whitespace() || !c.is_ascii() || matches!(c, '<' | '>' | '"');
    text.find(is_end).unwrap_or(text.len())
}

/// Whether this is a character of a script without blanks between words, or a sign that is not ASCII.
fn is_wide(c: char) -> bool {
    !c.is_ascii() && (!c.is_alphanumeric() || is_cjk(c))
}

fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{2fdf}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3021}'..='\u{30ff}'
        | '\u{3100}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{a960}'..='\u{a97f}'
        | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ffdc}'
        | '\u{1b000}'..='\u{1b16f}'
        | '\u{20000}'..='\u{323af}')
}
