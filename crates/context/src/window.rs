//! Which rounds of a history go into a prompt.
//!
//! Rounds are dropped in blocks, and what was dropped stays dropped: a provider's cache holds the front of a prompt, and
//! dropping one round at every request would throw it away each time. A call is never separated from its answer, and the
//! newest round always stays.

use std::sync::Arc;

use ledger::options::{Compression, ContextOptions};

use crate::history::{Answer, Turn};
use crate::tokens::Rate;
use crate::weight::Weights;

/// Rounds that pile up before a block is dropped, for each one that is configured to stay.
const BLOCK: usize = 7;

/// The first entry that goes in.
///
/// `head_bytes` says how many bytes stand before the history when it begins at an entry.
pub(crate) fn begin(
    turns: &[Turn],
    weights: &Weights,
    options: &ContextOptions,
    head_bytes: impl Fn(usize) -> u64,
) -> usize {
    let newest = weights.starts().next_back().unwrap_or(0);
    let by_count = by_count(options, weights);
    let before = turns.iter().rev().find_map(|turn| match turn {
        Turn::Agent(_, sent) => Some(sent.left_out),
        Turn::Results(_) | Turn::Harness(_) | Turn::Person(_) => None,
    });
    let from = by_count.max(before.unwrap_or(0)).min(newest);
    let max = u64::from(options.tokens_max);
    let cuts = options.compression != Compression::None;
    if !cuts || weights.prompt(head_bytes(from), from) <= max {
        return from;
    }
    // Not to the brim: there is room for what comes next, so the next block is dropped some rounds later.
    let target = max.saturating_mul(3).checked_div(4).unwrap_or(0);
    let head = head_bytes(newest);
    weights
        .starts()
        .filter(|start| *start > from)
        .find(|start| weights.prompt(head, *start) <= target)
        .unwrap_or(newest)
}

/// The first entry that stays by the number of rounds alone.
fn by_count(options: &ContextOptions, weights: &Weights) -> usize {
    let rounds = weights.starts().len();
    let kept = if !options.include_history {
        1
    } else {
        match options.compression {
            Compression::None => rounds,
            Compression::SlidingWindow | Compression::ClaudeStyle => {
                let whole = usize::try_from(options.history_turns_max)
                    .unwrap_or(usize::MAX)
                    .max(1);
                let block = whole.saturating_mul(BLOCK);
                let blocks = rounds.saturating_sub(whole).checked_div(block).unwrap_or(0);
                rounds.saturating_sub(blocks.saturating_mul(block)).max(1)
            }
        }
    };
    weights
        .starts()
        .nth(rounds.saturating_sub(kept))
        .unwrap_or(0)
}

/// The newest answers, shortened by so many tokens: the longest lose most. What can't be shortened that far is as short as
/// it gets.
pub(crate) fn squeeze(turns: &mut [Turn], tokens: u64, rate: Rate) {
    /// No answer is made shorter than this, in bytes.
    const BYTES_MIN: usize = 400;
    let newest = turns.iter_mut().rev().find_map(|turn| match turn {
        Turn::Results(answers) => Some(answers),
        Turn::Agent(..) | Turn::Harness(_) | Turn::Person(_) => None,
    });
    let Some(answers) = newest else { return };
    let mut lengths: Vec<usize> = answers.iter().map(|it| it.text.len()).collect();
    lengths.sort_unstable();
    let all: usize = lengths.iter().sum();
    let too_many = usize::try_from(rate.bytes(tokens)).unwrap_or(usize::MAX);
    let mut room = all.saturating_sub(too_many);
    let mut left = lengths.len();
    let mut longest = usize::MAX;
    // From the shortest on: an answer that is shorter than its share leaves the rest to the longer ones.
    for length in lengths {
        let share = room.checked_div(left).unwrap_or(0);
        if length > share {
            longest = share.max(BYTES_MIN);
            break;
        }
        room = room.saturating_sub(length);
        left = left.saturating_sub(1);
    }
    let shorter = answers.iter().map(|answer| Answer {
        text: ends(&answer.text, longest),
        ..answer.clone()
    });
    *answers = Arc::new(shorter.collect());
}

/// Head and tail of a text.
fn ends(text: &Arc<str>, bytes_max: usize) -> Arc<str> {
    if text.len() <= bytes_max {
        return Arc::clone(text);
    }
    let half = bytes_max.checked_div(2).unwrap_or(0);
    let head_end = text.floor_char_boundary(half);
    let tail_start = text.ceil_char_boundary(text.len().saturating_sub(half));
    let head = text.get(..head_end).unwrap_or_default();
    let tail = text.get(tail_start..).unwrap_or_default();
    let left_out = tail_start.saturating_sub(head_end);
    format!(
        "{head}\n[... {left_out} bytes left out, since the prompt has no room for them; ask for less at once ...]\n{tail}"
    )
    .into()
}
