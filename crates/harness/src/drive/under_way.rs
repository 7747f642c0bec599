//! What is under way, and what comes of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use ledger::ids::{ActId, TaskId};
use ledger::observation::Observation;
use ledger::reply::{ModelFailure, Reply};
use ledger::session::SessionSeen;
use tokio::sync::{Notify, oneshot};
use tools::acts::Done;
use tools::git_door::HookAnswer;
use tools::process::Cancel;
use verify::Tried;

use crate::agent_turn::{AgentCall, Answered, TurnDone};
use crate::tool_servers::{Connection, Described, Used};

/// Something under way.
pub(super) enum Running {
    Model(tokio::task::AbortHandle),
    Command(Cancel),
    /// A server is reached, or carries out a tool.
    Use(Arc<Notify>),
    /// Commands in scratch copies; true: no further one is begun.
    Beside(Arc<AtomicBool>),
}

/// What came of something under way.
pub(super) enum Report {
    Model(ActId, Result<Reply, ModelFailure>),
    Command(ActId, TaskId, Box<Done>),
    Trials(ActId, TaskId, Tried),
    Turn(ActId, TaskId, Box<TurnDone>),
    Hook(TaskId, Vec<u8>, Sender<HookAnswer>),
    Session(TaskId, SessionSeen),
    AgentCall(TaskId, AgentCall, oneshot::Sender<Answered>),
    Server(ServerReport),
    Forge(ActId, Option<TaskId>, Box<Observation>),
    Delta(String),
    Interrupted,
}

/// What servers tell of.
pub(super) enum ServerReport {
    /// One is reached, or is not; why.
    Opened {
        act: ActId,
        task: Option<TaskId>,
        server: String,
        opened: Result<Box<Opened>, String>,
    },
    /// A connection has ended.
    Gone {
        act: ActId,
        server: String,
        why: String,
    },
    /// Its tools have changed.
    Changed { act: ActId, server: String },
    /// Those that it has now.
    Listed {
        act: ActId,
        server: String,
        listed: Result<Vec<Described>, String>,
    },
    /// What came of a use.
    Used {
        act: ActId,
        task: Option<TaskId>,
        server: String,
        used: Box<Used>,
    },
}

/// A connection that was opened.
pub(super) struct Opened {
    pub(super) connection: Connection,
    pub(super) tools: Vec<Described>,
    /// Ends its program.
    pub(super) program: Option<Cancel>,
}
