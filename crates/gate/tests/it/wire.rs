//! Lines in, lines out.

use gate::wire::{What, id_of, read_line, write_line, write_unread};
use ledger::gate::{Checkpoint, Verdict};
use ledger::proposal::Proposal;

use crate::world::judge_text;

#[test]
fn the_documented_line_is_answered_as_documented() {
    let line = r#"{"id":"c1","tool":"run_command","args":{"command":"git push --force origin main"},"context":{"phase":"executing","mode":"normal","role":"generator","cwd":".","plan_files":["src/a.rs"],"branch":"task/a","protected_branches":["main"]}}"#;
    let decision = judge_text(line);
    assert_eq!(decision.verdict, Verdict::Deny);
    assert_eq!(decision.checkpoint, Checkpoint::PreTool);
    let out = write_line("c1", &decision);
    let out: serde_json::Value = serde_json::from_str(&out).expect("a line is JSON");
    assert_eq!(out["id"], "c1");
    assert_eq!(out["decision"], "deny");
    assert_eq!(out["checkpoint"], "pre-tool");
    let ids: Vec<&str> = out["findings"]
        .as_array()
        .expect("findings are there")
        .iter()
        .map(|finding| finding["id"].as_str().expect("an id"))
        .collect();
    assert!(ids.contains(&"force-push-protected"), "{ids:?}");
    for finding in out["findings"].as_array().expect("findings are there") {
        assert!(finding["next_action"]["kind"].is_string(), "{finding}");
    }
}

#[test]
fn what_cannot_be_read_is_said_in_place() {
    for (line, says) in [
        ("", "can't be read"),
        ("{", "can't be read"),
        (
            r#"{"id":"a","tool":"format_disk","args":{}}"#,
            "there is no tool `format_disk`",
        ),
        (
            r#"{"id":"a","tool":"read_file","args":{}}"#,
            "missing field `path`",
        ),
        (
            r#"{"id":"a","tool":"read_file","args":{"path":"x","sudo":true}}"#,
            "unknown field `sudo`",
        ),
        (
            r#"{"id":"a","tool":"run_command","args":{}}"#,
            "either `command` or `argv`",
        ),
        (
            r#"{"id":"a","tool":"write_file","args":{"path":"x"}}"#,
            "`content` is missing",
        ),
        (
            r#"{"id":"a","tool":"read_file","args":{"path":"x"},"context":{"phaze":"x"}}"#,
            "unknown field `phaze`",
        ),
    ] {
        let why = read_line(line).expect_err(line);
        assert!(why.contains(says), "{line}: {why}");
    }
    assert_eq!(id_of(r#"{"id":7,"tool":"nonsense"}"#).as_deref(), Some("7"));
}

#[test]
fn what_cannot_be_read_asks() {
    for (id, named) in [(Some("7"), r#""7""#), (None, "null")] {
        let line = write_unread(id, "no");
        let begins = format!(
            r#"{{"id":{named},"decision":"ask","checkpoint":"pre-tool","findings":[{{"policy":"tool-gateway","id":"unread-call","severity":"soft-deny","message":"no","next_action":"#
        );
        assert!(line.starts_with(&begins), "{line}");
        assert!(line.ends_with(r#","error":"no"}"#), "{line}");
    }
}

/// One call under every name that it has.
#[test]
fn a_call_has_many_names() {
    let shell = r#"{"tool":"run_command","args":{"command":"git push --force"}}"#;
    let read = r#"{"tool":"read_file","args":{"path":"a/b","from":3,"lines":2}}"#;
    let write = r#"{"tool":"write_file","args":{"path":"a/b","content":"x"}}"#;
    let edit = r#"{"tool":"edit_file","args":{"path":"a/b","old":"x","new":"y"}}"#;
    let search = r#"{"tool":"search","args":{"pattern":"x","path":"a","glob":"*.rs"}}"#;
    let list = r#"{"tool":"list_files","args":{"path":"a"}}"#;
    let fetch = r#"{"tool":"fetch_url","args":{"url":"https://docs.rs/x"}}"#;
    let hand = r#"{"tool":"delegate","args":{"role":"reviewer","task":"x"}}"#;
    for (same, other) in [
        (
            shell,
            r#"{"tool":"shell","args":{"command":"git push --force"}}"#,
        ),
        (
            shell,
            r#"{"tool_name":"Bash","tool_input":{"command":"git push --force","timeout":5,"description":"x"},"session_id":"s","hook_event_name":"PreToolUse"}"#,
        ),
        (
            shell,
            r#"{"tool_name":"run_shell_command","tool_input":{"command":"git push --force"}}"#,
        ),
        (
            read,
            r#"{"tool_name":"Read","tool_input":{"file_path":"a/b","offset":3,"limit":2}}"#,
        ),
        (
            read,
            r#"{"tool":"read","args":{"path":"a/b","from":3,"lines":2}}"#,
        ),
        (
            write,
            r#"{"tool_name":"Write","tool_input":{"file_path":"a/b","content":"x"}}"#,
        ),
        (
            edit,
            r#"{"tool_name":"Edit","tool_input":{"file_path":"a/b","old_string":"x","new_string":"y","replace_all":true}}"#,
        ),
        (
            edit,
            r#"{"tool_name":"MultiEdit","tool_input":{"file_path":"a/b","edits":[{"old_string":"x","new_string":"y"}]}}"#,
        ),
        (
            search,
            r#"{"tool_name":"Grep","tool_input":{"pattern":"x","path":"a","glob":"*.rs","-n":true,"output_mode":"content"}}"#,
        ),
        (list, r#"{"tool_name":"LS","tool_input":{"path":"a"}}"#),
        (
            fetch,
            r#"{"tool_name":"WebFetch","tool_input":{"url":"https://docs.rs/x","prompt":"what"}}"#,
        ),
        (
            hand,
            r#"{"tool_name":"Task","tool_input":{"subagent_type":"reviewer","prompt":"x","description":"y"}}"#,
        ),
        (
            r#"{"tool":"mcp","args":{"server":"forge","name":"merge","arguments":{"n":1}}}"#,
            r#"{"tool_name":"mcp__forge__merge","tool_input":{"n":1}}"#,
        ),
    ] {
        assert_eq!(
            read_line(same).map(|it| it.what),
            read_line(other).map(|it| it.what),
            "{other}"
        );
    }
    for (line, says) in [
        (
            r#"{"tool_name":"mcp__forge","tool_input":{}}"#,
            "another server",
        ),
        (
            r#"{"tool_name":"mcp__a__b__c","tool_input":{}}"#,
            "another server",
        ),
        (
            r#"{"tool_name":"mcp__a___b","tool_input":{}}"#,
            "another server",
        ),
        (
            r#"{"tool_name":"Teleport","tool_input":{}}"#,
            "there is no tool",
        ),
        (
            r#"{"tool_name":"Bash","tool_input":{"command":"ls","sudo":true}}"#,
            "unknown field `sudo`",
        ),
        (r#"{"tool_name":"Bash"}"#, "arguments of `Bash`"),
        (
            r#"{"tool_name":"Read","tool_input":{"path":"a","file_path":".env"}}"#,
            "given twice",
        ),
    ] {
        let why = read_line(line).expect_err(line);
        assert!(why.contains(says), "{line}: {why}");
    }
}

#[test]
fn a_hook_says_where_the_agent_is_and_what_came_back() {
    let line =
        r#"{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/w/sub","tool_use_id":"t1"}"#;
    let line = read_line(line).expect("it can be read");
    assert_eq!(line.id, "t1");
    let What::Proposal(Proposal::Shell { cwd, .. }) = line.what else {
        panic!("{line:?}");
    };
    assert_eq!(cwd.as_deref(), Some("/w/sub"));
    let line = r#"{"tool_name":"WebFetch","tool_input":{"url":"https://x"},"tool_response":{"text":["one","two"]}}"#;
    let What::ToolResult { tool, content } = read_line(line).expect("it can be read").what else {
        panic!("{line}");
    };
    assert_eq!((tool.as_str(), content.as_str()), ("WebFetch", "one\ntwo"));
}

#[test]
fn a_write_outside_the_plan_is_judged_at_pre_write() {
    let line = r#"{"tool":"write_file","args":{"path":"src/b.rs","content":"x"},"context":{"plan_files":["src/a.rs"]}}"#;
    let decision = judge_text(line);
    assert_eq!(decision.checkpoint, Checkpoint::PreWrite);
    assert_eq!(decision.verdict, Verdict::Deny);
    let line = line.replace("src/b.rs", "src/new.rs");
    assert_eq!(judge_text(&line).verdict, Verdict::Ask);
    let line = line.replace("src/new.rs", "src/a.rs");
    assert_eq!(judge_text(&line).verdict, Verdict::Allow);
}

/// What is said of a tool that nobody knows.
fn why_unknown(tool: &str) -> String {
    let line = serde_json::json!({ "tool": tool, "args": {} });
    read_line(&line.to_string()).err().unwrap_or_default()
}

#[test]
fn every_tool_has_its_own_names_and_all_are_on_the_page() {
    let why = why_unknown("teleport");
    assert!(!why.contains("did you mean"), "{why}");
    let (_, known) = why.split_once("known are ").expect("names");
    let mut names: Vec<&str> = known.split(", ").collect();
    assert!(names.contains(&"run_command") && names.len() > 20, "{why}");
    let page = include_str!("../../../../docs/gate-check.md");
    for name in &names {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[test]
fn a_slip_of_the_pen_is_told() {
    for (name, meant) in [
        ("BASH", "Bash"),
        ("readFile", "read_file"),
        ("WriteFile", "write_file"),
        ("run-comand", "run_command"),
        ("web_fetch", "WebFetch"),
    ] {
        let why = why_unknown(name);
        assert!(why.contains(&format!("did you mean `{meant}`?")), "{why}");
    }
    assert!(why_unknown("mcp__forge").contains("is not known"));
}
