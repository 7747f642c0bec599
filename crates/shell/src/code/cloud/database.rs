//! Words of migrations and of commands that manage a server: what is dropped where.

use super::found;
use crate::code::{Deed, Found};
use crate::effect::Level;

/// Whether a name says that it belongs to production.
fn production(word: &str) -> bool {
    word.to_ascii_lowercase()
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|part| {
            matches!(
                part,
                "prod" | "production" | "prd" | "live" | "master" | "staging"
            )
        })
}

/// A word behind a command that migrates a database or deploys: dropping, resetting, production.
pub(in crate::code) fn migration(word: &str) -> Found {
    let lower = word.to_ascii_lowercase();
    let part = |name: &str| lower.split([':', '-', '_', '.']).any(|it| it == name);
    let all = [
        "drop", "reset", "clean", "wipe", "fresh", "purge", "flush", "truncate",
    ]
    .iter()
    .any(|it| part(it));
    found(if all {
        Some(Deed::deny(
            "destroys-data",
            "it deletes everything in the configured database",
        ))
    } else if production(&lower) {
        Some(Deed::deny("production", "it acts on production"))
    } else {
        None
    })
}

/// The name of a database that is dropped: only one for tests can be made again.
pub(in crate::code) fn throwaway(word: &str) -> Found {
    let lower = word.to_ascii_lowercase();
    let tests = ["test", "tmp", "scratch", "sandbox", "dummy"]
        .iter()
        .any(|it| lower.contains(it));
    found(Some(if tests {
        Deed::Mark {
            level: Level::Ask,
            id: "destroys-data".to_owned(),
            why: "it drops a database for tests".to_owned(),
        }
    } else {
        Deed::deny("destroys-data", "it drops a whole database")
    }))
}

/// A word of a command that manages a server: those that destroy or stop.
pub(in crate::code) fn server_action(word: &str) -> Found {
    let lower = word.to_ascii_lowercase();
    let head = lower
        .trim_start_matches('-')
        .split(['_', '-'])
        .next()
        .unwrap_or_default()
        .to_owned();
    let ends = [
        "drop",
        "shutdown",
        "delete",
        "del",
        "reset",
        "purge",
        "stop",
        "kill",
        "destroy",
        "remove",
        "rm",
        "wipe",
        "put",
        "clear",
        "decommission",
        "leave",
        "password",
        "forget",
        "force",
    ];
    found(
        (ends.contains(&head.as_str()) || production(&lower)).then(|| {
            Deed::deny(
                "destroys-data",
                "it stops or empties a server, or acts on production",
            )
        }),
    )
}
