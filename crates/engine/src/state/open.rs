//! What is open: calls without an answer, acts without an outcome, questions to people.

use std::sync::Arc;

use context::history::Mark;
use ledger::action::Action;
use ledger::event::Ask;
use ledger::ids::{ActId, CallId, Hash, TaskId};
use ledger::money::Usd;
use ledger::proposal::Proposal;
use ledger::reply::Call;

/// One call of the last reply.
#[derive(Debug, Clone)]
pub struct Pending {
    /// The call.
    pub call: Arc<Call>,
    /// What it proposes, or why it can't be read.
    pub proposal: Result<Arc<Proposal>, String>,
    /// Where it stands.
    pub status: CallStatus,
}

/// Whether the turn of a call has not come: one before it has no answer yet, and either of them does more than look.
pub(crate) fn is_early(calls: &[Pending], call: &CallId) -> bool {
    let looks = |it: &Pending| it.proposal.as_ref().is_ok_and(|it| it.only_looks());
    let this_looks = calls.iter().any(|it| it.call.id == *call && looks(it));
    let mut before = calls.iter().take_while(|it| it.call.id != *call);
    before.any(|it| {
        let answered = matches!(it.status, CallStatus::Answered { .. });
        let beside = this_looks && looks(it);
        !answered && !beside
    })
}

/// Where a call stands.
#[derive(Debug, Clone)]
pub enum CallStatus {
    /// Nothing was done about it.
    New,
    /// Its facts are being gathered.
    Weighing,
    /// It was looked at before its turn, since a person is asked about one before it: all that a reply asks is asked at once.
    Foreseen,
    /// A person is asked.
    Waiting(ActId),
    /// It runs.
    Running(ActId),
    /// It has its answer.
    Answered {
        /// What the agent is shown.
        text: Arc<str>,
        /// Whether it failed or was refused.
        failed: bool,
        /// The status, as a word.
        word: &'static str,
        /// What of it must not be lost when a prompt leaves it out.
        mark: Mark,
    },
}

/// An act without an outcome.
#[derive(Debug, Clone)]
pub struct OpenAct {
    /// What kind.
    pub kind: ActKind,
    /// For which task.
    pub task: Option<TaskId>,
    /// Which call it answers.
    pub call: Option<CallId>,
    /// Whether a cancel was decided.
    pub cancelled: bool,
}

/// What kind of act.
#[derive(Debug, Clone)]
pub enum ActKind {
    /// A model request, with the money set aside for it.
    Model {
        /// Set aside.
        reserve: Usd,
    },
    /// A world act.
    World {
        /// The action; for a tool call it is made again from call and facts.
        action: Arc<Action>,
        /// Digest of the action, as decided.
        digest: Hash,
    },
    /// A look at the candidate's files.
    Inspect {
        /// The paths.
        paths: Vec<String>,
    },
    /// A timer.
    Timer {
        /// When, in milliseconds since 1970.
        at_ms: u64,
    },
}

/// A question to people.
#[derive(Debug, Clone)]
pub struct Asking {
    /// What is asked.
    pub ask: Ask,
    /// The task.
    pub task: Option<TaskId>,
    /// The call that waits.
    pub call: Option<CallId>,
    /// When it was asked, in milliseconds since 1970.
    pub asked_ms: u64,
}
