//! What is known of an agent of somebody else that works on a task.

use std::collections::VecDeque;

use agents::session::Session;
use ledger::ids::{CallId, Hash};

/// Calls that are remembered until they come back.
const OPEN_MAX: usize = 300;

/// What is known of an agent of somebody else that works on a task.
#[derive(Debug, Clone, Default)]
pub struct Worker {
    /// Its session, as it calls it: its next turn goes on with it.
    pub session: Option<String>,
    /// What its hooks have told.
    pub seen: Session,
    /// What it was told in that session: the attempt, and entries of its conversation.
    pub told: Option<(u32, usize)>,
    /// Its calls that have not come back.
    open: VecDeque<OpenCall>,
}

/// A call that has not come back.
#[derive(Debug, Clone)]
pub(crate) struct OpenCall {
    pub(crate) call: CallId,
    /// Of tool and arguments.
    pub(crate) action: Hash,
    /// Whether it may change the work.
    pub(crate) changes: bool,
}

impl Worker {
    /// It wants to use a tool.
    pub(crate) fn begun(&mut self, call: OpenCall) {
        if self.open.len() >= OPEN_MAX {
            self.open.pop_front();
        }
        self.open.push_back(call);
    }

    /// The call has come back, or was refused.
    pub(crate) fn ended(&mut self, call: &CallId) -> Option<OpenCall> {
        let at = self.open.iter().rposition(|it| it.call == *call)?;
        self.open.remove(at)
    }

    /// Its session can't be gone on with: the next turn begins another one.
    pub(crate) fn forget_session(&mut self) {
        self.session = None;
        self.told = None;
    }
}
