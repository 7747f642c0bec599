//! Functions that the plan writes as calls, beside others that this change brings, and that nobody wrote: of "`keys()` and
//! `values()`", the second. What no code of the tree has ever named is somebody's only if it was written.

use std::collections::{BTreeMap, BTreeSet};

use code::Language;
use project::Project;

use crate::inspect::InspectionContext;
use crate::inspect::known::{defines, last, mentions};
use crate::inspect::prose::{joins, sentences, speaks_otherwise, split};
use crate::integrity::Change;

/// Calls that are looked for in one plan.
const CALLS_MAX: usize = 200;
/// Characters between the parentheses of a call.
const GIVEN_MAX: usize = 120;
/// What every language has, or says in a way of its own.
const OF_LANGUAGES: [&str; 34] = [
    "if", "for", "while", "switch", "match", "catch", "return", "function", "fn", "func", "new",
    "super", "this", "len", "str", "repr", "int", "float", "bool", "list", "dict", "set", "tuple",
    "iter", "next", "hash", "print", "sorted", "format", "cap", "make", "append", "url", "var",
];

/// A function as a plan writes it, with what stands between the call before and this one.
struct Call<'t> {
    name: &'t str,
    given: &'t str,
    between: &'t str,
}

/// Functions that are asked for by a call and stand nowhere.
pub(in crate::inspect) fn unwritten(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> BTreeSet<String> {
    let Some(base) = context.base else {
        return BTreeSet::new();
    };
    let texts = sentences(context).iter().copied();
    let clauses = texts.flat_map(split).filter(|it| !speaks_otherwise(it));
    // What a test is to call is for the test to show.
    let before = |clause: &str| clause.find("test").unwrap_or(clause.len());
    let clauses = clauses.map(|it| calls(it.get(..before(it)).unwrap_or(it)));
    let mut left = CALLS_MAX;
    let clauses: Vec<Vec<Call<'_>>> = clauses
        .map(|mut calls| {
            calls.truncate(left);
            left = left.saturating_sub(calls.len());
            calls
        })
        .collect();
    let names = clauses.iter().flatten().map(|it| it.name).collect();
    let brought = brought(context, &names);
    let mut found = BTreeSet::new();
    for clause in clauses.iter().filter(|_| !brought.is_empty()) {
        for list in lists(clause) {
            let siblings = list.iter().filter(|it| brought.contains(*it)).count();
            let nowhere = |name: &&&str| {
                let trees = || [context.project, base].into_iter().flat_map(Project::all);
                match siblings {
                    // One of a list, of which the others came: that something else is called so is no excuse.
                    2.. => !brought.contains(*name),
                    1 => !trees().any(|(_, facts)| defines(facts, name)),
                    _ => !trees().any(|(_, facts)| mentions(facts, name)),
                }
            };
            let missing = list.iter().filter(nowhere);
            let missing = missing.filter(|it| !stands_in(changes, it));
            found.extend(missing.map(|it| (*it).to_owned()));
        }
    }
    found
}

/// Of these names, those of which the tree defines more than the one before: functions, types, fields.
pub(in crate::inspect) fn brought<'n>(
    context: &InspectionContext<'_>,
    names: &BTreeSet<&'n str>,
) -> BTreeSet<&'n str> {
    let Some(base) = context.base.filter(|_| !names.is_empty()) else {
        return BTreeSet::new();
    };
    let (now, before) = (written(context.project, names), written(base, names));
    let more = now.into_iter();
    let more = more.filter(|(name, count)| before.get(name).is_none_or(|it| it < count));
    more.map(|(name, _)| name).collect()
}

/// How often a tree defines something of each name.
fn written<'n>(project: &Project, names: &BTreeSet<&'n str>) -> BTreeMap<&'n str, usize> {
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, facts) in project.all() {
        let defined = facts.definitions.iter().map(last);
        for name in defined.chain(facts.fields.iter().map(|it| it.name.as_str())) {
            if let Some(name) = names.get(name) {
                let count = found.entry(*name).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
    found
}

/// Whether the code of a change holds a name in lines that it brings.
fn stands_in(changes: &[Change<'_>], name: &str) -> bool {
    let code = changes
        .iter()
        .filter(|it| Language::of_path(it.path).has_syntax());
    let mut brought = code.flat_map(|it| {
        let old: BTreeSet<&str> = it.before.unwrap_or_default().lines().collect();
        let lines = it.after.unwrap_or_default().lines();
        lines.filter(move |line| !old.contains(line))
    });
    brought.any(|line| words(line).any(|it| it == name))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// Calls that nothing but commas and "and" parts, as lists.
fn lists<'t>(calls: &[Call<'t>]) -> Vec<Vec<&'t str>> {
    let mut all: Vec<Vec<&str>> = Vec::new();
    for call in calls {
        match all.last_mut() {
            Some(list) if joins(call.between) => list.push(call.name),
            Some(_) | None => all.push(vec![call.name]),
        }
    }
    all
}

/// Each call of a clause, with what stands in its parentheses.
pub(in crate::inspect) fn given(clause: &str) -> Vec<(&str, &str)> {
    let all = calls(clause).into_iter();
    all.map(|it| (it.name, it.given)).collect()
}

/// The calls of a clause: `name(given)`, whatever the name hangs on.
fn calls(clause: &str) -> Vec<Call<'_>> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut from = 0;
    for (open, _) in clause.match_indices('(') {
        let before = clause.get(..open).unwrap_or_default();
        let start = before.rfind(|c: char| !part(c)).map_or(0, |at| {
            at.saturating_add(
                before
                    .get(at..)
                    .and_then(|it| it.chars().next())
                    .map_or(1, char::len_utf8),
            )
        });
        let name = before.get(start..).unwrap_or_default();
        let after = clause.get(open.saturating_add(1)..).unwrap_or_default();
        let Some(close) = after.find(')').filter(|it| *it <= GIVEN_MAX) else {
            continue;
        };
        let given = after.get(..close).unwrap_or_default();
        let end = open.saturating_add(close).saturating_add(2);
        // What the name hangs on is no part of what stands between two calls.
        let hangs = |c: char| part(c) || matches!(c, '.' | ':' | '#' | '`' | '&' | '*');
        let between = clause.get(from..start).unwrap_or_default();
        let between = between.trim_end_matches(hangs);
        if is_function(name) && is_given(given) && !before.ends_with([')', '/', '%', '$', '@']) {
            found.push(Call {
                name,
                given,
                between,
            });
            from = end;
        }
    }
    found
}

fn is_function(name: &str) -> bool {
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.contains(|c: char| c.is_ascii_lowercase())
        && !OF_LANGUAGES.contains(&name)
}

/// Whether what stands in parentheses is what a function is given: `file(s)` is a word.
fn is_given(text: &str) -> bool {
    !matches!(text, "s" | "es" | "ies" | "n't")
        && !text.starts_with(['/', '?', '\\'])
        && !text.contains('(')
}
