//! Codex: items as they are completed, and what the turn used at its end.

use ledger::money::Usage;
use serde_json::Value;

use crate::turn::{Failure, Turn, count, text};

pub(super) fn line(turn: &mut Turn, value: &Value) -> Option<String> {
    match text(value, "/type")? {
        "thread.started" => turn.named(value.get("thread_id")),
        "item.completed" if text(value, "/item/type") == Some("agent_message") => {
            return text(value, "/item/text").map(str::to_owned);
        }
        "turn.completed" => {
            turn.over = true;
            let cached = count(value, "/usage/cached_input_tokens");
            let written = count(value, "/usage/cache_write_input_tokens");
            let prompt = count(value, "/usage/input_tokens");
            turn.used(Usage {
                input: prompt.saturating_sub(cached).saturating_sub(written),
                cache_read: cached,
                cache_write: written,
                output: count(value, "/usage/output_tokens"),
            });
        }
        "turn.failed" => {
            turn.over = true;
            let words = text(value, "/error/message").unwrap_or_default();
            turn.failure = Some(Failure::of(status_in(words), words));
        }
        _ => {}
    }
    None
}

/// The status that its words name: `unexpected status 429 Too Many Requests: …`.
fn status_in(words: &str) -> Option<u64> {
    let (_, rest) = words.split_once("status ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|it| (100..600).contains(it))
}
