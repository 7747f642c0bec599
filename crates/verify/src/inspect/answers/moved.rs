//! What got lost on the way, where code of TypeScript was only to stand elsewhere or to be written otherwise: parts of a
//! function that moved, texts of work that was to change nothing, what gives back what the code still takes, names that the
//! package gave out.

use std::collections::{BTreeMap, BTreeSet};

use code::project::{EntryKind, Project, is_test_path};
use code::{Definition, ExportKind, Facts, Language};

use crate::inspect::Ground;
use crate::inspect::prose::{begins, sentences};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Functions of one file that are looked at.
const FUNCTIONS_MAX: usize = 1_000;
/// Letters of the shortest text that means something by itself.
const TEXT_MIN: usize = 4;

/// What takes something, and what gives it back.
const PAIRS: [(&str, &str); 7] = [
    ("addEventListener", "removeEventListener"),
    ("addListener", "removeListener"),
    ("setInterval", "clearInterval"),
    ("subscribe", "unsubscribe"),
    ("observe", "disconnect"),
    ("acquire", "release"),
    ("lock", "unlock"),
];

/// All of it, each as a sentence.
pub(in crate::inspect) fn lost(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base.filter(|_| !changes.is_empty()) else {
        return Vec::new();
    };
    let code = |it: &&Change<'_>| {
        let language = Language::of_path(it.path);
        language.is_script() && !is_test_path(it.path, language)
    };
    let changes: Vec<&Change<'_>> = changes.iter().filter(code).collect();
    let mut found = moved(ground, base, &changes);
    found.extend(left_out(ground, base, &changes));
    found.extend(never_given_back(ground, base, &changes));
    found.extend(withdrawn(ground, base, &changes));
    found.truncate(FOUND_MAX);
    found
}

/// Whether a sentence of the plan has a word that begins so.
fn speaks_of(ground: &Ground<'_>, words: &[&str]) -> bool {
    let mut texts = sentences(ground).iter().map(|it| it.to_lowercase());
    texts.any(|text| words.iter().any(|word| begins(&text, word)))
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

/// What gives back something that a file goes on taking, and that stood in it before.
fn never_given_back(ground: &Ground<'_>, base: &Project, changes: &[&Change<'_>]) -> Vec<String> {
    // Whoever hands a signal over has another way.
    const OTHERS: [&str; 4] = ["AbortController", "signal", "abort", "once"];
    let uses = |facts: &Facts, name: &str| {
        facts.members.contains_key(name) || facts.references.contains_key(name)
    };
    let mut found = Vec::new();
    for change in changes {
        let facts = base
            .facts(change.path)
            .zip(ground.project.facts(change.path));
        let Some((old, now)) = facts else { continue };
        let otherwise = OTHERS.iter().any(|it| uses(now, it) && !uses(old, it));
        let pairs = PAIRS.iter().filter(|(takes, gives)| {
            let stood = uses(old, takes) && uses(old, gives);
            let mut all = changes
                .iter()
                .filter_map(|it| ground.project.facts(it.path));
            stood && uses(now, takes) && !all.any(|it| uses(it, gives))
        });
        for (takes, gives) in pairs.filter(|_| !otherwise) {
            if !speaks_of(
                ground,
                &[gives.to_lowercase().as_str(), takes.to_lowercase().as_str()],
            ) {
                found.push(format!(
                    "{} still calls `{takes}`, and `{gives}`, which it called before, no more",
                    change.path
                ));
            }
        }
    }
    found
}

/// Names that the file by which a package is known gave out, where the plan says nothing of taking anything away.
fn withdrawn(ground: &Ground<'_>, base: &Project, changes: &[&Change<'_>]) -> Vec<String> {
    const TAKEN: [&str; 14] = [
        "remov",
        "drop",
        "delet",
        "renam",
        "deprecat",
        "breaking",
        "major",
        "no longer",
        "private",
        "internal",
        "hide",
        "replac",
        "instead",
        "default export",
    ];
    if speaks_of(ground, &TAKEN) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for change in changes {
        let facts = base
            .facts(change.path)
            .zip(ground.project.facts(change.path));
        let Some((old, now)) = facts.filter(|(old, _)| old.language.is_script()) else {
            continue;
        };
        let entry = ground.project.entry(change.path);
        let known = entry.is_some_and(|it| it.kind == EntryKind::Library);
        let open = now.exports.iter().any(|it| it.name == "*") || now.truncated;
        if !known || open {
            continue;
        }
        let names = old.exports.iter().filter(|it| match it.kind {
            ExportKind::Value => !["*", "=", "default"].contains(&it.name.as_str()),
            ExportKind::Type
            | ExportKind::Default
            | ExportKind::Namespace
            | ExportKind::Reexport { .. }
            | ExportKind::Restricted => false,
        });
        let whole = change.after.unwrap_or_default();
        // Where it goes on giving out most of what it did, and not in another manner.
        let stays = |name: &str| now.exports.iter().any(|it| it.name == name);
        let kept = old.exports.iter().filter(|it| stays(&it.name)).count();
        let gone = names.filter(|it| !stays(&it.name) && kept > 0);
        let used = gone.filter(|it| whole.contains(it.name.as_str()));
        found.extend(
            used.map(|it| format!("{} gave out `{}`, and does no more", change.path, it.name)),
        );
    }
    found
}
