//! What stands behind a disguise: base64 and hexadecimal digits.

/// Longest run that is decoded, in bytes: a token is far shorter, a picture is longer.
pub(super) const RUN_BYTES_MAX: usize = 16 << 10;
/// Shortest run that could hide a token.
const RUN_BYTES_MIN: usize = 24;

/// The bytes that base64 digits stand for, in either alphabet, with or without padding.
pub(super) fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let (mut bits, mut have) = (0_u32, 0_u32);
    for byte in text.trim_end_matches('=').bytes() {
        bits = (bits << 6 | digit64(byte)?) & 0x3ffff;
        have = have.saturating_add(6);
        if have >= 8 {
            have = have.saturating_sub(8);
            out.push(u8::try_from(bits >> have & 0xff).ok()?);
        }
    }
    Some(out)
}

fn digit64(byte: u8) -> Option<u32> {
    let from = |start: u8, value: u32| value.saturating_add(u32::from(byte.saturating_sub(start)));
    match byte {
        b'A'..=b'Z' => Some(from(b'A', 0)),
        b'a'..=b'z' => Some(from(b'a', 26)),
        b'0'..=b'9' => Some(from(b'0', 52)),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

/// The bytes that pairs of hexadecimal digits stand for.
fn hex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks_exact(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

/// Runs of digits that stand for readable text, and that text.
pub(super) fn runs(text: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let mut out = Vec::new();
    let mut start = None;
    let ends = text
        .bytes()
        .enumerate()
        .chain(std::iter::once((text.len(), b' ')));
    for (at, byte) in ends {
        let digit = digit64(byte).is_some();
        match (start, digit) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                start = None;
                if at.saturating_sub(from) >= RUN_BYTES_MIN
                    && let Some(plain) = readable(text.get(from..at).unwrap_or_default())
                {
                    let padding = text
                        .get(at..)
                        .unwrap_or_default()
                        .bytes()
                        .take(2)
                        .take_while(|byte| *byte == b'=')
                        .count();
                    out.push((from..at.saturating_add(padding), plain));
                }
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    out
}

/// The text of a run, if it is one; a long run is read up to its limit.
fn readable(run: &str) -> Option<String> {
    let run = run.get(..RUN_BYTES_MAX).unwrap_or(run);
    if let Some(backwards) = backwards(run) {
        return Some(backwards);
    }
    let head = run.get(..16).unwrap_or(run);
    let decoder: fn(&str) -> Option<Vec<u8>> = if plain(&base64(head)?) {
        base64
    } else if plain(&hex(head)?) {
        hex
    } else {
        return None;
    };
    let text = String::from_utf8(decoder(run)?).ok()?;
    plain(text.as_bytes()).then_some(text)
}

/// How tokens begin, read from their end.
const BACKWARDS: [&str; 14] = [
    "_phg",
    "_ohg",
    "_shg",
    "_uhg",
    "_rhg",
    "_tap_buhtig",
    "-taplg",
    "AIKA",
    "AISA",
    "_evil_ks",
    "_evil_kr",
    "_mpn",
    "-tna-ks",
    "-jorp-ks",
];

/// A token that is written from its end to its beginning.
fn backwards(run: &str) -> Option<String> {
    let ends = BACKWARDS.iter().any(|it| run.ends_with(it));
    ends.then(|| run.chars().rev().collect())
}

fn plain(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t'))
}
