//! How a request to OpenAI Responses is written.

use ledger::options::Wire;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::prompt::{Message, Prompt};
use crate::wire::Dialect;
use crate::wire::json::{ArgsText, Joined, temperature};
use crate::wire::opaque::{Piece, pieces};

#[derive(Serialize)]
struct Request<'p> {
    model: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<Joined<'p>>,
    input: Vec<Item<'p>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<ToolSpec<'p>>,
    stream: bool,
    store: bool,
    max_output_tokens: u32,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    include: &'static [&'static str],
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_cache_key: Option<&'p str>,
}

#[derive(Serialize)]
struct ToolSpec<'p> {
    r#type: &'static str,
    name: &'p str,
    description: &'p str,
    parameters: &'p Value,
    strict: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Item<'p> {
    Raw(&'p RawValue),
    Own(OwnItem<'p>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum OwnItem<'p> {
    Message {
        role: &'static str,
        content: [Content<'p>; 1],
    },
    FunctionCall {
        call_id: &'p str,
        name: &'p str,
        arguments: ArgsText<'p>,
    },
    FunctionCallOutput {
        call_id: &'p str,
        output: &'p str,
    },
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Content<'p> {
    InputText { text: &'p str },
    OutputText { text: &'p str },
}

/// The body of a request.
pub(in crate::wire) fn write(
    prompt: &Prompt<'_>,
    dialect: Dialect,
    out: &mut Vec<u8>,
) -> serde_json::Result<()> {
    let tools = prompt.tools.iter().map(|tool| ToolSpec {
        r#type: "function",
        name: tool.name,
        description: tool.description,
        parameters: tool.schema,
        strict: false,
    });
    let request = Request {
        model: &prompt.model,
        instructions: (!prompt.system.is_empty()).then_some(Joined(&prompt.system)),
        input: prompt
            .messages
            .iter()
            .flat_map(|m| items(m, prompt))
            .collect(),
        tools: tools.collect(),
        stream: true,
        store: false,
        max_output_tokens: prompt.reply_tokens_max,
        include: if reasons(&prompt.model) {
            &["reasoning.encrypted_content"]
        } else {
            &[]
        },
        temperature: temperature(prompt.temperature_milli),
        prompt_cache_key: prompt.cache_key.as_deref().filter(|_| dialect.own),
    };
    serde_json::to_writer(out, &request)
}

/// Whether a model thinks before it speaks: the others refuse to be asked for encrypted reasoning.
fn reasons(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    let number = |prefix: &str| {
        let rest = name.strip_prefix(prefix)?;
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        rest[..end].parse::<u32>().ok()
    };
    let series = number("o").is_some() || number("gpt-").is_some_and(|n| n >= 5);
    name.contains("codex") || (series && !name.contains("-chat"))
}

fn items<'p>(message: &'p Message<'_>, prompt: &Prompt<'_>) -> Vec<Item<'p>> {
    match message {
        Message::User(text) => vec![Item::Own(OwnItem::Message {
            role: "user",
            content: [Content::InputText { text }],
        })],
        Message::Agent(said) => pieces(said, Wire::OpenaiResponses, prompt)
            .into_iter()
            .map(|piece| match piece {
                Piece::Raw(raw) => Item::Raw(raw),
                Piece::Text(text) => Item::Own(OwnItem::Message {
                    role: "assistant",
                    content: [Content::OutputText { text }],
                }),
                Piece::Call(call) => Item::Own(OwnItem::FunctionCall {
                    call_id: &call.id.0,
                    name: &call.tool,
                    arguments: ArgsText(call),
                }),
            })
            .collect(),
        Message::Results(answers) => answers
            .iter()
            .map(|answer| {
                Item::Own(OwnItem::FunctionCallOutput {
                    call_id: &answer.call.0,
                    output: &answer.text,
                })
            })
            .collect(),
    }
}
