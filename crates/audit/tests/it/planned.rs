//! Runs from a `PLAN.md`, gated in full.

use engine::state::Checked;
use ledger::action::Action;
use ledger::event::{Ask, Decided, Event};
use ledger::measure::{Complex, Measured};
use ledger::message::Body;
use ledger::phase::{Mode, Phase, Stop};
use ledger::promise::Source;
use ledger::report::ItemStatus;
use serde_json::json;

use crate::runs::sound;
use crate::script::{Say, call, done, opened, write};
use crate::world::World;

pub(crate) const PLAN: &str = r#"---
phase: 01-greet
plan: "01"
type: execute
wave: 1
depends_on: []
files_modified:
  - src/greet.rs
  - src/main.rs
autonomous: true
requirements:
  - GREET-01
must_haves:
  truths:
    - "Greeting somebody says their name"
  artifacts:
    - path: "src/greet.rs"
      provides: "the greeting"
      min_lines: 3
      contains: "pub fn greet"
  key_links:
    - from: "src/main.rs"
      to: "src/greet.rs"
      via: "module and call"
      pattern: "greet::greet"
---

<objective>
A greeting. Purpose: friendliness. Output: a module used by main.
</objective>

<tasks>
<task type="auto">
  <name>Task 1: greet</name>
  <files>src/greet.rs, src/main.rs</files>
  <action>Add greet(name) and call it from main.</action>
  <verify><automated>cargo test</automated></verify>
  <done>Tests pass and main uses it.</done>
</task>
</tasks>
"#;

pub(crate) const GREET: &str =
    "pub fn greet(name: &str) -> String {\n    format!(\"hello, {name}\")\n}\n";
pub(crate) const MAIN: &str =
    "mod greet;\n\nfn main() {\n    println!(\"{}\", greet::greet(\"ada\"));\n}\n";

pub(crate) fn planned(script: impl IntoIterator<Item = Say>) -> World {
    let mut opened = opened();
    opened.source = Source::Plan {
        path: "PLAN.md".to_owned(),
        text: PLAN.to_owned(),
    };
    opened.options.mode = Mode::Normal;
    World::open(opened, false, script)
}

#[test]
fn a_plan_is_merged_once_its_must_haves_are_met() {
    let mut world = planned([
        write("src/greet.rs", GREET),
        write("src/main.rs", MAIN),
        done(),
    ]);
    world.go();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(
        (summary.verifications, summary.passed, summary.asked),
        (1, 1, 0)
    );
}

#[test]
fn what_is_not_linked_is_a_gap_and_corrected() {
    let mut world = planned([
        write("src/greet.rs", GREET),
        done(),
        write("src/main.rs", MAIN),
        done(),
    ]);
    world.go();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(
        (summary.corrections, summary.verifications, summary.passed),
        (1, 2, 1)
    );
}

#[test]
fn a_file_beside_the_plan_is_asked_for() {
    let mut world = planned([
        write("src/other.rs", GREET),
        write("src/greet.rs", GREET),
        write("src/main.rs", MAIN),
        done(),
    ]);
    world.go();
    assert_eq!(sound(&world).stop, Some(Stop::Blocked), "{}", world.tail(9));
    let (act, asking) = world.state.questions.iter().next().unwrap();
    assert!(matches!(asking.ask, Ask::Permission { .. }));
    let question = *act;
    let mut yes = world.clone();
    yes.tell(Body::Approve {
        question,
        terms: None,
    })
    .go_reviewed();
    let reason = "stay in the plan".to_owned();
    world.tell(Body::Deny { question, reason }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    let _ = sound(&yes);
    assert!(yes.state.questions.is_empty(), "{}", yes.tail(20));
}

/// Killed after each thing taken in, and resumed: the plan is met all the same.
#[test]
fn a_plan_survives_a_crash_anywhere() {
    let mut straight = planned([
        write("src/greet.rs", GREET),
        call("read", json!({"path": "src/greet.rs"})),
        done(),
        write("src/main.rs", MAIN),
        done(),
    ]);
    straight.exits = [0, 0].into();
    while straight.once() {
        let mut killed = straight.clone();
        killed.crash().go_reviewed();
        let summary = sound(&killed);
        assert_eq!(summary.phase, Phase::Done, "{}", killed.tail(25));
    }
}

/// The gates are asked for figures once the commands have run; what they find is mended like any gap.
#[test]
fn a_quality_gate_is_measured_after_the_commands_and_corrected() {
    let mut opened = opened();
    opened.options.verification.archon = vec!["complexity".to_owned(), "type-check".to_owned()];
    opened.options.verification.type_check = vec!["cargo test".to_owned()];
    let edit = |old: &str, new: &str| {
        call(
            "edit",
            json!({"path": "src/greet.rs", "old": old, "new": new}),
        )
    };
    let script = [
        crate::runs::hello(),
        done(),
        edit("hello", "mended"),
        done(),
    ];
    let mut world = World::open(opened, false, script);
    world.measured = Measured {
        functions: 3,
        complex: vec![Complex {
            path: "src/greet.rs".to_owned(),
            line: 1,
            name: "greet".to_owned(),
            complexity: 11,
            before: None,
        }],
        ..Measured::default()
    };
    let is_measured = |world: &World| {
        let last = world.lines.last().map(|it| &it.event);
        matches!(last, Some(Event::Decided(Decided::Measure { gates, .. })) if gates == &["complexity"])
    };
    while !is_measured(&world) {
        assert!(world.once(), "{}", world.tail(9));
    }
    assert!(
        world
            .state
            .validation
            .checks
            .iter()
            .all(|(_, it)| matches!(it, Checked::Evidence(_)))
    );
    // A driver that dies over it takes the figures again.
    world.crash();
    while world.state.report.is_none() {
        assert!(world.once(), "{}", world.tail(9));
    }
    let report = world.state.report.clone().unwrap();
    let gap = report.gaps().next().expect("a gap");
    assert!(
        gap.reason
            .contains("src/greet.rs:1: `greet` has 11 ways through"),
        "{gap:?}"
    );
    let typed = report
        .items
        .iter()
        .find(|it| it.text == "type-check: cargo test");
    assert_eq!(typed.map(|it| it.status), Some(ItemStatus::Verified));
    world.measured.complex.clear();
    world.go_reviewed();
    let summary = sound(&world);
    assert_eq!(
        (summary.phase, summary.corrections),
        (Phase::Done, 1),
        "{}",
        world.tail(20)
    );
}

/// Where level 5 is asked for and everything is green, what the commands say is tried by breaking what they claim.
#[test]
fn green_commands_are_tried_where_that_is_wanted() {
    for (levels, exit, expected) in [
        (vec![1, 2, 3], 0, 0),
        (vec![1, 2, 3, 5], 0, 1),
        (vec![1, 2, 3, 5], 1, 0),
    ] {
        let mut opened = opened();
        opened.options.mode = Mode::Normal;
        opened.options.correction.retries_max = 0;
        opened.options.verification.levels = levels;
        opened.source = Source::Plan {
            path: "PLAN.md".to_owned(),
            text: PLAN.to_owned(),
        };
        let script = [
            write("src/greet.rs", GREET),
            write("src/main.rs", MAIN),
            done(),
        ];
        let mut world = World::open(opened, false, script);
        world.exits = [exit].into();
        world.go();
        let mut tried = Vec::new();
        for line in &world.lines {
            if let Event::Decided(Decided::Allowed {
                action: Some(Action::Trials(trials)),
                ..
            }) = &line.event
            {
                tried.extend(trials.commands.iter().map(|it| it.command.clone()));
            }
        }
        assert_eq!(tried, vec!["cargo test"; expected], "{}", world.tail(9));
    }
}

/// What no evidence speaks of goes to a person, with the reason; a yes is enough to merge.
#[test]
fn what_nobody_can_check_is_looked_at_by_a_person() {
    let mut opened = opened();
    opened.options.mode = Mode::Normal;
    opened.source = Source::Plan {
        path: "PLAN.md".to_owned(),
        text: PLAN.replace(
            "    - \"Greeting somebody says their name\"\n",
            "    - truth: \"Greeting somebody is friendly\"\n      verification: backstop\n",
        ),
    };
    let script = [
        write("src/greet.rs", GREET),
        write("src/main.rs", MAIN),
        done(),
    ];
    let mut world = World::open(opened, false, script);
    world.go();
    let (question, asking) = world
        .state
        .questions
        .iter()
        .next()
        .unwrap_or_else(|| panic!("{}", world.tail(30)));
    let question = *question;
    let Ask::Review { items } = &asking.ask else {
        panic!("another question");
    };
    let expected = "Greeting somebody is friendly: a backstop";
    assert!(items.iter().any(|it| it.starts_with(expected)), "{items:?}");
    let terms = None;
    world.tell(Body::Approve { question, terms }).go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

/// A command that would not be run proves nothing: it is said why, and the run goes on without it.
#[test]
fn what_can_not_be_run_as_evidence_is_left_out_with_a_reason() {
    for (command, expected) in [
        ("cargo test | tee log", "would need a shell"),
        ("rm -rf src", "rm"),
    ] {
        let mut opened = opened();
        opened.options.verification.commands = vec![command.to_owned()];
        let script = [crate::runs::hello(), done()];
        let mut world = World::open(opened, false, script);
        world.go();
        let mut left_out = Vec::new();
        for line in &world.lines {
            if let Event::Decided(Decided::Unchecked { command, why }) = &line.event {
                left_out.push((command.as_str(), why.as_str()));
            }
        }
        let [(said, why)] = left_out[..] else {
            panic!("{left_out:?}\n{}", world.tail(9));
        };
        assert_eq!(said, command);
        assert!(why.contains(expected), "{why}");
        let checks = &world.state.validation.checks;
        assert_eq!(checks[..], [(command.to_owned(), Checked::Refused)]);
        assert!(world.state.report.is_some(), "{}", world.tail(9));
    }
}
