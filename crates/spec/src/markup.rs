//! Blocks in angle brackets within Markdown: `<action>…</action>`. Only names asked for are blocks; everything else in
//! angle brackets is text (`Vec<u8>`). What stands in comments, code fences and code spans opens nothing.

use std::ops::Range;

use crate::fields::hint;
use crate::nearest::nearest;
use crate::notes::Notes;

/// Bytes between `<` and `>`.
const TAG_BYTES_MAX: usize = 1_024;
/// Other tags of one level that are looked at for slips of the pen.
const STRANGE_MAX: usize = 200;
/// Blocks of one level that are not closed; each is looked for to the end.
const UNCLOSED_MAX: usize = 20;
/// Blocks of one level.
const BLOCKS_MAX: usize = 1_000;

/// One block.
#[derive(Debug, Clone)]
pub(crate) struct Block<'t> {
    /// Its name, as it was asked for.
    pub(crate) name: &'static str,
    /// Where it begins.
    pub(crate) at: usize,
    /// What stands after its name.
    pub(crate) attributes: Vec<(&'t str, &'t str)>,
    /// What stands between its tags.
    pub(crate) inner: Range<usize>,
}

impl Block<'_> {
    /// An attribute's value.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| *value)
    }

    /// Its text, blanks at both ends taken away, line ends made plain.
    pub(crate) fn text(&self, file: &str) -> String {
        let inner = file.get(self.inner.clone()).unwrap_or("");
        inner.trim().replace("\r\n", "\n")
    }
}

/// Blocks that hold other blocks; in these a code span hides a closing tag too.
const CONTAINERS: [&str; 2] = ["task", "tasks"];

/// The blocks of these names in a part of the file, in order, not those within them.
pub(crate) fn blocks<'t>(
    file: &'t str,
    part: Range<usize>,
    names: &[&'static str],
    notes: &mut Notes<'_>,
) -> Vec<Block<'t>> {
    let mut found = Vec::new();
    let (mut strange, mut open) = (0_usize, 0_usize);
    let mut cursor = Cursor::new(file, part.clone(), true);
    while let Some(tag) = cursor.tag() {
        let Some(name) = names.iter().find(|name| **name == tag.name) else {
            strange = strange.saturating_add(1);
            if strange <= STRANGE_MAX {
                misspelt(&tag, names, notes);
            }
            continue;
        };
        if tag.closing {
            let message = format!("`</{name}>` closes nothing");
            notes.odd(tag.at, message, format!("open it with `<{name}>`"));
            continue;
        }
        let inner = match inner(file, &part, &tag) {
            Some(inner) => inner,
            None => {
                open = open.saturating_add(1);
                let message = format!("`<{name}>` is not closed");
                let help = format!("close it with `</{name}>`");
                if open > UNCLOSED_MAX {
                    notes.error(tag.at, message, help);
                    break;
                }
                notes.odd(tag.at, message, help);
                unclosed(file, &part, &tag, names)
            }
        };
        cursor.at = close_end(file, inner.end);
        found.push(Block {
            name,
            at: tag.at,
            attributes: attributes(tag.rest),
            inner,
        });
        if found.len() >= BLOCKS_MAX {
            notes.error(tag.at, format!("more than {BLOCKS_MAX} blocks"), "");
            break;
        }
    }
    found
}

/// Where a block's content ends: at the closing tag that belongs to it.
fn inner(file: &str, part: &Range<usize>, open: &Tag<'_>) -> Option<Range<usize>> {
    if open.rest.ends_with('/') {
        return Some(open.end..open.end);
    }
    let spans = CONTAINERS.contains(&open.name);
    let mut cursor = Cursor::new(file, open.end..part.end, spans);
    let mut depth = 1_usize;
    while let Some(tag) = cursor.tag() {
        if tag.name != open.name || (tag.rest.ends_with('/') && !tag.closing) {
            continue;
        }
        depth = if tag.closing {
            depth.saturating_sub(1)
        } else {
            depth.saturating_add(1)
        };
        if depth == 0 {
            return Some(open.end..tag.at);
        }
    }
    None
}

/// What a block holds that is not closed where tags count: up to the first closing tag of its name, be it in a code fence
/// that is not closed either; else up to the next line that begins with a tag of its level.
fn unclosed(file: &str, part: &Range<usize>, open: &Tag<'_>, names: &[&str]) -> Range<usize> {
    let rest = file.get(open.end..part.end).unwrap_or("");
    let again = rest.find(&format!("\n<{}", open.name));
    let before = rest.get(..again.unwrap_or(rest.len())).unwrap_or(rest);
    let closed = before.find(&format!("</{}>", open.name));
    let end = closed.unwrap_or_else(|| {
        let mut at = 0_usize;
        for line in rest.split_inclusive('\n') {
            let words = line.trim_start();
            let tag = words.strip_prefix("</").or_else(|| words.strip_prefix('<'));
            let ends = |name: &str| {
                let after = tag.and_then(|it| it.strip_prefix(name));
                after.is_some_and(|it| it.starts_with(['>', ' ', '/']))
            };
            if at > 0 && names.iter().any(|name| ends(name)) {
                return at;
            }
            at = at.saturating_add(line.len());
        }
        rest.len()
    });
    open.end..open.end.saturating_add(end)
}

/// Behind the closing tag that begins at a byte; that byte itself for a block without content.
fn close_end(file: &str, at: usize) -> usize {
    let rest = file.get(at..).unwrap_or("");
    if !rest.starts_with("</") {
        return at;
    }
    rest.find('>')
        .map_or(at, |to| at.saturating_add(to).saturating_add(1))
}

/// A tag at the start of a line whose name is nearly one of ours was meant to be one.
fn misspelt(tag: &Tag<'_>, names: &[&'static str], notes: &mut Notes<'_>) {
    if tag.first_of_line
        && !tag.closing
        && tag.name.len() >= 4
        && nearest(tag.name, names).is_some()
    {
        let message = format!("unknown block `<{}>`", tag.name);
        notes.warn(tag.at, message, hint(tag.name, names));
    }
}

fn attributes(rest: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = rest.trim_end_matches('/').trim();
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| "\"'".contains(*c));
        let (value, left) = match quote {
            Some(quote) => after
                .strip_prefix(quote)
                .and_then(|text| text.split_once(quote))
                .unwrap_or((after, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        found.push((name.trim(), value));
        rest = left.trim_start();
    }
    if !rest.is_empty() {
        found.push((rest, ""));
    }
    found
}

/// What stands between `<` and `>`.
struct Tag<'t> {
    name: &'t str,
    closing: bool,
    rest: &'t str,
    at: usize,
    end: usize,
    first_of_line: bool,
}

/// Walks over a part of a file, from tag to tag.
struct Cursor<'t> {
    file: &'t str,
    at: usize,
    end: usize,
    /// Whether code spans hide tags.
    spans: bool,
    line_start: bool,
}

impl<'t> Cursor<'t> {
    fn new(file: &'t str, part: Range<usize>, spans: bool) -> Self {
        let before = file.as_bytes().get(..part.start);
        Self {
            file,
            at: part.start,
            end: part.end,
            spans,
            line_start: before.is_none_or(|text| text.is_empty() || text.ends_with(b"\n")),
        }
    }

    /// The next tag of any name.
    fn tag(&mut self) -> Option<Tag<'t>> {
        loop {
            let rest = self.rest();
            let step = rest.find(['<', '`', '\n', '~'])?;
            self.line_start &= rest.get(..step).is_some_and(|gap| gap.trim().is_empty());
            self.skip(step);
            let rest = self.rest();
            let fence = self.line_start && (rest.starts_with("```") || rest.starts_with("~~~"));
            if fence {
                self.skip_fence();
            } else if rest.starts_with('\n') {
                self.skip(1);
                self.line_start = true;
                continue;
            } else if rest.starts_with("<!--") {
                self.skip(
                    rest.find("-->")
                        .map_or(rest.len(), |to| to.saturating_add(3)),
                );
            } else if rest.starts_with('`') {
                self.skip_span();
            } else if let Some(tag) = self.tag_here() {
                self.at = tag.end;
                self.line_start = false;
                return Some(tag);
            } else {
                self.skip(1);
            }
            self.line_start = false;
        }
    }

    fn rest(&self) -> &'t str {
        self.file.get(self.at..self.end).unwrap_or("")
    }

    fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes).min(self.end);
    }

    /// Over a fence, to the end of the line that closes it; one that is not closed runs to the end.
    fn skip_fence(&mut self) {
        let rest = self.rest();
        let sign = if rest.starts_with('~') { '~' } else { '`' };
        let signs = run(rest, sign);
        let mut lines = rest.split_inclusive('\n');
        self.skip(lines.next().map_or(0, str::len));
        for line in lines {
            let text = line.trim();
            let closes = run(text, sign) >= signs && text.trim_matches(sign).is_empty();
            self.skip(line.len());
            if closes {
                self.at = self.at.saturating_sub(usize::from(line.ends_with('\n')));
                return;
            }
        }
    }

    /// Over a code span that ends on its line; else over its signs alone.
    fn skip_span(&mut self) {
        let rest = self.rest();
        let signs = run(rest, '`');
        let line = rest.lines().next().unwrap_or("");
        let mut at = signs;
        while self.spans
            && let Some(step) = line.get(at..).and_then(|text| text.find('`'))
        {
            at = at.saturating_add(step);
            let closing = run(line.get(at..).unwrap_or(""), '`');
            at = at.saturating_add(closing);
            if closing == signs {
                self.skip(at);
                return;
            }
        }
        self.skip(signs);
    }

    fn tag_here(&self) -> Option<Tag<'t>> {
        let rest = self.rest();
        let body = rest.strip_prefix('<')?;
        let (closing, body) = match body.strip_prefix('/') {
            Some(body) => (true, body),
            None => (false, body),
        };
        let name_end = body.find(|c: char| !(c.is_ascii_lowercase() || "-_".contains(c)))?;
        let (name, after) = body.split_at_checked(name_end)?;
        let opens = after.starts_with(['>', '/']) || after.starts_with(char::is_whitespace);
        if name.is_empty() || !opens {
            return None;
        }
        let to = tag_end(after)?;
        let rest_of_tag = after.get(..to)?.trim();
        let length = rest
            .len()
            .saturating_sub(after.len())
            .saturating_add(to)
            .saturating_add(1);
        Some(Tag {
            name,
            closing,
            rest: rest_of_tag,
            at: self.at,
            end: self.at.saturating_add(length),
            first_of_line: self.line_start,
        })
    }
}

/// Where the `>` stands that is in no quotes.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text
        .char_indices()
        .take_while(|(at, _)| *at < TAG_BYTES_MAX)
    {
        match (quote, c) {
            (None, '>') => return Some(at),
            (None, '<') => return None,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None | Some(_), _) => {}
        }
    }
    None
}

fn run(text: &str, sign: char) -> usize {
    text.chars().take_while(|c| *c == sign).count()
}
