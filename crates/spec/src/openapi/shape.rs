//! Schemas in few words: `{ id*: integer int64; name*: string; tag: string or null }`. A star marks a required field;
//! other schemas are called by their names.

use std::fmt::Write as _;

use super::document::Document;
use super::reference::{called, reference};
use crate::fields::one_line;
use crate::yaml::{Node, Value};

/// Schemas within a schema.
const DEPTH_MAX: usize = 6;
/// Fields, members and words of one schema.
const MEMBERS_MAX: usize = 100;
/// Characters of one word of a schema: a pattern, a default.
const WORD_CHARS_MAX: usize = 80;

/// A schema as a sentence says it: its name, or what it is in a word or two.
pub(super) fn name(schema: &Node) -> String {
    let bare = bare_name(schema, 0);
    match bare.split(' ').next() {
        Some("object" | "array") => format!("an {bare}"),
        Some(_) | None => bare,
    }
}

fn bare_name(schema: &Node, depth: usize) -> String {
    if let Some(text) = reference(schema) {
        return called(text);
    }
    if depth > DEPTH_MAX {
        return "…".to_owned();
    }
    let inner = |schema: &Node| bare_name(schema, depth.saturating_add(1));
    if let Some(items) = schema.get("items") {
        return format!("array of {}", inner(items));
    }
    for (key, word) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " with ")] {
        let members = schema.get(key).map_or(&[][..], Node::items);
        let members: Vec<String> = members.iter().take(MEMBERS_MAX).map(inner).collect();
        if !members.is_empty() {
            return members.join(word);
        }
    }
    match types(schema).as_str() {
        "" if schema.get("properties").is_some() => "object".to_owned(),
        "" => "anything".to_owned(),
        word => word.to_owned(),
    }
}

/// A schema in full, other schemas by their names.
pub(super) fn words(schema: &Node) -> String {
    let mut out = String::new();
    write(&mut out, schema, 0);
    out
}

/// What a schema names, in the order in which it does.
pub(super) fn named<'n>(document: &Document<'n>, schema: &'n Node) -> Vec<(String, &'n Node)> {
    let mut found = Vec::new();
    collect(document, schema, 0, &mut found);
    found
}

fn collect<'n>(
    document: &Document<'n>,
    schema: &'n Node,
    depth: usize,
    found: &mut Vec<(String, &'n Node)>,
) {
    if let Some(text) = reference(schema) {
        let next = document.step(schema);
        found.extend(next.map(|it| (called(text), it)));
        return;
    }
    if depth > DEPTH_MAX {
        return;
    }
    let deeper = depth.saturating_add(1);
    for key in ["properties", "patternProperties"] {
        for (_, node) in schema.get(key).map_or(&[][..], Node::fields) {
            collect(document, node, deeper, found);
        }
    }
    for key in ["allOf", "oneOf", "anyOf", "prefixItems"] {
        for node in schema.get(key).map_or(&[][..], Node::items) {
            collect(document, node, deeper, found);
        }
    }
    for key in ["items", "additionalProperties", "not"] {
        if let Some(node) = schema.get(key) {
            collect(document, node, deeper, found);
        }
    }
}

fn write(out: &mut String, schema: &Node, depth: usize) {
    if let Some(text) = reference(schema) {
        out.push_str(&called(text));
        return;
    }
    if depth > DEPTH_MAX {
        out.push('…');
        return;
    }
    let deeper = depth.saturating_add(1);
    let mut parts: Vec<String> = Vec::new();
    for (key, word) in [
        ("allOf", "all of"),
        ("oneOf", "one of"),
        ("anyOf", "any of"),
        ("prefixItems", "in this order"),
    ] {
        let members = schema.get(key).map_or(&[][..], Node::items);
        if !members.is_empty() {
            let members: Vec<String> = members
                .iter()
                .take(MEMBERS_MAX)
                .map(|it| inner(it, deeper))
                .collect();
            parts.push(format!("{word} ({})", members.join(", ")));
        }
    }
    let object = fields(schema, deeper);
    let kind = types(schema);
    if let Some(object) = object {
        parts.push(object);
    } else if let Some(items) = schema.get("items") {
        parts.push(format!("array of {}", inner(items, deeper)));
    } else if !kind.is_empty() {
        parts.push(kind);
    }
    if parts.is_empty() {
        let fixed = schema.get("enum").or(schema.get("const")).is_some();
        parts.push(if fixed { "value" } else { "anything" }.to_owned());
    }
    out.push_str(&parts.join(" and "));
    if schema.text("nullable") == Some("true") || null_beside(schema) {
        out.push_str(" or null");
    }
    constraints(out, schema);
}

fn inner(schema: &Node, depth: usize) -> String {
    let mut out = String::new();
    write(&mut out, schema, depth);
    out
}

/// The fields of an object, and what others it may have.
fn fields(schema: &Node, depth: usize) -> Option<String> {
    let properties = schema.get("properties").map_or(&[][..], Node::fields);
    let others = schema.get("additionalProperties");
    if properties.is_empty() {
        let others = others?;
        let map = matches!(others.value, Value::Map(_));
        return map.then(|| format!("map of {}", inner(others, depth)));
    }
    let required: Vec<&str> = schema
        .get("required")
        .map_or(&[][..], Node::items)
        .iter()
        .filter_map(|it| it.value.as_text())
        .collect();
    let mut members: Vec<String> = properties
        .iter()
        .take(MEMBERS_MAX)
        .map(|(key, node)| {
            let name = key.text.as_str();
            let star = if required.contains(&name) { "*" } else { "" };
            format!("{}{star}: {}", one_line(name), inner(node, depth))
        })
        .collect();
    let more = properties.len().saturating_sub(members.len());
    if more > 0 {
        members.push(format!("and {more} more"));
    }
    match others.map(|it| (&it.value, it)) {
        Some((Value::Map(_), node)) => members.push(format!("others: {}", inner(node, depth))),
        Some((Value::Scalar(text), _)) if text == "false" => members.push("no others".to_owned()),
        Some(_) | None => {}
    }
    Some(format!("{{ {} }}", members.join("; ")))
}

/// Its types and format; 3.1 allows several.
fn types(schema: &Node) -> String {
    let Some(node) = schema.get("type") else {
        return String::new();
    };
    let many: Vec<&str> = match &node.value {
        Value::Scalar(one) => vec![one.as_str()],
        Value::List(_) | Value::Map(_) | Value::Null => node
            .items()
            .iter()
            .filter_map(|it| it.value.as_text())
            .collect(),
    };
    // `null` beside fields or items is said behind these.
    let shown: Vec<&str> = many.iter().copied().filter(|it| *it != "null").collect();
    let mut words = if shown.is_empty() {
        many.join(" or ")
    } else {
        shown.join(" or ")
    };
    if let Some(format) = schema.text("format") {
        let _ = write!(words, " {}", word(format));
    }
    words
}

/// Whether `null` is one of several types.
fn null_beside(schema: &Node) -> bool {
    let types = schema.get("type").map_or(&[][..], Node::items);
    let null = |it: &Node| it.value.as_text() == Some("null");
    types.len() > 1 && types.iter().any(null)
}

/// What its values have to keep to, in brackets.
fn constraints(out: &mut String, schema: &Node) {
    let mut parts: Vec<String> = Vec::new();
    if let Some(list) = schema.get("enum") {
        let values: Vec<String> = list
            .items()
            .iter()
            .take(MEMBERS_MAX)
            .map(|it| format!("`{}`", word(it.value.as_text().unwrap_or("null"))))
            .collect();
        parts.push(values.join(" | "));
    }
    if let Some(value) = schema.text("const") {
        parts.push(format!("always `{}`", word(value)));
    }
    for (low, high, unit) in [
        ("minimum", "maximum", ""),
        ("exclusiveMinimum", "exclusiveMaximum", " exclusive"),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " items"),
        ("minProperties", "maxProperties", " fields"),
    ] {
        match (schema.text(low), schema.text(high)) {
            (None, None) => {}
            // In 3.0 an exclusive bound is a yes or no about the other one.
            (Some("true" | "false"), _) | (_, Some("true" | "false")) => {
                let excluded = [(low, "minimum excluded"), (high, "maximum excluded")];
                let said = excluded
                    .iter()
                    .filter(|(key, _)| schema.text(key) == Some("true"));
                parts.extend(said.map(|(_, words)| (*words).to_owned()));
            }
            (Some(low), Some(high)) if low == high => parts.push(format!("{}{unit}", word(low))),
            (low, high) => {
                let (low, high) = (low.unwrap_or(""), high.unwrap_or(""));
                parts.push(format!("{}..{}{unit}", word(low), word(high)));
            }
        }
    }
    if let Some(pattern) = schema.text("pattern") {
        parts.push(format!("like `{}`", word(pattern)));
    }
    if let Some(step) = schema.text("multipleOf") {
        parts.push(format!("multiple of {}", word(step)));
    }
    if let Some(default) = schema.text("default") {
        parts.push(format!("default `{}`", word(default)));
    }
    for (key, said) in [
        ("uniqueItems", "unique"),
        ("readOnly", "read only"),
        ("writeOnly", "write only"),
    ] {
        if schema.text(key) == Some("true") {
            parts.push(said.to_owned());
        }
    }
    if !parts.is_empty() {
        let _ = write!(out, " ({})", parts.join(", "));
    }
}

/// A short text on one line.
fn word(text: &str) -> String {
    let line = one_line(text);
    if line.chars().count() <= WORD_CHARS_MAX {
        return line;
    }
    let cut: String = line.chars().take(WORD_CHARS_MAX).collect();
    format!("{cut}…")
}
