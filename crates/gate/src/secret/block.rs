//! Blocks of private keys, whole: between their lines, or as far as they go where one of the lines is missing.

use std::ops::Range;

/// Longest block, in bytes.
pub(super) const BLOCK_BYTES_MAX: usize = 32 << 10;
/// Least number of base64 digits that make a body: fewer are a sketch of a key.
const BODY_DIGITS_MIN: usize = 40;
/// Least number of digits in a piece of a body, but for its last one.
const PIECE_DIGITS_MIN: usize = 16;

/// The block that a word begins or ends, if it has a body. `from`: nothing before it belongs to it.
pub(super) fn at(text: &str, word: Range<usize>, from: usize) -> Option<Range<usize>> {
    let head = text.get(word.start..)?;
    if starts_with(head, "putty") {
        return putty(text, word.start);
    }
    if starts_with(head, "-----end") {
        return tail(text, word.start, from);
    }
    let label = label(head)?;
    let start = word.start;
    let body = start.saturating_add(label);
    let rest = bounded(text.get(body..)?, BLOCK_BYTES_MAX);
    let end = rest.find("-----END ").or_else(|| rest.find("---- END"));
    let next = rest.find("-----BEGIN ").unwrap_or(rest.len());
    match end.filter(|end| *end < next) {
        Some(end) => {
            let closed = body.saturating_add(end);
            let line = closing(text.get(closed..)?)?;
            has_body(rest.get(..end)?).then_some(start..closed.saturating_add(line))
        }
        None => {
            let length = body_length(rest.get(..next)?);
            has_body(rest.get(..length)?).then_some(start..body.saturating_add(length))
        }
    }
}

fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len())
        .is_some_and(|it| it.eq_ignore_ascii_case(start))
}

fn bounded(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

/// The length of the first line, if it is one of a private key.
fn label(text: &str) -> Option<usize> {
    let line = bounded(text, 120);
    let inner = line.get(5..)?;
    let end = inner
        .find("-----")
        .map(|at| (at, 5))
        .or_else(|| inner.find("----").map(|at| (at, 4)));
    let (at, dashes) = end?;
    let name = inner.get(..at)?;
    let private = name.to_ascii_uppercase().contains("PRIVATE KEY") && !name.contains('\n');
    private.then_some(at.saturating_add(5).saturating_add(dashes))
}

/// The length of the last line.
fn closing(text: &str) -> Option<usize> {
    let line = bounded(text, 120);
    let inner = line.get(5..)?;
    let at = inner.find("----")?;
    let dashes = inner
        .get(at..)?
        .bytes()
        .take(5)
        .take_while(|byte| *byte == b'-')
        .count();
    Some(at.saturating_add(5).saturating_add(dashes))
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Most of a closed block that is no body: headers, and what parts lines in a program's text.
const AROUND_BYTES_MAX: usize = 600;

/// Forty base64 digits in one piece, or in pieces of at least sixteen, that are not one digit again and again, and make
/// up most of the text.
fn has_body(text: &str) -> bool {
    let pieces = pieces(text)
        .map(|(_, piece)| piece)
        .filter(|it| it.len() >= PIECE_DIGITS_MIN);
    let (mut digits, mut varied) = (0_usize, false);
    for piece in pieces {
        digits = digits.saturating_add(piece.len());
        varied |= super::value::milli_bits(bounded(piece, 256)) >= 2_500;
    }
    let most = digits.saturating_mul(2).saturating_add(AROUND_BYTES_MAX);
    digits >= BODY_DIGITS_MIN && varied && text.len() <= most
}

/// Runs of base64 digits; an escaped line end parts them.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0_usize;
    text.split(|c: char| !c.is_ascii() || !u8::try_from(c).is_ok_and(is_digit))
        .scan(0, move |before, piece| {
            let start = at;
            let escaped = std::mem::replace(before, 0) == 1;
            at = at.saturating_add(piece.len());
            let next = text.get(at..).and_then(|rest| rest.chars().next());
            *before = usize::from(next == Some('\\'));
            at = at.saturating_add(next.map_or(0, char::len_utf8));
            let skip = usize::from(escaped && piece.starts_with(['n', 'r', 't']));
            Some((
                start.saturating_add(skip),
                piece.get(skip..).unwrap_or_default(),
            ))
        })
}

/// Most text between two pieces of a body without its last line, in bytes; before the first, headers may stand.
const BETWEEN_BYTES_MAX: usize = 64;
/// Most headers, in bytes.
const HEADER_BYTES_MAX: usize = 400;

/// How far a body goes that has no last line: headers, and pieces of digits with little between them.
fn body_length(text: &str) -> usize {
    let mut end = 0_usize;
    for (start, piece) in pieces(text).filter(|(_, piece)| !piece.is_empty()) {
        let between = text.get(end..start).unwrap_or_default();
        let most = if end == 0 {
            HEADER_BYTES_MAX
        } else {
            BETWEEN_BYTES_MAX
        };
        if between.len() > most {
            break;
        }
        let parted = end == 0
            || between
                .chars()
                .all(|c| !c.is_alphanumeric() || matches!(c, 'n' | 'r'));
        let last = end > 0 && parted && between.contains('\n') && piece.len() >= 4;
        if parted && piece.len() >= PIECE_DIGITS_MIN || last {
            end = start.saturating_add(piece.len());
        }
        if last && piece.len() < PIECE_DIGITS_MIN || !parted {
            break;
        }
    }
    end
}

/// The lines of a body before a last line that has lost its first one.
fn tail(text: &str, end: usize, from: usize) -> Option<Range<usize>> {
    let line = text.get(end..)?;
    let length = closing(line)?;
    if !line
        .get(..length)?
        .to_ascii_uppercase()
        .contains("PRIVATE KEY")
    {
        return None;
    }
    let floor = text
        .floor_char_boundary(end.saturating_sub(BLOCK_BYTES_MAX))
        .max(from);
    let above = text.get(floor..end)?;
    let mut start = above.len();
    for line in above.split_inclusive('\n').rev() {
        let inner = line.trim().trim_matches(['"', '\'', '+', ',']);
        let body = !inner.is_empty() && inner.bytes().all(is_digit);
        if !body && !line.trim().is_empty() {
            break;
        }
        start = start.saturating_sub(line.len());
    }
    let body = above.get(start..)?;
    let lead = body.len().saturating_sub(body.trim_start().len());
    has_body(body)
        .then(|| floor.saturating_add(start).saturating_add(lead)..end.saturating_add(length))
}

/// A key file of PuTTY, from its first line to the last of its private part.
fn putty(text: &str, start: usize) -> Option<Range<usize>> {
    let all = bounded(text.get(start..)?, BLOCK_BYTES_MAX);
    let private = all.find("Private-Lines:")?;
    let rest = all.get(private..)?;
    let first = rest.find('\n').unwrap_or(rest.len());
    let mut end = first;
    for line in rest.get(first..)?.split_inclusive('\n') {
        let inner = line.trim();
        let body = inner.bytes().all(is_digit) || inner.starts_with("Private-");
        if !body {
            break;
        }
        end = end.saturating_add(line.len());
    }
    let body = rest.get(first..end)?;
    let length = first.saturating_add(body.trim_end().len());
    has_body(body).then(|| start..start.saturating_add(private).saturating_add(length))
}
