//! What was said so far in one attempt, and how it is shortened.

use std::sync::Arc;

use ledger::ids::CallId;
use ledger::options::{Compression, ContextOptions};
use ledger::reply::Reply;

/// One entry of a conversation after the task message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// The agent spoke.
    Agent(Arc<Reply>),
    /// Its calls were answered.
    Results(Arc<Vec<Answer>>),
    /// The harness spoke: a nudge, a hint from a person.
    Harness(Arc<str>),
}

/// The answer to one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The call.
    pub call: CallId,
    /// What the agent is shown.
    pub text: Arc<str>,
    /// Whether it failed or was refused.
    pub failed: bool,
    /// One line about it, for when the turn is left out: tool, target, status.
    pub digest: Arc<str>,
}

impl Turn {
    /// Bytes that it adds to a prompt.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Turn::Agent(reply) => {
                let calls: usize = reply
                    .calls
                    .iter()
                    .map(|it| it.args.len().saturating_add(it.tool.len()))
                    .sum();
                let opaque = reply.opaque.as_ref().map_or(0, String::len);
                reply
                    .text
                    .len()
                    .saturating_add(calls)
                    .saturating_add(opaque)
            }
            Turn::Results(answers) => answers.iter().map(|it| it.text.len()).sum(),
            Turn::Harness(text) => text.len(),
        }
    }
}

/// What is left of a history.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kept {
    /// Stands in for what was left out; empty when nothing was.
    pub summary: String,
    /// Entries kept whole, in order.
    pub turns: Vec<Turn>,
    /// How many entries were left out.
    pub dropped: usize,
}

/// Shortens a history to at most `bytes_max`, as configured. Never separates a call from its answer.
#[must_use]
pub fn shorten(turns: &[Turn], options: &ContextOptions, bytes_max: usize) -> Kept {
    let starts = starts(turns);
    let total: usize = turns.iter().map(Turn::bytes).sum();
    let rounds_max = rounds_max(options, starts.len());
    let fits = total <= bytes_max || options.compression == Compression::None;
    if options.include_history && fits && rounds_max >= starts.len() {
        return Kept {
            turns: turns.to_vec(),
            ..Kept::default()
        };
    }
    let from = cut(turns, &starts, rounds_max, bytes_max, options.compression);
    let left = turns.get(..from).unwrap_or_default();
    Kept {
        summary: summary(left, options),
        turns: turns.get(from..).unwrap_or_default().to_vec(),
        dropped: left.len(),
    }
}

/// How many rounds may stay whole. `claude-style` drops them in blocks: dropping one at every turn would throw away
/// the provider's prompt cache each time.
fn rounds_max(options: &ContextOptions, rounds: usize) -> usize {
    /// Rounds that pile up before a block is dropped, for each one that is configured to stay.
    const BLOCK: usize = 7;
    if !options.include_history {
        return 1;
    }
    match options.compression {
        Compression::None | Compression::SlidingWindow => usize::MAX,
        Compression::ClaudeStyle => {
            let whole = usize::try_from(options.history_turns_max)
                .unwrap_or(usize::MAX)
                .max(1);
            let block = whole.saturating_mul(BLOCK);
            let blocks = rounds.saturating_sub(whole).checked_div(block).unwrap_or(0);
            rounds.saturating_sub(blocks.saturating_mul(block)).max(1)
        }
    }
}

/// Where rounds begin: at each agent entry.
fn starts(turns: &[Turn]) -> Vec<usize> {
    turns
        .iter()
        .enumerate()
        .filter(|(_, turn)| matches!(turn, Turn::Agent(_)))
        .map(|(at, _)| at)
        .collect()
}

/// The first entry that is kept.
fn cut(
    turns: &[Turn],
    starts: &[usize],
    rounds_max: usize,
    bytes_max: usize,
    how: Compression,
) -> usize {
    let mut from = turns.len();
    let mut bytes = 0_usize;
    for (kept, start) in starts.iter().rev().enumerate() {
        let round = turns.get(*start..from).unwrap_or_default();
        bytes = bytes.saturating_add(round.iter().map(Turn::bytes).sum());
        let too_large = how != Compression::None && bytes > bytes_max;
        let over = too_large || kept >= rounds_max;
        // The last round is always kept: without it the agent does not know what it just did.
        if kept > 0 && over {
            break;
        }
        from = *start;
    }
    from
}

/// What stands in for the entries that were left out.
fn summary(left: &[Turn], options: &ContextOptions) -> String {
    /// Longest summary, in lines; the newest are kept.
    const LINES_MAX: usize = 120;
    if left.is_empty() {
        return String::new();
    }
    let mut lines: Vec<String> = Vec::new();
    for turn in left {
        match turn {
            Turn::Agent(_) => {}
            Turn::Results(answers) => {
                lines.extend(answers.iter().map(|it| format!("- {}", it.digest)))
            }
            Turn::Harness(text) => lines.push(format!(
                "- note: {}",
                text.lines().next().unwrap_or_default()
            )),
        }
    }
    let skip = lines.len().saturating_sub(LINES_MAX);
    let mut text = format!("[{} earlier messages were left out.", left.len());
    if options.compression == Compression::ClaudeStyle && !lines.is_empty() {
        text.push_str(" What was done in them, oldest first:\n");
        text.push_str(&lines.get(skip..).unwrap_or_default().join("\n"));
    }
    text.push(']');
    text
}

#[cfg(test)]
mod tests {
    use ledger::money::Usd;
    use ledger::reply::{Call, Ended};

    use super::*;

    fn options(compression: Compression, history_turns_max: u32) -> ContextOptions {
        ContextOptions {
            tokens_max: 64_000,
            compression,
            include_history: true,
            history_turns_max,
            relevance_pct: 70,
            relevance_ttl_s: 60,
        }
    }

    fn rounds(count: usize) -> Vec<Turn> {
        let mut turns = Vec::new();
        for at in 0..count {
            turns.push(Turn::Agent(Arc::new(Reply {
                text: String::new(),
                calls: vec![Call {
                    id: CallId(format!("c{at}")),
                    tool: "read".into(),
                    args: "{}".into(),
                }],
                opaque: None,
                ended: Ended::Tools,
                usage: None,
                cost: Usd::ZERO,
                model: "m".into(),
                duration_ms: 0,
            })));
            turns.push(Turn::Results(Arc::new(vec![Answer {
                call: CallId(format!("c{at}")),
                text: "x".repeat(100).into(),
                failed: false,
                digest: format!("read f{at}").into(),
            }])));
        }
        turns
    }

    fn called(turns: &[Turn]) -> Vec<CallId> {
        let mut calls = Vec::new();
        for turn in turns {
            if let Turn::Agent(reply) = turn {
                calls.extend(reply.calls.iter().map(|it| it.id.clone()));
            }
        }
        calls
    }

    fn answered(turns: &[Turn]) -> Vec<CallId> {
        let mut calls = Vec::new();
        for turn in turns {
            if let Turn::Results(answers) = turn {
                calls.extend(answers.iter().map(|it| it.call.clone()));
            }
        }
        calls
    }

    #[test]
    fn nothing_is_cut_while_it_fits() {
        for how in [
            Compression::None,
            Compression::SlidingWindow,
            Compression::ClaudeStyle,
        ] {
            let turns = rounds(5);
            let kept = shorten(&turns, &options(how, 3), 10_000);
            assert_eq!(kept.turns, turns, "{how:?}");
            assert_eq!(kept.dropped, 0);
        }
    }

    #[test]
    fn the_window_drops_the_oldest_whole_rounds() {
        let kept = shorten(&rounds(10), &options(Compression::SlidingWindow, 3), 330);
        assert_eq!(called(&kept.turns), answered(&kept.turns));
        assert_eq!(kept.turns.len(), 6);
        assert!(
            kept.summary
                .starts_with("[14 earlier messages were left out.")
        );
        assert!(!kept.summary.contains("read f0"));
    }

    #[test]
    fn the_last_round_stays_however_small_the_room() {
        let kept = shorten(&rounds(4), &options(Compression::SlidingWindow, 3), 1);
        assert_eq!(kept.turns.len(), 2);
    }

    #[test]
    fn claude_style_summarises_in_blocks() {
        let long = shorten(
            &rounds(30),
            &options(Compression::ClaudeStyle, 3),
            1_000_000,
        );
        assert_eq!(called(&long.turns).len(), 9);
        assert!(long.summary.contains("- read f0\n"));
        let next = shorten(
            &rounds(31),
            &options(Compression::ClaudeStyle, 3),
            1_000_000,
        );
        assert_eq!(
            called(&next.turns).first(),
            called(&long.turns).first(),
            "the cut stays where it was"
        );
    }

    #[test]
    fn without_history_the_last_round_is_left() {
        let mut options = options(Compression::None, 3);
        options.include_history = false;
        assert_eq!(shorten(&rounds(5), &options, 1_000_000).turns.len(), 2);
    }
}
