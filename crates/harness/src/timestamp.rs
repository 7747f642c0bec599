//! Moments as pages and notices show them.

/// RFC 3339, UTC, seconds; nothing for a moment that no calendar has.
pub(crate) fn timestamp(at_ms: u64) -> String {
    let ms = i64::try_from(at_ms).unwrap_or(i64::MAX);
    jiff::Timestamp::from_millisecond(ms)
        .map(|it| it.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
        .unwrap_or_default()
}
