//! Claude Code: messages as they come, and a result at the end.

use ledger::money::Usage;
use serde_json::Value;

use crate::turn::{Failure, Turn, count, text, texts};

pub(super) fn line(turn: &mut Turn, value: &Value) -> Option<String> {
    turn.named(value.get("session_id"));
    match text(value, "/type")? {
        "system" if text(value, "/subtype") == Some("init") => {
            turn.version = text(value, "/claude_code_version").map(str::to_owned);
            turn.model = text(value, "/model").map(str::to_owned);
            None
        }
        "assistant" => {
            // One message comes in several lines, each with all that was used so far.
            let id = text(value, "/message/id").unwrap_or_default();
            let new = usage(value, "/message/usage");
            turn.usage = match turn.counted.take() {
                Some((known, before)) if known == id => turn.usage.minus(&before).plus(&new),
                Some(_) | None => {
                    turn.requests = turn.requests.saturating_add(1);
                    turn.usage.plus(&new)
                }
            };
            turn.counted = Some((id.to_owned(), new));
            let of_agent = value.get("parent_tool_use_id").is_none_or(Value::is_null);
            texts(value.pointer("/message/content")).filter(|_| of_agent)
        }
        "result" => {
            turn.over = true;
            let whole = usage(value, "/usage");
            if whole.total() > 0 {
                turn.usage = whole;
            }
            turn.spent = None;
            turn.spent(value.get("total_cost_usd").and_then(Value::as_f64));
            let words = text(value, "/result").unwrap_or_default();
            if value.get("is_error").and_then(Value::as_bool) == Some(true) {
                let status = value.get("api_error_status").and_then(Value::as_u64);
                turn.failure = Some(Failure::of(status, words));
            }
            Some(words.to_owned())
        }
        _ => None,
    }
}

fn usage(value: &Value, at: &str) -> Usage {
    let of = |name: &str| count(value, &format!("{at}/{name}"));
    Usage {
        input: of("input_tokens"),
        cache_read: of("cache_read_input_tokens"),
        cache_write: of("cache_creation_input_tokens"),
        output: of("output_tokens"),
    }
}
