//! Lines as the hooks of agents send them before a tool is used and after: `tool_name`, `tool_input` and, afterwards,
//! `tool_response`. What else such a line holds says nothing about what is done.

use ledger::proposal::Proposal;
use serde::Deserialize;
use serde_json::Value;

use super::{CheckLine, LineContext, What, args, name_of};

#[derive(Deserialize)]
struct RawHook {
    id: Option<Value>,
    tool_use_id: Option<Value>,
    tool_name: String,
    #[serde(default)]
    tool_input: Value,
    tool_response: Option<Value>,
    /// Where the agent is: its commands start there.
    cwd: Option<String>,
    #[serde(default)]
    context: LineContext,
}

/// Without it a line is none of these.
pub(super) const MARK: &str = "\"tool_name\"";

/// Whether a line is one of these.
pub(super) fn is_one(line: &Value) -> bool {
    line.get("tool_name").is_some()
}

/// Reads one.
///
/// # Errors
/// Why it can't be read, in words.
pub(super) fn read(line: Value) -> Result<CheckLine, String> {
    let raw: RawHook =
        serde_json::from_value(line).map_err(|error| format!("the line can't be read: {error}"))?;
    let id = raw.id.or(raw.tool_use_id).map(name_of).unwrap_or_default();
    let what = match raw.tool_response {
        Some(Value::Null) | None => {
            started_in(args::what(&raw.tool_name, raw.tool_input)?, raw.cwd)
        }
        Some(response) => What::ToolResult {
            tool: raw.tool_name,
            content: texts(&response),
        },
    };
    Ok(CheckLine {
        id,
        what,
        context: raw.context,
    })
}

/// A command without a directory of its own starts where the agent is.
fn started_in(mut what: What, agent: Option<String>) -> What {
    if let What::Proposal(Proposal::Shell { cwd, .. } | Proposal::Exec { cwd, .. }) = &mut what
        && cwd.is_none()
    {
        *cwd = agent;
    }
    what
}

/// All texts of a response, one under another: what an agent would be shown of it.
#[must_use]
pub fn texts(response: &Value) -> String {
    let mut out = String::new();
    collect(response, &mut out);
    out
}

fn collect(response: &Value, out: &mut String) {
    match response {
        Value::String(text) => {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(text);
        }
        Value::Array(all) => all.iter().for_each(|it| collect(it, out)),
        Value::Object(all) => all.values().for_each(|it| collect(it, out)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
