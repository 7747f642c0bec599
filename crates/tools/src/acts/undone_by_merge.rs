//! What others had changed since a commit, and what a merge would take away again: whole files, and lines whose words are
//! nowhere in what took their place.

use std::collections::{BTreeMap, BTreeSet};

use ledger::ids::{GitId, RelPath};
use ledger::observation::{ChangedFile, Lost};

use crate::git::{GitError, Repo};

/// Files that are compared line by line, at most.
const FILES_MAX: usize = 2_000;
/// Lines that are told of one file.
const LINES_MAX: usize = 5;
/// Characters of a line that are told.
const CHARS_MAX: usize = 120;

/// What stood in `theirs`, but not in `since`, and does not stand in `result`; and files that `theirs` took away and
/// `result` has again. `changed` is what differs between the last two.
pub(super) fn lost(
    repo: &Repo,
    since: &GitId,
    (theirs, result): (&GitId, &GitId),
    changed: &[ChangedFile],
) -> Result<Vec<Lost>, GitError> {
    if since == theirs || changed.is_empty() {
        return Ok(Vec::new());
    }
    let differs: BTreeSet<&str> = changed.iter().map(|it| it.path.as_str()).collect();
    let mut meanwhile = repo.changes(since, theirs)?;
    meanwhile.retain(|it| differs.contains(it.path.as_str()));
    let (gone, others): (Vec<_>, Vec<_>) = meanwhile.into_iter().partition(|it| it.kind == 'D');
    let back = gone.into_iter().take(FILES_MAX).map(|it| Lost {
        path: it.path,
        lines: Vec::new(),
        back: true,
    });
    let mut lost: Vec<Lost> = back.collect();
    let paths: Vec<RelPath> = others
        .iter()
        .filter_map(|it| RelPath::held(&it.path).ok())
        .take(FILES_MAX)
        .collect();
    if paths.is_empty() {
        return Ok(lost);
    }
    let texts = |commit: &GitId| repo.texts_at(&repo.tree_of(commit)?, &paths);
    let (before, there, after) = (texts(since)?, texts(theirs)?, texts(result)?);
    let all = paths.iter().zip(before).zip(there).zip(after);
    lost.extend(all.filter_map(|(((path, before), there), after)| {
        let there = there?;
        let lines = match &after {
            None => Vec::new(),
            Some(after) => {
                let lines = lost_lines(before.as_deref().unwrap_or(""), &there, after);
                if lines.is_empty() {
                    return None;
                }
                lines
            }
        };
        Some(Lost {
            path: path.to_string(),
            lines,
            back: false,
        })
    }));
    Ok(lost)
}

/// Lines that `theirs` added to `base` and whose new words are nowhere in what `result` has instead. A line that both
/// sides changed may well have become a third one that does what both wanted.
fn lost_lines(base: &str, theirs: &str, result: &str) -> Vec<String> {
    let (in_base, in_result) = (counted(base), counted(result));
    let in_theirs = counted(theirs);
    let gone_from_base = in_base.keys().filter(|it| !in_theirs.contains_key(*it));
    let old_words: BTreeSet<&str> = gone_from_base.flat_map(|it| words(it)).collect();
    let own = in_result
        .keys()
        .filter(|it| !in_base.contains_key(*it) && !in_theirs.contains_key(*it));
    let own_words: BTreeSet<&str> = own.flat_map(|it| words(it)).collect();
    theirs
        .lines()
        .map(str::trim)
        .filter(|line| line.contains(char::is_alphanumeric))
        .filter(|line| {
            let wanted = in_theirs.get(line).copied().unwrap_or(0);
            let had = in_base.get(line).copied().unwrap_or(0);
            let has = in_result.get(line).copied().unwrap_or(0);
            wanted > had && has < wanted
        })
        .filter(|line| {
            let mut new = words(line).filter(|it| !old_words.contains(it)).peekable();
            new.peek().is_none() || !new.all(|it| own_words.contains(it))
        })
        .map(|line| line.chars().take(CHARS_MAX).collect())
        .take(LINES_MAX)
        .collect()
}

/// Lines without the blanks around them, and how often each stands there.
fn counted(text: &str) -> BTreeMap<&str, usize> {
    let mut counted = BTreeMap::new();
    for line in text.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let count: &mut usize = counted.entry(line).or_default();
        *count = count.saturating_add(1);
    }
    counted
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|it: char| !(it.is_alphanumeric() || it == '_'))
        .filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::lost_lines;

    fn check(base: &str, theirs: &str, result: &str, expected: &[&str]) {
        assert_eq!(lost_lines(base, theirs, result), expected, "{result}");
    }

    #[test]
    fn what_a_sibling_added_is_missed_when_it_is_gone() {
        check("a\n", "a\nlet b = 1;\n", "a\nlet c = 2;\n", &["let b = 1;"]);
        check("a\n", "a\nb\n", "a\nb\nc\n", &[]);
        check("", "one\ntwo\n", "three\n", &["one", "two"]);
        // The same line twice, and only one of them is left.
        check("", "use x;\nuse x;\n", "use x;\n", &["use x;", "use x;"]);
    }

    #[test]
    fn a_line_that_does_what_both_wanted_is_no_loss() {
        check("f(a);\n", "f(a, b);\n", "f(a, b, c);\n", &[]);
        check(
            "let n = 1;\n",
            "let n = 2;\n",
            "let n = 3;\n",
            &["let n = 2;"],
        );
        check("  x\n", "    x\n    y\n", "x\n\ty\n", &[]);
    }

    #[test]
    fn what_a_sibling_took_away_is_nobodys_loss() {
        check("a\nb\n", "a\n", "a\nb\nc\n", &[]);
        check("}\n", "}\n}\n", "}\n", &[]);
    }
}
