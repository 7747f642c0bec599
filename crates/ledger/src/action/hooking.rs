//! A program of a person's that is asked, or told, about something that a run does.

use serde::{Deserialize, Serialize};

use crate::ids::{CallId, GitId, TaskId};
use crate::options::UserHook;
use crate::phase::Phase;

/// Start a hook, with an event as JSON on its standard input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookRun {
    /// On whose behalf; it runs in that worktree, if it stands.
    pub task: TaskId,
    /// The hook.
    pub hook: UserHook,
    /// About what.
    pub moment: Moment,
    /// What it is told: JSON in the form that hooks of coding agents take.
    pub event: String,
}

/// What a hook is asked about: before it, or after it, or since it failed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// A tool call is about to be carried out.
    BeforeCall(TaskId, CallId),
    /// It was carried out, and whether it failed.
    AfterCall {
        /// Whose.
        task: TaskId,
        /// The call.
        call: CallId,
        /// It failed.
        failed: bool,
    },
    /// The run is about to go into a phase, for so many times before.
    BeforePhase(Phase, u32),
    /// It has left a phase, for so many times before; or it is over.
    AfterPhase(Phase, u32),
    /// It failed in this phase.
    Failed(Phase),
    /// A command is about to be run as evidence for a commit.
    BeforeCheck {
        /// The command line as declared.
        command: String,
        /// On which commit.
        commit: GitId,
    },
}

impl Moment {
    /// The tool call that it is about, and whose it is; nothing where it is about none.
    #[must_use]
    pub fn call(&self) -> Option<(&TaskId, &CallId)> {
        match self {
            Moment::BeforeCall(task, call) | Moment::AfterCall { task, call, .. } => {
                Some((task, call))
            }
            Moment::BeforePhase(..)
            | Moment::AfterPhase(..)
            | Moment::Failed(_)
            | Moment::BeforeCheck { .. } => None,
        }
    }
}
