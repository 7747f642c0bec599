//! The configuration as it was resolved, for people (YAML with comments) and for programs (JSON).

use serde_json::{Map, Value as Json, json};

use super::keys::{KEYS, Key};
use super::kind::{Form, Kind};
use super::load::Loaded;
use super::merge::{Entry, Values};
use super::value::Value;

impl Loaded {
    /// As [`Values::yaml`], with the notice about an untrusted file at the end.
    #[must_use]
    pub fn yaml(&self) -> String {
        let mut out = self.values.yaml();
        if let Some(notice) = self.notice() {
            out.push_str(&format!("# {notice}\n"));
        }
        out
    }

    /// One JSON value: `values` by key with `value`, `origin` and what it won over; `ignored`; `untrusted`.
    #[must_use]
    pub fn json(&self) -> Json {
        let ignored: Vec<Json> = self
            .ignored
            .iter()
            .map(|ignored| {
                json!({"key": ignored.path, "origin": ignored.origin.to_string(), "why": ignored.why})
            })
            .collect();
        json!({"values": self.values.json(), "ignored": ignored, "untrusted": self.untrusted})
    }
}

impl Values {
    /// YAML that loads again, each value with where it came from as a comment.
    #[must_use]
    pub fn yaml(&self) -> String {
        let mut out = String::new();
        let mut above: Vec<&String> = Vec::new();
        for (path, entry) in self.in_order() {
            let (last, sections) = path
                .split_last()
                .map_or((None, path.as_slice()), |(last, sections)| {
                    (Some(last), sections)
                });
            let shared = above
                .iter()
                .zip(sections)
                .take_while(|(a, b)| *a == b)
                .count();
            for (depth, name) in sections.iter().enumerate().skip(shared) {
                out.push_str(&format!("{}{}:\n", indent(depth), scalar_text(name)));
            }
            above = sections.iter().collect();
            if let Some(last) = last {
                leaf(&mut out, sections.len(), last, entry);
            }
        }
        out
    }

    /// As the table has them, and names of the user's by alphabet; sections stay together.
    fn in_order(&self) -> Vec<(&Vec<String>, &Entry)> {
        let rank = |key: &Key, depth: usize| {
            let start = || key.segments().take(depth + 1);
            KEYS.iter()
                .position(|other| other.segments().take(depth + 1).eq(start()))
        };
        let mut all: Vec<_> = self.entries.iter().collect();
        all.sort_by_cached_key(|(path, entry)| -> Vec<(Option<usize>, String)> {
            let names = path.iter().enumerate();
            names
                .map(|(depth, name)| (rank(entry.key, depth), name.clone()))
                .collect()
        });
        all
    }

    /// By key with dots: `value`, `origin`, for a list `items` (their origins), and `over` (what it won over).
    #[must_use]
    pub fn json(&self) -> Json {
        let mut map = Map::new();
        for (path, entry) in &self.entries {
            let over: Vec<String> = entry.over.iter().map(ToString::to_string).collect();
            let items: Vec<String> = entry.items.iter().map(ToString::to_string).collect();
            let mut shown =
                json!({"value": shown(entry).json(), "origin": entry.origin.to_string()});
            if let Json::Object(shown) = &mut shown {
                if !over.is_empty() {
                    shown.insert("over".to_owned(), over.into());
                }
                if !items.is_empty() {
                    shown.insert("items".to_owned(), items.into());
                }
            }
            map.insert(path.join("."), shown);
        }
        Json::Object(map)
    }
}

/// The value as it may be shown: of an address that can hold a key, its host.
fn shown(entry: &Entry) -> Value {
    if let Value::Text(address) = &entry.value
        && entry.key.kind == Kind::Text(Form::SecretUrl)
    {
        let host: Vec<&str> = address.split(['/', '?', '#']).take(3).collect();
        return Value::Text(format!("{}/...", host.join("/")));
    }
    entry.value.clone()
}

fn leaf(out: &mut String, depth: usize, name: &str, entry: &Entry) {
    let start = format!("{}{}:", indent(depth), scalar_text(name));
    let comment = comment(entry);
    let value = shown(entry);
    match &value {
        Value::List(items) if items.is_empty() => {
            out.push_str(&format!("{start} []  # {comment}\n"))
        }
        Value::List(items) => {
            out.push_str(&format!("{start}\n"));
            for (at, item) in items.iter().enumerate() {
                let origin = entry.items.get(at).unwrap_or(&entry.origin);
                out.push_str(&format!(
                    "{}- {}  # {origin}\n",
                    indent(depth + 1),
                    scalar(item)
                ));
            }
        }
        Value::Text(_)
        | Value::Switch(_)
        | Value::Count(_)
        | Value::Decimal(_)
        | Value::Rule(_)
        | Value::Requirement(_)
        | Value::Hook(_) => {
            out.push_str(&format!("{start} {}  # {comment}\n", scalar(&value)));
        }
    }
}

fn comment(entry: &Entry) -> String {
    if entry.over.is_empty() {
        return entry.origin.to_string();
    }
    let over: Vec<String> = entry.over.iter().map(ToString::to_string).collect();
    format!("{} (over {})", entry.origin, over.join(", "))
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

/// A value on one line. JSON is YAML, so what is not plain is written as JSON.
fn scalar(value: &Value) -> String {
    match value {
        Value::Text(text) => scalar_text(text),
        Value::Switch(_)
        | Value::Count(_)
        | Value::Decimal(_)
        | Value::Rule(_)
        | Value::Requirement(_)
        | Value::Hook(_)
        | Value::List(_) => value.json().to_string(),
    }
}

/// A text, in quotes unless nobody could take it for anything else.
fn scalar_text(text: &str) -> String {
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c))
        && !matches!(
            text.to_lowercase().as_str(),
            "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n"
        );
    if is_plain {
        text.to_owned()
    } else {
        Json::from(text).to_string()
    }
}
