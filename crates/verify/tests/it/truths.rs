//! Truths that are bound to something: a test by its name, a level of an artifact, a prohibition's fixtures.

use ledger::report::{Item, ItemKind, ItemStatus, ReportStatus};
use verify::{Guarded, How, Outcome, Trial, tests_in};

use crate::world::{World, answer, record, sound};

fn named(name: &str, output: &str) -> &'static str {
    let tests = tests_in(output, &[name.to_owned()]);
    let is = |list: &[String]| list.iter().any(|it| it == name);
    match (is(&tests.passed), is(&tests.failed), is(&tests.skipped)) {
        (true, false, false) => "passed",
        (false, true, false) => "failed",
        (false, false, true) => "skipped",
        (false, false, false) => "none",
        other => panic!("{other:?}"),
    }
}

#[test]
fn runners_name_their_tests() {
    for (name, output, expected) in [
        ("stores", "test chat::tests::stores ... ok", "passed"),
        (
            "chat::tests::stores",
            "test chat::tests::stores ... FAILED",
            "failed",
        ),
        ("stores", "test stores - should panic ... ok", "passed"),
        ("stores", "test stores ... ignored, slow", "skipped"),
        (
            "stores",
            "        PASS [   0.010s] chat tests::stores",
            "passed",
        ),
        (
            "stores",
            "        FAIL [   0.010s] chat tests::stores",
            "failed",
        ),
        ("TestStores", "--- PASS: TestStores (0.00s)", "passed"),
        (
            "TestStores/twice",
            "    --- FAIL: TestStores/twice (0.00s)",
            "failed",
        ),
        ("twice", "    --- SKIP: TestStores/twice (0.00s)", "skipped"),
        (
            "test_stores",
            "tests/test_chat.py::test_stores PASSED     [ 50%]",
            "passed",
        ),
        (
            "test_stores",
            "tests/test_chat.py::TestChat::test_stores[a-1] FAILED [ 50%]",
            "failed",
        ),
        (
            "test_stores",
            "tests/test_chat.py::test_stores SKIPPED (slow)  [ 50%]",
            "skipped",
        ),
        (
            "test_stores",
            "test_stores (tests.test_chat.Chat.test_stores) ... ok",
            "passed",
        ),
        ("stores a message", "  ✓ stores a message (3 ms)", "passed"),
        (
            "stores a message",
            "\u{1b}[32m  ✓\u{1b}[39m src/chat.test.ts > chat > stores a message 3ms",
            "passed",
        ),
        ("stores a message", "  ✕ stores a message (3 ms)", "failed"),
        ("stores a message", "  ○ skipped stores a message", "none"),
        ("stores", "ok 1 - stores", "passed"),
        ("stores", "not ok 1 - stores", "failed"),
        ("stores", "ok 1 - stores # SKIP slow", "skipped"),
        ("stores", "✔ stores (1.2ms)", "passed"),
        ("stores", "ChatTest > stores() PASSED", "passed"),
        ("stores", "|   '-- stores() [OK]", "passed"),
        // Not said in a runner's form, or of another test.
        ("stores", "test restores ... ok", "none"),
        ("stores", "the test stores passed", "none"),
        ("stores", "stores PASSED", "none"),
        ("stores", "ok, stores", "none"),
        ("stores", "test chat::stores_twice ... ok", "none"),
        ("stores", "", "none"),
        ("", "test  ... ok", "none"),
        // The worst counts.
        (
            "stores",
            "test a::stores ... ok\ntest b::stores ... FAILED\n",
            "failed",
        ),
        (
            "stores",
            "test a::stores ... ok\ntest b::stores ... ignored\n",
            "passed",
        ),
    ] {
        assert_eq!(named(name, output), expected, "`{name}` in `{output}`");
    }
}

fn one(world: &World) -> Item {
    let report = world.report();
    sound(&report);
    world.only(ItemKind::Truth)
}

#[test]
fn a_test_has_to_be_seen_to_pass() {
    let plan = "  truths:\n    - {truth: It stores, tests: [stores], commands: [cargo test]}\n";
    let ran = |output: &str, code: i32| {
        let mut world = World::new(plan);
        let mut evidence = record("e1", "cargo test", Some(code));
        evidence.tests = Some(tests_in(output, &["stores".to_owned()]));
        world.evidence.push(evidence);
        one(&world)
    };
    for (output, code, expected, says) in [
        ("test a::stores ... ok", 0, "yes", "ran and passed"),
        ("test a::stores ... FAILED", 101, "no", "failed"),
        ("test a::stores ... ignored", 0, "no", "skipped"),
        (
            "test a::other ... ok",
            0,
            "no",
            "no test `stores` was run: 1 others were",
        ),
        ("3 passed", 0, "unknown", "names no test"),
        // Its own command has to pass as well.
        (
            "test a::stores ... ok\ntest a::other ... FAILED",
            101,
            "no",
            "exit code 101",
        ),
    ] {
        let item = ran(output, code);
        assert_eq!(answer(&item), expected, "{output}: {item:?}");
        assert!(item.reason.contains(says), "{output}: {item:?}");
    }
    assert_eq!(
        answer(&one(&World::new(plan))),
        "unknown",
        "nothing was run"
    );
    // Bound to a test alone, what the task or the project declares is where it has to be seen.
    let bare = "  truths:\n    - {truth: It stores, tests: [last line]}\n";
    let mut world = World::new(bare).ran("cargo test", 0);
    assert_eq!(
        answer(&one(&world)),
        "unknown",
        "nobody declared that command"
    );
    world.options.commands = vec!["cargo test".to_owned()];
    assert_eq!(
        answer(&one(&world)),
        "unknown",
        "its last lines name no test"
    );
    world.evidence[0].tail = "ok 1 - last line\n".to_owned();
    assert_eq!(answer(&one(&world)), "yes", "its last lines do");
}

#[test]
fn a_truth_stands_as_far_as_its_level_does() {
    let at = |level: &str| {
        World::new(&format!(
            "  truths:\n    - {{truth: It is wired, artifact: src/a.rs{level}}}\n  artifacts:\n    - path: src/a.rs\n"
        ))
        .file("src/main.rs", "fn main() {}\n")
    };
    let sound = "pub fn a(x: u8) -> u8 {\n    x.wrapping_add(1)\n}\n";
    let of = |world: World| {
        let report = world.report();
        let item = report.items.iter().find(|it| it.kind == ItemKind::Truth);
        answer(item.expect("a truth"))
    };
    for (level, text, expected) in [
        (", level: 2", sound, "yes"),
        (", level: 3", sound, "no"),
        (", level: 2", "pub fn a() { todo!() }\n", "no"),
        (", level: 1", "pub fn a() { todo!() }\n", "yes"),
        (", level: 1", "", "no"),
    ] {
        assert_eq!(
            of(at(level).file("src/a.rs", text)),
            expected,
            "{level} {text}"
        );
    }
    let wired = |level: &str| {
        at(level).file("src/a.rs", sound).file(
            "src/main.rs",
            "mod a;\nfn main() {\n    println!(\"{}\", a::a(1));\n}\n",
        )
    };
    assert_eq!(of(wired(", level: 4")), "yes");
    assert_eq!(of(wired("")), "unknown", "level 5 was not tried");
    for (outcome, expected) in [
        (Outcome::Noticed("c".to_owned()), "yes"),
        (Outcome::Survived, "no"),
        (Outcome::Unbuilt("c".to_owned()), "unknown"),
        (Outcome::Untried("late".to_owned()), "unknown"),
    ] {
        let mut world = wired(", level: 5");
        world.trials = vec![Trial {
            link: None,
            path: "src/a.rs".to_owned(),
            name: "a".to_owned(),
            line: 1,
            how: How::Fails,
            asked: false,
            outcome,
        }];
        assert_eq!(of(world), expected);
    }
    let mut off = wired(", level: 4");
    off.options.levels = vec![1, 2, 4];
    assert_eq!(of(off), "unknown", "a level that is switched off");
}

const PROHIBITION: &str = "  prohibitions:\n    - {statement: log secrets, commands: [sh lint.sh], check_target: src/a.rs, \
     check_violation_fixture: fix/bad.rs, check_clean_fixture: fix/good.rs}\n";

fn prohibited(violated: Option<Outcome>, clean: Option<Outcome>) -> World {
    let mut world = World::new(PROHIBITION)
        .file("fix/bad.rs", "fn bad() {}\n")
        .file("fix/good.rs", "fn good() {}\n")
        .ran("sh lint.sh", 0);
    world.guards = violated
        .map(|violated| Guarded {
            truth: "must not: log secrets".to_owned(),
            violated,
            clean,
        })
        .into_iter()
        .collect();
    world
}

#[test]
fn a_prohibition_needs_a_check_that_can_fail() {
    let noticed = || Some(Outcome::Noticed("sh lint.sh".to_owned()));
    let survived = || Some(Outcome::Survived);
    let untried = || Some(Outcome::Untried("late".to_owned()));
    for (violated, clean, expected, says) in [
        (
            noticed(),
            survived(),
            "yes",
            "fails with `fix/bad.rs` in place",
        ),
        (noticed(), None, "yes", "fails with `fix/bad.rs` in place"),
        // A compiler may be what forbids it.
        (
            Some(Outcome::Unbuilt("sh lint.sh".to_owned())),
            survived(),
            "yes",
            "fails with `fix/bad.rs` in place",
        ),
        (survived(), survived(), "no", "can't see what is forbidden"),
        (
            noticed(),
            noticed(),
            "no",
            "fails with the clean fixture too",
        ),
        (untried(), survived(), "unknown", "late"),
        (noticed(), untried(), "unknown", "late"),
        (None, None, "unknown", "was not tried"),
    ] {
        let item = one(&prohibited(violated, clean));
        assert_eq!(answer(&item), expected, "{item:?}");
        assert!(item.reason.contains(says), "{item:?}");
    }
    let red = prohibited(noticed(), survived()).ran("sh lint.sh", 1);
    assert_eq!(answer(&one(&red)), "no", "it is violated");
    let mut gone = prohibited(noticed(), survived());
    gone.files.remove("fix/bad.rs");
    assert!(one(&gone).reason.contains("`fix/bad.rs` is not there"));
    let mut unrun = prohibited(noticed(), survived());
    unrun.evidence.clear();
    assert_eq!(answer(&one(&unrun)), "unknown");
    for form in [
        "{statement: s}",
        "{statement: s, verification: test, commands: [sh lint.sh]}",
        "{statement: s, check_violation_fixture: fix/bad.rs, commands: [sh lint.sh]}",
        "{statement: s, check_violation_fixture: fix/bad.rs, check_target: src/a.rs}",
    ] {
        let world = World::new(&format!("  prohibitions:\n    - {form}\n")).ran("sh lint.sh", 0);
        let item = one(&world);
        assert_eq!(
            (answer(&item), item.fixable),
            ("no", false),
            "{form}: {item:?}"
        );
        assert!(!item.missing.is_empty(), "it says how to mend it: {form}");
    }
    let judged = World::new("  prohibitions:\n    - {statement: s, verification: judgment}\n");
    assert_eq!(one(&judged).status, ItemStatus::Human);
}

#[test]
fn what_was_derived_is_marked_and_makes_no_pass_by_itself() {
    let text = "---\nphase: 01-x\nplan: 01\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [src/main.rs]\n\
         autonomous: true\nrequirements: [R-1]\n---\n<objective>\nIt works.\n</objective>\n<tasks>\n<task type=\"auto\">\n\
         <name>Do it</name>\n<action>Do it.</action>\n<done>It does it.</done>\n</task>\n</tasks>\n";
    let world = || {
        let (promise, plan, _) = spec::plan_md::read("PLAN.md", text).expect("a plan");
        World::of(promise, plan).file("src/main.rs", "fn main() {\n    println!(\"hello\");\n}\n")
    };
    let report = world().report();
    sound(&report);
    assert_eq!(
        report.status,
        ReportStatus::HumanNeeded,
        "nothing was evidenced"
    );
    assert_eq!(report.items.len(), 2);
    assert!(report.items.iter().all(|it| it.derived));
    let value = serde_json::to_value(verify::json(&report, "", "")).expect("JSON");
    assert_eq!(value["items"][0]["derived"], true);
    assert!(verify::markdown(&report, "", "").contains("## What was derived"));

    let text = text.replace(
        "<done>",
        "<verify><automated>cargo test</automated></verify>\n<done>",
    );
    let (promise, plan, _) = spec::plan_md::read("PLAN.md", &text).expect("a plan");
    let world = || World::of(promise.clone(), plan.clone()).ran("cargo test", 0);
    let good = world().file("src/main.rs", "fn main() {\n    println!(\"hello\");\n}\n");
    assert_eq!(good.report().status, ReportStatus::Passed);
    let report = world().report();
    assert_eq!(
        report.status,
        ReportStatus::GapsFound,
        "a file that is not there"
    );
    let written = World::new("  truths:\n    - It works\n").report();
    assert!(written.items.iter().all(|it| !it.derived));
}

#[test]
fn two_of_promise_plan_and_evidence_do_not_ship_without_the_third() {
    let all = || {
        let mut world =
            World::new("  truths:\n    - {truth: It works, commands: [a]}\n").ran("a", 0);
        world.options.commands = vec!["a".to_owned()];
        world
    };
    let status = |world: &World| {
        let report = world.report();
        sound(&report);
        report.status
    };
    assert_eq!(status(&all()), ReportStatus::Passed);

    let mut without_evidence = all();
    without_evidence.evidence.clear();
    assert_eq!(status(&without_evidence), ReportStatus::HumanNeeded);

    let mut without_plan = all();
    without_plan.plan.tasks[0].must_haves = ledger::plan::MustHaves::default();
    let report = without_plan.report();
    assert_eq!(report.status, ReportStatus::GapsFound);
    assert!(
        report.gaps().any(|it| it.id == "gate:missing-plan"),
        "{report:#?}"
    );
    without_plan.plan.tasks.clear();
    without_plan.promise.requirements.clear();
    assert_eq!(status(&without_plan), ReportStatus::GapsFound);
    without_plan.mode = ledger::phase::Mode::Quick;
    assert_eq!(
        status(&without_plan),
        ReportStatus::Passed,
        "a sentence is its own plan"
    );

    let mut without_promise = all();
    without_promise.promise.objective = " ".to_owned();
    without_promise.promise.acceptance.clear();
    let report = without_promise.report();
    assert_eq!(report.status, ReportStatus::GapsFound);
    assert!(
        report.gaps().any(|it| it.id == "gate:missing-promise"),
        "{report:#?}"
    );
}
