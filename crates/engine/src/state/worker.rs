//! What is known of an agent of somebody else that works on a task.

use std::collections::{BTreeSet, VecDeque};

use agents::session::Session;
use ledger::ids::{CallId, Hash};
use ledger::money::Usage;
use ledger::proposal::Proposal;

/// Calls that are remembered until they come back.
const OPEN_MAX: usize = 300;

/// What is known of an agent of somebody else that works on a task.
#[derive(Debug, Clone, Default)]
pub struct Worker {
    /// Its session, as it calls it: its next turn goes on with it.
    pub session: Option<String>,
    /// What it reported to have used in that session so far.
    pub used: Usage,
    /// What its hooks have told.
    pub seen: Session,
    /// What it was told in that session: the attempt, and entries of its conversation.
    pub told: Option<(u32, usize)>,
    /// Files that it was let change in this turn, from the top of the worktree.
    pub(crate) wrote: BTreeSet<String>,
    /// Whether it was let do more in this turn than look and change files that are named: then any file may have changed.
    pub(crate) ran: bool,
    /// The call that came back last.
    last: Option<OpenCall>,
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
    /// What it wants to do; nothing where that can't be read.
    pub(crate) proposals: Vec<Proposal>,
}

impl Worker {
    /// It wants to use a tool.
    pub(crate) fn begun(&mut self, call: OpenCall) {
        if self.open.len() >= OPEN_MAX {
            self.open.pop_front();
        }
        self.open.push_back(call);
    }

    /// A turn begins.
    pub(crate) fn turn(&mut self) {
        self.wrote.clear();
        self.ran = false;
    }

    /// The call was let through, in a worktree with this top.
    pub(crate) fn allowed(&mut self, call: &CallId, root: &str) {
        let Some(open) = self.open.iter().rev().find(|it| it.call == *call) else {
            return;
        };
        for proposal in &open.proposals {
            match proposal {
                Proposal::Write { path, .. }
                | Proposal::Edit { path, .. }
                | Proposal::Delete { path } => {
                    let below = path.strip_prefix(root).map(|it| it.trim_start_matches('/'));
                    let path = below.unwrap_or(path).trim_start_matches("./");
                    self.wrote.insert(path.to_owned());
                }
                Proposal::Read { .. }
                | Proposal::List { .. }
                | Proposal::Search { .. }
                | Proposal::Exec { .. }
                | Proposal::Shell { .. }
                | Proposal::Git { .. }
                | Proposal::Commit { .. }
                | Proposal::Fetch { .. }
                | Proposal::Mcp { .. }
                | Proposal::Delegate { .. }
                | Proposal::Verify { .. }
                | Proposal::Ask { .. }
                | Proposal::Done { .. }
                | Proposal::Plan { .. }
                | Proposal::OnForge { .. }
                | Proposal::PullRequest { .. } => self.ran |= !proposal.only_looks(),
            }
        }
    }

    /// The call has come back, or was refused.
    pub(crate) fn ended(&mut self, call: &CallId) -> Option<OpenCall> {
        let at = self.open.iter().rposition(|it| it.call == *call)?;
        self.last = self.open.remove(at);
        self.last.clone()
    }

    /// What the call that came back last wanted to do.
    pub(crate) fn last_proposals(&self) -> &[Proposal] {
        self.last.as_ref().map_or(&[], |it| it.proposals.as_slice())
    }

    /// Its session can't be gone on with: the next turn begins another one.
    pub(crate) fn forget_session(&mut self) {
        self.session = None;
        self.used = Usage::default();
        self.told = None;
    }
}
