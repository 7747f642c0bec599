//! Files that pages and manifests of tools name: the scripts of a page, the start of an extension or of a worker.

use serde_json::Value;

use super::{bundles, json};
use crate::EntryKind;
use code::ByteRange;
use code::markup::{Piece, Reader, Tag};

/// Most names kept of one file.
const NAMES_MAX: usize = 500;

/// Longest page that is looked at, in bytes.
const PAGE_BYTES_MAX: usize = 1 << 20;

/// A file that is named somewhere.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The folder it is meant from.
    pub(super) folder: String,
    /// As written.
    pub(super) path: String,
    /// The name of the file that names it.
    pub(super) by: String,
    pub(super) kind: EntryKind,
}

/// Whether a file of that name may name others.
pub(super) fn is_wanted(name: &str) -> bool {
    matches!(
        name,
        "angular.json"
            | "project.json"
            | "manifest.json"
            | "vercel.json"
            | "wrangler.json"
            | "wrangler.jsonc"
            | "wrangler.toml"
            | "serverless.yml"
            | "serverless.yaml"
    ) || is_page(name)
        || bundles::is_config(name)
}

/// The files that a text names; they need not be there.
pub(super) fn read(folder: &str, name: &str, text: &str) -> Vec<Named> {
    if name.starts_with("deno.") {
        let value = json::read(text).unwrap_or(Value::Null);
        let exports = value
            .get("exports")
            .map_or_else(Vec::new, |v| json::strings(v, NAMES_MAX));
        let named = exports.into_iter().map(|path| Named {
            folder: folder.to_owned(),
            path,
            by: name.to_owned(),
            kind: EntryKind::Library,
        });
        return named.collect();
    }
    if !is_wanted(name) {
        return Vec::new();
    }
    let (paths, kind): (Vec<String>, EntryKind) = match name {
        name if is_page(name) => (page(text), EntryKind::Program),
        name if bundles::is_config(name) => (bundles::read(text), EntryKind::Library),
        "wrangler.toml" => (values(text, "main", '='), EntryKind::Program),
        "serverless.yml" | "serverless.yaml" => {
            let handlers = values(text, "handler", ':').into_iter();
            let files =
                handlers.filter_map(|h| h.rsplit_once('.').map(|(file, _)| file.to_owned()));
            (files.collect(), EntryKind::Framework)
        }
        _ => {
            let value = json::read(text).unwrap_or(Value::Null);
            (json::strings(&value, NAMES_MAX), EntryKind::Program)
        }
    };
    let paths = paths.into_iter().filter(|path| !path.contains("://"));
    let named = paths.take(NAMES_MAX).map(|path| Named {
        folder: folder.to_owned(),
        path,
        by: name.to_owned(),
        kind,
    });
    named.collect()
}

fn is_page(name: &str) -> bool {
    let stem = name.strip_suffix(".html");
    stem.is_some_and(|stem| {
        matches!(
            stem,
            "index"
                | "main"
                | "app"
                | "popup"
                | "options"
                | "sidepanel"
                | "devtools"
                | "background"
                | "200"
        )
    })
}

/// The scripts of a page, and what its own scripts import.
fn page(text: &str) -> Vec<String> {
    if text.len() > PAGE_BYTES_MAX {
        return Vec::new();
    }
    let part = |bytes: ByteRange| text.get(bytes.start..bytes.end).unwrap_or("");
    let mut found = Vec::new();
    let mut reader = Reader::new(text, 0, text.len());
    let mut in_script = false;
    while let Some(piece) = reader.next(false) {
        match piece {
            Piece::Tag(tag) => {
                in_script = is_script(&tag, part) && !tag.closing && !tag.closed;
                let sources = tag.attributes.iter().filter(|a| part(a.name) == "src");
                let sources = sources.filter_map(|a| a.value).map(part);
                if is_script(&tag, part) {
                    found.extend(sources.map(str::to_owned));
                }
            }
            Piece::Text(bytes) if in_script => {
                let quoted = part(bytes).split(['"', '\'']).skip(1).step_by(2);
                let local = quoted.filter(|path| path.starts_with(['.', '/']));
                found.extend(local.map(str::to_owned));
            }
            Piece::Text(_) | Piece::Comment(_) | Piece::Hole(_) => {}
        }
    }
    found
}

fn is_script<'t>(tag: &Tag, part: impl Fn(ByteRange) -> &'t str) -> bool {
    part(tag.name) == "script"
}

/// The values of a key in lines of `key = "value"` or `key: value`.
fn values(text: &str, key: &str, sign: char) -> Vec<String> {
    let lines = text.lines().filter_map(|line| {
        let (name, value) = line.split_once(sign)?;
        let value = value.split('#').next()?.trim().trim_matches(['"', '\'']);
        (name.trim().trim_start_matches("- ") == key).then(|| value.to_owned())
    });
    lines.take(NAMES_MAX).collect()
}
