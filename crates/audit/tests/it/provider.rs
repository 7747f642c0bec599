//! A provider that is overloaded, gone, or takes less than it is given: how long it is waited for, and what is said.

use engine::state::ActKind;
use ledger::event::{Decided, Event, Need, Seen};
use ledger::ids::ActId;
use ledger::message::Body;
use ledger::phase::{Phase, Stop};
use ledger::reply::{Asked, FailureKind, ModelFailure};
use serde_json::json;

use crate::runs::hello;
use crate::script::{Say, call, done, fail, opened};
use crate::world::World;

const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;

/// When a parked run goes on by itself, if it does.
fn until(world: &World) -> Option<u64> {
    match world.state.park.as_ref()?.needs.as_slice() {
        [Need::Time { at_ms }] => Some(*at_ms),
        _ => None,
    }
}

/// Time passes until a parked run goes on by itself.
fn wake(world: &mut World, at_ms: u64) {
    let now = world.lines.last().expect("lines").stamp.at_ms;
    world.pass(at_ms.saturating_sub(now));
    let timer = |(act, open): (&ActId, &engine::state::OpenAct)| {
        let rings = matches!(open.kind, ActKind::Timer { at_ms: it } if it == at_ms);
        rings.then_some(*act)
    };
    let act = world.state.acts.iter().find_map(timer).expect("a timer");
    world.see(Seen::Woke { act });
    world.go();
}

/// All waits that were decided, in milliseconds.
fn waits(world: &World) -> Vec<u64> {
    let wait = |it: &ledger::wire::v1::Line| {
        if let Event::Decided(Decided::Wake {
            at_ms, limit: None, ..
        }) = &it.event
        {
            return Some(at_ms - it.stamp.at_ms);
        }
        None
    };
    world.lines.iter().filter_map(wait).collect()
}

#[test]
fn a_provider_is_waited_for_seconds_then_minutes_then_hours_and_no_longer_than_configured() {
    for kind in [
        FailureKind::Overloaded,
        FailureKind::Unreachable,
        FailureKind::Broken,
        FailureKind::RateLimited,
    ] {
        let mut world = World::open(opened(), false, (0..99).map(|_| fail(kind, None)));
        world.go();
        let mut parked = 0;
        while let Some(at_ms) = until(&world) {
            parked += 1;
            assert_eq!(world.state.stop(), Some(Stop::Blocked));
            wake(&mut world, at_ms);
        }
        let waits = waits(&world);
        let (soon, later) = waits.split_at(4);
        assert!(soon.iter().all(|it| *it <= 8_000), "{kind:?} {soon:?}");
        assert!((MINUTE_MS..=2 * MINUTE_MS).contains(&later[0]), "{later:?}");
        assert!(later.iter().all(|it| *it <= HOUR_MS));
        assert!(*later.last().expect("waits") >= HOUR_MS / 2, "{later:?}");
        assert_eq!(parked, later.len(), "each long wait leaves the run parked");
        let all: u64 = waits.iter().sum();
        assert!((7 * HOUR_MS..=8 * HOUR_MS).contains(&all), "{kind:?} {all}");
        // Then it waits for a person, and says for how long it has waited.
        let park = world.state.park.as_ref().expect("parked");
        assert!(matches!(park.needs.as_slice(), [Need::Mend { .. }]));
        assert!(
            park.why
                .contains(" model requests in a row failed, over 7 h: "),
            "{}",
            park.why
        );
        let replay = audit::replay(&world.state.run, &world.lines);
        assert!(replay.agrees(), "{replay:?}");
    }
}

#[test]
fn a_wait_goes_on_by_itself_or_after_a_crash_or_when_a_person_says_so() {
    let script = || {
        let mut script: Vec<Say> = (0..5)
            .map(|_| fail(FailureKind::Overloaded, None))
            .collect();
        script.extend([hello(), done()]);
        script
    };
    for way in 0..3 {
        let mut world = World::open(opened(), false, script());
        world.go();
        let at_ms = until(&world).expect("a time");
        match way {
            0 => wake(&mut world, at_ms),
            1 => {
                // The process is gone; whoever takes the run up goes on at once.
                world.crash();
                world.go();
                assert_eq!(until(&world), Some(at_ms), "nobody has said anything");
                world.tell(Body::Resume { hint: None });
            }
            _ => {
                world.tell(Body::Resume { hint: None });
            }
        }
        world.go_reviewed();
        let ended = world.state.ended.as_ref().map(|it| it.0);
        assert_eq!(ended, Some(Phase::Done), "{way}: {}", world.tail(9));
        // Waiting is not the agent's time.
        assert!(world.state.clock.active_ms < MINUTE_MS, "{way}");
    }
}

#[test]
fn what_the_provider_asks_for_is_waited_for() {
    for (asked_ms, parks) in [
        (20, false),
        (59_000, false),
        (61_000, true),
        (3 * HOUR_MS, true),
    ] {
        let script = [
            fail(FailureKind::RateLimited, Some(asked_ms)),
            hello(),
            done(),
        ];
        let mut world = World::open(opened(), false, script);
        world.go();
        assert_eq!(waits(&world), [asked_ms]);
        assert_eq!(until(&world).is_some(), parks, "{asked_ms}");
    }
    // More than is borne is not waited for at all.
    let mut patient = opened();
    patient.options.limits.provider_wait_ms = HOUR_MS;
    let script = [fail(FailureKind::RateLimited, Some(2 * HOUR_MS))];
    let mut world = World::open(patient, false, script);
    world.go();
    assert!(waits(&world).is_empty());
    assert!(world.state.park.is_some());
}

/// A failure of each kind, as a provider on this machine would fail.
fn of(kind: FailureKind, status: Option<u16>, message: &str) -> Say {
    Say::Fail(ModelFailure {
        kind,
        message: message.to_owned(),
        retry_after_ms: None,
        status,
        asked: Some(Asked {
            model: "local".to_owned(),
            host: Some("127.0.0.1:8000".to_owned()),
            key_env: Some("LOCAL_KEY".to_owned()),
        }),
    })
}

#[test]
fn the_reason_names_model_address_status_and_what_to_look_at() {
    let mut impatient = opened();
    impatient.options.limits.provider_wait_ms = 0;
    for (say, expected) in [
        (
            of(
                FailureKind::Unreachable,
                None,
                "no connection: connection refused",
            ),
            "1 model requests in a row failed, over 0 s: the provider can't be reached (model `local`, 127.0.0.1:8000): no \
             connection: connection refused; check `models.local.base_url`, and the network",
        ),
        (
            of(FailureKind::Overloaded, Some(503), "busy"),
            "1 model requests in a row failed, over 0 s: the provider is overloaded or broken (model `local`, \
             127.0.0.1:8000, HTTP 503): busy",
        ),
        (
            of(FailureKind::Unauthorised, Some(401), "no such key"),
            "the model's key is missing or refused (model `local`, 127.0.0.1:8000, HTTP 401): no such key; the key is \
             read from `LOCAL_KEY`",
        ),
        (
            of(
                FailureKind::Rejected,
                Some(404),
                "a web page, not what a model says",
            ),
            "the provider rejects the request (model `local`, 127.0.0.1:8000, HTTP 404): a web page, not what a model \
             says; check `models.local.base_url` and `models.local.model`",
        ),
        (
            of(FailureKind::Quota, Some(429), "no credit"),
            "the provider's quota is used up (model `local`, 127.0.0.1:8000, HTTP 429): no credit",
        ),
    ] {
        let mut world = World::open(impatient.clone(), false, [say]);
        world.go();
        let why = &world.state.park.as_ref().expect("parked").why;
        assert_eq!(why, expected);
    }
}

/// A model with a smaller window than configured: its prompts are made shorter until it takes them.
#[test]
fn a_prompt_that_the_model_does_not_take_is_made_shorter() {
    let look = |nth: usize| {
        let pattern = format!("{nth}{}", "x".repeat(2_000));
        call("search", json!({ "pattern": pattern }))
    };
    let mut script: Vec<Say> = (0..12).map(look).collect();
    let too_long = of(FailureKind::TooLong, Some(400), "prompt is too long");
    script.extend([too_long, hello(), done()]);
    let mut world = World::open(opened(), false, script);
    world.go_reviewed();
    let ended = world.state.ended.as_ref().map(|it| it.0);
    assert_eq!(ended, Some(Phase::Done), "{}", world.tail(9));
    // Where nothing can be made shorter, another model is what helps.
    let too_long = (0..9).map(|_| of(FailureKind::TooLong, Some(400), "prompt is too long"));
    let mut world = World::open(opened(), false, too_long);
    world.go();
    let why = &world.state.park.as_ref().expect("parked").why;
    assert!(why.contains("`interlock resume r1 --model NAME`"), "{why}");
    assert!(
        why.contains("the prompt is longer than the model takes (model `local`"),
        "{why}"
    );
    assert!(world.state.counts.turns == 0 && world.lines.len() < 60);
}
