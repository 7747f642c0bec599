//! Small computations on known text: what bash itself computes in expansions, and a few programs that only rewrite
//! their input. Anything beyond is unknown, never guessed.

use crate::tree::ReplaceKind;

/// Items of a `{a..b}` range.
const RANGE_MAX: usize = 1_024;

/// `{from..to..step}`.
pub(super) fn range(from: &str, to: &str, step: Option<&str>) -> Vec<String> {
    let step = step
        .and_then(|step| step.parse::<i64>().ok())
        .map_or(1, i64::abs)
        .max(1);
    let numbers = from.parse::<i64>().ok().zip(to.parse::<i64>().ok());
    let letters = || single(from).zip(single(to));
    let (start, end, letter) = match numbers {
        Some((start, end)) => (start, end, false),
        None => match letters() {
            Some((start, end)) => (i64::from(u32::from(start)), i64::from(u32::from(end)), true),
            None => return vec![format!("{{{from}..{to}}}")],
        },
    };
    let width = if from.starts_with('0') || to.starts_with('0') {
        from.len().max(to.len())
    } else {
        0
    };
    let mut out = Vec::new();
    let mut at = start;
    while out.len() < RANGE_MAX && if start <= end { at <= end } else { at >= end } {
        out.push(if letter {
            u32::try_from(at)
                .ok()
                .and_then(char::from_u32)
                .map(String::from)
                .unwrap_or_default()
        } else {
            format!("{at:0width$}")
        });
        at = if start <= end {
            at.saturating_add(step)
        } else {
            at.saturating_sub(step)
        };
    }
    out
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// `${x:offset:length}`; negative numbers count from the end.
pub(super) fn substring(text: &str, offset: &str, length: Option<&str>) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let count = i64::try_from(chars.len()).ok()?;
    let place = |number: i64| {
        let at = if number < 0 {
            count.saturating_add(number)
        } else {
            number
        };
        usize::try_from(at.clamp(0, count)).ok()
    };
    let start = place(offset.trim().parse().ok()?)?;
    let end = match length {
        None => chars.len(),
        Some(length) => {
            let length: i64 = length.trim().parse().ok()?;
            if length < 0 {
                place(length)?
            } else {
                start
                    .saturating_add(usize::try_from(length).ok()?)
                    .min(chars.len())
            }
        }
    };
    Some(
        chars
            .get(start..end.max(start))
            .unwrap_or_default()
            .iter()
            .collect(),
    )
}

/// `${x^}`, `${x^^}`, `${x,}`, `${x,,}` without a pattern.
pub(super) fn case(text: &str, operator: &str) -> Option<String> {
    let first = |upper: bool| {
        let mut chars = text.chars();
        chars.next().map(|c| {
            let head = if upper {
                c.to_uppercase().to_string()
            } else {
                c.to_lowercase().to_string()
            };
            head + chars.as_str()
        })
    };
    match operator {
        "^^" => Some(text.to_uppercase()),
        ",," => Some(text.to_lowercase()),
        "^" => first(true),
        "," => first(false),
        _ => None,
    }
}

/// `${x#pattern}` and its like, for patterns of `*` and `?` only.
pub(super) fn remove(text: &str, pattern: &str, prefix: bool, longest: bool) -> Option<String> {
    if pattern.contains('[') {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    let count = chars.len();
    let mut cuts: Vec<usize> = (0..=count).collect();
    // Shortest match first; for the longest, the other way round.
    if prefix == longest {
        cuts.reverse();
    }
    for cut in cuts {
        let (before, after) = chars.split_at_checked(cut)?;
        let (matched, kept) = if prefix {
            (before, after)
        } else {
            (after, before)
        };
        if glob(pattern, matched) {
            return Some(kept.iter().collect());
        }
    }
    Some(text.to_owned())
}

/// Whether a pattern for names may fit; a set of characters stands for any.
#[must_use]
pub fn may_fit(pattern: &str, name: &str) -> bool {
    let mut plain = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((_, behind)) = after.split_once(']') else {
            break;
        };
        plain.push_str(before);
        plain.push('?');
        rest = behind;
    }
    plain.push_str(rest);
    let name: Vec<char> = name.chars().collect();
    glob(&plain, &name)
}

/// Whether a pattern of `*` and `?` fits, without backtracking beyond the last star.
fn glob(pattern: &str, text: &[char]) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let (mut p, mut t) = (0usize, 0usize);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p = p.saturating_add(1);
            }
            Some(c) if *c == '?' || Some(c) == text.get(t) => {
                p = p.saturating_add(1);
                t = t.saturating_add(1);
            }
            Some(_) | None => match star {
                Some((at, from)) => {
                    p = at.saturating_add(1);
                    t = from.saturating_add(1);
                    star = Some((at, t));
                }
                None => return false,
            },
        }
    }
    pattern
        .get(p..)
        .unwrap_or_default()
        .iter()
        .all(|c| *c == '*')
}

/// `${x/pattern/with}` for plain patterns.
pub(super) fn replace(text: &str, pattern: &str, with: &str, kind: ReplaceKind) -> Option<String> {
    let at_end = matches!(kind, ReplaceKind::Prefix | ReplaceKind::Suffix);
    if pattern.contains(['*', '?', '[']) || (pattern.is_empty() && !at_end) {
        return None;
    }
    Some(match kind {
        ReplaceKind::First => text.replacen(pattern, with, 1),
        ReplaceKind::All => text.replace(pattern, with),
        ReplaceKind::Prefix => text
            .strip_prefix(pattern)
            .map_or_else(|| text.to_owned(), |rest| format!("{with}{rest}")),
        ReplaceKind::Suffix => text
            .strip_suffix(pattern)
            .map_or_else(|| text.to_owned(), |rest| format!("{rest}{with}")),
    })
}

/// What `printf FORMAT ARGS` and `echo -e` write for a backslash escape.
pub(crate) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('a') => out.push('\u{7}'),
            Some('e' | 'E') => out.push('\u{1b}'),
            Some('x') => push_code(&mut out, &mut chars, 2, 16),
            Some('u') => push_code(&mut out, &mut chars, 4, 16),
            Some('U') => push_code(&mut out, &mut chars, 8, 16),
            Some('0') => push_code(&mut out, &mut chars, 3, 8),
            Some(digit @ '1'..='7') => {
                let mut number = digit.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    if let Some(more) = chars.peek().and_then(|c| c.to_digit(8)) {
                        number = number.saturating_mul(8).saturating_add(more);
                        let _ = chars.next();
                    }
                }
                out.extend(char::from_u32(number));
            }
            Some(other) => out.push(other),
            None => out.push('\\'),
        }
    }
    out
}

fn push_code(
    out: &mut String,
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    digits_max: usize,
    base: u32,
) {
    let mut number = 0u32;
    for _ in 0..digits_max {
        let Some(digit) = chars.peek().and_then(|c| c.to_digit(base)) else {
            break;
        };
        number = number.saturating_mul(base).saturating_add(digit);
        let _ = chars.next();
    }
    out.extend(char::from_u32(number));
}

/// `printf` with known arguments: `%s`, `%d`, `%b`, `%c` and `%%`; others are unknown.
pub(super) fn printf(format: &str, arguments: &[String]) -> Option<String> {
    let format = unescape(format);
    let mut left = arguments.iter();
    let mut out = String::new();
    loop {
        let before = left.len();
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            if c != '%' {
                out.push(c);
                continue;
            }
            match chars.next() {
                Some('s' | 'd' | 'i') => out.push_str(left.next().map_or("", String::as_str)),
                Some('b') => out.push_str(&unescape(left.next().map_or("", String::as_str))),
                Some('c') => out.extend(left.next().and_then(|text| text.chars().next())),
                Some('q') => {
                    let word = left.next().map_or("", String::as_str);
                    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%,".contains(c);
                    if word.is_empty() || !word.chars().all(plain) {
                        return None;
                    }
                    out.push_str(word);
                }
                Some('%') => out.push('%'),
                Some(_) | None => return None,
            }
        }
        if left.len() == 0 || left.len() == before || out.len() > 65_536 {
            return Some(out);
        }
    }
}

/// Text behind base64, where it is text.
pub(super) fn base64(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut bits = 0u32;
    let mut held = 0u32;
    for c in text.bytes().filter(|c| !c.is_ascii_whitespace()) {
        let value = match c {
            b'A'..=b'Z' => c.saturating_sub(b'A'),
            b'a'..=b'z' => c.saturating_sub(b'a').saturating_add(26),
            b'0'..=b'9' => c.saturating_sub(b'0').saturating_add(52),
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => return None,
        };
        held = (held << 6 | u32::from(value)) & 0x00ff_ffff;
        bits = bits.saturating_add(6);
        if bits >= 8 {
            bits = bits.saturating_sub(8);
            bytes.push(u8::try_from(held.checked_shr(bits).unwrap_or(0) & 0xff).unwrap_or(0));
        }
    }
    String::from_utf8(bytes).ok()
}

/// Text behind hexadecimal digits, where it is text.
pub(super) fn hex(text: &str) -> Option<String> {
    let digits: Vec<u32> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16))
        .collect::<Option<_>>()?;
    let bytes = digits
        .chunks(2)
        .map(|pair| {
            let high = pair.first().copied().unwrap_or(0);
            let low = pair.get(1).copied().unwrap_or(0);
            u8::try_from(high.saturating_mul(16).saturating_add(low)).ok()
        })
        .collect::<Option<Vec<u8>>>()?;
    String::from_utf8(bytes).ok()
}
