//! Ended after each line, at two moments: once the line is durable and nothing of it is done, and once all of it is
//! done and nothing of what came of it is written. Resumed, it comes out as if nothing had happened.
//!
//! The lines of one batch become durable together, so between two of them there is no moment to end at: each batch is
//! one case, and stands for all its lines.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::story::{self, Left, PLAN};
use crate::support::{Said, World};

const AT: &str = "INTERLOCK_HALT_AT";
const AFTER_ACTS_OF: &str = "INTERLOCK_HALT_AFTER_ACTS_OF";
/// Cases at once: each has a few processes of its own.
const THREADS: usize = 2;

/// The variable that names it, and a line.
pub(crate) type Moment = (&'static str, u64);

/// The moments at which a run that was driven with a mark could be ended.
pub(crate) fn moments(world: &World) -> Vec<Moment> {
    let batches = story::batches(world).into_iter();
    batches
        .flat_map(|(_, last)| [(AT, last), (AFTER_ACTS_OF, last)])
        .collect()
}

/// Checks each, a few at once. Says at how many there was something to check.
pub(crate) fn at_each(moments: &[Moment], check: impl Fn(Moment) -> bool + Sync) -> usize {
    let (next, came) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(moment) = moments.get(next.fetch_add(1, Ordering::Relaxed)) {
                    came.fetch_add(usize::from(check(*moment)), Ordering::Relaxed);
                }
            });
        }
    });
    came.into_inner()
}

/// Drives the run, with the approval that it asks for, until it halts or has ended.
fn drive(world: &World, halt: Option<(&str, u64)>) -> Option<story::Started> {
    let mut started = story::start(world, &["run", PLAN], halt);
    match started.halted() {
        Ok(()) => return Some(started),
        Err(code) => assert_eq!(code, 3, "it asks: {}", started.said()),
    }
    let mut started = story::start(world, &["approve", &story::name(world)], halt);
    match started.halted() {
        Ok(()) => Some(started),
        Err(code) => {
            assert_eq!(code, 0, "{}", started.said());
            None
        }
    }
}

#[test]
fn a_run_that_is_killed_after_any_line_comes_out_the_same() {
    let world = story::world();
    assert!(drive(&world, None).is_none());
    let run = story::name(&world);
    let undisturbed = story::left(&world, &run);
    assert_eq!(undisturbed.subjects().len(), 3, "{undisturbed:?}");
    assert_eq!(story::trace(&world), ["tool one", "check", "check"]);
    story::ledger_holds(&world, &run);

    let moments = moments(&world);
    assert!(moments.len() > 30, "{moments:?}");
    assert!(moments.last().expect("a moment").1 > 60, "{moments:?}");
    at_each(&moments, |moment| {
        check(moment, &undisturbed);
        true
    });
}

/// Ends a run of this world at a moment and resumes it to its end: what was said, and what had been done by then.
fn ended_at(world: &World, moment: Moment) -> (Vec<Said>, Vec<String>) {
    let started = drive(world, Some(moment)).unwrap_or_else(|| panic!("{moment:?} never came"));
    let run = story::name(world);
    started.kill();
    story::nobody_left(world);
    let before = story::trace(world);
    let stands = story::lines(world, &run).len() as u64;
    assert!(stands >= moment.1, "{moment:?}: {stands} lines");
    (story::to_the_end(world, &run), before)
}

fn check(moment: Moment, undisturbed: &Left) {
    let world = story::world();
    let (said, before) = ended_at(&world, moment);
    let run = story::name(&world);
    let mut left = story::left(&world, &run);
    let context = format!("{moment:?}: {said:#?}");
    // What was allowed, and was not done when the process ended, is not done again: the agent is told.
    assert!(left.tools.len() <= 1, "{context}: {left:?}");
    if moment.0 == AFTER_ACTS_OF {
        assert_eq!(left.tools, ["tool one"], "{context}");
    }
    left.tools = vec!["tool one".to_owned()];
    assert_eq!(&left, undisturbed, "{context}");
    // A check that was cut off is decided anew, once.
    let checks = story::trace(&world)
        .iter()
        .filter(|it| *it == "check")
        .count();
    assert!((2..=3).contains(&checks), "{context}: {before:?}");
    assert_eq!(story::status(&world)["asked"], 1, "{context}");
    story::ledger_holds(&world, &run);
    story::nobody_left(&world);
}

/// The same story where the check runs what was written, so that it notices what is broken in scratch copies.
fn broken_in_copies() -> World {
    let looks = "sed -n '/pub fn slug/{n;p;}' src/slug.rs | grep -q to_lowercase && grep -q 'pub fn slug.*{$' src/slug.rs && grep -q '^pub mod slug;' src/lib.rs\n";
    let files: Vec<(&str, &str)> = story::FILES
        .iter()
        .map(|(name, text)| (*name, if *name == "check.sh" { looks } else { text }))
        .collect();
    let config = "verification:\n  commands: [\"sh check.sh\"]\n";
    World::scripted(&files, &story::script(), config)
}

/// A clean checkout, breaks in scratch copies and the comparison with the work's base are acts like the others: each is
/// in a line before it begins, and a driver that was ended at it leaves nothing and is taken up.
#[test]
fn a_run_that_is_killed_at_its_evidence_comes_out_the_same() {
    let world = broken_in_copies();
    assert!(drive(&world, None).is_none());
    let run = story::name(&world);
    let undisturbed = story::left(&world, &run);
    story::ledger_holds(&world, &run);
    let allowed = |act: &str| {
        let lines = story::lines(&world, &run).into_iter();
        let of =
            |it: &serde_json::Value| !it["event"]["decided"]["allowed"]["action"][act].is_null();
        let seqs = lines.filter(of).filter_map(|it| it["seq"].as_u64());
        seqs.collect::<Vec<u64>>()
    };
    let acts: Vec<u64> = ["checkout", "trials", "check"].map(&allowed).concat();
    assert!(
        !allowed("checkout").is_empty() && !allowed("trials").is_empty(),
        "{acts:?}"
    );
    let batches = story::batches(&world);
    let of_evidence =
        |(first, last): &&(u64, u64)| acts.iter().any(|it| (*first..=*last).contains(it));
    let moments: Vec<Moment> = batches
        .iter()
        .filter(of_evidence)
        .flat_map(|(_, last)| [(AT, *last), (AFTER_ACTS_OF, *last)])
        .collect();
    at_each(&moments, |moment| {
        let world = broken_in_copies();
        let (said, _) = ended_at(&world, moment);
        let run = story::name(&world);
        let left = story::left(&world, &run);
        assert_eq!(left, undisturbed, "{moment:?}: {said:#?}");
        story::ledger_holds(&world, &run);
        story::nobody_left(&world);
        true
    });
}
