//! How an answer of OpenAI Responses is read.

use std::collections::BTreeMap;

use ledger::money::Usage;
use ledger::options::Wire;
use ledger::reply::{Ended, ModelFailure};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::failure::of_error;
use crate::wire::draft::{Draft, DraftCall};
use crate::wire::json::{Tokens, args_text, lenient};
use crate::wire::opaque::Parts;
use crate::wire::{Deltas, Step, unreadable};

/// One event: all fields that any of them has.
#[derive(Deserialize)]
struct Event<'a> {
    #[serde(rename = "type", default)]
    kind: String,
    output_index: Option<u64>,
    delta: Option<Value>,
    item: Option<Value>,
    error: Option<Value>,
    #[serde(borrow)]
    response: Option<&'a RawValue>,
}

/// A response, whole or at its end.
#[derive(Deserialize)]
struct Response<'a> {
    model: Option<String>,
    status: Option<String>,
    output: Option<Vec<Value>>,
    #[serde(borrow)]
    usage: Option<&'a RawValue>,
    error: Option<Value>,
    incomplete_details: Option<Incomplete>,
}

#[derive(Deserialize)]
struct Incomplete {
    reason: Option<String>,
}

#[derive(Deserialize)]
struct Counts {
    input_tokens: Option<Tokens>,
    output_tokens: Option<Tokens>,
    input_tokens_details: Option<Details>,
}

#[derive(Deserialize)]
struct Details {
    cached_tokens: Option<Tokens>,
    cache_write_tokens: Option<Tokens>,
}

/// What has been read so far.
#[derive(Debug, Default)]
pub(in crate::wire) struct Reading {
    items: BTreeMap<u64, Value>,
    ended: Option<Ended>,
    usage: Option<Usage>,
    model: Option<String>,
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
            return Ok(Step::More);
        }
        let event: Event<'_> = serde_json::from_str(data).map_err(|e| unreadable(&e))?;
        let kind = match (&event.error, event.kind.as_str()) {
            (Some(_), _) => "error",
            (None, "") => name,
            (None, kind) => kind,
        };
        match kind {
            "response.output_text.delta" | "response.refusal.delta" => {
                if let Some(Value::String(text)) = &event.delta
                    && !text.is_empty()
                {
                    on_delta(text);
                }
            }
            "response.output_item.done" => {
                if let Some(item) = event.item {
                    let next = self.items.len() as u64;
                    self.items.insert(event.output_index.unwrap_or(next), item);
                }
            }
            "response.completed" | "response.incomplete" | "response.failed" => {
                let raw = event.response.map_or("{}", RawValue::get);
                self.response(raw)?;
                if kind == "response.failed" {
                    return Err(of_error(&Value::Null));
                }
                return Ok(Step::Done);
            }
            "error" => return Err(of_error(&serde_json::from_str(data).unwrap_or_default())),
            // Beginnings, pieces of arguments (the finished item has them whole), and what will be thought of next.
            _ => {}
        }
        Ok(Step::More)
    }

    /// Takes a whole response, from a server that does not stream.
    pub(in crate::wire) fn whole(
        &mut self,
        json: &str,
        on_delta: &mut Deltas<'_>,
    ) -> Result<(), ModelFailure> {
        self.response(json)?;
        for item in self.items.values() {
            for (_, text) in words(item) {
                on_delta(text);
            }
        }
        Ok(())
    }

    /// What it comes to.
    pub(in crate::wire) fn draft(self, asked: &str) -> Draft {
        let mut draft = Draft {
            usage: self.usage,
            model: self.model,
            ended: self.ended,
            ..Draft::default()
        };
        let mut parts = Parts::default();
        for item in self.items.values() {
            add(item, &mut draft, &mut parts);
        }
        draft.opaque = parts.done(Wire::OpenaiResponses, asked);
        draft
    }

    /// The end of a response. What it repeats is taken only where the stream did not bring it.
    fn response(&mut self, json: &str) -> Result<(), ModelFailure> {
        let response: Response<'_> = serde_json::from_str(json).map_err(|e| unreadable(&e))?;
        let failed = matches!(response.status.as_deref(), Some("failed" | "cancelled"));
        if failed || response.error.is_some() {
            let error = response.error.unwrap_or_default();
            return Err(of_error(&error));
        }
        for (index, item) in (0..).zip(response.output.into_iter().flatten()) {
            self.items.entry(index).or_insert(item);
        }
        self.model = response.model;
        self.usage = lenient::<Counts>(response.usage).map(|counts| usage(&counts));
        if let Some(why) = response.incomplete_details.and_then(|why| why.reason) {
            self.ended = Some(match why.as_str() {
                "content_filter" => Ended::Refusal,
                _ => Ended::Length,
            });
        }
        Ok(())
    }
}

fn add(item: &Value, draft: &mut Draft, parts: &mut Parts) {
    let text = |key: &str| item.get(key).and_then(Value::as_str).unwrap_or_default();
    match text("type") {
        "message" => {
            let before = draft.text.len();
            for (refusal, words) in words(item) {
                draft.text.push_str(words);
                if refusal {
                    draft.ended = Some(Ended::Refusal);
                }
            }
            parts.text(draft.text.len() - before);
        }
        "function_call" => {
            parts.call(draft.calls.len());
            let id = [text("call_id"), text("id")]
                .into_iter()
                .find(|id| !id.is_empty());
            draft.calls.push(DraftCall {
                id: id.unwrap_or_default().to_owned(),
                tool: text("name").to_owned(),
                args: item.get("arguments").map(args_text).unwrap_or_default(),
            });
        }
        // Without its encrypted form the provider would look reasoning up, and it keeps nothing for us.
        "reasoning" if text("encrypted_content").is_empty() => {}
        _ => parts.raw(&item.to_string()),
    }
}

/// The words of a message, each with whether it is a refusal.
fn words(item: &Value) -> impl Iterator<Item = (bool, &str)> {
    let content = item.get("content").and_then(Value::as_array);
    content.into_iter().flatten().filter_map(|part| {
        let text = part.get("text").and_then(Value::as_str);
        let refusal = part.get("refusal").and_then(Value::as_str);
        Some((refusal.is_some(), refusal.or(text)?))
    })
}

fn usage(counts: &Counts) -> Usage {
    let number = |tokens: Option<Tokens>| tokens.unwrap_or_default().0;
    let details = counts.input_tokens_details.as_ref();
    let cache_read = number(details.and_then(|d| d.cached_tokens));
    let cache_write = number(details.and_then(|d| d.cache_write_tokens));
    Usage {
        input: number(counts.input_tokens)
            .saturating_sub(cache_read)
            .saturating_sub(cache_write),
        cache_read,
        cache_write,
        output: number(counts.output_tokens),
    }
}
