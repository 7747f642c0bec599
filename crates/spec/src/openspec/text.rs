//! A Markdown file as lines that know their place, and what a line can be: a heading, a requirement, a scenario. What
//! stands in a code fence is none of these. Not what lines mean together.

use std::ops::Range;

/// One line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'t> {
    /// Its first byte in the file.
    pub(super) at: usize,
    /// Its text, without what ends it.
    pub(super) text: &'t str,
    /// Part of a code fence, or one of its two ends.
    pub(super) fenced: bool,
}

/// A file as lines. A byte order mark is no part of its first line; `\r\n`, `\n` and a lone `\r` end a line.
#[derive(Debug, Clone)]
pub(super) struct Text<'t> {
    /// The file's name, for messages.
    pub(super) file: &'t str,
    /// The whole file.
    pub(super) whole: &'t str,
    /// Its lines.
    pub(super) lines: Vec<Line<'t>>,
    /// A code fence in it does not end.
    pub(super) is_open: bool,
}

impl<'t> Text<'t> {
    /// Splits a file.
    pub(super) fn new(file: &'t str, whole: &'t str) -> Self {
        let mut lines = Vec::new();
        let mut fence: Option<(char, usize)> = None;
        let mut rest = whole.strip_prefix('\u{feff}').unwrap_or(whole);
        while !rest.is_empty() {
            let at = whole.len().saturating_sub(rest.len());
            let end = rest.bytes().position(|b| b == b'\n' || b == b'\r');
            let (text, tail) = rest
                .split_at_checked(end.unwrap_or(rest.len()))
                .unwrap_or((rest, ""));
            let opened = fence.is_some();
            fence = after(fence, text);
            lines.push(Line {
                at,
                text,
                fenced: opened || fence.is_some(),
            });
            rest = tail
                .strip_prefix("\r\n")
                .or_else(|| tail.strip_prefix(['\n', '\r']))
                .unwrap_or("");
        }
        Self {
            file,
            whole,
            lines,
            is_open: fence.is_some(),
        }
    }

    /// A line; an empty one beyond the last.
    pub(super) fn line(&self, index: usize) -> Line<'t> {
        self.lines.get(index).copied().unwrap_or(Line {
            at: self.whole.len(),
            text: "",
            fenced: false,
        })
    }

    /// A line that is in no fence; an empty one otherwise.
    pub(super) fn open(&self, index: usize) -> &'t str {
        let line = self.line(index);
        if line.fenced { "" } else { line.text }
    }

    /// The lines of a range.
    pub(super) fn range(&self, range: Range<usize>) -> &[Line<'t>] {
        self.lines.get(range).unwrap_or(&[])
    }

    /// The range without the blank lines at its end.
    pub(super) fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let lines = self.range(range.clone());
        let kept = lines.iter().rposition(|line| !trim(line.text).is_empty());
        let length = kept.map_or(0, |last| last.saturating_add(1));
        range.start..range.start.saturating_add(length)
    }

    /// The byte behind the last line of a range, before what ends the line; where the range begins if it is empty.
    pub(super) fn end(&self, range: Range<usize>) -> usize {
        match self.range(range.clone()).last() {
            Some(last) => last.at.saturating_add(last.text.len()),
            None => self.line(range.start).at,
        }
    }

    /// The texts of a range as one, with `\n` between lines, blanks at both ends taken away.
    pub(super) fn joined(&self, range: Range<usize>) -> String {
        let mut joined = String::new();
        for line in self.range(range) {
            joined.push_str(line.text);
            joined.push('\n');
        }
        trim(&joined).to_owned()
    }

    /// What ends the lines of this file, by majority.
    pub(super) fn line_end(&self) -> &'static str {
        let crlf = self.whole.matches("\r\n").count();
        let lf = self.whole.bytes().filter(|b| *b == b'\n').count();
        if crlf > 0 && crlf >= lf.saturating_sub(crlf) {
            "\r\n"
        } else {
            "\n"
        }
    }
}

/// What JavaScript calls a blank, since the format's own tool does.
pub(super) fn blank(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// Without blanks at both ends.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(blank)
}

/// How deep a heading is, from 1 to 6. Its title may be missing.
pub(super) fn level(line: &str) -> Option<usize> {
    if !line.starts_with('#') {
        return None;
    }
    let rest = line.trim_start_matches('#');
    let level = line.len().saturating_sub(rest.len());
    ((1..=6).contains(&level) && rest.starts_with(blank)).then_some(level)
}

/// A heading with its depth and its title.
pub(super) fn heading(line: &str) -> Option<(usize, &str)> {
    let level = level(line)?;
    let title = trim(line.trim_start_matches('#'));
    (!title.is_empty()).then_some((level, title))
}

/// The name in a `### Requirement: Name`; empty where it is missing.
pub(super) fn requirement(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("###")?.trim_start_matches(blank);
    Some(name(after_word(rest, "requirement:")?))
}

/// The name in a heading of level four; each of them is a scenario.
pub(super) fn scenario(line: &str) -> Option<&str> {
    let rest = line
        .strip_prefix("####")
        .filter(|rest| rest.starts_with(blank))?;
    let name = name(rest);
    Some(trim(after_word(name, "scenario:").unwrap_or(name)))
}

/// A name as it is compared: blanks at both ends and the signs that close a heading are no part of it.
pub(super) fn name(text: &str) -> &str {
    let ended = text.trim_end_matches([' ', '\t']);
    let open = ended.trim_end_matches('#');
    if open.len() < ended.len() && open.ends_with([' ', '\t']) {
        trim(open)
    } else {
        trim(text)
    }
}

/// A name as slips of the pen are found: without regard to capitals and to how wide its gaps are.
pub(super) fn folded(name: &str) -> String {
    let words: Vec<&str> = name.split(blank).filter(|word| !word.is_empty()).collect();
    words.join(" ").to_lowercase()
}

/// What follows a word, whatever its capitals.
pub(super) fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, tail) = text.split_at_checked(word.len())?;
    head.eq_ignore_ascii_case(word).then_some(tail)
}

/// The text without its `<!-- comments -->`; one that does not end hides all that follows.
pub(super) fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once("<!--") {
        kept.push_str(before);
        rest = inside.split_once("-->").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept
}

/// The fence that is open behind a line.
fn after(fence: Option<(char, usize)>, line: &str) -> Option<(char, usize)> {
    let mut bytes = line.bytes();
    let first = bytes.find(|b| !matches!(b, b' ' | b'\t'));
    if first.is_none_or(|b| b.is_ascii_graphic() && !matches!(b, b'`' | b'~')) {
        return fence;
    }
    let text = line.trim_start_matches(blank);
    let sign = text.chars().next().filter(|c| "`~".contains(*c));
    let here = sign.and_then(|sign| {
        let rest = text.trim_start_matches(sign);
        let length = text.len().saturating_sub(rest.len());
        (length >= 3).then_some((sign, length, rest))
    });
    match (fence, here) {
        (None, Some((sign, length, _))) => Some((sign, length)),
        (Some((open, least)), Some((sign, length, rest)))
            if sign == open && length >= least && trim(rest).is_empty() =>
        {
            None
        }
        (fence, Some(_) | None) => fence,
    }
}
