//! Operations: a method of a path, with its parameters, its request and its responses.

use std::collections::BTreeSet;

use super::OPERATIONS_MAX;
use super::reference::Document;
use crate::fields::{hint, one_line};
use crate::nearest::nearest;
use crate::notes::Notes;
use crate::yaml::{Key, Node, Value};

const METHODS: [&str; 8] = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
];
const ITEM: [&str; 13] = [
    "get",
    "put",
    "post",
    "delete",
    "options",
    "head",
    "patch",
    "trace",
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
const PLACES: [&str; 4] = ["query", "header", "path", "cookie"];
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
    pub(super) path: &'n str,
    pub(super) node: &'n Node,
    pub(super) parameters: Vec<Parameter<'n>>,
    /// Statuses, each with its response.
    pub(super) responses: Vec<(&'n str, &'n Node)>,
}

/// One parameter.
#[derive(Debug)]
pub(super) struct Parameter<'n> {
    pub(super) name: &'n str,
    /// `path`, `query`, `header` or `cookie`.
    pub(super) place: &'n str,
    pub(super) required: bool,
    pub(super) node: &'n Node,
}

impl Operation<'_> {
    /// `GET /pets/{id}`
    pub(super) fn call(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// All operations, in written order.
pub(super) fn operations<'n>(document: &Document<'n>, notes: &mut Notes<'_>) -> Vec<Operation<'n>> {
    let root = document.root;
    let paths = root.get("paths").map_or(&[][..], Node::fields);
    let mut found = Vec::new();
    for (key, item) in paths.iter().filter(|(key, _)| !key.text.starts_with("x-")) {
        if !key.text.starts_with('/') {
            let message = format!("path `{}` does not begin with `/`", key.text);
            notes.error(key.at, message, "");
        }
        path_item(document, key, document.follow(item), &mut found, notes);
    }
    if found.is_empty() && !notes.failed() {
        let at = root.get("paths").map_or(root.at, |it| it.at);
        let help = "describe at least one operation under `paths`";
        notes.error(at, "the description has no operation", help);
    }
    if found.len() > OPERATIONS_MAX {
        let message = format!("the description has more than {OPERATIONS_MAX} operations");
        let help = "describe in a file of its own what is to be built now";
        notes.error(root.at, message, help);
        found.truncate(OPERATIONS_MAX);
    }
    same_paths(paths, notes);
    found
}

fn path_item<'n>(
    document: &Document<'n>,
    path: &'n Key,
    item: &'n Node,
    found: &mut Vec<Operation<'n>>,
    notes: &mut Notes<'_>,
) {
    if !matches!(item.value, Value::Map(_)) {
        let message = format!(
            "path `{}` has to be a map, not {}",
            path.text,
            item.value.word()
        );
        return notes.error(item.at, message, "");
    }
    for (key, node) in item.fields() {
        let name = key.text.as_str();
        if METHODS.contains(&name) {
            let operation = operation(document, path, item, (key, node), notes);
            found.extend(operation);
        } else if !ITEM.contains(&name) && !name.starts_with("x-") {
            let message = format!("a path has no key `{name}`");
            notes.error(key.at, message, hint(name, &ITEM));
        }
    }
}

fn operation<'n>(
    document: &Document<'n>,
    path: &'n Key,
    item: &'n Node,
    (key, node): (&'n Key, &'n Node),
    notes: &mut Notes<'_>,
) -> Option<Operation<'n>> {
    let method = key.text.to_uppercase();
    let call = format!("{method} {}", path.text);
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
    let parameters = parameters(document, item, node, notes);
    template(path, &parameters, &call, key.at, notes);
    Some(Operation {
        id,
        id_at,
        path: &path.text,
        node,
        parameters,
        responses: responses(document, node, &call, key.at, notes),
        method,
    })
}

/// The parameters of the operation, and those of its path that it does not say otherwise.
fn parameters<'n>(
    document: &Document<'n>,
    item: &'n Node,
    node: &'n Node,
    notes: &mut Notes<'_>,
) -> Vec<Parameter<'n>> {
    let mut found: Vec<Parameter<'n>> = Vec::new();
    let own = node.get("parameters").map_or(&[][..], Node::items);
    let of_path = item.get("parameters").map_or(&[][..], Node::items);
    for (at, node) in own.iter().chain(of_path).enumerate() {
        let node = document.follow(node);
        let (Some(name), Some(place)) = (node.text("name"), node.text("in")) else {
            let message = "a parameter has no `name`, or does not say where it stands in `in`";
            notes.error(node.at, message, "");
            continue;
        };
        if !PLACES.contains(&place) {
            let message = format!("a parameter can't stand in `{place}`");
            notes.error(node.at, message, hint(place, &PLACES));
            continue;
        }
        let known = found.iter().any(|it| it.name == name && it.place == place);
        if known && at < own.len() {
            notes.error(
                node.at,
                format!("parameter `{name}` in `{place}` stands here twice"),
                "",
            );
        }
        if !known {
            found.push(Parameter {
                name,
                place,
                required: place == "path" || node.text("required") == Some("true"),
                node,
            });
        }
    }
    found
}

/// The names in a path are its parameters, and the other way round.
fn template(
    path: &Key,
    parameters: &[Parameter<'_>],
    call: &str,
    at: usize,
    notes: &mut Notes<'_>,
) {
    let names = names(&path.text);
    let declared: Vec<&str> = parameters
        .iter()
        .filter(|it| it.place == "path")
        .map(|it| it.name)
        .collect();
    for name in names.iter().filter(|name| !declared.contains(name)) {
        let message = format!("`{call}` does not say what `{{{name}}}` is");
        let help = match nearest(name, &declared) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it in `parameters`, with `in: path`".to_owned(),
        };
        notes.warn(at, message, help);
    }
    for name in declared.iter().filter(|name| !names.contains(*name)) {
        let message = format!("`{call}` has no `{{{name}}}` in its path");
        notes.warn(at, message, "");
    }
}

/// The names in braces.
fn names(path: &str) -> Vec<&str> {
    path.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
        .collect()
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
