//! Whether a file is an OpenAPI description of a version that is read, and has what every one has to have.

use crate::fields::hint;
use crate::notes::Notes;
use crate::yaml::{Node, Value};

const VERSIONS: [&str; 3] = ["3.0", "3.1", "3.2"];
const ROOT: [&str; 11] = [
    "openapi",
    "$self",
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

/// Says what is wrong with the description's first level. Whether there is any use in looking further.
pub(super) fn judge(root: &Node, notes: &mut Notes<'_>) -> bool {
    let Some(version) = version(root, notes) else {
        return false;
    };
    for (key, _) in root.fields() {
        if !ROOT.contains(&key.text.as_str()) && !key.text.starts_with("x-") {
            let message = format!("the description has no key `{}`", key.text);
            notes.warn(key.at, message, hint(&key.text, &ROOT));
        }
    }
    info(root, notes);
    let needed: &[&str] = match version {
        "3.0" => &["paths"],
        _ => &["paths", "webhooks", "components"],
    };
    if !needed.iter().any(|it| root.get(it).is_some()) {
        let message = format!("the description has no `{}`", needed.join("`, `"));
        let help = "the standard wants it there, were it empty: `paths: {}`";
        notes.error(root.at, message, help);
    }
    true
}

/// Its version without the last number.
fn version(root: &Node, notes: &mut Notes<'_>) -> Option<&'static str> {
    let Value::Map(_) = &root.value else {
        let message = format!(
            "an OpenAPI description is a map, and this is {}",
            root.value.word()
        );
        notes.error(root.at, message, "it begins with `openapi: 3.1.0`");
        return None;
    };
    if let Some(node) = root.get("swagger") {
        let help = "convert it to OpenAPI 3, for which there are many tools";
        notes.error(node.at, "a Swagger 2.0 file is not read", help);
        return None;
    }
    let Some(node) = root.get("openapi") else {
        let help = "say it first: `openapi: 3.1.0`";
        notes.error(
            root.at,
            "the file says no version in `openapi`, so it is no OpenAPI description",
            help,
        );
        return None;
    };
    let written = node.value.as_text().unwrap_or("");
    let known = VERSIONS.into_iter().find(|it| {
        let rest = written.strip_prefix(it);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    });
    if known.is_none() {
        let message = format!("unknown version `{written}` of OpenAPI");
        notes.error(node.at, message, "3.0, 3.1 and 3.2 are read");
    }
    known
}

fn info(root: &Node, notes: &mut Notes<'_>) {
    let help = "say what it is: `info: {title: Pets, version: \"1\"}`";
    let Some(info) = root.get("info") else {
        return notes.error(root.at, "the description has no `info`", help);
    };
    if !matches!(info.value, Value::Map(_)) {
        let message = format!("`info` has to be a map, not {}", info.value.word());
        return notes.error(info.at, message, help);
    }
    for name in ["title", "version"] {
        if info.text(name).is_none() {
            notes.warn(info.at, format!("`info` has no `{name}`"), help);
        }
    }
}
