//! What a driver holds of a turn that is under way.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use agents::host::Host;
use agents::turn::Turn;
use ledger::ids::{CallId, TaskId};
use ledger::observation::Observation;
use serde_json::Value;
use tokio::sync::oneshot;
use tools::acts::Done;
use tools::git_door::HookAnswer;

/// A turn that is over.
pub(crate) struct TurnDone {
    /// How its program ended.
    pub(crate) done: Done,
    /// What it said.
    pub(crate) turn: Turn,
    /// Why we ended it ourselves, if we did.
    pub(crate) stopped: Option<String>,
}

/// A call that an agent of the protocol asks about.
pub(crate) struct AgentCall {
    /// Names it within the session.
    pub(crate) id: String,
    /// The tool.
    pub(crate) tool: String,
    /// Its arguments.
    pub(crate) arguments: Value,
    /// Who does it.
    pub(crate) does: Does,
}

/// Who does what a call asks for, where it may be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Does {
    /// The agent itself.
    ByItself,
    /// The run looks at this file for it.
    Reads(PathBuf),
    /// The run, as an act.
    ByUs,
}

/// What comes of a call of an agent of the protocol.
pub(crate) enum Answered {
    /// It may do it.
    Allowed,
    /// The text of the file that it wants to read.
    Text(String),
    /// It may not, and why.
    Refused(String),
    /// It was done, and what came of it.
    CarriedOut(Box<Observation>),
}

/// A call that waits for its answer.
pub(crate) struct WaitingCall {
    /// The task that its agent works on.
    pub(crate) task: TaskId,
    /// The call.
    pub(crate) call: CallId,
    /// Who asks.
    pub(crate) asker: Asker,
}

/// Who waits for an answer.
pub(crate) enum Asker {
    /// A hook.
    Hook {
        /// Whose it is.
        host: Host,
        /// The event, as the agent calls it.
        event: String,
        /// Where the answer goes.
        answer: Sender<HookAnswer>,
    },
    /// An agent of the protocol.
    Protocol {
        /// Who does it.
        does: Does,
        /// Where the answer goes.
        answer: oneshot::Sender<Answered>,
    },
}
