//! Names that the plan lists as parts of a class which the change brings without them: of "a class `History` (push, canUndo,
//! canRedo)", the last two; and words that it lists in quotes, of which a type holds all and code gives only some.

use std::collections::BTreeSet;

use code::{DefinitionKind, Facts, Language};
use project::{EntryKind, Project};

use crate::inspect::InspectionContext;
use crate::inspect::known::mentions;
use crate::inspect::prose::{is_of_code, sentences, words};
use crate::integrity::Change;

/// Names that are kept.
const NAMES_MAX: usize = 50;
/// Quoted words of the shortest list that is looked at.
const LIST_MIN: usize = 3;
/// How many bytes of an aside are read.
const ASIDE_BYTES_MAX: usize = 600;

/// Names that nobody wrote.
pub(in crate::inspect) fn unwritten(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    let Some(base) = context.base else {
        return Vec::new();
    };
    let mut found = BTreeSet::new();
    for text in sentences(context) {
        found.extend(of_classes(context.project, base, text));
        found.extend(of_types(context.project, changes, text));
    }
    found.into_iter().take(NAMES_MAX).collect()
}

/// Parts of new classes, as the plan tells them in the parentheses behind the name.
fn of_classes(now: &Project, base: &Project, text: &str) -> Vec<String> {
    let is_class = |project: &Project, name: &str| {
        project.all().any(|(_, facts)| {
            let mut all = facts.definitions.iter();
            all.any(|it| it.name == name && it.kind == DefinitionKind::Struct && !it.test)
        })
    };
    let says = |project: &Project, name: &str| project.all().any(|(_, it)| knows(it, name));
    let mut found = Vec::new();
    for (at, _) in text.match_indices(" (") {
        let before = text.get(..at).unwrap_or_default();
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let name = before
            .trim_end_matches('`')
            .rsplit(|c: char| !part(c))
            .next();
        let Some(name) = name.filter(|it| it.starts_with(char::is_uppercase)) else {
            continue;
        };
        let rest = text.get(at.saturating_add(2)..).unwrap_or_default();
        let parts = parts(rest);
        let fresh = |it: &&&str| says(now, it) && !says(base, it);
        // One that is there shows that these are names of its parts.
        let told = parts.iter().filter(fresh).count();
        if parts.len() > told && told > 0 && is_class(now, name) && !is_class(base, name) {
            let missing = parts
                .iter()
                .filter(|it| is_of_code(it) && !says(now, it) && !says(base, it));
            found.extend(missing.map(|it| (*it).to_owned()));
        }
    }
    found
}

/// The names of an aside at its outermost level: each at the beginning of what a comma ends.
fn parts(aside: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let mut found = Vec::new();
    let mut begin = 0;
    for (at, c) in aside.char_indices().take(ASIDE_BYTES_MAX) {
        match c {
            '(' | '{' | '[' => depth = depth.saturating_add(1),
            ')' | '}' | ']' if depth > 0 => depth = depth.saturating_sub(1),
            ')' | ',' | ';' if depth == 0 => {
                let one = aside.get(begin..at).unwrap_or_default().trim();
                let one = one.trim_start_matches("and ").trim_start_matches('`');
                let (name, rest) = match one.find(|c: char| !(c.is_alphanumeric() || c == '_')) {
                    Some(end) => one.split_at(end),
                    None => (one, ""),
                };
                let whole = rest.is_empty() || rest.starts_with(['(', '`']);
                if whole && name.starts_with(char::is_lowercase) && name.len() > 1 {
                    found.push(name);
                }
                begin = at.saturating_add(1);
                if c == ')' {
                    break;
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a file says a name anywhere, as a member or otherwise.
fn knows(facts: &Facts, name: &str) -> bool {
    facts.set.contains_key(name) || mentions(facts, name)
}

/// Words of a list in quotes of which the code gives several, and of which others stand in a type alone.
fn of_types(now: &Project, changes: &[Change<'_>], text: &str) -> Vec<String> {
    let list = quoted(text);
    if list.len() < LIST_MIN {
        return Vec::new();
    }
    let code: Vec<(&Change<'_>, &Facts)> = changes
        .iter()
        .filter(|it| {
            let entry = now.entry(it.path);
            entry.is_none_or(|it| it.kind != EntryKind::Test) && !it.path.ends_with(".d.ts")
        })
        .filter_map(|it| Some((it, now.facts(it.path)?)))
        .filter(|(_, it)| matches!(it.language, Language::TypeScript | Language::Tsx))
        .collect();
    let said = |word: &str| {
        now.all().any(|(path, it)| {
            let entry = now.entry(path);
            let test = entry.is_some_and(|it| it.kind == EntryKind::Test);
            !test && it.set.contains_key(word)
        })
    };
    // Given to somebody: it stands on a line that compares nothing.
    let given = |word: &str| {
        let texts = [format!("'{word}'"), format!("\"{word}\"")];
        said(word)
            && code.iter().any(|(it, _)| {
                let mut lines = it.after.unwrap_or_default().lines();
                lines.any(|line| {
                    texts.iter().any(|it| line.contains(it))
                        && line.contains('(')
                        && !["===", "!==", "==", "case "]
                            .iter()
                            .any(|it| line.contains(it))
                })
            })
    };
    let typed = |word: &str| {
        let text = format!("'{word}'");
        let double = format!("\"{word}\"");
        code.iter().any(|(it, _)| {
            let after = it.after.unwrap_or_default();
            after.contains(&text) || after.contains(&double)
        })
    };
    let known = list.iter().filter(|it| given(it)).count();
    if known < 2 {
        return Vec::new();
    }
    let missing = list.into_iter().filter(|it| !said(it) && typed(it));
    missing.map(str::to_owned).collect()
}

/// Words of capital letters that a text lists in quotes: 'PUSH', 'REPLACE' or 'POP'.
fn quoted(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let mut before = "";
    for (word, name) in words(text) {
        if !name {
            before = word;
            continue;
        }
        let upper = |c: char| c.is_ascii_uppercase() || c == '_';
        let quotes = before.ends_with(['\'', '"', '`']);
        if quotes && word.len() > 1 && word.chars().all(upper) && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}
