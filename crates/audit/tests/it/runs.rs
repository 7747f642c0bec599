//! Whole runs through the engine: what came of them, in numbers, and that they can be told again from their lines.

use audit::Summary;
use ledger::event::{Ask, Need, Seen};
use ledger::message::Body;
use ledger::phase::{Phase, Stop};
use ledger::reply::{Ended, FailureKind};
use serde_json::json;

use crate::backtested::unchanged;
use crate::script::{REPLY_COST, Say, call, calls, done, fail, opened, words, write};
use crate::world::World;

/// What must hold of every run, wherever it stands: the fold of its lines is the state that its driver had, and each
/// decision is made again; and the same policies decide the same of every action.
pub(crate) fn sound(world: &World) -> Summary {
    let folded = engine::fold::fold(world.state.run.clone(), &world.lines);
    assert_eq!(
        format!("{folded:#?}"),
        format!("{:#?}", world.state),
        "fold and driver differ"
    );
    let replay = audit::replay(&world.state.run, &world.lines);
    assert!(replay.agrees(), "{:#?}", replay.divergences);
    assert_eq!(replay.seen + replay.decided, world.lines.len());
    unchanged(&world.lines);
    audit::summary(&world.state, &world.lines)
}

pub(crate) fn quick(script: impl IntoIterator<Item = Say>) -> World {
    World::open(opened(), false, script)
}

pub(crate) fn hello() -> Say {
    write(
        "src/greet.rs",
        "pub fn greet() -> &'static str {\n    \"hello\"\n}\n",
    )
}

#[test]
fn a_quick_run_goes_from_a_sentence_to_a_merged_commit() {
    let mut world = quick([hello(), done()]);
    world.go_reviewed();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(summary.stop, Some(Stop::Done));
    assert_eq!(summary.title, "Greet the world");
    assert!(summary.merged.is_some());
    assert_eq!((summary.turns, summary.tool_calls), (2, 2));
    assert_eq!(summary.cost.total.0, 2 * REPLY_COST.0);
    assert_eq!((summary.tokens.input, summary.tokens.output), (2_000, 100));
    assert_eq!((summary.corrections, summary.verifications), (0, 1));
    assert!(!summary.escalated);
}

#[test]
fn failed_requests_are_waited_out() {
    let mut world = quick([
        fail(FailureKind::Overloaded, None),
        fail(FailureKind::RateLimited, Some(5_000)),
        hello(),
        done(),
    ]);
    world.go_reviewed();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    let woke = |it: &&ledger::wire::v1::Line| {
        matches!(it.event, ledger::event::Event::Seen(Seen::Woke { .. }))
    };
    assert_eq!(world.lines.iter().filter(woke).count(), 2);
    assert_eq!(summary.turns, 2);
}

#[test]
fn too_many_failed_requests_park_and_a_resume_goes_on() {
    let mut script: Vec<Say> = (0..4).map(|_| fail(FailureKind::Broken, None)).collect();
    script.extend([hello(), done()]);
    let mut opened = crate::script::opened();
    // The fourth wait would be one too long.
    opened.options.limits.provider_wait_ms = 7_000;
    let mut world = World::open(opened, false, script);
    world.go();
    assert!(matches!(
        world.state.park.as_ref().unwrap().needs[..],
        [Need::Mend { .. }]
    ));
    assert!(sound(&world).needed_people);
    world.tell(Body::Resume { hint: None }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn a_quota_parks_on_a_timer_and_needs_nobody() {
    let mut world = quick([fail(FailureKind::Quota, Some(3_600_000)), hello(), done()]);
    world.go();
    let summary = sound(&world);
    assert_eq!(summary.stop, Some(Stop::Blocked));
    assert!(!summary.needed_people, "time alone is needed");
    world
        .pass(3_600_000)
        .tell(Body::Resume { hint: None })
        .go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn a_question_is_asked_and_answered() {
    let question = call(
        "ask",
        json!({"question": "Which greeting?", "options": ["hello", "hi"]}),
    );
    for attended in [false, true] {
        let mut world = World::open(opened(), attended, [question.clone(), hello(), done()]);
        world.go();
        assert_eq!(world.state.park.is_some(), !attended);
        let (act, asking) = world.state.questions.iter().next().expect("a question");
        assert!(matches!(asking.ask, Ask::Question { .. }));
        let (question, text) = (*act, "hello".to_owned());
        world
            .pass(30_000)
            .tell(Body::Answer { question, text })
            .go_reviewed();
        let summary = sound(&world);
        assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
        assert!(summary.needed_people && summary.asked >= 1);
        // A parked run holds no driver who could count.
        assert_eq!(
            summary.waited_ms >= 30_000,
            attended,
            "{}",
            summary.waited_ms
        );
        assert!(summary.active_ms < 30_000, "{}", summary.active_ms);
    }
}

#[test]
fn an_exhausted_budget_parks_and_a_new_segment_goes_on() {
    let mut opened = opened();
    opened.options.budget.total = ledger::money::Usd(205_000);
    let mut world = World::open(opened, false, [hello(), done()]);
    world.go();
    assert_eq!(sound(&world).stop, Some(Stop::BudgetExhausted));
    world.tell(Body::Budget { usd: None }).go_reviewed();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    assert!(summary.needed_people);
    assert_eq!(world.state.purse.segments, 2);
}

#[test]
fn a_loop_is_nudged_then_parks_as_stuck() {
    let read = || call("read", json!({"path": "src/lib.rs"}));
    let mut world = quick((0..8).map(|_| read()));
    world.go();
    let summary = sound(&world);
    assert_eq!(summary.stop, Some(Stop::Stuck), "{}", world.tail(20));
    assert_eq!(summary.turns, 4);
    world.script = [hello(), done()].into();
    let hint = Some("write the file".to_owned());
    world.tell(Body::Resume { hint }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn a_conflict_goes_back_to_the_task() {
    let mut world = quick([hello(), done()]);
    world.conflicts = 1;
    world
        .script
        .push_back(write("src/lib.rs", "pub mod greet;\n"));
    world.script.push_back(done());
    world.go_reviewed();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(summary.corrections, 1);
}

#[test]
fn a_target_that_moves_is_verified_again() {
    let mut world = quick([hello(), done()]);
    world.moves = 1;
    world.go_reviewed();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(summary.verifications, 2);
}

#[test]
fn nothing_changed_fails_a_quick_run() {
    let mut world = quick([done()]);
    world.go();
    let summary = sound(&world);
    assert_eq!((summary.phase, summary.stop), (Phase::Fail, None));
    assert!(summary.ended && !summary.is_done());
    let tasks = audit::standing(&world.state).tasks;
    assert_eq!(
        tasks.iter().map(|it| it.stage).collect::<Vec<_>>(),
        ["not finished"]
    );
}

#[test]
fn own_acts_that_keep_failing_park() {
    let mut world = quick([hello(), done()]);
    world.failures = 2;
    world.go();
    assert_eq!(sound(&world).stop, Some(Stop::Blocked), "{}", world.tail(9));
    world.tell(Body::Resume { hint: None }).go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn who_stops_a_run_was_not_needed_for_it() {
    for (seen, stop) in [
        (None, Stop::Stopped),
        (Some(Seen::Interrupted), Stop::Blocked),
    ] {
        let mut world = quick([hello(), done()]);
        for _ in 0..4 {
            world.once();
        }
        match seen {
            Some(seen) => world.see(seen),
            None => world.tell(Body::Stop {
                reason: "lunch".to_owned(),
            }),
        };
        world.go();
        let summary = sound(&world);
        assert_eq!(summary.stop, Some(stop), "{}", world.tail(9));
        assert!(!summary.needed_people);
        world.tell(Body::Resume { hint: None }).go_reviewed();
        assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    }
}

#[test]
fn several_calls_of_one_reply_are_all_answered() {
    let mut world = quick([
        calls(&[
            ("read", json!({"path": "src/lib.rs"})),
            ("search", json!({"pattern": "old"})),
            (
                "write",
                json!({"path": "src/greet.rs", "content": "pub fn greet() -> u8 {\n    1\n}\n"}),
            ),
            ("no_such_tool", json!({})),
            ("read", json!({"path": "../../etc/shadow"})),
        ]),
        done(),
    ]);
    world.go_reviewed();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(summary.tool_calls, 6);
    assert_eq!(summary.denied, 1, "a secret outside the worktree is denied");
}

#[test]
fn cut_and_empty_replies_are_asked_for_again() {
    let mut world = quick([
        words("", Ended::Turn),
        words("I will now", Ended::Length),
        hello(),
        done(),
    ]);
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

/// Killed after each thing taken in, and resumed: the run comes to the same end.
#[test]
fn a_run_survives_a_crash_anywhere() {
    let script = || {
        [
            hello(),
            call("read", json!({"path": "src/greet.rs"})),
            done(),
        ]
    };
    let mut straight = quick(script());
    let mut points = 0;
    while straight.once() {
        points += 1;
        let mut killed = straight.clone();
        killed.crash().go_reviewed();
        let summary = sound(&killed);
        assert_eq!(
            summary.phase,
            Phase::Done,
            "killed after {points}:\n{}",
            killed.tail(25)
        );
    }
    assert!(points >= 10, "{points}");
}

#[test]
fn an_act_that_hangs_is_interrupted_by_the_next_driver() {
    for act in [
        "prepare",
        "change",
        "commit",
        "integrate",
        "candidate",
        "check",
        "merge",
        "discard",
    ] {
        let mut world = quick([hello(), hello(), done()]);
        world.hang = Some(act);
        world.go_reviewed();
        if world.hang.is_some() && act != "check" {
            assert!(
                !world.state.acts.is_empty(),
                "{act} hangs\n{}",
                world.tail(9)
            );
        }
        world.crash().go_reviewed();
        assert_eq!(
            sound(&world).phase,
            Phase::Done,
            "{act}\n{}",
            world.tail(20)
        );
    }
}

#[test]
fn a_rewound_run_goes_on_from_the_earlier_line() {
    let mut world = quick([hello(), done()]);
    for _ in 0..5 {
        world.once();
    }
    let early = world.lines.last().unwrap().seq;
    let spent = world.state.purse.spent.total();
    for _ in 0..4 {
        world.once();
    }
    world.rewind(early);
    assert!(world.state.purse.spent.total() >= spent);
    world.script = [hello(), done()].into();
    world.go_reviewed();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(25));
}

#[test]
fn a_red_check_is_corrected() {
    let mut world = quick([hello(), done(), call("edit", mended()), done()]);
    world.exits = [1].into();
    world.go_reviewed();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(
        (summary.corrections, summary.verifications, summary.passed),
        (1, 2, 1)
    );
    assert_eq!(summary.asked, 0, "what passed needs nobody");
    assert_eq!(summary.denied, 0, "a red check is no act");
    let again = world
        .state
        .report
        .as_ref()
        .unwrap()
        .re_verification
        .as_ref();
    assert_eq!(again.map(|it| it.gaps_closed.len()), Some(1));
}

fn mended() -> serde_json::Value {
    json!({"path": "src/greet.rs", "old": "hello", "new": "hello, world"})
}

#[test]
fn a_stub_is_a_gap() {
    let mut world = quick([
        write("src/greet.rs", "pub fn greet() {}\n"),
        done(),
        hello(),
        done(),
    ]);
    world.go_reviewed();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    assert_eq!((summary.corrections, summary.passed), (1, 1));
}

/// Four times red, each time after another change: handed over.
pub(crate) fn handed_over() -> World {
    let edit = |old: &str, new: &str| {
        call(
            "edit",
            json!({"path": "src/greet.rs", "old": old, "new": new}),
        )
    };
    let mut world = quick([
        hello(),
        done(),
        edit("hello", "1"),
        done(),
        edit("1", "2"),
        done(),
        edit("2", "3"),
        done(),
    ]);
    world.exits = [1; 4].into();
    world.go();
    let stop = sound(&world).stop;
    assert_eq!(stop, Some(Stop::Blocked), "{}", world.tail(20));
    world
}

#[test]
fn gaps_that_stay_are_handed_over() {
    let summary = sound(&handed_over());
    assert!(summary.escalated && summary.needed_people);
    assert!(summary.corrections >= 1 && summary.passed == 0);
}

#[test]
fn a_risky_change_needs_somebody_who_looks() {
    let mut world = quick([
        write(
            "src/auth.rs",
            "pub fn allow(user: &str) -> bool {\n    user == \"ada\"\n}\n",
        ),
        done(),
    ]);
    world.go();
    assert_eq!(sound(&world).asked, 1, "{}", world.tail(20));
    assert_eq!(world.state.mode, ledger::phase::Mode::Normal);
    let question = *world.state.questions.keys().next().unwrap();
    let mut no = world.clone();
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    let reason = "not like this".to_owned();
    no.tell(Body::Deny { question, reason });
    no.script = [
        call(
            "edit",
            json!({"path": "src/auth.rs", "old": "ada", "new": "eve"}),
        ),
        done(),
    ]
    .into();
    no.go_reviewed();
    let summary = sound(&no);
    assert_eq!(
        (summary.phase, summary.corrections),
        (Phase::Done, 1),
        "{}",
        no.tail(20)
    );
}

/// From wherever a run stands back to any earlier thing taken in: it comes to its end again.
#[test]
fn a_run_can_be_rewound_to_anything_taken_in() {
    let mut straight = quick([hello(), done()]);
    let mut ends = Vec::new();
    while straight.once() {
        ends.push(straight.lines.last().unwrap().seq);
    }
    straight.go_reviewed();
    for to in ends {
        let mut back = straight.clone();
        back.rewind(to);
        back.script = [hello(), done(), hello(), done()].into();
        back.go_reviewed();
        let summary = sound(&back);
        assert_eq!(
            summary.phase,
            Phase::Done,
            "back to {to}:\n{}",
            back.tail(25)
        );
    }
}

#[test]
fn what_a_person_ends_is_over_whatever_it_waits_for_and_nothing_begins_any_more() {
    for turns in 0..7 {
        let mut world = quick([hello(), done()]);
        for _ in 0..turns {
            world.once();
        }
        let reason = "a bad idea".to_owned();
        world.tell(Body::End { reason }).go();
        let summary = sound(&world);
        assert_eq!(
            (summary.phase, summary.stop, summary.ended),
            (Phase::Stopped, Some(Stop::Stopped), true),
            "{turns}: {}",
            world.tail(20)
        );
        assert!(
            summary
                .why
                .as_deref()
                .is_some_and(|it| it.ends_with("a bad idea"))
        );
        assert!(world.state.questions.is_empty() && world.state.park.is_none());
        let standing = world
            .state
            .tasks
            .values()
            .filter(|it| it.prepared.is_some());
        assert_eq!(standing.count(), 0, "{}", world.tail(20));
        assert!(!summary.needed_people && summary.merged.is_none());
    }
}
