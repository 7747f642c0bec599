//! Runs that people let go on: each stop, and what follows when what it asked for was given.

use ledger::action::Action;
use ledger::event::{Decided, Event, Need, Seen};
use ledger::message::Body;
use ledger::phase::{Phase, Stop};
use ledger::reply::Ended;
use serde_json::json;

use crate::runs::{handed_over, hello, quick, sound};
use crate::script::{call, done, git, words, write};
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

/// Corrections before a person let it go on do not count any more.
#[test]
fn a_resume_gives_a_new_row_of_corrections() {
    let mut world = handed_over();
    let before = world.state.correction.total;
    world.exits = [1, 1].into();
    let edit = |old: &str, new: &str| {
        call(
            "edit",
            json!({"path": "src/greet.rs", "old": old, "new": new}),
        )
    };
    world.script = [
        edit("3", "4"),
        done(),
        edit("4", "5"),
        done(),
        edit("5", "6"),
        done(),
    ]
    .into();
    let hint = Some("count on".to_owned());
    world.tell(Body::Resume { hint }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(
        world.state.correction.total,
        before + 3,
        "one at once, and one for each red"
    );
}

/// Where no time is named, each wait is twice the one before, and never shorter than half of it.
#[test]
fn waits_after_failures_grow() {
    use ledger::reply::FailureKind;
    let mut opened = crate::script::opened();
    opened.options.limits.model_failures_max = 10;
    let script = (0..9).map(|_| crate::script::fail(FailureKind::Overloaded, None));
    let mut world = World::open(opened, false, script);
    world.go();
    let mut waits = Vec::new();
    for line in &world.lines {
        if let Event::Decided(Decided::Wake {
            at_ms, limit: None, ..
        }) = &line.event
        {
            waits.push(at_ms - line.stamp.at_ms);
        }
    }
    let full = [1, 2, 4, 8, 16, 32, 60, 60, 60].map(|it| it * 1_000);
    assert_eq!(waits.len(), full.len());
    for (wait, full) in waits.into_iter().zip(full) {
        assert!((full / 2..=full).contains(&wait), "{wait} of {full}");
    }
}

/// What a provider or a model said stands in the reason, by its first line.
#[test]
fn the_reason_says_what_was_said() {
    use ledger::reply::FailureKind;
    for (say, expected) in [
        (
            words("I will not.\nSorry.", Ended::Refusal),
            "the model refused to go on: I will not.",
        ),
        (
            crate::script::fail(FailureKind::Unauthorised, None),
            "refused: the provider says no",
        ),
        (
            crate::script::fail(FailureKind::Rejected, None),
            "rejects the request: the provider says no",
        ),
        (
            crate::script::fail(FailureKind::Quota, Some(9)),
            "quota is used up: the provider says no",
        ),
    ] {
        let mut world = quick([say]);
        world.go();
        let why = &world.state.park.as_ref().expect("parked").why;
        assert!(why.ends_with(expected), "{why}");
    }
}

/// Worktree and branches follow a rewind before anything else happens.
#[test]
fn a_rewind_takes_the_worktree_along() {
    let other = write("src/other.rs", "pub fn other() -> u8 {\n    2\n}\n");
    let mut world = quick([hello(), other, done()]);
    let writes = |world: &World, count: usize| {
        let acts = world.acted.iter();
        acts.filter(|it| matches!(it, Action::Change(_))).count() == count
            && world.state.acts.values().all(|it| it.call.is_none())
    };
    while !writes(&world, 1) {
        assert!(world.once(), "{}", world.tail(9));
    }
    let to = world.state.seq;
    let tree = world.state.last_task().and_then(|it| it.tree.clone());
    while !writes(&world, 2) {
        assert!(world.once(), "{}", world.tail(9));
    }
    world.acted.clear();
    world.rewind(to);
    world.script = [done()].into();
    world.go_reviewed();
    let Some(Action::Restore(restore)) = world.acted.first() else {
        panic!("{:?}", world.acted);
    };
    assert_eq!(Some(&restore.tree), tree.as_ref());
    let base = Some(git("base"));
    assert_eq!((&restore.commit, &restore.run_commit), (&base, &base));
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    assert!(world.target_has("src/greet.rs"));
    assert!(!world.target_has("src/other.rs"), "it was taken back");
}

/// A loop is named in the reason; refusals in a row are another stop than work that goes in circles.
#[test]
fn a_loop_stops_a_run_and_is_named() {
    let read = |path: &str| call("read", json!({ "path": path }));
    let secret = || read(".env");
    let ask = || call("ask", json!({"question": "Which?", "options": ["a"]}));
    let list = |at: usize| call("search", json!({"pattern": format!("x{at}")}));
    for (script, stop, expected) in [
        (
            (0..4).map(|_| read("src/lib.rs")).collect::<Vec<_>>(),
            Stop::Stuck,
            "the same action gave the same result 4 times in a row",
        ),
        (
            vec![secret(), read("a/.env"), read("b/.env"), read("c/.env")],
            Stop::Unsafe,
            "4 proposals in a row were refused",
        ),
        (
            (0..10).map(list).collect(),
            Stop::Stuck,
            "nothing durable has changed for 10 turns",
        ),
        (
            (0..8)
                .map(|at| {
                    if at % 2 == 0 {
                        read("src/lib.rs")
                    } else {
                        list(0)
                    }
                })
                .collect(),
            Stop::Stuck,
            "two actions follow each other in turn, with the same results",
        ),
    ] {
        let mut world = quick(script);
        world.go();
        let park = world.state.park.as_ref().expect("parked");
        assert_eq!(
            (park.stop, park.why.as_str()),
            (stop, expected),
            "{}",
            world.tail(12)
        );
    }
    // What is let through in between makes it a new row.
    let mut world = quick([
        secret(),
        read("a/.env"),
        read("b/.env"),
        hello(),
        read("c/.env"),
        done(),
    ]);
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(12));
    let mut world = quick([
        secret(),
        read("a/.env"),
        read("src/lib.rs"),
        read("b/.env"),
        read("c/.env"),
    ]);
    world.script.extend([hello(), done()]);
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(12));
    // The same question is asked of nobody for ever.
    let mut world = World::open(crate::script::opened(), true, (0..6).map(|_| ask()));
    for _ in 0..6 {
        world.go();
        let Some(question) = world.state.questions.keys().next().copied() else {
            break;
        };
        let text = "a".to_owned();
        world.tell(Body::Answer { question, text });
    }
    let park = world.state.park.as_ref().expect("parked");
    assert!(park.why.contains("the same "), "{}", park.why);
}
