//! A reply as read from a wire, before it is one of ours: calls may lack names, and nothing is weighed yet.

use std::collections::BTreeSet;

use ledger::ids::CallId;
use ledger::money::Usage;
use ledger::reply::{Call, Ended, FailureKind, ModelFailure};

use crate::failure::failure;
use crate::prompt::Prompt;

/// The most bytes of a reply: words, arguments and opaque items together.
pub(crate) const REPLY_BYTES_MAX: usize = 8 << 20;
/// The most calls of a reply.
const CALLS_MAX: usize = 256;
/// The longest name that a call or a tool keeps.
const NAME_BYTES_MAX: usize = 256;

/// What a wire has read.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) text: String,
    pub(crate) calls: Vec<DraftCall>,
    /// As it will be given back to the same wire.
    pub(crate) opaque: Option<String>,
    pub(crate) ended: Option<Ended>,
    pub(crate) usage: Option<Usage>,
    pub(crate) model: Option<String>,
}

/// A call as read; the id may be missing, empty, or one that was used before.
#[derive(Debug, Default)]
pub(crate) struct DraftCall {
    pub(crate) id: String,
    pub(crate) tool: String,
    pub(crate) args: String,
}

impl Draft {
    /// Why it ended, with the calls taken into account: some servers say `stop` and call, or the other way round.
    pub(crate) fn ended(&self) -> Ended {
        match (self.ended, self.calls.is_empty()) {
            (Some(ended @ (Ended::Length | Ended::Refusal)), _) => ended,
            (Some(Ended::Turn | Ended::Tools) | None, true) => Ended::Turn,
            (Some(Ended::Turn | Ended::Tools) | None, false) => Ended::Tools,
        }
    }

    /// Refuses what is too big to keep, and what says nothing at all.
    pub(crate) fn check(&self) -> Result<(), ModelFailure> {
        let bytes = self.text.len()
            + self.opaque.as_ref().map_or(0, String::len)
            + self
                .calls
                .iter()
                .map(|c| c.args.len() + c.tool.len())
                .sum::<usize>();
        let nonsense = |say: String| Err(failure(FailureKind::Nonsense, say));
        if bytes > REPLY_BYTES_MAX {
            return nonsense(format!("the reply is longer than {REPLY_BYTES_MAX} bytes"));
        }
        if self.calls.len() > CALLS_MAX {
            return nonsense(format!("the reply has more than {CALLS_MAX} calls"));
        }
        let silent = self.text.trim().is_empty() && self.calls.is_empty();
        if silent && self.ended() == Ended::Turn {
            return nonsense("the reply is empty: no words and no call".into());
        }
        Ok(())
    }

    /// The calls under names that no call of this conversation had before: results are found by them.
    pub(crate) fn calls(&mut self, prompt: &Prompt<'_>) -> Vec<Call> {
        if self.calls.is_empty() {
            return Vec::new();
        }
        let mut taken: BTreeSet<String> = prompt
            .said()
            .flat_map(|said| said.calls.iter().map(|call| call.id.0.clone()))
            .collect();
        let name = |call: DraftCall| {
            let nth = taken.len() + 1;
            let id = free(&call.id, nth, &taken);
            taken.insert(id.clone());
            Call {
                id: CallId(id),
                tool: cut(call.tool),
                args: if call.args.trim().is_empty() {
                    "{}".into()
                } else {
                    call.args
                },
            }
        };
        std::mem::take(&mut self.calls)
            .into_iter()
            .map(name)
            .collect()
    }
}

/// The wanted id, or the first like it that is free.
fn free(wanted: &str, nth: usize, taken: &BTreeSet<String>) -> String {
    if wanted.is_empty() || wanted.len() > NAME_BYTES_MAX {
        let mut made = (nth..).map(|n| format!("call_{n}"));
        return made.find(|id| !taken.contains(id)).unwrap_or_default();
    }
    if !taken.contains(wanted) {
        return wanted.to_owned();
    }
    let mut like = (2_usize..).map(|n| format!("{wanted}_{n}"));
    like.find(|id| !taken.contains(id)).unwrap_or_default()
}

fn cut(mut name: String) -> String {
    let mut end = name.len().min(NAME_BYTES_MAX);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.truncate(end);
    name
}
