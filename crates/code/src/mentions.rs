//! Where a name stands in a text other than as a name of code: in a string, in what a macro is given, in a style or a template, in
//! a file of settings. Whoever takes a thing by such a text takes it without any import.
//!
//! It does not know what the name means, nor which text matters.

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};

use crate::facts::{Facts, Region, RegionKind};
use crate::language::Language;
use crate::scan;

/// Names that are looked for at once, and the bytes of the longest.
const NAMES_MAX: usize = 2_000;
const NAME_BYTES_MAX: usize = 200;

/// Places that are kept of one text.
const PLACES_MAX: usize = 200;

/// Names to look for.
#[derive(Debug, Clone)]
pub struct Names {
    all: Vec<String>,
    automaton: AhoCorasick,
}

/// A place where a name stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// The name.
    pub name: String,
    /// The line (from 1).
    pub line: u32,
    /// What it stands in.
    pub within: Within,
    /// It stands in code for tests.
    pub test: bool,
    /// The whole string of code, or else the run of letters and of signs of paths around it.
    pub text: String,
}

/// What a name stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Within {
    /// A string of code.
    String,
    /// Code, behind the name of what holds it: `common::name`, `helpers.name`.
    Member,
    /// A template or a style beside code.
    Markup,
    /// A text that is no code: settings, a build file.
    Data,
}

impl Names {
    /// Prepares to look for names; `None` where there are none, or more than can be looked for.
    #[must_use]
    pub fn new(names: impl IntoIterator<Item = String>) -> Option<Names> {
        let mut all: Vec<String> = names.into_iter().collect();
        all.retain(|it| !it.is_empty() && it.len() <= NAME_BYTES_MAX);
        if all.is_empty() || all.len() > NAMES_MAX {
            return None;
        }
        let automaton = AhoCorasickBuilder::new()
            .match_kind(MatchKind::Standard)
            .build(&all)
            .ok()?;
        Some(Names { all, automaton })
    }

    /// Where names stand in a text as words of their own. `facts`: what is known of it, if it is code.
    #[must_use]
    pub fn mentions(&self, text: &str, facts: Option<&Facts>) -> Vec<Mention> {
        let mut found = Vec::new();
        let mut lines = Lines::of(text);
        for hit in self.automaton.find_overlapping_iter(text) {
            if found.len() >= PLACES_MAX {
                break;
            }
            if !is_word(text, hit.start(), hit.end()) {
                continue;
            }
            let place = match facts {
                None if is_comment(text, hit.start()) => None,
                None => Some((Within::Data, path_around(text, hit.start(), hit.end()))),
                Some(facts) => in_code(text, facts, hit.start(), hit.end()),
            };
            let name = self.all.get(hit.pattern().as_usize());
            if let (Some((within, around)), Some(name)) = (place, name) {
                found.push(Mention {
                    name: name.clone(),
                    line: lines.at(hit.start()),
                    within,
                    test: facts.is_some_and(|it| is_in_test(it, hit.start(), hit.end())),
                    text: around.chars().take(NAME_BYTES_MAX).collect(),
                });
            }
        }
        found
    }
}

/// Counts lines as it is asked for places, mostly in order.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Lines<'t> {
        Lines {
            text,
            at: 0,
            line: 1,
        }
    }

    fn at(&mut self, byte: usize) -> u32 {
        if byte < self.at {
            (self.at, self.line) = (0, 1);
        }
        let between = self.text.as_bytes().get(self.at..byte).unwrap_or_default();
        let more = between.iter().filter(|it| **it == b'\n').count();
        self.line = self
            .line
            .saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
        self.at = byte;
        self.line
    }
}

/// Whether a stretch is no part of a longer name.
fn is_word(text: &str, start: usize, end: usize) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let before = text.get(..start).and_then(|it| it.chars().next_back());
    let after = text.get(end..).and_then(|it| it.chars().next());
    !before.is_some_and(part) && !after.is_some_and(part)
}

/// Whether a line of a text that is no code begins as most of their comments do.
fn is_comment(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    line.starts_with('#') || line.starts_with("//") || line.starts_with("<!--")
}

/// What a name stands in, where that is no plain code, and no comment.
fn in_code<'t>(
    text: &'t str,
    facts: &Facts,
    start: usize,
    end: usize,
) -> Option<(Within, &'t str)> {
    if facts.language == Language::Vue && !is_in_script(text, start) {
        return Some((Within::Markup, path_around(text, start, end)));
    }
    let around = facts.regions.iter().filter(|it| holds(it, start, end));
    let mut string = None;
    for region in around {
        match region.kind {
            RegionKind::Comment | RegionKind::Dead => return None,
            RegionKind::String => string = Some(region.bytes),
            RegionKind::Flagged | RegionKind::Test => {}
        }
    }
    let Some(bytes) = string else {
        let around = path_around(text, start, end);
        let held = around.strip_suffix(text.get(start..end)?)?;
        return held
            .ends_with(['.', ':'])
            .then_some((Within::Member, around));
    };
    let whole = text.get(bytes.start..bytes.end)?;
    Some((Within::String, scan::unquoted(whole)))
}

/// The letters and the signs of paths around a name.
fn path_around(text: &str, start: usize, end: usize) -> &str {
    let part = |c: char| c.is_alphanumeric() || "_-./:#@*".contains(c);
    let before = text.get(..start).unwrap_or_default();
    let after = text.get(end..).unwrap_or_default();
    let head = before.trim_end_matches(part).len();
    let tail = after
        .len()
        .saturating_sub(after.trim_start_matches(part).len());
    text.get(head..end.saturating_add(tail)).unwrap_or_default()
}

/// Whether a place stands in code for tests.
fn is_in_test(facts: &Facts, start: usize, end: usize) -> bool {
    let mut tests = facts
        .regions
        .iter()
        .filter(|it| it.kind == RegionKind::Test);
    tests.any(|it| holds(it, start, end))
}

fn holds(region: &Region, start: usize, end: usize) -> bool {
    region.bytes.start <= start && end <= region.bytes.end
}

/// Whether a place of a component stands between `<script>` and `</script>`.
fn is_in_script(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    match (before.rfind("<script"), before.rfind("</script>")) {
        (Some(open), Some(closed)) => open > closed,
        (Some(_), None) => true,
        (None, _) => false,
    }
}
