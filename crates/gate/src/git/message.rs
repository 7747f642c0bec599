//! Messages of commits and tags: who they say has signed, reviewed or written something.

/// The first line that speaks for a person: `Reviewed-by: …`, `Signed-off-by: …`, `Co-authored-by: …`, `On-behalf-of: …`.
/// `\u{fffd}` in a text stands for what is not known of it.
pub(crate) fn speaks_for(text: &str) -> Option<&str> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_speak_for_somebody_are_found() {
        for text in [
            "x\n\nSigned-off-by: Boss <b@x>",
            "Reviewed-by: Boss",
            "x\n  Acked-by: Boss",
            "x\r\n\r\nco-authored-by : A <a@x>\r\n",
            "x\n\nOn-behalf-of: @org <o@x>",
            "x\n\n\u{fffd}-by: Boss",
        ] {
            assert!(speaks_for(text).is_some(), "{text}");
        }
        for text in [
            "fix: Signed-off-by handling",
            "docs: explain `Co-authored-by:` trailers",
            "x\n\nRefs: 12\nFixes: #3",
            "Reviewed-by:",
            "stand by: y",
            "",
        ] {
            assert_eq!(speaks_for(text), None, "{text}");
        }
        assert!(is_signature("Acked-by=B <b@x>"));
        assert!(!is_signature("Ticket=12"));
    }
}
