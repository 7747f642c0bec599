//! What has to be shown before a change goes on: evidence that files ask for, a test that was red, what stays owed.

use gate::{
    Context, Policies, Subject, Transition, decide, declares, is_order, is_owed, missing_evidence,
    shows_red,
};
use ledger::evidence::{End, Evidence, EvidenceKind, SourceTrust};
use ledger::gate::{Checkpoint, Finding, NextAction, Severity};
use ledger::ids::{ActId, GitId, Hash, RelPath, TaskId};
use ledger::observation::ChangedFile;
use ledger::options::{PolicySet, Requirement};
use ledger::phase::Phase;
use ledger::plan::Task;
use ledger::proposal::{Proposal, Shell};

use crate::world::{base, policies, set};

fn tree(digit: char) -> GitId {
    GitId::new(digit.to_string().repeat(40)).expect("an object id")
}

fn record(kind: EvidenceKind, on: Option<GitId>, exit_code: i32) -> Evidence {
    Evidence {
        id: "e1".to_owned(),
        kind,
        source_trust: SourceTrust::LocalCommand,
        act: ActId(1),
        producer_trace_id: "t".to_owned(),
        command: Some("npm test".to_owned()),
        exit_code: Some(exit_code),
        tree: on,
        tree_unchanged: true,
        output: Hash::of(b""),
        tail: String::new(),
        source_refs: Vec::new(),
        tests: None,
        end: End::Exited,
        failure: None,
        opened: Vec::new(),
        created_ms: 1,
        duration_ms: 1,
    }
}

fn changed(paths: &[&str]) -> Vec<ChangedFile> {
    let one = |path: &&str| ChangedFile {
        path: (*path).into(),
        kind: 'M',
    };
    paths.iter().map(one).collect()
}

fn requirement(when: &str, kind: EvidenceKind) -> Requirement {
    Requirement {
        when: when.to_owned(),
        kind,
        message: format!("{when} is tried"),
    }
}

/// Migrations want an evaluation, SQL wants a command that ran; the last can't be read.
fn asking() -> Policies {
    let required = vec![
        requirement("db/migrations/**", EvidenceKind::Evaluation),
        requirement("**/*.sql", EvidenceKind::Verify),
        requirement("a[", EvidenceKind::Manual),
    ];
    Policies::compile(&PolicySet { required, ..set() }).0
}

#[test]
fn some_files_ask_for_evidence_on_this_very_tree() {
    use EvidenceKind::{Evaluation, Manual, Verify};
    let policies = asking();
    let (here, there) = (Some(tree('a')), Some(tree('b')));
    let evaluated = |on: &Option<GitId>| record(Evaluation, on.clone(), 0);
    let ran = |on: &Option<GitId>, code: i32| record(Verify, on.clone(), code);
    let migration = changed(&["src/a.rs", "db/migrations/7.rs"]);
    let sql = changed(&["src/a.sql"]);
    for (what, changed, records, wanted) in [
        ("nothing changed", &changed(&[]), vec![], vec![]),
        // What can't be read is about every change: it is asked for.
        (
            "another file",
            &changed(&["src/a.rs"]),
            vec![],
            vec![Manual],
        ),
        (
            "nothing stands",
            &migration,
            vec![],
            vec![Evaluation, Manual],
        ),
        (
            "it stands",
            &migration,
            vec![evaluated(&here)],
            vec![Manual],
        ),
        (
            "on another tree",
            &migration,
            vec![evaluated(&there)],
            vec![Evaluation, Manual],
        ),
        (
            "of another kind",
            &migration,
            vec![ran(&here, 0)],
            vec![Evaluation, Manual],
        ),
        ("it is green", &sql, vec![ran(&here, 0)], vec![Manual]),
        ("it is red", &sql, vec![ran(&here, 1)], vec![Verify, Manual]),
        // A record that asks for a person's word turns nothing green.
        (
            "a note",
            &sql,
            vec![ran(&here, 0), record(Manual, here.clone(), 0)],
            vec![Manual],
        ),
    ] {
        let found = missing_evidence(&policies, changed, &records, here.as_ref());
        let kinds: Vec<EvidenceKind> = found.iter().map(|it| it.kind).collect();
        assert_eq!(kinds, wanted, "{what}");
    }
    // On no tree nothing stands.
    let nowhere = record(Evaluation, None, 0);
    let found = missing_evidence(&policies, &migration, &[nowhere], None);
    assert_eq!(found.len(), 2);
}

#[test]
fn what_files_ask_for_is_asked_before_merging() {
    let policies = asking();
    let candidate = tree('a');
    let ids = |to: Phase, reviewed: bool, paths: &[&str]| -> Vec<String> {
        let changed = changed(paths);
        let transition = Transition {
            reviewed,
            changed: &changed,
            candidate: Some(&candidate),
            ..Transition::bare(Phase::Validating, to)
        };
        let subject = Subject::Transition(transition);
        let checkpoint = Checkpoint::PrePhaseTransition;
        let decision = decide(checkpoint, &subject, &base(), &policies, &[]);
        let own = decision.findings.into_iter();
        own.filter(|it| it.policy == "required-evidence")
            .flat_map(|it| it.source_refs)
            .collect()
    };
    let sql = &["src/a.sql"];
    assert_eq!(ids(Phase::Merging, false, sql), ["**/*.sql", "a["]);
    assert!(ids(Phase::Merging, true, sql).is_empty());
    assert!(ids(Phase::Executing, false, sql).is_empty());
}

fn test_first(files: &[&str]) -> Task {
    let paths = files.iter().map(|path| RelPath::new(path).expect("a path"));
    Task {
        tdd: true,
        files: ledger::scope::Scope::of_files(paths),
        ..Task::in_words(
            TaskId::new("t1").expect("a task id"),
            String::new(),
            String::new(),
        )
    }
}

#[test]
fn green_alone_shows_nothing_where_red_comes_first() {
    use EvidenceKind::{Evaluation, TddGreen, TddRed, Verify};
    let candidate = tree('a');
    let found = |task: Option<&Task>, red: bool, kind: EvidenceKind| -> Vec<(String, Severity)> {
        let code = i32::from(kind == TddRed);
        let evidence = record(kind, Some(candidate.clone()), code);
        let subject = Subject::VerifyResult {
            evidence: &evidence,
            tree: Some(&candidate),
            changed: &[],
        };
        let context = Context {
            task,
            red,
            ..base()
        };
        let checkpoint = Checkpoint::PostVerifyResult;
        let decision = decide(checkpoint, &subject, &context, policies(), &[]);
        let own = decision.findings.into_iter();
        own.filter(|it| it.policy == "tdd")
            .map(|it| (it.id, it.severity))
            .collect()
    };
    let task = test_first(&["src/a.rs", "tests/a.rs"]);
    let said = [("no-red".to_owned(), Severity::EvidenceRequired)];
    assert_eq!(found(Some(&task), false, Verify), said);
    assert_eq!(found(Some(&task), false, TddGreen), said);
    assert!(found(Some(&task), true, Verify).is_empty());
    assert!(found(Some(&task), false, TddRed).is_empty());
    assert!(found(Some(&task), false, Evaluation).is_empty());
    assert!(found(None, false, Verify).is_empty());
    let any = Task { tdd: false, ..task };
    assert!(found(Some(&any), false, Verify).is_empty());
}

#[test]
fn red_is_a_test_of_the_task() {
    let apart = test_first(&["src/a.rs", "tests/a.rs"]);
    let within = test_first(&["src/a.rs"]);
    for (task, changed, wanted) in [
        (&apart, &["src/a.rs"][..], false),
        (&apart, &["src/a.rs", "tests/b.rs"], true),
        (&apart, &[], false),
        // Its tests stand in the source itself.
        (&within, &["src/a.rs"], true),
        (&within, &[], false),
        (&test_first(&[]), &["src/a.rs"], false),
        (&test_first(&[]), &["src/a_test.go"], true),
    ] {
        assert_eq!(
            shows_red(task, changed.iter()),
            wanted,
            "{:?}: {changed:?}",
            task.files
        );
    }
}

#[test]
fn a_declared_command_is_run_and_nothing_else() {
    let declared = ["npm test", "cargo test -p 'a b'"];
    let shell = |command: &str| Proposal::Shell {
        shell: Shell::Bash,
        command: command.to_owned(),
        cwd: None,
    };
    let exec = |argv: &[&str]| Proposal::Exec {
        argv: argv.iter().map(|it| (*it).to_owned()).collect(),
        cwd: None,
    };
    for (proposal, wanted) in [
        (shell("npm test"), true),
        (shell("npm  run 'test'"), true),
        (shell("npm test; true"), false),
        (shell("npm test || true"), false),
        (shell("npm test a.ts"), false),
        (shell("cargo test -p \"a b\""), true),
        (exec(&["npm", "test"]), true),
        (exec(&["npm", "t"]), true),
        (exec(&["npm", "test", "--", "a"]), false),
        (exec(&["cargo", "test", "-p", "a b"]), true),
        (exec(&["cargo", "test", "-p", "a", "b"]), false),
        (
            Proposal::Done {
                summary: "npm test".to_owned(),
            },
            false,
        ),
    ] {
        assert_eq!(declares(&declared, &proposal), wanted, "{proposal:?}");
    }
    assert!(!declares(&[], &shell("npm test")));
}

fn finding(policy: &str, id: &str) -> Finding {
    Finding {
        policy: policy.to_owned(),
        id: id.to_owned(),
        severity: Severity::EvidenceRequired,
        message: String::new(),
        next_action: NextAction::Stop {
            reason: String::new(),
        },
        source_refs: Vec::new(),
    }
}

#[test]
fn some_findings_outlast_their_checkpoint() {
    for (policy, id, owed, order) in [
        ("tdd", "no-red", true, false),
        ("test-integrity", "tests-removed", true, false),
        ("evidence", "exit-code", false, false),
        ("untrusted-content", "overrides", false, true),
        ("untrusted-content", "wants-secrets", false, true),
        // How a text is written is no order.
        ("untrusted-content", "hidden-characters", false, false),
        ("untrusted-content", "imitates-marks", false, false),
        ("secrets", "overrides", false, false),
    ] {
        let it = finding(policy, id);
        assert_eq!(
            (is_owed(&it), is_order(&it)),
            (owed, order),
            "{policy}/{id}"
        );
    }
}

/// What a promise asks for stands once a record of that very kind counts; a risk that remains is no objection.
#[test]
fn evidence_that_was_promised_is_told_by_its_kind() {
    let promise = |word: &str| ledger::promise::Promise {
        objective: "x".to_owned(),
        acceptance: Vec::new(),
        allowed_scope: Vec::new(),
        disallowed_scope: Vec::new(),
        requirements: Vec::new(),
        required_evidence: vec![word.to_owned()],
        done_when: Vec::new(),
        abort_when: Vec::new(),
        source: Hash::of(b"x"),
        trusted: true,
    };
    let trusted = SourceTrust::LocalCommand;
    for (word, kind, trust, exit, missing) in [
        ("verify", EvidenceKind::Verify, trusted, 0, false),
        ("verify", EvidenceKind::Verify, trusted, 1, true),
        ("verify", EvidenceKind::TddGreen, trusted, 0, true),
        ("tdd-green", EvidenceKind::TddGreen, trusted, 0, false),
        ("tdd-red", EvidenceKind::TddRed, trusted, 1, false),
        ("evaluation", EvidenceKind::Evaluation, trusted, 0, false),
        ("metadata", EvidenceKind::Metadata, trusted, 0, false),
        (
            "sdk-signature",
            EvidenceKind::SdkSignature,
            trusted,
            0,
            false,
        ),
        ("manual", EvidenceKind::Manual, trusted, 0, true),
        (
            "verify",
            EvidenceKind::Verify,
            SourceTrust::ExternalSystem,
            0,
            false,
        ),
        (
            "verify",
            EvidenceKind::Verify,
            SourceTrust::ManualNote,
            0,
            true,
        ),
    ] {
        let candidate = tree('a');
        let records = [Evidence {
            source_trust: trust,
            ..record(kind, Some(candidate.clone()), exit)
        }];
        let promise = promise(word);
        let context = Context {
            promise: Some(&promise),
            evidence: &records,
            ..base()
        };
        let subject = Subject::Transition(Transition {
            candidate: Some(&candidate),
            ..Transition::bare(Phase::Validating, Phase::Merging)
        });
        let decision = decide(
            Checkpoint::PrePhaseTransition,
            &subject,
            &context,
            policies(),
            &[],
        );
        let found = decision
            .findings
            .iter()
            .any(|it| it.id == "promised-evidence");
        assert_eq!(found, missing, "{word} {kind:?} {trust:?} {exit}");
    }
}
