//! Things that the plan speaks of in one breath, of which the change treats one otherwise than the other: exported and not,
//! tested and not; tests that move and of which one does not arrive; a method of a class that was written and never bound.

use std::collections::BTreeSet;

use code::project::{Project, is_test_path};
use code::{Definition, DefinitionKind, Facts, Language};

use crate::inspect::Ground;
use crate::inspect::known::{is_fresh, last};
use crate::inspect::prose::{begins, joins, says, sentences, split, without_asides, words};
use crate::inspect::testing::untested::asks;
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Letters of the shortest name that is looked for.
const NAME_MIN: usize = 4;
/// Words of a text that are looked at one by one.
const WORDS_MAX: usize = 5_000;

/// What is treated otherwise, each as a sentence.
pub(in crate::inspect) fn unlike(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base.filter(|_| !changes.is_empty()) else {
        return Vec::new();
    };
    let mut found = BTreeSet::new();
    let fresh = fresh(ground, base, changes);
    for text in sentences(ground).iter().copied() {
        for list in written(&fresh, text) {
            found.extend(unexported(text, &list, changes));
            if asks(ground) {
                found.extend(unasked(&list, changes));
            }
        }
        found.extend(lost(ground, base, text));
        found.extend(unbound(ground, base, changes, text));
        found.extend(unnamed(ground, base, text));
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// Functions of Python, outside of tests and classes, that this change wrote.
fn fresh<'g>(ground: &'g Ground<'_>, base: &Project, changes: &[Change<'_>]) -> BTreeSet<&'g str> {
    let files = changes
        .iter()
        .filter(|it| it.path.ends_with(".py") && !is_test_path(it.path, Language::Python))
        .filter_map(|it| ground.project.facts(it.path));
    let all = files.flat_map(|it| &it.definitions).filter(|it| {
        let own = it.kind.is_function() && !it.nested && !it.test && !it.name.contains('.');
        own && it.name.len() >= NAME_MIN && !it.name.starts_with('_')
    });
    let old: BTreeSet<&str> = base
        .all()
        .flat_map(|(_, it)| it.definitions.iter().map(last))
        .collect();
    let names = all.map(|it| it.name.as_str());
    names.filter(|it| !old.contains(it)).collect()
}

/// Lists of these that a text names side by side.
fn written(fresh: &BTreeSet<&str>, text: &str) -> Vec<Vec<String>> {
    if fresh.len() < 2 {
        return Vec::new();
    }
    let bare = without_asides(text);
    let mut lists: Vec<Vec<String>> = Vec::new();
    let mut list: Vec<String> = Vec::new();
    let mut between = String::new();
    for (word, name) in words(&bare) {
        if name && fresh.contains(word) {
            if !joins(&between) {
                lists.push(std::mem::take(&mut list));
            }
            list.push(word.to_owned());
            between.clear();
        } else {
            between.push_str(word);
        }
    }
    lists.push(list);
    lists.retain(|it| it.len() > 1);
    lists
}

/// One that the package gives out, and another that it does not, where the plan wants them exported.
fn unexported(text: &str, list: &[String], changes: &[Change<'_>]) -> Vec<String> {
    let lower = text.to_lowercase();
    if !begins(&lower, "export") || says(&lower, "not exported") || says(&lower, "not export") {
        return Vec::new();
    }
    let roots = changes.iter().filter(|it| it.path.ends_with("__init__.py"));
    let mut found = Vec::new();
    for root in roots {
        let (before, after) = (root.before.unwrap_or(""), root.after.unwrap_or(""));
        let given = |name: &&String| says(after, name) && !says(before, name);
        if !list.iter().any(|it| given(&it)) {
            continue;
        }
        let missing = list.iter().filter(|it| !says(after, it));
        found.extend(missing.map(|name| {
            format!(
                "the plan wants `{name}` exported with the others, and {} does not give it out",
                root.path
            )
        }));
    }
    found
}

/// One that tests speak of, and another that none does, where the plan asks for tests.
fn unasked(list: &[String], changes: &[Change<'_>]) -> Vec<String> {
    let test = |it: &&Change<'_>| is_test_path(it.path, Language::of_path(it.path));
    let tests: Vec<&str> = changes
        .iter()
        .filter(test)
        .filter_map(|it| it.after)
        .collect();
    let spoken = |name: &str| tests.iter().any(|it| it.contains(name));
    // An example that runs is a test too.
    let shown = |name: &str| {
        let mut texts = changes.iter().filter_map(|it| it.after);
        texts.any(|text| {
            let mut lines = text.lines().filter(|it| it.contains(">>> "));
            lines.any(|it| says(it, name))
        })
    };
    if !list.iter().any(|it| spoken(it)) {
        return Vec::new();
    }
    // Where all have one, the tests are asked for beside them.
    let all = list.iter().all(|it| shown(it));
    let missing = list.iter().filter(|it| !spoken(it) && (all || !shown(it)));
    missing
        .map(|name| format!("the plan asks for tests, and none speaks of `{name}`"))
        .collect()
}

/// One of several that the plan calls by their names, where the names of functions say how each is found (`_func_items`,
/// `_func_zip`): others of the list were written, and this one was not.
fn unnamed(ground: &Ground<'_>, base: &Project, text: &str) -> Vec<String> {
    const PREFIXES: [&str; 8] = [
        "_func_", "do_", "visit_", "_visit_", "cmd_", "handle_", "_handle_", "filter_",
    ];
    let mut found = Vec::new();
    for list in called_together(text) {
        let has = |project: &Project, prefix: &str, name: &str| {
            let wanted = |it: &Definition| {
                let own = last(it).strip_prefix(prefix);
                own == Some(name) && it.kind.is_function()
            };
            project
                .all()
                .any(|(_, it)| it.definitions.iter().any(wanted))
        };
        for prefix in PREFIXES {
            let now = |name: &&&str| has(ground.project, prefix, name);
            let fresh = list
                .iter()
                .filter(|it| now(it) && !has(base, prefix, it))
                .count();
            if fresh == 0 {
                continue;
            }
            let missing = list.iter().filter(|it| !now(it));
            found.extend(missing.map(|it| {
                format!("the plan wants `{it}` with the others, and no `{prefix}{it}` was written")
            }));
        }
    }
    found
}

/// Lists of names that a text has with brackets behind each: `items(), from_items() and zip()`.
fn called_together(text: &str) -> Vec<Vec<&str>> {
    let mut lists: Vec<Vec<&str>> = vec![Vec::new()];
    let mut between = String::new();
    let mut rest = words(text).take(WORDS_MAX).peekable();
    while let Some((word, name)) = rest.next() {
        let after = rest.peek().map_or("", |it| it.0);
        let plain = word.chars().all(|c| c.is_alphanumeric() || c == '_');
        if name && plain && after.starts_with("()") {
            if !joins(between.trim_start_matches("()")) {
                lists.push(Vec::new());
            }
            if let Some(list) = lists.last_mut() {
                list.push(word);
            }
            between.clear();
        } else {
            between.push_str(word);
        }
    }
    lists.retain(|it| it.len() > 1);
    lists
}

/// Functions that are to move, and that stand nowhere now.
fn lost(ground: &Ground<'_>, base: &Project, text: &str) -> Vec<String> {
    const SORTS: [&str; 9] = [
        "the",
        "tests",
        "test",
        "functions",
        "function",
        "methods",
        "both",
        "and",
        "all",
    ];
    const OTHERWISE: [&str; 14] = [
        "rename", "renamed", "merge", "merged", "replace", "replaced", "inline", "remove",
        "delete", "drop", "split", "instead", "one", "under",
    ];
    let mut found = Vec::new();
    for clause in split(text) {
        let lower = clause.to_lowercase();
        if !begins(&lower, "move") || OTHERWISE.iter().any(|it| says(&lower, it)) {
            continue;
        }
        let after = words(clause).filter(|it| it.1).map(|it| it.0);
        let after = after.skip_while(|it| !matches!(it.to_lowercase().as_str(), "move" | "moves"));
        for name in after.skip(1) {
            if SORTS.contains(&name) {
                continue;
            }
            let own = name.rsplit(['.', ':']).next().unwrap_or(name);
            let code = own.contains('_') && own.len() >= NAME_MIN && !name.contains('/');
            let function = |facts: &Facts| {
                let mut all = facts.definitions.iter();
                all.any(|it| last(it) == own && it.kind.is_function())
            };
            let was = base.all().any(|(_, it)| function(it));
            if !code || !was {
                break;
            }
            let bare = |text: &str| text.replace('_', "").to_lowercase();
            let same = |it: &Definition| bare(last(it)) == bare(own);
            let mut now = ground.project.all();
            if !now.any(|(_, it)| it.definitions.iter().any(same)) {
                found.push(format!(
                    "the plan moves `{own}`, and it stands nowhere any more"
                ));
            }
        }
    }
    found
}

/// Functions that the plan calls by a class that was there (`Config.load(path)`), that the change wrote outside of it and
/// that nothing binds to a class.
fn unbound(ground: &Ground<'_>, base: &Project, changes: &[Change<'_>], text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let python = |it: &&Change<'_>| it.path.ends_with(".py");
    for (word, name) in words(text).take(WORDS_MAX) {
        let Some((class, own)) = word.rsplit_once('.').filter(|_| name) else {
            continue;
        };
        let called = text
            .split_once(word)
            .is_some_and(|it| it.1.starts_with('('));
        let class = class.rsplit('.').next().unwrap_or(class);
        let is_class = |facts: &Facts| {
            let mut all = facts.definitions.iter();
            all.any(|it| it.name == class && it.kind == DefinitionKind::Struct)
                && facts.language == Language::Python
        };
        let was = base.all().any(|(_, it)| is_class(it));
        if !called || !was || own.len() < NAME_MIN || !is_fresh(ground.project, base, own) {
            continue;
        }
        let member = |facts: &Facts| {
            let mut all = facts.definitions.iter();
            all.any(|it| last(it) == own && it.name != own)
        };
        let known = ground.project.all().any(|(_, it)| member(it));
        let binds = |text: &str| {
            let set = [
                format!(".{own} ="),
                format!(".{own}="),
                format!("\"{own}\""),
            ];
            let texts = [format!("'{own}'"), format!("    {own} =")];
            set.iter()
                .chain(&texts)
                .any(|it| text.contains(it.as_str()))
        };
        let code = |it: &&Change<'_>| !is_test_path(it.path, Language::Python);
        let mut code = changes.iter().filter(python).filter(code);
        if !known && !code.any(|it| it.after.is_some_and(binds)) {
            found.push(format!(
                "the plan calls `{class}.{own}`, and nothing makes `{own}` a part of a class"
            ));
        }
    }
    found
}
