//! What a hook's answer means.

use gate::hook_event::answer;
use proptest::prelude::*;

#[test]
fn a_status_or_json_is_an_answer() {
    let no = |why: &str| Ok(Some(why.to_owned()));
    let all = [
        (0, "", Ok(None)),
        (0, "formatted 3 files", Ok(None)),
        (0, r#"{"decision": "approve"}"#, Ok(None)),
        (0, r#"{"suppressOutput": true}"#, Ok(None)),
        (0, r#" {"decision": "block", "reason": "r"} "#, no("r")),
        (0, r#"{"continue": false, "stopReason": "s"}"#, no("s")),
        (
            0,
            r#"{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "p"}}"#,
            no("p"),
        ),
        (0, r#"{"decision": "ask", "reason": "look"}"#, no("look")),
        (0, r#"{"continue": null, "decision": null}"#, Ok(None)),
        (
            0,
            r#"{"decision": null, "hookSpecificOutput": {"permissionDecision": "deny"}}"#,
            no("it gives no reason"),
        ),
        (
            0,
            r#"{"decision": "approve", "reason": "r", "hookSpecificOutput": {"permissionDecision": "deny"}}"#,
            no("r"),
        ),
        (2, "because\n", no("because")),
        (2, "", no("it gives no reason")),
    ];
    for (exit, text, expected) in all {
        assert_eq!(answer(exit, text), expected, "{exit} {text}");
    }
    for (exit, text) in [
        (1, ""),
        (127, "sh: x: not found"),
        (0, "{"),
        (0, r#"{"decision": 1}"#),
        (0, r#"{"decision": "maybe"}"#),
        (0, r#"{"continue": "false"}"#),
    ] {
        assert!(answer(exit, text).is_err(), "{exit} {text}");
    }
}

proptest! {
    #[test]
    fn nothing_but_a_yes_is_a_yes(exit in -200..300_i32, text in "\\PC{0,80}") {
        let said = answer(exit, &text);
        if exit != 0 {
            prop_assert_ne!(said, Ok(None));
        } else if text.trim().starts_with('{') && serde_json::from_str::<serde_json::Value>(text.trim()).is_err() {
            prop_assert!(said.is_err());
        }
    }
}
