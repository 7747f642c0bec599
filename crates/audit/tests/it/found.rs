//! Commands that nobody declared: what fails without the work too is asked of a person, and never mended.

use ledger::action::{Action, Purpose};
use ledger::event::{Decided, Event};
use ledger::message::Body;
use ledger::phase::{Mode, Phase, Stop};
use serde_json::{Value, json};

use crate::runs::{hello, sound};
use crate::script::{call, done, opened};
use crate::waves;
use crate::world::World;

/// A quick run in which `cargo test` fails once.
fn quick(commands_found: bool, fails_without: bool) -> World {
    let mut opened = opened();
    opened.options.verification.commands_found = commands_found;
    let edit = json!({"path": "src/greet.rs", "old": "hello", "new": "hi"});
    let mut world = World::open(opened, false, [hello(), done(), call("edit", edit), done()]);
    world.exits = [1].into();
    world.fails_without = fails_without;
    world
}

/// How often a command was run for this purpose.
fn runs(world: &World, purpose: Purpose) -> usize {
    let is = |it: &&Action| matches!(it, Action::Check(check) if check.purpose == purpose);
    world.acted.iter().filter(is).count()
}

/// How often commands were run without the work, and how often work went back.
fn counts(world: &World) -> (usize, usize) {
    let corrected = |it: &Event| matches!(it, Event::Decided(Decided::Correcting { .. }));
    let corrected = world.lines.iter().filter(|it| corrected(&it.event));
    (runs(world, Purpose::Baseline), corrected.count())
}

#[test]
fn what_fails_without_the_work_too_goes_to_a_person() {
    let mut world = quick(true, true);
    world.go();
    let stop = world.state.stop();
    assert_eq!(stop, Some(Stop::Blocked), "{}", world.tail(9));
    assert_eq!(counts(&world), (1, 0));
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
}

#[test]
fn what_fails_with_the_work_alone_goes_back() {
    let mut world = quick(true, false);
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
    assert_eq!(counts(&world), (1, 1));
}

#[test]
fn what_passes_the_second_time_goes_to_a_person() {
    let mut world = quick(true, false);
    world.passes_again = true;
    world.go();
    assert_eq!(world.state.stop(), Some(Stop::Blocked), "{}", world.tail(9));
    assert_eq!(counts(&world), (0, 0));
    assert_eq!(runs(&world, Purpose::Repeat), 1);
}

/// A command that somebody declared is held against the work unless it fails in the same way without it; no correction
/// is paid for what was there before. It is not run a second time on the same tree.
#[test]
fn what_somebody_declared_is_compared_with_the_base_alone() {
    let mut world = quick(false, true);
    world.go();
    assert_eq!(world.state.stop(), Some(Stop::Blocked), "{}", world.tail(9));
    assert_eq!(counts(&world), (1, 0));
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
    let mut world = quick(false, false);
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
    assert_eq!(counts(&world), (1, 1));
    assert_eq!(runs(&world, Purpose::Repeat), 0);
}

/// What the base did is asked once: the next correction is held against the same record.
#[test]
fn the_base_is_asked_once_for_each_command() {
    let mut world = quick(false, false);
    world.exits = [1, 1, 1].into();
    let edit = |old: &str, new: &str| {
        call(
            "edit",
            json!({"path": "src/greet.rs", "old": old, "new": new}),
        )
    };
    world
        .script
        .extend([edit("hi", "ho"), done(), edit("ho", "ha"), done()]);
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
    assert_eq!(counts(&world), (1, 3));
}

#[test]
fn a_driver_that_is_killed_meanwhile_compares_again() {
    let mut world = quick(true, true);
    let without = |world: &World| runs(world, Purpose::Baseline) > 0;
    world.hang = Some("check");
    while !without(&world) && world.once() {
        if runs(&world, Purpose::Repeat) == 0 {
            world.hang = None;
        }
    }
    world.hang = None;
    world.crash().go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
    assert_eq!(counts(&world).1, 0, "{}", world.tail(9));
}

#[test]
fn a_checkout_is_made_ready_once_for_each_tree() {
    let mut opened = opened();
    opened.options.verification.prepare = vec!["make ready".to_owned()];
    opened
        .options
        .policies
        .declared
        .push("make ready".to_owned());
    opened
        .options
        .verification
        .commands
        .push("cargo clippy".to_owned());
    opened
        .options
        .policies
        .declared
        .push("cargo clippy".to_owned());
    let mut world = World::open(opened.clone(), false, [hello(), done()]);
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
    assert_eq!(runs(&world, Purpose::Prepare), 1);
    assert_eq!(runs(&world, Purpose::Evidence), 2);

    // It fails with the work alone: the work is sent back, and nothing is run in what is not ready.
    let mut world = World::open(opened.clone(), false, [hello(), done()]);
    world.prepare_exits = [1].into();
    let edit = json!({"path": "src/greet.rs", "old": "hello", "new": "hi"});
    world.script.extend([call("edit", edit), done()]);
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(9));
    assert_eq!(counts(&world).1, 1);
    assert_eq!(runs(&world, Purpose::Evidence), 2);

    // It fails without the work too: a person is asked.
    let mut world = World::open(opened, false, [hello(), done()]);
    world.prepare_exits = [1].into();
    world.fails_without = true;
    world.go();
    assert_eq!(world.state.stop(), Some(Stop::Blocked), "{}", world.tail(9));
    assert_eq!(counts(&world), (1, 0));
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
    world.fails_without = true;
    world.go_reviewed();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    // What the whole is held against is what the first join was held against.
    assert_eq!(counts(&world), (2, 0), "at each join");
}

/// Who says that it is done and has changed nothing gets the same answer again, without the commands being run anew.
#[test]
fn the_same_tree_is_checked_once() {
    let mut world = quick(false, false);
    world.script = [hello(), done(), done(), done()].into();
    world.exits = [1, 1, 1].into();
    world.go();
    assert_eq!(runs(&world, Purpose::Evidence), 1, "{}", world.tail(9));
    assert_eq!(runs(&world, Purpose::Baseline), 1, "{}", world.tail(9));
    let (_, corrected) = counts(&world);
    assert!(corrected >= 2, "{}", world.tail(9));
    // Somebody may have mended something outside meanwhile: then it is run anew.
    world.tell(Body::Resume { hint: None }).go_reviewed();
    assert!(runs(&world, Purpose::Evidence) > 1, "{}", world.tail(9));
}
