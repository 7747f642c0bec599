//! What a verdict says at a terminal.

use crate::render::style::Style;
use ledger::report::{
    Category, Feedback, FeedbackStatus, Item, ItemKind, ItemStatus, Location, ReVerification,
    Report, ReportStatus,
};

use super::*;

fn at(file: &str, line: u32) -> Option<Location> {
    Some(Location {
        file: file.to_owned(),
        line: Some(line),
        column: None,
    })
}

fn item(kind: ItemKind, text: &str, (status, word): (ItemStatus, &str), reason: &str) -> Item {
    Item {
        id: text.to_owned(),
        kind,
        text: text.to_owned(),
        path: None,
        status,
        word: word.to_owned(),
        level: Some(2),
        reason: reason.to_owned(),
        location: None,
        evidence: Vec::new(),
        missing: Vec::new(),
        fixable: true,
        derived: false,
        rule: String::new(),
    }
}

fn note(message: &str, line: u32) -> Feedback {
    Feedback {
        status: FeedbackStatus::Warning,
        category: Category::Quality,
        level: None,
        location: at("src/sums.py", line),
        message: format!("src/sums.py: {message}"),
        fixable: false,
        fix_suggestion: None,
        confidence_pct: 100,
        rule: "debt-without-issue".to_owned(),
    }
}

fn report() -> Report {
    let (failed, human, verified) = (ItemStatus::Failed, ItemStatus::Human, ItemStatus::Verified);
    let stub = Item {
        path: Some("src/sums.py".to_owned()),
        location: at("src/sums.py", 5),
        missing: vec!["do the work of `twice`, line 5".to_owned()],
        ..item(
            ItemKind::Gate,
            "no work left undone",
            (failed, "STUB"),
            "`twice`, line 5, says that it is not implemented, which is a sentence that goes on for longer than a line of the terminal is wide",
        )
    };
    let file = Item {
        path: Some("src/sums.py".to_owned()),
        ..item(
            ItemKind::Artifact,
            "src/sums.py",
            (verified, "VERIFIED"),
            "12 lines of code",
        )
    };
    let truth = item(
        ItemKind::Truth,
        "Sums \u{202e}add up",
        (human, "UNCERTAIN"),
        "no evidence speaks of it",
    );
    Report {
        phase: "the change since main".to_owned(),
        tree: None,
        status: ReportStatus::GapsFound,
        items: vec![file, truth, stub],
        feedback: vec![
            note("Said by the gap already.", 5),
            note("A note of debt.", 6),
        ],
        re_verification: Some(ReVerification {
            previous_status: ReportStatus::Passed,
            regressions: vec!["src/sums.py".to_owned()],
            previous_score: "1/1".to_owned(),
            gaps_closed: Vec::new(),
            gaps_remaining: Vec::new(),
            gaps_unasked: Vec::new(),
        }),
        parts: Vec::new(),
        accepted: Vec::new(),
        looked_at: None,
        inputs: None,
    }
}

#[test]
fn a_verdict_says_what_is_wrong_and_where() {
    insta::assert_snapshot!(verdict(&report(), &PLAIN), @r"
    ✗ gaps_found · 1 of 3 verified · the change since main

    ✗ src/sums.py:5 · no work left undone  STUB
      `twice`, line 5, says that it is not implemented, which is a sentence that goes on for longer than
      a line of the terminal is wide
      → do the work of `twice`, line 5

    ? Sums <U+202E>add up  UNCERTAIN
      no evidence speaks of it

    worth knowing
    · src/sums.py:6: A note of debt. (debt-without-issue)

    ↻ since the verdict before (passed): 0 gaps closed · 0 open still · 1 worse
      ✗ src/sums.py
    ");
}

#[test]
fn what_is_verified_is_listed_where_more_is_wanted() {
    let style = Style {
        verbose: true,
        ..PLAIN
    };
    let said = verdict(&report(), &style);
    assert!(
        said.contains("\n✓ src/sums.py  VERIFIED\n  12 lines of code\n"),
        "{said}"
    );
}

#[test]
fn many_notes_are_counted() {
    let mut report = report();
    report.feedback = (10..30).map(|line| note("A note of debt.", line)).collect();
    let said = verdict(&report, &PLAIN);
    assert_eq!(said.matches("A note of debt.").count(), 10, "{said}");
    assert!(said.contains("and 10 more, with --verbose"), "{said}");
}
