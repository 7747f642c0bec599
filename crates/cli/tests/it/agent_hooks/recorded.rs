//! Sessions of real agents, as their hooks sent them, replayed through the binary: every event is understood, every call is
//! decided, and a back-test reads what stands in the ledger.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::support::{Said, World};

/// The recordings: a folder for each agent and version, `plain` among others.
fn recordings() -> Vec<(String, PathBuf)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/agents");
    let mut out = Vec::new();
    for folder in fs::read_dir(top).expect("the corpus").flatten() {
        let name = folder.file_name().to_string_lossy().into_owned();
        let Some((agent, _)) = name.split_once('-') else {
            continue;
        };
        let plain = folder.path().join("plain.jsonl");
        if plain.is_file() {
            out.push((agent.to_owned(), plain));
        }
    }
    out.sort();
    assert!(out.len() >= 7, "{out:?}");
    out
}

/// Sends an event as it was recorded, from this world.
fn sent(world: &World, agent: &str, row: &Value) -> Said {
    let event = row["stdin"].to_string();
    let event = event.replace(
        "/home/dev/project",
        &world.repository().display().to_string(),
    );
    let mut command = world.command(&["hook", agent]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for (name, value) in row["env"].as_object().into_iter().flatten() {
        command.env(name, value.as_str().unwrap_or_default());
    }
    let mut child = command.spawn().expect("interlock starts");
    let mut input = child.stdin.take().expect("standard input");
    input.write_all(event.as_bytes()).expect("it reads");
    drop(input);
    world.ended(child)
}

#[test]
fn every_event_of_a_recorded_session_is_understood() {
    for (agent, path) in recordings() {
        let world = World::new(&[("README.md", "A project.\n"), ("notes.txt", "notes\n")]);
        let text = fs::read_to_string(&path).expect("a recording");
        for line in text.lines() {
            let row: Value = serde_json::from_str(line).expect("JSON");
            let said = sent(&world, &agent, &row);
            assert!(
                [0, 2].contains(&said.code),
                "{}: {line}: {said:?}",
                path.display()
            );
        }
        // Sub-agents of some have sessions of their own; the one that began first is listed last.
        let listed = world.run(&["status", "--json"]).out;
        let last = listed.lines().last().expect("a session");
        let status: Value = serde_json::from_str(last).expect("JSON");
        let counts = &status["counts"];
        assert_eq!(counts["unread"], 0, "{}: {status}", path.display());
        assert!(
            counts["calls"].as_u64() >= Some(3),
            "{}: {status}",
            path.display()
        );
        // The others have theirs where no recording is: in a transcript, or in the package that started the hook.
        let says = ["claude", "opencode", "pi"].contains(&agent.as_str());
        assert!(
            !says || status["version"].is_string(),
            "{}: {status}",
            path.display()
        );
        let said = world.run(&["gate", "backtest"]);
        assert_eq!(said.code, 0, "{}: {said:?}", path.display());
        let replayed = world.run(&["ledger", "verify"]);
        assert_eq!(replayed.code, 0, "{replayed:?}");
    }
}
