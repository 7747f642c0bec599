//! The hook in an agent's settings: in, again, and out.

use agents::host::Host;
use agents::settings::{self, codex};
use proptest::prelude::*;
use serde_json::{Value, json};

const PROGRAM: &str = "/opt/it's here/interlock";
const SETTINGS: [Host; 3] = [Host::Claude, Host::Codex, Host::Gemini];

/// Settings as people have them: other keys, and hooks of their own beside.
fn theirs() -> impl Strategy<Value = Value> {
    let text = "[a-z ]{0,8}";
    let hook = (text, 1..60_u32).prop_map(|(command, timeout)| {
        json!({"matcher": "Bash", "hooks": [{"type": "command", "command": command, "timeout": timeout}]})
    });
    let hooks = proptest::collection::vec(hook, 1..3);
    (text, proptest::option::of(hooks)).prop_map(|(word, hooks)| match hooks {
        Some(hooks) => json!({"model": word, "hooks": {"PreToolUse": hooks, "Other": []}}),
        None => json!({"model": word, "nested": {"list": [1, {"a": null}]}}),
    })
}

proptest! {
    /// In, in again and out: the second changes nothing, and the third leaves what was there, to the letter.
    #[test]
    fn what_was_there_stays(theirs in theirs(), pretty in any::<bool>()) {
        let before = match pretty {
            true => format!("{theirs:#}\n"),
            false => format!("{theirs}\n"),
        };
        for host in SETTINGS {
            let card = host.card().expect("a card");
            let with = settings::install(host, &card, &before, PROGRAM).expect("settings").expect("a change");
            prop_assert!(settings::is_installed(host, &card, &with, PROGRAM));
            let read: Value = serde_json::from_str(&with).expect("JSON");
            prop_assert_eq!(&read["model"], &theirs["model"]);
            let without = settings::remove(host, &with).expect("settings").expect("a change");
            let left: Value = serde_json::from_str(&without).expect("JSON");
            prop_assert_eq!(left, theirs.clone());
        }
    }

    /// Any text is settings or is left alone.
    #[test]
    fn any_text_is_settings_or_left_alone(text in "\\PC{0,60}") {
        for host in SETTINGS {
            let card = host.card().expect("a card");
            let _left_alone = settings::install(host, &card, &text, PROGRAM);
            let _left_alone = settings::remove(host, &text);
            let _left_alone = codex::install(&card, &text, "{}", "/h");
        }
    }
}

/// Another program, or other words of ours, take the place of those that stand there.
#[test]
fn a_program_that_moved_is_named_once() {
    let card = Host::Claude.card().expect("a card");
    let old = settings::install(Host::Claude, &card, "", "/old/interlock")
        .expect("settings")
        .expect("a change");
    let new = settings::install(Host::Claude, &card, &old, PROGRAM)
        .expect("settings")
        .expect("a change");
    assert!(!new.contains("/old/"), "{new}");
    let read: Value = serde_json::from_str(&new).expect("JSON");
    assert_eq!(
        read["hooks"]["PreToolUse"].as_array().map(Vec::len),
        Some(1),
        "{new}"
    );
}

/// As Codex 0.171.0 itself named the digest of these hooks (`hooks/list` of its app server).
#[test]
fn the_digest_of_a_hook_is_that_of_codex() {
    let handler = json!({"type": "command", "command": "interlock hook codex", "timeout": 20});
    for (event, group, digest) in [
        (
            "pre_tool_use",
            json!({"matcher": "*"}),
            "sha256:a7203b75eb480681343bd9aee0c78418b61c19942df7695b18be67cc19d2ebee",
        ),
        (
            "session_start",
            json!({"matcher": "*"}),
            "sha256:061c9032316a0709d89cb8b5b3c97b37830a11249f792fb2fbad982a13649d68",
        ),
        (
            "stop",
            json!({}),
            "sha256:231a616da459558999d5c0eb2638bf0f6ff386dd024b9c127da07908ea199037",
        ),
    ] {
        assert_eq!(codex::digest(event, &group, &handler), digest, "{event}");
    }
}

#[test]
fn hooks_that_codex_does_not_trust_are_told() {
    let card = Host::Codex.card().expect("a card");
    let hooks = settings::install(Host::Codex, &card, "", PROGRAM)
        .expect("settings")
        .expect("a change");
    assert!(!codex::trusts(&card, "", &hooks, "/h.json"));
    let config = codex::install(&card, "", &hooks, "/h.json")
        .expect("settings")
        .expect("a change");
    assert!(codex::trusts(&card, &config, &hooks, "/h.json"));
    assert!(!codex::trusts(&card, &config, &hooks, "/elsewhere.json"));
    let moved = settings::install(Host::Codex, &card, &hooks, "/new/interlock")
        .expect("settings")
        .expect("a change");
    assert!(!codex::trusts(&card, &config, &moved, "/h.json"));
}
