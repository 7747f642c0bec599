//! How a request to OpenAI Chat Completions is written.

use std::borrow::Cow;

use ledger::options::Wire;
use ledger::reply::Call;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::Opaque;
use crate::prompt::{Message, Prompt, Said};
use crate::wire::Dialect;
use crate::wire::json::{ArgsText, Joined, temperature};

#[derive(Serialize)]
struct Request<'p> {
    model: &'p str,
    messages: Vec<Turn<'p>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<ToolSpec<'p>>,
    stream: bool,
    stream_options: StreamOptions,
    // Servers other than the provider's own know only the old name; the provider's newer models only the new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_cache_key: Option<&'p str>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
struct ToolSpec<'p> {
    r#type: &'static str,
    function: FunctionSpec<'p>,
}

#[derive(Serialize)]
struct FunctionSpec<'p> {
    name: &'p str,
    description: &'p str,
    parameters: &'p Value,
}

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
enum Turn<'p> {
    System {
        content: Joined<'p>,
    },
    User {
        content: &'p str,
    },
    Assistant {
        content: Option<&'p str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reasoning_content: Option<Cow<'p, str>>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<ToolCall<'p>>,
    },
    Tool {
        tool_call_id: &'p str,
        content: &'p str,
    },
}

#[derive(Serialize)]
struct ToolCall<'p> {
    id: &'p str,
    r#type: &'static str,
    function: FunctionCall<'p>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_content: Option<&'p RawValue>,
}

#[derive(Serialize)]
struct FunctionCall<'p> {
    name: &'p str,
    arguments: ArgsText<'p>,
}

/// The body of a request.
pub(in crate::wire) fn write(
    prompt: &Prompt<'_>,
    dialect: Dialect,
    out: &mut Vec<u8>,
) -> serde_json::Result<()> {
    let tools = prompt.tools.iter().map(|tool| ToolSpec {
        r#type: "function",
        function: FunctionSpec {
            name: tool.name,
            description: tool.description,
            parameters: tool.schema,
        },
    });
    let max = Some(prompt.reply_tokens_max);
    let request = Request {
        model: &prompt.model,
        messages: turns(prompt),
        tools: tools.collect(),
        stream: true,
        stream_options: StreamOptions {
            include_usage: true,
        },
        max_tokens: max.filter(|_| !dialect.own),
        max_completion_tokens: max.filter(|_| dialect.own),
        temperature: temperature(prompt.temperature_milli),
        prompt_cache_key: prompt.cache_key.as_deref().filter(|_| dialect.own),
    };
    serde_json::to_writer(out, &request)
}

fn turns<'p>(prompt: &'p Prompt<'_>) -> Vec<Turn<'p>> {
    let mut turns = Vec::with_capacity(prompt.messages.len() + 1);
    if !prompt.system.is_empty() {
        turns.push(Turn::System {
            content: Joined(&prompt.system),
        });
    }
    for message in &prompt.messages {
        match message {
            Message::User(text) => turns.push(Turn::User { content: text }),
            Message::Agent(said) => turns.extend(assistant(said, prompt)),
            Message::Results(answers) => turns.extend(answers.iter().map(|answer| Turn::Tool {
                tool_call_id: &answer.call.0,
                content: &answer.text,
            })),
        }
    }
    turns
}

fn assistant<'p>(said: &'p Said<'_>, prompt: &Prompt<'_>) -> Option<Turn<'p>> {
    let blank = said.text.trim().is_empty();
    if blank && said.calls.is_empty() {
        return None;
    }
    let opaque = said
        .opaque
        .and_then(|text| serde_json::from_str::<Opaque<'p>>(text).ok())
        .filter(|opaque| opaque.wire == Wire::OpenaiChat && opaque.model == prompt.model);
    let extra = |nth: usize| {
        let extra = &opaque.as_ref()?.extra;
        extra.iter().find(|(at, _)| *at == nth).map(|(_, raw)| *raw)
    };
    let tool_call = |(nth, call): (usize, &'p Call)| ToolCall {
        id: &call.id.0,
        r#type: "function",
        function: FunctionCall {
            name: &call.tool,
            arguments: ArgsText(call),
        },
        extra_content: extra(nth),
    };
    Some(Turn::Assistant {
        content: (!blank).then_some(&said.text),
        tool_calls: said.calls.iter().enumerate().map(tool_call).collect(),
        reasoning_content: opaque.and_then(|opaque| opaque.reasoning_content),
    })
}
