//! How many tokens a provider makes of bytes.
//!
//! No tokenizer is carried along: each vendor has another one, and the next model yet another. What a provider counted for
//! one request says what it makes of the text of that conversation; before the first reply there is only an estimate.

/// Tokens that a provider makes of a number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    tokens: u64,
    bytes: u64,
}

/// What stands between two messages in any provider's format (role, separators), in tokens.
const MESSAGE_TOKENS: u64 = 4;
/// What a provider may add to a prompt that we do not send, in tokens: its own instructions for tools.
const HIDDEN_TOKENS_MAX: u64 = 4096;
/// More bytes than this are in no token on average, whatever a provider says.
const BYTES_OF_A_TOKEN_MAX: u64 = 16;

impl Rate {
    /// What is assumed before a provider has counted anything: a token for three bytes. Prose and code have about four,
    /// most other scripts two to three, digits and encoded data less.
    pub const ESTIMATE: Rate = Rate {
        tokens: 1,
        bytes: 3,
    };

    /// The rate of a text that a provider counted; `None` where there was nothing to count, or nothing was counted.
    #[must_use]
    pub fn measured(tokens: u64, bytes: u64) -> Option<Self> {
        (tokens > 0 && bytes > 0).then(|| Rate {
            tokens: believed(tokens, bytes).min(bytes),
            bytes,
        })
    }

    /// Tokens of so many bytes, rounded up.
    #[must_use]
    pub fn tokens(self, bytes: u64) -> u64 {
        let all = u128::from(bytes).saturating_mul(u128::from(self.tokens));
        u64::try_from(all.div_ceil(u128::from(self.bytes.max(1)))).unwrap_or(u64::MAX)
    }

    /// Bytes that have room in so many tokens, rounded down.
    #[must_use]
    pub fn bytes(self, tokens: u64) -> u64 {
        let all = u128::from(tokens).saturating_mul(u128::from(self.bytes));
        let bytes = all.checked_div(u128::from(self.tokens)).unwrap_or(0);
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }

    /// Tokens of one message of so many bytes.
    #[must_use]
    pub fn message(self, bytes: u64) -> u64 {
        self.tokens(bytes).saturating_add(MESSAGE_TOKENS)
    }

    /// The one of the two that makes more tokens of the same bytes.
    #[must_use]
    pub fn denser(self, other: Rate) -> Rate {
        let mine = u128::from(self.tokens).saturating_mul(u128::from(other.bytes));
        let theirs = u128::from(other.tokens).saturating_mul(u128::from(self.bytes));
        if theirs > mine { other } else { self }
    }
}

/// What a provider counted, within what can be: a figure that is far off must neither end a run nor hide its size.
pub(crate) fn believed(tokens: u64, bytes: u64) -> u64 {
    let least = bytes.checked_div(BYTES_OF_A_TOKEN_MAX).unwrap_or(0);
    tokens.clamp(least, bytes.saturating_add(HIDDEN_TOKENS_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_what_was_counted_of_what_was_sent() {
        let rate = Rate::measured(25_000, 100_000).unwrap();
        assert_eq!((rate.tokens(4_001), rate.bytes(1_000)), (1_001, 4_000));
        assert_eq!(
            (Rate::ESTIMATE.tokens(10), Rate::ESTIMATE.bytes(10)),
            (4, 30)
        );
        assert_eq!(Rate::measured(0, 10), None);
        assert_eq!(Rate::measured(10, 0), None);
    }

    #[test]
    fn a_figure_that_can_not_be_is_not_believed() {
        // No text of a thousand bytes has ten tokens or a billion.
        assert_eq!(Rate::measured(10, 1_600).unwrap().tokens(1_600), 100);
        assert_eq!(Rate::measured(1 << 40, 1_000).unwrap().tokens(1_000), 1_000);
        assert_eq!(believed(u64::MAX, 10), 10 + HIDDEN_TOKENS_MAX);
    }

    #[test]
    fn the_denser_one_makes_more_tokens() {
        let prose = Rate::measured(1_000, 4_000).unwrap();
        let digits = Rate::measured(770, 1_000).unwrap();
        assert_eq!(prose.denser(digits), digits);
        assert_eq!(digits.denser(prose), digits);
        assert_eq!(Rate::ESTIMATE.denser(prose), Rate::ESTIMATE);
    }
}
