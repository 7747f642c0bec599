//! Whether commands test the very tree that they are run on. One that passes although all code of a change is unreadable
//! tests another copy of it, or nothing of the change.

use std::path::Path;
use std::time::Instant;

use ledger::ids::RelPath;
use tools::acts::Whereabouts;
use tools::scratch::Leave;
use verify::{Outcome, PlaceTrial};

use super::Bounds;
use super::scratch_copy::Bench;
use crate::environment;

/// Asks each command in a copy of its own.
pub(crate) fn places(
    leave: &Leave,
    place: &Path,
    (unreadable, commands): (&[RelPath], &[&str]),
    bounds: Bounds,
) -> Vec<PlaceTrial> {
    let end = Instant::now() + bounds.time_max;
    let elsewhere: Vec<&Path> = leave.elsewhere().collect();
    let at = place.join("place");
    let whereabouts = Whereabouts {
        here: &at,
        elsewhere: &elsewhere,
    };
    let leads = environment::leads(whereabouts, leave.env());
    let one = |command: &&str| {
        let outcome = match Bench::new(leave, &at, (end, &bounds.late())) {
            Ok(mut bench) => bench.unreadable(unreadable, command),
            Err(why) => Outcome::Untried(why),
        };
        PlaceTrial {
            command: (*command).to_owned(),
            leads: match outcome {
                Outcome::Noticed(_) => Vec::new(),
                Outcome::Survived | Outcome::Unbuilt(_) | Outcome::Untried(_) => leads.clone(),
            },
            outcome,
        }
    };
    let all = commands.iter().map(one).collect();
    let _ = std::fs::remove_dir(place);
    all
}
