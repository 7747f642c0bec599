//! What a reply cost. Never less than the truth where the truth is unknown: a budget that guesses low is no budget.

use std::collections::BTreeMap;

use ledger::money::{Price, Usage, Usd};
use ledger::options::Budget;

/// Tokens that a provider may add to a prompt unseen (its own instructions for tools).
const HIDDEN_TOKENS: u64 = 2048;

/// The price table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prices {
    /// Prices by model name.
    pub table: BTreeMap<String, Price>,
    /// Price of a model that is not in the table.
    pub ceiling: Price,
}

impl From<&Budget> for Prices {
    fn from(budget: &Budget) -> Self {
        Self {
            table: budget.prices.clone(),
            ceiling: budget.ceiling,
        }
    }
}

impl Prices {
    /// What this usage costs.
    #[must_use]
    pub fn cost(&self, usage: &Usage, asked: &str, answered: &str) -> Usd {
        self.of(asked, answered).of(usage)
    }

    /// The most that a reply without usage can have cost.
    ///
    /// A token stands for at least one byte, and the request's own punctuation is more than the marks a provider puts
    /// between messages: so a prompt has at most as many tokens as the request has bytes, and what the provider adds
    /// unseen. Each is charged at the dearest of the three prompt prices; the reply is charged as long as allowed.
    #[must_use]
    pub fn at_most(&self, request_bytes: usize, reply_tokens_max: u32, asked: &str) -> Usd {
        let price = self.of(asked, asked);
        let dearest = Price {
            input: price.input.max(price.cache_read).max(price.cache_write),
            ..price
        };
        let bytes = u64::try_from(request_bytes).unwrap_or(u64::MAX);
        dearest.of(&Usage {
            input: bytes.saturating_add(HIDDEN_TOKENS),
            output: u64::from(reply_tokens_max),
            ..Usage::default()
        })
    }

    /// The price of a model: by the name asked for, by the name that answered, by either without its date, or the
    /// ceiling.
    ///
    /// What was asked for comes first: a server can call itself what it likes.
    #[must_use]
    pub fn of(&self, asked: &str, answered: &str) -> Price {
        let exact = |name: &str| self.table.get(name).copied();
        exact(asked)
            .or_else(|| exact(answered))
            .or_else(|| self.undated(asked))
            .or_else(|| self.undated(answered))
            .unwrap_or(self.ceiling)
    }

    /// The name in the table by which a model has its price, if it has one of its own.
    #[must_use]
    pub fn name_of(&self, model: &str) -> Option<&str> {
        let exact = self.table.get_key_value(model).map(|(name, _)| name);
        exact
            .or_else(|| self.edition(model).map(|(name, _)| name))
            .map(String::as_str)
    }

    /// The longest known name that `name` is a dated edition of.
    fn undated(&self, name: &str) -> Option<Price> {
        self.edition(name).map(|(_, price)| *price)
    }

    fn edition(&self, name: &str) -> Option<(&String, &Price)> {
        let known = self.table.iter();
        let known = known.filter(|(known, _)| is_edition_of(known, name));
        known.max_by_key(|(known, _)| known.len())
    }
}

/// Whether a name is that of a known model, or of an edition of it; what stands before a slash does not count.
#[must_use]
pub fn is_edition_of(known: &str, name: &str) -> bool {
    let bare = name.rsplit('/').next().unwrap_or(name);
    let mut rests = [name, bare]
        .into_iter()
        .filter_map(|it| it.strip_prefix(known));
    !known.is_empty() && rests.any(is_edition)
}

/// Whether what follows a name only says which edition: nothing, a date, a build of four digits, `latest`.
///
/// `gpt-4` names `gpt-4-0613` too, and neither `gpt-4-turbo` nor `gpt-4o`: those have prices of their own.
fn is_edition(rest: &str) -> bool {
    let Some(edition) = rest.strip_prefix(['-', '@', ':']) else {
        return rest.is_empty();
    };
    let digits = edition.bytes().take_while(u8::is_ascii_digit).count();
    let plain = edition.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    edition == "latest" || (digits >= 4 && plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices(names: &[(&str, u64)]) -> Prices {
        let price = |input| Price {
            input,
            cache_read: 0,
            cache_write: input + input / 4,
            output: input * 5,
        };
        Prices {
            table: names
                .iter()
                .map(|(n, p)| ((*n).into(), price(*p)))
                .collect(),
            ceiling: price(100),
        }
    }

    #[test]
    fn a_name_finds_its_price_or_the_ceiling() {
        let prices = prices(&[
            ("gpt-4", 30),
            ("gpt-4-turbo", 10),
            ("claude-sonnet-4", 3),
            ("claude-sonnet-4-5", 4),
            ("local/free", 0),
        ]);
        for (asked, answered, want) in [
            ("gpt-4", "gpt-4", 30),
            ("gpt-4", "gpt-4-turbo", 30),
            ("mine", "gpt-4-turbo", 10),
            ("gpt-4-0613", "x", 30),
            ("gpt-4-turbo-2024-04-09", "x", 10),
            ("gpt-4o", "gpt-4o", 100),
            ("gpt-4-32k", "gpt-4-32k", 100),
            ("gpt-4-0613-vision", "x", 100),
            ("claude-sonnet-4-20250514", "x", 3),
            ("claude-sonnet-4-5-20250929", "x", 4),
            ("claude-sonnet-4-6-20260101", "x", 100),
            ("claude-sonnet-4@20250514", "x", 3),
            ("anthropic/claude-sonnet-4-latest", "x", 3),
            ("alias", "claude-sonnet-4-20250514", 3),
            ("local/free", "gpt-4", 0),
            ("", "", 100),
        ] {
            assert_eq!(prices.of(asked, answered).input, want, "{asked} {answered}");
        }
    }

    #[test]
    fn an_unknown_usage_costs_at_least_what_any_usage_could() {
        let prices = prices(&[("m", 2_000_000)]);
        let most = prices.at_most(4000, 100, "m");
        for usage in [
            Usage {
                input: 4000,
                output: 100,
                ..Usage::default()
            },
            Usage {
                cache_write: 4000,
                output: 100,
                ..Usage::default()
            },
            Usage {
                cache_read: 4000,
                output: 100,
                ..Usage::default()
            },
        ] {
            assert!(prices.cost(&usage, "m", "m") <= most);
        }
    }
}
