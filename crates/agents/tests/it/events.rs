//! What a hook is told, and what its call is judged as.

use agents::event::{self, Told};
use agents::host::Host;
use agents::judged::{self, Whereabouts};
use gate::wire::What;
use ledger::proposal::Proposal;
use proptest::prelude::*;
use serde_json::{Value, json};

proptest! {
    /// Whatever comes in is read or refused, and what is read names its session.
    #[test]
    fn any_bytes_are_an_event_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let card = Host::Claude.card().expect("a card");
        if let Ok(event) = event::read(&card, &bytes) {
            prop_assert!(!event.session.is_empty());
        }
    }

    /// Any arguments of a call come through as they are.
    #[test]
    fn a_call_keeps_its_arguments(name in "[a-zA-Z_]{1,20}", key in "\\PC{0,20}", text in "\\PC{0,80}") {
        let card = Host::Claude.card().expect("a card");
        let input = json!({ key: text });
        let event = json!({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": name, "tool_input": input});
        let read = event::read(&card, event.to_string().as_bytes()).expect("an event");
        let Told::Before(call) = read.told else { panic!("{read:?}") };
        prop_assert_eq!(call.input, input);
        prop_assert_eq!(call.tool, name);
    }
}

#[test]
fn a_call_without_a_name_has_the_same_one_before_and_after() {
    let card = Host::Gemini.card().expect("a card");
    let named = |event: &str, command: &str| {
        let event = json!({
            "session_id": "s", "hook_event_name": event, "tool_name": "run_shell_command",
            "tool_input": {"command": command}, "tool_response": {"llmContent": "x"},
        });
        let read = event::read(&card, event.to_string().as_bytes()).expect("an event");
        let (Told::Before(call) | Told::After { call, .. }) = read.told else {
            panic!("{read:?}")
        };
        call.id
    };
    assert_eq!(named("BeforeTool", "ls"), named("AfterTool", "ls"));
    assert_ne!(named("BeforeTool", "ls"), named("BeforeTool", "ls -l"));
}

#[test]
fn texts_are_changed_where_they_stand() {
    let response = json!({"stdout": "a secret", "list": ["a secret", 1, null], "ok": true});
    let changed = event::with_texts(&response, &|text| text.replace("secret", "mask"));
    assert_eq!(
        changed,
        Some(json!({"stdout": "a mask", "list": ["a mask", 1, null], "ok": true}))
    );
    assert_eq!(event::with_texts(&response, &|text| text.to_owned()), None);
}

#[test]
fn relative_paths_and_commands_begin_where_the_agent_is() {
    let card = Host::Claude.card().expect("a card");
    let seen = |tool: &str, arguments: Value, cwd: &str| {
        let what = judged::read(tool, &arguments.to_string()).expect("a call");
        let at = Whereabouts {
            cwd: Some(cwd),
            root: "/r",
        };
        let line = judged::check_line(what, Some(&card), &at, 0);
        let What::Proposal(proposal) = line.what else {
            panic!("{line:?}")
        };
        if let Proposal::Write { path, .. } = proposal {
            return path;
        }
        let Proposal::Shell { cwd, .. } = proposal else {
            panic!("{proposal:?}")
        };
        cwd.unwrap_or_default()
    };
    let write = |path: &str| json!({"file_path": path, "content": "x"});
    for (path, cwd, judged) in [
        ("a", "/r", "a"),
        ("a", "/r/", "a"),
        ("a", "/r/src", "src/a"),
        ("/etc/a", "/r/src", "/etc/a"),
        ("~/a", "/r/src", "~/a"),
        ("a", "/rest", "/rest/a"),
        ("../a", "/r/src", "src/../a"),
    ] {
        assert_eq!(seen("Write", write(path), cwd), judged, "{path} in {cwd}");
    }
    assert_eq!(seen("Bash", json!({"command": "ls"}), "/r"), "");
    assert_eq!(seen("Bash", json!({"command": "ls"}), "/r/src"), "src");
}
