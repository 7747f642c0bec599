//! Parameters that the plan writes out with their function (`get_or_set(key, default, timeout=None)`), that the change gives
//! it, and that nothing in it reads. What a base class or an interface may leave to others is asked for here by name.

use std::collections::BTreeSet;

use code::is_test_path;

use code::{Body, Definition, Facts, Keep, WrittenFunction};
use project::Project;

use super::planned_calls::given;
use crate::inspect::InspectionContext;
use crate::inspect::answers::planned_functions::is_of_nothing;
use crate::inspect::known::last;
use crate::inspect::prose::{places, sentences, split};
use crate::integrity::Change;

/// Functions of a plan that are looked at.
const ASKED_MAX: usize = 200;
/// Findings that are kept.
const FOUND_MAX: usize = 20;
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

/// What is not read, each as a sentence.
pub(in crate::inspect) fn unread(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    let Some(base) = context.base else {
        return Vec::new();
    };
    let mut found = BTreeSet::new();
    for (name, parameters) in asked(context) {
        let idle = left_alone(base, context.project, changes, (name, &parameters));
        found.extend(idle.into_iter().map(|parameter| {
            format!(
                "the plan gives `{name}` a parameter `{parameter}`, and nothing in it reads that"
            )
        }));
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// Functions that the plan writes with what they are given, but for those that may leave something alone.
fn asked<'g>(context: &'g InspectionContext<'_>) -> Vec<(&'g str, BTreeSet<&'g str>)> {
    // What one sentence gives a function, the next may leave to others.
    let texts = sentences(context);
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

/// Of these parameters, those that a function of the change was given and that none of its bearers reads.
fn left_alone<'g>(
    base: &Project,
    project: &Project,
    changes: &[Change<'_>],
    (name, parameters): (&str, &BTreeSet<&'g str>),
) -> BTreeSet<&'g str> {
    let (mut idle, mut heeded) = (BTreeSet::new(), BTreeSet::new());
    for change in changes {
        let Some((text, facts)) = change.after.zip(project.facts(change.path)) else {
            continue;
        };
        if !text.contains(name) {
            continue;
        }
        let bare = facts.code_only(text, Keep::BARE);
        // Who calls a function that is handed on decides what it is given.
        if is_handed_on(&bare, name) {
            return BTreeSet::new();
        }
        if is_test_path(change.path, facts.language) || facts.generated {
            continue;
        }
        let functions = functions(text, &bare, facts, name);
        // What had the parameter before is as it was.
        let old = change.before.zip(base.facts(change.path));
        let old = old.filter(|_| !functions.is_empty());
        let known = old.map_or_else(BTreeSet::new, |(text, facts)| {
            taken(text, facts, name, parameters)
        });
        for parameter in parameters {
            for function in functions.iter().filter(|it| it.has(parameter)) {
                let heeds = known.contains(parameter) || function.reads(parameter);
                let kept = if heeds { &mut heeded } else { &mut idle };
                kept.insert(*parameter);
            }
        }
    }
    idle.difference(&heeded).copied().collect()
}

/// Of these parameters, those that a function of a text takes.
fn taken<'g>(
    text: &str,
    facts: &Facts,
    name: &str,
    parameters: &BTreeSet<&'g str>,
) -> BTreeSet<&'g str> {
    let bare = facts.code_only(text, Keep::BARE);
    let all = functions(text, &bare, facts, name);
    let takes = |it: &&&str| all.iter().any(|function| function.has(it));
    parameters.iter().filter(takes).copied().collect()
}

/// Whether a text hands a function on instead of calling it: `parse(text, hook=cast)`.
pub(in crate::inspect) fn is_handed_on(bare: &str, name: &str) -> bool {
    places(bare, name).any(|(before, after)| {
        let (before, after) = (before.trim_end(), after.trim_start());
        let before = before.trim_end_matches(['.', ':']);
        let owner = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let before = before.trim_end_matches(owner).trim_end();
        let given = before.ends_with('(') || before.ends_with('=') && !before.ends_with("==");
        let last = before.ends_with(',') && after.starts_with(')');
        given && after.starts_with([')', ',', ';']) || last
    })
}

/// Whether something is a function of that name, or makes what is called so.
fn bears(definition: &Definition, name: &str) -> bool {
    let makes = ["__init__", "constructor"].iter().any(|it| {
        let owner = definition.name.strip_suffix(it);
        owner.is_some_and(|owner| owner.trim_end_matches('.') == name)
    });
    definition.kind.is_function() && !definition.test && (last(definition) == name || makes)
}

/// The functions of one name in a text that hold work; `bare` is the text without strings and comments.
fn functions<'t>(
    text: &'t str,
    bare: &'t str,
    facts: &Facts,
    name: &str,
) -> Vec<WrittenFunction<'t>> {
    let bearers = facts.definitions.iter().filter(|it| bears(it, name));
    let working = bearers.filter(|it| match &it.body {
        Body::Substantive => true,
        Body::None | Body::Hollow(_) => false,
    });
    working
        .filter(|it| !it.name.split(['.', ':']).any(is_of_nothing))
        .filter_map(|it| WrittenFunction::of(it, (text, bare), facts))
        .collect()
}
