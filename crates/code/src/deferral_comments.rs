//! Comments inside a function that admit that its work is left to somebody else, in any language: "left to a later change".

use crate::facts::{ByteRange, Facts, RegionKind};
use crate::lines::Counter;
use crate::parts::{Certainty, Definition, Reason, Stub};
use crate::phrases;
use crate::scan;

/// Beginnings of comments that describe what stands below, or around, to its users.
const FOR_USERS: [&str; 6] = ["///", "//!", "/**", "#!", "\"", "'"];
/// Words of the shortest note that says what is to be done.
const WORDS_MIN: usize = 4;
/// Bytes of one comment that are read.
const BYTES_MAX: usize = 2_000;

/// Finds them.
pub(crate) fn find(source: &str, facts: &Facts) -> Vec<Stub> {
    let mut lines = Counter::new(source);
    let admitted = comments(source, facts).into_iter().filter_map(|bytes| {
        let text = source.get(bytes.start..bytes.end)?;
        let short = text.get(..BYTES_MAX).unwrap_or(text);
        let plain = plain(short);
        let around = scan::around(&facts.definitions, bytes.start)?;
        let left = phrases::admits(&plain) || is_left(source, bytes, &plain, around);
        if FOR_USERS.iter().any(|it| text.starts_with(it)) || !left {
            return None;
        }
        Some(Stub {
            line: lines.at(bytes.start),
            what: around.name.clone(),
            reason: Reason::Admitted,
            certainty: Certainty::Likely,
            test: around.test,
        })
    });
    let mut found: Vec<Stub> = admitted.collect();
    found.extend(left_empty(source, facts));
    found
}

/// Whether the last thing in a function that gives nothing says what is to be done: `// TODO: drop the oldest`.
fn is_left(source: &str, comment: ByteRange, plain: &str, around: &Definition) -> bool {
    let later = plain.starts_with("todo") || plain.starts_with("fixme");
    let end = around.span.bytes.end;
    let last = source
        .get(comment.end..end)
        .is_some_and(|it| it.trim() == "}");
    let words = plain.split(' ').filter(|it| it.len() > 1).count();
    later && last && words >= WORDS_MIN && around.kind.is_function()
}

/// Lists that hold nothing but a note of what is to come: `[ // TODO: quotes and backslashes ]`.
fn left_empty(source: &str, facts: &Facts) -> Vec<Stub> {
    let mut lines = Counter::new(source);
    let noted = comments(source, facts).into_iter().filter_map(|bytes| {
        let text = source.get(bytes.start..bytes.end)?;
        let plain = plain(text.get(..BYTES_MAX).unwrap_or(text));
        let later = plain.starts_with("todo") || plain.starts_with("fixme");
        let before = source.get(..bytes.start)?.trim_end();
        let after = source.get(bytes.end..)?.trim_start();
        let listed = match (before.chars().next_back()?, after.chars().next()?) {
            ('[', ']') => true,
            // A list between braces stands where a value does.
            ('{', '}') => {
                let head = before.strip_suffix('{')?.trim_end();
                head.ends_with([']', '=', ',', '('])
            }
            _ => false,
        };
        if !later || !listed {
            return None;
        }
        let around = scan::around(&facts.definitions, bytes.start);
        Some(Stub {
            line: lines.at(bytes.start),
            what: around.map_or("list", |it| &it.name).to_owned(),
            reason: Reason::Admitted,
            certainty: Certainty::Likely,
            test: around.is_some_and(|it| it.test),
        })
    });
    noted.collect()
}

/// Comments, those of neighbouring lines as one.
fn comments(source: &str, facts: &Facts) -> Vec<ByteRange> {
    let regions = facts.regions.iter();
    let mut found: Vec<ByteRange> = Vec::new();
    for region in regions.filter(|it| it.kind == RegionKind::Comment) {
        let bytes = region.bytes;
        if let Some(last) = found.last_mut() {
            let between = source.get(last.end..bytes.start);
            if between.is_some_and(|it| it.trim().is_empty()) {
                last.end = bytes.end;
                continue;
            }
        }
        found.push(bytes);
    }
    found
}

/// The words of a comment, small and with one space between them.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '/' | '*' | '#'));
    let words: Vec<String> = words
        .filter(|it| !it.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join(" ")
}
