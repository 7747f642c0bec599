//! Hooks of one session at the same time, and one that dies half-way.

use std::io::Write as _;

use serde_json::json;

use super::{CLAUDE, Session, passes, world};

#[test]
fn hooks_of_one_session_wait_for_each_other() {
    const MANY: usize = 8;
    let world = world();
    let session = Session::of(&world, CLAUDE);
    let mut children = Vec::new();
    for number in 0..MANY {
        let event = json!({
            "session_id": session.id, "hook_event_name": "PreToolUse", "cwd": world.repository(),
            "tool_name": "Bash", "tool_input": {"command": "ls src"}, "tool_use_id": format!("t{number}"),
        });
        let mut child = session.begun();
        let mut input = child.stdin.take().expect("standard input");
        input
            .write_all(event.to_string().as_bytes())
            .expect("it reads");
        children.push(child);
    }
    for child in children {
        let said = world.ended(child);
        assert!(passes(&said), "{said:?}");
    }
    assert_eq!(session.status()["counts"]["calls"], MANY);
    let said = world.run(&["ledger", "verify"]);
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn a_hook_that_is_killed_half_way_leaves_the_session_usable() {
    let world = world();
    let session = Session::of(&world, CLAUDE);
    assert!(passes(&session.runs("ls src")));
    for half in ["", "{\"session_id\":\"s-1\",\"hook_event"] {
        let mut child = session.begun();
        let mut input = child.stdin.take().expect("standard input");
        input.write_all(half.as_bytes()).expect("it reads");
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    assert!(passes(&session.runs("ls")));
    assert_eq!(session.status()["counts"]["calls"], 2);
    assert_eq!(world.run(&["ledger", "verify"]).code, 0);
}
