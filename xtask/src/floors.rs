//! The table of rooms: who may use whom, and which outside libraries belong to one room alone.
//!
//! Cargo forbids circles, but not a hand that knows the brain; this does. A new edge between rooms is its own commit,
//! with a reason, and changes [`ROOMS`].

use crate::finding::Finding;
use crate::manifest::{Crate, Edge, Want};

/// Which side of the house a room is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Pure and synchronous; the number is its floor.
    Brain(u8),
    /// Acts on the world; hands never know each other.
    Hand,
    /// Where brain and hands meet, and the terminal.
    Front,
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    /// Package and folder.
    pub name: &'static str,
    /// Where it stands.
    pub side: Side,
    /// The rooms it may use.
    pub may_use: &'static [&'static str],
}

const fn room(name: &'static str, side: Side, may_use: &'static [&'static str]) -> Room {
    Room {
        name,
        side,
        may_use,
    }
}

/// The table, ground floor first.
pub(crate) const ROOMS: [Room; 18] = [
    room("ledger", Side::Brain(0), &[]),
    room("code", Side::Brain(0), &[]),
    room("spec", Side::Brain(1), &["ledger"]),
    room("shell", Side::Brain(1), &["ledger"]),
    room("project", Side::Brain(1), &["code"]),
    room("gate", Side::Brain(2), &["ledger", "shell"]),
    room("context", Side::Brain(2), &["ledger", "spec", "code"]),
    room(
        "verify",
        Side::Brain(2),
        &["ledger", "spec", "code", "project"],
    ),
    room("agents", Side::Brain(3), &["ledger", "gate"]),
    room("board", Side::Brain(3), &["ledger", "spec", "gate"]),
    room(
        "engine",
        Side::Brain(4),
        &[
            "ledger", "spec", "shell", "gate", "context", "verify", "agents",
        ],
    ),
    room(
        "audit",
        Side::Brain(5),
        &["ledger", "shell", "gate", "verify", "engine", "agents"],
    ),
    room("store", Side::Hand, &["ledger"]),
    room("tools", Side::Hand, &["ledger", "code", "project"]),
    room("model", Side::Hand, &["ledger"]),
    room("forge", Side::Hand, &["ledger"]),
    room(
        "harness",
        Side::Front,
        &[
            "ledger", "spec", "shell", "gate", "code", "project", "context", "verify", "engine",
            "agents", "board", "audit", "store", "tools", "model", "forge",
        ],
    ),
    room(
        "cli",
        Side::Front,
        &["ledger", "agents", "audit", "harness"],
    ),
];

/// Crates that are no rooms: they may use any room and no room may use them.
const CHORES: [&str; 3] = ["xtask", "bench", "testforge"];

/// Chores that tests, and only tests, may build on.
const FOR_TESTS: [&str; 1] = ["testforge"];

/// Outside libraries that only some rooms may build on. Tests may use what they like.
const LIBRARIES: [(&[&str], &[&str], &str); 8] = [
    (
        &["rusqlite", "tokio-postgres", "deadpool-postgres", "sqlx"],
        &["store"],
        "SQL lives in `store`",
    ),
    (
        &["reqwest", "hyper", "hyper-util", "ureq"],
        &["model", "forge", "tools", "harness"],
        "HTTP clients live in `model`, `forge`, `tools` and `harness`",
    ),
    (
        &["axum", "tower", "tower-http"],
        &["harness"],
        "the web framework lives in `harness`",
    ),
    (
        &["clap", "clap_complete", "indicatif", "ratatui"],
        &["cli"],
        "only `cli` knows a terminal",
    ),
    (
        &["anyhow"],
        &["cli"],
        "`anyhow` is for `cli` and chores: write an error enum",
    ),
    (
        &["rmcp", "agent-client-protocol"],
        &["harness"],
        "protocols of agents are spoken in `harness`, and their types stay there",
    ),
    (&["tree-sitter"], &["code"], "syntax trees live in `code`"),
    (
        &[
            "tokio",
            "rustix",
            "ignore",
            "getrandom",
            "rand",
            "uuid",
            "walkdir",
            "libc",
        ],
        &["store", "tools", "model", "forge", "harness", "cli"],
        "the brain is pure: no runtime, system or chance",
    ),
];

/// The row of `name`.
pub(crate) fn find(name: &str) -> Option<&'static Room> {
    ROOMS.iter().find(|room| room.name == name)
}

/// Is `name` a room of the brain?
pub(crate) fn is_brain(name: &str) -> bool {
    find(name).is_some_and(|room| matches!(room.side, Side::Brain(_)))
}

/// Every edge that the table does not allow, and every crate that it does not know.
pub(crate) fn check(crates: &[Crate]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for one in crates {
        let manifest = format!("{}/Cargo.toml", one.folder);
        let mut say = |text: String| findings.push(Finding::at(&manifest, 0, "floors", text));
        if CHORES.contains(&one.name.as_str()) {
            continue;
        }
        let Some(room) = find(&one.name) else {
            say(format!(
                "`{}` is not in the table of rooms (xtask/src/floors.rs): add a row, with a reason",
                one.name
            ));
            continue;
        };
        if one.folder != format!("crates/{}", one.name) {
            say(format!(
                "`{}` must live in `crates/{}`: folder = crate name",
                one.name, one.name
            ));
        }
        one.edges
            .iter()
            .filter_map(|edge| judge(room, edge))
            .for_each(&mut say);
    }
    findings
}

fn judge(room: &Room, edge: &Edge) -> Option<String> {
    match edge.is_room {
        true => judge_room(room, edge),
        false if edge.want == Want::Dev => None,
        false => judge_library(room, &edge.to),
    }
}

fn judge_room(room: &Room, edge: &Edge) -> Option<String> {
    let (name, to) = (room.name, edge.to.as_str());
    let in_tests = edge.want == Want::Dev;
    if in_tests && FOR_TESTS.contains(&to) {
        return None;
    }
    if room.may_use.contains(&to) || (in_tests && is_below(room, to)) {
        return None;
    }
    let may = match room.may_use {
        [] => "no room at all".to_owned(),
        some => format!("only {}", some.join(", ")),
    };
    let tests = if in_tests { ", not even in tests" } else { "" };
    Some(format!(
        "`{name}` may not use `{to}`{tests}: the table of rooms allows {may}"
    ))
}

/// Tests in the brain may use any room of a lower floor, to make their input.
fn is_below(room: &Room, to: &str) -> bool {
    match (room.side, find(to).map(|other| other.side)) {
        (Side::Brain(own), Some(Side::Brain(other))) => other < own,
        _ => false,
    }
}

fn judge_library(room: &Room, library: &str) -> Option<String> {
    let (_, rooms, why) = LIBRARIES.iter().find(|(libraries, _, _)| {
        libraries.iter().any(|one| {
            *one == library || (*one == "tree-sitter" && library.starts_with("tree-sitter-"))
        })
    })?;
    (!rooms.contains(&room.name)).then(|| format!("`{}` may not use `{library}`: {why}", room.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(name: &str, to: &str, is_room: bool, want: Want) -> Vec<String> {
        let one = Crate {
            name: name.into(),
            folder: format!("crates/{name}"),
            edges: vec![Edge {
                to: to.into(),
                is_room,
                want,
            }],
        };
        check(&[one])
            .into_iter()
            .map(|finding| finding.say)
            .collect()
    }

    #[test]
    fn edges_outside_the_table_are_found() {
        for (name, to, want) in [
            ("engine", "tools", Want::Build),
            ("tools", "engine", Want::Build),
            ("tools", "model", Want::Build),
            ("ledger", "gate", Want::Dev),
            ("tools", "gate", Want::Dev),
            ("spec", "gate", Want::Dev),
            ("cli", "gate", Want::Build),
            ("harness", "xtask", Want::Build),
            ("harness", "xtask", Want::Dev),
            ("harness", "testforge", Want::Build),
        ] {
            let say = judged(name, to, true, want);
            assert!(
                say.iter()
                    .any(|say| say.contains(&format!("`{name}` may not use `{to}`"))),
                "{name} {to}: {say:?}"
            );
        }
    }

    #[test]
    fn edges_of_the_table_pass() {
        for room in ROOMS {
            for to in room.may_use {
                assert_eq!(
                    judged(room.name, to, true, Want::Build),
                    Vec::<String>::new()
                );
            }
        }
        assert_eq!(
            judged("context", "shell", true, Want::Dev),
            Vec::<String>::new()
        );
        assert_eq!(
            judged("gate", "tokio", false, Want::Dev),
            Vec::<String>::new()
        );
        assert_eq!(
            judged("cli", "testforge", true, Want::Dev),
            Vec::<String>::new()
        );
    }

    #[test]
    fn the_table_only_looks_down() {
        for (at, room) in ROOMS.iter().enumerate() {
            for to in room.may_use {
                let other = ROOMS.iter().position(|one| one.name == *to);
                assert!(
                    other.is_some_and(|other| other < at),
                    "{} -> {to}",
                    room.name
                );
            }
        }
    }

    #[test]
    fn the_table_for_readers_is_this_table() {
        let page = include_str!("../../CONTRIBUTING.md");
        for room in ROOMS.iter().filter(|room| room.name != "harness") {
            let uses = if room.may_use.is_empty() {
                "–".into()
            } else {
                room.may_use.join(", ")
            };
            let row = page
                .lines()
                .find(|line| line.starts_with(&format!("| `{}` |", room.name)));
            assert!(
                row.is_some_and(|row| row.ends_with(&format!("| {uses} |"))),
                "{row:?}"
            );
        }
    }

    #[test]
    fn libraries_stay_in_their_rooms() {
        for (name, library) in [
            ("engine", "tokio"),
            ("harness", "rusqlite"),
            ("store", "reqwest"),
            ("gate", "anyhow"),
            ("tools", "tree-sitter-rust"),
            ("harness", "clap"),
        ] {
            assert_eq!(
                judged(name, library, false, Want::Build).len(),
                1,
                "{name} {library}"
            );
        }
    }

    #[test]
    fn unknown_and_misplaced_crates_are_found() {
        assert_eq!(judged("helpers", "ledger", true, Want::Build).len(), 1);
        let lost = Crate {
            name: "gate".into(),
            folder: "crates/gates".into(),
            edges: vec![],
        };
        assert_eq!(check(&[lost]).len(), 1);
    }
}
