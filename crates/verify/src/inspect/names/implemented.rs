//! Types that the plan says a class is to implement, and that its head does not name: `Writer implements Flushable`. A
//! comment that says so makes it none.

use std::collections::BTreeSet;

use code::project::is_test_path;
use code::{Definition, DefinitionKind, Facts, Keep, Language};

use crate::inspect::Ground;
use crate::inspect::prose::{sentences, split};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Code, and nothing that only looks like it.
const CODE: Keep = Keep {
    strings: false,
    dead: false,
    tests: true,
};

/// Each as a sentence.
pub(in crate::inspect) fn unimplemented(
    ground: &Ground<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    let mut found = BTreeSet::new();
    let clauses = sentences(ground).iter().copied().flat_map(split);
    for (class, of) in clauses.flat_map(said) {
        let homes = changes.iter().filter_map(|it| {
            let facts = ground.project.facts(it.path)?;
            let typed = matches!(
                facts.language,
                Language::Java | Language::TypeScript | Language::Tsx
            );
            let code = typed && !is_test_path(it.path, facts.language);
            let mut all = facts.definitions.iter();
            let own = |it: &&Definition| it.name == class && it.kind == DefinitionKind::Struct;
            Some((it.after?, facts, all.find(own).filter(|_| code)?))
        });
        let homes: Vec<(&str, &Facts, &Definition)> = homes.collect();
        let named = |(text, facts, own): &(&str, &Facts, &Definition)| {
            let code = facts.code_only(text, CODE);
            let whole = code.get(own.span.bytes.start..own.span.bytes.end);
            // Behind its name: an annotation before it may hold braces.
            let behind = whole.and_then(|it| Some(it.split_once(&format!("class {class}"))?.1));
            let head = behind.and_then(|it| it.split('{').next()).unwrap_or("");
            let part = |c: char| !(c.is_alphanumeric() || c == '_');
            let mut words = head.split(part);
            // What comes from a type above, nobody here can tell.
            words.any(|it| it == of || it == "extends")
        };
        if !homes.is_empty() && !homes.iter().any(named) {
            found.insert(format!(
                "the plan says that `{class}` implements `{of}`, and its head does not"
            ));
        }
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// `Writer implements java.io.Flushable`, as the class and the last word of the type.
fn said(clause: &str) -> Option<(&str, &str)> {
    let (before, after) = clause.split_once(" implements ")?;
    let part = |c: char| !(c.is_alphanumeric() || c == '_');
    let class = before.trim_end_matches('`').rsplit(part).next()?;
    let path = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.'));
    let of = after.trim_start_matches('`').split(path).next()?;
    let of = of.trim_end_matches('.').rsplit('.').next()?;
    let is_type = |it: &str| it.starts_with(char::is_uppercase);
    (is_type(class) && is_type(of)).then_some((class, of))
}
