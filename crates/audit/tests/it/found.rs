//! Commands that nobody declared: what fails without the work too is asked of a person, and never mended.

use ledger::event::{Decided, Event, Seen};
use ledger::evidence::Unfit;
use ledger::phase::{Mode, Phase, Stop};
use serde_json::{Value, json};

use crate::runs::{hello, sound};
use crate::script::{call, done, opened};
use crate::waves;
use crate::world::World;

pub(crate) fn alike() -> Vec<Unfit> {
    vec![Unfit {
        command: "cargo test".to_owned(),
        why: "it fails in the same way without it".to_owned(),
    }]
}

/// A quick run in which `cargo test` fails once.
fn quick(commands_found: bool, unfit: Vec<Unfit>) -> World {
    let mut opened = opened();
    opened.options.verification.commands_found = commands_found;
    let edit = json!({"path": "src/greet.rs", "old": "hello", "new": "hi"});
    let mut world = World::open(opened, false, [hello(), done(), call("edit", edit), done()]);
    world.exits = [1].into();
    world.unfit = unfit;
    world
}

/// How often commands were compared, and how often work went back.
fn counts(world: &World) -> (usize, usize) {
    let count = |of: fn(&Event) -> bool| world.lines.iter().filter(|it| of(&it.event)).count();
    let compared = |it: &Event| matches!(it, Event::Seen(Seen::Compared { .. }));
    let corrected = |it: &Event| matches!(it, Event::Decided(Decided::Correcting { .. }));
    (count(compared), count(corrected))
}

#[test]
fn what_fails_without_the_work_too_goes_to_a_person() {
    let mut world = quick(true, alike());
    world.go();
    let stop = world.state.stop();
    assert_eq!(stop, Some(Stop::Blocked), "{}", world.tail(9));
    assert_eq!(counts(&world), (1, 0));
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
}

#[test]
fn what_fails_with_the_work_alone_goes_back() {
    let mut world = quick(true, Vec::new());
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
    assert_eq!(counts(&world), (1, 1));
}

#[test]
fn what_somebody_declared_is_compared_with_nothing() {
    let mut world = quick(false, alike());
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
    assert_eq!(counts(&world), (0, 1));
}

#[test]
fn a_driver_that_is_killed_meanwhile_compares_again() {
    let mut world = quick(true, alike());
    let compares = |world: &World| {
        let is = |it: &Event| matches!(it, Event::Decided(Decided::Compare { .. }));
        world.lines.iter().any(|it| is(&it.event))
    };
    while !compares(&world) {
        assert!(world.once(), "{}", world.tail(9));
    }
    world.crash().go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
    assert_eq!(counts(&world).1, 0, "{}", world.tail(9));
}

/// A task that names no command.
fn task(id: &str, file: &str, after: &[&str]) -> Value {
    let mut task = waves::task(id, file, after);
    task["must_haves"] = json!({"artifacts": [{"path": file, "provides": "it", "min_lines": 1}]});
    task
}

#[test]
fn tasks_come_in_all_the_same() {
    let plan = waves::plan(&[task("a", "src/a.rs", &[]), task("b", "src/b.rs", &["a"])]);
    let mut opened = opened();
    opened.options.mode = Mode::Normal;
    opened.options.verification.commands_found = true;
    let mut world = World::open(opened, false, [plan]);
    world.writes_its_file = true;
    world.exits = [1; 3].into();
    world.unfit = alike();
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    assert_eq!(counts(&world), (3, 0), "at each join, and of the whole");
}
