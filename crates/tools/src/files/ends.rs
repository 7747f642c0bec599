//! How the lines of a file end. Agents write `\n`; a file keeps its own ends, line by line where they are mixed, and new
//! lines end as those around them do.

use std::collections::{BTreeMap, VecDeque};

/// A line, and whether it ends with `\r\n`; `None`: it has no end.
type Line<'t> = (&'t str, Option<bool>);

/// A text with `\n` at the end of each line, and which of them had `\r\n`.
pub(super) fn plain(text: &str) -> (String, Vec<bool>) {
    let ends = text.match_indices('\n');
    let had = ends.map(|(at, _)| text.get(..at).is_some_and(|it| it.ends_with('\r')));
    (text.replace("\r\n", "\n"), had.collect())
}

/// The new text with the ends that the old one has: of lines that stay their own, of others that of the line before, or
/// the `usual` one. A text that says itself how its lines end is left as it is.
pub(super) fn kept(old: &str, new: &str, usual: Option<bool>) -> String {
    if new.contains('\r') || !new.contains('\n') {
        return new.to_owned();
    }
    let (old, new) = (lines(old), lines(new));
    let usual = usual.or_else(|| mostly(&old)).unwrap_or(false);
    let same = |(one, other): &(&Line<'_>, &Line<'_>)| one.0 == other.0;
    let first = old.iter().zip(&new).take_while(same).count();
    let room = old.len().min(new.len()).saturating_sub(first);
    let backwards = old.iter().rev().zip(new.iter().rev());
    let last = backwards.take_while(same).take(room).count();
    let between = old
        .get(first..old.len().saturating_sub(last))
        .unwrap_or_default();
    // Lines that were moved are found wherever they were; of several alike the first one first.
    let mut moved: BTreeMap<&str, VecDeque<Option<bool>>> = BTreeMap::new();
    for (line, end) in between {
        moved.entry(line).or_default().push_back(*end);
    }
    let mut text = String::new();
    let mut end = usual;
    for (at, (line, _)) in new.iter().enumerate() {
        let behind = new.len().saturating_sub(at);
        let stays = if at < first {
            old.get(at).map(|it| it.1)
        } else if behind <= last {
            old.get(old.len().saturating_sub(behind)).map(|it| it.1)
        } else {
            moved.get_mut(line).and_then(VecDeque::pop_front)
        };
        end = stays.flatten().unwrap_or(end);
        text.push_str(line);
        if at + 1 < new.len() {
            text.push_str(if end { "\r\n" } else { "\n" });
        }
    }
    text
}

/// Lines without their ends; what follows the last end is one as well, though it may be empty.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut rest = text;
    let mut lines = Vec::new();
    while let Some((line, behind)) = rest.split_once('\n') {
        let ended = line.strip_suffix('\r');
        lines.push((ended.unwrap_or(line), Some(ended.is_some())));
        rest = behind;
    }
    lines.push((rest, None));
    lines
}

/// How most of the lines end; `None`: there is none that ends.
fn mostly(lines: &[Line<'_>]) -> Option<bool> {
    let ended = lines.iter().filter_map(|it| it.1);
    let (with, without): (Vec<bool>, Vec<bool>) = ended.partition(|it| *it);
    (!with.is_empty() || !without.is_empty()).then_some(with.len() > without.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_ends() {
        for (old, new, expected) in [
            ("a\r\nb\r\n", "a\nB\n", "a\r\nB\r\n"),
            ("a\r\nb\r\n", "a\nb\nc\n", "a\r\nb\r\nc\r\n"),
            ("a\r\nb", "a\nb\nc", "a\r\nb\r\nc"),
            ("a\nb\n", "a\nc\n", "a\nc\n"),
            ("a\r\nb\r\n", "a\r\nc\n", "a\r\nc\n"),
            ("", "a\nb\n", "a\nb\n"),
            ("one", "one\ntwo\n", "one\ntwo\n"),
            // Mixed: lines that stay keep theirs, new ones follow the line before.
            ("a\r\nb\nc\r\nd\n", "a\nb\nx\nc\nd\n", "a\r\nb\nx\nc\r\nd\n"),
            ("a\r\nb\nc\r\n", "c\nb\na\n", "c\r\nb\na\r\n"),
            ("a\r\nb\nc\n", "a\nc\n", "a\r\nc\n"),
            ("a\nb\r\n", "x\na\nb\n", "x\na\nb\r\n"),
        ] {
            assert_eq!(kept(old, new, None), expected, "{old:?} {new:?}");
        }
    }

    #[test]
    fn plain_texts_tell_where_they_had_more() {
        assert_eq!(
            plain("a\r\nb\nc\rd\r\n"),
            ("a\nb\nc\rd\n".to_owned(), vec![true, false, true])
        );
        assert_eq!(plain(""), (String::new(), vec![]));
    }
}
