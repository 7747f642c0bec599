//! What an issue or a pull request says of its place among others: the issue that it is a part of, those that it depends on.

use super::number::number;
use super::words::{Keep, words};

/// Issues that one depends on; further ones are not read.
const DEPENDS_MAX: usize = 64;

/// The place of an issue among others of its repository.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct References {
    /// The issue that it is a part of. What its title says counts before what its text says.
    pub parent: Option<u64>,
    /// The issues that it depends on, in order, each once.
    pub depends: Vec<u64>,
}

/// Reads `[parent #100]` in the title, `Parent: #100` and `Depends: #42, #43` at the start of lines of the text;
/// any case, the colon may be missing or full-width, and numbers may follow `Depends:` on lines of their own.
///
/// Only numbers of the same repository, `#42` or `!42`: `owner/repo#1` is left aside.
#[must_use]
pub fn references(title: &str, body: &str) -> References {
    let keep = Keep {
        quotes: false,
        links: false,
    };
    let words = words(body, keep);
    let mut parent = groups(title).find_map(|group| keyed(group, "parent").and_then(only));
    let mut depends = Vec::new();
    let mut goes_on = false;
    for line in words.lines().map(str::trim) {
        if let Some(rest) = keyed(line, "depends") {
            let rest = keyed(rest, "on").unwrap_or(rest);
            goes_on = listed(rest, &mut depends);
        } else if goes_on && line.starts_with(['#', '!']) {
            goes_on = listed(line, &mut depends);
        } else if let Some(rest) = keyed(line, "parent") {
            goes_on = false;
            parent = parent.or_else(|| number(rest).map(|(number, _)| number));
        } else {
            goes_on = false;
        }
    }
    References { parent, depends }
}

/// What stands between brackets.
fn groups(title: &str) -> impl Iterator<Item = &str> {
    let inner = title.split('[').skip(1);
    inner.filter_map(|it| it.split_once(']').map(|(group, _)| group))
}

/// What stands behind a key at the start of a text; the key is a word of its own.
fn keyed<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let (word, rest) = text.trim_start().split_at_checked(key.len())?;
    if !word.eq_ignore_ascii_case(key) || rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    let rest = rest.trim_start();
    Some(rest.strip_prefix([':', '：']).unwrap_or(rest).trim_start())
}

/// The number that a text consists of.
fn only(text: &str) -> Option<u64> {
    let (number, behind) = number(text)?;
    behind.trim().is_empty().then_some(number)
}

/// Takes the numbers at the start of a text, up to what is neither one, nor stands between two, nor is a note in brackets
/// about one. Whether the list may go on in the next line: nothing else came.
fn listed(text: &str, found: &mut Vec<u64>) -> bool {
    let mut rest = text;
    loop {
        rest = between(rest);
        if rest.is_empty() {
            return true;
        }
        if let Some((number, behind)) = number(rest) {
            if found.len() < DEPENDS_MAX && !found.contains(&number) {
                found.push(number);
            }
            rest = behind;
        } else if let Some(behind) = note(rest).or_else(|| elsewhere(rest)) {
            rest = behind;
        } else {
            return false;
        }
    }
}

/// Without what stands between two numbers.
fn between(text: &str) -> &str {
    let is_mark = |c: char| c.is_whitespace() || ",;&、，；和与及".contains(c);
    let rest = text.trim_start_matches(is_mark);
    let word = rest.strip_prefix("and ").unwrap_or(rest);
    word.trim_start_matches(is_mark)
}

/// Behind a note in brackets.
fn note(text: &str) -> Option<&str> {
    let inner = text.strip_prefix(['(', '（'])?;
    inner.split_once([')', '）']).map(|(_, behind)| behind)
}

/// Behind a reference to another repository.
fn elsewhere(text: &str) -> Option<&str> {
    let is_end = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '，' | '、' | '；');
    let end = text.find(is_end).unwrap_or(text.len());
    let (word, behind) = text.split_at_checked(end)?;
    let (repo, number) = word.split_once(['#', '!'])?;
    let is_number = number.starts_with(|c: char| c.is_ascii_digit());
    (is_number && repo.contains('/')).then_some(behind)
}
