//! How large a prompt is. Never guessed from characters: the provider's own figure for the last request, plus an
//! upper bound for what was added since. A byte holds at most one token in every vocabulary in use, so bytes bound
//! tokens from above.

/// What a message costs beyond its bytes, by any provider's format: role marks and separators.
const MESSAGE_OVERHEAD: u64 = 16;

/// What is known of the size of the next prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Known {
    /// Prompt and reply of the last request, as the provider counted them.
    pub counted: u64,
    /// Bytes that the last request and its reply held, by our own count, so that what was added can be told.
    pub bytes: u64,
}

/// Upper bound for a text on its own.
#[must_use]
pub fn bound(text: &str) -> u64 {
    u64::try_from(text.len())
        .unwrap_or(u64::MAX)
        .saturating_add(MESSAGE_OVERHEAD)
}

/// Upper bound for a prompt of `bytes`, given what is known of the one before.
///
/// When the prompt shrank (history was cut), the part that is left is bounded by its bytes, or by the old figure,
/// whichever is less.
#[must_use]
pub fn prompt(known: Option<Known>, bytes: u64) -> u64 {
    match known {
        None => bytes,
        Some(known) if bytes >= known.bytes => known
            .counted
            .saturating_add(bytes.saturating_sub(known.bytes)),
        Some(known) => known.counted.min(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_providers_figure_replaces_the_bound() {
        assert_eq!(prompt(None, 4000), 4000);
        let known = Known {
            counted: 900,
            bytes: 4000,
        };
        assert_eq!(prompt(Some(known), 4100), 1000);
        assert_eq!(prompt(Some(known), 500), 500);
        assert_eq!(prompt(Some(known), 3900), 900);
    }
}
