//! Events that are truncated, huge, unknown or no events at all, and a ledger that can't be written: refused, and said.

use serde_json::{Value, json};

use super::{AGENTS, CLAUDE, Session, passes, refuses, world};

#[test]
fn whatever_can_not_be_read_is_refused() {
    let world = world();
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let long = json!({"session_id": "x".repeat(500), "hook_event_name": "PreToolUse"}).to_string();
    let inputs: [&[u8]; 12] = [
        b"",
        b"  \n",
        b"{",
        b"[1]",
        b"null",
        b"\xff\xfe{}",
        br#"{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_inp"#,
        br#"{"session_id":"s","hook_event_name":"PreToolUse"}"#,
        br#"{"session_id":"s","hook_event_name":"Sideways","tool_name":"Bash","tool_input":{"command":"ls"}}"#,
        br#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}"#,
        deep.as_bytes(),
        long.as_bytes(),
    ];
    for agent in AGENTS {
        let session = Session::of(&world, agent);
        for input in inputs {
            let said = session.sent(input);
            let shown = String::from_utf8_lossy(&input[..input.len().min(80)]).into_owned();
            assert!(refuses(&said), "{agent:?} {shown}: {said:?}");
            assert!(
                !said.err.contains("panicked") && !said.err.contains("internal"),
                "{said:?}"
            );
        }
    }
    // Where the session is known, its stream says so too.
    let session = Session::of(&world, CLAUDE);
    session.event("Sideways", json!({}));
    assert_eq!(session.status()["counts"]["unread"], 1);
}

#[test]
fn an_event_of_a_hundred_megabytes_is_refused_in_bounded_memory() {
    let world = world();
    let session = Session::of(&world, CLAUDE);
    let mut event = br#"{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"a","content":""#.to_vec();
    event.resize(100 << 20, b'x');
    event.extend(b"\"}}");
    let said = session.sent(&event);
    assert!(refuses(&said), "{said:?}");
    assert!(said.err.contains("longer"), "{said:?}");
    // One that is long and can be read is judged.
    let content = "line\n".repeat(100_000);
    let said = session.before("Write", json!({"file_path": "a.txt", "content": content}));
    assert!(passes(&said), "{said:?}");
    let content = "x".repeat(3 << 20);
    let said = session.before("Write", json!({"file_path": "a.txt", "content": content}));
    assert!(!passes(&said), "{said:?}");
}

#[test]
fn a_ledger_that_can_not_be_written_refuses_every_call() {
    let world = world();
    std::fs::write(world.path("state"), "a file").expect("a file");
    let session = Session::of(&world, CLAUDE);
    let said = session.runs("ls src");
    assert!(refuses(&said), "{said:?}");
    // What is no call goes on: the person is not locked out of their agent.
    let said = session.event("UserPromptSubmit", json!({"prompt": "hello"}));
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn a_configuration_that_is_wrong_refuses_every_call() {
    let world = world();
    world.configure("guardrails: [1, 2\n");
    let said = Session::of(&world, CLAUDE).runs("ls src");
    assert!(refuses(&said), "{said:?}");
}

#[test]
fn what_an_agent_writes_into_names_can_not_speak_to_the_terminal() {
    let world = world();
    let session = Session::of(&world, CLAUDE);
    let bell = "\u{1b}]0;owned\u{7}\u{202e}";
    session.before(&format!("T{bell}"), json!({"command": bell}));
    session.event("SessionEnd", json!({"reason": bell}));
    for args in [&["log"][..], &["show"], &["--verbose", "log"]] {
        let mut args = args.to_vec();
        let name = session.name();
        args.push(&name);
        let said = world.run(&args);
        let all = format!("{}{}", said.out, said.err);
        assert!(!all.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{all:?}");
    }
    let _: Value = session.status();
}
