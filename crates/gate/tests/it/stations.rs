//! The checkpoints that no tool call passes: plans, phases, evidence, money, other runs, prompts, sub-agents.

use gate::{
    Context, Delegated, Delegation, OtherRun, Pinned, Purse, Subject, Transition, Written, decide,
};
use ledger::evidence::{End, Evidence, EvidenceKind, SourceTrust};
use ledger::facts::{Fact, Question};
use ledger::gate::{Checkpoint, Finding, GateDecision, NextAction, Severity, Verdict};
use ledger::ids::{ActId, GitId, Hash, RelPath, RunId, TaskId};
use ledger::money::Usd;
use ledger::phase::{Mode, Phase, Role};
use ledger::plan::{MustHaves, Plan, Task, Truth};
use ledger::promise::{Promise, Source};
use ledger::proposal::Proposal;
use ledger::report::ReportStatus;

use crate::world::{base, policies, read};

fn ask(checkpoint: Checkpoint, subject: &Subject<'_>, context: &Context<'_>) -> GateDecision {
    decide(checkpoint, subject, context, policies(), &[])
}

/// The decision's verdict, and the ids of its findings.
fn check(decision: &GateDecision, verdict: Verdict, ids: &[&str]) {
    let found: Vec<&str> = decision.findings.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(found, ids, "{decision:#?}");
    assert_eq!(decision.verdict, verdict, "{decision:#?}");
}

fn tree(digit: char) -> GitId {
    GitId::new(digit.to_string().repeat(40)).expect("an object id")
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn promise() -> Promise {
    Promise {
        objective: "x".to_owned(),
        acceptance: Vec::new(),
        allowed_scope: words(&["src", "tests/**"]),
        disallowed_scope: words(&["src/legacy"]),
        requirements: words(&["R1"]),
        required_evidence: Vec::new(),
        done_when: Vec::new(),
        abort_when: Vec::new(),
        source: Hash::of(b"x"),
        trusted: true,
    }
}

fn task(files: &[&str]) -> Task {
    Task {
        id: TaskId::new("t1").expect("a task id"),
        title: "x".to_owned(),
        brief: "x".to_owned(),
        steps: Vec::new(),
        wave: 1,
        depends_on: Vec::new(),
        files: ledger::scope::Scope::of_files(
            files.iter().map(|path| RelPath::new(path).expect("a path")),
        ),
        deletes: Vec::new(),
        requirements: words(&["R1"]),
        must_haves: MustHaves {
            truths: vec![Truth {
                text: "it works".to_owned(),
                backstop: false,
                commands: Vec::new(),
                ..Truth::default()
            }],
            ..MustHaves::default()
        },
        tdd: false,
    }
}

fn plan(tasks: Vec<Task>) -> Plan {
    Plan {
        title: "x".to_owned(),
        phase: None,
        tasks,
    }
}

fn judge_plan(plan: &Plan, mode: Mode, gaps: &[String]) -> GateDecision {
    let context = Context { mode, ..base() };
    let promise = promise();
    let subject = Subject::Plan {
        plan,
        promise: &promise,
        open_gaps: gaps,
    };
    ask(Checkpoint::PrePlan, &subject, &context)
}

#[test]
fn a_plan_stays_inside_its_promise() {
    let good = plan(vec![task(&["src/a.rs", "tests/it/b.rs"])]);
    check(&judge_plan(&good, Mode::Normal, &[]), Verdict::Allow, &[]);
    for (file, id) in [
        ("docs/x.md", "outside-scope"),
        ("src/legacy/x.rs", "outside-scope"),
        ("SRC/legacy/x.rs", "outside-scope"),
        ("spec/openapi.yaml", "protected-path"),
        (".interlock/config.yml", "protected-path"),
        ("src/.git/x", "protected-path"),
        ("src/.env", "secret-file"),
    ] {
        check(
            &judge_plan(&plan(vec![task(&[file])]), Mode::Normal, &[]),
            Verdict::Deny,
            &[id],
        );
    }
}

#[test]
fn a_plan_covers_what_is_required_and_says_what_must_hold() {
    check(
        &judge_plan(&plan(Vec::new()), Mode::Quick, &[]),
        Verdict::Deny,
        &["requirement-uncovered", "task-count"],
    );
    let mut bare = task(&["src/a.rs"]);
    bare.must_haves = MustHaves::default();
    check(
        &judge_plan(&plan(vec![bare.clone()]), Mode::Normal, &[]),
        Verdict::Deny,
        &["no-must-haves"],
    );
    check(
        &judge_plan(&plan(vec![bare]), Mode::Quick, &[]),
        Verdict::Allow,
        &[],
    );
    check(
        &judge_plan(&plan(vec![task(&[])]), Mode::Normal, &[]),
        Verdict::Ask,
        &["no-files"],
    );
    check(
        &judge_plan(&plan(vec![task(&[])]), Mode::Quick, &[]),
        Verdict::Allow,
        &[],
    );
    let mut uncovered = task(&["src/a.rs"]);
    uncovered.requirements.clear();
    check(
        &judge_plan(&plan(vec![uncovered]), Mode::Normal, &[]),
        Verdict::Deny,
        &["requirement-uncovered"],
    );
    let twice = plan(vec![task(&["src/a.rs"]), task(&["src/b.rs"])]);
    check(
        &judge_plan(&twice, Mode::Normal, &[]),
        Verdict::Deny,
        &["task-twice"],
    );
    let mut second = task(&["src/b.rs"]);
    second.id = TaskId::new("t2").expect("a task id");
    second.depends_on = vec![TaskId::new("t1").expect("a task id")];
    let circle = plan(vec![task(&["src/a.rs"]), second]);
    check(
        &judge_plan(&circle, Mode::Normal, &[]),
        Verdict::Deny,
        &["dependence"],
    );
    let dropped = words(&["src/b.rs", "it works"]);
    check(
        &judge_plan(&plan(vec![task(&["src/a.rs"])]), Mode::Normal, &dropped),
        Verdict::Deny,
        &["gap-dropped"],
    );
}

fn record() -> Evidence {
    Evidence {
        id: "e1".to_owned(),
        kind: EvidenceKind::Verify,
        source_trust: SourceTrust::LocalCommand,
        act: ActId(1),
        producer_trace_id: "t".to_owned(),
        command: Some("npm test".to_owned()),
        exit_code: Some(0),
        tree: Some(tree('a')),
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

#[test]
fn green_is_what_we_ran_on_this_very_tree() {
    let wanted = tree('a');
    let judge = |evidence: &Evidence| {
        let subject = Subject::VerifyResult {
            evidence,
            tree: Some(&wanted),
            changed: &[],
        };
        ask(Checkpoint::PostVerifyResult, &subject, &base())
    };
    check(&judge(&record()), Verdict::Allow, &[]);
    let bad = |change: fn(&mut Evidence)| {
        let mut it = record();
        change(&mut it);
        it
    };
    for (change, id) in [
        (
            (|it: &mut Evidence| it.exit_code = Some(1)) as fn(&mut Evidence),
            "exit-code",
        ),
        (|it| it.exit_code = None, "no-exit-code"),
        (|it| it.tree = None, "no-tree"),
        (|it| it.tree = Some(tree('b')), "other-tree"),
        (|it| it.tree_unchanged = false, "tree-changed"),
        (|it| it.command = None, "no-command"),
        (
            |it| it.source_trust = SourceTrust::ManualNote,
            "manual-note",
        ),
        (|it| it.kind = EvidenceKind::Manual, "manual-note"),
    ] {
        check(&judge(&bad(change)), Verdict::Deny, &[id]);
    }
    let told = bad(|it| it.source_trust = SourceTrust::UserProvided);
    check(&judge(&told), Verdict::Allow, &["residual-risk"]);
    let red = bad(|it| {
        it.kind = EvidenceKind::TddRed;
        it.exit_code = Some(1);
    });
    check(&judge(&red), Verdict::Allow, &[]);
    let red_that_passes = bad(|it| it.kind = EvidenceKind::TddRed);
    check(&judge(&red_that_passes), Verdict::Deny, &["exit-code"]);
}

fn step(transition: Transition<'_>, context: &Context<'_>) -> GateDecision {
    ask(
        Checkpoint::PrePhaseTransition,
        &Subject::Transition(transition),
        context,
    )
}

#[test]
fn phases_need_what_they_need() {
    use Phase::{Done, Executing, Fail, Idle, Merging, Parsing, Planning, Validating};
    let bare = Transition::bare;
    for (from, to, id) in [
        (Idle, Executing, "no-such-transition"),
        (Done, Executing, "no-such-transition"),
        (Planning, Executing, "no-plan"),
        (Executing, Validating, "no-commit"),
    ] {
        check(&step(bare(from, to), &base()), Verdict::Deny, &[id]);
    }
    for (from, to) in [
        (Idle, Parsing),
        (Executing, Fail),
        (Validating, Executing),
        (Merging, Executing),
        (Merging, Validating),
    ] {
        check(&step(bare(from, to), &base()), Verdict::Allow, &[]);
    }
    let planned = Transition {
        plan_approved: true,
        ..bare(Planning, Executing)
    };
    check(&step(planned, &base()), Verdict::Allow, &[]);
    let asking = Context {
        open_question: true,
        ..base()
    };
    check(&step(planned, &asking), Verdict::Deny, &["open-question"]);
    check(&step(bare(Executing, Fail), &asking), Verdict::Allow, &[]);
}

#[test]
fn merging_needs_a_passed_report_and_green_commands_on_the_candidate() {
    let (candidate, other) = (tree('a'), tree('b'));
    let commands = words(&["npm test"]);
    let evidence = [record()];
    let good = Transition {
        report: Some(ReportStatus::Passed),
        report_tree: Some(&candidate),
        candidate: Some(&candidate),
        commands: &commands,
        ..Transition::bare(Phase::Validating, Phase::Merging)
    };
    for mode in [Mode::Normal, Mode::Quick] {
        let context = Context {
            evidence: &evidence,
            mode,
            ..base()
        };
        check(&step(good, &context), Verdict::Allow, &[]);
        let none = Context {
            evidence: &[],
            ..context
        };
        check(&step(good, &none), Verdict::Deny, &["command-not-green"]);
        let moved = Transition {
            candidate: Some(&other),
            ..good
        };
        check(
            &step(moved, &context),
            Verdict::Deny,
            &["command-not-green", "report-of-other-tree"],
        );
        let gaps = Transition {
            report: Some(ReportStatus::GapsFound),
            ..good
        };
        check(&step(gaps, &context), Verdict::Deny, &["no-passed-report"]);
        let human = Transition {
            report: Some(ReportStatus::HumanNeeded),
            ..good
        };
        check(&step(human, &context), Verdict::Deny, &["no-passed-report"]);
        check(
            &step(
                Transition {
                    reviewed: true,
                    ..human
                },
                &context,
            ),
            Verdict::Allow,
            &[],
        );
        check(
            &step(
                Transition {
                    candidate: None,
                    ..good
                },
                &context,
            ),
            Verdict::Deny,
            &["no-candidate"],
        );
    }
    let mut asks_more = promise();
    asks_more.required_evidence = words(&["evaluation"]);
    let context = Context {
        evidence: &evidence,
        promise: Some(&asks_more),
        ..base()
    };
    check(&step(good, &context), Verdict::Deny, &["promised-evidence"]);
}

#[test]
fn evidence_that_is_still_asked_for_blocks_shipping() {
    let open = [Finding {
        policy: "secrets".to_owned(),
        id: "x".to_owned(),
        severity: Severity::EvidenceRequired,
        message: "m".to_owned(),
        next_action: NextAction::ProvideEvidence {
            evidence: "verify".to_owned(),
        },
        source_refs: Vec::new(),
    }];
    let transition = Transition {
        open: &open,
        ..Transition::bare(Phase::Merging, Phase::Done)
    };
    for mode in [Mode::Normal, Mode::Quick] {
        let context = Context { mode, ..base() };
        check(
            &step(transition, &context),
            Verdict::Deny,
            &["evidence-open"],
        );
    }
}

#[test]
fn money_below_the_floor_is_not_spent() {
    let pinned = Pinned {
        must: &[],
        has: None,
    };
    let subject = Subject::Context(pinned);
    let purse = Purse {
        remaining: Usd::from_dollars(0.05),
        floor: Usd::from_dollars(0.10),
        total: Usd::from_dollars(10.0),
        warn_pct: 20,
        stop_on_exhausted: true,
    };
    let judge = |checkpoint, purse| ask(checkpoint, &subject, &Context { purse, ..base() });
    check(
        &judge(Checkpoint::PreContextCompile, purse),
        Verdict::Deny,
        &["below-floor"],
    );
    check(
        &judge(Checkpoint::PostContextCompile, purse),
        Verdict::Allow,
        &["running-low"],
    );
    let lenient = Purse {
        stop_on_exhausted: false,
        ..purse
    };
    check(
        &judge(Checkpoint::PreContextCompile, lenient),
        Verdict::Allow,
        &["below-floor"],
    );
    let low = Purse {
        remaining: Usd::from_dollars(1.99),
        ..purse
    };
    check(
        &judge(Checkpoint::PreContextCompile, low),
        Verdict::Allow,
        &["running-low"],
    );
    let enough = Purse {
        remaining: Usd::from_dollars(2.0),
        ..purse
    };
    check(
        &judge(Checkpoint::PreContextCompile, enough),
        Verdict::Allow,
        &[],
    );
}

#[test]
fn one_run_works_in_one_place() {
    let source = Source::Sentence {
        text: "add a reader".to_owned(),
    };
    let subject = Subject::Input(&source);
    let other = OtherRun {
        run: RunId::new("r9").expect("a run id"),
        same_worktree: false,
        same_branch: true,
        overlap: words(&["src/a.rs"]),
    };
    let judge = |others: &[OtherRun], facts: &[Fact]| {
        ask(
            Checkpoint::PreInput,
            &subject,
            &Context {
                others,
                facts,
                ..base()
            },
        )
    };
    check(&judge(&[], &[]), Verdict::Allow, &[]);
    check(
        &judge(std::slice::from_ref(&other), &[]),
        Verdict::Deny,
        &["another-run"],
    );
    let apart = OtherRun {
        overlap: Vec::new(),
        ..other.clone()
    };
    check(&judge(&[apart], &[]), Verdict::Allow, &[]);
    let same = OtherRun {
        same_worktree: true,
        ..other
    };
    check(&judge(&[same], &[]), Verdict::Deny, &["another-run"]);
    let branch = |name: Option<&str>| [Fact::Branch(name.map(str::to_owned))];
    check(
        &judge(&[], &branch(Some("feature/42"))),
        Verdict::Allow,
        &[],
    );
    check(
        &judge(&[], &branch(Some("main"))),
        Verdict::Deny,
        &["branch-moved"],
    );
    check(&judge(&[], &branch(None)), Verdict::Deny, &["branch-moved"]);
    let unknown = [Fact::Unknown {
        question: Question::Branch,
        why: "no such file".to_owned(),
    }];
    check(&judge(&[], &unknown), Verdict::Ask, &["branch-unknown"]);
}

#[test]
fn a_task_with_a_secret_in_it_is_noted() {
    let source = Source::Sentence {
        text: "use [secret:github-token:0a1b2c3d]".to_owned(),
    };
    check(
        &ask(Checkpoint::PreInput, &Subject::Input(&source), &base()),
        Verdict::Allow,
        &["secret-in-task"],
    );
}

#[test]
fn what_is_pinned_is_in_the_prompt() {
    let must = words(&["promise", "denials"]);
    let has = words(&["promise"]);
    let judge = |has: &[String]| {
        let subject = Subject::Context(Pinned {
            must: &must,
            has: Some(has),
        });
        ask(Checkpoint::PostContextCompile, &subject, &base())
    };
    check(&judge(&must), Verdict::Allow, &[]);
    check(&judge(&has), Verdict::Deny, &["pinned-lost"]);
}

#[test]
fn delegation_is_bounded_and_proves_nothing() {
    let good = Delegation {
        role: "evaluator",
        task: "judge it",
        depth: 0,
        depth_max: 1,
        running: 0,
        running_max: 2,
    };
    let judge = |it| ask(Checkpoint::PreDelegation, &Subject::Delegation(it), &base());
    check(&judge(good), Verdict::Allow, &[]);
    check(
        &judge(Delegation { depth: 1, ..good }),
        Verdict::Deny,
        &["too-deep"],
    );
    check(
        &judge(Delegation { running: 2, ..good }),
        Verdict::Deny,
        &["too-many"],
    );
    let back = Delegated {
        role: "evaluator",
        text: "all green",
        evidence: 0,
    };
    let judge = |it| ask(Checkpoint::PostDelegation, &Subject::Delegated(it), &base());
    check(&judge(back), Verdict::Allow, &[]);
    check(
        &judge(Delegated {
            evidence: 1,
            ..back
        }),
        Verdict::Deny,
        &["not-evidence"],
    );
}

#[test]
fn commits_go_to_a_known_branch_that_is_not_protected() {
    let commit = ledger::proposal::Proposal::Commit {
        message: "x".to_owned(),
    };
    let judge = |branch: Option<&str>, facts: &[Fact]| {
        let context = Context {
            branch,
            facts,
            ..base()
        };
        ask(Checkpoint::PreTool, &Subject::Tool(&commit), &context)
    };
    let on = |name: Option<&str>| [Fact::Branch(name.map(str::to_owned))];
    check(&judge(None, &on(Some("task/a"))), Verdict::Allow, &[]);
    check(&judge(Some("task/a"), &[]), Verdict::Allow, &[]);
    check(
        &judge(Some("task/a"), &on(Some("Main"))),
        Verdict::Deny,
        &["protected-branch"],
    );
    check(
        &judge(Some("task/a"), &on(None)),
        Verdict::Ask,
        &["branch-unknown"],
    );
    check(&judge(None, &[]), Verdict::Ask, &["branch-unknown"]);
}

#[test]
fn without_a_sandbox_only_what_looks_runs_unasked() {
    let judge = |command: &str, sandboxed: bool| {
        let line = read(&format!(
            r#"{{"tool": "run_command", "args": {{"command": "{command}"}}}}"#
        ));
        let context = Context {
            sandboxed,
            ..base()
        };
        let facts = line.gather(&context, crate::world::answers);
        line.decide(&facts, &context, policies(), &[])
    };
    for command in [
        "git add a.rs",
        "git commit -m x",
        "mv a.rs b.rs",
        "cargo test",
    ] {
        check(&judge(command, true), Verdict::Allow, &[]);
        check(&judge(command, false), Verdict::Ask, &["no-sandbox"]);
    }
    for command in ["git log", "git diff", "ls src", "cat a.rs"] {
        check(&judge(command, false), Verdict::Allow, &[]);
    }
}

#[test]
fn a_secret_that_an_edit_put_together_is_found_afterwards() {
    let token = concat!("ghp_HV30PsfiJA2NRl", "TSkewqT0O86m6mdP1hvQqO");
    let judge = |after| {
        ask(
            Checkpoint::PostWrite,
            &Subject::Written(Written {
                path: "a.rs",
                after,
                facts: None,
                base: None,
            }),
            &base(),
        )
    };
    check(&judge(Some("fn main() {}")), Verdict::Allow, &[]);
    check(&judge(None), Verdict::Allow, &[]);
    check(&judge(Some(token)), Verdict::Deny, &["secret-in-clear"]);
}

#[test]
fn after_text_from_outside_what_reaches_out_goes_one_step_up() {
    let tool = |proposal: &Proposal, taint: u32, role: Role| {
        let context = Context {
            taint,
            role,
            ..base()
        };
        let facts = gate::gather(proposal, &base(), crate::world::answers);
        let context = Context {
            facts: &facts,
            ..context
        };
        gate::decide_proposal(proposal, &context, policies(), &[]).verdict
    };
    let agents = Proposal::Write {
        path: "AGENTS.md".into(),
        content: "x".into(),
    };
    let cursor = Proposal::Write {
        path: ".cursor/rules/a.mdc".into(),
        content: "x".into(),
    };
    let source = Proposal::Write {
        path: "src/a.rs".into(),
        content: "x".into(),
    };
    let fetch = Proposal::Fetch {
        url: "https://docs.example.org/".into(),
    };
    let local = Proposal::Fetch {
        url: "http://localhost/".into(),
    };
    for (proposal, before, after) in [
        (&agents, Verdict::Ask, Verdict::Deny),
        (&cursor, Verdict::Ask, Verdict::Deny),
        (&source, Verdict::Allow, Verdict::Allow),
        (&fetch, Verdict::Ask, Verdict::Deny),
        (&local, Verdict::Deny, Verdict::Deny),
    ] {
        let shown = gate::canonical(proposal);
        assert_eq!(tool(proposal, 0, Role::Generator), before, "{shown}");
        assert_eq!(tool(proposal, 1, Role::Generator), after, "{shown}");
        assert_eq!(tool(proposal, 9, Role::Generator), after, "{shown}");
    }
    let own = Context {
        taint: 1,
        role: Role::Harness,
        ..base()
    };
    let pull = Subject::PullRequest {
        title: "T",
        body: "a description of what was done",
    };
    let by_harness = decide(Checkpoint::PreTool, &pull, &own, policies(), &[]);
    assert!(by_harness.findings.iter().all(|it| it.policy != "taint"));
}
