//! Names that the plan asks for in its sentences and that were never written: of "add `pack` and `unpackAll`", the second.
//! Only a list counts in which another name was written by this very change; a name alone may be somebody else's.

use std::collections::BTreeSet;
use std::ops::Bound;

use code::project::Project;
use code::{Definition, Facts};
use ledger::plan::Plan;

use super::Ground;
use crate::integrity::Change;

/// Names that are looked for.
const NAMES_MAX: usize = 200;
/// Bytes of the plan's sentences that are read.
const TEXT_BYTES_MAX: usize = 1 << 20;
/// Letters of the shortest name that is looked for.
const NAME_MIN: usize = 4;

/// Names that are asked for beside one that was written, and that stand nowhere in the tree, nor did before.
pub(super) fn unwritten(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let lists = sentences(ground);
    let lists = lists.iter().flat_map(|text| lists_in(text));
    let mut missing: BTreeSet<String> = BTreeSet::new();
    for list in lists.take(NAMES_MAX) {
        let known = |name: &&str| {
            let trees = [ground.project, base].into_iter();
            let mut files = trees.flat_map(Project::all);
            files.any(|(_, facts)| mentions(facts, name))
        };
        let (written, unknown): (Vec<&str>, Vec<&str>) = list.iter().copied().partition(known);
        let fresh = |name: &&str| {
            let mut now = ground.project.all();
            now.any(|(_, facts)| defines(facts, name))
                && !base.all().any(|(_, facts)| defines(facts, name))
        };
        if !unknown.is_empty() && written.iter().any(fresh) {
            let unknown = unknown.into_iter().filter(|it| !is_a_text(changes, it));
            missing.extend(unknown.map(str::to_owned));
        }
    }
    missing.into_iter().take(NAMES_MAX).collect()
}

/// Whether a changed file holds a name in quotes: the key of a setting, a tag, a variable.
fn is_a_text(changes: &[Change<'_>], name: &str) -> bool {
    let quote = |c: char| matches!(c, '"' | '\'' | '`');
    let mut texts = changes.iter().filter_map(|it| it.after);
    texts.any(|text| {
        text.match_indices(name).any(|(at, _)| {
            let before = text.get(..at).unwrap_or_default();
            let after = text.get(at.saturating_add(name.len())..);
            let after = after.unwrap_or_default();
            before.ends_with(quote) && after.starts_with(|c: char| quote(c) || c == ',')
        })
    })
}

/// What the plan says in words.
pub(super) fn sentences<'g>(ground: &'g Ground<'_>) -> &'g [&'g str] {
    &ground.sentences
}

/// Whether words stand in a text as whole words.
pub(super) fn says(text: &str, words: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(words).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at.saturating_add(words.len())..);
        !before.ends_with(part) && !after.unwrap_or_default().starts_with(part)
    })
}

/// The sentences of a plan, but for names that another text says whole.
pub(super) fn in_words(plan: &Plan) -> Vec<&str> {
    let mut texts = vec![plan.title.as_str()];
    for task in &plan.tasks {
        texts.extend([task.title.as_str(), task.brief.as_str()]);
        for step in &task.steps {
            texts.extend([step.name.as_str(), step.action.as_str(), step.done.as_str()]);
        }
        texts.extend(task.must_haves.truths.iter().map(|it| it.text.as_str()));
        let provides = task.must_haves.artifacts.iter();
        texts.extend(provides.filter_map(|it| it.provides.as_deref()));
    }
    // A name that is another text's beginning, cut off somewhere, says nothing more. In order, those that begin so follow.
    let all: BTreeSet<&str> = texts.iter().copied().collect();
    let cut = |text: &str| {
        let begins = text.trim_end();
        let from = (Bound::Included(begins), Bound::Unbounded);
        let mut longer = all
            .range::<str, _>(from)
            .take_while(|it| it.starts_with(begins))
            .filter(|it| it.len() > text.len());
        !begins.is_empty() && longer.next().is_some()
    };
    texts.retain(|text| !cut(text));
    let mut left = TEXT_BYTES_MAX;
    texts.retain(|text| {
        let fits = text.len() <= left;
        left = left.saturating_sub(text.len());
        fits
    });
    texts
}

/// The lists of two or more names of code that a text holds: `aB`, `aB, cD and eF`, `x.aB or y.cD`.
fn lists_in(text: &str) -> Vec<Vec<&str>> {
    let mut lists = Vec::new();
    let mut list: Vec<&str> = Vec::new();
    let mut between = String::new();
    for (word, name) in words(text) {
        if !name {
            between.push_str(word);
            continue;
        }
        let last = word.rsplit(['.', ':']).next().unwrap_or(word);
        if is_of_code(last) {
            if !list.is_empty() && !joins(&between) {
                lists.push(std::mem::take(&mut list));
            }
            list.push(last);
            between.clear();
        } else {
            between.push_str(word);
        }
    }
    lists.push(list);
    lists.retain(|list| list.len() > 1);
    lists
}

/// A text as runs of what names are made of (true), and of all else.
pub(super) fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ':' | '/' | '-');
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let name = part(first);
        let end = rest.find(|c| part(c) != name).unwrap_or(rest.len());
        let (word, more) = rest.split_at(end);
        rest = more;
        Some((word.trim_end_matches(['.', ':', '-']), name))
    })
}

/// Whether nothing but "and", "or" and commas stands between two names.
pub(super) fn joins(between: &str) -> bool {
    let mut depth = 0_i32;
    // What closes here began before the name: it stood in an aside, `tagPrefix (envPrefix), tagName (envName)`.
    let aside = between.chars().any(|c| {
        depth = depth
            .saturating_add(i32::from(c == '('))
            .saturating_sub(i32::from(c == ')'));
        depth < 0
    });
    if aside {
        return false;
    }
    let bare: String = between
        .chars()
        .map(|c| match c {
            '`' | '(' | ')' | '"' | '\'' => ' ',
            c => c,
        })
        .collect();
    matches!(
        bare.split_whitespace().collect::<Vec<_>>().as_slice(),
        ["and" | "or" | "," | "&" | "+"] | [",", "and" | "or"]
    )
}

/// Whether a word is written as names of code are and words of prose are not: `camelCase`, `PascalCase`, `snake_case`.
pub(super) fn is_of_code(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_alphanumeric() || c == '_');
    let inner = word.chars().zip(word.chars().skip(1));
    let humps = inner
        .filter(|(one, next)| one.is_lowercase() && next.is_uppercase())
        .count();
    let snake = word.trim_matches('_').contains('_') && word.chars().any(char::is_lowercase);
    plain
        && word.len() >= NAME_MIN
        && word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && (humps > 0 || snake)
}

pub(super) fn defines(facts: &Facts, name: &str) -> bool {
    facts.definitions.iter().any(|it| last(it) == name)
}

/// Whether a file holds a name anywhere in its code.
pub(super) fn mentions(facts: &Facts, name: &str) -> bool {
    let brought = |import: &code::Import| {
        let mut names = import.names.iter();
        import.path.contains(name)
            || names.any(|it| it.name == name || it.local.as_deref() == Some(name))
    };
    defines(facts, name)
        || facts.references.contains_key(name)
        || facts.members.contains_key(name)
        || facts.macro_words.contains_key(name)
        || facts.exports.iter().any(|it| it.name == name)
        || facts.imports.iter().any(brought)
}

pub(super) fn last(definition: &Definition) -> &str {
    let name = definition.name.as_str();
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// Names that a line calls: what stands before a bracket.
pub(super) fn calls_in(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices('(').filter_map(|(at, _)| {
        let before = line.get(..at)?;
        let name = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_'));
        name.into_iter().next().filter(|it| !it.is_empty())
    })
}

/// A text without what it says in parentheses.
pub(super) fn without_asides(text: &str) -> String {
    let mut depth = 0_usize;
    let kept = text.chars().filter(|c| {
        depth = depth.saturating_add(usize::from(*c == '('));
        let inside = depth > 0;
        depth = depth.saturating_sub(usize::from(*c == ')'));
        !inside
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::lists_in;

    #[test]
    fn lists_of_names() {
        let cases: [(&str, &[&[&str]]); 12] = [
            (
                "Add middleware.AllowType and SetHeader.",
                &[&["AllowType", "SetHeader"]],
            ),
            (
                "Add `parseRow()`, `toRow` and a.b.fromRow; drop old_row",
                &[&["parseRow", "toRow", "fromRow"]],
            ),
            ("pack_all or unpack_all", &[&["pack_all", "unpack_all"]]),
            ("Log in with GitHub, then LoginForm", &[]),
            ("LoginForm uses OAuth", &[]),
            ("Add LoginForm instead of SignIn", &[]),
            ("Add Save and Load", &[]),
            ("HTTP and JSON", &[]),
            ("src/aB.ts and README.md", &[]),
            ("tagName (envName), tagPrefix (envPrefix) and tagKey", &[]),
            (
                "the tags (tagName, tagPrefix) and tagKey",
                &[&["tagName", "tagPrefix"]],
            ),
            ("parseRow(), toRow()", &[&["parseRow", "toRow"]]),
        ];
        for (text, wanted) in cases {
            assert_eq!(lists_in(text), wanted, "{text}");
        }
    }
}
