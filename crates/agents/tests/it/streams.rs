//! What agents print while they work, as recorded: read line by line.

use agents::headless::Headless;
use agents::host::Host;
use agents::stream::Stream;
use agents::turn::{Turn, is_session_name};
use ledger::money::Usd;
use ledger::reply::FailureKind;
use proptest::prelude::*;

/// What a version printed in one session: three requests, the last of them words.
fn recorded(version: &str) -> Turn {
    let path = format!(
        "{}/../../corpus/agents/{version}/stream.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let host = version
        .split('-')
        .next()
        .and_then(Host::named)
        .expect("an agent");
    read(of(host).stream, &text)
}

fn read(stream: Stream, text: &str) -> Turn {
    let mut turn = Turn::default();
    for line in text.lines() {
        let _said = stream.take(&mut turn, line);
    }
    turn
}

fn of(host: Host) -> Headless {
    host.card().expect("a card").headless
}

#[test]
fn every_recorded_session_is_read() {
    for version in [
        "claude-2.1.197",
        "claude-2.1.332",
        "codex-0.171.0",
        "gemini-0.61.0",
        "opencode-1.18.33",
        "pi-0.73.1",
        "pi-0.74.2",
    ] {
        let turn = recorded(version);
        assert!(turn.over && turn.failure.is_none(), "{version}: {turn:?}");
        assert!(
            turn.words.starts_with("All is done."),
            "{version}: {turn:?}"
        );
        assert!(turn.session.is_some(), "{version}");
        // The model counted the same for each: three requests of twenty tokens, and eight of each prompt from its cache.
        assert_eq!(
            (turn.usage.output, turn.usage.cache_read),
            (60, 24),
            "{version}"
        );
        assert!(turn.usage.input > 1_000, "{version}");
    }
}

#[test]
fn what_is_spent_is_as_it_is_reported() {
    let spent = |version: &str| recorded(version).spent;
    assert_eq!(spent("claude-2.1.197"), Some(Usd::from_dollars(0.304_862)));
    assert!(spent("pi-0.74.2").is_some_and(|it| it > Usd::ZERO));
    // A model whose price it does not know costs nothing by its count.
    for version in ["codex-0.171.0", "gemini-0.61.0", "opencode-1.18.33"] {
        assert_eq!(spent(version), None, "{version}");
    }
}

#[test]
fn a_message_in_several_lines_is_counted_once() {
    let line = |tokens: u32| {
        format!(
            r#"{{"type":"assistant","message":{{"id":"m1","content":[],"usage":{{"input_tokens":{tokens}}}}}}}"#
        )
    };
    let turn = read(Stream::Claude, &[line(10), line(10), line(12)].join("\n"));
    assert_eq!((turn.usage.input, turn.requests), (12, 1));
}

#[test]
fn why_it_could_not_go_on_is_told_by_its_status() {
    let kind = |stream, text: &str| read(stream, text).failure.map(|it| it.kind);
    let claude = |status: u16| {
        format!(r#"{{"type":"result","is_error":true,"api_error_status":{status},"result":"no"}}"#)
    };
    for (status, expected) in [
        (429, FailureKind::RateLimited),
        (401, FailureKind::Unauthorised),
        (400, FailureKind::Rejected),
        (529, FailureKind::Overloaded),
    ] {
        assert_eq!(
            kind(Stream::Claude, &claude(status)),
            Some(expected),
            "{status}"
        );
    }
    let codex = r#"{"type":"turn.failed","error":{"message":"unexpected status 503 Service Unavailable: x"}}"#;
    assert_eq!(kind(Stream::Codex, codex), Some(FailureKind::Overloaded));
    let gemini = r#"{"type":"result","status":"error","error":{"message":"quota","code":429}}"#;
    assert_eq!(kind(Stream::Gemini, gemini), Some(FailureKind::RateLimited));
    let opencode =
        r#"{"type":"error","error":{"name":"APIError","data":{"message":"x","statusCode":401}}}"#;
    assert_eq!(
        kind(Stream::Opencode, opencode),
        Some(FailureKind::Unauthorised)
    );
    let pi = r#"{"type":"turn_end","message":{"stopReason":"error","errorMessage":"429 status code (no body)"}}"#;
    assert_eq!(kind(Stream::Pi, pi), Some(FailureKind::RateLimited));
    // A turn of pi that goes well afterwards has not failed.
    let then = format!(
        "{pi}\n{}",
        r#"{"type":"turn_end","message":{"stopReason":"stop","content":[]}}"#
    );
    assert_eq!(kind(Stream::Pi, &then), None);
}

#[test]
fn a_session_is_gone_on_with_where_the_agent_wants_it_said() {
    let line = |host: Host, resumes| {
        let command = [host.word().to_owned()];
        of(host)
            .command_line(&command, Some("m"), resumes)
            .join(" ")
    };
    assert!(line(Host::Claude, Some("s-1")).starts_with("claude --resume s-1 -p "));
    assert!(line(Host::Claude, None).ends_with("--model m --"));
    assert!(line(Host::Codex, Some("s-1")).starts_with("codex exec resume s-1 --json "));
    assert!(line(Host::Codex, None).starts_with("codex exec --json "));
    assert!(line(Host::Gemini, Some("s-1")).starts_with("gemini -r s-1 "));
    assert!(line(Host::Gemini, None).ends_with("-m m -p"));
    assert!(line(Host::Opencode, Some("s-1")).contains(" -s s-1 "));
    assert!(line(Host::Pi, Some("s-1")).contains("--session s-1"));
}

#[test]
fn a_name_of_a_session_is_a_word_of_a_command_line() {
    for name in ["s-1", "ses_dd51e41f", "01a22aa3-77b8-7ae1", "a.b:c"] {
        assert!(is_session_name(name), "{name}");
    }
    for name in ["", "-p", "--x", "a b", "a\nb", "ä", "a/../b", "$(x)"] {
        assert!(!is_session_name(name), "{name}");
    }
    assert!(!is_session_name(&"a".repeat(1_000)));
}

proptest! {
    /// Whatever is printed: nothing fails, what is kept is bounded, and a session that is named is one that can be.
    #[test]
    fn nothing_that_is_printed_is_too_much(words in "\\PC{0,200}", tokens: u64, dollars: f64, kind in 0..5_usize) {
        let streams = [Stream::Claude, Stream::Codex, Stream::Gemini, Stream::Opencode, Stream::Pi];
        let kinds = ["assistant", "result", "turn.completed", "step_finish", "turn_end"];
        let value = serde_json::json!({
            "type": kinds[kind],
            "session_id": words, "thread_id": words, "sessionID": words, "id": words, "result": words, "status": words,
            "usage": {"input_tokens": tokens, "cached_input_tokens": tokens, "output_tokens": tokens},
            "stats": {"input": tokens, "output_tokens": tokens},
            "part": {"tokens": {"input": tokens, "output": tokens, "reasoning": tokens}, "cost": dollars},
            "message": {"id": words, "usage": {"input": tokens, "input_tokens": tokens, "cost": {"total": dollars}}, "content": words},
            "total_cost_usd": dollars,
        });
        for stream in streams {
            let mut turn = Turn::default();
            for line in [value.to_string(), words.clone(), words.repeat(200), value.to_string()] {
                let _said = stream.take(&mut turn, &line);
            }
            prop_assert!(turn.session.as_deref().is_none_or(is_session_name));
            prop_assert!(turn.words.len() < 100_000);
        }
    }
}
