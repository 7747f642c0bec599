//! Money, tokens and prices, as whole numbers: a ledger does not add floats.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Millionths of a US dollar.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[serde(transparent)]
pub struct Usd(pub u64);

impl Usd {
    /// Nothing.
    pub const ZERO: Usd = Usd(0);

    /// From dollars as written by a person; negative or not a number gives zero, more than nine trillion the ceiling.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the range first"
    )]
    pub fn from_dollars(dollars: f64) -> Self {
        let micros = dollars * 1e6;
        if micros.is_nan() || micros <= 0.0 {
            return Self(0);
        }
        Self(micros.min(9e18).round() as u64)
    }

    /// Dollars, for showing.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "only for showing")]
    pub fn dollars(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Sum, at most the ceiling.
    #[must_use]
    pub fn plus(self, other: Usd) -> Usd {
        Usd(self.0.saturating_add(other.0))
    }

    /// Difference, at least zero.
    #[must_use]
    pub fn minus(self, other: Usd) -> Usd {
        Usd(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Usd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${:.4}", self.dollars())
    }
}

/// What was spent, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Cost {
    /// Language models.
    pub llm: Usd,
    /// Paid interfaces other than models.
    pub api: Usd,
    /// Anything else.
    pub other: Usd,
}

impl Cost {
    /// All kinds together.
    #[must_use]
    pub fn total(&self) -> Usd {
        self.llm.plus(self.api).plus(self.other)
    }
}

/// Tokens of one request as the provider counted them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Usage {
    /// Tokens of the prompt that were neither read from nor written to a cache.
    pub input: u64,
    /// Tokens of the prompt read from the provider's cache.
    pub cache_read: u64,
    /// Tokens of the prompt written to the provider's cache.
    pub cache_write: u64,
    /// Tokens of the reply, thinking included.
    pub output: u64,
}

impl Usage {
    /// Tokens of the whole prompt.
    #[must_use]
    pub fn prompt(&self) -> u64 {
        self.input
            .saturating_add(self.cache_read)
            .saturating_add(self.cache_write)
    }

    /// Both together.
    #[must_use]
    pub fn plus(&self, other: &Usage) -> Usage {
        Usage {
            input: self.input.saturating_add(other.input),
            cache_read: self.cache_read.saturating_add(other.cache_read),
            cache_write: self.cache_write.saturating_add(other.cache_write),
            output: self.output.saturating_add(other.output),
        }
    }

    /// What is left without the other; nothing of a kind of which the other has more.
    #[must_use]
    pub fn minus(&self, other: &Usage) -> Usage {
        Usage {
            input: self.input.saturating_sub(other.input),
            cache_read: self.cache_read.saturating_sub(other.cache_read),
            cache_write: self.cache_write.saturating_sub(other.cache_write),
            output: self.output.saturating_sub(other.output),
        }
    }

    /// Prompt and reply.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.prompt().saturating_add(self.output)
    }
}

/// Price of one model, in millionths of a dollar for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Price {
    /// Prompt tokens.
    pub input: u64,
    /// Prompt tokens read from a cache.
    pub cache_read: u64,
    /// Prompt tokens written to a cache.
    pub cache_write: u64,
    /// Reply tokens.
    pub output: u64,
}

impl Price {
    /// What this usage costs, rounded up.
    #[must_use]
    pub fn of(&self, usage: &Usage) -> Usd {
        let part = |tokens: u64, price: u64| u128::from(tokens).saturating_mul(u128::from(price));
        let sum = part(usage.input, self.input)
            .saturating_add(part(usage.cache_read, self.cache_read))
            .saturating_add(part(usage.cache_write, self.cache_write))
            .saturating_add(part(usage.output, self.output));
        Usd(u64::try_from(sum.div_ceil(1_000_000)).unwrap_or(u64::MAX))
    }
}
