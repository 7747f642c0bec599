//! JSON as configuration files have it: with comments and last commas. Reading only, and leniently.

use serde_json::Value;

/// How deep strings are looked for in a value.
const DEPTH_MAX: u8 = 8;

/// The value of a text, if it is one.
pub(super) fn read(text: &str) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text)
        .or_else(|_| serde_json::from_str(&relaxed(text)))
        .ok()
}

/// A string at a key.
pub(super) fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}

/// The strings of a list at a key, or the one string there.
pub(super) fn texts(value: &Value, key: &str, most: usize) -> Vec<String> {
    let found = value.get(key);
    let one = found.and_then(Value::as_str);
    let list = found.and_then(Value::as_array).into_iter().flatten();
    one.into_iter()
        .chain(list.filter_map(Value::as_str))
        .take(most)
        .map(str::to_owned)
        .collect()
}

/// Every string inside a value, up to a number.
pub(super) fn strings(value: &Value, most: usize) -> Vec<String> {
    let mut found = Vec::new();
    gather(value, DEPTH_MAX, most, &mut found);
    found
}

fn gather(value: &Value, depth: u8, most: usize, found: &mut Vec<String>) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    if found.len() >= most {
        return;
    }
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|v| gather(v, depth, most, found)),
        Value::Object(map) => map.values().for_each(|v| gather(v, depth, most, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// JSON without the comments and last commas that configuration files may have.
fn relaxed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match (quoted, c, chars.peek()) {
            (true, '\\', _) => {
                out.push(c);
                out.extend(chars.next());
            }
            (_, '"', _) => {
                quoted = !quoted;
                out.push(c);
            }
            (false, '/', Some('/')) => {
                chars.by_ref().find(|c| *c == '\n');
            }
            (false, '/', Some('*')) => {
                chars.next();
                let mut last = ' ';
                chars.by_ref().find(|c| {
                    let ends = last == '*' && *c == '/';
                    last = *c;
                    ends
                });
            }
            (false, '}' | ']', _) => {
                let end = out.trim_end().len();
                if out.get(..end).is_some_and(|text| text.ends_with(',')) {
                    out.truncate(end.saturating_sub(1));
                }
                out.push(c);
            }
            (_, c, _) => out.push(c),
        }
    }
    out
}
