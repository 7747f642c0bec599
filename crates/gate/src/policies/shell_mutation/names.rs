//! Names of files among the words of a program: one that begins with a dash is an option to it.

use shell::effect::What;
use shell::lookup::{self, Known};
use shell::place::Place;

use super::objection::Objection;
use crate::policies::Asked;

/// What stands against names from a directory: one that begins with a dash, or that the command itself may make one.
pub(super) fn judge(asked: &Asked<'_>, directory: &str, why: &str) -> Option<Objection> {
    let made = asked
        .effects()
        .iter()
        .any(|effect| makes(&effect.what, directory));
    match lookup::dashed(asked.context.facts, directory) {
        Known::Yes(Some(name)) => Objection::soft(
            "not-understood",
            format!("there is a file `{name}`, and {why}"),
        ),
        Known::Yes(None) if !made => None,
        Known::Yes(None) => Objection::soft(
            "not-understood",
            format!("the command may make such a name, and {why}"),
        ),
        Known::No(_) | Known::Unasked => Objection::soft(
            "not-understood",
            format!("which names there are is not known, and {why}"),
        ),
    }
}

/// Whether something makes a name in a directory that may begin with a dash.
fn makes(what: &What, directory: &str) -> bool {
    let What::Write(place) = what else {
        return false;
    };
    match place {
        Place::Inside { path, .. } => {
            let below = match directory {
                "" => Some(path.as_str()),
                top => path
                    .strip_prefix(top)
                    .and_then(|rest| rest.strip_prefix('/')),
            };
            let files = path == directory || (path == "." && directory.is_empty());
            files || below.is_some_and(|name| name.starts_with('-'))
        }
        Place::Unknown { .. } => true,
        Place::Home { .. } | Place::Outside { .. } => false,
    }
}
