//! A change's `.openspec.yaml`: which schema it follows, and what it allows itself. A file that can't be read is an
//! error here, although the format's own tool lets it pass: what it was to allow would be guessed.

use crate::fields::{Fields, fields, hint};
use crate::notes::Notes;
use crate::openspec::found::Found;
use crate::yaml::{self, Node, Value};

/// Its name in a change's folder.
pub(super) const NAME: &str = ".openspec.yaml";
/// The schema whose files are read here.
const SCHEMA: &str = "spec-driven";
const KEYS: [&str; 7] = [
    "schema",
    "created",
    "goal",
    "affected_areas",
    "initiative",
    "skip_specs",
    "retire_capabilities",
];

/// What it says.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Metadata {
    /// The change touches no requirement, on purpose.
    pub(super) skips_specs: bool,
    /// A main spec whose last requirement goes may go as well.
    pub(super) retires: bool,
}

/// Reads it.
pub(super) fn read(file: &str, text: &str, found: &mut Found) -> Metadata {
    let mut notes = Notes::new(file, text);
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let base = text.len().saturating_sub(bare.len());
    let node = yaml::read(bare, base, yaml::FRONT, &mut notes);
    let metadata = node.map(|node| root(&node, text, &mut notes));
    found.extend(notes.into_problems());
    metadata.unwrap_or_default()
}

fn root(node: &Node, text: &str, notes: &mut Notes<'_>) -> Metadata {
    let Value::Map(items) = &node.value else {
        let message = format!("`{NAME}` has to be a map, not {}", node.value.word());
        notes.error(node.at, message, format!("write `schema: {SCHEMA}`"));
        return Metadata::default();
    };
    let known: Vec<&str> = items.iter().map(|(key, _)| key.text.as_str()).collect();
    for (key, _) in items {
        if !KEYS.contains(&key.text.as_str()) {
            let message = format!("`{NAME}` has no key `{}`", key.text);
            notes.warn(key.at, message, hint(&key.text, &KEYS));
        }
    }
    let Some(fields) = fields(node, NAME, &known, notes) else {
        return Metadata::default();
    };
    schema(&fields, notes);
    fields.text("goal", notes);
    fields.texts("affected_areas", notes);
    if let Some(created) = fields.text("created", notes).filter(|it| !is_date(it)) {
        let message = format!("`created` is `{created}`");
        notes.error(fields.place("created"), message, "write it as YYYY-MM-DD");
    }
    if let Some(node) = fields.get("initiative") {
        initiative(node, notes);
    }
    Metadata {
        skips_specs: flag(&fields, "skip_specs", text, notes),
        retires: flag(&fields, "retire_capabilities", text, notes),
    }
}

fn schema(fields: &Fields<'_>, notes: &mut Notes<'_>) {
    fields.need("schema", &format!("`{NAME}`"), notes);
    let said = fields.text("schema", notes);
    if let Some(other) = said.filter(|it| it != SCHEMA) {
        let message = format!("schema `{other}` is not known here");
        let help =
            format!("what is read are the files of `{SCHEMA}`: proposal, specs, design, tasks");
        notes.warn(fields.place("schema"), message, help);
    }
}

fn initiative(node: &Node, notes: &mut Notes<'_>) {
    const PARTS: [&str; 2] = ["store", "id"];
    let Some(fields) = fields(node, "`initiative`", &PARTS, notes) else {
        return;
    };
    for part in PARTS {
        fields.need(part, "`initiative`", notes);
        let said = fields.text(part, notes);
        if let Some(said) = said.filter(|it| !is_kebab(it)) {
            let message = format!("`{part}` is `{said}`");
            let help = "write small letters and digits, with single hyphens between them";
            notes.error(fields.place(part), message, help);
        }
    }
}

/// A boolean that may be left out. One in quotes is text.
fn flag(fields: &Fields<'_>, name: &str, text: &str, notes: &mut Notes<'_>) -> bool {
    let Some(node) = fields.get(name) else {
        return false;
    };
    let is_plain = !text
        .get(node.at..)
        .is_some_and(|at| at.starts_with(['"', '\'']));
    let said = match &node.value {
        Value::Scalar(said) if is_plain => said.as_str(),
        Value::Scalar(_) | Value::Null | Value::List(_) | Value::Map(_) => "",
    };
    match said {
        "true" | "True" | "TRUE" => true,
        "false" | "False" | "FALSE" => false,
        _ => {
            let message = format!("`{name}` is neither `true` nor `false`");
            notes.error(node.at, message, "");
            false
        }
    }
}

/// Small letters and digits, with single hyphens between them.
pub(super) fn is_kebab(text: &str) -> bool {
    text.split('-').all(|part| {
        !part.is_empty()
            && part
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    })
}

/// Four digits, two, and two.
pub(super) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [4, 2, 2] && parts.concat().bytes().all(|b| b.is_ascii_digit())
}
