//! A change's `tasks.md`: groups of boxes to tick. A box counts wherever it stands, in a code fence too: what is
//! counted too much is seen, what is left out is not.

use std::ops::Range;

use crate::openspec::commands::{self, commands};
use crate::openspec::text::{Text, blank, level, trim, without_comments};

/// Characters of a title or a name.
const NAME_CHARS_MAX: usize = 200;

/// A line with a box.
#[derive(Debug, Clone)]
pub(super) struct Tick<'t> {
    /// Whether it is ticked.
    pub(super) done: bool,
    /// What stands behind the box on its line.
    pub(super) said: &'t str,
    /// What stands between the brackets, as bytes of the file.
    pub(super) inside: Range<usize>,
    /// Its line.
    pub(super) index: usize,
    /// What stands on the lines below that belong to it.
    pub(super) below: Vec<&'t str>,
}

impl Tick<'_> {
    /// What it says on its line, short.
    pub(super) fn name(&self) -> String {
        short(self.said)
    }

    /// Everything it says.
    pub(super) fn whole(&self) -> String {
        let mut whole = without_comments(self.said).trim().to_owned();
        for line in &self.below {
            whole.push('\n');
            whole.push_str(line);
        }
        whole
    }

    /// The commands that it says are to be run.
    pub(super) fn commands(&self) -> Vec<String> {
        let mut found = commands(self.said);
        for line in &self.below {
            commands::add(&mut found, commands(line));
        }
        found
    }
}

/// Boxes below one heading.
#[derive(Debug, Clone)]
pub(super) struct Group<'t> {
    /// The number in `## 1. Title`.
    pub(super) number: Option<&'t str>,
    /// Its title without the number; empty for boxes above the first heading.
    pub(super) title: String,
    /// What it says beside its boxes.
    pub(super) prose: Vec<&'t str>,
    /// Its boxes.
    pub(super) ticks: Vec<Tick<'t>>,
}

/// A `tasks.md`.
#[derive(Debug, Clone)]
pub(super) struct Tasks<'t> {
    /// The file.
    pub(super) text: Text<'t>,
    /// Its groups, those without a box included.
    pub(super) groups: Vec<Group<'t>>,
}

impl<'t> Tasks<'t> {
    /// Reads a `tasks.md`.
    pub(super) fn read(file: &'t str, whole: &'t str) -> Self {
        let text = Text::new(file, whole);
        let mut groups = vec![group(None, "")];
        for (index, line) in text.lines.iter().enumerate() {
            let depth = level(line.text.trim_start_matches(' ')).filter(|_| !line.fenced);
            let Some(last) = groups.last_mut() else { break };
            if let Some(tick) = tick(line.text, line.at, index) {
                last.ticks.push(tick);
            } else if let (Some(2), Some((number, title))) = (depth, group_heading(line.text)) {
                groups.push(group(number, title));
            } else if depth.is_none() {
                match last.ticks.last_mut() {
                    Some(tick) if line.text.starts_with([' ', '\t']) || line.fenced => {
                        tick.below.push(line.text);
                    }
                    Some(_) | None => last.prose.push(line.text),
                }
            }
        }
        Self { text, groups }
    }

    /// Every box.
    pub(super) fn ticks(&self) -> impl Iterator<Item = &Tick<'t>> {
        self.groups.iter().flat_map(|group| &group.ticks)
    }

    /// The file with every box ticked, and nothing else changed.
    pub(super) fn ticked(&self) -> String {
        let mut out = String::with_capacity(self.text.whole.len());
        let mut from = 0;
        for tick in self.ticks().filter(|tick| !tick.done) {
            out.push_str(self.text.whole.get(from..tick.inside.start).unwrap_or(""));
            out.push('x');
            from = tick.inside.end;
        }
        out.push_str(self.text.whole.get(from..).unwrap_or(""));
        out
    }
}

fn group<'t>(number: Option<&'t str>, title: &str) -> Group<'t> {
    Group {
        number,
        title: short(title),
        prose: Vec::new(),
        ticks: Vec::new(),
    }
}

/// One line, short, without comments.
fn short(text: &str) -> String {
    let text = without_comments(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= NAME_CHARS_MAX {
        return line;
    }
    let cut: String = line.chars().take(NAME_CHARS_MAX).collect();
    format!("{cut}…")
}

/// Number and title of a heading of level two.
fn group_heading(line: &str) -> Option<(Option<&str>, &str)> {
    let bare = line.trim_start_matches(' ');
    let near = line.len().saturating_sub(bare.len()) <= 3;
    let said = bare
        .strip_prefix("##")
        .filter(|_| near && level(bare) == Some(2))?;
    let said = trim(said);
    let digits = said.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = said.split_at_checked(digits)?;
    let after = rest.strip_prefix('.').filter(|_| !number.is_empty());
    match after.filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])) {
        Some(title) => Some((Some(number), trim(title))),
        None => Some((None, said)),
    }
}

/// A list item with a box: a sign or a number, brackets with at most one sign in them, and words.
fn tick(line: &str, at: usize, index: usize) -> Option<Tick<'_>> {
    let text = line.trim_start_matches(blank);
    let rest = after_bullet(text)?.trim_start_matches(blank);
    let inside = rest.strip_prefix('[')?;
    let (mark, said) = inside.split_once(']')?;
    let sign = trim(mark);
    let is_box = sign.is_empty() && !mark.is_empty();
    let is_link = !is_box && said.starts_with(['(', '[']);
    if sign.chars().nth(1).is_some() || is_link {
        return None;
    }
    let start = line.len().saturating_sub(inside.len());
    let start = at.saturating_add(start);
    Some(Tick {
        done: sign.eq_ignore_ascii_case("x"),
        said: trim(said),
        inside: start..start.saturating_add(mark.len()),
        index,
        below: Vec::new(),
    })
}

/// What follows the sign of a list item.
fn after_bullet(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix(['-', '*', '+']) {
        return Some(rest);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (_, rest) = text.split_at_checked(digits)?;
    (1..=9)
        .contains(&digits)
        .then_some(rest)?
        .strip_prefix(['.', ')'])
}
