//! An agent that says it is done: what it changed is verified, and it is sent back once.

use serde_json::{Value, json};

use super::{CLAUDE, Session, passes};
use crate::support::World;

/// A project with one check, which a change can break.
fn checked() -> World {
    let check = "#!/bin/sh\ngrep -q right answer.txt\n";
    let world = World::new(&[("check.sh", check), ("answer.txt", "right\n")]);
    world.configure("verification: {commands: ['sh check.sh'], levels: [1, 2, 3, 4]}\n");
    world
}

fn writes(session: &Session<'_>, text: &str) {
    let path = session.world.repository().join("answer.txt");
    let said = session.before("Write", json!({"file_path": path, "content": text}));
    assert!(passes(&said), "{said:?}");
    session.world.write("answer.txt", text);
}

#[test]
fn done_without_evidence_is_sent_back_once() {
    let world = checked();
    let session = Session::of(&world, CLAUDE);
    session.starts();
    writes(&session, "wrong\n");
    let said = session.stops(false);
    let answer: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(answer["decision"], "block", "{said:?}");
    let reason = answer["reason"].as_str().expect("a reason");
    assert!(reason.contains("check.sh"), "{reason}");
    // The second time it may end; the ledger says how it stands.
    let said = session.stops(true);
    assert!(passes(&said), "{said:?}");
    let status = session.status();
    assert_eq!(status["verified"], "gaps_found", "{status}");
    assert_eq!(status["counts"]["sent_back"], 1, "{status}");
    let report = world.run(&["show", &session.name(), "--report"]);
    assert!(report.out.contains("gaps_found"), "{report:?}");
}

#[test]
fn what_is_mended_passes_and_work_that_changes_nothing_is_not_verified() {
    let world = checked();
    let session = Session::of(&world, CLAUDE);
    session.starts();
    assert!(passes(&session.stops(false)));
    assert_eq!(session.status()["verified"], Value::Null);
    writes(&session, "wrong\n");
    assert!(session.stops(false).out.contains("block"));
    writes(&session, "right, again\n");
    let said = session.stops(true);
    assert!(passes(&said), "{said:?}");
    assert_eq!(session.status()["verified"], "passed");
}

#[test]
fn an_agent_outside_a_repository_is_judged_and_not_verified() {
    let world = checked();
    let session = Session::of(&world, CLAUDE);
    let outside = world.path("home/notes");
    std::fs::create_dir_all(&outside).expect("a folder");
    let event = |name: &str, more: Value| {
        let mut all = more;
        all["cwd"] = json!(outside);
        session.event(name, all)
    };
    event("SessionStart", json!({"source": "startup"}));
    let command =
        json!({"tool_name": "Bash", "tool_input": {"command": "rm -rf ~"}, "tool_use_id": "t"});
    let said = event("PreToolUse", command);
    assert!(!passes(&said), "{said:?}");
    let inside = json!({"tool_name": "Write", "tool_input": {"file_path": "a.md", "content": "x"}, "tool_use_id": "u"});
    assert!(passes(&event("PreToolUse", inside)));
    assert!(passes(&event("Stop", json!({}))));
}
