//! How an answer of Anthropic Messages is read.

use std::collections::BTreeMap;

use ledger::money::Usage;
use ledger::options::Wire;
use ledger::reply::{Ended, ModelFailure};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::failure::of_error;
use crate::wire::draft::{Draft, DraftCall};
use crate::wire::json::{Tokens, args_text, lenient};
use crate::wire::opaque::Parts;
use crate::wire::{Deltas, Step, unreadable};

/// One event, or a whole message: all fields that any of them has.
#[derive(Deserialize)]
struct Event<'a> {
    #[serde(rename = "type", default)]
    kind: String,
    index: Option<u64>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
    content_block: Option<Map<String, Value>>,
    delta: Option<Delta>,
    #[serde(borrow)]
    usage: Option<&'a RawValue>,
    error: Option<Value>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Delta {
    text: Option<String>,
    partial_json: Option<String>,
    thinking: Option<String>,
    signature: Option<String>,
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
struct Whole<'a> {
    #[serde(rename = "type", default)]
    kind: String,
    model: Option<String>,
    content: Option<Vec<Map<String, Value>>>,
    stop_reason: Option<String>,
    #[serde(borrow)]
    usage: Option<&'a RawValue>,
    error: Option<Value>,
}

#[derive(Deserialize, Default)]
struct Counts {
    input_tokens: Option<Tokens>,
    cache_read_input_tokens: Option<Tokens>,
    cache_creation_input_tokens: Option<Tokens>,
    output_tokens: Option<Tokens>,
}

/// What has been read so far.
#[derive(Debug, Default)]
pub(in crate::wire) struct Reading {
    blocks: BTreeMap<u64, BlockSoFar>,
    stop: Option<String>,
    usage: Option<Usage>,
    model: Option<String>,
}

#[derive(Debug, Default)]
struct BlockSoFar {
    start: Map<String, Value>,
    text: String,
    json: String,
    thinking: String,
    signature: String,
}

impl Reading {
    /// Takes one event.
    pub(in crate::wire) fn event(
        &mut self,
        name: &str,
        data: &str,
        on_delta: &mut Deltas<'_>,
    ) -> Result<Step, ModelFailure> {
        let event: Event<'_> = serde_json::from_str(data).map_err(|e| unreadable(&e))?;
        if event.error.is_some() || event.kind == "error" || name == "error" {
            return Err(of_error(&serde_json::from_str(data).unwrap_or_default()));
        }
        let index = event.index.unwrap_or_default();
        let delta = event.delta.unwrap_or_default();
        match event.kind.as_str() {
            "message_start" => {
                let raw = event.message.map_or("{}", RawValue::get);
                let start: Whole<'_> = serde_json::from_str(raw).map_err(|e| unreadable(&e))?;
                self.model = start.model;
                self.count(start.usage);
            }
            "content_block_start" => {
                let start = event.content_block.unwrap_or_default();
                let block = self.blocks.entry(index).or_default();
                if kind(&start) == "text"
                    && let Some(text) = start.get("text").and_then(Value::as_str)
                {
                    block.text.push_str(text);
                    said(text, on_delta);
                }
                block.start = start;
            }
            "content_block_delta" => self.delta(index, delta, on_delta),
            "message_delta" => {
                self.stop = delta.stop_reason.or(self.stop.take());
                self.count(event.usage);
            }
            "message_stop" => return Ok(Step::Done),
            // Pings, ends of blocks, and what the provider will think of next.
            _ => {}
        }
        Ok(Step::More)
    }

    /// Takes a whole message, from a server that does not stream.
    pub(in crate::wire) fn whole(
        &mut self,
        json: &str,
        on_delta: &mut Deltas<'_>,
    ) -> Result<(), ModelFailure> {
        let whole: Whole<'_> = serde_json::from_str(json).map_err(|e| unreadable(&e))?;
        if whole.error.is_some() || whole.kind == "error" {
            return Err(of_error(&serde_json::from_str(json).unwrap_or_default()));
        }
        for (index, start) in (0..).zip(whole.content.unwrap_or_default()) {
            let text = start
                .get("text")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let text = if kind(&start) == "text" { text } else { "" }.to_owned();
            said(&text, on_delta);
            let block = BlockSoFar {
                start,
                text,
                ..BlockSoFar::default()
            };
            self.blocks.insert(index, block);
        }
        self.model = whole.model;
        self.stop = whole.stop_reason;
        self.count(whole.usage);
        Ok(())
    }

    /// What it comes to.
    pub(in crate::wire) fn draft(self, asked: &str) -> Draft {
        let mut draft = Draft {
            ended: self.stop.as_deref().and_then(ended),
            usage: self.usage,
            model: self.model,
            ..Draft::default()
        };
        let mut parts = Parts::default();
        for block in self.blocks.into_values() {
            block.add_to(&mut draft, &mut parts);
        }
        draft.opaque = parts.done(Wire::Anthropic, asked);
        draft
    }

    fn delta(&mut self, index: u64, delta: Delta, on_delta: &mut Deltas<'_>) {
        let block = self.blocks.entry(index).or_default();
        if let Some(text) = delta.text {
            block.text.push_str(&text);
            said(&text, on_delta);
        }
        block.json.push_str(&delta.partial_json.unwrap_or_default());
        block.thinking.push_str(&delta.thinking.unwrap_or_default());
        block
            .signature
            .push_str(&delta.signature.unwrap_or_default());
    }

    /// Later figures replace earlier ones: they are running totals.
    fn count(&mut self, raw: Option<&RawValue>) {
        let Some(counts) = lenient::<Counts>(raw) else {
            return;
        };
        let usage = self.usage.get_or_insert_default();
        for (slot, count) in [
            (&mut usage.input, counts.input_tokens),
            (&mut usage.cache_read, counts.cache_read_input_tokens),
            (&mut usage.cache_write, counts.cache_creation_input_tokens),
            (&mut usage.output, counts.output_tokens),
        ] {
            *slot = count.map_or(*slot, |count| count.0);
        }
    }
}

impl BlockSoFar {
    fn add_to(mut self, draft: &mut Draft, parts: &mut Parts) {
        let field = |start: &Map<String, Value>, key: &str| {
            let value = start.get(key).and_then(Value::as_str);
            value.unwrap_or_default().to_owned()
        };
        match kind(&self.start) {
            "text" | "" if self.json.is_empty() => {
                parts.text(self.text.len());
                draft.text.push_str(&self.text);
            }
            "tool_use" | "" => {
                parts.call(draft.calls.len());
                let given = self.start.get("input").map(args_text);
                draft.calls.push(DraftCall {
                    id: field(&self.start, "id"),
                    tool: field(&self.start, "name"),
                    args: if self.json.is_empty() {
                        given.unwrap_or_default()
                    } else {
                        self.json
                    },
                });
            }
            _ => {
                for (key, more) in [("thinking", &self.thinking), ("signature", &self.signature)] {
                    if !more.is_empty() {
                        let whole = field(&self.start, key) + more;
                        self.start.insert(key.into(), Value::String(whole));
                    }
                }
                if let Ok(input) = serde_json::from_str(&self.json) {
                    self.start.insert("input".into(), input);
                }
                parts.raw(&Value::Object(self.start).to_string());
            }
        }
    }
}

fn kind(block: &Map<String, Value>) -> &str {
    block
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

fn said(text: &str, on_delta: &mut Deltas<'_>) {
    if !text.is_empty() {
        on_delta(text);
    }
}

fn ended(reason: &str) -> Option<Ended> {
    Some(match reason {
        "end_turn" | "stop_sequence" | "pause_turn" => Ended::Turn,
        "tool_use" => Ended::Tools,
        "max_tokens" | "model_context_window_exceeded" => Ended::Length,
        "refusal" => Ended::Refusal,
        _ => return None,
    })
}
