//! What an agent says of a tool of its own, as the gates are asked about it.

use agent_client_protocol::v1::schema as acp;
use serde_json::{Value, json};

/// A tool of the agent's own as the gates are asked about it: by its kind where that says what it does, else by its name.
pub(super) fn own_tool(fields: &acp::ToolCallUpdateFields) -> (String, Value) {
    let raw = fields.raw_input.clone().unwrap_or(Value::Null);
    let place = fields.locations.as_ref().and_then(|it| it.first());
    let place = place.map(|it| it.path.to_string_lossy().into_owned());
    let named = |tool: &str, arguments: Value| (tool.to_owned(), arguments);
    match fields.kind {
        Some(acp::ToolKind::Execute) => match raw.get("command") {
            Some(Value::String(command)) => {
                let mut arguments = json!({ "command": command });
                if let Some(cwd) = raw.get("cwd").and_then(Value::as_str) {
                    arguments["cwd"] = Value::String(cwd.to_owned());
                }
                named("shell", arguments)
            }
            Some(Value::Array(argv)) => named("run", json!({ "argv": argv })),
            Some(_) | None => named("unknown command", raw),
        },
        Some(acp::ToolKind::Edit) => match written(fields).as_slice() {
            [(path, text)] => named("write", json!({"path": path, "content": text})),
            _ => named("unknown edit", raw),
        },
        Some(acp::ToolKind::Delete) => match place {
            Some(path) => named("delete", json!({ "path": path })),
            None => named("unknown deletion", raw),
        },
        Some(acp::ToolKind::Read) => match place {
            Some(path) => named("read", json!({ "path": path })),
            None => named("unknown read", raw),
        },
        Some(acp::ToolKind::Fetch) => match raw.get("url").and_then(Value::as_str) {
            Some(url) => named("fetch", json!({ "url": url })),
            None => named("unknown fetch", raw),
        },
        Some(_) | None => {
            let name = fields.name.clone().or_else(|| fields.title.clone());
            (
                name.unwrap_or_else(|| "a tool without a name".to_owned()),
                raw,
            )
        }
    }
}

/// The files that an edit says it would leave, whole.
fn written(fields: &acp::ToolCallUpdateFields) -> Vec<(String, String)> {
    let all = fields.content.iter().flatten();
    let diffs = all.filter_map(|it| {
        let acp::ToolCallContent::Diff(diff) = it else {
            return None;
        };
        Some((
            diff.path.to_string_lossy().into_owned(),
            diff.new_text.clone(),
        ))
    });
    diffs.collect()
}
