//! What a driver holds of a turn that is under way.

use std::sync::mpsc::Sender;

use agents::host::Host;
use agents::turn::Turn;
use ledger::ids::{CallId, TaskId};
use tools::acts::Done;
use tools::git_door::HookAnswer;

/// A turn that is over.
pub(crate) struct TurnDone {
    /// How its program ended.
    pub(crate) done: Done,
    /// What it printed.
    pub(crate) turn: Turn,
    /// Why we ended it ourselves, if we did.
    pub(crate) stopped: Option<String>,
}

/// A hook that waits for its answer.
pub(crate) struct WaitingHook {
    /// The task that its agent works on.
    pub(crate) task: TaskId,
    /// The call that it asks about.
    pub(crate) call: CallId,
    /// Whose it is.
    pub(crate) host: Host,
    /// The event, as the agent calls it.
    pub(crate) event: String,
    /// Where the answer goes.
    pub(crate) answer: Sender<HookAnswer>,
}
