//! Messages of commits that stand in a file.

use shell::git::message::speaks_for;
use shell::lookup::{self, Known};
use shell::place::Place;

use super::objection::Objection;
use crate::policies::Asked;

/// What stands against a message: one that speaks for somebody, or that nobody could read.
pub(super) fn judge(asked: &Asked<'_>, place: &Place) -> Option<Objection> {
    let path = place.text().unwrap_or_default();
    match lookup::text(asked.context.facts, &path) {
        Known::Yes(Some(text)) => speaks_for(text).map(|line| {
            let shown: String = line.chars().take(60).collect();
            let message = format!("`{shown}` in `{path}` speaks for a person");
            Objection::soft("forges-approval", message)
        })?,
        Known::Yes(None) | Known::No(_) | Known::Unasked => Objection::soft(
            "not-understood",
            format!("what the message in `{path}` says is not known"),
        ),
    }
}
