//! Texts and times as forges write them.

use jiff::Timestamp;

/// The most bytes of a title, a text or a name that are kept.
pub(crate) const TEXT_BYTES_MAX: usize = 64 << 10;
/// The most bytes of what a forge says about a failure.
pub(crate) const MESSAGE_BYTES_MAX: usize = 300;

/// The beginning of a text, cut at a character's end.
pub(crate) fn shorten(text: &str, bytes_max: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes_max))
        .unwrap_or_default()
}

/// The end of a text, cut at a character's beginning.
pub(crate) fn ending(text: &str, bytes_max: usize) -> &str {
    let start = text.len().saturating_sub(bytes_max);
    text.get(text.ceil_char_boundary(start)..)
        .unwrap_or_default()
}

/// A text as it is kept in a fact.
pub(crate) fn kept(text: &str) -> String {
    shorten(text, TEXT_BYTES_MAX).to_owned()
}

/// What a forge says about a failure, as one short line.
pub(crate) fn message(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(100).collect();
    shorten(&words.join(" "), MESSAGE_BYTES_MAX).to_owned()
}

/// A time in milliseconds since 1970; 0 for none, for one that cannot be read, and for the year 1 and the epoch, which
/// forges write for "not set".
pub(crate) fn time_ms(text: &str) -> u64 {
    let time = text.parse::<Timestamp>().map(Timestamp::as_millisecond);
    time.ok()
        .and_then(|ms| u64::try_from(ms).ok())
        .unwrap_or_default()
}

/// A time as forges take it in queries.
pub(crate) fn time_text(ms: u64) -> String {
    let ms = i64::try_from(ms).unwrap_or(i64::MAX);
    let seconds = Timestamp::from_second(ms / 1000).unwrap_or(Timestamp::UNIX_EPOCH);
    seconds.to_string()
}

/// A branch without `refs/heads/`; `None` for a tag and for anything else that is no branch.
pub(crate) fn branch(reference: &str) -> Option<&str> {
    match reference.strip_prefix("refs/") {
        Some(rest) => rest.strip_prefix("heads/").filter(|name| !name.is_empty()),
        None => Some(reference).filter(|name| !name.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::{branch, ending, shorten, time_ms, time_text};

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(shorten("aäb", 2), "a");
        assert_eq!(shorten("aäb", 3), "aä");
        assert_eq!(shorten("aäb", 99), "aäb");
        assert_eq!(ending("aäb", 2), "b");
        assert_eq!(ending("aäb", 3), "äb");
        assert_eq!(ending("aäb", 0), "");
    }

    #[test]
    fn times_that_are_not_set_are_zero() {
        for (text, ms) in [
            ("2026-11-20T08:00:00Z", 1_795_161_600_000),
            ("2026-11-20T10:00:00+02:00", 1_795_161_600_000),
            ("1970-01-01T00:00:00Z", 0),
            ("0001-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59Z", 0),
            ("soon", 0),
            ("", 0),
        ] {
            assert_eq!(time_ms(text), ms, "{text}");
        }
        assert_eq!(time_text(1_795_161_600_999), "2026-11-20T08:00:00Z");
        assert_eq!(time_text(u64::MAX), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn branches_come_short_and_in_full() {
        for (reference, name) in [
            ("refs/heads/a/b", Some("a/b")),
            ("a/b", Some("a/b")),
            ("refs/tags/v1", None),
            ("refs/heads/", None),
            ("refs/pull/4/head", None),
            ("", None),
        ] {
            assert_eq!(branch(reference), name, "{reference}");
        }
    }
}
