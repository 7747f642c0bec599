//! What each round of a conversation weighs, in tokens: as the provider counted it, where it did.
//!
//! Two requests of which the second only added a round differ by what that round weighs, and the first request of all is
//! what stands before the history. So every round but the newest has a figure of its own, and a history that is cut still
//! has the right weight. Only what nobody counted is estimated: by the rate of the last request, or by that of a denser
//! round among the newest, for what is read next may be like it.

use crate::history::{self, Turn};
use crate::tokens::{Rate, believed};

/// Rounds among which a denser one is looked for.
const RECENT: usize = 3;

/// A round: what the agent said, what came of it, and what else it was told before it spoke again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Round {
    /// Its first entry, by number.
    start: usize,
    bytes: u64,
    /// As it was counted.
    counted: Option<u64>,
}

/// A request of which the provider counted the prompt.
#[derive(Debug, Clone, Copy)]
struct Request {
    /// The entry of its reply.
    at: usize,
    tokens: u64,
    bytes: u64,
    left_out: usize,
}

/// Tokens and bytes of what stands before the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Head {
    tokens: u64,
    bytes: u64,
}

/// What a conversation weighs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Weights {
    rounds: Vec<Round>,
    /// As it was in the first request that was counted.
    head: Option<Head>,
    /// Of text that nobody counted.
    rate: Rate,
    /// Whether the provider's count of some request stands behind it.
    counted: bool,
}

impl Weights {
    /// Weighs a history. `before` is the rate of an earlier conversation of the run.
    pub(crate) fn of(turns: &[Turn], before: Option<Rate>) -> Self {
        let requests: Vec<Request> = turns.iter().enumerate().filter_map(request).collect();
        let last = requests.last();
        let overall = last.and_then(|it| Rate::measured(it.tokens, it.bytes));
        let mut weights = Self {
            rounds: rounds(turns),
            head: None,
            rate: overall.or(before).unwrap_or(Rate::ESTIMATE),
            counted: overall.or(before).is_some(),
        };
        weights.head = requests.first().map(|it| weights.rest(it, it.at));
        for pair in requests.windows(2) {
            if let [one, next] = pair {
                weights.learn(turns, one, next);
            }
        }
        let measured = weights.rounds.iter().rev().filter_map(|it| {
            let tokens = it.counted?;
            Rate::measured(tokens, it.bytes)
        });
        weights.rate = measured.take(RECENT).fold(weights.rate, Rate::denser);
        weights
    }

    /// The rate of text that nobody counted.
    pub(crate) fn rate(&self) -> Rate {
        self.rate
    }

    /// Whether a provider's count stands behind it; else all of it is an estimate.
    pub(crate) fn counted(&self) -> bool {
        self.counted
    }

    /// Where rounds begin, by the number of their first entry.
    pub(crate) fn starts(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        self.rounds.iter().map(|it| it.start)
    }

    /// Tokens of a prompt with `head_bytes` before the history, and the history from entry `from` on.
    pub(crate) fn prompt(&self, head_bytes: u64, from: usize) -> u64 {
        let kept = self.rounds.iter().filter(|it| it.start >= from);
        kept.fold(self.head(head_bytes), |sum, it| {
            sum.saturating_add(self.tokens(it))
        })
    }

    fn head(&self, bytes: u64) -> u64 {
        let Some(head) = self.head.filter(|it| it.bytes > 0) else {
            return self.rate.message(bytes);
        };
        let scaled = u128::from(head.tokens).saturating_mul(u128::from(bytes));
        let scaled = scaled.div_ceil(u128::from(head.bytes));
        believed(u64::try_from(scaled).unwrap_or(u64::MAX), bytes)
    }

    fn tokens(&self, round: &Round) -> u64 {
        round.counted.unwrap_or_else(|| {
            // A sixteenth more: no two texts are quite alike.
            let guessed = self.rate.message(round.bytes);
            guessed.saturating_add(guessed.div_ceil(16))
        })
    }

    /// What a request held besides its rounds up to entry `until`.
    fn rest(&self, request: &Request, until: usize) -> Head {
        let within = self
            .rounds
            .iter()
            .filter(|it| it.start >= request.left_out && it.start < until);
        let whole = Head {
            tokens: request.tokens,
            bytes: request.bytes,
        };
        within.fold(whole, |rest, it| Head {
            tokens: rest.tokens.saturating_sub(self.tokens(it)),
            bytes: rest.bytes.saturating_sub(it.bytes),
        })
    }

    /// What the round between two requests weighs.
    fn learn(&mut self, turns: &[Turn], one: &Request, next: &Request) {
        let between = turns.get(one.at..next.at).unwrap_or_default();
        let bytes = history::bytes(between);
        let one_round = self
            .starts()
            .filter(|it| (one.at..next.at).contains(it))
            .count()
            == 1;
        let only_added =
            one.left_out == next.left_out && one.bytes.checked_add(bytes) == Some(next.bytes);
        let tokens = if only_added {
            next.tokens.checked_sub(one.tokens)
        } else {
            // Something was left out at the same time: what is before the history is known, and so are the other rounds.
            let rest = self.rest(next, one.at);
            let head = self.head(rest.bytes.saturating_sub(bytes));
            rest.tokens.checked_sub(head)
        };
        let round = self.rounds.iter_mut().find(|it| it.start == one.at);
        if let (Some(round), Some(tokens), true) = (round, tokens, one_round) {
            round.counted = Some(believed(tokens, bytes).min(bytes));
        }
    }
}

/// The rounds of a history. What was said before the agent first spoke is one of its own.
fn rounds(turns: &[Turn]) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    for (at, turn) in turns.iter().enumerate() {
        let bytes = turn.bytes();
        match rounds.last_mut() {
            Some(round) if !matches!(turn, Turn::Agent(..)) => {
                round.bytes = round.bytes.saturating_add(bytes);
            }
            Some(_) | None => rounds.push(Round {
                start: at,
                bytes,
                counted: None,
            }),
        }
    }
    rounds
}

fn request((at, turn): (usize, &Turn)) -> Option<Request> {
    let Turn::Agent(reply, sent) = turn else {
        return None;
    };
    let tokens = reply.usage.map(|it| it.prompt()).filter(|it| *it > 0)?;
    (sent.bytes > 0).then(|| Request {
        at,
        tokens: believed(tokens, sent.bytes),
        bytes: sent.bytes,
        left_out: sent.left_out,
    })
}
