//! Lines in, lines out.

use gate::wire::{id_of, read_line, write_error, write_line};
use ledger::gate::{Checkpoint, Verdict};

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
    assert_eq!(write_error(Some("7"), "no"), r#"{"id":"7","error":"no"}"#);
    assert_eq!(write_error(None, "no"), r#"{"id":null,"error":"no"}"#);
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
