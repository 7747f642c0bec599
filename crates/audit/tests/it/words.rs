//! Words between an agent and people: replies without a call, and a person's no.

use ledger::event::Ask;
use ledger::ids::ActId;
use ledger::message::Body;
use ledger::phase::{Mode, Phase, Stop};
use ledger::reply::Ended;
use serde_json::json;

use crate::runs::hello;
use crate::script::{call, done, opened, words};
use crate::world::World;

/// What an agent says without a call, and without having done anything, is told to it once and then to a person, in its
/// own words.
#[test]
fn words_without_a_call_go_to_a_person_and_come_back_with_an_answer() {
    let asks = "Which of the two files do you mean?";
    type Way = (&'static str, fn(ActId) -> Body, &'static str);
    let ways: [Way; 4] = [
        (
            "answered",
            |question| Body::Answer {
                question,
                text: "src/greet.rs".to_owned(),
            },
            "[a person says] src/greet.rs",
        ),
        (
            "said no",
            |question| Body::Deny {
                question,
                reason: "neither".to_owned(),
            },
            "[a person says] no: neither",
        ),
        (
            "said yes",
            |question| Body::Approve {
                question,
                terms: None,
            },
            "[a person says] yes",
        ),
        (
            "resumed with a hint",
            |_| Body::Resume {
                hint: Some("the first one".to_owned()),
            },
            "[a person says] the first one",
        ),
    ];
    for (what, body, heard) in ways {
        for attended in [false, true] {
            let words = || words(asks, Ended::Turn);
            let script = [words(), words(), hello(), done()];
            let mut world = World::open(opened(), attended, script);
            world.go();
            let (act, asking) = world.state.questions.iter().next().expect("a question");
            let act = *act;
            let Ask::Question { text, options } = &asking.ask else {
                panic!("{asking:?}");
            };
            assert_eq!((text.as_str(), options.len()), (asks, 0), "{what}");
            let parked = world.state.park.as_ref().map(|it| it.stop);
            assert_eq!(parked, (!attended).then_some(Stop::Blocked), "{what}");
            world.tell(body(act));
            world.go_reviewed();
            let ended = world.state.ended.as_ref().map(|it| it.0);
            assert_eq!(ended, Some(Phase::Done), "{what}: {}", world.tail(9));
            let lines = format!("{:?}", world.lines);
            assert!(lines.contains(heard), "{what}");
            assert!(lines.contains("called no tool"), "it was told so before");
            let replay = audit::replay(&world.state.run, &world.lines);
            assert!(replay.agrees(), "{what}: {replay:?}");
        }
    }
}

/// Words once, and then to work: nobody is asked. Words after the work are a claim.
#[test]
fn words_between_calls_ask_nobody() {
    let words = |text: &str| words(text, Ended::Turn);
    let read = || call("read", json!({"path": "src/lib.rs"}));
    for script in [
        vec![words("I will look first."), hello(), done()],
        vec![words("First."), read(), words("Then."), hello(), done()],
        vec![hello(), words("It greets now.")],
    ] {
        let mut world = World::open(opened(), false, script);
        world.go_reviewed();
        let ended = world.state.ended.as_ref().map(|it| it.0);
        assert_eq!(ended, Some(Phase::Done), "{}", world.tail(9));
        assert!(
            !format!("{:?}", world.lines).contains("Asked"),
            "{}",
            world.tail(30)
        );
    }
}

/// A planner's words go to a person, too.
#[test]
fn a_planner_that_only_talks_is_answered_by_a_person() {
    let mut opened = opened();
    opened.options.mode = Mode::Normal;
    let words = || words("Should it greet in German?", Ended::Turn);
    let mut world = World::open(opened, false, [words(), words(), crate::waves::four()]);
    world.writes_its_file = true;
    world.go();
    let question = *world.state.questions.keys().next().expect("a question");
    let text = "yes, please".to_owned();
    world.tell(Body::Answer { question, text });
    world.go_reviewed();
    let ended = world.state.ended.as_ref().map(|it| it.0);
    assert_eq!(ended, Some(Phase::Done), "{}", world.tail(9));
}

/// What a person said no to is no strike: the agent hears why and goes on, however often the gates refused it before.
#[test]
fn a_persons_no_does_not_count_against_the_agent() {
    let secret = |path: &str| call("read", json!({ "path": path }));
    let deploy = |place: &str| {
        let argv = ["./deploy.sh", place];
        call("run", json!({ "argv": argv }))
    };
    for asked in 1..=5 {
        let mut script = vec![secret(".env"), secret("a/.env"), secret("b/.env")];
        script.extend((0..asked).map(|nth| deploy(&format!("place{nth}"))));
        script.extend([secret("c/.env"), secret("d/.env"), hello(), done()]);
        let mut world = World::open(opened(), false, script);
        for nth in 0..asked {
            world.go();
            let question = *world.state.questions.keys().next().expect("a question");
            let reason = format!("not there, {nth}");
            world.tell(Body::Deny { question, reason });
        }
        world.go_reviewed();
        let ended = world.state.ended.as_ref().map(|it| it.0);
        assert_eq!(ended, Some(Phase::Done), "{asked}: {}", world.tail(9));
        let heard = format!("{:?}", world.lines);
        assert!(heard.contains("a person said no: not there, 0"), "{asked}");
    }
    // The same thing proposed again and again, whatever is said to it, is a loop all the same.
    let mut world = World::open(opened(), false, (0..6).map(|_| deploy("place")));
    for _ in 0..6 {
        world.go();
        let Some(question) = world.state.questions.keys().next().copied() else {
            break;
        };
        let reason = "no".to_owned();
        world.tell(Body::Deny { question, reason });
    }
    let park = world.state.park.as_ref().expect("parked");
    assert_eq!(park.stop, Stop::Stuck, "{}", park.why);
}
