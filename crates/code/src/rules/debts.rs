//! Notes of debt that lead nowhere: a `TODO` without an issue, an address or a name is nobody's.

use std::sync::LazyLock;

use regex::Regex;

use super::scan::{blank, column, first_line};
use super::{Category, Dialect, Finding, Programs, Rule, Severity, TestCode};
use crate::facts::{Facts, RegionKind};
use crate::parts::Debt;
use crate::ranges::Ranges;

pub(super) const ID: &str = "debt-without-issue";

/// `#12`, `ABC-12`, `gh-12`, an address, `(name)`, `@name`.
static OWNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"#\d+|\b[A-Za-z][A-Za-z0-9_]+-\d+\b|https?://|\bb/\d+|\bissue\s+\d+|^\s*\(\s*[^()\s][^()]*\)|@[A-Za-z][\w-]*|^\s*\[[^\[\]]+\]",
    )
    .ok()
});

/// Notes of debt in comments without an issue, an address or a name.
#[must_use]
pub fn debts_without_issue(source: &str, facts: &Facts) -> Vec<Finding> {
    find(&rule(), source, facts)
}

pub(super) fn rule() -> Rule {
    Rule {
        id: ID.to_owned(),
        dialects: Dialect::ALL.into_iter().collect(),
        severity: Severity::Info,
        message: "A note of debt that names no issue and nobody.".to_owned(),
        note: "Do it now, or write down where it will be done: `TODO(#12)`, `TODO(name)`."
            .to_owned(),
        category: Category::Quality,
        level: 2,
        certain: false,
        tests: TestCode::Include,
        programs: Programs::Include,
        files: None,
        ignores: None,
    }
}

pub(super) fn find(rule: &Rule, source: &str, facts: &Facts) -> Vec<Finding> {
    let lines: Vec<&str> = source.lines().collect();
    let test = Ranges::of_kind(&facts.regions, RegionKind::Test);
    let base = source.as_ptr().addr();
    let found = facts.debts.iter().filter_map(|debt| {
        let place = usize::try_from(debt.line).ok()?.checked_sub(1)?;
        let line = *lines.get(place)?;
        let at = line.find(&debt.marker)?;
        let (before, after) = line.split_at_checked(at)?;
        if is_owned(debt) || !is_note(before, after.strip_prefix(&debt.marker)?) {
            return None;
        }
        let byte = line.as_ptr().addr().checked_sub(base)?.checked_add(at)?;
        Some(Finding {
            line: debt.line,
            end_line: debt.line,
            column: column(source, byte),
            text: first_line(after),
            test: test.contains(byte),
            ..blank(rule)
        })
    });
    found.collect()
}

/// Whether the word is a note, and not what the sentence is about: it begins the comment, or a colon follows.
fn is_note(before: &str, after: &str) -> bool {
    let comment = before.rsplit(['/', '#', '*', '-']).next().unwrap_or("");
    after.starts_with(':') || !comment.contains(char::is_alphanumeric)
}

fn is_owned(debt: &Debt) -> bool {
    OWNED
        .as_ref()
        .is_some_and(|owned| owned.is_match(&debt.text))
}
