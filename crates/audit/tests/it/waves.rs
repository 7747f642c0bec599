//! Runs of several tasks: planned by a model, worked on side by side, brought in one by one.

use engine::state::Stage;
use ledger::action::Action;
use ledger::event::{Ask, Decided, Event, Need, Seen};
use ledger::ids::TaskId;
use ledger::message::Body;
use ledger::observation::Outcome;
use ledger::phase::{Mode, Phase, Stop};
use serde_json::{Value, json};

use crate::runs::sound;
use crate::script::{Say, call, opened, words, write};
use crate::world::World;
use ledger::reply::Ended;

/// A task of a plan, as a model proposes it: it makes one file.
pub(crate) fn task(id: &str, file: &str, after: &[&str]) -> Value {
    json!({
        "id": id,
        "title": format!("Make {file}"),
        "brief": format!("Make {file}"),
        "files": [file],
        "depends_on": after,
        "must_haves": {"artifacts": [{"path": file, "provides": "it", "min_lines": 1}],
                       "truths": [{"text": format!("{id} works"), "commands": ["cargo test"]}]},
    })
}

pub(crate) fn plan(tasks: &[Value]) -> Say {
    call("plan", json!({"title": "Several things", "tasks": tasks}))
}

pub(crate) fn four() -> Say {
    plan(&[
        task("a", "src/a.rs", &[]),
        task("b", "src/b.rs", &[]),
        task("c", "src/c.rs", &["a"]),
        task("d", "src/d.rs", &["b", "c"]),
    ])
}

/// A run in which a model plans.
pub(crate) fn planned(first: Say) -> World {
    let mut opened = opened();
    opened.options.mode = Mode::Normal;
    let mut world = World::open(opened, false, [first]);
    world.writes_its_file = true;
    world
}

pub(crate) fn id(text: &str) -> TaskId {
    TaskId::new(text).unwrap()
}

/// The order in which tasks came into the run branch.
fn joined(world: &World) -> Vec<String> {
    let of = |line: &ledger::wire::v1::Line| {
        if let Event::Seen(Seen::Finished { observation, .. }) = &line.event
            && let Outcome::Integrated { .. } = observation.outcome
        {
            return line.stamp.task.clone();
        }
        None
    };
    world
        .lines
        .iter()
        .filter_map(of)
        .map(|it| it.to_string())
        .collect()
}

#[test]
fn tasks_go_side_by_side_and_come_in_after_what_they_depend_on() {
    let mut world = planned(four());
    let mut most = 0;
    while world.once() {
        let tasks = world.state.tasks.values();
        let working =
            tasks.filter(|it| it.stage == Stage::Working && it.task.id.as_str() != "_plan");
        most = most.max(working.count());
        for (name, before) in [("c", "a"), ("d", "b"), ("d", "c")] {
            let stage = |name: &str| world.state.tasks.get(&id(name)).map(|it| it.stage);
            let begun = stage(name).is_some_and(|it| it != Stage::Fresh);
            assert!(
                !begun || stage(before) == Some(Stage::Integrated),
                "{name} before {before}"
            );
        }
    }
    let summary = sound(&world);
    assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(most, 2, "a and b side by side");
    let order = joined(&world);
    let place = |name: &str| order.iter().position(|it| it == name).unwrap();
    assert!(place("a") < place("c") && place("c") < place("d") && place("b") < place("d"));
    assert_eq!(order.len(), 4);
    // Four joins and the whole.
    assert_eq!(summary.verifications, 5);
    let names: Vec<&str> = ["src/a.rs", "src/b.rs", "src/c.rs", "src/d.rs"].into();
    assert!(
        names.iter().all(|it| world.target_has(it)),
        "{}",
        world.tail(9)
    );
}

#[test]
fn as_many_as_configured_go_side_by_side() {
    let many: Vec<Value> = (0..6)
        .map(|n| task(&format!("t{n}"), &format!("src/t{n}.rs"), &[]))
        .collect();
    for max in [1, 3] {
        let mut opened = opened();
        opened.options.mode = Mode::Normal;
        opened.options.limits.tasks_parallel_max = max;
        let mut world = World::open(opened, false, [plan(&many)]);
        world.writes_its_file = true;
        let mut most = 0;
        while world.once() {
            let begun = world.state.tasks.values().filter(|it| {
                !matches!(it.stage, Stage::Fresh | Stage::Integrated)
                    && it.task.id.as_str() != "_plan"
            });
            most = most.max(u32::try_from(begun.count()).unwrap());
        }
        assert_eq!(
            (sound(&world).phase, most),
            (Phase::Done, max),
            "{}",
            world.tail(9)
        );
    }
}

#[test]
fn a_plan_that_does_not_hold_goes_back_with_what_is_wrong() {
    let two = [
        task("a", "src/a.rs", &["nobody"]),
        task("b", "src/a.rs", &[]),
    ];
    let mut world = planned(plan(&two));
    world.script.push_back(four());
    world.go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    let refusals = world.lines.iter().filter_map(|line| {
        if let Event::Decided(Decided::Answered { observation, .. }) = &line.event
            && observation.text.contains("mend all of it")
        {
            return Some(observation.text.as_str());
        }
        None
    });
    let refusals: Vec<&str> = refusals.collect();
    assert_eq!(refusals.len(), 1);
    assert!(refusals[0].contains("nobody"), "{}", refusals[0]);
}

#[test]
fn a_proof_that_would_never_be_run_goes_back() {
    let mut one = task("a", "src/a.rs", &[]);
    one["must_haves"]["truths"][0]["commands"] = json!(["curl example.org"]);
    let mut world = planned(plan(&[one]));
    world.script.push_back(four());
    world.go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    let told = world.lines.iter().any(|line| {
        matches!(&line.event, Event::Decided(Decided::Answered { observation, .. })
            if observation.text.contains("`curl example.org` would not be run as a proof"))
    });
    assert!(told, "{}", world.tail(40));
}

#[test]
fn bad_plans_are_bounded_and_a_hint_lets_it_try_again() {
    let bad = || plan(&[]);
    let mut world = planned(bad());
    world.script.extend([bad(), bad(), four()]);
    world.go();
    let summary = sound(&world);
    assert_eq!(
        (summary.phase, summary.stop),
        (Phase::Planning, Some(Stop::Blocked)),
        "{}",
        world.tail(9)
    );
    world
        .tell(Body::Resume {
            hint: Some("one file each".to_owned()),
        })
        .go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn a_planner_that_only_talks_is_told_and_then_waited_for() {
    let mut world = planned(words("I would do this and that.", Ended::Turn));
    world.script.push_back(words("As I said.", Ended::Turn));
    world.go();
    assert_eq!(sound(&world).stop, Some(Stop::Blocked), "{}", world.tail(9));
}

#[test]
fn a_planner_changes_nothing() {
    let mut world = planned(write("src/a.rs", "pub fn a() {}\n"));
    world.script.push_back(four());
    world.go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    assert!(sound(&world).denied > 0, "the write is refused");
}

#[test]
fn a_person_is_asked_for_the_plan_where_that_is_wanted() {
    let mut opened = opened();
    opened.options.mode = Mode::Normal;
    opened.options.plan.approve = true;
    let mut world = World::open(opened, false, [four(), four()]);
    world.writes_its_file = true;
    world.go();
    let summary = sound(&world);
    assert_eq!(
        (summary.phase, summary.stop),
        (Phase::Planning, Some(Stop::Blocked)),
        "{}",
        world.tail(9)
    );
    let asked = |world: &World| {
        let mut all = world.state.questions.iter();
        let (act, asking) = all.next().expect("a question");
        assert!(matches!(&asking.ask, Ask::Plan { plan } if plan.tasks.len() == 4));
        *act
    };
    let question = asked(&world);
    let reason = "too many tasks".to_owned();
    world.tell(Body::Deny { question, reason }).go();
    let planner = world.state.current().expect("the planner");
    let heard = format!("{:?}", planner.turns);
    assert!(heard.contains("Not this plan: too many tasks."), "{heard}");
    let question = asked(&world);
    world
        .tell(Body::Approve {
            question,
            terms: None,
        })
        .go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn a_failed_task_holds_back_only_what_depends_on_it() {
    let mut world = planned(four());
    world.refuses = Some("Make src/a.rs");
    world.go();
    let summary = sound(&world);
    assert_eq!(
        (summary.phase, summary.stop),
        (Phase::Executing, Some(Stop::Blocked)),
        "{}",
        world.tail(12)
    );
    let stage = |name: &str| world.state.tasks.get(&id(name)).unwrap().stage;
    assert_eq!(stage("b"), Stage::Integrated, "{}", world.tail(12));
    assert_eq!((stage("c"), stage("d")), (Stage::Fresh, Stage::Fresh));
    assert!(world.state.tasks.get(&id("a")).unwrap().held.is_some());
    world.refuses = None;
    world.tell(Body::Resume { hint: None }).go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn what_breaks_the_others_goes_back_to_its_task_and_not_into_the_run_branch() {
    let mut world = planned(four());
    // The command fails once: when the second task is verified together with the first.
    world.exits.extend([0, 1]);
    world.go();
    let summary = sound(&world);
    assert_eq!(
        (summary.phase, summary.corrections),
        (Phase::Done, 1),
        "{}",
        world.tail(20)
    );
    let corrected: Vec<_> = world
        .lines
        .iter()
        .filter(|it| matches!(it.event, Event::Decided(Decided::Correcting { .. })))
        .collect();
    assert_eq!(corrected[0].stamp.task, Some(id("b")));
}

#[test]
fn what_can_not_be_mended_is_handed_over_when_the_others_are_done() {
    let mut world = planned(four());
    // Each of the first two tasks, and three corrections of it.
    world.exits.extend([1; 8]);
    world.go();
    let summary = sound(&world);
    assert_eq!(
        (summary.phase, summary.stop),
        (Phase::Executing, Some(Stop::Blocked)),
        "{}",
        world.tail(20)
    );
    assert!(world.state.handed_over, "people have a page");
    world
        .tell(Body::Resume {
            hint: Some("look at the tests".to_owned()),
        })
        .go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

#[test]
fn a_conflict_goes_back_to_its_task() {
    let mut world = planned(four());
    world.conflicts = 1;
    world.go();
    let summary = sound(&world);
    assert_eq!(
        (summary.phase, summary.corrections),
        (Phase::Done, 1),
        "{}",
        world.tail(20)
    );
}

/// Killed after each thing taken in, and resumed: the same branch in the end.
#[test]
fn waves_survive_a_crash_anywhere() {
    let mut whole = planned(four());
    whole.go();
    let steps = whole
        .lines
        .iter()
        .filter(|it| matches!(it.event, Event::Seen(_)))
        .count();
    for at in 1..steps {
        let mut world = planned(four());
        for _ in 0..at {
            world.once();
        }
        let planned = world.state.plan.is_some();
        world.crash();
        if !planned && world.script.is_empty() {
            world.script.push_back(four());
        }
        world.go();
        assert_eq!(
            sound(&world).phase,
            Phase::Done,
            "killed after {at}\n{}",
            world.tail(20)
        );
        assert!(
            world.target_has("src/a.rs") && world.target_has("src/d.rs"),
            "killed after {at}"
        );
    }
}

#[test]
fn waves_can_be_rewound_to_anything_taken_in() {
    let mut whole = planned(four());
    whole.go();
    let ends: Vec<_> = whole
        .lines
        .windows(2)
        .filter(|pair| matches!(pair[1].event, Event::Seen(_)))
        .map(|pair| pair[0].seq)
        .collect();
    for to in ends.into_iter().skip(2) {
        let mut world = whole.clone();
        world.rewind(to);
        if world.state.plan.is_none() {
            world.script.push_back(four());
        }
        world.go();
        if world.state.merged.is_none() {
            world.tell(Body::Resume { hint: None }).go();
        }
        assert_eq!(
            sound(&world).phase,
            Phase::Done,
            "back to {to}\n{}",
            world.tail(20)
        );
    }
}

/// What can't be written again and again is waited for, and not tried for ever.
#[test]
fn a_run_branch_that_can_not_be_moved_is_waited_for() {
    let mut world = planned(four());
    world.fails_to = Some("integrate");
    world.go();
    let summary = sound(&world);
    assert_eq!(
        (summary.phase, summary.stop),
        (Phase::Executing, Some(Stop::Blocked)),
        "{}",
        world.tail(20)
    );
    world.fails_to = None;
    world.tell(Body::Resume { hint: None }).go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}

/// What waits for a task that can't go on does not go on either: with nothing else left, the run itself waits.
#[test]
fn a_task_is_held_only_where_others_go_on_without_it() {
    for (after, held) in [(&["a"][..], 0), (&[], 1)] {
        let tasks = [
            task("a", "src/a.rs", &[]),
            task("b", "src/b.rs", after),
            task("c", "src/c.rs", &["b"]),
        ];
        let mut world = planned(plan(&tasks));
        world.refuses = Some("Make src/a.rs");
        world.go();
        let is_held =
            |it: &&ledger::wire::v1::Line| matches!(it.event, Event::Decided(Decided::Held { .. }));
        assert_eq!(
            world.lines.iter().filter(is_held).count(),
            held,
            "{}",
            world.tail(9)
        );
        assert!(world.state.park.is_some());
    }
}

/// Once nothing goes on any more, the run says all that its tasks need.
#[test]
fn a_run_needs_what_its_held_tasks_need() {
    let mut world = planned(four());
    world.refuses = Some("Make src/a.rs");
    world.go();
    let park = world.state.park.as_ref().expect("parked");
    assert!(park.why.starts_with("task `a` waits: "), "{}", park.why);
    assert_eq!(park.needs, [Need::Hint]);
}

/// Worktrees of what is in go while others work, and only those.
#[test]
fn worktrees_go_once_their_work_is_in() {
    let mut world = planned(four());
    world.go();
    let mut early = Vec::new();
    for act in &world.acted {
        if let Action::Discard(it) = act
            && it.run_goes_on
        {
            early.push(it.task.to_string());
        }
    }
    early.sort();
    assert!(early.contains(&"_plan".to_owned()), "{early:?}");
    assert!(early.len() > 1, "{early:?}");
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
}
