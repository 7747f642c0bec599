//! How a request to Anthropic Messages is written.

use std::borrow::Cow;

use ledger::options::Wire;
use ledger::reply::Call;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::prompt::{Answer, Message, Prompt};
use crate::wire::json::{Args, temperature};
use crate::wire::opaque::{Piece, pieces};

/// Marks in the system prompt. A request has four: tools, these, and the last message.
const SYSTEM_MARKS_MAX: usize = 2;

#[derive(Serialize)]
struct Request<'p> {
    model: &'p str,
    max_tokens: u32,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<ToolSpec<'p>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    system: Vec<Content<'p>>,
    messages: Vec<Turn<'p>>,
}

#[derive(Serialize)]
struct ToolSpec<'p> {
    name: &'p str,
    description: &'p str,
    input_schema: &'p Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<Mark>,
}

#[derive(Serialize)]
struct Turn<'p> {
    role: &'static str,
    content: Vec<Item<'p>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Item<'p> {
    Raw(&'p RawValue),
    Own(Content<'p>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Content<'p> {
    Text {
        text: &'p str,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<Mark>,
    },
    ToolUse {
        id: Cow<'p, str>,
        name: &'p str,
        input: Args<'p>,
    },
    ToolResult {
        tool_use_id: Cow<'p, str>,
        #[serde(skip_serializing_if = "str::is_empty")]
        content: &'p str,
        #[serde(skip_serializing_if = "is_false")]
        is_error: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<Mark>,
    },
}

#[derive(Serialize, Clone, Copy)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Mark {
    Ephemeral,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde asks for"
)]
fn is_false(value: &bool) -> bool {
    !*value
}

/// The body of a request.
pub(in crate::wire) fn write(prompt: &Prompt<'_>, out: &mut Vec<u8>) -> serde_json::Result<()> {
    let mut tools: Vec<ToolSpec<'_>> = prompt
        .tools
        .iter()
        .map(|tool| ToolSpec {
            name: tool.name,
            description: tool.description,
            input_schema: tool.schema,
            cache_control: None,
        })
        .collect();
    if let Some(last) = tools.last_mut() {
        last.cache_control = Some(Mark::Ephemeral);
    }
    let request = Request {
        model: &prompt.model,
        max_tokens: prompt.reply_tokens_max,
        stream: true,
        temperature: temperature(prompt.temperature_milli),
        tools,
        system: system(prompt),
        messages: turns(prompt),
    };
    serde_json::to_writer(out, &request)
}

fn system<'p>(prompt: &'p Prompt<'_>) -> Vec<Content<'p>> {
    let mut marks = 0;
    let mut blocks: Vec<Content<'p>> = prompt
        .system
        .iter()
        .rev()
        .filter(|block| !block.text.trim().is_empty())
        .map(|block| {
            let marked = block.cache && marks < SYSTEM_MARKS_MAX;
            marks += usize::from(marked);
            Content::Text {
                text: &block.text,
                cache_control: marked.then_some(Mark::Ephemeral),
            }
        })
        .collect();
    blocks.reverse();
    blocks
}

/// Messages of one side that follow each other are one turn: results come first in it, then words.
fn turns<'p>(prompt: &'p Prompt<'_>) -> Vec<Turn<'p>> {
    let agent = |message: &Message<'_>| matches!(message, Message::Agent(_));
    let mut turns: Vec<Turn<'p>> = prompt
        .messages
        .chunk_by(|a, b| agent(a) == agent(b))
        .map(|group| Turn {
            role: if group.first().is_some_and(agent) {
                "assistant"
            } else {
                "user"
            },
            content: group.iter().flat_map(|m| items(m, prompt)).collect(),
        })
        .filter(|turn| !turn.content.is_empty())
        .collect();
    if let Some(turn) = turns.last_mut()
        && let Some(Item::Own(
            Content::Text { cache_control, .. } | Content::ToolResult { cache_control, .. },
        )) = turn.content.last_mut()
    {
        *cache_control = Some(Mark::Ephemeral);
    }
    turns
}

fn items<'p>(message: &'p Message<'_>, prompt: &Prompt<'_>) -> Vec<Item<'p>> {
    match message {
        Message::User(text) if text.trim().is_empty() => Vec::new(),
        Message::User(text) => vec![Item::Own(words(text))],
        Message::Agent(said) => pieces(said, Wire::Anthropic, prompt)
            .into_iter()
            .map(|piece| match piece {
                Piece::Raw(raw) => Item::Raw(raw),
                Piece::Text(text) => Item::Own(words(text)),
                Piece::Call(call) => Item::Own(tool_use(call)),
            })
            .collect(),
        Message::Results(answers) => answers.iter().map(tool_result).map(Item::Own).collect(),
    }
}

fn words(text: &str) -> Content<'_> {
    Content::Text {
        text,
        cache_control: None,
    }
}

fn tool_use(call: &Call) -> Content<'_> {
    Content::ToolUse {
        id: plain_id(&call.id.0),
        name: &call.tool,
        input: Args::of(call),
    }
}

fn tool_result<'p>(answer: &'p Answer<'_>) -> Content<'p> {
    Content::ToolResult {
        tool_use_id: plain_id(&answer.call.0),
        content: &answer.text,
        is_error: answer.is_error,
        cache_control: None,
    }
}

/// An id that this provider takes: other wires allow more characters.
fn plain_id(id: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if id.chars().all(plain) {
        return Cow::Borrowed(id);
    }
    Cow::Owned(id.chars().map(|c| if plain(c) { c } else { '_' }).collect())
}
