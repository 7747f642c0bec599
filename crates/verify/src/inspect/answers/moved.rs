//! What got lost on the way, where code of TypeScript was only to stand elsewhere or to be written otherwise: parts of a
//! function that moved, and texts of work that was to change nothing.

use std::collections::{BTreeMap, BTreeSet};

use code::project::{Project, is_test_path};
use code::{Definition, Facts, Language};

use crate::inspect::Ground;
use crate::inspect::prose::{begins, sentences, speaks_of};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Functions of one file that are looked at.
const FUNCTIONS_MAX: usize = 1_000;
/// Letters of the shortest text that means something by itself.
const TEXT_MIN: usize = 4;

/// All of it, each as a sentence.
pub(in crate::inspect) fn lost(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let changes: Vec<&Change<'_>> = changes.iter().filter(|it| is_script(it)).collect();
    let mut found = moved(ground, base, &changes);
    found.extend(left_out(ground, base, &changes));
    found.truncate(FOUND_MAX);
    found
}

/// Whether a file is one of TypeScript or JavaScript, and no test.
pub(in crate::inspect) fn is_script(change: &Change<'_>) -> bool {
    let language = Language::of_path(change.path);
    language.is_script() && !is_test_path(change.path, language)
}

/// Functions that stand in a new file now, with less in them than they had where they were.
fn moved(ground: &Ground<'_>, base: &Project, changes: &[&Change<'_>]) -> Vec<String> {
    const OTHERWISE: [&str; 6] = ["simplif", "rewrit", "rework", "clean", "instead", "without"];
    if !speaks_of(ground, &["mov"]) || speaks_of(ground, &OTHERWISE) {
        return Vec::new();
    }
    let mut homes: BTreeMap<&str, (&Definition, &str)> = BTreeMap::new();
    for change in changes.iter().filter(|it| it.before.is_none()) {
        let facts = ground.project.facts(change.path);
        homes.extend(functions(facts, change.after.unwrap_or_default()));
    }
    let mut found = Vec::new();
    for change in changes {
        let (old, now) = (base.facts(change.path), ground.project.facts(change.path));
        let stays = |name: &str| {
            let mut own = now.into_iter().flat_map(|it| &it.definitions);
            own.any(|it| it.name == name && it.kind.is_function())
        };
        for (name, (_, was)) in functions(old, change.before.unwrap_or_default()) {
            let Some((_, is)) = homes.get(name).filter(|_| !stays(name)) else {
                continue;
            };
            let imported = old.into_iter().flat_map(|it| &it.imports);
            let imported = imported.flat_map(|it| &it.names);
            let imported: BTreeSet<&str> = imported.filter_map(|it| it.local.as_deref()).collect();
            let (gone, came) = difference(was, is);
            let gone: Vec<&str> = gone
                .into_iter()
                .filter(|it| !imported.contains(it))
                .collect();
            let all = counted(was)
                .values()
                .copied()
                .fold(0, usize::saturating_add);
            let much = gone.len().saturating_mul(10) >= all.saturating_mul(4);
            if let Some(first) = gone.first().filter(|_| came.is_empty() || much) {
                found.push(format!(
                    "`{name}` was to move, and not all of it arrived in the new file: `{first}` is missing"
                ));
            }
        }
    }
    found
}

/// Functions of a file that stand by themselves, with what they hold, by name.
fn functions<'f>(
    facts: Option<&'f Facts>,
    text: &'f str,
) -> BTreeMap<&'f str, (&'f Definition, &'f str)> {
    let all = facts.into_iter().flat_map(|it| &it.definitions);
    let own = all.filter(|it| it.kind.is_function() && !it.nested && !it.test);
    own.take(FUNCTIONS_MAX)
        .filter_map(|it| {
            let held = text.get(it.span.bytes.start..it.span.bytes.end)?;
            Some((it.name.as_str(), (it, held)))
        })
        .collect()
}

/// How often each word stands in a text, but those that say how something stands where it is. Comments are left out.
fn counted(text: &str) -> BTreeMap<&str, usize> {
    const PLACED: [&str; 12] = [
        "this", "self", "export", "default", "function", "const", "let", "var", "pub", "static",
        "async", "private",
    ];
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for line in text.lines().map(str::trim) {
        let noted = ["//", "/*", "* ", "*/", "#"]
            .iter()
            .any(|it| line.starts_with(it));
        let line = line.split(" // ").next().unwrap_or(line);
        let words = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
        let words = words.filter(|it| !noted && !it.is_empty() && !PLACED.contains(it));
        for word in words {
            let count = found.entry(word).or_default();
            *count = count.saturating_add(1);
        }
    }
    found
}

/// Words that one text has more often than the other, each once for each time: those of the first, those of the second.
fn difference<'t>(was: &'t str, is: &'t str) -> (Vec<&'t str>, Vec<&'t str>) {
    let (was, is) = (counted(was), counted(is));
    let more = |one: &BTreeMap<&'t str, usize>, other: &BTreeMap<&'t str, usize>| {
        let all = one.iter().flat_map(|(word, count)| {
            let has = other.get(word).copied().unwrap_or_default();
            std::iter::repeat_n(*word, count.saturating_sub(has))
        });
        all.collect::<Vec<_>>()
    };
    (more(&was, &is), more(&is, &was))
}

/// Words between quotes that stood in the changed code and stand nowhere in it now, where the plan says that all stays the
/// same and no other text came.
fn left_out(ground: &Ground<'_>, base: &Project, changes: &[&Change<'_>]) -> Option<String> {
    const SAME: [&str; 6] = [
        "no behaviour change",
        "no behavior change",
        "same ",
        "nothing else",
        "unchanged",
        "as before",
    ];
    let mut texts = sentences(ground).iter().map(|it| it.to_lowercase());
    let same = texts.any(|it| SAME.iter().any(|word| begins(&it, word)));
    let lessens = [
        "drop",
        "delet",
        "renam",
        "without",
        "no longer",
        "remove the",
    ];
    if !same || speaks_of(ground, &lessens) {
        return None;
    }
    let mut was: BTreeSet<&str> = BTreeSet::new();
    let mut is: BTreeSet<&str> = BTreeSet::new();
    let mut said: BTreeSet<&str> = BTreeSet::new();
    for change in changes {
        let (old, now) = (base.facts(change.path), ground.project.facts(change.path));
        let script = |it: Option<&Facts>| it.is_none_or(|it| it.language.is_script());
        if !script(old) || !script(now) || change.path.ends_with(".d.ts") {
            return None;
        }
        was.extend(change.before.into_iter().flat_map(quoted));
        is.extend(change.after.into_iter().flat_map(quoted));
        let words = change.after.unwrap_or_default();
        said.extend(words.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')));
    }
    let came = is.difference(&was).next().is_some();
    let gone = was.difference(&is).find(|it| !said.contains(**it))?;
    (!came).then(|| {
        format!(
            "the plan says that all stays the same, and `{gone}` stands nowhere in the changed code any more"
        )
    })
}

/// Single words between quotes, those of imports aside.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim_start);
    let code = lines.filter(|it| {
        !["//", "*", "/*", "import "]
            .iter()
            .any(|s| it.starts_with(s))
    });
    code.filter(|it| !it.contains("require(") && !it.contains(" from "))
        .flat_map(|line| {
            let parts = line.split(['\'', '"', '`']).skip(1).step_by(2);
            parts.filter(|it| {
                let plain = it
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '_' || c == '-');
                plain && it.len() >= TEXT_MIN
            })
        })
}
