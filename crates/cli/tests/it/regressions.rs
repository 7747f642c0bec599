//! What went wrong elsewhere, and must not here: one test a row of `docs/regressions.md`, through the binary.

mod loops;
mod told;
mod tools;
mod writes;

use serde_json::{Value, json};

use crate::crash::story;
use crate::support::World;

/// What must become of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It runs unasked.
    Runs,
    /// A person is asked, or it is denied: nothing happens by itself.
    Stops,
    /// Nobody can allow it.
    Denied,
}

/// Asks the gates about these calls, all in this situation: each has its fate, and a finding of this policy if one is named.
fn judged(world: &World, context: &Value, calls: &[(Value, Fate, &str)]) {
    let lines: Vec<String> = calls
        .iter()
        .enumerate()
        .map(|(at, (call, _, _))| {
            let mut line = call.clone();
            line["id"] = at.to_string().into();
            line["context"] = context.clone();
            line.to_string()
        })
        .collect();
    let path = world.path("calls.jsonl");
    std::fs::write(&path, lines.join("\n")).expect("a file");
    let said = world.run(&["gate", "check", path.to_str().expect("UTF-8")]);
    let answers: Vec<Value> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    assert_eq!(answers.len(), calls.len(), "{said:?}");
    for ((call, fate, policy), answer) in calls.iter().zip(&answers) {
        let fits = match fate {
            Fate::Runs => answer["decision"] == "allow",
            Fate::Stops => answer["decision"] == "ask" || answer["decision"] == "deny",
            Fate::Denied => answer["decision"] == "deny",
        };
        assert!(fits, "{call} in {context} has to be {fate:?}: {answer}");
        let mut findings = answer["findings"].as_array().expect("findings").iter();
        let named = policy.is_empty() || findings.any(|it| it["policy"] == *policy);
        assert!(
            named,
            "{call} in {context}: `{policy}` says nothing: {answer}"
        );
    }
}

fn tool(name: &str, args: &Value) -> Value {
    json!({ "tool": name, "args": args })
}

fn write_file(path: &str) -> Value {
    tool("write_file", &json!({ "path": path, "content": "x\n" }))
}

fn read_file(path: &str) -> Value {
    tool("read_file", &json!({ "path": path }))
}

fn command(shell: &str, text: &str) -> Value {
    tool("run_command", &json!({ "shell": shell, "command": text }))
}

/// Whether the gates denied something in this run, with a finding of this policy.
fn denials(world: &World, policy: &str) -> usize {
    let lines = story::lines(world, &story::name(world));
    let denied = |line: &&Value| {
        let gated = &line["event"]["decided"]["gated"];
        let mut findings = gated["findings"].as_array().into_iter().flatten();
        gated["verdict"] == "deny" && findings.any(|it| it["policy"] == policy)
    };
    lines.iter().filter(denied).count()
}

/// Every file of this name below a folder of the world.
fn found(world: &World, below: &str, name: &str) -> usize {
    let mut count = 0;
    let mut folders = vec![world.path(below)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if entry.file_name() == name {
                count += 1;
            }
        }
    }
    count
}
