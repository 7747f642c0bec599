//! The wires: how each provider spells a request, and how the pieces of its answer become one reply.
//!
//! Reading order: [`sse`] (bytes to events), [`draft`] (what a wire has read), [`opaque`] (what only the provider
//! understands), then a file for each wire. None of their types leaves this folder.

mod anthropic;
mod draft;
mod json;
mod opaque;
mod openai_chat;
mod openai_responses;
mod sse;
#[cfg(test)]
mod tests;

use ledger::options::Wire;
use ledger::reply::{FailureKind, ModelFailure, Reply};

use crate::failure::failure;
use crate::price::Prices;
use crate::prompt::Prompt;
pub(crate) use anthropic::VERSION as ANTHROPIC_VERSION;
use draft::Draft;
use sse::{EVENT_BYTES_MAX, Events};

/// The most bytes of a stream: each word of a reply comes wrapped in an event.
const STREAM_BYTES_MAX: usize = 64 << 20;

/// Where the words of a reply go while it comes.
pub(crate) type Deltas<'d> = dyn FnMut(&str) + 'd;

/// How a server differs from others of its wire.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Dialect {
    /// It is the provider's own, and takes what only its own servers know.
    pub(crate) own: bool,
}

/// What an event means for the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// There must be more.
    More,
    /// There may be more, and it could end here.
    Enough,
    /// It is over.
    Done,
}

/// The body of a request.
///
/// # Errors
/// A failure of the kind `Rejected` when the wire has no request at all, or the prompt cannot be written.
pub(crate) fn body(
    wire: Wire,
    dialect: Dialect,
    prompt: &Prompt<'_>,
) -> Result<Vec<u8>, ModelFailure> {
    let mut out = Vec::with_capacity(size(prompt));
    let written = match wire {
        Wire::Anthropic => anthropic::write(prompt, &mut out),
        Wire::OpenaiChat => openai_chat::write(prompt, dialect, &mut out),
        Wire::OpenaiResponses => openai_responses::write(prompt, dialect, &mut out),
        Wire::Scripted => return Err(failure(FailureKind::Rejected, "`scripted` is no wire")),
    };
    written.map_err(|e| failure(FailureKind::Rejected, format!("the request: {e}")))?;
    Ok(out)
}

/// About as many bytes as the body will have, so that it is not moved while it grows.
fn size(prompt: &Prompt<'_>) -> usize {
    let system: usize = prompt.system.iter().map(|block| block.text.len()).sum();
    let messages: usize = prompt
        .messages
        .iter()
        .map(|message| match message {
            crate::prompt::Message::User(text) => text.len(),
            crate::prompt::Message::Agent(said) => {
                let calls: usize = said.calls.iter().map(|call| call.args.len() + 128).sum();
                said.text.len() + calls + said.opaque.map_or(0, str::len)
            }
            crate::prompt::Message::Results(answers) => {
                answers.iter().map(|answer| answer.text.len() + 128).sum()
            }
        })
        .sum();
    4096 + (system + messages + prompt.messages.len() * 64) * 9 / 8 + prompt.tools.len() * 1024
}

/// An answer as it comes in: a stream, or a whole JSON text from a server that does not stream.
#[derive(Debug)]
pub(crate) struct Reading {
    wire: Of,
    form: Form,
    events: Events,
    json: Vec<u8>,
    bytes: usize,
    step: Step,
    heard: bool,
}

#[derive(Debug)]
enum Of {
    Anthropic(anthropic::Reading),
    OpenaiChat(openai_chat::Reading),
    OpenaiResponses(openai_responses::Reading),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Unknown,
    Events,
    Json,
}

impl Reading {
    /// Nothing read yet.
    pub(crate) fn new(wire: Wire) -> Option<Self> {
        let wire = match wire {
            Wire::Anthropic => Of::Anthropic(anthropic::Reading::default()),
            Wire::OpenaiChat => Of::OpenaiChat(openai_chat::Reading::default()),
            Wire::OpenaiResponses => Of::OpenaiResponses(openai_responses::Reading::default()),
            Wire::Scripted => return None,
        };
        Some(Self {
            wire,
            form: Form::Unknown,
            events: Events::default(),
            json: Vec::new(),
            bytes: 0,
            step: Step::More,
            heard: false,
        })
    }

    /// Takes more bytes.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        on_delta: &mut Deltas<'_>,
    ) -> Result<(), ModelFailure> {
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > STREAM_BYTES_MAX {
            let say = format!("the stream is longer than {STREAM_BYTES_MAX} bytes");
            return Err(failure(FailureKind::Nonsense, say));
        }
        if self.form == Form::Unknown {
            self.form = match bytes.iter().find(|b| !b.is_ascii_whitespace()) {
                None => return Ok(()),
                Some(b'{' | b'[') => Form::Json,
                Some(_) => Form::Events,
            };
        }
        if self.form == Form::Json {
            if self.json.len() + bytes.len() > EVENT_BYTES_MAX {
                let say = format!("the reply is longer than {EVENT_BYTES_MAX} bytes");
                return Err(failure(FailureKind::Nonsense, say));
            }
            self.json.extend_from_slice(bytes);
            return Ok(());
        }
        let Self {
            wire,
            events,
            step,
            heard,
            ..
        } = self;
        events.push(bytes, &mut |name, data| {
            wire.event(name, data, step, heard, on_delta)
        })
    }

    /// Whether the stream has said that it is over.
    pub(crate) fn done(&self) -> bool {
        self.step == Step::Done
    }

    /// Whether it could end here: only figures can follow.
    pub(crate) fn enough(&self) -> bool {
        self.step >= Step::Enough
    }

    /// The bytes are over, by themselves or not: what was read, if that is a whole reply.
    ///
    /// # Errors
    /// `broken` if the reply was cut; another failure if it said one, or made no sense.
    pub(crate) fn finish(
        mut self,
        asked: &str,
        broken: Option<ModelFailure>,
        on_delta: &mut Deltas<'_>,
    ) -> Result<Draft, ModelFailure> {
        match self.form {
            Form::Json => self.finish_json(broken, on_delta)?,
            Form::Unknown | Form::Events => self.finish_events(broken, on_delta)?,
        }
        let draft = match self.wire {
            Of::Anthropic(reading) => reading.draft(asked),
            Of::OpenaiChat(reading) => reading.draft(asked),
            Of::OpenaiResponses(reading) => reading.draft(asked),
        };
        draft.check()?;
        Ok(draft)
    }

    fn finish_json(
        &mut self,
        broken: Option<ModelFailure>,
        on_delta: &mut Deltas<'_>,
    ) -> Result<(), ModelFailure> {
        if let Some(broken) = broken {
            return Err(broken);
        }
        let text = String::from_utf8_lossy(&self.json);
        if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(&text) {
            return Err(match error.is_eof() {
                true => cut(),
                false => unreadable(&error),
            });
        }
        match &mut self.wire {
            Of::Anthropic(reading) => reading.whole(&text, on_delta),
            Of::OpenaiChat(reading) => reading.whole(&text, on_delta),
            Of::OpenaiResponses(reading) => reading.whole(&text, on_delta),
        }
    }

    fn finish_events(
        &mut self,
        broken: Option<ModelFailure>,
        on_delta: &mut Deltas<'_>,
    ) -> Result<(), ModelFailure> {
        let Self {
            wire,
            events,
            step,
            heard,
            ..
        } = self;
        let last = match step {
            Step::Done => Ok(()),
            Step::More | Step::Enough => {
                events.end(&mut |name, data| wire.event(name, data, step, heard, on_delta))
            }
        };
        if *step >= Step::Enough {
            return Ok(());
        }
        match (broken, last) {
            (Some(broken), _) => Err(broken),
            // A last event that cannot be read is one that was cut.
            (None, Err(failure)) if failure.kind != FailureKind::Nonsense => Err(failure),
            (None, _) if *heard => Err(cut()),
            (None, _) if self.bytes == 0 => Err(failure(FailureKind::Broken, "an empty answer")),
            (None, _) => Err(failure(FailureKind::Nonsense, "the answer is no reply")),
        }
    }
}

impl Of {
    fn event(
        &mut self,
        name: &str,
        data: &str,
        step: &mut Step,
        heard: &mut bool,
        on_delta: &mut Deltas<'_>,
    ) -> Result<(), ModelFailure> {
        if data.trim().is_empty() || *step == Step::Done {
            return Ok(());
        }
        let next = match self {
            Of::Anthropic(reading) => reading.event(name, data, on_delta),
            Of::OpenaiChat(reading) => reading.event(name, data, on_delta),
            Of::OpenaiResponses(reading) => reading.event(name, data, on_delta),
        }?;
        *heard = true;
        *step = next.max(*step);
        Ok(())
    }
}

/// A whole reply out of what was read.
pub(crate) fn reply(
    mut draft: Draft,
    prompt: &Prompt<'_>,
    prices: &Prices,
    request_bytes: usize,
    duration_ms: u64,
) -> Reply {
    let ended = draft.ended();
    let calls = draft.calls(prompt);
    let model = draft
        .model
        .take()
        .filter(|name| !name.is_empty() && name.len() <= 256)
        .unwrap_or_else(|| prompt.model.to_string());
    let cost = match &draft.usage {
        Some(usage) => prices.cost(usage, &prompt.model, &model),
        None => prices.at_most(request_bytes, prompt.reply_tokens_max, &prompt.model),
    };
    Reply {
        text: draft.text,
        calls,
        opaque: draft.opaque,
        ended,
        usage: draft.usage,
        cost,
        model,
        duration_ms,
    }
}

/// A reply that ended too soon.
pub(crate) fn cut() -> ModelFailure {
    failure(FailureKind::Broken, "the reply was cut")
}

fn unreadable(error: &serde_json::Error) -> ModelFailure {
    failure(
        FailureKind::Nonsense,
        format!("the reply cannot be read: {error}"),
    )
}
