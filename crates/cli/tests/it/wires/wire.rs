//! Three wire formats as a provider speaks them: what is asked, and a turn as a stream of events.

use serde_json::{Value, json};

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wire {
    Anthropic,
    Chat,
    Responses,
}

/// What the model says in one turn.
pub(super) struct Turn {
    /// Its words.
    pub(super) text: &'static str,
    /// Its calls: tool and arguments.
    pub(super) calls: Vec<(&'static str, Value)>,
    /// The number in the names of the calls.
    pub(super) step: usize,
    /// What is counted: plain prompt, prompt from the cache, prompt into the cache, reply.
    pub(super) tokens: [u64; 4],
}

/// Tokens of each reply where nothing is counted.
pub(super) const TOKENS: [u64; 4] = [900, 4000, 100, 50];

impl Wire {
    /// Its name in the configuration.
    pub(super) fn provider(self) -> &'static str {
        match self {
            Wire::Anthropic => "anthropic",
            Wire::Chat => "openai-compatible",
            Wire::Responses => "openai-responses",
        }
    }

    /// The first line of a request.
    pub(super) fn line(self) -> &'static str {
        match self {
            Wire::Anthropic => "POST /v1/messages HTTP/1.1",
            Wire::Chat => "POST /v1/chat/completions HTTP/1.1",
            Wire::Responses => "POST /v1/responses HTTP/1.1",
        }
    }

    /// What a request calls the most tokens of its reply.
    pub(super) fn reply_tokens(self) -> &'static str {
        match self {
            Wire::Anthropic | Wire::Chat => "max_tokens",
            Wire::Responses => "max_output_tokens",
        }
    }

    /// The header that holds the key, and its value.
    pub(super) fn key(self, key: &str) -> (&'static str, String) {
        match self {
            Wire::Anthropic => ("x-api-key", key.to_owned()),
            Wire::Chat | Wire::Responses => ("authorization", format!("Bearer {key}")),
        }
    }

    /// The names of the calls whose results stand in a request, and how the conversation begins.
    pub(super) fn read(self, body: &Value) -> (Vec<String>, String) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let messages = match self {
            Wire::Anthropic | Wire::Chat => &body["messages"],
            Wire::Responses => &body["input"],
        };
        let messages = messages.as_array().cloned().unwrap_or_default();
        let first = messages.iter().find(|it| it["role"] == "user");
        let opening = first.map_or(String::new(), |it| match self {
            Wire::Chat => text(&it["content"]),
            Wire::Anthropic | Wire::Responses => text(&it["content"][0]["text"]),
        });
        let results = self.results(body).into_iter().map(|it| it.0).collect();
        (results, opening)
    }

    /// What came of the calls in a request: name and words.
    pub(super) fn results(self, body: &Value) -> Vec<(String, String)> {
        let items: Vec<&Value> = match self {
            Wire::Anthropic => body["messages"]
                .as_array()
                .into_iter()
                .flatten()
                .flat_map(|it| it["content"].as_array().into_iter().flatten())
                .collect(),
            Wire::Chat => body["messages"].as_array().into_iter().flatten().collect(),
            Wire::Responses => body["input"].as_array().into_iter().flatten().collect(),
        };
        let (id, words) = match self {
            Wire::Anthropic => ("tool_use_id", "content"),
            Wire::Chat => ("tool_call_id", "content"),
            Wire::Responses => ("call_id", "output"),
        };
        items
            .into_iter()
            .filter_map(|it| Some((it[id].as_str()?, it[words].as_str()?)))
            .map(|(id, words)| (id.to_owned(), words.to_owned()))
            .collect()
    }

    /// The tools of a request: name and schema.
    pub(super) fn tools(self, body: &Value) -> Vec<(String, Value)> {
        let tools = body["tools"].as_array().into_iter().flatten();
        tools
            .map(|tool| match self {
                Wire::Anthropic => (&tool["name"], &tool["input_schema"]),
                Wire::Chat => (&tool["function"]["name"], &tool["function"]["parameters"]),
                Wire::Responses => (&tool["name"], &tool["parameters"]),
            })
            .map(|(name, schema)| (name.as_str().unwrap_or_default().to_owned(), schema.clone()))
            .collect()
    }

    /// A turn as a stream.
    pub(super) fn stream(self, turn: &Turn) -> String {
        let (events, end) = match self {
            Wire::Anthropic => (anthropic(turn), ""),
            Wire::Chat => (chat(turn), "data: [DONE]\n\n"),
            Wire::Responses => (responses(turn), ""),
        };
        let mut out = String::new();
        for event in events {
            if let Some(name) = event["type"].as_str() {
                out.push_str(&format!("event: {name}\n"));
            }
            out.push_str(&format!("data: {event}\n\n"));
        }
        out + end
    }
}

impl Turn {
    /// The calls with their names and their arguments as text.
    fn named(&self) -> impl Iterator<Item = (usize, String, &'static str, String)> {
        self.calls.iter().enumerate().map(|(nth, (tool, args))| {
            (
                nth,
                format!("call_{}_{nth}", self.step),
                *tool,
                args.to_string(),
            )
        })
    }
}

/// A text in three pieces, as it would come.
fn pieces(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    letters
        .chunks(letters.len().div_ceil(3).max(1))
        .map(|it| it.iter().collect())
        .collect()
}

fn anthropic(turn: &Turn) -> Vec<Value> {
    let [input, read, write, output] = turn.tokens;
    let mut events = vec![
        json!({"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "the-model",
            "content": [], "usage": {"input_tokens": input, "cache_read_input_tokens": read,
            "cache_creation_input_tokens": write, "output_tokens": 1}}}),
        json!({"type": "ping"}),
    ];
    let mut index = 0;
    if !turn.text.is_empty() {
        events.push(json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}));
        for piece in pieces(turn.text) {
            events.push(json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}));
        }
        events.push(json!({"type": "content_block_stop", "index": 0}));
        index = 1;
    }
    for (_, id, tool, args) in turn.named() {
        events.push(json!({"type": "content_block_start", "index": index,
            "content_block": {"type": "tool_use", "id": id, "name": tool, "input": {}}}));
        for piece in pieces(&args) {
            events.push(json!({"type": "content_block_delta", "index": index,
                "delta": {"type": "input_json_delta", "partial_json": piece}}));
        }
        events.push(json!({"type": "content_block_stop", "index": index}));
        index += 1;
    }
    let reason = if turn.calls.is_empty() {
        "end_turn"
    } else {
        "tool_use"
    };
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": output}}));
    events.push(json!({"type": "message_stop"}));
    events
}

fn chat(turn: &Turn) -> Vec<Value> {
    let [input, read, write, output] = turn.tokens;
    let chunk = |delta: Value, finish: Value| {
        json!({"id": "c1", "object": "chat.completion.chunk", "model": "the-model",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
    };
    let mut events = vec![chunk(
        json!({"role": "assistant", "content": ""}),
        Value::Null,
    )];
    for piece in pieces(turn.text) {
        events.push(chunk(json!({"content": piece}), Value::Null));
    }
    for (nth, id, tool, args) in turn.named() {
        events.push(chunk(
            json!({"tool_calls": [{"index": nth, "id": id, "type": "function", "function": {"name": tool, "arguments": ""}}]}),
            Value::Null,
        ));
        for piece in pieces(&args) {
            events.push(chunk(
                json!({"tool_calls": [{"index": nth, "function": {"arguments": piece}}]}),
                Value::Null,
            ));
        }
    }
    let reason = if turn.calls.is_empty() {
        "stop"
    } else {
        "tool_calls"
    };
    events.push(chunk(json!({}), json!(reason)));
    events.push(json!({"id": "c1", "object": "chat.completion.chunk", "choices": [], "usage": {
        "prompt_tokens": input + read + write, "completion_tokens": output, "total_tokens": input + read + write + output,
        "prompt_tokens_details": {"cached_tokens": read}}}));
    events
}

fn responses(turn: &Turn) -> Vec<Value> {
    let [input, read, write, output] = turn.tokens;
    let mut events = vec![
        json!({"type": "response.created", "response": {"id": "r1", "status": "in_progress"}}),
    ];
    let mut items = Vec::new();
    if !turn.text.is_empty() {
        for piece in pieces(turn.text) {
            events.push(json!({"type": "response.output_text.delta", "item_id": "m1", "output_index": 0, "content_index": 0, "delta": piece}));
        }
        items.push(
            json!({"type": "message", "id": "m1", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": turn.text, "annotations": []}]}),
        );
    }
    for (_, id, tool, args) in turn.named() {
        let at = items.len();
        let item = |status: &str, arguments: &str| {
            json!({"type": "function_call", "id": format!("fc_{id}"), "call_id": id, "name": tool,
                "arguments": arguments, "status": status})
        };
        events.push(json!({"type": "response.output_item.added", "output_index": at, "item": item("in_progress", "")}));
        for piece in pieces(&args) {
            events.push(json!({"type": "response.function_call_arguments.delta", "item_id": format!("fc_{id}"),
                "output_index": at, "delta": piece}));
        }
        let whole = item("completed", &args);
        events
            .push(json!({"type": "response.output_item.done", "output_index": at, "item": whole}));
        items.push(whole);
    }
    events.push(json!({"type": "response.completed", "response": {"id": "r1", "status": "completed", "model": "the-model",
        "output": items, "usage": {"input_tokens": input + read + write, "input_tokens_details": {"cached_tokens": read},
        "output_tokens": output, "total_tokens": input + read + write + output}}}));
    events
}
