//! Each room's `clippy.toml`, made from one list: the functions and types of the standard library that the room must
//! not touch.
//!
//! A crate's `clippy.toml` replaces the root's, it does not add to it; so every room gets a whole one. Clippy sees what
//! text cannot: renamed imports and methods such as `Path::exists`. It holds outside tests (see `absences`).

use std::path::Path;

use anyhow::Context;

use crate::finding::Finding;
use crate::floors::{ROOMS, Side};

/// What a ban forbids.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Methods,
    Types,
}

/// A group of banned things: a module, what in it, and what to do instead.
struct Ban {
    kind: Kind,
    module: &'static str,
    names: &'static [&'static str],
    instead: &'static str,
}

const NO_DISK: &str = "no disk here: take the content as an argument";
const NO_ENV: &str = "no environment here: take it as an option";
const NO_CLOCK: &str = "no clock here: the time arrives as an argument";
const NO_PROCESS: &str = "processes are started only under tools/src/process";
const NO_EXIT: &str = "only cli ends the process: return an error";
const NO_NET: &str = "no network here";
const NO_THREAD: &str = "no threads here: the driver runs us";
const NO_HASH: &str = "hash order differs from run to run: use a BTreeMap or BTreeSet";
const NO_TERMINAL: &str = "only cli knows a terminal";
const NO_BLOCKING: &str = "blocks the runtime: use the runtime's own";

const fn methods(
    module: &'static str,
    names: &'static [&'static str],
    instead: &'static str,
) -> Ban {
    Ban {
        kind: Kind::Methods,
        module,
        names,
        instead,
    }
}

const fn types(module: &'static str, names: &'static [&'static str], instead: &'static str) -> Ban {
    Ban {
        kind: Kind::Types,
        module,
        names,
        instead,
    }
}

const DISK: [Ban; 3] = [
    methods(
        "std::fs",
        &[
            "canonicalize",
            "copy",
            "create_dir",
            "create_dir_all",
            "exists",
            "hard_link",
            "metadata",
            "read",
            "read_dir",
            "read_link",
            "read_to_string",
            "remove_dir",
            "remove_dir_all",
            "remove_file",
            "rename",
            "set_permissions",
            "symlink_metadata",
            "write",
        ],
        NO_DISK,
    ),
    methods(
        "std::path::Path",
        &[
            "canonicalize",
            "exists",
            "is_dir",
            "is_file",
            "is_symlink",
            "metadata",
            "read_dir",
            "read_link",
            "symlink_metadata",
            "try_exists",
        ],
        NO_DISK,
    ),
    types("std::fs", &["DirBuilder", "File", "OpenOptions"], NO_DISK),
];
const ENV: [Ban; 1] = [methods(
    "std::env",
    &[
        "args",
        "args_os",
        "current_dir",
        "current_exe",
        "home_dir",
        "set_current_dir",
        "temp_dir",
        "var",
        "var_os",
        "vars",
        "vars_os",
    ],
    NO_ENV,
)];
const CLOCK: [Ban; 2] = [
    methods("std::time::Instant", &["now"], NO_CLOCK),
    types("std::time", &["Instant", "SystemTime"], NO_CLOCK),
];
const PROCESS: [Ban; 1] = [types("std::process", &["Child", "Command"], NO_PROCESS)];
const EXIT: [Ban; 1] = [methods("std::process", &["abort", "exit"], NO_EXIT)];
const NET: [Ban; 1] = [types(
    "std::net",
    &["TcpListener", "TcpStream", "UdpSocket"],
    NO_NET,
)];
const THREAD: [Ban; 2] = [
    methods("std::thread", &["scope", "sleep", "spawn"], NO_THREAD),
    types("std::thread", &["Builder", "JoinHandle"], NO_THREAD),
];
const HASH: [Ban; 1] = [types("std::collections", &["HashMap", "HashSet"], NO_HASH)];
const TERMINAL: [Ban; 1] = [methods(
    "std::io",
    &["stderr", "stdin", "stdout"],
    NO_TERMINAL,
)];
const BLOCKING: [Ban; 1] = [methods("std::thread", &["sleep"], NO_BLOCKING)];

/// The groups banned in a room.
fn bans(name: &str, side: Side) -> Vec<&'static [Ban]> {
    match (name, side) {
        (_, Side::Brain(_)) => {
            vec![
                &DISK, &ENV, &CLOCK, &PROCESS, &EXIT, &NET, &THREAD, &HASH, &TERMINAL,
            ]
        }
        ("model" | "forge", _) => vec![&DISK, &ENV, &PROCESS, &EXIT, &TERMINAL, &BLOCKING],
        ("store", _) => vec![&ENV, &PROCESS, &EXIT, &TERMINAL],
        ("tools", _) => vec![&EXIT, &TERMINAL],
        ("cli", _) => vec![&PROCESS],
        (_, Side::Hand | Side::Front) => vec![&PROCESS, &EXIT, &TERMINAL],
    }
}

/// Writes every room's file, and the root's for the rest.
pub(crate) fn write(root: &Path) -> anyhow::Result<()> {
    for (path, text) in files(root) {
        std::fs::write(root.join(&path), text).with_context(|| format!("cannot write `{path}`"))?;
    }
    Ok(())
}

/// Files that differ from what [`write()`] would write.
pub(crate) fn check(root: &Path) -> anyhow::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for (path, text) in files(root) {
        let there = std::fs::read_to_string(root.join(&path)).unwrap_or_default();
        if there != text {
            let say = "differs from the list: run `cargo run -q -p xtask -- clippy-toml --write`";
            findings.push(Finding::at(path, 0, "clippy-toml", say));
        }
    }
    Ok(findings)
}

/// Path and content of every file, for the rooms that exist.
fn files(root: &Path) -> Vec<(String, String)> {
    let mut files = vec![("clippy.toml".to_owned(), content(&[]))];
    for room in ROOMS
        .iter()
        .filter(|room| root.join("crates").join(room.name).is_dir())
    {
        let path = format!("crates/{}/clippy.toml", room.name);
        files.push((path, content(&bans(room.name, room.side))));
    }
    files
}

fn content(bans: &[&[Ban]]) -> String {
    let mut text = String::from(
        "# Made by `cargo run -q -p xtask -- clippy-toml --write` from the list in xtask/src/clippy_toml.rs. Do not edit.\n\
         allow-print-in-tests = true\n",
    );
    for (kind, key) in [
        (Kind::Methods, "disallowed-methods"),
        (Kind::Types, "disallowed-types"),
    ] {
        let bans: Vec<&Ban> = bans
            .iter()
            .copied()
            .flatten()
            .filter(|ban| ban.kind == kind)
            .collect();
        if bans.is_empty() {
            continue;
        }
        text += &format!("\n{key} = [\n");
        for ban in bans {
            for name in ban.names {
                text += &format!(
                    "    {{ path = \"{}::{name}\", reason = \"{}\" }},\n",
                    ban.module, ban.instead
                );
            }
        }
        text += "]\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_brain_is_banned_from_the_world_and_hands_from_less() {
        let of = |name: &str| {
            let room = crate::floors::find(name).expect("a room");
            content(&bans(room.name, room.side))
        };
        for path in [
            "std::fs::write",
            "std::path::Path::exists",
            "std::env::var",
            "std::process::Command",
            "std::net::TcpStream",
            "std::time::SystemTime",
            "std::time::Instant::now",
            "std::thread::spawn",
            "std::collections::HashMap",
        ] {
            assert!(of("engine").contains(&format!("\"{path}\"")), "{path}");
        }
        assert!(of("harness").contains("std::process::Command"));
        assert!(!of("harness").contains("HashMap") && !of("tools").contains("Command"));
    }
}
