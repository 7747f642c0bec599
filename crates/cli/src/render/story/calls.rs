//! A tool call in a few words: tool and target.

use ledger::reply::Call;
use serde_json::Value;

use crate::render::text::{first_line, one_line, plural};

/// Longest arguments that are read for their target, in bytes.
const ARGS_BYTES_MAX: usize = 4 * 1024 * 1024;

/// What a call is about.
#[derive(Debug, Clone, Default)]
pub(in crate::render) struct Label {
    /// The tool.
    pub(in crate::render) tool: String,
    /// Tool and target, on one line, made visible.
    pub(in crate::render) text: String,
    /// What it says, where saying is all it does (`done`, `ask`).
    pub(in crate::render) words: String,
}

/// What a call is about, told from its arguments as the model wrote them.
pub(in crate::render) fn label(call: &Call) -> Label {
    let args: Value = if call.args.len() <= ARGS_BYTES_MAX {
        serde_json::from_str(&call.args).unwrap_or_default()
    } else {
        Value::Null
    };
    let words = |name: &str| args.get(name).and_then(Value::as_str).unwrap_or_default();
    let tool = one_line(&call.tool);
    let target = match call.tool.as_str() {
        "read" => format!("{}{}", words("path"), lines(&args)),
        "write" => format!(
            "{} ({})",
            words("path"),
            plural(words("content").len(), "byte")
        ),
        "search" => searched(words("pattern"), words("path"), words("glob")),
        "run" => argv(&args),
        "shell" => words("command").to_owned(),
        "commit" => first_line(words("message")),
        "ask" => words("question").to_owned(),
        "done" => words("summary").to_owned(),
        _ => foreign(&args),
    };
    let cwd = words("cwd");
    let within = if cwd.is_empty() {
        String::new()
    } else {
        format!(" (in {cwd})")
    };
    let said = matches!(call.tool.as_str(), "ask" | "done");
    Label {
        text: one_line(&format!("{tool} {target}{within}")),
        words: if said {
            one_line(&target)
        } else {
            String::new()
        },
        tool,
    }
}

/// What a tool of another agent is about: the argument that says most.
fn foreign(args: &Value) -> String {
    const TELLING: [&str; 9] = [
        "command",
        "cmd",
        "file_path",
        "filePath",
        "path",
        "url",
        "pattern",
        "query",
        "description",
    ];
    let text = |name: &&str| args.get(*name).and_then(Value::as_str);
    let told = TELLING.iter().find_map(text).unwrap_or_default();
    first_line(told)
}

fn lines(args: &Value) -> String {
    let number = |names: [&str; 2]| {
        names
            .iter()
            .find_map(|it| args.get(it).and_then(Value::as_u64))
    };
    match (number(["from", "offset"]), number(["lines", "limit"])) {
        (None, None) => String::new(),
        (Some(from), None) => format!(":{from}"),
        (from, Some(lines)) => {
            let from = from.unwrap_or(1);
            format!(":{from}-{}", from.saturating_add(lines).saturating_sub(1))
        }
    }
}

fn searched(pattern: &str, path: &str, glob: &str) -> String {
    let below = if path.is_empty() {
        String::new()
    } else {
        format!(" below {path}")
    };
    let only = if glob.is_empty() {
        String::new()
    } else {
        format!(" in {glob}")
    };
    format!("/{pattern}/{below}{only}")
}

fn argv(args: &Value) -> String {
    let words = args
        .get("argv")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let words: Vec<String> = words.iter().filter_map(Value::as_str).map(quoted).collect();
    words.join(" ")
}

/// A word in single quotes unless it is plain.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+%^~{}".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
