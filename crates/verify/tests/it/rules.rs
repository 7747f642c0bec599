//! The list of rules, and what their findings lead to: one row for a rule and a file, and no gap without a plan that was not earned.

use std::collections::BTreeSet;

use ledger::options::Severity;
use ledger::report::{FeedbackStatus, ItemStatus, Report};

use crate::world::{World, options};

const BEFORE: &str = "pub fn a(x: u8) -> u8 {\n    x + 1\n}\n";

/// The report on a file that the change wrote anew, with a plan behind it or not.
fn report(path: &str, before: &str, after: &str, planned: bool) -> Report {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    (world.planned, world.options.rules) = (planned, options().rules);
    world.before.insert(path.to_owned(), before.to_owned());
    world.file(path, after).changed('M', path).report()
}

/// Ids of what is open and of what is told.
fn led_to(report: &Report) -> (Vec<&str>, Vec<&str>) {
    let open = report.items.iter();
    let open = open.filter(|it| it.status == ItemStatus::Failed && it.id.starts_with("gate:"));
    let notes = report.feedback.iter();
    let notes = notes.filter(|it| it.status == FeedbackStatus::Warning);
    // That the plan does not name the file, and that nothing was run, is another matter.
    let others = ["nothing-run", "truth-without-evidence", "undeclared-change"];
    let told = |it: &&str| !others.contains(it);
    (
        open.map(|it| it.rule.as_str()).collect(),
        notes.map(|it| it.rule.as_str()).filter(told).collect(),
    )
}

#[test]
fn every_rule_has_an_id_of_its_own_and_all_its_words() {
    let mut ids = BTreeSet::new();
    for rule in verify::explained() {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(rule.rule.chars().all(plain), "{}", rule.rule);
        assert!(
            ids.insert(rule.rule.clone()),
            "{} is there twice",
            rule.rule
        );
        for words in [&rule.holds, &rule.finds, &rule.why, &rule.languages] {
            assert!(!words.trim().is_empty(), "{}", rule.rule);
        }
        assert_ne!(rule.with_plan, Severity::Off, "{}", rule.rule);
        assert!(rule.without_plan <= rule.with_plan, "{}", rule.rule);
    }
}

#[test]
fn rules_speak_for_rules_that_exist_and_never_for_each_other() {
    let rules = verify::explained();
    let ids: BTreeSet<&str> = rules.iter().map(|it| it.rule.as_str()).collect();
    for rule in &rules {
        for other in &rule.covers {
            assert!(ids.contains(other.as_str()), "{} of {}", other, rule.rule);
            let back = rules.iter().find(|it| it.rule == *other);
            let back = back.is_some_and(|it| it.covers.contains(&rule.rule));
            assert!(!back && *other != rule.rule, "{other} and {}", rule.rule);
        }
    }
}

#[test]
fn one_row_for_a_rule_and_a_file() {
    let two = format!(
        "{BEFORE}pub fn b(x: u8) -> u8 {{\n    todo!()\n}}\npub fn c(x: u8) -> u8 {{\n    todo!()\n}}\n"
    );
    let found = report("src/a.rs", BEFORE, &two, true);
    let rows: Vec<_> = found
        .items
        .iter()
        .filter(|it| it.rule == "todo-left")
        .collect();
    assert_eq!(rows.len(), 1, "{:#?}", found.items);
    assert_eq!(rows[0].id, "gate:todo-left:src/a.rs");
    assert!(
        rows[0]
            .reason
            .starts_with("2 times: line 4: `b` says that it is not implemented; line 7: `c` "),
        "{}",
        rows[0].reason
    );
    assert_eq!(rows[0].missing.len(), 2);
    // Two causes are two rows.
    let both = two.replace(
        "pub fn a(x: u8) -> u8 {\n    x + 1",
        "pub fn a(x: u8) -> u8 {\n    7",
    );
    let found = report("src/a.rs", BEFORE, &both, true);
    let (open, _) = led_to(&found);
    assert!(
        open.contains(&"todo-left") && open.contains(&"work-removed"),
        "{open:?}"
    );
}

#[test]
fn what_was_not_earned_is_told_without_a_plan() {
    let unused = "def _add(a):\n    return a + 1\n\n\nprint(_add(1))\n";
    let more = format!("{unused}\n\ndef _sub(a):\n    return a - 1\n");
    let python = |planned| report("shop.py", unused, &more, planned);
    assert_eq!(led_to(&python(true)).0, ["new-code-unused"]);
    assert_eq!(led_to(&python(false)), (vec![], vec!["new-code-unused"]));
    // Work that is left is a gap for both.
    let todo =
        format!("{unused}\n\ndef sub(a):\n    raise NotImplementedError\n\n\nprint(sub(1))\n");
    for planned in [true, false] {
        let found = report("shop.py", unused, &todo, planned);
        assert_eq!(led_to(&found).0, ["todo-left"], "{planned}");
    }
}

#[test]
fn a_rule_that_was_switched_leads_to_what_was_said() {
    let todo = format!("{BEFORE}pub fn b(x: u8) -> u8 {{\n    todo!()\n}}\n");
    for (severity, open, told) in [
        (Severity::Gap, vec!["todo-left"], vec![]),
        (Severity::Note, vec![], vec!["todo-left"]),
        (Severity::Off, vec![], vec![]),
    ] {
        let mut world = World::new("  truths:\n    - \"It works\"\n");
        world.options.rules.insert("todo-left".to_owned(), severity);
        world
            .before
            .insert("src/a.rs".to_owned(), BEFORE.to_owned());
        let report = world
            .file("src/a.rs", &todo)
            .changed('M', "src/a.rs")
            .report();
        assert_eq!(led_to(&report), (open, told), "{severity:?}");
    }
}
