//! What goes back to be mended: on which worktree the next attempt works, and what it may change.

use ledger::action::{Action, Restore};
use ledger::event::{Ask, Decided, Event};
use ledger::measure::{Complex, Measured};
use ledger::message::Body;
use ledger::observation::Lost;
use ledger::phase::{Mode, Phase, Stop};
use ledger::promise::Source;
use serde_json::json;

use crate::planned::{GREET, MAIN};
use crate::runs::{hello, quick, sound};
use crate::script::{call, done, opened, write};
use crate::waves;
use crate::world::World;

fn restores(world: &World) -> Vec<&Restore> {
    let mut all = Vec::new();
    for act in &world.acted {
        if let Action::Restore(it) = act {
            all.push(it);
        }
    }
    all
}

/// Whether each correction was one of a round that was rolled back.
fn corrections(world: &World) -> Vec<bool> {
    let of = |event: &Event| match event {
        Event::Decided(Decided::Correcting { rolled_back, .. }) => Some(*rolled_back),
        Event::Decided(_) | Event::Seen(_) => None,
    };
    world.lines.iter().filter_map(|it| of(&it.event)).collect()
}

#[test]
fn a_round_that_broke_what_held_is_rolled_back() {
    let mut world = crate::planned::planned([
        write("src/greet.rs", GREET),
        done(),
        // The gap stays, and the greeting is gone.
        write(
            "src/greet.rs",
            "pub fn other(name: &str) -> String {\n    name.to_owned()\n}\n",
        ),
        done(),
        write("src/main.rs", MAIN),
        done(),
    ]);
    world.go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(corrections(&world), [false, true]);
    let [restore] = restores(&world)[..] else {
        panic!("one is rolled back: {:?}", restores(&world));
    };
    assert!(restore.commit.is_some() && restore.run_branch.is_some());
    assert!(world.target_has("src/main.rs"));
}

/// The target moved, and what was verified with it is red: the correction works on that.
#[test]
fn a_correction_works_on_what_was_verified() {
    let mut world = quick([
        hello(),
        done(),
        call(
            "edit",
            json!({"path": "src/greet.rs", "old": "hello", "new": "hi"}),
        ),
        done(),
    ]);
    while world.state.phase != Phase::Validating {
        assert!(world.once(), "{}", world.tail(9));
    }
    world.crash().move_target();
    world.exits = [1].into();
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(corrections(&world), [false]);
    assert_eq!(restores(&world).len(), 1, "{}", world.tail(20));
    assert!(world.target_has("CHANGES"), "what others did meanwhile");
}

/// Gaps of the whole may lie in any task's files.
#[test]
fn who_mends_the_whole_may_change_the_files_of_all() {
    let mut opened = opened();
    opened.options.mode = Mode::Normal;
    opened.options.verification.archon = vec!["complexity".to_owned()];
    let mut world = World::open(opened, false, [waves::four()]);
    world.writes_its_file = true;
    world.measured = Measured {
        functions: 3,
        complex: vec![Complex {
            path: "src/a.rs".to_owned(),
            line: 1,
            name: "f".to_owned(),
            complexity: 11,
            before: None,
        }],
        ..Measured::default()
    };
    while corrections(&world).is_empty() {
        assert!(world.once(), "{}", world.tail(9));
    }
    let last = world.state.last_task().expect("a task");
    let files: Vec<&str> = last.task.files.files().map(|it| it.as_str()).collect();
    assert_eq!(files, ["src/a.rs", "src/b.rs", "src/c.rs", "src/d.rs"]);
}

/// What a model planned is planned again; what a person wrote is theirs to change.
#[test]
fn a_persons_own_plan_that_a_person_rejects_is_over() {
    let mut opened = opened();
    opened.options.mode = Mode::Normal;
    opened.options.plan.approve = true;
    opened.source = Source::Plan {
        path: "PLAN.md".to_owned(),
        text: crate::planned::PLAN.to_owned(),
    };
    let mut world = World::open(opened, false, []);
    world.go();
    assert_eq!(world.state.stop(), Some(Stop::Blocked), "{}", world.tail(9));
    let question = *world.state.questions.keys().next().expect("a question");
    let reason = "not this quarter".to_owned();
    world.tell(Body::Deny { question, reason }).go();
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Fail, "{}", world.tail(9));
    let why = &world.state.ended.as_ref().expect("over").1;
    assert!(why.contains("not this quarter"), "{why}");
}

/// A merge that would take away what others brought meanwhile goes back; done again, it may be meant so: a person says.
#[test]
fn what_a_merge_takes_away_is_asked_about_once_it_was_told() {
    let tasks = [
        waves::task("a", "src/a.rs", &[]),
        waves::task("b", "src/b.rs", &["a"]),
    ];
    let mut world = waves::planned(waves::plan(&tasks));
    world.lost = vec![Lost {
        path: "src/lib.rs".to_owned(),
        lines: vec!["pub fn theirs() {}".to_owned()],
        back: false,
    }];
    world.go();
    assert_eq!(world.state.stop(), Some(Stop::Blocked), "{}", world.tail(9));
    assert_eq!(corrections(&world), [false], "told once");
    let (question, asking) = world.state.questions.iter().next().expect("a question");
    let (question, task) = (*question, asking.task.clone().expect("a task's"));
    let Ask::Review { items } = &asking.ask else {
        panic!("another question");
    };
    assert!(items[0].contains("pub fn theirs() {}"), "{items:?}");
    let mut no = world.clone();
    world.lost.clear();
    world
        .tell(Body::Approve {
            question,
            terms: None,
        })
        .go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(corrections(&world), [false]);
    let reason = "keep theirs".to_owned();
    no.tell(Body::Deny { question, reason });
    while corrections(&no).len() < 2 {
        assert!(no.once(), "{}", no.tail(9));
    }
    let gaps = &no.state.tasks[&task].gaps;
    assert_eq!(gaps[0], "a person rejected the merge: keep theirs");
    assert!(gaps[1].contains("pub fn theirs() {}"), "{gaps:?}");
    no.lost.clear();
    no.go();
    assert_eq!(sound(&no).phase, Phase::Done, "{}", no.tail(20));
}
