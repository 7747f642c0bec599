//! Gemini CLI: words in pieces, and what was used at the end.

use ledger::money::Usage;
use serde_json::Value;

use crate::turn::{Failure, Turn, count, text};

pub(super) fn line(turn: &mut Turn, value: &Value) -> Option<String> {
    match text(value, "/type")? {
        "init" => {
            turn.named(value.get("session_id"));
            turn.model = text(value, "/model").map(str::to_owned);
            None
        }
        "message" if text(value, "/role") == Some("assistant") => {
            let piece = text(value, "/content").unwrap_or_default();
            let goes_on = value.get("delta").and_then(Value::as_bool) == Some(true);
            let before = turn.counted.is_some() && goes_on;
            // Its words come in pieces until it does something else.
            turn.counted = Some((String::new(), Usage::default()));
            Some(match before {
                true => format!("{}{piece}", turn.words),
                false => piece.to_owned(),
            })
        }
        "result" => {
            turn.over = true;
            turn.used(Usage {
                input: count(value, "/stats/input"),
                cache_read: count(value, "/stats/cached"),
                cache_write: 0,
                output: count(value, "/stats/output_tokens"),
            });
            if text(value, "/status") == Some("error") {
                let words = text(value, "/error/message").unwrap_or_default();
                let status = value.pointer("/error/code").and_then(Value::as_u64);
                turn.failure = Some(Failure::of(status, words));
            }
            None
        }
        _ => {
            turn.counted = None;
            None
        }
    }
}
