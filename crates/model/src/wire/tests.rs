//! What the wires write, and what they make of streams: whole, cut anywhere, wrong, or hostile.

use ledger::ids::CallId;
use ledger::money::{Usage, Usd};
use ledger::options::Wire;
use ledger::reply::{Call, Ended, FailureKind, ModelFailure, Reply};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Dialect, Reading, body, reply};
use crate::price::Prices;
use crate::prompt::{Answer, Block, Message, Prompt, Said, Tool};

const WIRES: [Wire; 3] = [Wire::Anthropic, Wire::OpenaiChat, Wire::OpenaiResponses];

fn call(id: &str, tool: &str, args: &str) -> Call {
    Call {
        id: CallId(id.into()),
        tool: tool.into(),
        args: args.into(),
    }
}

/// A conversation with everything in it: cached and other system parts, calls with good and bad arguments, opaque items,
/// a result, a refusal, words after results.
fn with_history(opaque: Option<&str>, wire: Wire, dialect: Dialect) -> Value {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    let calls = [
        call("c:1", "read", r#"{"path":"a.rs"}"#),
        call("c2", "exec", "rm -rf"),
    ];
    let prompt = Prompt {
        model: "m-1".into(),
        system: vec![
            Block {
                text: "You are \"it\".".into(),
                cache: true,
            },
            Block {
                text: "Now.".into(),
                cache: false,
            },
        ],
        messages: vec![
            Message::User("do it\n".into()),
            Message::Agent(Said {
                text: "Lüx: ok".into(),
                calls: &calls,
                opaque,
            }),
            Message::Results(vec![
                Answer {
                    call: &calls[0].id,
                    text: "fn a() {}".into(),
                    is_error: false,
                },
                Answer {
                    call: &calls[1].id,
                    text: "refused".into(),
                    is_error: true,
                },
            ]),
            Message::User("go on".into()),
        ],
        tools: vec![Tool {
            name: "read",
            description: "Reads.",
            schema: &schema,
        }],
        reply_tokens_max: 4096,
        temperature_milli: Some(700),
        cache_key: Some("run-1".into()),
    };
    let bytes = body(wire, dialect, &prompt).expect("a body");
    serde_json::from_slice(&bytes).expect("JSON")
}

#[test]
fn anthropic_body() {
    let opaque = r#"{"wire":"anthropic","model":"m-1","parts":[{"raw":{"type":"thinking","thinking":"hm","signature":"S"}},
        {"text":6},{"call":0},{"raw":{"type":"redacted_thinking","data":"D"}},{"text":2},{"call":1}]}"#;
    let mark = json!({"type": "ephemeral"});
    let want = json!({
        "model": "m-1", "max_tokens": 4096, "stream": true, "temperature": 0.7,
        "tools": [{"name": "read", "description": "Reads.", "cache_control": mark,
            "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}}}],
        "system": [
            {"type": "text", "text": "You are \"it\".", "cache_control": mark},
            {"type": "text", "text": "Now."}],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "do it\n"}]},
            {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "hm", "signature": "S"},
                {"type": "text", "text": "Lüx: "},
                {"type": "tool_use", "id": "c_1", "name": "read", "input": {"path": "a.rs"}},
                {"type": "redacted_thinking", "data": "D"},
                {"type": "text", "text": "ok"},
                {"type": "tool_use", "id": "c2", "name": "exec", "input": {"unreadable": "rm -rf"}}]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "c_1", "content": "fn a() {}"},
                {"type": "tool_result", "tool_use_id": "c2", "content": "refused", "is_error": true},
                {"type": "text", "text": "go on", "cache_control": mark}]}]});
    let got = with_history(Some(opaque), Wire::Anthropic, Dialect::default());
    assert_eq!(got, want, "{got:#}");
}

#[test]
fn openai_chat_body() {
    let opaque = r#"{"wire":"openai-chat","model":"m-1","reasoning_content":"hm","extra":[[1,{"g":{"s":"T"}}]]}"#;
    let mut want = json!({
        "model": "m-1", "stream": true, "stream_options": {"include_usage": true},
        "max_tokens": 4096, "temperature": 0.7,
        "tools": [{"type": "function", "function": {"name": "read", "description": "Reads.",
            "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}}],
        "messages": [
            {"role": "system", "content": "You are \"it\".\n\nNow."},
            {"role": "user", "content": "do it\n"},
            {"role": "assistant", "content": "Lüx: ok", "reasoning_content": "hm", "tool_calls": [
                {"id": "c:1", "type": "function", "function": {"name": "read", "arguments": "{\"path\":\"a.rs\"}"}},
                {"id": "c2", "type": "function", "extra_content": {"g": {"s": "T"}},
                    "function": {"name": "exec", "arguments": "{\"unreadable\":\"rm -rf\"}"}}]},
            {"role": "tool", "tool_call_id": "c:1", "content": "fn a() {}"},
            {"role": "tool", "tool_call_id": "c2", "content": "refused"},
            {"role": "user", "content": "go on"}]});
    let got = with_history(Some(opaque), Wire::OpenaiChat, Dialect::default());
    assert_eq!(got, want, "{got:#}");
    want.as_object_mut().map(|o| o.remove("max_tokens"));
    want["max_completion_tokens"] = json!(4096);
    want["prompt_cache_key"] = json!("run-1");
    let got = with_history(Some(opaque), Wire::OpenaiChat, Dialect { own: true });
    assert_eq!(got, want, "{got:#}");
}

#[test]
fn openai_responses_body() {
    let opaque = r#"{"wire":"openai-responses","model":"m-1","parts":[{"raw":{"type":"reasoning","id":"rs_1",
        "summary":[],"encrypted_content":"E"}},{"text":8},{"call":0},{"call":1}]}"#;
    let want = json!({
        "model": "m-1", "stream": true, "store": false, "max_output_tokens": 4096, "temperature": 0.7,
        "instructions": "You are \"it\".\n\nNow.", "prompt_cache_key": "run-1",
        "tools": [{"type": "function", "name": "read", "description": "Reads.", "strict": false,
            "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}],
        "input": [
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "do it\n"}]},
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "E"},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Lüx: ok"}]},
            {"type": "function_call", "call_id": "c:1", "name": "read", "arguments": "{\"path\":\"a.rs\"}"},
            {"type": "function_call", "call_id": "c2", "name": "exec", "arguments": "{\"unreadable\":\"rm -rf\"}"},
            {"type": "function_call_output", "call_id": "c:1", "output": "fn a() {}"},
            {"type": "function_call_output", "call_id": "c2", "output": "refused"},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go on"}]}]});
    let got = with_history(Some(opaque), Wire::OpenaiResponses, Dialect { own: true });
    assert_eq!(got, want, "{got:#}");
}

#[test]
fn only_models_that_reason_are_asked_for_their_reasoning() {
    for (model, want) in [
        ("gpt-4.1", false),
        ("gpt-4o", false),
        ("gpt-5", true),
        ("openai/gpt-5.2-mini", true),
        ("gpt-5-chat-latest", false),
        ("o3", true),
        ("o4-mini", true),
        ("codex-mini-latest", true),
        ("opus", false),
        ("llama-5", false),
    ] {
        let prompt = Prompt {
            model: model.into(),
            ..Prompt::default()
        };
        let bytes = body(Wire::OpenaiResponses, Dialect::default(), &prompt).expect("a body");
        let text = String::from_utf8(bytes).expect("text");
        assert_eq!(text.contains("encrypted_content"), want, "{model}");
    }
}

#[test]
fn opaque_items_of_another_wire_model_or_text_do_no_harm() {
    let plain = with_history(None, Wire::Anthropic, Dialect::default());
    for opaque in [
        r#"{"wire":"openai-responses","model":"m-1","parts":[{"raw":{"x":1}},{"text":8},{"call":0},{"call":1}]}"#,
        r#"{"wire":"anthropic","model":"m-2","parts":[{"raw":{"x":1}},{"text":8},{"call":0},{"call":1}]}"#,
        r#"{"wire":"openai-chat","model":"m-1","reasoning_content":"x"}"#,
        r#"{"wire":"anthropic""#,
        "",
    ] {
        let got = with_history(Some(opaque), Wire::Anthropic, Dialect::default());
        assert_eq!(got, plain, "{opaque}");
    }
    // Where the places no longer fit (a redacted text, say) the items come first: that is where providers want them.
    for parts in [
        r#"{"text":3},{"raw":{"x":1}},{"call":0},{"call":1}"#,
        r#"{"text":2},{"raw":{"x":1}},{"text":6},{"call":0},{"call":1}"#,
        r#"{"raw":{"x":1}},{"text":8},{"call":1},{"call":0}"#,
        r#"{"raw":{"x":1}},{"text":8},{"call":0}"#,
        r#"{"raw":{"x":1}},{"text":8},{"call":0},{"call":1},{"call":2}"#,
    ] {
        let opaque = format!(r#"{{"wire":"anthropic","model":"m-1","parts":[{parts}]}}"#);
        let mut got = with_history(Some(&opaque), Wire::Anthropic, Dialect::default());
        let content = got["messages"][1]["content"]
            .as_array_mut()
            .expect("a list");
        assert_eq!(content.remove(0), json!({"x": 1}), "{parts}");
        assert_eq!(got, plain, "{parts}");
    }
}

#[test]
fn nothing_blank_is_sent() {
    let prompt = Prompt {
        system: vec![Block::default()],
        messages: vec![
            Message::User("a".into()),
            Message::Agent(Said {
                text: " \n".into(),
                calls: &[],
                opaque: None,
            }),
            Message::User("".into()),
            Message::User("b".into()),
        ],
        ..Prompt::default()
    };
    let bytes = body(Wire::Anthropic, Dialect::default(), &prompt).expect("a body");
    let got: Value = serde_json::from_slice(&bytes).expect("JSON");
    let texts: Vec<&Value> = got["messages"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|m| m["content"].as_array())
        .flatten()
        .map(|c| &c["text"])
        .collect();
    assert_eq!(texts, ["a", "b"]);
    assert_eq!(got.get("system"), None);
}

/// A reply with words beyond ASCII, two calls, and everything that a provider adds.
fn stream(wire: Wire) -> String {
    let lines: Vec<(&str, Value)> = match wire {
        Wire::Anthropic => anthropic_stream(),
        Wire::OpenaiChat => chat_stream(),
        Wire::OpenaiResponses => responses_stream(),
        Wire::Scripted => Vec::new(),
    };
    let mut text = String::from(": hello\n\nretry: 10\n\n");
    for (name, data) in lines {
        if !name.is_empty() {
            text.push_str(&format!("event: {name}\nid: 7\n"));
        }
        text.push_str(&format!("data: {data}\n\n"));
    }
    if wire == Wire::OpenaiChat {
        text.push_str("data: [DONE]\n\n");
    }
    text
}

fn anthropic_stream() -> Vec<(&'static str, Value)> {
    let delta = |index: u64, delta: Value| {
        let data = json!({"type": "content_block_delta", "index": index, "delta": delta});
        ("content_block_delta", data)
    };
    let start = |index: u64, block: Value| {
        let data = json!({"type": "content_block_start", "index": index, "content_block": block});
        ("content_block_start", data)
    };
    vec![
        (
            "message_start",
            json!({"type": "message_start", "message": {"id": "x", "model": "m-1-20250101", "content": [],
            "stop_reason": null, "usage": {"input_tokens": 10, "cache_read_input_tokens": 20,
            "cache_creation_input_tokens": 30, "output_tokens": 1}}}),
        ),
        ("ping", json!({"type": "ping"})),
        start(
            0,
            json!({"type": "thinking", "thinking": "", "signature": ""}),
        ),
        delta(0, json!({"type": "thinking_delta", "thinking": "hm "})),
        delta(0, json!({"type": "thinking_delta", "thinking": "hm"})),
        delta(0, json!({"type": "signature_delta", "signature": "SIG"})),
        start(1, json!({"type": "text", "text": ""})),
        delta(1, json!({"type": "text_delta", "text": "Grüß "})),
        delta(1, json!({"type": "text_delta", "text": "Gott 🌍"})),
        (
            "content_block_stop",
            json!({"type": "content_block_stop", "index": 1}),
        ),
        start(
            2,
            json!({"type": "tool_use", "id": "t1", "name": "read", "input": {}}),
        ),
        delta(2, json!({"type": "input_json_delta", "partial_json": ""})),
        delta(
            2,
            json!({"type": "input_json_delta", "partial_json": "{\"path\": \"ä"}),
        ),
        delta(
            2,
            json!({"type": "input_json_delta", "partial_json": ".rs\"}"}),
        ),
        start(
            3,
            json!({"type": "tool_use", "id": "t2", "name": "list", "input": {}}),
        ),
        (
            "future",
            json!({"type": "future", "index": 9, "shape": [1, {"a": null}]}),
        ),
        (
            "message_delta",
            json!({"type": "message_delta", "delta": {"stop_reason": "tool_use", "stop_sequence": null},
            "usage": {"output_tokens": 40}}),
        ),
        ("message_stop", json!({"type": "message_stop"})),
    ]
}

fn chat_stream() -> Vec<(&'static str, Value)> {
    let chunk = |delta: Value, finish: Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": finish, "logprobs": null});
        (
            "",
            json!({"id": "x", "model": "m-1-20250101", "choices": [choice], "usage": null, "new": {}}),
        )
    };
    vec![
        chunk(json!({"role": "assistant", "content": ""}), Value::Null),
        chunk(json!({"reasoning_content": "hm hm"}), Value::Null),
        chunk(json!({"content": "Grüß "}), Value::Null),
        chunk(json!({"content": "Gott 🌍"}), Value::Null),
        chunk(
            json!({"tool_calls": [{"index": 0, "id": "t1", "type": "function",
            "function": {"name": "read", "arguments": ""}, "extra_content": {"s": "SIG"}}]}),
            Value::Null,
        ),
        chunk(
            json!({"tool_calls": [{"index": 0, "function": {"arguments": "{\"path\": \"ä"}}]}),
            Value::Null,
        ),
        chunk(
            json!({"tool_calls": [{"index": 0, "function": {"arguments": ".rs\"}"}}]}),
            Value::Null,
        ),
        chunk(
            json!({"tool_calls": [{"index": 1, "id": "t2", "type": "function",
            "function": {"name": "list", "arguments": ""}}]}),
            Value::Null,
        ),
        chunk(json!({}), json!("tool_calls")),
        (
            "",
            json!({"id": "x", "choices": [], "usage": {"prompt_tokens": 60, "completion_tokens": 40,
            "prompt_tokens_details": {"cached_tokens": 20, "cache_write_tokens": 30}}}),
        ),
    ]
}

fn responses_stream() -> Vec<(&'static str, Value)> {
    let reasoning =
        json!({"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "SIG"});
    let message = json!({"type": "message", "id": "msg", "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "text": "Grüß Gott 🌍", "annotations": []}]});
    let one = json!({"type": "function_call", "id": "fc1", "call_id": "t1", "name": "read",
        "arguments": "{\"path\": \"ä.rs\"}", "status": "completed"});
    let two = json!({"type": "function_call", "id": "fc2", "call_id": "t2", "name": "list", "arguments": ""});
    let done = |index: u64, item: &Value| {
        let data =
            json!({"type": "response.output_item.done", "output_index": index, "item": item});
        ("response.output_item.done", data)
    };
    let delta = |text: &str| {
        let data = json!({"type": "response.output_text.delta", "output_index": 1, "delta": text});
        ("response.output_text.delta", data)
    };
    vec![
        (
            "response.created",
            json!({"type": "response.created", "response": {"status": "in_progress", "output": []}}),
        ),
        done(0, &reasoning),
        (
            "response.output_item.added",
            json!({"type": "response.output_item.added", "output_index": 1,
            "item": {"type": "message", "content": []}}),
        ),
        delta("Grüß "),
        delta("Gott 🌍"),
        done(1, &message),
        (
            "response.function_call_arguments.delta",
            json!({"type": "response.function_call_arguments.delta",
            "output_index": 2, "delta": "{\"path\""}),
        ),
        done(2, &one),
        done(3, &two),
        (
            "response.completed",
            json!({"type": "response.completed", "response": {"status": "completed",
            "model": "m-1-20250101", "output": [reasoning, message, one, two], "error": null,
            "incomplete_details": null, "usage": {"input_tokens": 60, "output_tokens": 40,
            "input_tokens_details": {"cached_tokens": 20, "cache_write_tokens": 30}}}}),
        ),
    ]
}

/// Reads pieces of bytes as they come; the reply and the words that went to the screen.
fn read<'b>(
    wire: Wire,
    pieces: impl IntoIterator<Item = &'b [u8]>,
    prompt: &Prompt<'_>,
) -> Result<(Reply, String), ModelFailure> {
    let mut words = String::new();
    let mut on_delta = |text: &str| words.push_str(text);
    let mut reading = Reading::new(wire).expect("a wire");
    for piece in pieces {
        reading.push(piece, &mut on_delta)?;
        if reading.done() {
            break;
        }
    }
    let draft = reading.finish(&prompt.model, None, &mut on_delta)?;
    Ok((reply(draft, prompt, &Prices::default(), 100, 5), words))
}

fn asked() -> Prompt<'static> {
    Prompt {
        model: "m-1".into(),
        ..Prompt::default()
    }
}

fn read_text(wire: Wire, text: &str) -> Result<Reply, ModelFailure> {
    read(wire, [text.as_bytes()], &asked()).map(|(reply, _)| reply)
}

/// What all three streams say.
fn expected(opaque: Option<String>) -> Reply {
    Reply {
        text: "Grüß Gott 🌍".into(),
        calls: vec![
            call("t1", "read", "{\"path\": \"ä.rs\"}"),
            call("t2", "list", "{}"),
        ],
        opaque,
        ended: Ended::Tools,
        usage: Some(Usage {
            input: 10,
            cache_read: 20,
            cache_write: 30,
            output: 40,
        }),
        cost: Usd::ZERO,
        model: "m-1-20250101".into(),
        duration_ms: 5,
    }
}

#[test]
fn a_stream_is_one_reply_wherever_it_is_cut() {
    for wire in WIRES {
        let text = stream(wire);
        let bytes = text.as_bytes();
        let (whole, words) = read(wire, [bytes], &asked()).expect("a reply");
        assert_eq!(whole, expected(whole.opaque.clone()), "{wire:?}");
        assert_eq!(words, whole.text, "{wire:?}");
        assert!(whole.opaque.as_ref().is_some_and(|o| o.contains("SIG")));
        for at in 0..bytes.len() {
            let (head, tail) = bytes.split_at(at);
            let (got, seen) = read(wire, [head, tail], &asked()).expect("a reply");
            assert!(got == whole && seen == words, "{wire:?} at {at}: {got:?}");
        }
        for text in [
            text.replace('\n', "\r\n"),
            text.replace('\n', "\r"),
            format!("\u{feff}{text}"),
            text.trim_end().to_owned(),
        ] {
            for size in [1, 2, 3, 1 << 20] {
                let (got, _) = read(wire, text.as_bytes().chunks(size), &asked()).expect("a reply");
                assert_eq!(got, whole, "{wire:?} by {size}");
            }
        }
    }
}

#[test]
fn what_a_reply_held_back_is_sent_back_in_its_place() {
    for (wire, list, want) in [
        (
            Wire::Anthropic,
            "messages",
            json!([{"role": "assistant", "content": [
                {"type": "thinking", "thinking": "hm hm", "signature": "SIG"},
                {"type": "text", "text": "Grüß Gott 🌍"},
                {"type": "tool_use", "id": "t1", "name": "read", "input": {"path": "ä.rs"}},
                {"type": "tool_use", "id": "t2", "name": "list", "input": {}}]}]),
        ),
        (
            Wire::OpenaiChat,
            "messages",
            json!([{"role": "assistant", "content": "Grüß Gott 🌍", "reasoning_content": "hm hm", "tool_calls": [
                {"id": "t1", "type": "function", "extra_content": {"s": "SIG"},
                    "function": {"name": "read", "arguments": "{\"path\": \"ä.rs\"}"}},
                {"id": "t2", "type": "function", "function": {"name": "list", "arguments": "{}"}}]}]),
        ),
        (
            Wire::OpenaiResponses,
            "input",
            json!([
                {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "SIG"},
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Grüß Gott 🌍"}]},
                {"type": "function_call", "call_id": "t1", "name": "read", "arguments": "{\"path\": \"ä.rs\"}"},
                {"type": "function_call", "call_id": "t2", "name": "list", "arguments": "{}"}]),
        ),
    ] {
        let reply = read_text(wire, &stream(wire)).expect("a reply");
        let prompt = Prompt {
            messages: vec![Message::Agent(Said::from(&reply))],
            ..asked()
        };
        let bytes = body(wire, Dialect::default(), &prompt).expect("a body");
        let got: Value = serde_json::from_slice(&bytes).expect("JSON");
        assert_eq!(got[list], want, "{wire:?}");
    }
}

#[test]
fn a_cut_stream_is_never_a_reply() {
    for wire in WIRES {
        let text = stream(wire);
        let end = match wire {
            // From here on only figures follow.
            Wire::OpenaiChat => text.find("\"finish_reason\":\"tool_calls\""),
            Wire::Anthropic => text.find("{\"type\":\"message_stop\"}"),
            Wire::OpenaiResponses => text.find("{\"type\":\"response.completed\""),
            Wire::Scripted => None,
        };
        let end = end.expect("an end");
        for at in 0..end {
            let failure = read(wire, [&text.as_bytes()[..at]], &asked()).expect_err("cut");
            let heard = text[..].as_bytes()[..at].windows(2).any(|w| w == b"}\n");
            if heard {
                assert_eq!(
                    failure.kind,
                    FailureKind::Broken,
                    "{wire:?} at {at}: {failure:?}"
                );
            }
        }
        let failure = read(wire, [], &asked()).expect_err("nothing");
        assert_eq!(failure.kind, FailureKind::Broken, "{wire:?}");
    }
}

#[test]
fn servers_that_do_not_stream_are_understood() {
    let whole = [
        (
            Wire::Anthropic,
            json!({"type": "message", "model": "m-1-20250101", "stop_reason": "tool_use", "content": [
            {"type": "thinking", "thinking": "hm", "signature": "SIG"},
            {"type": "text", "text": "Grüß Gott 🌍"},
            {"type": "tool_use", "id": "t1", "name": "read", "input": {"path": "ä.rs"}},
            {"type": "tool_use", "id": "t2", "name": "list", "input": {}}],
            "usage": {"input_tokens": 10, "cache_read_input_tokens": 20, "cache_creation_input_tokens": 30,
            "output_tokens": 40}}),
        ),
        (
            Wire::OpenaiChat,
            json!({"object": "chat.completion", "model": "m-1-20250101", "choices": [{"index": 0,
            "finish_reason": "stop", "message": {"role": "assistant", "content": "Grüß Gott 🌍", "tool_calls": [
            {"id": "t1", "type": "function", "function": {"name": "read", "arguments": {"path": "ä.rs"}}},
            {"id": "t2", "type": "function", "function": {"name": "list", "arguments": "{}"}}]}}],
            "usage": {"prompt_tokens": 60.0, "completion_tokens": 40, "total_tokens": 100,
            "prompt_tokens_details": {"cached_tokens": 20, "cache_write_tokens": 30}}}),
        ),
        (
            Wire::OpenaiResponses,
            responses_stream()
                .pop()
                .map(|(_, event)| event["response"].clone())
                .unwrap_or_default(),
        ),
    ];
    for (wire, json) in whole {
        for text in [json.to_string(), format!("\n {json:#}\n")] {
            let (mut got, words) =
                read(wire, text.as_bytes().chunks(7), &asked()).expect("a reply");
            for call in &mut got.calls {
                call.args = call.args.replace("\":\"", "\": \"");
            }
            assert_eq!(got, expected(got.opaque.clone()), "{wire:?}");
            assert_eq!(words, got.text);
            let cut = read(wire, [&text.as_bytes()[..text.len() / 2]], &asked());
            assert_eq!(cut.expect_err("cut").kind, FailureKind::Broken, "{wire:?}");
        }
    }
}

#[test]
fn errors_in_place_of_a_reply_say_their_kind() {
    use FailureKind::{Broken, Nonsense, Overloaded, Quota, RateLimited, Rejected, Unauthorised};
    let chat = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
    let kinds = [
        (
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            Overloaded,
        ),
        (
            r#"{"type":"error","error":{"type":"api_error","message":"Internal"}}"#,
            Overloaded,
        ),
        (
            r#"{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}"#,
            RateLimited,
        ),
        (
            r#"{"type":"error","error":{"type":"authentication_error","message":"key"}}"#,
            Unauthorised,
        ),
        (
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"bad"}}"#,
            Rejected,
        ),
        (
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}"#,
            Quota,
        ),
        (
            r#"{"type":"error","error":{"type":"never seen","message":"?"}}"#,
            Broken,
        ),
        (
            r#"{"error":{"code":"insufficient_quota","message":"x"}}"#,
            Quota,
        ),
        (
            r#"{"error":{"code":502,"message":"Provider down"}}"#,
            Overloaded,
        ),
        (r#"{"error":{"code":429,"message":"x"}}"#, RateLimited),
        (r#"{"error":"boom"}"#, Broken),
        (
            r#"{"type":"error","code":"rate_limit_exceeded","message":"x","error":{"code":"rate_limit_exceeded"}}"#,
            RateLimited,
        ),
    ];
    for wire in WIRES {
        for (error, want) in kinds {
            for text in [
                format!("event: error\ndata: {error}\n\n"),
                format!(
                    "{}event: error\ndata: {error}\n\n",
                    if wire == Wire::OpenaiChat { chat } else { "" }
                ),
                error.to_owned(),
            ] {
                let failure = read_text(wire, &text).expect_err("an error");
                assert_eq!(failure.kind, want, "{wire:?} {text}");
            }
        }
        for (text, want) in [
            ("<html>Log in</html>", Nonsense),
            ("data: not json\n\ndata: x\n\n", Nonsense),
            ("data: 3\n\n: x\n\n", Nonsense),
            ("{}", Nonsense),
            ("[]", Nonsense),
        ] {
            let failure = read_text(wire, text).expect_err("nonsense");
            assert_eq!(failure.kind, want, "{wire:?} {text}: {failure:?}");
        }
    }
    let failed = r#"{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"x"}}}"#;
    let failure = read_text(Wire::OpenaiResponses, &format!("data: {failed}\n\n"));
    assert_eq!(failure.expect_err("failed").kind, Overloaded);
}

#[test]
fn an_empty_reply_is_nonsense_unless_it_says_why() {
    let anthropic = |stop: &str| {
        format!(
            "data: {{\"type\":\"message_delta\",\"delta\":{{\"stop_reason\":\"{stop}\"}}}}\n\ndata: {{\"type\":\"message_stop\"}}\n\n"
        )
    };
    for (stop, want) in [
        ("end_turn", None),
        ("something new", None),
        ("max_tokens", Some(Ended::Length)),
        ("refusal", Some(Ended::Refusal)),
    ] {
        let got = read_text(Wire::Anthropic, &anthropic(stop));
        let kind = got.as_ref().err().map(|failure| failure.kind);
        assert_eq!(
            kind,
            want.is_none().then_some(FailureKind::Nonsense),
            "{stop}"
        );
        assert_eq!(got.ok().map(|reply| reply.ended), want, "{stop}");
    }
    let chat = |finish: &str| {
        format!(
            "data: {{\"choices\":[{{\"delta\":{{}},\"finish_reason\":\"{finish}\"}}]}}\n\ndata: [DONE]\n\n"
        )
    };
    for (finish, ok) in [
        ("stop", false),
        ("tool_calls", false),
        ("length", true),
        ("content_filter", true),
    ] {
        assert_eq!(
            read_text(Wire::OpenaiChat, &chat(finish)).is_ok(),
            ok,
            "{finish}"
        );
    }
}

#[test]
fn without_usage_the_most_it_can_have_cost_is_charged() {
    let text =
        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n";
    let draft = || {
        let mut reading = Reading::new(Wire::OpenaiChat).expect("a wire");
        reading.push(text.as_bytes(), &mut |_| {}).expect("read");
        reading.finish("m-1", None, &mut |_| {}).expect("a draft")
    };
    let prices = Prices {
        ceiling: ledger::money::Price {
            input: 1_000_000,
            output: 2_000_000,
            ..Default::default()
        },
        ..Prices::default()
    };
    let prompt = Prompt {
        reply_tokens_max: 50,
        ..asked()
    };
    let reply = reply(draft(), &prompt, &prices, 1000, 1);
    assert_eq!(reply.usage, None);
    assert_eq!(reply.cost, Usd(1000 + 2048 + 100));
    assert_eq!(reply.model, "m-1");
}

/// Ids and arguments of calls.
type Named<'n> = &'n [(&'n str, &'n str)];

#[test]
fn every_call_gets_a_name_of_its_own() {
    let before = [call("call_2", "a", "{}"), call("same", "a", "{}")];
    let prompt = Prompt {
        messages: vec![Message::Agent(Said {
            text: "".into(),
            calls: &before,
            opaque: None,
        })],
        ..asked()
    };
    let chunks = |calls: &[Value]| -> String {
        let chunk = |call: &Value| {
            format!(
                "data: {}\n\n",
                json!({"choices": [{"delta": {"tool_calls": [call]}}]})
            )
        };
        calls
            .iter()
            .map(chunk)
            .chain(["data: [DONE]\n\n".to_owned()])
            .collect()
    };
    let f = |name: &str, args: &str| json!({"name": name, "arguments": args});
    let cases: [(&str, Vec<Value>, Named<'_>); 5] = [
        (
            "no id at all",
            vec![
                json!({"index": 0, "function": f("x", "{\"a\":1}")}),
                json!({"index": 1, "function": f("y", "{}")}),
            ],
            &[("call_3", "{\"a\":1}"), ("call_4", "{}")],
        ),
        (
            "used before, and twice here",
            vec![
                json!({"index": 0, "id": "same", "function": f("x", "1")}),
                json!({"index": 1, "id": "same", "function": f("y", "2")}),
                json!({"index": 2, "id": "call_2", "function": f("y", "3")}),
            ],
            &[("same_2", "1"), ("same_3", "2"), ("call_2_2", "3")],
        ),
        (
            "one index for all",
            vec![
                json!({"index": 0, "id": "p", "function": f("x", "{\"a\":1}")}),
                json!({"index": 0, "id": "q", "function": f("y", "{\"b\":2}")}),
            ],
            &[("p", "{\"a\":1}"), ("q", "{\"b\":2}")],
        ),
        (
            "no index",
            vec![
                json!({"id": "p", "function": f("x", "{\"a\"")}),
                json!({"function": {"arguments": ":1}"}}),
                json!({"id": "q", "function": f("y", "{}")}),
            ],
            &[("p", "{\"a\":1}"), ("q", "{}")],
        ),
        (
            "the id every time",
            vec![
                json!({"index": 0, "id": "p", "function": f("x", "{")}),
                json!({"index": 0, "id": "p", "function": f("x", "}")}),
            ],
            &[("p", "{}")],
        ),
    ];
    for (what, calls, want) in cases {
        let text = chunks(&calls);
        let (reply, _) = read(Wire::OpenaiChat, [text.as_bytes()], &prompt).expect(what);
        let got: Vec<(&str, &str)> = reply.calls.iter().map(|c| (&*c.id.0, &*c.args)).collect();
        assert_eq!(got, want, "{what}");
        assert_eq!(reply.ended, Ended::Tools, "{what}");
    }
}

#[test]
fn what_is_too_big_is_refused() {
    let piece = format!(
        "data: {}\n\n",
        json!({"choices": [{"delta": {"content": "x".repeat(1 << 20)}}]})
    );
    let mut reading = Reading::new(Wire::OpenaiChat).expect("a wire");
    for _ in 0..9 {
        reading
            .push(piece.as_bytes(), &mut |_| {})
            .expect("not yet");
    }
    reading
        .push(b"data: [DONE]\n\n", &mut |_| {})
        .expect("read");
    let failure = reading.finish("m", None, &mut |_| {}).expect_err("too big");
    assert_eq!(failure.kind, FailureKind::Nonsense);
    let mut reading = Reading::new(Wire::OpenaiChat).expect("a wire");
    let line = vec![b'x'; 1 << 20];
    reading.push(b"data: ", &mut |_| {}).expect("read");
    let failed = (0..17).find_map(|_| reading.push(&line, &mut |_| {}).err());
    assert_eq!(failed.map(|f| f.kind), Some(FailureKind::Nonsense));
}

/// Cuts bytes at these places, each taken as a share of the length.
fn pieces<'b>(bytes: &'b [u8], cuts: &[u16]) -> Vec<&'b [u8]> {
    let mut at: Vec<usize> = cuts
        .iter()
        .map(|cut| usize::from(*cut) * bytes.len() / usize::from(u16::MAX))
        .collect();
    at.push(0);
    at.push(bytes.len());
    at.sort_unstable();
    at.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_cuts_give_the_same_reply(cuts in prop::collection::vec(any::<u16>(), 0..40)) {
        for wire in WIRES {
            let text = stream(wire);
            let got = read(wire, pieces(text.as_bytes(), &cuts), &asked()).map(|(reply, _)| reply);
            prop_assert_eq!(got.clone().ok(), read_text(wire, &text).ok());
            prop_assert!(got.is_ok());
        }
    }

    #[test]
    fn any_bytes_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..400), cuts in prop::collection::vec(any::<u16>(), 0..4)) {
        for wire in WIRES {
            let _ = read(wire, pieces(&bytes, &cuts), &asked());
        }
    }

    #[test]
    fn a_damaged_stream_is_read_without_harm(at in any::<prop::sample::Index>(), with in prop::collection::vec(any::<u8>(), 0..6), gone in 0_usize..60) {
        for wire in WIRES {
            let mut bytes = stream(wire).into_bytes();
            let from = at.index(bytes.len());
            let to = (from + gone).min(bytes.len());
            bytes.splice(from..to, with.iter().copied());
            if let Ok((reply, _)) = read(wire, [&*bytes], &asked()) {
                // Whatever it holds can be sent again.
                let prompt = Prompt { messages: vec![Message::Agent(Said::from(&reply))], ..asked() };
                let again = body(wire, Dialect::default(), &prompt).expect("a body");
                prop_assert!(serde_json::from_slice::<Value>(&again).is_ok());
            }
        }
    }

    #[test]
    fn any_words_can_be_sent(text in any::<String>(), args in any::<String>(), opaque in any::<String>(), id in any::<String>()) {
        let calls = [call(&id, "t", &args)];
        for wire in WIRES {
            let said = Said { text: text.as_str().into(), calls: &calls, opaque: Some(&opaque) };
            let prompt = Prompt {
                system: vec![Block { text: text.as_str().into(), cache: true }],
                messages: vec![Message::User(text.as_str().into()), Message::Agent(said)],
                ..asked()
            };
            let bytes = body(wire, Dialect::default(), &prompt).expect("a body");
            prop_assert!(serde_json::from_slice::<Value>(&bytes).is_ok());
        }
    }
}
