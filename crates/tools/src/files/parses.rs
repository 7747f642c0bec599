//! Whether data still parses: formats whose whole meaning is their syntax, read by the libraries that everybody uses.
//!
//! Source code is not held to this: work passes through states that don't parse, and what verification says of the end
//! counts.

use serde::de::IgnoredAny;

/// Larger texts are taken as they are.
const BYTES_MAX: usize = 4 * 1024 * 1024;

/// Why the new content no longer parses, where the old did.
pub(super) fn broken(path: &str, old: &str, new: &str) -> Option<String> {
    let read = reader(path)?;
    if old.len().max(new.len()) > BYTES_MAX {
        return None;
    }
    // A template becomes such data only later.
    if ["{{", "{%"].iter().any(|it| new.contains(it)) {
        return None;
    }
    read(old).is_ok().then(|| read(new).err()).flatten()
}

type Read = fn(&str) -> Result<(), String>;

fn reader(path: &str) -> Option<Read> {
    let (_, extension) = path.rsplit_once('.')?;
    match extension.to_ascii_lowercase().as_str() {
        "json" => Some(json),
        "yml" | "yaml" => Some(yaml),
        _ => None,
    }
}

fn json(text: &str) -> Result<(), String> {
    let read = serde_json::from_str::<IgnoredAny>(text);
    read.map(|_| ()).map_err(|error| error.to_string())
}

/// One document or several.
fn yaml(text: &str) -> Result<(), String> {
    let read = serde_saphyr::from_multiple::<IgnoredAny>(text);
    let first = |error: serde_saphyr::Error| {
        let words = error.to_string();
        let first = words.lines().next().unwrap_or_default();
        first.strip_prefix("error: ").unwrap_or(first).to_owned()
    };
    read.map(|_| ()).map_err(first)
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn only_what_parsed_has_to_parse() {
        for (path, old, new, holds) in [
            ("a.json", "{}", "{\"a\": 1,}", false),
            ("a.json", "{}", "{\"a\": 1}", true),
            ("a.json", "// no\n{}", "{,", true),
            ("web/A.JSON", "[1]", "", false),
            ("ci.yml", "a: 1\n", "a: [1\n", false),
            ("ci.yaml", "a: 1\n---\nb: 2\n", "a: 1\n---\nb: 3\n", true),
            ("chart.yaml", "a: {{ .x }}\n", "a: [{{\n", true),
            ("a.rs", "fn a() {}", "fn a() {", true),
            ("json", "{}", "{", true),
        ] {
            let why = broken(path, old, new);
            assert_eq!(why.is_none(), holds, "{path}: {new}: {why:?}");
        }
    }
}
