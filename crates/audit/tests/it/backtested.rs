//! Other policies over runs that are over: what they would have stopped or let through, and nothing else.

use std::convert::Infallible;
use std::ops::ControlFlow;

use audit::backtest::{Candidate, Changed, Counts, Now, Sink};
use ledger::event::{Decided, Event, Seen};
use ledger::facts::{Fact, Question};
use ledger::gate::{Checkpoint, Verdict};
use ledger::ids::Seq;
use ledger::message::Body;
use ledger::options::{PolicySet, Rule, RuleAction, RuleOrigin};
use ledger::wire::v1::Line;
use serde_json::json;

use crate::script::{call, done, opened, write};
use crate::world::World;

/// What these policies change about lines.
pub(crate) fn over(lines: &[Line], set: &PolicySet) -> (Counts, Vec<Changed>) {
    let read = |from: Seq, sink: &mut Sink<'_>| -> Result<(), Infallible> {
        for line in lines.iter().filter(|it| it.seq >= from) {
            if let ControlFlow::Break(()) = sink(line) {
                break;
            }
        }
        Ok(())
    };
    let mut changed = Vec::new();
    let run = lines[0].run.clone();
    let candidate = Candidate::new(set, Vec::new());
    let each = &mut |it| changed.push(it);
    match audit::backtest(&run, &candidate, read, each) {
        Ok(counts) => (counts, changed),
        Err(never) => match never {},
    }
}

/// The policies that a run was opened with.
fn own(lines: &[Line]) -> PolicySet {
    let Event::Seen(Seen::Opened(opened)) = &lines[0].event else {
        panic!("{:?}", lines[0].event);
    };
    opened.options.policies.clone()
}

/// The same policies never differ, and never lack a fact.
pub(crate) fn unchanged(lines: &[Line]) {
    if lines.is_empty() {
        return;
    }
    let (counts, changed) = over(lines, &own(lines));
    assert_eq!(changed, [], "{counts:?}");
    assert_eq!(counts.actions(), counts.same);
}

fn rule(action: RuleAction, pattern: &str, when: Option<&str>) -> Rule {
    Rule {
        name: "tried".to_owned(),
        pattern: pattern.to_owned(),
        when: when.map(str::to_owned),
        action,
        applies_to: Vec::new(),
        message: None,
        origin: RuleOrigin::User,
    }
}

fn with(lines: &[Line], rule: Rule) -> PolicySet {
    let mut set = own(lines);
    set.rules.push(rule);
    set
}

fn run() -> World {
    let mut world = World::open(
        opened(),
        false,
        [
            call("read", json!({"path": "src/a.rs"})),
            write("src/a.rs", "pub fn a() -> u8 {\n    1\n}\n"),
            done(),
        ],
    );
    world.go_reviewed();
    world
}

#[test]
fn a_stricter_rule_changes_exactly_what_it_names() {
    let world = run();
    let set = with(&world.lines, rule(RuleAction::Deny, "^write ", None));
    let (counts, changed) = over(&world.lines, &set);
    assert_eq!((counts.stricter, counts.looser, counts.unknown), (1, 0, 0));
    // A read, the claim, and the check that is run as evidence.
    assert_eq!(counts.same, 3, "{counts:?}");
    let found = &changed[0];
    assert!(found.action.starts_with("write src/a.rs"), "{found:?}");
    assert_eq!(found.then, Verdict::Allow);
    let Now::Stricter { verdict, by } = &found.now else {
        panic!("{found:?}");
    };
    assert_eq!(*verdict, Verdict::Deny);
    assert_eq!(by.len(), 1);
    assert_eq!(
        (by[0].policy.as_str(), by[0].id.as_str()),
        ("rules", "rule-tried")
    );
    let line = world.lines.iter().find(|it| it.seq == found.seq).unwrap();
    assert!(matches!(line.event, Event::Seen(Seen::Proposed { .. })));
}

#[test]
fn what_a_person_granted_counts_once_and_as_asked() {
    let mut world = World::open(
        opened(),
        true,
        [call("run", json!({"argv": ["make", "all"]})), done()],
    );
    world.go();
    let question = *world.state.questions.keys().next().expect("it asks");
    world
        .tell(Body::Approve {
            question,
            terms: None,
        })
        .go();
    let proposed = |it: &&Line| matches!(it.event, Event::Seen(Seen::Proposed { .. }));
    let allowed = |it: &&Line| {
        matches!(
            it.event,
            Event::Decided(Decided::Allowed { call: Some(_), .. })
        )
    };
    let approved: Vec<Seq> = world
        .lines
        .iter()
        .filter(proposed)
        .map(|it| it.seq)
        .collect();
    assert!(
        world.lines.iter().any(|it| allowed(&it)),
        "{}",
        world.tail(20)
    );
    unchanged(&world.lines);
    let set = with(&world.lines, rule(RuleAction::Deny, "^run make", None));
    let (counts, changed) = over(&world.lines, &set);
    assert_eq!((counts.stricter, changed.len()), (1, 1), "{changed:?}");
    assert_eq!(
        (changed[0].then, changed[0].seq),
        (Verdict::Ask, approved[1])
    );
    let set = with(&world.lines, rule(RuleAction::Allow, "^run make", None));
    let (counts, changed) = over(&world.lines, &set);
    assert_eq!((counts.looser, changed.len()), (1, 1), "{changed:?}");
    let Now::Looser { verdict, gone } = &changed[0].now else {
        panic!("{changed:?}");
    };
    assert!(*verdict == Verdict::Allow && !gone.is_empty(), "{gone:?}");
}

/// Lines in which this fact was never recorded.
fn without(lines: &[Line], question: impl Fn(&Question) -> bool) -> Vec<Line> {
    let mut lines = lines.to_vec();
    for line in &mut lines {
        if let Event::Seen(Seen::Proposed { facts, .. }) = &mut line.event {
            facts.retain(|it: &Fact| !question(&it.question()));
        }
    }
    lines
}

#[test]
fn a_fact_that_was_not_recorded_is_unknown_and_never_allowed() {
    let world = run();
    let lines = without(&world.lines, |it| matches!(it, Question::Path(_)));
    let (counts, changed) = over(&lines, &own(&lines));
    assert_eq!((counts.stricter, counts.looser, counts.unknown), (0, 0, 2));
    for it in &changed {
        let missing = vec!["what stands at `src/a.rs`".to_owned()];
        assert_eq!(it.now, Now::Unknown { missing }, "{it:?}");
    }
    // What is denied whatever stands there is known.
    let set = with(&lines, rule(RuleAction::Deny, "^write ", None));
    let (counts, _) = over(&lines, &set);
    assert_eq!((counts.stricter, counts.unknown), (1, 1), "{counts:?}");
}

#[test]
fn a_rule_about_a_check_stops_it_wherever_it_was_run() {
    let world = run();
    let checks = |it: &&Line| matches!(&it.event, Event::Decided(Decided::Gated(it)) if it.checkpoint == Checkpoint::PreVerifyCommand);
    let at: Vec<Seq> = world.lines.iter().filter(checks).map(|it| it.seq).collect();
    assert!(!at.is_empty(), "{}", world.tail(20));
    let set = with(&world.lines, rule(RuleAction::Deny, "cargo test", None));
    let (_, changed) = over(&world.lines, &set);
    let found: Vec<Seq> = changed.iter().map(|it| it.seq).collect();
    assert_eq!(found, at, "{changed:?}");
    for it in &changed {
        assert_eq!(
            (it.action.as_str(), it.then),
            ("verify cargo test", Verdict::Allow)
        );
    }
}

#[test]
fn a_check_that_the_configuration_no_longer_names_is_no_longer_declared() {
    let test = call("run", json!({"argv": ["cargo", "test"]}));
    let mut world = World::open(opened(), true, [test, write("src/a.rs", "1\n"), done()]);
    world.go();
    unchanged(&world.lines);
    let mut set = own(&world.lines);
    set.declared.clear();
    let lines = without(&world.lines, |it| *it == Question::Declared);
    let (_, changed) = over(&lines, &set);
    assert!(!changed.is_empty());
    for it in &changed {
        assert!(it.action.contains("cargo test"), "{changed:?}");
    }
}

#[test]
fn lines_of_another_shape_are_counted_or_passed_over_without_a_panic() {
    let world = run();
    let set = own(&world.lines);
    let backwards: Vec<Line> = world.lines.iter().rev().cloned().collect();
    let (counts, _) = over(&backwards, &set);
    assert_eq!(counts.same, 0);
    // Without the reply nobody can say what was proposed.
    let no_reply: Vec<Line> = world
        .lines
        .iter()
        .filter(|it| !matches!(it.event, Event::Seen(Seen::Replied { .. })))
        .cloned()
        .collect();
    let (counts, _) = over(&no_reply, &set);
    assert_eq!(counts.unknown, 3, "{counts:?}");
    assert_eq!((counts.stricter, counts.looser), (0, 0));
}
