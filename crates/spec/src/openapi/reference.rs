//! References: `$ref: '#/components/schemas/Pet'`. Those within the repository are followed, all others are refused.

use std::borrow::Cow;

use super::document::{CHAIN_MAX, Document};
use crate::notes::Notes;
use crate::yaml::{Node, Value};

/// Keys whose maps hold names of the author's, which are no keywords.
const NAMED: [&str; 21] = [
    "properties",
    "patternProperties",
    "dependentSchemas",
    "$defs",
    "definitions",
    "schemas",
    "responses",
    "parameters",
    "requestBodies",
    "headers",
    "securitySchemes",
    "links",
    "callbacks",
    "pathItems",
    "paths",
    "webhooks",
    "content",
    "encoding",
    "variables",
    "mapping",
    "scopes",
];
/// Those among them that may have extensions beside the names.
const EXTENSIBLE: [&str; 2] = ["paths", "responses"];
/// Keys under which stands data that may look like anything.
const DATA: [&str; 6] = ["example", "examples", "default", "enum", "const", "value"];

/// Says which references lead nowhere, in all files.
pub(super) fn check(document: &Document<'_>, notes: &mut Notes<'_>) {
    for root in document.roots() {
        each(root, &mut |node| judge(document, node, notes));
    }
}

/// Each node below that is a reference, that itself included. What looks like one within data is none.
pub(super) fn each<'n>(root: &'n Node, visit: &mut impl FnMut(&'n Node)) {
    walk(root, "", false, visit);
}

/// `within` is the key under which the node stands.
fn walk<'n>(node: &'n Node, within: &str, named: bool, visit: &mut impl FnMut(&'n Node)) {
    match &node.value {
        Value::Null | Value::Scalar(_) => {}
        Value::List(items) => {
            for item in items {
                walk(item, "", false, visit);
            }
        }
        Value::Map(fields) => {
            if reference(node).is_some() {
                visit(node);
            }
            for (key, value) in fields {
                let name = key.text.as_str();
                let extension = name.starts_with("x-") && (!named || EXTENSIBLE.contains(&within));
                if extension || (!named && DATA.contains(&name)) {
                    continue;
                }
                walk(value, name, !named && NAMED.contains(&name), visit);
            }
        }
    }
}

fn judge<'n>(document: &Document<'n>, node: &'n Node, notes: &mut Notes<'_>) {
    let place = |node: &Node| node.get("$ref").map_or(node.at, |it| it.at);
    let (mut here, mut steps) = (node, 0_usize);
    while let Some(text) = reference(here) {
        match document.target(text, here.at) {
            Ok(next) => here = next,
            // A chain that breaks further on is said where it breaks.
            Err(_) if steps > 0 => return,
            Err(lost) => return notes.error(place(here), lost.message, lost.help),
        }
        steps = steps.saturating_add(1);
        if steps > CHAIN_MAX {
            let message = "this reference leads back to itself, or through too many others";
            return notes.error(place(node), message, "say somewhere what it is");
        }
    }
}

/// The text of a reference.
pub(super) fn reference(node: &Node) -> Option<&str> {
    node.text("$ref")
}

/// What a reference calls its schema: the last name if it stands among schemas, a file's name without its ending if it
/// is a whole file, else the whole way to it.
pub(super) fn called(text: &str) -> String {
    const AMONG: [&str; 3] = ["schemas", "$defs", "definitions"];
    if !text.contains('#') {
        let file = decoded(text);
        let name = file.rsplit('/').next().unwrap_or("");
        return name.split('.').next().unwrap_or(name).to_owned();
    }
    match text.rsplit_once('/') {
        Some((way, name)) if AMONG.iter().any(|it| way.ends_with(it)) => {
            unescaped(name).into_owned()
        }
        Some(_) | None => unescaped(text).into_owned(),
    }
}

/// A piece of a pointer as it was before `~1`, `~0` and `%20` were put in.
pub(super) fn unescaped(token: &str) -> Cow<'_, str> {
    match decoded(token) {
        text if text.contains('~') => text.replace("~1", "/").replace("~0", "~").into(),
        text => text,
    }
}

/// A text as it was before `%20` was put in.
pub(super) fn decoded(token: &str) -> Cow<'_, str> {
    if !token.contains('%') {
        return token.into();
    }
    let bytes = token.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0_usize;
    while let Some(byte) = bytes.get(at) {
        let digits = token
            .get(at.saturating_add(1)..at.saturating_add(3))
            .filter(|it| *byte == b'%' && it.bytes().all(|b| b.is_ascii_hexdigit()));
        match digits.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                at = at.saturating_add(3);
            }
            None => {
                out.push(*byte);
                at = at.saturating_add(1);
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned().into()
}
