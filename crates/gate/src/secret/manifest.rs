//! Manifests of Kubernetes secrets: every value below `data` is one.

use std::ops::Range;

use super::{decode, value};

/// Longest manifest, in bytes.
pub(super) const MANIFEST_BYTES_MAX: usize = 8 << 10;
/// Longest text between `data:` and `kind:`, where that comes last, in bytes.
const ABOVE_BYTES_MAX: usize = 4 << 10;

/// The values of the manifest whose `kind` a word names. `from`: nothing before it belongs to it.
pub(super) fn at(text: &str, word: Range<usize>, from: usize) -> Vec<Range<usize>> {
    let Some(rest) = text.get(word.end..) else {
        return Vec::new();
    };
    let kind = rest.trim_start_matches([' ', '\t', '"', '\'', ':']);
    let named = kind
        .strip_prefix("Secret")
        .is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric()));
    if !named {
        return Vec::new();
    }
    let floor = text
        .floor_char_boundary(word.start.saturating_sub(ABOVE_BYTES_MAX))
        .max(from);
    let above = text.get(floor..word.start).unwrap_or_default();
    let start = above
        .rfind("\n---")
        .map_or(floor, |at| floor.saturating_add(at).saturating_add(4));
    let ceiling = text.floor_char_boundary(word.end.saturating_add(MANIFEST_BYTES_MAX));
    let below = text.get(word.end..ceiling).unwrap_or_default();
    let end = below
        .find("\n---")
        .map_or(ceiling, |at| word.end.saturating_add(at));
    values(text, start..end)
}

fn values(text: &str, manifest: Range<usize>) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut section: Option<(usize, bool)> = None;
    let mut at = manifest.start;
    for line in text.get(manifest).unwrap_or_default().split_inclusive('\n') {
        let start = at;
        at = at.saturating_add(line.len());
        let inner = line.trim();
        let depth = line.len().saturating_sub(line.trim_start().len());
        let Some((key, value)) = inner.split_once(':') else {
            continue;
        };
        let key = key.trim_matches(['"', '\'', ' ', '-', '{']);
        if matches!(key, "data" | "stringData") {
            section = Some((depth, key == "data"));
            continue;
        }
        let Some((above, encoded)) = section else {
            continue;
        };
        if depth <= above {
            section = None;
            continue;
        }
        let bare = value
            .trim()
            .trim_end_matches([',', '}'])
            .trim_matches(['"', '\'', ' ']);
        if is_secret(bare, encoded)
            && let Some(place) = line.rfind(bare)
        {
            let from = start.saturating_add(place);
            out.push(from..from.saturating_add(bare.len()));
        }
    }
    out
}

fn is_secret(bare: &str, encoded: bool) -> bool {
    if bare.len() < 4
        || bare.contains(char::is_whitespace)
        || value::stands_in(bare)
        || value::repeats(bare)
    {
        return false;
    }
    if !encoded {
        return value::looks_secret(bare, false);
    }
    let plain = decode::base64(bare).unwrap_or_default();
    let text = String::from_utf8(plain).unwrap_or_default();
    bare.len() >= 8 && !value::stands_in(&text) && !text.starts_with("-----BEGIN CERT")
}
