//! OpenAPI 3.0 and 3.1, as YAML or JSON: every operation becomes a requirement, every response of it something that a
//! person would check. How it is to be built is not said there, so somebody has to plan.
//!
//! Read for what has to be built: what of a description is not told to a planner (examples, links, callbacks) is not
//! judged either, but for its references.

mod operation;
mod page;
mod reference;
mod shape;

use std::collections::BTreeMap;

use ledger::ids::Hash;
use ledger::promise::Promise;

use crate::fields::hint;
use crate::json;
use crate::notes::Notes;
use crate::problem::Problem;
use crate::read::{Spec, Work};
use crate::yaml::{self, Limits, Node, Value};
use operation::{Operation, operations};
use reference::Document;

/// Bytes of a description.
pub const BYTES_MAX: usize = 4 << 20;
/// Operations of one description.
pub const OPERATIONS_MAX: usize = 500;

const LIMITS: Limits = Limits {
    depth_max: 100,
    nodes_max: 1_000_000,
    aliases: true,
};
const ROOT: [&str; 10] = [
    "openapi",
    "info",
    "jsonSchemaDialect",
    "servers",
    "paths",
    "webhooks",
    "components",
    "security",
    "tags",
    "externalDocs",
];

/// Reads an OpenAPI description. `path` is for messages and for the objective. There is no plan in it.
///
/// # Errors
/// Everything that is wrong with it, in the order of the file, warnings included; at least one is an error.
pub fn read(path: &str, text: &str) -> Result<Spec, Vec<Problem>> {
    let mut notes = Notes::new(path, text);
    match whole(path, text, &mut notes) {
        Some(promise) if !notes.failed() => Ok(Spec {
            promise,
            work: Work::Unplanned,
            problems: notes.into_problems(),
        }),
        Some(_) => Err(notes.into_problems()),
        None => {
            if !notes.failed() {
                notes.error(0, "the description can't be read", "");
            }
            Err(notes.into_problems())
        }
    }
}

fn whole(path: &str, text: &str, notes: &mut Notes<'_>) -> Option<Promise> {
    if text.len() > BYTES_MAX {
        notes.error(0, format!("the file has more than {BYTES_MAX} bytes"), "");
        return None;
    }
    let root = tree(text, notes)?;
    if !is_openapi(&root, notes) {
        return None;
    }
    for (key, _) in root.fields() {
        if !ROOT.contains(&key.text.as_str()) && !key.text.starts_with("x-") {
            let message = format!("the description has no key `{}`", key.text);
            notes.warn(key.at, message, hint(&key.text, &ROOT));
        }
    }
    let document = Document::new(&root);
    document.check(notes);
    let operations = operations(&document, notes);
    ids(&operations, notes);
    Some(Promise {
        objective: page::objective(path, &document, &operations),
        acceptance: operations.iter().flat_map(page::acceptance).collect(),
        allowed_scope: Vec::new(),
        disallowed_scope: Vec::new(),
        requirements: operations.iter().map(|it| it.id.clone()).collect(),
        required_evidence: Vec::new(),
        done_when: Vec::new(),
        abort_when: Vec::new(),
        source: Hash::of(text.as_bytes()),
        trusted: false,
    })
}

/// The text as a tree: as JSON if it begins like JSON, else as YAML.
fn tree(text: &str, notes: &mut Notes<'_>) -> Option<Node> {
    if let Some(at) = text.find('\0') {
        notes.error(at, "the file holds a NUL byte", "it is no text");
        return None;
    }
    if text.trim_start().starts_with('{') {
        json::read(text, LIMITS, notes)
    } else {
        yaml::read(text, 0, LIMITS, notes)
    }
}

fn is_openapi(root: &Node, notes: &mut Notes<'_>) -> bool {
    let Value::Map(_) = &root.value else {
        let message = format!(
            "an OpenAPI description is a map, and this is {}",
            root.value.word()
        );
        notes.error(root.at, message, "it begins with `openapi: 3.1.0`");
        return false;
    };
    if let Some(node) = root.get("swagger") {
        let help = "convert it to OpenAPI 3, for which there are many tools";
        notes.error(node.at, "a Swagger 2.0 file is not read", help);
        return false;
    }
    let Some(node) = root.get("openapi") else {
        let help = "say it first: `openapi: 3.1.0`";
        notes.error(
            root.at,
            "the file says no version in `openapi`, so it is no OpenAPI description",
            help,
        );
        return false;
    };
    let version = node.value.as_text().unwrap_or("");
    let known = ["3.0", "3.1"]
        .iter()
        .any(|it| version == *it || version.starts_with(&format!("{it}.")));
    if !known {
        let message = format!("unknown version `{version}` of OpenAPI");
        notes.error(node.at, message, "3.0 and 3.1 are read");
    }
    known
}

/// Every operation has a name of its own.
fn ids(operations: &[Operation<'_>], notes: &mut Notes<'_>) {
    let mut seen: BTreeMap<&str, &Operation<'_>> = BTreeMap::new();
    for operation in operations {
        let Some(first) = seen.insert(&operation.id, operation) else {
            continue;
        };
        let message = format!(
            "`operationId` `{}` is also that of `{}`",
            operation.id,
            first.call()
        );
        notes.error(operation.id_at, message, "give each operation its own");
    }
}
