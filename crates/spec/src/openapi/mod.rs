//! OpenAPI 3.0 to 3.2, as YAML or JSON, in one file or in several of one repository: every operation becomes a
//! requirement, every response of it something that a person would check. Without operations it is the schemas that
//! are to be there. How it is to be built is not said there, so somebody has to plan.
//!
//! Read for what has to be built: what of a description is not told to a planner (examples, links, callbacks) is not
//! judged either, but for its references.

mod document;
mod head;
mod operation;
mod page;
mod parameter;
mod place;
mod reference;
mod shape;

use std::collections::BTreeMap;

use ledger::ids::Hash;
use ledger::promise::{Promise, SourceFile};

use crate::json;
use crate::notes::Notes;
use crate::problem::Problem;
use crate::said::{Spec, Work};
use crate::yaml::{self, Limits, Node};
use document::{Document, Tree};
use operation::{Operation, operations};

/// Bytes of one file of a description.
pub const BYTES_MAX: usize = 4 << 20;
/// Operations of one description, webhooks included.
pub const OPERATIONS_MAX: usize = 2_000;
/// Schemas of a description that has no operation.
const SCHEMAS_MAX: usize = 2_000;

const LIMITS: Limits = Limits {
    depth_max: 100,
    nodes_max: 1_000_000,
    aliases: true,
};

/// Reads an OpenAPI description. `path` is for messages and for the objective; `files` are those that its references
/// lead to ([`referenced_files`]). There is no plan in it.
///
/// # Errors
/// Everything that is wrong with it, in the order of the files, warnings included; at least one is an error.
pub fn read(path: &str, text: &str, files: &[SourceFile]) -> Result<Spec, Vec<Problem>> {
    let mut notes = Notes::new(path, text);
    match whole(path, text, files, &mut notes) {
        Some((promise, work)) if !notes.failed() => Ok(Spec {
            promise,
            work,
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

/// The other files that one file's references name, each once, as paths from the description's folder. `path` is where
/// the file itself stands, as seen from there. Of a text that can't be read there are none; [`read`] says why.
#[must_use]
pub fn referenced_files(path: &str, text: &str) -> Vec<String> {
    let Some(root) = tree(path, text, 0, &mut Notes::new(path, text)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    reference::each(&root, &mut |node| {
        let file = reference::reference(node).and_then(|it| place::file_of(path, it));
        found.extend(file.filter(|it| it != path));
    });
    found.sort_unstable();
    found.dedup();
    found
}

fn whole<'t>(
    path: &str,
    text: &'t str,
    files: &'t [SourceFile],
    notes: &mut Notes<'t>,
) -> Option<(Promise, Work)> {
    let trees = trees(path, text, files, notes)?;
    let document = Document::new(&trees)?;
    if !head::judge(document.root, notes) {
        return None;
    }
    reference::check(&document, notes);
    let operations = operations(&document, notes);
    ids(&operations, notes);
    let schemas = match operations.is_empty() {
        true => schemas(&document, notes),
        false => &[],
    };
    let of_operations = operations.iter().flat_map(page::acceptance);
    let of_schemas = schemas.iter().map(page::schema_acceptance);
    let names = operations.iter().map(|it| it.id.clone());
    let work = match operations.is_empty() && schemas.is_empty() {
        true => Work::Done("the description has no operation and no schema".to_owned()),
        false => Work::Unplanned,
    };
    let promise = Promise {
        objective: page::objective(path, &document, &operations, schemas),
        acceptance: of_operations.chain(of_schemas).collect(),
        allowed_scope: Vec::new(),
        disallowed_scope: Vec::new(),
        requirements: names
            .chain(schemas.iter().map(|(key, _)| key.text.clone()))
            .collect(),
        required_evidence: Vec::new(),
        done_when: Vec::new(),
        abort_when: Vec::new(),
        source: digest(text, files),
        trusted: false,
    };
    Some((promise, work))
}

/// The description and its other files, each as a tree.
fn trees<'t>(
    path: &str,
    text: &'t str,
    files: &'t [SourceFile],
    notes: &mut Notes<'t>,
) -> Option<Vec<Tree>> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut found = vec![Tree {
        path: name.to_owned(),
        base: 0,
        node: bounded(path, text, 0, notes)?,
    }];
    for file in files {
        let shown = place::joined(folder, &file.path).unwrap_or_else(|| file.path.clone());
        let base = notes.begin(shown, &file.text);
        found.push(Tree {
            path: file.path.clone(),
            base,
            node: bounded(&file.path, &file.text, base, notes)?,
        });
    }
    Some(found)
}

fn bounded(path: &str, text: &str, base: usize, notes: &mut Notes<'_>) -> Option<Node> {
    if text.len() > BYTES_MAX {
        notes.error(
            base,
            format!("the file has more than {BYTES_MAX} bytes"),
            "",
        );
        return None;
    }
    tree(path, text, base, notes)
}

/// The text as a tree: as JSON if its name says so or it is such, else as YAML. A byte order mark in front is passed over.
fn tree(path: &str, text: &str, base: usize, notes: &mut Notes<'_>) -> Option<Node> {
    if let Some(at) = text.find('\0') {
        let at = base.saturating_add(at);
        notes.error(at, "the file holds a NUL byte", "it is no text");
        return None;
    }
    let bare = text.trim_start_matches('\u{feff}');
    let base = base.saturating_add(text.len().saturating_sub(bare.len()));
    if path.to_lowercase().ends_with(".json") {
        return json::read(bare, base, LIMITS, notes);
    }
    if bare.trim_start().starts_with('{') {
        // JSON by another name, or YAML that begins so: where it is no JSON, the YAML reader says what is wrong.
        let as_json = json::read(bare, base, LIMITS, &mut Notes::new(path, text));
        if as_json.is_some() {
            return as_json;
        }
    }
    yaml::read(bare, base, LIMITS, notes)
}

/// The schemas, each to be there, of a description that has nothing else.
fn schemas<'n>(document: &Document<'n>, notes: &mut Notes<'_>) -> &'n [(crate::yaml::Key, Node)] {
    let components = document.root.get("components");
    let found = components.and_then(|it| it.get("schemas"));
    let found = found.map_or(&[][..], Node::fields);
    if found.len() > SCHEMAS_MAX {
        let message = format!("the description has more than {SCHEMAS_MAX} schemas");
        notes.error(document.root.at, message, "");
        return &[];
    }
    found
}

/// By this a verdict and a resume know whether the description is still the same.
fn digest(text: &str, files: &[SourceFile]) -> Hash {
    if files.is_empty() {
        return Hash::of(text.as_bytes());
    }
    let mut all = text.to_owned();
    for file in files {
        all.push('\0');
        all.push_str(&file.path);
        all.push('\0');
        all.push_str(&file.text);
    }
    Hash::of(all.as_bytes())
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
