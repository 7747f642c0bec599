//! Lines that the gates are asked about: each is answered in its place, the good and the bad.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use super::{refused, refused_as};
use crate::support::World;

/// The answers to these bytes on standard input, where the command ends with `code`.
fn answers(world: &World, input: &[u8], code: i32) -> Vec<Value> {
    let mut child = world
        .command(&["gate", "check"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("interlock starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let bytes = input.to_vec();
    let writer = std::thread::spawn(move || pipe.write_all(&bytes));
    let said = world.ended(child);
    writer.join().expect("a thread").expect("all was read");
    assert_eq!((said.code, &*said.err), (code, ""), "{}", said.err);
    said.out
        .lines()
        .map(|it| serde_json::from_str(it).unwrap_or_else(|error| panic!("{error}: {it}")))
        .collect()
}

#[test]
fn every_line_is_answered_in_its_place() {
    let world = World::new(&[]);
    let long = format!(
        r#"{{"id":"long","tool":"read_file","args":{{"path":"{}"}}}}"#,
        "a".repeat(5 << 20)
    );
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let cases: Vec<(&[u8], Value)> = vec![
        (
            br#"{"id":"c1","tool":"run_command","args":{"command":"git push --force origin main"}}"#,
            json!({"id": "c1", "decision": "deny"}),
        ),
        (
            br#"{"id":"c2","tool":"read_file","args":{"path":"src/a.rs"}}"#,
            json!({"id": "c2", "decision": "allow"}),
        ),
        (br#"{"id":"c3","tool":"#, json!({"id": null, "error": ""})),
        (br#"{"id":"c4","tool":"nope","args":{}}"#, json!({"id": "c4", "error": "there is no tool `nope`"})),
        (br#"{"id":"c5","tool":"read_file","args":{}}"#, json!({"id": "c5", "error": "path"})),
        (br#"{"id":"c6","tool":"read_file","args":{"path":7}}"#, json!({"id": "c6", "error": ""})),
        (
            br#"{"id":"c7","tool":"read_file","args":{"path":"a"},"context":{"phase":"nope"}}"#,
            json!({"id": "c7", "error": "`nope`"}),
        ),
        (b"null", json!({"id": null, "error": "no JSON object"})),
        (b"[1]", json!({"id": null, "error": "no JSON object"})),
        (b"words", json!({"id": null, "error": "no JSON object"})),
        (b"\xff\xfe", json!({"id": null, "error": "not UTF-8"})),
        (b"{\"id\":\"nul\0\"}", json!({"id": null, "error": ""})),
        (
            br#"{"id":"c8","tool":"read_file","args":{"path":"a\u0000b"}}"#,
            json!({"id": "c8", "decision": "deny"}),
        ),
        (long.as_bytes(), json!({"id": null, "error": "longer than 4194304 bytes"})),
        (deep.as_bytes(), json!({"id": null, "error": ""})),
        (
            br#"{"id":"last","tool":"run_command","args":{"command":"ls"}}"#,
            json!({"id": "last", "decision": "allow"}),
        ),
    ];
    // Empty lines ask nothing, and are answered with nothing; the last line needs no end.
    let lines: Vec<&[u8]> = cases.iter().map(|it| it.0).collect();
    let got = answers(&world, &lines.join(&b"\n\n \n"[..]), 1);
    assert_eq!(got.len(), cases.len(), "{got:#?}");
    for ((line, want), got) in cases.iter().zip(&got) {
        let line = String::from_utf8_lossy(&line[..line.len().min(100)]).into_owned();
        assert_eq!(got["id"], want["id"], "{line}: {got}");
        match want["error"].as_str() {
            Some(words) => {
                let error = got["error"].as_str().unwrap_or_default();
                assert!(!error.is_empty() && error.contains(words), "{line}: {got}");
                assert_eq!(got["decision"], "ask", "{line}: {got}");
            }
            None => {
                assert_eq!(got["decision"], want["decision"], "{line}: {got}");
                assert!(
                    got["trace_id"].is_string() && got["checkpoint"].is_string(),
                    "{got}"
                );
                for finding in got["findings"].as_array().expect("findings") {
                    assert!(finding["next_action"].is_object(), "{finding}");
                }
            }
        }
    }
}

#[test]
fn many_lines_at_once_are_answered_in_order() {
    let world = World::new(&[]);
    let paths = ["src/a.rs", ".env", "../x", "/etc/shadow"];
    let line = |id: usize| json!({"id": id.to_string(), "tool": "read_file", "args": {"path": paths[id % 4]}});
    let lines: Vec<String> = (0..3000).map(|id| line(id).to_string()).collect();
    let all = answers(&world, lines.join("\n").as_bytes(), 4);
    assert_eq!(all.len(), lines.len());
    for (id, answer) in all.iter().enumerate() {
        assert_eq!(answer["id"], id.to_string());
        assert_eq!(answer["decision"], all[id % 4]["decision"], "{answer}");
    }
}

#[test]
fn whoever_asks_one_at_a_time_is_answered_one_at_a_time() {
    use std::io::{BufRead as _, BufReader};
    let world = World::new(&[]);
    let mut child = world
        .command(&["gate", "check"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("interlock starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    for id in ["one", "two", "three"] {
        let line = json!({"id": id, "tool": "read_file", "args": {"path": "a"}});
        writeln!(pipe, "{line}").expect("written");
        let mut answer = String::new();
        out.read_line(&mut answer).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["id"], id);
    }
    drop(pipe);
    assert!(child.wait().expect("an end").success());
}

#[test]
fn a_file_or_policy_that_is_not_there_is_named() {
    let world = World::new(&[]);
    refused(
        &world,
        &["gate", "check", "nope.jsonl"],
        2,
        &["`nope.jsonl` can't be read"],
    );
    refused(
        &world,
        &["gate", "policies", "nope"],
        2,
        &["there is no policy `nope`", "git-safety"],
    );
    world.write(".interlock/config.yml", "loop: {turns_mx: 1}\n");
    let said = world.run(&["gate", "check"]);
    refused_as(&said, &["gate", "check"], 2, &["did you mean `turns_max`?"]);
}
