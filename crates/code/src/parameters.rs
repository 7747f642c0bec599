//! What a function takes and whether it looks at it, by its head and its words: a reading of text that all languages share,
//! for those who ask about a parameter by its name.

use crate::facts::{Facts, RegionKind};
use crate::language::Language;
use crate::parts::Definition;

/// Bytes of the longest function that is looked at.
const FUNCTION_BYTES_MAX: usize = 40_000;
/// Bytes between a function's name and its parameters: what an arrow is given to, what it is generic over.
const HEAD_BYTES_MAX: usize = 300;

/// Ways to read a name that its text does not show.
pub(crate) const BY_TEXT: [&str; 6] = [
    "locals(",
    "vars(",
    "eval(",
    "arguments",
    "kwargs",
    "_getframe(",
];

/// A function as it is written.
#[derive(Debug)]
pub struct WrittenFunction<'t> {
    language: Language,
    /// Its parameters, without strings and comments.
    taken: &'t str,
    /// What it does, without them.
    done: &'t str,
    /// Its strings, each whole: some languages write names into them.
    strings: Vec<&'t str>,
}

impl<'t> WrittenFunction<'t> {
    /// Reads a function of a file. `text`: what the facts were read from; `bare`: the same without strings and comments
    /// ([`crate::Keep::BARE`]). `None` where its parameters don't stand in parentheses behind its name, or it is too long.
    #[must_use]
    pub fn of(
        function: &Definition,
        (text, bare): (&'t str, &'t str),
        facts: &Facts,
    ) -> Option<Self> {
        let bytes = function.span.bytes;
        let whole = bare.get(bytes.start..bytes.end)?;
        if whole.len() > FUNCTION_BYTES_MAX || facts.language == Language::Vue {
            return None;
        }
        let name = function.name.rsplit(['.', ':']).next()?;
        let (open, close) = parentheses(whole, behind(whole, name)?)?;
        let strings = facts.regions.iter().filter(|region| {
            let at = region.bytes.start;
            region.kind == RegionKind::String && bytes.start <= at && at < bytes.end
        });
        Some(Self {
            language: facts.language,
            taken: whole.get(open..close)?,
            done: whole.get(close..)?,
            strings: strings
                .filter_map(|region| text.get(region.bytes.start..region.bytes.end))
                .collect(),
        })
    }

    /// Whether it has a parameter of that name: `_timeout` is a timeout that was left alone.
    #[must_use]
    pub fn has(&self, parameter: &str) -> bool {
        self.written(parameter).is_some()
    }

    /// Whether something looks at a parameter: the function, what another one begins with, a text that names are put into.
    /// One that it does not have is nothing to look at.
    #[must_use]
    pub fn reads(&self, parameter: &str) -> bool {
        let Some(name) = self.written(parameter) else {
            return true;
        };
        let in_text = |it: &&str| it.contains(['{', '$']) && named(it, name) > 0;
        named(self.taken, name) > 1
            || named(self.done, name) > 0
            || BY_TEXT.iter().any(|it| self.done.contains(it))
            || self.strings.iter().any(in_text)
    }

    /// The parameter as it is written.
    fn written(&self, parameter: &str) -> Option<&'t str> {
        let mut all = pieces(self.taken)
            .into_iter()
            .filter_map(|it| plain(self.language, it));
        all.find(|it| it.trim_start_matches('_') == parameter.trim_start_matches('_'))
    }
}

/// How often a name stands in a text as a whole word.
fn named(text: &str, name: &str) -> usize {
    let words = text.split(|c: char| !is_of_a_name(c));
    words.filter(|it| *it == name).count()
}

fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The first byte behind the first place where a name stands as a whole word.
fn behind(text: &str, name: &str) -> Option<usize> {
    let mut all = text
        .match_indices(name)
        .map(|(at, _)| (at, at.saturating_add(name.len())));
    let found = all.find(|(from, to)| {
        let before = text
            .get(..*from)
            .is_some_and(|it| it.ends_with(is_of_a_name));
        let after = text
            .get(*to..)
            .is_some_and(|it| it.starts_with(is_of_a_name));
        !before && !after
    });
    found.map(|(_, to)| to)
}

/// Where what stands in the first parentheses behind a byte begins and ends; what is generic in front is passed over.
fn parentheses(text: &str, from: usize) -> Option<(usize, usize)> {
    let (mut angles, mut depth, mut open) = (0_u32, 0_u32, None);
    let mut last = ' ';
    for (at, c) in text.get(from..)?.char_indices() {
        let at = from.saturating_add(at);
        match (c, open) {
            // `name => ask(name)`: what follows is no parameter.
            ('>', None) if last == '=' => return None,
            ('<', None) => angles = angles.saturating_add(1),
            ('>', None) if last != '-' => angles = angles.saturating_sub(1),
            ('(', None) if angles == 0 => (open, depth) = (Some(at.saturating_add(1)), 1),
            ('{' | ';', None) if angles == 0 => return None,
            (_, None) if at.saturating_sub(from) > HEAD_BYTES_MAX => return None,
            ('(' | '[' | '{', Some(_)) => depth = depth.saturating_add(1),
            (')' | ']' | '}', Some(start)) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some((start, at));
                }
            }
            (_, _) => {}
        }
        last = c;
    }
    None
}

/// What stands between the commas of parameters.
fn pieces(taken: &str) -> Vec<&str> {
    let (mut depth, mut from, mut found) = (0_u32, 0_usize, Vec::new());
    for (at, c) in taken.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth = depth.saturating_add(1),
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.extend(taken.get(from..at));
                from = at.saturating_add(1);
            }
            _ => {}
        }
    }
    found.extend(taken.get(from..));
    found
}

/// The name of one parameter, where it is a plain one.
fn plain(language: Language, piece: &str) -> Option<&str> {
    let piece = piece.trim();
    let name = match language {
        // The type stands in front of the name, in Java; behind it, in Go, or with the names after.
        Language::Java => piece.rsplit(char::is_whitespace).next()?,
        Language::Go => piece.split(char::is_whitespace).next()?,
        Language::Rust => {
            let (name, _) = piece.split_once(':')?;
            name.trim().trim_start_matches("mut ")
        }
        Language::TypeScript | Language::Tsx | Language::Python => {
            let bare = piece.split([':', '=', '?']).next()?.trim();
            bare.rsplit(char::is_whitespace).next()?
        }
        Language::Vue | Language::Other => return None,
    };
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_name = name.len() > 1 && name.chars().all(part);
    is_name.then_some(name)
}
