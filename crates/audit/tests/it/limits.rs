//! Time and money that run out while something is under way: a grace, then it is cancelled, and a new segment goes on.

use ledger::event::{Decided, Event, Limit, Need};
use ledger::message::Body;
use ledger::money::Usd;
use ledger::phase::{Phase, Stop};
use serde_json::json;

use crate::runs::{hello, sound};
use crate::script::{Say, call, done, opened};
use crate::world::World;

/// A run of a minute with this many seconds of grace, in which the acts of one kind never end.
fn short(grace_s: u32, hang: &'static str, script: impl IntoIterator<Item = Say>) -> World {
    let mut opened = opened();
    opened.options.limits.total_time_ms = 60_000;
    opened.options.budget.grace_s = grace_s;
    let mut world = World::open(opened, false, script);
    world.hang = Some(hang);
    world.go();
    world
}

fn test() -> Say {
    call("run", json!({"argv": ["cargo", "test"]}))
}

fn cancelled(world: &World) -> usize {
    let cancels = world.lines.iter().filter(|line| {
        let is_cancel = |it: &Decided| matches!(it, Decided::Cancel { .. });
        matches!(&line.event, Event::Decided(it) if is_cancel(it))
    });
    cancels.count()
}

#[test]
fn what_runs_gets_its_grace_and_is_then_cancelled() {
    for grace_s in [0, 10, 3_000] {
        let mut world = short(grace_s, "exec", [hello(), test(), done()]);
        assert!(world.state.park.is_none(), "{}", world.tail(9));
        let alarm = world.state.alarm.expect("a limit that is watched");
        assert_eq!(alarm.limit, Limit::Time);
        let at_ms = world.state.clock.opened_ms + 60_000 + u64::from(grace_s) * 1_000;
        assert!(
            alarm.at_ms.abs_diff(at_ms) < 1_000,
            "{alarm:?} is not at {at_ms}"
        );
        world.ring().go();
        let park = world.state.park.clone().expect("parked");
        assert_eq!(
            (park.stop, park.needs),
            (Stop::BudgetExhausted, vec![Need::Budget])
        );
        assert!(
            park.why
                .contains(&format!("cancelled {grace_s} s after it")),
            "{}",
            park.why
        );
        assert_eq!(cancelled(&world), 1, "{}", world.tail(9));
        world.hang = None;
        world.tell(Body::Budget { usd: None }).go_reviewed();
        assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    }
}

#[test]
fn nothing_new_starts_after_the_limit() {
    let mut world = short(600, "exec", [hello(), test(), done()]);
    world.hang = None;
    let act = *world.state.acts.keys().next().expect("a command");
    world.pass(90_000);
    // The command ends within its grace: no request follows.
    let observation = ledger::observation::Observation::plain(ledger::observation::Status::Ok, "");
    let turns = world.state.counts.turns;
    world
        .see(ledger::event::Seen::Finished { act, observation })
        .go();
    let park = world.state.park.clone().expect("parked");
    assert_eq!(park.stop, Stop::BudgetExhausted);
    assert!(!park.why.contains("cancelled"), "{}", park.why);
    assert_eq!((world.state.counts.turns, cancelled(&world)), (turns, 0));
    world.tell(Body::Budget { usd: None }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn a_verification_that_lasts_too_long_is_cancelled_and_made_again() {
    let mut world = short(5, "check", [hello(), done()]);
    assert_eq!(world.state.phase, Phase::Validating, "{}", world.tail(9));
    world.ring().go();
    assert_eq!(
        world.state.park.as_ref().map(|it| it.stop),
        Some(Stop::BudgetExhausted)
    );
    world.hang = None;
    world.tell(Body::Budget { usd: None }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn waiting_for_people_does_not_count() {
    let mut opened = opened();
    opened.options.limits.total_time_ms = 60_000;
    let ask = call("ask", json!({"question": "Which one?"}));
    let mut world = World::open(opened, true, [ask, hello(), done()]);
    world.go();
    let question = *world.state.questions.keys().next().expect("a question");
    world.ring().go();
    assert!(world.state.park.is_none(), "{}", world.tail(9));
    let text = "the second".to_owned();
    world.tell(Body::Answer { question, text }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

/// The first reply uses all the money up; its command gets its grace.
#[test]
fn money_that_is_used_up_ends_what_still_runs() {
    let mut opened = opened();
    opened.options.budget.total = Usd(205_000);
    opened.options.budget.grace_s = 7;
    let mut world = World::open(opened.clone(), false, [test(), hello(), done()]);
    world.hang = Some("exec");
    world.go();
    let alarm = world.state.alarm.expect("a limit that is watched");
    assert_eq!(alarm.limit, Limit::Time, "the floor is not reached yet");

    opened.options.budget.floor = Usd(204_900);
    let mut world = World::open(opened.clone(), false, [test(), hello(), done()]);
    world.hang = Some("exec");
    world.go();
    let alarm = world.state.alarm.expect("a limit that is watched");
    assert_eq!(alarm.limit, Limit::Money, "{}", world.tail(9));
    assert!(alarm.at_ms <= world.state.clock.now_ms + 7_000);
    world.ring().go();
    let park = world.state.park.clone().expect("parked");
    assert_eq!(park.stop, Stop::BudgetExhausted);
    assert!(park.why.contains("money"), "{}", park.why);
    assert_eq!(cancelled(&world), 1);

    // A budget that only warns ends nothing.
    opened.options.budget.stop_on_exhausted = false;
    let mut world = World::open(opened, false, [test(), hello(), done()]);
    world.hang = Some("exec");
    world.go();
    let alarm = world.state.alarm.expect("a limit that is watched");
    assert_eq!(alarm.limit, Limit::Time);
}
