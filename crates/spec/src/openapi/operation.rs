//! Operations: a method of a path or of a webhook, with its parameters, its request and its responses.

use std::collections::BTreeSet;

use super::OPERATIONS_MAX;
use super::document::Document;
use super::parameter::{Parameter, parameters, template};
use crate::fields::{hint, one_line};
use crate::notes::Notes;
use crate::yaml::{Key, Node, Value};

const METHODS: [&str; 9] = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
];
/// Under which stand further methods, by their names (3.2).
const FURTHER: &str = "additionalOperations";
const ITEM: [&str; 15] = [
    "get",
    "put",
    "post",
    "delete",
    "options",
    "head",
    "patch",
    "trace",
    "query",
    FURTHER,
    "$ref",
    "summary",
    "description",
    "servers",
    "parameters",
];
const OPERATION: [&str; 12] = [
    "tags",
    "summary",
    "description",
    "externalDocs",
    "operationId",
    "parameters",
    "requestBody",
    "responses",
    "callbacks",
    "deprecated",
    "security",
    "servers",
];
const ID_CHARS_MAX: usize = 200;

/// One operation.
#[derive(Debug)]
pub(super) struct Operation<'n> {
    /// What plans call it: its `operationId`, else its method and path.
    pub(super) id: String,
    /// Where that is said.
    pub(super) id_at: usize,
    /// In capitals.
    pub(super) method: String,
    /// Its path, or the name of its webhook.
    pub(super) path: &'n str,
    /// Whether it is a request that the API makes of others, instead of one that it answers.
    pub(super) webhook: bool,
    pub(super) node: &'n Node,
    pub(super) parameters: Vec<Parameter<'n>>,
    /// Statuses, each with its response.
    pub(super) responses: Vec<(&'n str, &'n Node)>,
}

impl Operation<'_> {
    /// `GET /pets/{id}`, `POST webhook newPet`
    pub(super) fn call(&self) -> String {
        call(&self.method, self.path, self.webhook)
    }
}

fn call(method: &str, path: &str, webhook: bool) -> String {
    let what = if webhook { "webhook " } else { "" };
    format!("{method} {what}{}", one_line(path))
}

/// All operations, in written order, those of webhooks behind the others.
pub(super) fn operations<'n>(document: &Document<'n>, notes: &mut Notes<'_>) -> Vec<Operation<'n>> {
    let root = document.root;
    let mut found = Vec::new();
    for (section, webhook) in [("paths", false), ("webhooks", true)] {
        let items = root.get(section).map_or(&[][..], Node::fields);
        for (key, item) in items.iter().filter(|(key, _)| !key.text.starts_with("x-")) {
            if !webhook && !key.text.starts_with('/') {
                let message = format!("path `{}` does not begin with `/`", key.text);
                notes.error(key.at, message, "");
            }
            let item = document.follow(item);
            let place = Place { key, item, webhook };
            path_item(document, &place, &mut found, notes);
        }
    }
    if found.len() > OPERATIONS_MAX {
        let message = format!("the description has more than {OPERATIONS_MAX} operations");
        let help = "describe in a file of its own what is to be built now";
        notes.error(root.at, message, help);
        found.truncate(OPERATIONS_MAX);
    }
    same_paths(root.get("paths").map_or(&[][..], Node::fields), notes);
    found
}

/// A path or a webhook, and what it says.
struct Place<'n> {
    key: &'n Key,
    item: &'n Node,
    webhook: bool,
}

impl Place<'_> {
    fn word(&self) -> &'static str {
        if self.webhook { "webhook" } else { "path" }
    }
}

fn path_item<'n>(
    document: &Document<'n>,
    place: &Place<'n>,
    found: &mut Vec<Operation<'n>>,
    notes: &mut Notes<'_>,
) {
    let item = place.item;
    if !matches!(item.value, Value::Map(_)) {
        let (word, name) = (place.word(), &place.key.text);
        let message = format!("{word} `{name}` has to be a map, not {}", item.value.word());
        return notes.error(item.at, message, "");
    }
    for (key, node) in item.fields() {
        let name = key.text.as_str();
        if METHODS.contains(&name) {
            found.extend(operation(document, place, (key, node), notes));
        } else if name == FURTHER {
            for (key, node) in node.fields() {
                found.extend(operation(document, place, (key, node), notes));
            }
        } else if !ITEM.contains(&name) && !name.starts_with("x-") {
            let message = format!("a {} has no key `{name}`", place.word());
            notes.error(key.at, message, hint(name, &ITEM));
        }
    }
}

fn operation<'n>(
    document: &Document<'n>,
    place: &Place<'n>,
    (key, node): (&'n Key, &'n Node),
    notes: &mut Notes<'_>,
) -> Option<Operation<'n>> {
    let method = key.text.to_uppercase();
    let path = &place.key.text;
    let call = call(&method, path, place.webhook);
    if !matches!(node.value, Value::Map(_)) {
        let message = format!("`{call}` has to be a map, not {}", node.value.word());
        notes.error(node.at, message, "");
        return None;
    }
    for (key, _) in node.fields() {
        let name = key.text.as_str();
        if !OPERATION.contains(&name) && !name.starts_with("x-") {
            let message = format!("an operation has no key `{name}`");
            notes.warn(key.at, message, hint(name, &OPERATION));
        }
    }
    let said = node
        .get("operationId")
        .and_then(|it| Some((it.at, it.value.as_text()?)));
    let (id_at, id) = match said {
        Some((at, id)) if !id.trim().is_empty() => (at, one_line(id)),
        Some(_) | None => (key.at, call.clone()),
    };
    if id.chars().count() > ID_CHARS_MAX || id.chars().any(char::is_control) {
        notes.error(id_at, "this name of an operation is no short line", "");
        return None;
    }
    let parameters = parameters(document, place.item, node, notes);
    if !place.webhook {
        template(path, &parameters, &call, key.at, notes);
    }
    Some(Operation {
        id,
        id_at,
        path,
        webhook: place.webhook,
        node,
        parameters,
        responses: responses(document, node, &call, key.at, notes),
        method,
    })
}

fn responses<'n>(
    document: &Document<'n>,
    node: &'n Node,
    call: &str,
    at: usize,
    notes: &mut Notes<'_>,
) -> Vec<(&'n str, &'n Node)> {
    let all = node.get("responses").map_or(&[][..], Node::fields);
    let mut found = Vec::new();
    for (key, response) in all.iter().filter(|(key, _)| !key.text.starts_with("x-")) {
        let status = key.text.as_str();
        if !is_status(status) {
            let message = format!("`{status}` is no status of a response");
            let help = "write three digits, `4XX` for a hundred of them, or `default`";
            notes.error(key.at, message, help);
            continue;
        }
        found.push((status, document.follow(response)));
    }
    if found.is_empty() {
        let help = "say what it answers, so that it can be checked";
        notes.warn(at, format!("`{call}` has no response"), help);
    }
    found
}

fn is_status(text: &str) -> bool {
    let mut bytes = text.bytes();
    let first = bytes.next().is_some_and(|b| (b'1'..=b'5').contains(&b));
    let rest: Vec<u8> = bytes.collect();
    let digits = rest.iter().all(u8::is_ascii_digit);
    let range = rest.iter().all(|b| b.eq_ignore_ascii_case(&b'x'));
    text == "default" || (first && rest.len() == 2 && (digits || range))
}

/// Paths that differ in nothing but the names of their parameters are one path.
fn same_paths(paths: &[(Key, Node)], notes: &mut Notes<'_>) {
    let mut seen = BTreeSet::new();
    for (key, _) in paths {
        let plain: String = key
            .text
            .split('{')
            .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest))
            .collect::<Vec<_>>()
            .join("{}");
        if !seen.insert(plain) {
            let message = format!("path `{}` is the same as one before", key.text);
            notes.warn(key.at, message, "only the names of its parameters differ");
        }
    }
}
