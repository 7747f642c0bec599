//! Replacing one place in a text. Line ends are looked through: an agent writes `\n`, whatever the file has.

use ledger::ids::RelPath;

use super::{FileError, ends};

/// Replace one place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit<'a> {
    /// The piece as it stands; it must occur once, or once at `line`.
    pub old: &'a str,
    /// What replaces it.
    pub new: &'a str,
    /// The line on which the piece starts, from 1, where it occurs more than once.
    pub line: Option<u32>,
}

/// The text with its one place replaced; every byte elsewhere is what it was.
pub(super) fn replaced(path: &RelPath, text: &str, edit: Edit<'_>) -> Result<String, FileError> {
    if edit.old.is_empty() || edit.old == edit.new {
        return Err(FileError::Nothing(path.clone()));
    }
    // Whoever writes `\r` speaks of ends, and means them.
    if edit.old.contains('\r') {
        let (at, end) = place(path, text, edit.old, edit)?;
        return Ok([&text[..at], edit.new, &text[end..]].concat());
    }
    let (plain, had) = ends::plain(text);
    let (at, end) = place(path, &plain, edit.old, edit)?;
    let ends_before = |at: usize| plain[..at].bytes().filter(|it| *it == b'\n').count();
    let (first, last) = (ends_before(at), ends_before(end));
    let more = |upto: usize| had.iter().take(upto).filter(|it| **it).count();
    let (from, to) = (at + more(first), end + more(last));
    // The end of the line in which the piece ends, or of the one before.
    let around = had
        .get(last)
        .or_else(|| first.checked_sub(1).and_then(|it| had.get(it)));
    let inside = had.get(first..last).and_then(<[bool]>::last);
    let new = ends::kept(&text[from..to], edit.new, inside.or(around).copied());
    Ok([&text[..from], new.as_str(), &text[to..]].concat())
}

/// Where the piece that is meant begins and ends.
fn place(
    path: &RelPath,
    text: &str,
    piece: &str,
    edit: Edit<'_>,
) -> Result<(usize, usize), FileError> {
    let places: Vec<(usize, u32)> = places(text, piece)
        .into_iter()
        .map(|at| (at, line_of(text, at)))
        .collect();
    let wanted = |(_, line): &&(usize, u32)| edit.line.is_none_or(|wanted| wanted == *line);
    let mut hits = places.iter().filter(wanted);
    match (hits.next(), hits.next()) {
        (Some((at, _)), None) => Ok((*at, at + piece.len())),
        (Some(_), Some(_)) => {
            let lines = places.iter().map(|(_, line)| *line).collect();
            Err(FileError::Ambiguous {
                path: path.clone(),
                lines,
            })
        }
        (None, _) => Err(FileError::NoMatch {
            path: path.clone(),
            hint: hint(text, edit, &places),
        }),
    }
}

/// Every start of `piece`, overlapping ones included: two readings are ambiguous.
fn places(text: &str, piece: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(piece)) {
        found.push(from + at);
        let step = text[from + at..].chars().next().map_or(1, char::len_utf8);
        from += at + step;
    }
    found
}

fn line_of(text: &str, at: usize) -> u32 {
    let before = text.as_bytes()[..at]
        .iter()
        .filter(|byte| **byte == b'\n')
        .count();
    u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1)
}

/// What may help an agent whose piece does not occur.
fn hint(text: &str, edit: Edit<'_>, places: &[(usize, u32)]) -> String {
    if let Some((_, line)) = places.first() {
        return format!(
            " at line {}; it occurs at line {line}",
            edit.line.unwrap_or(0)
        );
    }
    let first = edit
        .old
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty());
    let Some(first) = first else {
        return String::new();
    };
    let near = text.lines().position(|line| line.trim() == first);
    near.map_or_else(String::new, |at| {
        format!(
            "; line {} is like its first line, but white space or what follows differs",
            at + 1
        )
    })
}
