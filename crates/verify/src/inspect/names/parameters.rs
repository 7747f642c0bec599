//! Parameters that the plan writes out with their function (`get_or_set(key, default, timeout=None)`), that the change gives
//! it, and that nothing in it reads. What a base class or an interface may leave to others is asked for here by name.

use std::collections::BTreeSet;

use code::project::{Project, is_test_path};
use code::{Body, Definition, Facts, Keep, Language, RegionKind};

use super::called::given;
use crate::inspect::Ground;
use crate::inspect::answers::wanted::is_of_nothing;
use crate::inspect::known::last;
use crate::inspect::prose::{places, sentences, split};
use crate::integrity::Change;

/// Functions of a plan that are looked at.
const ASKED_MAX: usize = 200;
/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Bytes of the longest function that is looked at.
const FUNCTION_BYTES_MAX: usize = 40_000;
/// Bytes between a function's name and its parameters: what an arrow is given to, what it is generic over.
const HEAD_BYTES_MAX: usize = 300;

/// Words that say of a parameter that it may be left alone, or of a function that others fill it.
const OPEN: [&str; 13] = [
    "ignor",
    "unused",
    "reserved",
    "compat",
    "deprecat",
    "no longer",
    "accepted but",
    "overrid",
    "subclass",
    "no-op",
    "noop",
    "does nothing",
    "signature",
];

/// Ways to read a name that its text does not show.
const BY_TEXT: [&str; 6] = [
    "locals(",
    "vars(",
    "eval(",
    "arguments",
    "kwargs",
    "_getframe(",
];

/// What is not read, each as a sentence.
pub(in crate::inspect) fn unread(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let mut found = BTreeSet::new();
    for (name, parameters) in asked(ground) {
        for parameter in parameters {
            if is_unread(base, ground.project, changes, (name, parameter)) {
                found.insert(format!(
                    "the plan gives `{name}` a parameter `{parameter}`, and nothing in it reads that"
                ));
            }
        }
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// Functions that the plan writes with what they are given, but for those that may leave something alone.
fn asked<'g>(ground: &'g Ground<'_>) -> Vec<(&'g str, BTreeSet<&'g str>)> {
    // What one sentence gives a function, the next may leave to others.
    let texts = sentences(ground);
    let is_open = |text: &str| {
        let lower = text.to_lowercase();
        OPEN.iter().any(|word| lower.contains(word))
    };
    let open: Vec<&str> = texts.iter().copied().filter(|it| is_open(it)).collect();
    let clauses = texts.iter().copied().flat_map(split);
    let calls = clauses.flat_map(given).take(ASKED_MAX);
    calls
        .filter(|(name, _)| !open.iter().any(|it| it.contains(name)))
        .map(|(name, given)| (name, words(given).collect()))
        .collect()
}

/// The words of what stands in a call's parentheses, but for those that every function of a kind is given.
fn words(given: &str) -> impl Iterator<Item = &str> {
    const ALL: [&str; 6] = ["self", "cls", "ctx", "context", "this", "mut"];
    let all = given.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    all.filter(|it| it.len() > 1 && it.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter(|it| !ALL.contains(it))
}

/// Whether a function of the change was given a parameter that none of its bearers reads.
fn is_unread(
    base: &Project,
    project: &Project,
    changes: &[Change<'_>],
    (name, parameter): (&str, &str),
) -> bool {
    let mut idle = false;
    for change in changes {
        let Some((text, facts)) = change.after.zip(project.facts(change.path)) else {
            continue;
        };
        // Who calls a function that is handed on decides what it is given.
        if is_handed_on(text, facts, name) {
            return false;
        }
        let other = is_test_path(change.path, facts.language) || !is_read(facts);
        if other || !facts.definitions.iter().any(|it| bears(it, name)) {
            continue;
        }
        // What had the parameter before is as it was.
        let before = change.before.zip(base.facts(change.path));
        let known = before.is_some_and(|(text, facts)| {
            functions(text, facts, name)
                .iter()
                .any(|it| it.place(parameter).is_some())
        });
        for function in functions(text, facts, name) {
            match function.place(parameter) {
                Some(_) if known || function.reads(parameter) => return false,
                Some(_) => idle = true,
                None => {}
            }
        }
    }
    idle
}

/// Whether a text hands a function on instead of calling it: `parse(text, hook=cast)`.
fn is_handed_on(text: &str, facts: &Facts, name: &str) -> bool {
    if !text.contains(name) {
        return false;
    }
    let bare = facts.code_only(text, Keep::BARE);
    places(&bare, name).any(|(before, after)| {
        let (before, after) = (before.trim_end(), after.trim_start());
        let before = before.trim_end_matches(['.', ':']);
        let owner = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let before = before.trim_end_matches(owner).trim_end();
        let given = before.ends_with('(') || before.ends_with('=') && !before.ends_with("==");
        let last = before.ends_with(',') && after.starts_with(')');
        given && after.starts_with([')', ',', ';']) || last
    })
}

/// Languages whose parameters stand in parentheses behind the name, read whole.
fn is_read(facts: &Facts) -> bool {
    facts.language.has_syntax() && facts.language != Language::Vue && !facts.generated
}

/// Whether something is a function of that name, or makes what is called so.
fn bears(definition: &Definition, name: &str) -> bool {
    let makes = ["__init__", "constructor"].iter().any(|it| {
        let owner = definition.name.strip_suffix(it);
        owner.is_some_and(|owner| owner.trim_end_matches('.') == name)
    });
    definition.kind.is_function() && !definition.test && (last(definition) == name || makes)
}

/// A function as it is written.
struct Function<'t> {
    language: Language,
    /// Its parameters, without strings and comments.
    taken: String,
    /// What it does, without them.
    done: String,
    /// Its strings, each whole: some languages write names into them.
    strings: Vec<&'t str>,
}

/// The functions of one name in a text that hold work.
fn functions<'t>(text: &'t str, facts: &Facts, name: &str) -> Vec<Function<'t>> {
    let bearers = facts.definitions.iter().filter(|it| bears(it, name));
    let working = bearers.filter(|it| match &it.body {
        Body::Substantive => true,
        Body::None | Body::Hollow(_) => false,
    });
    let mut left = working
        .filter(|it| !it.name.split(['.', ':']).any(is_of_nothing))
        .peekable();
    if left.peek().is_none() {
        return Vec::new();
    }
    let bare = facts.code_only(text, Keep::BARE);
    left.filter_map(|it| function(text, &bare, facts, it))
        .collect()
}

fn function<'t>(text: &'t str, bare: &str, facts: &Facts, it: &Definition) -> Option<Function<'t>> {
    let bytes = it.span.bytes;
    let whole = bare.get(bytes.start..bytes.end)?;
    if whole.len() > FUNCTION_BYTES_MAX {
        return None;
    }
    let (start, name) = places(whole, last(it))
        .next()
        .map(|(before, _)| (before.len(), last(it)))?;
    let behind = start.saturating_add(name.len());
    let (open, close) = parentheses(whole, behind)?;
    let strings = facts.regions.iter().filter(|region| {
        let at = region.bytes.start;
        region.kind == RegionKind::String && bytes.start <= at && at < bytes.end
    });
    Some(Function {
        language: facts.language,
        taken: whole.get(open..close)?.to_owned(),
        done: whole.get(close..)?.to_owned(),
        strings: strings
            .filter_map(|region| text.get(region.bytes.start..region.bytes.end))
            .collect(),
    })
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

impl Function<'_> {
    /// The parameter as it is written, if there is one of that name: `_timeout` is a timeout that was left alone.
    fn place(&self, parameter: &str) -> Option<&str> {
        let mut all = pieces(&self.taken)
            .into_iter()
            .filter_map(|it| named(self.language, it));
        all.find(|it| it.trim_start_matches('_') == parameter.trim_start_matches('_'))
    }

    /// Whether something looks at it: the function, what another parameter begins with, a text that names are put into.
    fn reads(&self, parameter: &str) -> bool {
        let Some(name) = self.place(parameter) else {
            return true;
        };
        let in_text = |it: &&str| it.contains(['{', '$']) && places(it, name).next().is_some();
        places(&self.taken, name).count() > 1
            || places(&self.done, name).next().is_some()
            || BY_TEXT.iter().any(|it| self.done.contains(it))
            || self.strings.iter().any(in_text)
    }
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
fn named(language: Language, piece: &str) -> Option<&str> {
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
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_name = name.len() > 1 && name.chars().all(plain);
    is_name.then_some(name)
}
