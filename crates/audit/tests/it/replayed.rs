//! A ledger that was tampered with, or written by a program that decides otherwise, does not replay.

use audit::replay;
use ledger::event::{Decided, Event};
use ledger::ids::Seq;
use ledger::wire::v1::Line;

use crate::script::{done, opened, write};
use crate::world::World;

fn run() -> World {
    let mut world = World::open(
        opened(),
        false,
        [write("src/a.rs", "pub fn a() -> u8 {\n    1\n}\n"), done()],
    );
    world.go_reviewed();
    world
}

fn moved(line: &Line) -> bool {
    matches!(line.event, Event::Decided(Decided::Moved { .. }))
}

#[test]
fn a_run_replays() {
    let world = run();
    let replay = replay(&world.state.run, &world.lines);
    assert!(replay.agrees());
    assert!(replay.divergences.is_empty());
    assert!(replay.seen >= 10 && replay.decided >= 20, "{replay:?}");
}

#[test]
fn a_changed_decision_is_found_where_it_stands() {
    let mut world = run();
    let at = world.lines.iter().position(moved).unwrap();
    if let Event::Decided(Decided::Moved { why, .. }) = &mut world.lines[at].event {
        *why = "somebody says so".to_owned();
    }
    let replay = replay(&world.state.run, &world.lines);
    assert_eq!(replay.diverged, 1);
    let found = &replay.divergences[0];
    assert_eq!(found.seq, world.lines[at].seq);
    assert_eq!(found.seen, Some(Seq(1)));
    let why = |it: &Option<engine::step::Decision>| {
        let Some(Decided::Moved { why, .. }) = it.as_ref().map(|it| &it.decided) else {
            panic!("{it:?}");
        };
        why.clone()
    };
    assert_eq!(why(&found.expected), "somebody says so");
    assert_eq!(why(&found.found), "a task");
}

#[test]
fn a_missing_and_an_added_decision_are_found() {
    let world = run();
    let at = world.lines.iter().rposition(moved).unwrap();

    let mut shorter = world.lines.clone();
    let gone = shorter.remove(at);
    let replay_of = |lines: &[Line]| replay(&world.state.run, lines);
    let found = replay_of(&shorter);
    assert!(!found.agrees());
    assert_ne!(
        found.divergences[0].expected.as_ref().map(|it| &it.decided),
        match &gone.event {
            Event::Decided(it) => Some(it),
            Event::Seen(_) => None,
        }
    );

    let mut longer = world.lines.clone();
    longer.push(gone);
    let found = replay_of(&longer);
    assert_eq!(found.diverged, 1);
    assert_eq!(found.divergences[0].found, None);
}

#[test]
fn divergences_are_bounded_and_counted() {
    let mut world = run();
    for line in &mut world.lines {
        if let Event::Decided(Decided::Gated(decision)) = &mut line.event {
            decision.trace_id = "other".to_owned();
        }
    }
    let once = replay(&world.state.run, &world.lines).diverged;
    assert!(once >= 5, "{once}");
    let mut many = Vec::new();
    for _ in 0..10 {
        many.extend(world.lines.clone());
    }
    let replay = replay(&world.state.run, &many);
    assert!(replay.diverged > 20);
    assert_eq!(replay.divergences.len(), 20);
}

#[test]
fn nothing_and_nonsense_replay_without_a_panic() {
    let world = run();
    assert!(replay(&world.state.run, &[]).agrees());
    let backwards: Vec<Line> = world.lines.iter().rev().cloned().collect();
    assert!(!replay(&world.state.run, &backwards).agrees());
    let only_decided: Vec<Line> = world
        .lines
        .iter()
        .filter(|it| matches!(it.event, Event::Decided(_)))
        .cloned()
        .collect();
    let replay = replay(&world.state.run, &only_decided);
    assert_eq!((replay.seen, replay.diverged), (0, 1));
    assert_eq!(replay.divergences[0].seen, None);
}

#[test]
fn a_divergence_reads_as_json() {
    let mut world = run();
    world.lines.pop();
    let json = serde_json::to_value(replay(&world.state.run, &world.lines)).unwrap();
    assert_eq!(json["diverged"], 1);
    assert_eq!(json["divergences"][0]["expected"], serde_json::Value::Null);
    assert!(json["divergences"][0]["found"]["decided"]["ended"].is_object());
}
