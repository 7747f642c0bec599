//! Tests that were weakened in the change that they check.

use gate::{Context, Subject, Written, decide};
use ledger::evidence::{End, Evidence, EvidenceKind, SourceTrust};
use ledger::gate::{Checkpoint, Severity, Verdict};
use ledger::ids::{ActId, Hash, RelPath, TaskId};
use ledger::observation::{ChangeFacts, ChangedFile, TestFacts};
use ledger::phase::Mode;
use ledger::plan::Task;

use crate::world::{base, policies};

const BASE: TestFacts = TestFacts {
    tests: 4,
    skipped: 1,
    focused: 0,
    firm: 6,
    loose: 2,
    vacuous: 0,
    thresholds: std::collections::BTreeMap::new(),
};

fn ids(after: Option<TestFacts>, context: &Context<'_>) -> Vec<(String, Severity)> {
    let facts = ChangeFacts {
        tests: after.clone(),
        ..ChangeFacts::default()
    };
    let written = Written {
        path: "tests/a.rs",
        after: after.as_ref().map(|_| "x"),
        facts: Some(&facts),
        base: Some(&BASE),
    };
    let decision = decide(
        Checkpoint::PostWrite,
        &Subject::Written(written),
        context,
        policies(),
        &[],
    );
    assert_eq!(decision.verdict, Verdict::Allow);
    decision
        .findings
        .into_iter()
        .filter(|it| it.policy == "test-integrity")
        .map(|it| (it.id, it.severity))
        .collect()
}

#[test]
fn each_way_to_weaken_a_test_is_told_by_name() {
    let with = |change: fn(&mut TestFacts)| {
        let mut after = BASE;
        change(&mut after);
        Some(after)
    };
    for (after, wanted) in [
        (with(|_| {}), None),
        (with(|it| it.tests = 9), None),
        (with(|it| it.skipped = 0), None),
        (with(|it| it.tests = 3), Some("tests-removed")),
        (with(|it| it.skipped = 2), Some("tests-skipped")),
        (with(|it| it.focused = 1), Some("tests-focused")),
        (with(|it| it.firm = 5), Some("assertions-removed")),
        (
            with(|it| (it.firm, it.loose) = (5, 3)),
            Some("assertions-loosened"),
        ),
        (with(|it| (it.firm, it.loose) = (7, 3)), None),
        (
            with(|it| (it.firm, it.vacuous) = (8, 1)),
            Some("assertions-vacuous"),
        ),
    ] {
        let shown = format!("{after:?}");
        let found: Vec<String> = ids(after, &base()).into_iter().map(|it| it.0).collect();
        assert_eq!(found, wanted.into_iter().collect::<Vec<_>>(), "{shown}");
    }
}

#[test]
fn it_asks_for_evidence_and_only_warns_in_quick_mode() {
    let weaker = || Some(TestFacts { tests: 0, ..BASE });
    let quick = Context {
        mode: Mode::Quick,
        ..base()
    };
    assert_eq!(
        ids(weaker(), &base()),
        [("tests-removed".to_owned(), Severity::EvidenceRequired)]
    );
    assert_eq!(
        ids(weaker(), &quick),
        [("tests-removed".to_owned(), Severity::Warning)]
    );
}

#[test]
fn a_test_file_goes_only_if_the_plan_says_so() {
    assert!(!ids(None, &base()).is_empty());
    let path = RelPath::new("tests/a.rs").unwrap();
    let task = Task {
        deletes: vec![path],
        ..Task::in_words(TaskId::new("t").unwrap(), String::new(), String::new())
    };
    let planned = Context {
        task: Some(&task),
        ..base()
    };
    assert!(ids(None, &planned).is_empty());
}

#[test]
fn a_whole_change_that_takes_its_judge_along_is_seen() {
    let evidence = Evidence {
        id: "e1".into(),
        kind: EvidenceKind::Verify,
        source_trust: SourceTrust::LocalCommand,
        act: ActId(1),
        producer_trace_id: String::new(),
        command: Some("npm test".into()),
        exit_code: Some(0),
        tree: None,
        tree_unchanged: true,
        output: Hash::default(),
        tail: String::new(),
        source_refs: Vec::new(),
        tests: None,
        end: End::Exited,
        failure: None,
        opened: Vec::new(),
        created_ms: 0,
        duration_ms: 0,
    };
    let file = |path: &str, kind: char| ChangedFile {
        path: path.into(),
        kind,
    };
    let told = |changed: &[ChangedFile], context: &Context<'_>| -> Vec<String> {
        let subject = Subject::VerifyResult {
            evidence: &evidence,
            tree: None,
            changed,
        };
        let decision = decide(
            Checkpoint::PostVerifyResult,
            &subject,
            context,
            policies(),
            &[],
        );
        let ours = decision
            .findings
            .into_iter()
            .filter(|it| it.policy == "test-integrity");
        ours.map(|it| it.id).collect()
    };
    let found = |changed: &[ChangedFile]| told(changed, &base());
    assert!(
        found(&[
            file("src/a.rs", 'M'),
            file("tests/a.rs", 'M'),
            file("src/old.rs", 'D')
        ])
        .is_empty()
    );
    assert_eq!(found(&[file("tests/a.rs", 'D')]), ["test-file-deleted"]);
    assert_eq!(found(&[file("src/a_test.go", 'D')]), ["test-file-deleted"]);
    assert_eq!(
        found(&[file(".github/workflows/ci.yml", 'M')]),
        ["judge-changed"]
    );
    assert_eq!(found(&[file("web/jest.config.ts", 'M')]), ["judge-changed"]);
    // The plan may name it, and then it is no surprise.
    let task = Task {
        files: ledger::scope::Scope::of_files([RelPath::new("web/jest.config.ts").unwrap()]),
        ..Task::in_words(TaskId::new("t").unwrap(), String::new(), String::new())
    };
    let named = Context {
        task: Some(&task),
        ..base()
    };
    assert!(told(&[file("web/jest.config.ts", 'M')], &named).is_empty());
    assert_eq!(
        told(&[file("jest.config.ts", 'M')], &named),
        ["judge-changed"]
    );
    let snapshots: Vec<ChangedFile> = (0..6)
        .map(|at| file(&format!("a/__snapshots__/{at}.snap"), 'M'))
        .collect();
    assert_eq!(found(&snapshots), ["snapshots-in-bulk"]);
    assert!(found(&snapshots[..5]).is_empty());
}
