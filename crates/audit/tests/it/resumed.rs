//! Runs that people let go on: each stop, and what follows when what it asked for was given.

use ledger::event::{Decided, Event, Need, Seen};
use ledger::message::Body;
use ledger::phase::{Phase, Stop};
use ledger::reply::Ended;
use serde_json::json;

use crate::runs::{handed_over, hello, quick, sound};
use crate::script::{call, done, words, write};
use crate::world::World;

#[test]
fn a_refusal_is_no_claim() {
    let mut world = quick([words("I will not do that", Ended::Refusal), hello(), done()]);
    world.go();
    assert_eq!(sound(&world).stop, Some(Stop::Blocked));
    world.tell(Body::Resume { hint: None }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn an_interrupt_and_a_resume_at_once_do_not_wait_for_ever() {
    let mut world = quick([hello(), done()]);
    let asked = |world: &World| {
        matches!(
            world.lines.last().map(|it| &it.event),
            Some(Event::Decided(Decided::Requested { .. }))
        )
    };
    while !asked(&world) {
        world.once();
    }
    world.see(Seen::Interrupted);
    world.tell(Body::Resume { hint: None }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn a_rewind_knows_the_newest_driver() {
    let mut world = quick([hello(), done()]);
    for _ in 0..5 {
        world.once();
    }
    let early = world.lines.last().unwrap().seq;
    world.crash().go_reviewed();
    let driver = world.state.driver;
    world.rewind(early);
    assert_eq!(world.state.driver, driver);
}

#[test]
fn gaps_that_stay_are_handed_over_and_a_resume_tries_again() {
    let mut world = handed_over();
    // Red once more, so that only another correction helps.
    world.exits = [1].into();
    world.script = [
        call(
            "edit",
            json!({"path": "src/greet.rs", "old": "3", "new": "4"}),
        ),
        done(),
    ]
    .into();
    world.tell(Body::Resume { hint: None }).go_reviewed();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn what_was_mended_outside_is_verified_anew_without_a_correction() {
    let mut world = handed_over();
    let before = sound(&world);
    world.tell(Body::Resume { hint: None }).go_reviewed();
    let after = sound(&world);
    assert_eq!(after.phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(after.corrections, before.corrections);
}

#[test]
fn a_hint_reaches_the_correction_that_follows() {
    let mut world = handed_over();
    let hint = Some("say four".to_owned());
    world.tell(Body::Resume { hint });
    while world.state.phase != Phase::Executing {
        assert!(world.once(), "{}", world.tail(20));
    }
    let task = world.state.last_task().unwrap();
    assert!(format!("{:?}", task.turns).contains("say four"));
    assert!(!task.gaps.is_empty());
}

#[test]
fn more_money_answers_no_question() {
    let question = call("ask", json!({"question": "Which colour?"}));
    let mut world = quick([question, hello(), done()]);
    world.go();
    assert_eq!(sound(&world).stop, Some(Stop::Blocked));
    world.tell(Body::Budget { usd: None }).go();
    let park = world.state.park.clone().unwrap();
    assert!(
        matches!(park.needs[..], [Need::Answer { .. }]),
        "{}",
        world.tail(10)
    );
    let unparked =
        |it: &&ledger::wire::v1::Line| matches!(it.event, Event::Decided(Decided::Unparked { .. }));
    assert_eq!(world.lines.iter().filter(unparked).count(), 0);
}

#[test]
fn the_time_that_a_run_waits_for_lets_it_go_on() {
    use ledger::reply::FailureKind;
    let mut world = quick([
        crate::script::fail(FailureKind::Quota, Some(3_600_000)),
        hello(),
        done(),
    ]);
    world.go();
    let Some([Need::Time { at_ms }]) = world.state.park.as_ref().map(|it| &it.needs[..]) else {
        panic!("{}", world.tail(10));
    };
    let left = at_ms.saturating_sub(world.state.clock.now_ms);
    let timer = *world.state.acts.keys().next().unwrap();
    world.pass(left + 1).see(Seen::Woke { act: timer });
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn an_answer_gives_our_own_acts_new_tries() {
    let question = call("ask", json!({"question": "Which colour?"}));
    let mut world = quick([hello(), question, done()]);
    world.go();
    let asked = world.state.questions.keys().next().copied().unwrap();
    world.tell(Body::Resume { hint: None });
    world.failures = 2;
    world.tell(Body::Answer {
        question: asked,
        text: "red".to_owned(),
    });
    world.go();
    assert_eq!(
        sound(&world).stop,
        Some(Stop::Blocked),
        "{}",
        world.tail(20)
    );
    world.tell(Body::Resume { hint: None }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn files_written_as_they_were_are_no_change() {
    let mut world = quick([write("src/lib.rs", &crate::world::library()), done()]);
    world.go();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Fail, "{}", world.tail(20));
    let refused = world.lines.iter().any(|it| match &it.event {
        Event::Decided(Decided::Ended { why, .. }) => why.contains("as it was"),
        Event::Seen(_) | Event::Decided(_) => false,
    });
    assert!(refused, "{}", world.tail(5));
}

#[test]
fn a_conflict_that_was_handed_over_is_tried_again() {
    let mut world = quick([hello(), done()]);
    world.conflicts = 10;
    world.go();
    let stop = sound(&world).stop;
    assert_eq!(stop, Some(Stop::Blocked), "{}", world.tail(20));
    world.conflicts = 0;
    world.tell(Body::Resume { hint: None }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn what_is_let_go_on_is_the_stop_and_not_what_comes_later() {
    use ledger::reply::FailureKind;
    let mut opened = crate::script::opened();
    opened.options.correction.escalate_on = vec!["exit code".to_owned()];
    let script = [
        crate::script::fail(FailureKind::Unauthorised, None),
        hello(),
        done(),
    ];
    let mut world = World::open(opened, false, script);
    world.exits = [1].into();
    world.go();
    assert_eq!(sound(&world).stop, Some(Stop::Blocked));
    let hint = Some("the key is there".to_owned());
    world.tell(Body::Resume { hint }).go_reviewed();
    let summary = sound(&world);
    assert!(summary.escalated, "{}", world.tail(20));
    assert_eq!(summary.corrections, 0);
}

#[test]
fn a_hint_is_told_once() {
    use ledger::reply::FailureKind;
    let mut world = quick([
        crate::script::fail(FailureKind::Unauthorised, None),
        hello(),
        done(),
    ]);
    world.exits = [1].into();
    world.go();
    let hint = Some("the key is there".to_owned());
    world.tell(Body::Resume { hint });
    while world.state.correction.total == 0 {
        assert!(world.once(), "{}", world.tail(20));
    }
    let turns = format!("{:?}", world.state.last_task().unwrap().turns);
    assert!(!turns.contains("the key is there"), "{turns}");
}
