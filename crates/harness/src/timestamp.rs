//! Moments: the present one, and as pages and notices show them.

use std::time::{SystemTime, UNIX_EPOCH};

/// RFC 3339, UTC, seconds; nothing for a moment that no calendar has.
pub(crate) fn timestamp(at_ms: u64) -> String {
    let ms = i64::try_from(at_ms).unwrap_or(i64::MAX);
    jiff::Timestamp::from_millisecond(ms)
        .map(|it| it.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
        .unwrap_or_default()
}

/// Milliseconds since 1970.
#[must_use]
pub fn now_ms() -> u64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
