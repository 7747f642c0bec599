//! One line of the ledger in full, as people read YAML. For reading, not for parsing: long texts are cut, and what a
//! terminal would hide is written out.

use ledger::wire::v1::Line;
use serde_json::Value;

use super::style::{Style, Tone};
use super::text::{plural, time, visible};

/// Lines of one text that are shown.
const TEXT_LINES_MAX: usize = 200;
/// Characters of one line of a text that are shown.
const LINE_CHARS_MAX: usize = 2_000;
/// Entries of one list or object that are shown.
const ENTRIES_MAX: usize = 200;
/// Levels that are shown.
const DEPTH_MAX: usize = 24;

/// One line in full.
pub(crate) fn event(line: &Line, style: &Style) -> String {
    let mut out = format!(
        "{}\nat: {}\nepoch: {}\n",
        style.paint(Tone::Strong, &format!("{}@{}", line.run, line.seq)),
        time(line.stamp.at_ms),
        line.epoch
    );
    if let Some(task) = &line.stamp.task {
        out.push_str(&format!("task: {task}\n"));
    }
    // Our own types always serialise; should that ever fail, the line is told to be there.
    let value = serde_json::to_value(&line.event).unwrap_or_default();
    write(&mut out, &value, 0, style);
    out
}

fn write(out: &mut String, value: &Value, depth: usize, style: &Style) {
    let indent = "  ".repeat(depth);
    if depth >= DEPTH_MAX {
        out.push_str(&format!("{indent}...\n"));
        return;
    }
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter().take(ENTRIES_MAX) {
                let name = style.paint(Tone::Dim, &format!("{}:", visible(name)));
                entry(out, &format!("{indent}{name}"), field, depth, style);
            }
            more(out, &indent, fields.len());
        }
        Value::Array(items) => {
            for item in items.iter().take(ENTRIES_MAX) {
                entry(out, &format!("{indent}-"), item, depth, style);
            }
            more(out, &indent, items.len());
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            out.push_str(&format!("{indent}{}\n", scalar(value)));
        }
    }
}

/// A name or a dash, and what stands behind or below it.
fn entry(out: &mut String, head: &str, value: &Value, depth: usize, style: &Style) {
    match value {
        Value::Object(fields) if fields.is_empty() => out.push_str(&format!("{head} {{}}\n")),
        Value::Array(items) if items.is_empty() => out.push_str(&format!("{head} []\n")),
        Value::Object(_) | Value::Array(_) => {
            out.push_str(&format!("{head}\n"));
            write(out, value, depth + 1, style);
        }
        Value::String(text) if text.trim_end().contains('\n') => {
            out.push_str(&format!("{head} |\n"));
            block(out, text, depth + 1);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            out.push_str(&format!("{head} {}\n", scalar(value)));
        }
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) if text.trim().is_empty() => format!("\"{}\"", text.escape_default()),
        Value::String(text) => cut(&visible(text.trim_end())),
        Value::Null => "none".to_owned(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

fn block(out: &mut String, text: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    for line in lines.iter().take(TEXT_LINES_MAX) {
        out.push_str(&format!("{indent}{}\n", cut(&visible(line))));
    }
    if lines.len() > TEXT_LINES_MAX {
        let left = plural(lines.len() - TEXT_LINES_MAX, "line");
        out.push_str(&format!("{indent}... {left} more\n"));
    }
}

fn cut(line: &str) -> String {
    let mut chars = line.chars();
    let mut out: String = chars.by_ref().take(LINE_CHARS_MAX).collect();
    let left = chars.count();
    if left > 0 {
        out.push_str(&format!("... {left} characters more"));
    }
    out
}

fn more(out: &mut String, indent: &str, all: usize) {
    if all > ENTRIES_MAX {
        out.push_str(&format!("{indent}... {} more\n", all - ENTRIES_MAX));
    }
}
