//! A regular expression that costs little to make.
//!
//! A plan of a thousand links brings a thousand expressions, each tried on one or two short texts: building the machines
//! that search long texts fast takes longer than all the searching. So there are two machines. A light one knows bytes
//! only, which is the same as long as both expression and text are ASCII; the full one is built when a text asks for it.
//! And most expressions need none: words, with `.*` between them.

use std::ops::Range;
use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};
use regex_automata::meta;
use regex_automata::nfa::thompson::WhichCaptures;
use regex_automata::util::syntax;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Largest compiled expression, in bytes.
const COMPILED_BYTES_MAX: usize = 1 << 20;
/// An expression of this size by [`size`] surely stays below that.
const SMALL_BYTES_MAX: usize = COMPILED_BYTES_MAX / 4;
/// Longest text that the light machine searches, in bytes: it is slower by the byte.
const LIGHT_BYTES_MAX: usize = 64 * 1024;

/// A compiled expression of the linear-time syntax of the `regex` crate; `^` and `$` stand for line ends.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    text: String,
    light: Option<meta::Regex>,
    full: OnceLock<Option<Regex>>,
    /// No match is empty, whatever the text.
    solid: bool,
    /// Every character stands for itself, and no machine is needed.
    plain: bool,
    /// It is words with `.*` between them: `import.*compute`, which is looked for line by line.
    worded: bool,
}

impl Expression {
    /// One that stands for this text, letter by letter.
    pub(crate) fn plain(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            light: None,
            full: OnceLock::new(),
            solid: !text.is_empty(),
            plain: true,
            worded: false,
        }
    }

    /// Compiles it.
    ///
    /// # Errors
    /// As `regex` has them: no expression, or one too large.
    pub(crate) fn new(text: &str) -> Result<Self, regex::Error> {
        if is_worded(text) {
            return Ok(Self {
                plain: false,
                worded: true,
                ..Self::plain(text)
            });
        }
        let parsed = ParserBuilder::new().multi_line(true).build().parse(text);
        let parsed = parsed.map_err(|error| regex::Error::Syntax(error.to_string()))?;
        let mut expression = Self {
            text: text.to_owned(),
            light: None,
            full: OnceLock::new(),
            solid: parsed.properties().minimum_len().is_none_or(|it| it > 0),
            plain: false,
            worded: false,
        };
        if size(&parsed) > SMALL_BYTES_MAX {
            // Whether it is too large is said now, and not when it is used.
            expression.full = OnceLock::from(Some(full(text)?));
        } else if text.is_ascii() {
            expression.light = light(text);
        }
        Ok(expression)
    }

    /// Whether it can't match nothing at all.
    pub(crate) fn is_solid(&self) -> bool {
        self.solid
    }

    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.find_iter(text).next().is_some()
    }

    /// Where it matches, by byte, one after the other.
    pub(crate) fn find_iter<'a>(&'a self, text: &'a str) -> Matches<'a> {
        if self.plain {
            return Matches::Plain(text.match_indices(self.text.as_str()));
        }
        if self.worded {
            return Matches::Worded(Worded {
                parts: &self.text,
                text,
                at: 0,
            });
        }
        let fits = text.len() <= LIGHT_BYTES_MAX && text.is_ascii();
        match self.light.as_ref().filter(|_| fits) {
            Some(light) => Matches::Light(light.find_iter(text)),
            None => Matches::Full(self.full().map(|it| it.find_iter(text))),
        }
    }

    /// The full machine. Where it was not built at once it is small enough; if not, it finds nothing.
    fn full(&self) -> Option<&Regex> {
        self.full.get_or_init(|| full(&self.text).ok()).as_ref()
    }
}

/// Matches of an expression in a text.
pub(crate) enum Matches<'a> {
    Plain(std::str::MatchIndices<'a, &'a str>),
    Worded(Worded<'a>),
    Light(meta::FindMatches<'a, 'a>),
    Full(Option<regex::Matches<'a, 'a>>),
}

impl Iterator for Matches<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        match self {
            Matches::Plain(matches) => {
                let (start, found) = matches.next()?;
                Some(start..start.saturating_add(found.len()))
            }
            Matches::Worded(matches) => matches.next(),
            Matches::Light(matches) => matches.next().map(|it| it.range()),
            Matches::Full(matches) => matches.as_mut()?.next().map(|it| it.range()),
        }
    }
}

/// What stands between two words.
const GAP: &str = ".*";
/// Longest expression that is taken for words, in bytes: as one of `regex` it is surely small enough.
const WORDED_BYTES_MAX: usize = 200;

/// Whether an expression is words that stand for themselves, with `.*` between them.
fn is_worded(text: &str) -> bool {
    let letter = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b' ' | b'/' | b'"');
    let word = |it: &str| !it.is_empty() && it.bytes().all(letter);
    text.len() <= WORDED_BYTES_MAX && text.contains(GAP) && text.split(GAP).all(word)
}

/// Matches of words with gaps between them: from the first place of the first word to the last of the last one in the
/// same line, where the others fit between.
pub(crate) struct Worded<'a> {
    parts: &'a str,
    text: &'a str,
    at: usize,
}

impl Worded<'_> {
    fn next(&mut self) -> Option<Range<usize>> {
        let (first, others) = self.parts.split_once(GAP)?;
        loop {
            let rest = self.text.get(self.at..)?;
            let start = self.at.saturating_add(rest.find(first)?);
            let from = start.saturating_add(first.len());
            let line = self.text.get(from..)?;
            let line = line.split_once('\n').map_or(line, |(line, _)| line);
            if let Some(length) = reach(line, others) {
                self.at = from.saturating_add(length);
                return Some(start..self.at);
            }
            // What does not fit after the first place of a line does not after a later one.
            self.at = from.saturating_add(line.len());
        }
    }
}

/// How far into a line words with gaps between them reach, the last as far as it can.
fn reach(line: &str, words: &str) -> Option<usize> {
    let (before, last) = words.rsplit_once(GAP).unwrap_or(("", words));
    let mut at = 0usize;
    for word in before.split(GAP) {
        let found = line.get(at..)?.find(word)?;
        at = at.saturating_add(found).saturating_add(word.len());
    }
    let found = line.get(at..)?.rfind(last)?;
    Some(at.saturating_add(found).saturating_add(last.len()))
}

fn full(text: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text)
        .multi_line(true)
        .size_limit(COMPILED_BYTES_MAX)
        .dfa_size_limit(COMPILED_BYTES_MAX)
        .build()
}

/// `None` where an expression has no meaning in bytes.
fn light(text: &str) -> Option<meta::Regex> {
    let how = meta::Config::new()
        .dfa(false)
        .hybrid(false)
        .onepass(false)
        .which_captures(WhichCaptures::Implicit)
        .nfa_size_limit(Some(COMPILED_BYTES_MAX));
    let bytes = syntax::Config::new()
        .unicode(false)
        .utf8(false)
        .multi_line(true);
    let mut builder = meta::Regex::builder();
    builder.configure(how).syntax(bytes).build(text).ok()
}

/// About how many bytes a machine for it takes; rather more than less. A class takes about 23 bytes for each range of
/// characters, and as much again for the way back, as measured with `regex-automata` 0.4. Nesting is bounded by the parser.
fn size(hir: &Hir) -> usize {
    let of_all = |parts: &[Hir]| parts.iter().map(size).fold(100, usize::saturating_add);
    let of_class = |ranges: usize| ranges.saturating_mul(30).saturating_add(400);
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => 100,
        HirKind::Literal(literal) => literal.0.len().saturating_mul(30).saturating_add(100),
        HirKind::Class(Class::Unicode(class)) => of_class(class.ranges().len()),
        HirKind::Class(Class::Bytes(class)) => of_class(class.ranges().len()),
        HirKind::Repetition(it) => {
            let times = it.max.unwrap_or(it.min).max(it.min).max(1);
            let times = usize::try_from(times).unwrap_or(usize::MAX);
            size(&it.sub).saturating_add(100).saturating_mul(times)
        }
        HirKind::Capture(it) => size(&it.sub).saturating_add(100),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => of_all(parts),
    }
}
