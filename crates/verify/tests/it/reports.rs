//! Truths, commands, changes, and how a whole report stands.

use ledger::evidence::{EvidenceKind, SourceTrust};
use ledger::ids::GitId;
use ledger::phase::Mode;
use ledger::report::{FeedbackStatus, ItemKind, ItemStatus, Report, ReportStatus};

use crate::world::{OTHER_TREE, World, answer, record, sound};

const TRUTH: &str = "  truths:\n    - \"It works\"\n";

fn status(world: &World) -> ReportStatus {
    let report = world.report();
    sound(&report);
    report.status
}

fn rules(report: &Report) -> Vec<&str> {
    report.feedback.iter().map(|it| it.rule.as_str()).collect()
}

#[test]
fn a_truth_is_met_by_evidence_alone() {
    let bare = || World::new(TRUTH);
    let item = bare().only(ItemKind::Truth);
    assert_eq!(
        (item.status, item.word.as_str()),
        (ItemStatus::Human, "PRESENT_BEHAVIOR_UNVERIFIED")
    );
    assert_eq!(status(&bare()), ReportStatus::HumanNeeded);

    let green = bare().steps(&["cargo test"]).ran("cargo test", 0);
    let item = green.only(ItemKind::Truth);
    assert_eq!(
        (item.status, item.evidence.as_slice()),
        (ItemStatus::Verified, &["e1".to_owned()][..])
    );
    assert_eq!(status(&green), ReportStatus::Passed);

    let red = bare().steps(&["cargo test"]).ran("cargo test", 101);
    assert_eq!(
        red.only(ItemKind::Truth).reason,
        "`cargo test`: exit code 101: last line"
    );
    assert_eq!(status(&red), ReportStatus::GapsFound);

    let not_run = bare()
        .steps(&["cargo test", "cargo fmt"])
        .ran("cargo test", 0);
    assert_eq!(answer(&not_run.only(ItemKind::Truth)), "unknown");
    assert_eq!(status(&not_run), ReportStatus::HumanNeeded);

    let configured = || {
        let mut world = bare();
        world.options.commands = vec!["cargo test".to_owned()];
        world.ran("cargo test", 0)
    };
    assert_eq!(
        status(&configured()),
        ReportStatus::HumanNeeded,
        "nothing binds it to the truth"
    );
}

#[test]
fn a_truth_with_its_own_commands_asks_for_these() {
    let plan = "  truths:\n    - truth: It works\n      commands: [a, b]\n";
    let world = World::new(plan).steps(&["c"]).ran("a", 0).ran("c", 0);
    assert_eq!(answer(&world.only(ItemKind::Truth)), "unknown");
    let world = world.ran("b", 0);
    assert_eq!(world.only(ItemKind::Truth).evidence, ["e1", "e3"]);
    let world = world.ran("b", 1);
    assert_eq!(
        answer(&world.only(ItemKind::Truth)),
        "no",
        "the last record counts"
    );
}

#[test]
fn a_backstop_is_for_a_person_whatever_passed() {
    let plan = "  truths:\n    - {truth: It is pretty, verification: backstop}\n";
    let world = World::new(plan).steps(&["a"]).ran("a", 0);
    assert_eq!(world.only(ItemKind::Truth).status, ItemStatus::Human);
    assert_eq!(status(&world), ReportStatus::HumanNeeded);
}

#[test]
fn only_a_strong_record_of_this_tree_is_green() {
    let check = |change: fn(&mut ledger::evidence::Evidence), expected: &str| {
        let mut world = World::new(TRUTH).steps(&["a"]);
        let mut evidence = record("e1", "a", Some(0));
        change(&mut evidence);
        world.evidence.push(evidence);
        assert_eq!(answer(&world.only(ItemKind::Gate)), expected);
        assert_eq!(answer(&world.only(ItemKind::Truth)), expected);
    };
    check(|_| {}, "yes");
    check(|it| it.command = Some(" a ".to_owned()), "yes");
    check(|it| it.kind = EvidenceKind::TddGreen, "yes");
    check(
        |it| it.tree = Some(GitId::new(OTHER_TREE).unwrap()),
        "unknown",
    );
    check(|it| it.tree = None, "unknown");
    check(|it| it.command = Some("b".to_owned()), "unknown");
    check(|it| it.kind = EvidenceKind::Manual, "unknown");
    check(|it| it.kind = EvidenceKind::TddRed, "unknown");
    check(|it| it.tree_unchanged = false, "no");
    check(|it| it.exit_code = None, "no");
    check(|it| it.exit_code = Some(1), "no");
    check(|it| it.source_trust = SourceTrust::UserProvided, "no");
    check(|it| it.source_trust = SourceTrust::ManualNote, "no");
}

#[test]
fn commands_are_asked_for_in_order_and_once() {
    let mut world =
        World::new("  truths:\n    - {truth: t, commands: [c, a]}\n").steps(&["b", " a "]);
    world.options.commands = vec!["a".to_owned(), String::new(), "z".to_owned()];
    assert_eq!(
        verify::commands(&world.plan, &world.options),
        ["a", "z", "b", "c"]
    );
}

#[test]
fn deletions_have_to_be_declared() {
    let world = World::new("  artifacts:\n    - path: src/a.rs\n")
        .file("src/a.rs", "pub fn a(x: u8) -> u8 { x + 1 }\n");
    let world = world.changed('D', "src/old.rs");
    let report = world.report();
    sound(&report);
    assert_eq!(report.status, ReportStatus::GapsFound);
    let gap = report.gaps().next().unwrap();
    assert_eq!(
        (gap.id.as_str(), gap.fixable),
        ("gate:undeclared-deletion:src/old.rs", true)
    );
    let (promise, plan) = spec::sentence("Remove the old file");
    let mut world = World::of(promise, plan).changed('D', "src/old.rs");
    world.mode = Mode::Quick;
    assert_eq!(
        status(&world),
        ReportStatus::Passed,
        "a sentence declares no files"
    );
    assert_eq!(rules(&world.report()), ["file-deleted", "nothing-run"]);
}

#[test]
fn changes_that_nobody_declared_are_said() {
    let mut world = World::new("  artifacts:\n    - path: src/a.rs\n")
        .file("src/a.rs", "pub fn a(x: u8) -> u8 { x + 1 }\n")
        .file("b.txt", "text\n")
        .changed('M', "b.txt")
        .changed('M', "src/a.rs");
    world.undeclared = vec!["c.txt".to_owned(), "b.txt".to_owned()];
    let report = world.report();
    assert_eq!(report.status, ReportStatus::Passed);
    assert_eq!(
        rules(&report),
        ["undeclared-change", "undeclared-change", "nothing-run"]
    );
}

#[test]
fn new_files_that_nobody_planned_may_not_decide_how_the_work_is_judged() {
    let rows = [
        (".github/workflows/publish.yml", false),
        ("tsconfig.json", false),
        ("packages/a/tsconfig.build.json", false),
        (".npmrc", false),
        ("vitest.config.ts", false),
        ("tests/a_test.py.bak", false),
        ("src/a.rs.orig", false),
        // A part that the work needed, what its tests read, and a paper.
        ("src/part.rs", true),
        ("assets/words.txt", true),
        ("tests/fixtures/tsconfig.json", true),
        ("docs/a.md", true),
    ];
    for (path, fine) in rows {
        let mut world = World::new("  artifacts:\n    - path: src/a.rs\n")
            .file("src/a.rs", "pub fn a(x: u8) -> u8 { x + 1 }\n")
            .changed('M', "src/a.rs")
            .changed('A', path);
        world.gated = false;
        let report = world.report();
        let gap = report
            .gaps()
            .find(|it| it.id.starts_with("gate:out-of-scope"));
        assert_eq!(gap.is_none(), fine, "{path}");
    }
}

#[test]
fn a_sentence_is_checked_by_its_change() {
    let quick = || {
        let (promise, plan) = spec::sentence("Do it");
        let mut world = World::of(promise, plan);
        world.mode = Mode::Quick;
        world
    };
    assert_eq!(status(&quick()), ReportStatus::Passed);
    assert_eq!(rules(&quick().report()), ["nothing-run"]);
    let mut normal = quick();
    normal.mode = Mode::Normal;
    assert_eq!(
        status(&normal),
        ReportStatus::GapsFound,
        "a report about nothing proves nothing"
    );

    let stub = "pub fn a(x: u8) -> u8 { todo!() }\n";
    let new = quick().file("a.rs", stub).changed('A', "a.rs");
    assert_eq!(status(&new), ReportStatus::GapsFound);
    let old = quick().file("a.rs", stub).changed('M', "a.rs");
    assert_eq!(
        status(&old),
        ReportStatus::Passed,
        "it may have been there before"
    );
    assert!(rules(&old.report()).contains(&"todo-left"));
    let sample = quick()
        .file("tests/fixtures/a.rs", stub)
        .changed('A', "tests/fixtures/a.rs");
    assert_eq!(
        status(&sample),
        ReportStatus::Passed,
        "it may be what is tested"
    );
    let conflict = quick()
        .file("a.json", "<<<<<<< a\n=======\n>>>>>>> b\n")
        .changed('M', "a.json");
    assert_eq!(status(&conflict), ReportStatus::GapsFound);
    let told = quick()
        .file("git.md", "<<<<<<< a\n=======\n>>>>>>> b\n")
        .changed('M', "git.md");
    assert_eq!(status(&told), ReportStatus::Passed);
    let debt = quick()
        .file(
            "a.rs",
            "// FIXME later\n// FIXME(#12) later\n// XXX ABC-1\npub fn a(x: u8) -> u8 { x + 1 }\n",
        )
        .changed('M', "a.rs");
    assert_eq!(rules(&debt.report()), ["debt", "nothing-run"]);

    let mut with_command = quick();
    with_command.options.commands = vec!["make test".to_owned()];
    assert_eq!(status(&with_command), ReportStatus::HumanNeeded);
    assert_eq!(
        status(&with_command.ran("make test", 0)),
        ReportStatus::Passed
    );
}

#[test]
fn a_requirement_that_no_task_covers_is_a_gap() {
    let mut world = World::new(TRUTH).steps(&["a"]).ran("a", 0);
    world.promise.requirements.push("R-2".to_owned());
    let item = world.only(ItemKind::Requirement);
    assert_eq!((item.text.as_str(), answer(&item)), ("R-2", "no"));
}

#[test]
fn parts_that_can_not_take_part_are_named() {
    let mut world = World::new(TRUTH).steps(&["a"]).ran("a", 0);
    world.options.superpowers = true;
    world.options.archon = vec!["coverage".to_owned()];
    let report = world.report();
    let skipped: Vec<_> = report
        .parts
        .iter()
        .map(|it| (it.verifier.as_str(), it.skipped.is_some()))
        .collect();
    assert_eq!(
        skipped,
        [
            ("levels", false),
            ("superpowers", true),
            ("archon", false),
            ("archon: coverage", true)
        ]
    );
    assert_eq!(report.status, ReportStatus::Passed);
}

#[test]
fn the_report_before_is_compared() {
    let world = |text: &str, code: i32| {
        World::new("  truths:\n    - \"It works\"\n  artifacts:\n    - path: src/a.rs\n      exports: [a]\n    - path: src/b.rs\n")
            .steps(&["cargo test"])
            .ran("cargo test", code)
            .file("src/a.rs", text)
    };
    let before = world("pub fn b(x: u8) -> u8 { x + 1 }\n", 0);
    let mut after = world("pub fn a(x: u8) -> u8 { x + 1 }\n", 1);
    after.previous = Some(before.report());
    let compared = after.report().re_verification.unwrap();
    assert_eq!(compared.previous_status, ReportStatus::GapsFound);
    assert_eq!(compared.previous_score, "2/4");
    assert_eq!(compared.gaps_closed, ["artifact:src/a.rs"]);
    assert_eq!(compared.gaps_remaining, ["artifact:src/b.rs"]);
    assert_eq!(compared.regressions, ["truth:It works", "gate:cargo test"]);
    let mut deleted = World::new(TRUTH)
        .steps(&["a"])
        .ran("a", 0)
        .changed('D', "x");
    deleted.previous = Some(deleted.report());
    deleted.changed.clear();
    let compared = deleted.report().re_verification.unwrap();
    assert_eq!(compared.gaps_closed, ["gate:undeclared-deletion:x"]);
}

#[test]
fn feedback_comes_most_serious_first() {
    let world = World::new("  truths:\n    - \"It works\"\n  artifacts:\n    - path: src/a.rs\n");
    let report = world.report();
    let found: Vec<_> = report.feedback.iter().map(|it| it.status).collect();
    let warned = [FeedbackStatus::Warning; 2];
    assert_eq!(found, [&[FeedbackStatus::Fail][..], &warned].concat());
    assert_eq!(report.feedback[0].rule, "artifact-missing");
    assert_eq!(
        report.feedback[0].fix_suggestion.as_deref(),
        Some("create the file `src/a.rs`")
    );
}

#[test]
fn paths_are_what_the_plan_names_and_what_changed() {
    let world = World::new("  artifacts:\n    - path: src/a.rs\n  key_links:\n    - {from: src/x/main.ts, to: src/lib/api.ts}\n")
        .changed('D', "gone.rs")
        .changed('A', "new.rs")
        .changed('M', "src/a.rs");
    let paths: Vec<String> = verify::paths(&world.plan, &world.changed)
        .iter()
        .map(ToString::to_string)
        .collect();
    for path in ["src/a.rs", "src/x/main.ts", "src/lib/api.ts", "new.rs"] {
        assert_eq!(paths.iter().filter(|it| *it == path).count(), 1, "{path}");
    }
    assert!(!paths.contains(&"gone.rs".to_owned()));
}

#[test]
fn a_checkpoint_of_the_plan_is_for_a_person() {
    let mut world = World::new(TRUTH).steps(&["a"]).ran("a", 0);
    world.plan.tasks[0].steps[0].kind = ledger::plan::StepKind::HumanVerify;
    let report = world.report();
    sound(&report);
    assert_eq!(report.status, ReportStatus::HumanNeeded);
    assert!(
        report
            .items
            .iter()
            .any(|it| it.id == "gate:checkpoint:Do it")
    );
}

#[test]
fn a_level_that_is_off_verifies_nothing() {
    let world = |levels: &[u8]| {
        let plan = "  artifacts:\n    - path: src/a.rs\n    - path: src/b.rs\n      exports: [b]\n  key_links:\n    - {from: src/a.rs, to: src/b.rs}\n";
        let mut world = World::new(plan)
            .file("src/a.rs", "fn main() { crate::b::b(1); }\n")
            .file("src/b.rs", "pub fn b(x: u8) -> u8 { x + 1 }\n");
        world.options.levels = levels.to_vec();
        let report = world.report();
        sound(&report);
        let answers: Vec<&str> = report.items.iter().map(answer).collect();
        (answers.join(" "), report.parts[0].skipped.clone())
    };
    assert_eq!(world(&[1, 2, 3]), ("yes yes yes".to_owned(), None));
    assert_eq!(world(&[1, 2]).0, "yes yes unknown");
    assert_eq!(world(&[1, 3]).0, "yes unknown yes");
    assert_eq!(world(&[]).0, "unknown unknown unknown");
    assert_eq!(world(&[1]).1.as_deref(), Some("switched off: 2, 3"));
}

#[test]
fn an_inspection_that_can_not_be_read_is_none() {
    let world = World::new("  artifacts:\n    - path: src/a.rs\n      exports: [a]\n");
    for (kind, facts) in [
        ("file", ""),
        ("file", "{}"),
        ("file", "not json"),
        ("file", "{\"v\":2}"),
        ("unheard", ""),
    ] {
        let found = [ledger::event::Inspection::File {
            path: "src/a.rs".to_owned(),
            digest: None,
            kind: kind.to_owned(),
            facts: facts.to_owned(),
        }];
        let report = verify::conclude(&verify::Input {
            plan: &world.plan,
            promise: &world.promise,
            partial: false,
            gated: true,
            planned: true,
            mode: world.mode,
            options: &world.options,
            tree: None,
            inspections: &found,
            evidence: &[],
            changed: &[],
            undeclared: &[],
            lost: &[],
            told: &[],
            unfit: &[],
            unprepared: None,
            switched_off: &[],
            left_out: &[],
            trials: &[],
            places: &[],
            guards: &[],
            measured: None,
            previous: None,
        });
        sound(&report);
        assert_eq!(answer(&report.items[0]), "unknown", "{kind} {facts}");
    }
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

#[test]
fn whatever_is_mixed_nothing_passes_that_is_not_verified() {
    const TEXTS: [&str; 6] = [
        "pub fn a(x: u8) -> u8 { x + 1 }\n",
        "pub fn a(x: u8) -> u8 { todo!() }\n",
        "use crate::b::a;\npub fn c() -> u8 { a(1) }\n",
        "// a\n",
        "",
        "<<<<<<< a\n=======\n>>>>>>> b\n",
    ];
    const PATHS: [&str; 5] = ["src/a.rs", "src/b.rs", "src/c.ts", "d.py", "e.md"];
    let plan = "  truths:\n    - one\n    - {truth: two, commands: [b]}\n    - {truth: three, verification: backstop}\n  artifacts:\n    - {path: src/a.rs, exports: [a]}\n    - {path: d.py, contains: a}\n  key_links:\n    - {from: src/a.rs, to: src/b.rs}\n    - {from: src/b.rs, to: src/c.ts, pattern: 'a\\('}\n";
    let full = World::new(plan).plan;
    let (mut dice, mut seen) = (Dice(7), std::collections::BTreeSet::new());
    let mut previous = None;
    for _ in 0..400 {
        let mut world = World::new(plan);
        let must = &mut world.plan.tasks[0].must_haves;
        must.truths = full.tasks[0]
            .must_haves
            .truths
            .iter()
            .filter(|_| dice.roll(3) == 0)
            .cloned()
            .collect();
        must.artifacts = full.tasks[0]
            .must_haves
            .artifacts
            .iter()
            .filter(|_| dice.roll(2) == 0)
            .cloned()
            .collect();
        must.key_links = full.tasks[0]
            .must_haves
            .key_links
            .iter()
            .filter(|_| dice.roll(3) == 0)
            .cloned()
            .collect();
        for path in PATHS {
            match dice.roll(8) {
                at @ 0..6 => world = world.file(path, TEXTS[usize::try_from(at).unwrap()]),
                6 => world = world.at(path, crate::world::At::NotText),
                _ => {}
            }
            if dice.roll(6) == 0 {
                world = world.changed(
                    ['A', 'M', 'D'][usize::try_from(dice.roll(3)).unwrap()],
                    path,
                );
            }
        }
        if dice.roll(2) == 0 {
            world = world.steps(&["a"]);
        }
        for command in ["a", "b"] {
            if dice.roll(4) != 0 {
                world = world.ran(command, i32::from(dice.roll(5) == 0));
            }
        }
        world.mode = if dice.roll(2) == 0 {
            Mode::Quick
        } else {
            Mode::Normal
        };
        world.previous = previous.take();
        let report = world.report();
        sound(&report);
        seen.insert(report.status.word());
        let page = verify::markdown(&report, "greeter", "2026-11-20T10:00:00Z");
        assert!(page.contains(&format!("\nstatus: {}\n", report.status.word())));
        previous = Some(report);
    }
    assert_eq!(seen.len(), 3, "all three are reached");
}

#[test]
fn what_failed_is_named_where_the_output_names_it() {
    let node = "not ok 1 - a slug\n  ---\n  code: 'ERR_ASSERTION'\n  ...\n1..1\n# tests 1\n# fail 1\n# duration_ms 45.2\n";
    let pytest = "FAILED tests/test_a.py::test_slug - assert 1 == 2\n1 failed in 0.03s\n";
    let go =
        "--- FAIL: TestSlug (0.00s)\n    a_test.go:3: x\nFAIL\nFAIL\texample.com/a\t0.003s\nFAIL\n";
    for (tail, said) in [
        (node, "`a`: exit code 1: not ok 1 - a slug"),
        (
            pytest,
            "`a`: exit code 1: FAILED tests/test_a.py::test_slug - assert 1 == 2",
        ),
        (go, "`a`: exit code 1: FAIL example.com/a …"),
        ("one\n\u{1b}two\n\n", "`a`: exit code 1: two"),
        ("", "`a`: exit code 1"),
    ] {
        let mut world = World::new(TRUTH).steps(&["a"]);
        let mut evidence = record("e1", "a", Some(1));
        evidence.tail = tail.to_owned();
        world.evidence.push(evidence);
        assert_eq!(world.only(ItemKind::Truth).reason, said, "{tail}");
    }
}
