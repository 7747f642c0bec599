//! What is refused, asked, and let through, and what shows that refusals bind.

use serde_json::{Value, json};

use super::{AGENTS, CLAUDE, Session, passes, refuses, world};

const FORBIDDEN: &str = "git push --force origin main";

#[test]
fn every_agent_is_refused_in_its_own_form() {
    let world = world();
    for agent in AGENTS {
        let session = Session::of(&world, agent);
        let said = session.runs(FORBIDDEN);
        assert!(refuses(&said), "{agent:?}: {said:?}");
        assert!(said.err.contains("git-safety"), "{said:?}");
        let said = session.runs("ls src");
        assert!(passes(&said), "{agent:?}: {said:?}");
    }
}

#[test]
fn what_would_ask_is_asked_where_the_agent_asks() {
    let world = world();
    let mut session = Session::of(&world, CLAUDE);
    let said = session.runs("npm install left-pad");
    let answer: Value = serde_json::from_str(&said.out).expect("JSON");
    let answer = &answer["hookSpecificOutput"];
    assert_eq!(answer["permissionDecision"], "ask", "{said:?}");
    assert_eq!(answer["hookEventName"], "PreToolUse");
    // With nobody there to be asked, it is refused.
    let unattended = json!({
        "tool_name": "Bash", "tool_input": {"command": "npm install left-pad"}, "tool_use_id": "t2",
        "permission_mode": "bypassPermissions",
    });
    let said = session.event("PreToolUse", unattended);
    assert!(refuses(&said), "{said:?}");
    // A version that nobody tried is counted on for nothing but refusals.
    for version in [None, Some("claude-code_99-0-0_harness"), Some("rubbish")] {
        session.version = version;
        session.id = "s-unknown";
        let said = session.runs("npm install left-pad");
        assert!(refuses(&said), "{version:?}: {said:?}");
        let how = "interlock authorise grant 'npm install left-pad' --rule";
        assert!(said.err.contains(how), "{said:?}");
    }
    // What it names lifts it.
    let granted = world.run(&[
        "authorise",
        "grant",
        "npm install left-pad",
        "--rule",
        "--apply",
    ]);
    assert_eq!(granted.code, 0, "{granted:?}");
    let said = session.runs("npm install left-pad");
    assert!(passes(&said), "{said:?}");
}

#[test]
fn a_tool_of_a_server_passes_once_the_person_names_it() {
    let world = world();
    let config = world.path("home/.config/interlock/config.yml");
    let before = std::fs::read_to_string(&config).unwrap_or_default();
    let more = "mcp: {servers: {docs: {allow: [find]}}}\n";
    world.configure(&format!("{before}{more}"));
    for agent in AGENTS {
        let session = Session::of(&world, agent);
        let said = session.before("mcp__docs__find", json!({"q": "x"}));
        assert!(passes(&said), "{agent:?}: {said:?}");
        for tool in [
            "mcp__docs__finds",
            "mcp__other__find",
            "mcp__docs__find__more",
            "mcp__docs___find",
            "mcp__docs/more__find",
            "mcp____find",
        ] {
            let said = session.before(tool, json!({"q": "x"}));
            assert!(!passes(&said), "{agent:?} {tool}: {said:?}");
        }
        // What leaves is looked at whatever is allowed.
        let token = concat!("ghp_", "c7Kd0Qw9ZrT4xVb2NmL8pHs6JfG3yCe5Ua1Xk");
        let said = session.before("mcp__docs__find", json!({ "q": token }));
        assert!(!passes(&said), "{agent:?}: {said:?}");
    }
}

#[test]
fn an_unknown_tool_does_not_pass() {
    let world = world();
    for agent in AGENTS {
        let session = Session::of(&world, agent);
        for tool in ["mcp__files__write", "Teleport", ""] {
            let said = session.before(tool, json!({"path": "x"}));
            assert!(!passes(&said), "{agent:?} {tool}: {said:?}");
            assert!(refuses(&said) || said.out.contains("\"ask\""), "{said:?}");
        }
        // A known one with an argument that is not.
        let said = session.before(agent.shell, json!({"command": "ls", "as_root": true}));
        assert!(!passes(&said), "{said:?}");
    }
}

#[test]
fn relative_paths_begin_where_the_agent_is() {
    let world = world();
    let session = Session::of(&world, CLAUDE);
    session.starts();
    let inside = world.repository().join("src");
    let write = |path: &str, cwd: &std::path::Path| {
        let more = json!({
            "tool_name": "Write", "tool_input": {"file_path": path, "content": "x"}, "tool_use_id": "t",
            "cwd": cwd,
        });
        session.event("PreToolUse", more)
    };
    assert!(passes(&write("../notes.md", &inside)));
    let said = write("../../../outside.md", &inside);
    assert!(!passes(&said), "{said:?}");
    // An agent that goes elsewhere is judged where its session began.
    let elsewhere = world.path("home");
    let said = write("notes.md", &elsewhere);
    assert!(!passes(&said), "{said:?}");
}

#[test]
fn a_patch_is_judged_file_by_file() {
    let world = world();
    let session = Session::of(&world, AGENTS[1]);
    let patch = |path: &str| {
        let text = format!(
            "*** Begin Patch\n*** Add File: a.txt\n+one\n*** Update File: {path}\n@@\n-x\n+y\n*** End Patch"
        );
        session.before("apply_patch", json!({"command": text}))
    };
    assert!(passes(&patch("README.md")));
    assert!(refuses(&patch(".git/config")));
    assert!(refuses(&patch("/etc/passwd")));
    let said = session.before(
        "apply_patch",
        json!({"command": "*** Begin Patch\n*** Frobnicate"}),
    );
    assert!(refuses(&said), "{said:?}");
}

#[test]
fn a_secret_in_a_result_is_masked_in_its_own_shape_and_kept_nowhere() {
    let world = world();
    let token = format!("{}_{}", "ghp", "c7Kd0Qw9ZrT4xVb2NmL8pHs6JfG3yCe5Ua1Xk");
    let response =
        json!({"stdout": format!("token={token}\nrest"), "stderr": "", "interrupted": false});
    let session = Session::of(&world, CLAUDE);
    session.runs("cat README.md");
    let said = session.after("cat README.md", response);
    let answer: Value = serde_json::from_str(&said.out).expect("JSON");
    let shown = &answer["hookSpecificOutput"]["updatedToolOutput"];
    assert_eq!(shown["interrupted"], false, "{said:?}");
    let text = shown["stdout"].as_str().expect("a text");
    assert!(text.contains("rest") && !text.contains(&token), "{text}");
    let log = world.run(&["log", &session.name(), "--json"]);
    assert!(log.out.contains("masked") && !log.out.contains(&token));
    let state = world.path("state");
    let found = std::process::Command::new("grep")
        .args(["-r", "-l", &token])
        .arg(state)
        .output()
        .expect("grep starts");
    assert!(found.stdout.is_empty(), "{found:?}");
}

#[test]
fn the_canary_shows_once_for_a_version_that_refusals_bind() {
    let world = world();
    let mut session = Session::of(&world, CLAUDE);
    let said = session.starts();
    let answer: Value = serde_json::from_str(&said.out).expect("JSON");
    let words = answer["hookSpecificOutput"]["additionalContext"]
        .as_str()
        .expect("words");
    let command = words.split('`').nth(1).expect("a command").to_owned();
    let said = session.runs(&command);
    assert!(refuses(&said), "{said:?}");
    session.stops(false);
    assert_eq!(session.status()["refusals"], "bound");
    session.id = "s-2";
    assert!(passes(&session.starts()));
    let log = world.run(&["--verbose", "log", &session.name()]);
    assert!(log.out.contains("an earlier session"), "{}", log.out);
}

#[test]
fn a_refusal_that_does_not_bind_lowers_trust() {
    let world = world();
    let session = Session::of(&world, CLAUDE);
    let said = session.starts();
    let command = said.out.split('`').nth(1).expect("a command").to_owned();
    assert!(refuses(&session.runs(&command)));
    let said = session.after(
        &command,
        json!({"stdout": "interlock-canary", "stderr": ""}),
    );
    assert!(said.out.contains("does not bind"), "{said:?}");
    let status = session.status();
    assert_eq!(status["refusals"], "unbound", "{status}");
    assert!(status["trust_lowered"].is_string(), "{status}");
    // What would be asked is refused from now on.
    assert!(refuses(&session.runs("npm install left-pad")));
    let shown = world.run(&["show", &session.name()]);
    assert!(shown.out.contains("do not bind"), "{}", shown.out);
    assert!(
        world
            .run(&["log", &session.name()])
            .out
            .contains("although it was refused")
    );
}

/// An agent whose hook died, or was not waited for, goes on: what comes back shows it.
#[test]
fn a_call_about_which_nobody_was_asked_lowers_trust() {
    let world = world();
    let session = Session::of(&world, CLAUDE);
    session.starts();
    assert!(passes(&session.runs("ls src")));
    assert!(passes(
        &session.after("ls src", json!({"stdout": "slug.sh"}))
    ));
    let unasked = json!({
        "tool_name": "Bash", "tool_input": {"command": "touch mark"}, "tool_use_id": "t9",
        "tool_response": {"stdout": ""},
    });
    let said = session.event("PostToolUse", unasked);
    assert!(said.out.contains("without a word to the hook"), "{said:?}");
    assert!(session.status()["trust_lowered"].is_string());
    // Whoever is met in the middle of a session is not suspected.
    let late = Session {
        id: "s-late",
        ..Session::of(&world, CLAUDE)
    };
    assert!(passes(&late.after("ls src", json!({"stdout": "slug.sh"}))));
    assert_eq!(late.status()["trust_lowered"], serde_json::Value::Null);
}

/// That trust is lowered is no reason to show a secret.
#[test]
fn a_secret_is_masked_in_what_should_not_have_been_done_too() {
    let world = world();
    let token = format!("{}_{}", "ghp", "c7Kd0Qw9ZrT4xVb2NmL8pHs6JfG3yCe5Ua1Xk");
    let session = Session::of(&world, CLAUDE);
    session.starts();
    session.runs("git push --force origin main");
    let said = session.after("git push --force origin main", json!({"stdout": token}));
    assert!(
        said.out.contains("updatedToolOutput") && !said.out.contains(&token),
        "{said:?}"
    );
    assert!(session.status()["trust_lowered"].is_string());
}
