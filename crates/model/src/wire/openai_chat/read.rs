//! How an answer of OpenAI Chat Completions is read.

use std::borrow::Cow;

use ledger::money::Usage;
use ledger::options::Wire;
use ledger::reply::{Ended, ModelFailure};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::Opaque;
use crate::failure::of_error;
use crate::wire::draft::{Draft, DraftCall};
use crate::wire::json::{Tokens, args_text, lenient};
use crate::wire::{Deltas, Step, unreadable};

/// One chunk, or a whole completion: a whole one has `message` where a chunk has `delta`.
#[derive(Deserialize)]
struct Chunk<'a> {
    model: Option<String>,
    choices: Option<Vec<Choice>>,
    #[serde(borrow)]
    usage: Option<&'a RawValue>,
    error: Option<Value>,
    object: Option<String>,
}

#[derive(Deserialize)]
struct Choice {
    index: Option<u64>,
    delta: Option<Delta>,
    message: Option<Delta>,
    finish_reason: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Delta {
    content: Value,
    refusal: Option<String>,
    reasoning_content: Option<String>,
    tool_calls: Option<Vec<CallDelta>>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CallDelta {
    index: Option<u64>,
    id: Option<String>,
    function: Option<FunctionDelta>,
    extra_content: Option<Value>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct FunctionDelta {
    name: Option<String>,
    arguments: Value,
}

#[derive(Deserialize)]
struct Counts {
    prompt_tokens: Option<Tokens>,
    completion_tokens: Option<Tokens>,
    prompt_tokens_details: Option<Details>,
    prompt_cache_hit_tokens: Option<Tokens>,
}

#[derive(Deserialize)]
struct Details {
    cached_tokens: Option<Tokens>,
    cache_write_tokens: Option<Tokens>,
}

/// What has been read so far.
#[derive(Debug, Default)]
pub(in crate::wire) struct Reading {
    text: String,
    reasoning: String,
    calls: Vec<CallSoFar>,
    finish: Option<String>,
    refused: bool,
    usage: Option<Usage>,
    model: Option<String>,
}

#[derive(Debug, Default)]
struct CallSoFar {
    index: Option<u64>,
    call: DraftCall,
    extra: Option<Value>,
}

impl Reading {
    /// Takes one event.
    pub(in crate::wire) fn event(
        &mut self,
        name: &str,
        data: &str,
        on_delta: &mut Deltas<'_>,
    ) -> Result<Step, ModelFailure> {
        if data.trim() == "[DONE]" {
            return Ok(Step::Done);
        }
        self.chunk(name, data, on_delta)?;
        Ok(if self.finish.is_some() {
            Step::Enough
        } else {
            Step::More
        })
    }

    /// Takes a whole completion, from a server that does not stream.
    pub(in crate::wire) fn whole(
        &mut self,
        json: &str,
        on_delta: &mut Deltas<'_>,
    ) -> Result<(), ModelFailure> {
        self.chunk("", json, on_delta)
    }

    /// What it comes to.
    pub(in crate::wire) fn draft(self, asked: &str) -> Draft {
        let ended = if self.refused {
            Some(Ended::Refusal)
        } else {
            self.finish.as_deref().and_then(ended)
        };
        let opaque = self.opaque(asked);
        Draft {
            text: self.text,
            calls: self.calls.into_iter().map(|call| call.call).collect(),
            opaque,
            ended,
            usage: self.usage,
            model: self.model,
        }
    }

    /// Reasoning is given back only beside calls: without them servers ignore or refuse it.
    fn opaque(&self, asked: &str) -> Option<String> {
        let extra: Vec<(usize, Box<RawValue>)> = self
            .calls
            .iter()
            .enumerate()
            .filter_map(|(nth, call)| {
                let raw = serde_json::value::to_raw_value(call.extra.as_ref()?).ok()?;
                Some((nth, raw))
            })
            .collect();
        let reasoning = (!self.reasoning.is_empty() && !self.calls.is_empty())
            .then_some(Cow::Borrowed(&*self.reasoning));
        if extra.is_empty() && reasoning.is_none() {
            return None;
        }
        let opaque = Opaque {
            wire: Wire::OpenaiChat,
            model: Cow::Borrowed(asked),
            reasoning_content: reasoning,
            extra: extra.iter().map(|(nth, raw)| (*nth, &**raw)).collect(),
        };
        serde_json::to_string(&opaque).ok()
    }

    fn chunk(
        &mut self,
        name: &str,
        data: &str,
        on_delta: &mut Deltas<'_>,
    ) -> Result<(), ModelFailure> {
        let chunk: Chunk<'_> = serde_json::from_str(data).map_err(|e| unreadable(&e))?;
        if chunk.error.is_some() || name == "error" || chunk.object.as_deref() == Some("error") {
            return Err(of_error(&serde_json::from_str(data).unwrap_or_default()));
        }
        if self.model.is_none() {
            self.model = chunk.model;
        }
        if let Some(counts) = lenient::<Counts>(chunk.usage) {
            self.usage = Some(usage(&counts));
        }
        for choice in chunk.choices.into_iter().flatten() {
            if choice.index.is_some_and(|index| index > 0) {
                continue;
            }
            for delta in choice.delta.into_iter().chain(choice.message) {
                self.delta(delta, on_delta);
            }
            self.finish = choice.finish_reason.or(self.finish.take());
        }
        Ok(())
    }

    fn delta(&mut self, delta: Delta, on_delta: &mut Deltas<'_>) {
        self.refused |= delta.refusal.as_ref().is_some_and(|text| !text.is_empty());
        for text in [content(delta.content), delta.refusal.unwrap_or_default()] {
            if !text.is_empty() {
                on_delta(&text);
                self.text.push_str(&text);
            }
        }
        self.reasoning
            .push_str(&delta.reasoning_content.unwrap_or_default());
        for call in delta.tool_calls.into_iter().flatten() {
            self.call(call);
        }
    }

    fn call(&mut self, delta: CallDelta) {
        let id = delta.id.unwrap_or_default();
        let function = delta.function.unwrap_or_default();
        let at = self.place(delta.index, &id, function.name.is_some());
        let Some(so_far) = self.calls.get_mut(at) else {
            return;
        };
        if so_far.call.id.is_empty() {
            so_far.call.id = id;
        }
        if so_far.call.tool.is_empty() {
            so_far.call.tool = function.name.unwrap_or_default();
        }
        so_far.call.args.push_str(&args_text(&function.arguments));
        so_far.extra = delta.extra_content.or(so_far.extra.take());
    }

    /// Which call a piece belongs to; a new one if need be. Some servers give every call the index 0 and tell them apart
    /// by id; some give no index at all.
    fn place(&mut self, index: Option<u64>, id: &str, named: bool) -> usize {
        let same = |call: &CallSoFar| {
            let other_id = !id.is_empty() && !call.call.id.is_empty() && call.call.id != id;
            match index {
                Some(_) => call.index == index && !other_id,
                None if id.is_empty() => !named,
                None => call.call.id == id,
            }
        };
        let found = match index {
            Some(_) => self.calls.iter().rposition(same),
            None => self
                .calls
                .last()
                .filter(|call| same(call))
                .map(|_| self.calls.len() - 1),
        };
        found.unwrap_or_else(|| {
            self.calls.push(CallSoFar {
                index,
                ..CallSoFar::default()
            });
            self.calls.len() - 1
        })
    }
}

/// Words: a text, or a list of parts of which some are texts.
fn content(value: Value) -> String {
    match value {
        Value::String(text) => text,
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part.get("text")?.as_str())
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => String::new(),
    }
}

fn usage(counts: &Counts) -> Usage {
    let number = |tokens: Option<Tokens>| tokens.unwrap_or_default().0;
    let details = counts.prompt_tokens_details.as_ref();
    let cache_read = number(
        details
            .and_then(|d| d.cached_tokens)
            .or(counts.prompt_cache_hit_tokens),
    );
    let cache_write = number(details.and_then(|d| d.cache_write_tokens));
    Usage {
        input: number(counts.prompt_tokens)
            .saturating_sub(cache_read)
            .saturating_sub(cache_write),
        cache_read,
        cache_write,
        output: number(counts.completion_tokens),
    }
}

fn ended(reason: &str) -> Option<Ended> {
    Some(match reason {
        "stop" | "eos" => Ended::Turn,
        "tool_calls" | "function_call" => Ended::Tools,
        "length" => Ended::Length,
        "content_filter" => Ended::Refusal,
        _ => return None,
    })
}
