//! Modules that an interpreter takes in by name: files of the worktree come first.

use ledger::facts::PathKind;
use shell::lookup::{self, Known};

use super::objection::{Objection, build};
use crate::policies::Asked;

/// What stands against it: where such a file stands, the project's code is run; where nobody looked, it may be.
pub(super) fn judge(asked: &Asked<'_>, files: &[String], why: &str, by: &str) -> Option<Objection> {
    for file in files {
        match lookup::path(asked.context.facts, file) {
            Known::Yes(found) if found.kind == PathKind::Absent => {}
            Known::Yes(_) => {
                return build(asked, by).map(|it| Objection {
                    message: format!("{}; `{file}` stands in the worktree, and {why}", it.message),
                    ..it
                });
            }
            Known::No(_) | Known::Unasked => {
                return Objection::soft(
                    "not-understood",
                    format!("whether `{file}` is there is not known, and {why}"),
                );
            }
        }
    }
    None
}
