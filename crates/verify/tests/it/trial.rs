//! What is worth breaking, in which order, and who is asked.

use ledger::ids::RelPath;
use ledger::plan::Plan;
use verify::{How, guards, may_falsify, suspects};

use crate::world::{World, options};

const COVERED: &str = "  truths:\n    - truth: \"It works\"\n      commands: [\"cargo test\", \" make proof \"]\n\
  \x20 artifacts:\n    - path: src/a.rs\n      exports: [small]\n    - path: src/b.rs\n    - path: tests/c.rs\n\
  \x20   - path: src/gone.rs\n";

const A: &str = "pub fn middle(x: u8) -> u8 { x / 3 }\n\
    pub fn large(x: u8) -> u8 { let y = x / 2; let z = y / 3; (x + y + z) / 2 }\n\
    pub fn small() -> u8 { 7 }\n";

fn text(path: &RelPath) -> Option<String> {
    let text = match path.as_str() {
        "src/a.rs" => A,
        "src/b.rs" => "pub fn b() -> String { \"b\".repeat(2) }\n",
        "tests/c.rs" => "pub fn help() -> u8 { 1 }\n",
        _ => return None,
    };
    Some(text.to_owned())
}

#[test]
fn exports_come_first_then_the_largest_and_files_take_turns() {
    let plan = World::new(COVERED).plan;
    let found = suspects(&plan, &options(), text);
    let told: Vec<(&str, &str, How)> = found
        .iter()
        .map(|it| {
            (
                it.path.as_str(),
                it.broken.name.as_str(),
                it.broken.kind.into(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("src/a.rs", "small", How::Fails),
            ("src/b.rs", "b", How::Fails),
            ("src/a.rs", "large", How::Fails),
            ("src/b.rs", "b", How::ReturnsNothing),
            ("src/a.rs", "small", How::ReturnsNothing),
            ("src/a.rs", "large", How::ReturnsNothing),
        ]
    );
    for it in &found {
        let asked: Vec<&str> = it.commands.iter().map(String::as_str).collect();
        assert_eq!(asked, ["cargo test", "make proof"]);
        let source = text(&it.path).expect("it stands there");
        assert_ne!(it.broken.apply(&source), Some(source));
    }
}

#[test]
fn what_does_not_build_has_another_break_in_its_place() {
    let source = "pub fn a() -> u8 { let a = 1; let b = 2; let c = 3; a + b + c }\n\
        pub fn b() -> Own { let a = 1; let b = 2; Own(a + b) }\n\
        pub fn c() -> u8 { let a = 1; a + 2 }\n\
        pub fn d() -> u8 { 4 }\n";
    let plan = World::new(
        "  truths:\n    - {truth: It works, commands: [t]}\n  artifacts:\n    - path: src/a.rs\n",
    );
    let found = suspects(&plan.plan, &options(), |_| Some(source.to_owned()));
    let told: Vec<_> = found
        .iter()
        .map(|it| {
            let other = it.other().map(|it| it.broken);
            let other = other.map(|it| (it.name.clone(), How::from(it.kind)));
            (it.broken.name.as_str(), How::from(it.broken.kind), other)
        })
        .collect();
    let other = |name: &str, how: How| Some((name.to_owned(), how));
    assert_eq!(
        told,
        [
            // The other kind is tried there anyway: the next function.
            ("a", How::Fails, other("c", How::Fails)),
            // There is no other kind: the next but one.
            ("b", How::Fails, other("d", How::Fails)),
            ("a", How::ReturnsNothing, other("d", How::ReturnsNothing)),
            ("c", How::ReturnsNothing, None),
        ]
    );
    assert!(
        found
            .iter()
            .all(|it| { it.other().is_none_or(|it| it.other().is_none()) })
    );
}

#[test]
fn nothing_is_broken_where_nobody_claims_to_notice() {
    let derived = |mut plan: Plan| {
        plan.tasks
            .iter_mut()
            .for_each(|it| it.must_haves.derived = true);
        plan
    };
    let cases = [
        (World::new(COVERED).plan, true),
        (derived(World::new(COVERED).plan), false),
        (
            World::new("  artifacts:\n    - path: src/a.rs\n").plan,
            false,
        ),
    ];
    for (plan, expected) in cases {
        let found = suspects(&plan, &options(), text);
        assert_eq!(!found.is_empty(), expected, "{plan:?}");
        let asked = |command: &str| may_falsify(&plan, &options(), &[command.to_owned()]);
        assert_eq!(asked("make proof"), expected, "{plan:?}");
        assert!(!asked("make other"), "{plan:?}");
    }
}

#[test]
fn a_prohibition_is_tried_with_its_own_check() {
    let plan = World::new(
        "  truths:\n    - \"It works\"\n  prohibitions:\n    - statement: \"log secrets\"\n\
         \x20     commands: [\"make lint\"]\n      check_target: src/a.rs\n\
         \x20     check_violation_fixture: fix/bad.rs\n      check_clean_fixture: fix/good.rs\n",
    );
    let found = guards(&plan.plan);
    let told: Vec<(&str, &str, Option<&str>, &[String])> = found
        .iter()
        .map(|it| {
            let clean = it.clean.as_ref().map(RelPath::as_str);
            (
                it.target.as_str(),
                it.violation.as_str(),
                clean,
                it.commands.as_slice(),
            )
        })
        .collect();
    let own = ["make lint".to_owned()];
    assert_eq!(
        told,
        [(
            "src/a.rs",
            "fix/bad.rs",
            Some("fix/good.rs"),
            own.as_slice()
        )]
    );
    assert!(may_falsify(&plan.plan, &options(), &own));
    assert!(!may_falsify(
        &plan.plan,
        &options(),
        &["make other".to_owned()]
    ));
}
