//! Options that change what a run does: each is changed here, and the change is seen. Those that have a story of their
//! own stand with it.

use ledger::action::Action;
use ledger::event::{Decided, Event, Need};
use ledger::money::Usd;
use ledger::observation::Status;
use ledger::options::{OnDeadlock, Options};
use ledger::phase::{Mode, Phase, Stop};
use ledger::reply::{Ended, FailureKind};
use serde_json::json;

use crate::runs::hello;
use crate::script::{Say, call, calls, done, fail, opened, words};
use crate::world::World;

/// A run to its rest, with other options.
fn with(
    change: impl FnOnce(&mut Options),
    script: impl IntoIterator<Item = Say>,
    exits: &[i32],
) -> World {
    let mut opened = opened();
    change(&mut opened.options);
    let mut world = World::open(opened, false, []);
    world.script = script.into_iter().collect();
    world.exits = exits.iter().copied().collect();
    world.go();
    world
}

/// An agent that changes something after each red check, four times.
fn stubborn() -> Vec<Say> {
    let edit = |old: &str, new: &str| {
        call(
            "edit",
            json!({"path": "src/greet.rs", "old": old, "new": new}),
        )
    };
    let mut script = vec![hello(), done()];
    for (old, new) in [("hello", "1"), ("1", "2"), ("2", "3"), ("3", "4")] {
        script.extend([edit(old, new), done()]);
    }
    script
}

fn red(change: impl FnOnce(&mut Options)) -> World {
    with(change, stubborn(), &[1; 9])
}

fn why(world: &World) -> String {
    let park = world.state.park.as_ref().map(|it| it.why.clone());
    let ended = world.state.ended.as_ref().map(|it| it.1.clone());
    park.or(ended).unwrap_or_default()
}

fn decided(world: &World) -> impl Iterator<Item = &Decided> {
    world.lines.iter().filter_map(|line| match &line.event {
        Event::Decided(it) => Some(it),
        Event::Seen(_) => None,
    })
}

fn check(what: &str, holds: bool, world: &World) {
    assert!(holds, "{what}: {}\n{}", why(world), world.tail(12));
}

#[test]
fn corrections_have_their_limits() {
    for (most, expected) in [(0, 0), (1, 1), (2, 2)] {
        let world = red(|it| it.correction.retries_max = most);
        assert_eq!(world.state.correction.total, expected, "in a row");
        let world = red(|it| it.correction.total_attempts_max = most);
        assert_eq!(world.state.correction.total, expected, "of the run");
    }
    let world = red(|it| it.correction.escalate_on = vec!["semantic".to_owned()]);
    check("at once", why(&world).contains("policy_trigger"), &world);
    assert_eq!(world.state.correction.total, 0);
}

#[test]
fn a_phase_that_is_entered_too_often_is_a_deadlock() {
    let entered = |how: OnDeadlock| {
        red(|it| {
            it.limits.state_cycles_max = 2;
            it.limits.on_deadlock = how;
        })
    };
    let world = entered(OnDeadlock::Pause);
    check("pause", why(&world).contains("was entered 2 times"), &world);
    assert_eq!(world.state.stop(), Some(Stop::Stuck));
    let world = entered(OnDeadlock::EscalateToHuman);
    check(
        "people",
        why(&world) == "handed over to people: a phase was entered 2 times (deadlock)",
        &world,
    );
    let world = entered(OnDeadlock::Fail);
    let ended = world.state.ended.as_ref().map(|it| it.0);
    check("fail", ended == Some(Phase::Fail), &world);
    let world = red(|it| {
        it.limits.state_cycles_max = 2;
        it.limits.deadlock_detection = false;
    });
    check(
        "switched off",
        why(&world).contains("max_retries") || why(&world).contains("fix_failed"),
        &world,
    );
}

#[test]
fn calls_and_verifications_have_their_limits() {
    let read = ("read", json!({"path": "src/lib.rs"}));
    let limited = |most: u32| {
        let script = [calls(&[read.clone(), read.clone()]), hello(), done()];
        let world = with(|it| it.limits.tool_calls_max = most, script, &[]);
        let parked = why(&world).contains(&format!("tool calls: {} of {most}", most.max(2)));
        let refused = decided(&world).any(|it| {
            if let Decided::Answered { observation, .. } = it {
                observation.status == Status::Refused
                    && observation.text.contains("limit of tool calls")
            } else {
                false
            }
        });
        (parked, refused)
    };
    assert_eq!(limited(1), (true, true));
    assert_eq!(limited(2), (true, false));
    assert_eq!(limited(100), (false, false));
    let verified = |most: u32| {
        let world = red(|it| it.limits.verify_attempts_max = most);
        (
            world.state.counts.verifications,
            why(&world).contains("limit of verifications"),
        )
    };
    assert_eq!(verified(2), (3, true), "the one too many is not begun");
    assert!(!verified(50).1);
}

#[test]
fn acts_carry_their_timeouts() {
    let world = with(|it| it.limits.check_timeout_s = 77, [hello(), done()], &[]);
    let timeout = decided(&world).find_map(|it| {
        if let Decided::Allowed {
            action: Some(Action::Check(check)),
            ..
        } = it
        {
            Some(check.timeout_s)
        } else {
            None
        }
    });
    assert_eq!(timeout, Some(77));
    // A tool's action stands in its line by its digest.
    let digest = |seconds: u32| {
        let test = call("run", json!({"argv": ["cargo", "test"]}));
        let world = with(
            |it| it.limits.tool_timeout_s = seconds,
            [test, hello(), done()],
            &[],
        );
        decided(&world).find_map(|it| {
            if let Decided::Allowed {
                call: Some(_),
                digest,
                ..
            } = it
            {
                Some(*digest)
            } else {
                None
            }
        })
    };
    assert_eq!(digest(60), digest(60));
    assert_ne!(digest(60), digest(61));
}

#[test]
fn what_goes_wrong_is_borne_so_often() {
    let nonsense = |most: u32| {
        let empty = (0..9).map(|_| words("", Ended::Length));
        let world = with(|it| it.limits.nonsense_max = most, empty, &[]);
        check("stuck", world.state.stop() == Some(Stop::Stuck), &world);
        world.state.counts.turns
    };
    assert_eq!([nonsense(1), nonsense(4)], [1, 4]);
    let failures = |most: u32| {
        let fails = (0..20).map(|_| fail(FailureKind::Overloaded, None));
        let world = with(|it| it.limits.model_failures_max = most, fails, &[]);
        check("parked", world.state.park.is_some(), &world);
        world.state.last_task().unwrap().failures.requests
    };
    assert_eq!(failures(5) - failures(2), 3);
    let waits = |most_ms: u64| {
        let script = [fail(FailureKind::RateLimited, Some(5_000)), hello(), done()];
        let world = with(|it| it.limits.wait_in_process_ms = most_ms, script, &[]);
        let needs = world.state.park.as_ref().map(|it| it.needs.clone());
        needs.is_some_and(|it| matches!(it.as_slice(), [Need::Time { .. }]))
    };
    assert!(waits(4_999) && !waits(60_000));
}

#[test]
fn money_is_set_aside_and_warned_of() {
    let lines = |change: fn(&mut Options)| {
        let world = with(change, [hello(), done()], &[]);
        let reserves = decided(&world).filter_map(|it| {
            if let Decided::Requested { reserve, .. } = it {
                Some(*reserve)
            } else {
                None
            }
        });
        let reserve = reserves.max();
        let warned = decided(&world).any(|it| matches!(it, Decided::BudgetLow { .. }));
        (reserve, warned)
    };
    assert_eq!(
        lines(|it| it.budget.reserve = Usd(70_000)),
        (Some(Usd(70_000)), false)
    );
    assert!(lines(|it| it.budget.warn_pct = 100).1);
    assert!(!lines(|it| it.budget.warn_pct = 0).1);
}

#[test]
fn hooks_note_and_clean_up() {
    let noted = |hooks: &[&str]| {
        let hooks = hooks.iter().map(|it| (*it).to_owned()).collect();
        let world = with(|it| it.policies.hooks = hooks, [hello(), done()], &[]);
        decided(&world)
            .filter(|it| matches!(it, Decided::Noted { text, .. } if text.starts_with("log-operations: ")))
            .count()
    };
    assert_eq!(noted(&[]), 0);
    assert!(noted(&["log-operations"]) > 0);
    // A quick run that changes nothing fails; its worktree stays for whoever wants to look.
    let discarded = |on_failure: &[&str]| {
        let on_failure = on_failure.iter().map(|it| (*it).to_owned()).collect();
        let world = with(|it| it.hooks.on_failure = on_failure, [done(), done()], &[]);
        let ended = world.state.ended.as_ref().map(|it| it.0);
        check("failed", ended == Some(Phase::Fail), &world);
        decided(&world).any(|it| {
            matches!(
                it,
                Decided::Allowed {
                    action: Some(Action::Discard(_)),
                    ..
                }
            )
        })
    };
    assert!(!discarded(&[]));
    assert!(discarded(&["cleanup-worktree-on-fail"]));
}

#[test]
fn a_prompt_that_does_not_fit_parks() {
    let world = with(|it| it.context.tokens_max = 1_000, [hello(), done()], &[]);
    check(
        "too long",
        why(&world).contains("`context.max_tokens` is 1000"),
        &world,
    );
}

#[test]
fn risk_and_mode_ask_for_more() {
    let asked = |change: fn(&mut Options)| {
        let world = with(change, [hello(), done()], &[]);
        !world.state.questions.is_empty()
    };
    assert!(!asked(|it| it.risk.files_max = 20));
    assert!(asked(|it| it.risk.files_max = 0));
    // One sentence promises nothing that could be checked: enough for the one mode; in the other a model plans first.
    let mode = |mode: Mode| why(&with(|it| it.mode = mode, [hello(), done()], &[]));
    assert_eq!(mode(Mode::Quick), "merged");
    assert!(mode(Mode::Normal).contains("proposed no plan"));
}
