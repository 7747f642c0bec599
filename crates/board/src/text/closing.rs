//! What a pull request closes when it is merged, by the rule of Gitea: a keyword, perhaps a colon, exactly one blank, a
//! number.

use super::number::{ends, number};
use super::words::{Keep, words};

/// The keywords, as they are configured where nobody changed them.
const KEYWORDS: [&str; 9] = [
    "close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved",
];
/// Issues that one pull request closes; further ones are not read.
const CLOSED_MAX: usize = 64;

/// The issues that a pull request with this title and text closes, in order, each once.
///
/// Only those of its own repository: `owner/repo#1` and addresses are left aside. Quotes count, as they do for the forge;
/// code does not.
#[must_use]
pub fn closes(title: &str, body: &str) -> Vec<u64> {
    let keep = Keep {
        quotes: true,
        links: false,
    };
    let body = words(body, keep);
    let mut found = Vec::new();
    for line in title.lines().chain(body.lines()) {
        in_line(line, &mut found);
    }
    found
}

fn in_line(line: &str, found: &mut Vec<u64>) {
    for (at, _) in line.match_indices(['#', '!']) {
        let (before, behind) = line.split_at_checked(at).unwrap_or((line, ""));
        if let Some((number, after)) = number(behind)
            && ends(after)
            && is_keyword(before)
            && found.len() < CLOSED_MAX
            && !found.contains(&number)
        {
            found.push(number);
        }
    }
}

/// Whether a text ends with a keyword and one blank.
fn is_keyword(before: &str) -> bool {
    let Some(before) = before.strip_suffix(' ') else {
        return false;
    };
    let before = before.strip_suffix(':').unwrap_or(before);
    let start = before
        .rfind(|c: char| !c.is_ascii_alphabetic())
        .and_then(|at| before.get(at..))
        .and_then(|it| it.chars().next());
    let opens = start.is_none_or(|it| it.is_whitespace() || matches!(it, '(' | '['));
    let word = before
        .rsplit(|c: char| !c.is_ascii_alphabetic())
        .next()
        .unwrap_or("");
    opens && KEYWORDS.iter().any(|it| it.eq_ignore_ascii_case(word))
}
