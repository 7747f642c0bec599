//! pi: its turns, each with what it used.

use ledger::money::Usage;
use serde_json::Value;

use crate::turn::{Failure, Turn, count, text, texts};

pub(super) fn line(turn: &mut Turn, value: &Value) -> Option<String> {
    match text(value, "/type")? {
        "session" => {
            turn.named(value.get("id"));
            None
        }
        "turn_end" => {
            turn.model = text(value, "/message/model").map(str::to_owned);
            let of = |name: &str| count(value, &format!("/message/usage/{name}"));
            turn.used(Usage {
                input: of("input"),
                cache_read: of("cacheRead"),
                cache_write: of("cacheWrite"),
                output: of("output"),
            });
            let cost = value.pointer("/message/usage/cost/total");
            turn.spent(cost.and_then(Value::as_f64).filter(|it| *it > 0.0));
            turn.failure = match text(value, "/message/stopReason") {
                Some("error" | "aborted") => {
                    let words = text(value, "/message/errorMessage").unwrap_or_default();
                    Some(Failure::of(leading_status(words), words))
                }
                Some(_) | None => None,
            };
            texts(value.pointer("/message/content"))
        }
        "agent_end" => {
            turn.over = true;
            None
        }
        _ => None,
    }
}

/// The status that its words begin with: `429 status code (no body)`.
fn leading_status(words: &str) -> Option<u64> {
    let digits: String = words.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|it| (100..600).contains(it))
}
