//! Messages of commits and tags: who they say has signed, reviewed or written something.

/// The first line that speaks for a person: `Reviewed-by: …`, `Signed-off-by: …`, `Co-authored-by: …`, `On-behalf-of: …`.
/// `\u{fffd}` in a text stands for what is not known of it.
pub fn speaks_for(text: &str) -> Option<&str> {
    text.split(['\n', '\r']).find(|line| is_signature(line))
}

/// Whether a trailer speaks for a person: `key: value`, or `key=value` as options take it.
pub(crate) fn is_signature(line: &str) -> bool {
    let Some((key, value)) = line.split_once([':', '=']) else {
        return false;
    };
    let key = key.trim().to_ascii_lowercase();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '\u{fffd}';
    let named = !key.is_empty() && key.chars().all(word);
    let speaks = key.ends_with("-by") || matches!(key.as_str(), "on-behalf-of" | "co-author");
    named && speaks && !value.trim().is_empty()
}
