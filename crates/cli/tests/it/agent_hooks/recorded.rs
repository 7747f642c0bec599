//! Sessions of real agents, as their hooks sent them, replayed through the binary: every event is understood, every call is
//! decided, and a back-test reads what stands in the ledger.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use super::passes;
use crate::support::{Said, World};

/// The recordings of an agent, of each version: those with events.
fn recordings(agent: &str) -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/agents");
    let folders = fs::read_dir(top).expect("the corpus").flatten();
    let folders = folders.filter(|it| {
        let name = it.file_name();
        let name = name.to_string_lossy();
        name.split_once('-').is_some_and(|(of, _)| of == agent)
    });
    let files = folders.flat_map(|it| fs::read_dir(it.path()).expect("a folder").flatten());
    let mut out: Vec<PathBuf> = files
        .map(|it| it.path())
        .filter(|it| it.extension().is_some_and(|end| end == "jsonl"))
        .filter(|it| it.file_stem().is_some_and(|name| name != "stream"))
        .collect();
    out.sort();
    assert!(out.len() >= 15, "{agent}: {out:?}");
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

/// Replays every recording of an agent, each of them in one world. `says_version`: its events or its environment do; the
/// others have theirs where no recording is, in a transcript or in the package that started the hook.
fn replayed(agent: &str, says_version: bool) {
    let world = World::new(&[("README.md", "A project.\n"), ("notes.txt", "notes\n")]);
    for path in recordings(agent) {
        let text = fs::read_to_string(&path).expect("a recording");
        for line in text.lines() {
            let row: Value = serde_json::from_str(line).expect("JSON");
            let said = sent(&world, agent, &row);
            let known = said.code == 0 || said.code == 2 && !said.err.trim().is_empty();
            assert!(known, "{}: {line}: {said:?}", path.display());
        }
    }
    let listed = world.run(&["status", "--json", "--limit", "500"]).out;
    let mut calls = 0;
    for line in listed.lines() {
        let status: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(status["counts"]["unread"], 0, "{status}");
        assert!(!says_version || status["version"].is_string(), "{status}");
        calls += status["counts"]["calls"].as_u64().unwrap_or_default();
    }
    assert!(calls >= 20, "{calls} calls: {listed}");
    let said = world.run(&["gate", "backtest"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.run(&["ledger", "verify"]).code, 0);
}

#[test]
fn a_tool_of_a_server_is_known_as_the_agent_names_it() {
    for (tool, allowed) in [("leave", true), ("take", false)] {
        let world = World::new(&[("README.md", "A project.\n")]);
        let config = world.path("home/.config/interlock/config.yml");
        let before = fs::read_to_string(&config).unwrap_or_default();
        world.configure(&format!(
            "{before}mcp: {{servers: {{marks: {{allow: [{tool}]}}}}}}\n"
        ));
        for agent in ["claude", "codex", "gemini"] {
            let mut of_server = recordings(agent);
            of_server.retain(|it| it.file_stem().is_some_and(|name| name == "mcp"));
            assert!(!of_server.is_empty(), "{agent}");
            for path in of_server {
                let text = fs::read_to_string(&path).expect("a recording");
                let rows = text
                    .lines()
                    .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
                let asked = rows.filter(|row| {
                    let tool = row["stdin"]["tool_name"].as_str().unwrap_or_default();
                    tool.contains("leave") && row["stdin"].get("tool_response").is_none()
                });
                let mut count = 0;
                for row in asked {
                    let said = sent(&world, agent, &row);
                    assert_eq!(passes(&said), allowed, "{}: {said:?}", path.display());
                    count += 1;
                }
                assert!(count > 0, "{}", path.display());
            }
        }
    }
}

#[test]
fn sessions_of_claude_code_are_understood() {
    replayed("claude", true);
}

#[test]
fn sessions_of_codex_are_understood() {
    replayed("codex", false);
}

#[test]
fn sessions_of_gemini_are_understood() {
    replayed("gemini", false);
}

#[test]
fn sessions_of_opencode_are_understood() {
    replayed("opencode", true);
}

#[test]
fn sessions_of_pi_are_understood() {
    replayed("pi", true);
}
