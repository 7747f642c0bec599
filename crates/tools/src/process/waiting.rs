//! What the driver's side of a conversation knows: who waits for which command, and how far each is.

use std::collections::BTreeMap;

use tokio::sync::{oneshot, watch};

use super::command::Output;
use crate::proxy::Acceptor;

/// How far a command is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Its process id, once it was started.
    pub pid: Option<i32>,
    /// Bytes written so far, on both streams.
    pub bytes: u64,
    /// The end of what was written, 400 bytes at most.
    pub last: String,
}

/// What is known on the driver's side.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) next_id: u64,
    /// Set when the supervisor has gone: nothing can be started any more.
    pub(super) gone: bool,
    /// The sandbox that was asked for, once it stands or is known not to.
    pub(super) entered: Option<Result<(), String>>,
    /// Who is told that it stands.
    pub(super) stands: Option<std::sync::mpsc::Sender<()>>,
    /// The supervisor counts processes as we do: it is in no namespace of its own.
    pub(super) same_processes: bool,
    /// Who gets the socket of the sandbox's way out, until it came.
    pub(super) acceptor: Option<Acceptor>,
    pub(super) waiting: BTreeMap<u64, Waiting>,
}

#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) output: oneshot::Sender<Output>,
    pub(super) progress: watch::Sender<Progress>,
    /// The first process, with its start time.
    pub(super) process: Option<(i32, u64)>,
    /// It is a supervisor, with a channel of its own to us.
    pub(super) supervises: bool,
}

impl Shared {
    /// Why nothing can be started any more.
    pub(super) fn why_gone(&self) -> String {
        match &self.entered {
            Some(Err(why)) => no_sandbox(why),
            Some(Ok(_)) | None => "the supervisor has gone".to_owned(),
        }
    }
}

pub(super) fn no_sandbox(why: &str) -> String {
    format!("there is no sandbox for it: {why}")
}
