//! Text on its way to a terminal: nothing hidden, nothing too wide; numbers as people read them.

use ledger::money::Usd;

/// Text with every character that a terminal would not show as itself written out as `<U+202E>`. Line feeds and tabs
/// stay.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && c != '\t' && hides(c) {
            out.push_str(&format!("<U+{:04X}>", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// The same on one line: every run of blanks and line breaks is one blank.
pub(super) fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(4096));
    // Nothing that is shown on one line is longer; what is cut would be cut later anyway.
    for word in text.split_ascii_whitespace().take(2000) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&visible(word));
    }
    out
}

/// The first line that says something, made visible.
pub(super) fn first_line(text: &str) -> String {
    one_line(
        text.lines()
            .find(|it| !it.trim().is_empty())
            .unwrap_or_default(),
    )
}

/// Cuts to so many columns, with a sign where something is cut off.
pub(super) fn fit(text: &str, columns_max: usize, unicode: bool) -> String {
    if columns(text) <= columns_max {
        return text.to_owned();
    }
    let cut = if unicode { "…" } else { "..." };
    let room = columns_max.saturating_sub(cut.chars().count());
    let mut out = String::new();
    let mut used = 0;
    for c in text.chars() {
        used += width_of(c);
        if used > room {
            break;
        }
        out.push(c);
    }
    out.push_str(cut);
    out
}

/// Fits and fills up with blanks.
pub(super) fn pad(text: &str, columns_max: usize, unicode: bool) -> String {
    let mut out = fit(text, columns_max, unicode);
    let used = columns(&out);
    out.extend(std::iter::repeat_n(' ', columns_max.saturating_sub(used)));
    out
}

/// Breaks into lines of at most so many columns, at blanks where there are some.
pub(super) fn wrap(text: &str, columns_max: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let columns_max = columns_max.max(10);
    for word in text.split(' ') {
        if !line.is_empty() && columns(&line) + 1 + columns(word) > columns_max {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars() {
            if columns(&line) + width_of(c) > columns_max {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Cuts into lines of at most so many columns, wherever that is: every character stays, blanks too.
pub(super) fn cut(text: &str, columns_max: usize) -> Vec<String> {
    let columns_max = columns_max.max(10);
    let mut lines = vec![String::new()];
    let mut used = 0;
    for c in text.chars() {
        used += width_of(c);
        if used > columns_max {
            lines.push(String::new());
            used = width_of(c);
        }
        if let Some(line) = lines.last_mut() {
            line.push(c);
        }
    }
    lines
}

/// A line of ours, colours and all, in pieces of at most so many columns. A colour goes on in the next piece.
pub(super) fn broken(line: &str, columns_max: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let (mut used, mut color) = (0, String::new());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c == ESCAPE {
            // Only ours are there: `visible` writes out all others.
            let mut code = c.to_string();
            code.extend(chars.by_ref().take_while(|it| *it != 'm'));
            code.push('m');
            put(&mut pieces, &code);
            color = if code == RESET { String::new() } else { code };
            continue;
        }
        used += width_of(c);
        if used > columns_max.max(2) {
            if !color.is_empty() {
                put(&mut pieces, RESET);
            }
            pieces.push(color.clone());
            used = width_of(c);
        }
        put(&mut pieces, c.encode_utf8(&mut [0; 4]));
    }
    pieces
}

/// As much of a line of ours as there is room for.
pub(super) fn clip(line: &str, columns_max: usize) -> String {
    broken(line, columns_max).swap_remove(0)
}

const ESCAPE: char = '\u{1b}';
const RESET: &str = "\u{1b}[0m";

fn put(pieces: &mut [String], text: &str) {
    if let Some(piece) = pieces.last_mut() {
        piece.push_str(text);
    }
}

/// Columns that a terminal needs for it.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width_of).sum()
}

/// East Asian wide characters and pictures take two columns, combining marks none.
fn width_of(c: char) -> usize {
    match u32::from(c) {
        0x0300..=0x036f | 0x1ab0..=0x1aff | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f => {
            0
        }
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// Controls, direction marks, line and paragraph separators, and characters without a shape.
fn hides(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// `0.8s`, `12.3s`, `1m05s`, `2h03m`, `3d04h`.
pub(super) fn duration(ms: u64) -> String {
    let seconds = ms / 1000;
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    if minutes == 0 {
        format!("{seconds}.{}s", ms % 1000 / 100)
    } else if hours == 0 {
        format!("{minutes}m{:02}s", seconds % 60)
    } else if days == 0 {
        format!("{hours}h{:02}m", minutes % 60)
    } else {
        format!("{days}d{:02}h", hours % 24)
    }
}

/// `14 s`, `2 min 05 s`, `1 h 02 min`: whole seconds, as they pass.
pub(super) fn clock(ms: u64) -> String {
    let seconds = ms / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m} min {s:02} s"),
        (h, m, _) => format!("{h} h {m:02} min"),
    }
}

/// Dollars with as many places as say something: `$12.34`, `$0.0120`.
pub(super) fn money(usd: Usd) -> String {
    let micros = usd.0;
    if micros >= 1_000_000 || micros == 0 {
        let cents = micros.saturating_add(5_000) / 10_000;
        format!("${}.{:02}", cents / 100, cents % 100)
    } else {
        let parts = (micros.saturating_add(50) / 100).min(9_999);
        format!("$0.{parts:04}")
    }
}

/// The same, marked where its price is a guess: `~$0.03`.
pub(super) fn spent(usd: Usd, guessed: bool) -> String {
    let sign = if guessed && usd > Usd::ZERO { "~" } else { "" };
    format!("{sign}{}", money(usd))
}

/// `950`, `1.2k`, `3.4M`.
pub(super) fn count(number: u64) -> String {
    match number {
        0..=999 => number.to_string(),
        1_000..=999_999 => format!("{}.{}k", number / 1_000, number % 1_000 / 100),
        _ => format!("{}.{}M", number / 1_000_000, number % 1_000_000 / 100_000),
    }
}

/// `1 file`, `2 files`.
pub(super) fn plural(number: usize, thing: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{s}")
}

/// A point in time as ISO 8601 in UTC, to the second.
pub(super) fn time(at_ms: u64) -> String {
    let seconds = i64::try_from(at_ms / 1000).unwrap_or(i64::MAX);
    jiff::Timestamp::from_second(seconds)
        .map_or_else(|_| format!("{at_ms} ms"), |it| it.to_string())
}
/// The first few names, and how many more there are.
pub(crate) fn names(names: &[String]) -> String {
    /// Names in a list; more are counted.
    const NAMES_MAX: usize = 4;
    let mut text = names
        .iter()
        .take(NAMES_MAX)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > NAMES_MAX {
        text.push_str(&format!(" and {} more", names.len() - NAMES_MAX));
    }
    text
}
