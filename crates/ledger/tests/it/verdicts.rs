//! What counts as proof: evidence, the inputs of a verdict, the score of a report; and what promises and plans hold.

use std::collections::BTreeMap;

use ledger::evidence::{End, Evidence, EvidenceKind, SourceTrust};
use ledger::ids::{ActId, GitId, Hash};
use ledger::options::{Falsify, Planning};
use ledger::plan::{MustHaves, Truth};
use ledger::promise::{Source, SourceFile};
use ledger::verdict::Inputs;

fn git(digit: &str) -> GitId {
    GitId::new(digit.repeat(40)).unwrap()
}

#[test]
fn green_is_exit_code_0_of_our_own_on_a_tree_that_it_left_alone() {
    let green = Evidence {
        id: "e1".into(),
        kind: EvidenceKind::Verify,
        source_trust: SourceTrust::LocalCommand,
        act: ActId(1),
        producer_trace_id: String::new(),
        command: Some("npm test".into()),
        exit_code: Some(0),
        tree: Some(git("a")),
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
    let with = |change: fn(&mut Evidence)| {
        let mut it = green.clone();
        change(&mut it);
        it.is_green()
    };
    assert!(with(|_| {}));
    assert!(with(|it| it.source_trust = SourceTrust::ProjectSource));
    assert!(with(|it| it.source_trust = SourceTrust::ProjectMetadata));
    assert!(!with(|it| it.source_trust = SourceTrust::UserProvided));
    assert!(!with(|it| it.source_trust = SourceTrust::ExternalSystem));
    assert!(!with(|it| it.source_trust = SourceTrust::ManualNote));
    assert!(!with(|it| it.exit_code = Some(1)));
    assert!(!with(|it| it.exit_code = None));
    assert!(!with(|it| it.tree = None));
    assert!(!with(|it| it.tree_unchanged = false));
}

fn inputs() -> Inputs {
    Inputs {
        tree: git("a"),
        base: None,
        plan: Some(Hash::of(b"plan")),
        policy: Hash::of(b"policy"),
        checker: "0.1.0".into(),
        tools: BTreeMap::from([("npm".into(), "1".into()), ("tsc".into(), "2".into())]),
    }
}

#[test]
fn a_verdict_is_stale_when_an_input_has_changed() {
    let before = inputs();
    assert_eq!(before.changed_since(&inputs()), Vec::<String>::new());
    assert_eq!(before.key(), inputs().key());
    type Changed = (fn(&mut Inputs), &'static [&'static str]);
    let changes: [Changed; 8] = [
        (|it| it.tree = git("b"), &["the tree"]),
        (|it| it.base = Some(git("c")), &["what it is compared with"]),
        (|it| it.plan = None, &["the plan"]),
        (|it| it.policy = Hash::of(b"other"), &["the policy"]),
        (|it| it.checker = "0.2.0".into(), &["the checker"]),
        (
            |it| drop(it.tools.insert("npm".into(), "3".into())),
            &["the tool `npm`"],
        ),
        (|it| drop(it.tools.remove("tsc")), &["the tool `tsc`"]),
        (
            |it| {
                it.tree = git("b");
                it.tools = BTreeMap::from([("go".into(), "1".into())]);
            },
            &[
                "the tree",
                "the tool `go`",
                "the tool `npm`",
                "the tool `tsc`",
            ],
        ),
    ];
    for (change, wanted) in changes {
        let mut now = inputs();
        change(&mut now);
        assert_ne!(now.key(), before.key(), "{wanted:?}");
        for (now, before) in [(&now, &before), (&before, &now)] {
            let mut said = now.changed_since(before);
            said.sort_unstable_by_key(|it| it.contains("tool"));
            assert_eq!(said.len(), wanted.len(), "{said:?}");
            for start in wanted {
                let told = said
                    .iter()
                    .any(|it| it.starts_with(&format!("{start} has changed")));
                assert!(told, "{start}: {said:?}");
            }
        }
    }
}

#[test]
fn a_report_counts_what_is_verified_and_names_what_failed() {
    let item = |id: &str, status: &str| serde_json::json!({"id": id, "kind": "gate", "text": id, "status": status, "word": "", "level": null, "reason": "", "fixable": false});
    let report = serde_json::json!({
        "phase": "x",
        "tree": null,
        "status": "gaps_found",
        "items": [item("a", "verified"), item("b", "failed"), item("c", "verified"), item("d", "unknown")],
        "feedback": [],
        "re_verification": null,
        "parts": [],
    });
    let report: ledger::report::Report = serde_json::from_value(report).expect("a report");
    assert_eq!(report.score(), (2, 4));
    let gaps: Vec<&str> = report.gaps().map(|it| it.id.as_str()).collect();
    assert_eq!(gaps, ["b"]);
}

#[test]
fn a_source_is_all_of_its_texts_under_one_title() {
    let file = |path: &str, text: &str| SourceFile {
        path: path.into(),
        text: text.into(),
    };
    let files = || vec![file("a.md", "one"), file("b.md", "two")];
    let (path, text) = (|| "docs/x".to_owned(), || "one".to_owned());
    let sentence = Source::Sentence {
        text: "\n Add a limit \nof ten".into(),
    };
    assert_eq!(sentence.title(), "Add a limit ");
    for (source, texts) in [
        (
            Source::Plan {
                path: path(),
                text: text(),
            },
            &["one"][..],
        ),
        (
            Source::Api {
                path: path(),
                text: text(),
                files: files(),
            },
            &["one", "one", "two"],
        ),
        (
            Source::Change {
                path: path(),
                files: files(),
                archive: true,
            },
            &["one", "two"],
        ),
        (
            Source::Phase {
                path: path(),
                files: files(),
            },
            &["one", "two"],
        ),
    ] {
        assert_eq!(source.title(), "docs/x");
        assert_eq!(source.texts().collect::<Vec<_>>(), texts);
    }
    assert_eq!(sentence.texts().count(), 1);
}

#[test]
fn must_haves_of_every_sort_count() {
    let mut all = MustHaves::default();
    assert_eq!(all.count(), 0);
    all.truths = vec![Truth::default(), Truth::default()];
    assert_eq!(all.count(), 2);
    let artifact = serde_json::json!({"path": "a.rs", "exports": []});
    let link = serde_json::json!({"from": "a.rs", "to": "b.rs"});
    all.artifacts
        .push(serde_json::from_value(artifact).expect("an artifact"));
    all.key_links
        .push(serde_json::from_value(link).expect("a link"));
    assert_eq!(all.count(), 4);
}

#[test]
fn what_nobody_configured_is_known() {
    let planning = Planning::default();
    assert_eq!((planning.approve, planning.attempts_max), (false, 3));
    let falsify = Falsify::default();
    assert_eq!(
        (falsify.breaks_max, falsify.time_s, falsify.copies),
        (24, 180, 2)
    );
}
