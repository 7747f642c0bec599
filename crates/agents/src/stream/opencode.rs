//! opencode: parts of messages as they are completed.

use ledger::money::Usage;
use serde_json::Value;

use crate::turn::{Failure, Turn, count, text};

pub(super) fn line(turn: &mut Turn, value: &Value) -> Option<String> {
    turn.named(value.get("sessionID"));
    match text(value, "/type")? {
        "text" => text(value, "/part/text").map(str::to_owned),
        "step_finish" => {
            turn.over = text(value, "/part/reason") != Some("tool-calls");
            let of = |name: &str| count(value, &format!("/part/tokens/{name}"));
            turn.used(Usage {
                input: of("input"),
                cache_read: of("cache/read"),
                cache_write: of("cache/write"),
                output: of("output").saturating_add(of("reasoning")),
            });
            // It counts nothing for a model whose price it does not know.
            let cost = value.pointer("/part/cost").and_then(Value::as_f64);
            turn.spent(cost.filter(|it| *it > 0.0));
            None
        }
        "error" => {
            let words = text(value, "/error/data/message").or_else(|| text(value, "/error/name"));
            let status = value.pointer("/error/data/statusCode");
            let status = status.and_then(Value::as_u64);
            turn.failure = Some(Failure::of(status, words.unwrap_or_default()));
            None
        }
        _ => None,
    }
}
