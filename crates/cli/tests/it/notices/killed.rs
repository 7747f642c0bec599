//! Killed at each moment of a run that tells people: what they were to be told of, they are told of in the end.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{KEEPS, told, told_by};
use crate::agent::{done, shell, turn, write};
use crate::crash::lines;
use crate::crash::story::{self, Started};
use crate::support::World;

fn world() -> World {
    let replies = [
        turn(&[shell("sh tool.sh --now")]),
        turn(&[write("b.txt", "two\n")]),
        // What a kill cuts off is made good by the second.
        turn(&[write("b.txt", "two\n")]),
        turn(&[done()]),
        turn(&[done()]),
    ];
    told_by(&replies, KEEPS, "")
}

/// Drives the run, with the approval that it asks for, until it halts or has ended.
fn drive(world: &World, halt: Option<(&str, u64)>) -> Option<Started> {
    let mut started = story::start(world, &["run", "add b.txt"], halt);
    if started.halted() == Ok(()) {
        return Some(started);
    }
    let mut started = story::start(world, &["approve", &story::name(world)], halt);
    (started.halted() == Ok(())).then_some(started)
}

#[test]
fn nobody_is_left_without_a_notice() {
    let undisturbed = world();
    assert!(drive(&undisturbed, None).is_none());
    let moments = lines::moments(&undisturbed);
    assert!(moments.len() > 20, "{moments:?}");
    let came = lines::at_each(&moments, |moment| {
        let world = world();
        let Some(started) = drive(&world, Some(moment)) else {
            return false;
        };
        let run = story::name(&world);
        started.kill();
        story::nobody_left(&world);
        story::to_the_end(&world, &run);
        story::ledger_holds_so_far(&world, &run);
        all_were_told(&world, &run);
        true
    });
    assert!(came > moments.len() / 2, "{came} of {moments:?}");
}

/// Every question and park of the run was told, with one outcome in the ledger, though perhaps more often than once: a
/// driver may have died between the two. What a run that has ended owed is nobody's to send.
fn all_were_told(world: &World, run: &str) {
    let lines = story::lines(world, run);
    let mut outcomes: BTreeMap<u64, usize> = BTreeMap::new();
    for line in &lines {
        if let Some(about) = line["event"]["seen"]["notified"]["about"].as_u64() {
            *outcomes.entry(about).or_default() += 1;
        }
    }
    let told = told(world);
    let is_told = |id: &str| told.iter().any(|it| it["id"] == id);
    let decided = |line: &Value, what: &str| line["event"]["decided"][what].is_object();
    for line in &lines {
        let seq = line["seq"].as_u64().expect("a number");
        if decided(line, "asked") || decided(line, "parked") {
            assert!(
                is_told(&format!("{run}@{seq}")),
                "line {seq} was told to nobody"
            );
            assert_eq!(outcomes.get(&seq), Some(&1), "line {seq}");
        }
    }
}
