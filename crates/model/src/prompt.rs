//! What a model is asked, in no provider's spelling. Everything is borrowed: a whole history is sent again every turn,
//! and no turn should copy it.

use std::borrow::Cow;

use ledger::ids::CallId;
use ledger::reply::{Call, Reply};
use serde_json::Value;

/// One request.
#[derive(Debug, Clone, Default)]
pub struct Prompt<'a> {
    /// The model's name, as the provider knows it.
    pub model: Cow<'a, str>,
    /// The system prompt, in order.
    pub system: Vec<Block<'a>>,
    /// The conversation, oldest first.
    pub messages: Vec<Message<'a>>,
    /// What the model may call.
    pub tools: Vec<Tool<'a>>,
    /// Tokens of the reply, thinking included.
    pub reply_tokens_max: u32,
    /// Temperature in thousandths; `None` leaves it to the provider.
    pub temperature_milli: Option<u32>,
    /// Requests with the same key share a prefix: providers that take such a hint route by it. A run id will do.
    pub cache_key: Option<Cow<'a, str>>,
}

/// One part of the system prompt.
#[derive(Debug, Clone, Default)]
pub struct Block<'a> {
    /// The words.
    pub text: Cow<'a, str>,
    /// Whether the prefix up to here stays the same over many requests. The last two such marks count.
    pub cache: bool,
}

/// One turn of the conversation.
#[derive(Debug, Clone)]
pub enum Message<'a> {
    /// What it is told.
    User(Cow<'a, str>),
    /// What it said.
    Agent(Said<'a>),
    /// What came of its calls.
    Results(Vec<Answer<'a>>),
}

/// A reply of before.
#[derive(Debug, Clone)]
pub struct Said<'a> {
    /// Its words.
    pub text: Cow<'a, str>,
    /// Its calls.
    pub calls: &'a [Call],
    /// What only the provider understands; left out when another wire is asked.
    pub opaque: Option<&'a str>,
}

/// What came of one call.
#[derive(Debug, Clone)]
pub struct Answer<'a> {
    /// Which call.
    pub call: &'a CallId,
    /// What the model is shown.
    pub text: Cow<'a, str>,
    /// Whether it failed or was refused.
    pub is_error: bool,
}

/// A tool as the model sees it.
#[derive(Debug, Clone, Copy)]
pub struct Tool<'a> {
    /// Its name: letters, digits, `_` and `-`.
    pub name: &'a str,
    /// What it does.
    pub description: &'a str,
    /// JSON Schema of its arguments, an object.
    pub schema: &'a Value,
}

impl<'a> From<&'a Reply> for Said<'a> {
    fn from(reply: &'a Reply) -> Self {
        Self {
            text: Cow::Borrowed(&reply.text),
            calls: &reply.calls,
            opaque: reply.opaque.as_deref(),
        }
    }
}

impl<'a> Prompt<'a> {
    /// Bytes of all texts in it, tools included.
    pub(crate) fn bytes(&self) -> usize {
        let system = self.system.iter().map(|it| it.text.len());
        let messages = self.messages.iter().map(|message| match message {
            Message::User(text) => text.len(),
            Message::Agent(said) => {
                let calls = said.calls.iter().map(|it| it.tool.len() + it.args.len());
                said.text.len() + said.opaque.map_or(0, str::len) + calls.sum::<usize>()
            }
            Message::Results(answers) => answers.iter().map(|it| it.text.len()).sum(),
        });
        let tools = self
            .tools
            .iter()
            .map(|it| it.name.len() + it.description.len() + it.schema.to_string().len());
        system.chain(messages).chain(tools).sum()
    }

    /// The first words of a person, if there are any.
    pub(crate) fn opening(&self) -> Option<&str> {
        self.messages.iter().find_map(|message| match message {
            Message::User(text) => Some(&**text),
            Message::Agent(_) | Message::Results(_) => None,
        })
    }

    /// The replies of before, oldest first.
    pub(crate) fn said(&self) -> impl Iterator<Item = &Said<'a>> {
        self.messages.iter().filter_map(|message| match message {
            Message::Agent(said) => Some(said),
            Message::User(_) | Message::Results(_) => None,
        })
    }
}
