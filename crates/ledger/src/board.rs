//! Work that comes from a forge: tasks of agents, and what becomes of them. One stream beside those of runs: what the forge
//! told, what we looked up, what came of attempts; and which tasks follow from it.

use serde::{Deserialize, Serialize};

use crate::forge::{Delivered, Fact, Login, RepoName, Subject};
use crate::ids::{Hash, RunId};

mod task;

pub use task::{
    ActionType, AttemptEnd, BusinessType, Cause, Ending, TaskKey, TaskNo, TaskState, head_cause,
};

/// What was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardSeen {
    /// The daemon began, with this configuration.
    Opened(Box<BoardOptions>),
    /// The forge delivered something.
    Delivered(Box<Delivered>),
    /// We looked, or did something ourselves: facts as they are now.
    Looked {
        /// At what.
        at: LookAt,
        /// What was found.
        facts: Vec<Fact>,
        /// Why it could not be looked at, if it could not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
    },
    /// An attempt at a task ended.
    Ended {
        /// The task.
        task: TaskNo,
        /// The attempt, from 1.
        attempt: u32,
        /// How.
        end: AttemptEnd,
    },
    /// A person has answered what an attempt waited for.
    Answered {
        /// The task.
        task: TaskNo,
    },
    /// Time went by.
    Ticked,
    /// Nothing new is to be begun: the daemon stops.
    Stopping,
}

/// At what we look.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LookAt {
    /// One issue or pull request, with all that belongs to it.
    Subject(Subject),
    /// The parts of an issue.
    Parts(Subject),
    /// Whatever changed in a repository since a time, in milliseconds since 1970.
    Since {
        /// The repository.
        repo: RepoName,
        /// Since when.
        since_ms: u64,
    },
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardDecided {
    /// A task is there.
    Created {
        /// Its number.
        task: TaskNo,
        /// What makes it this one.
        key: Box<TaskKey>,
        /// What kind of work its issue wants.
        business: BusinessType,
        /// The title of its subject, shortened.
        title: String,
    },
    /// A task stands elsewhere.
    Moved {
        /// The task.
        task: TaskNo,
        /// From.
        from: TaskState,
        /// To.
        to: TaskState,
        /// What ended it, if it ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ending: Option<Ending>,
        /// In words, where there is more to say.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// An attempt at a task begins: a run.
    Dispatched {
        /// The task.
        task: TaskNo,
        /// The attempt, from 1.
        attempt: u32,
        /// The run.
        run: RunId,
    },
    /// An attempt is ended by us: its task has ended, or its time is up.
    Cancelled {
        /// The task.
        task: TaskNo,
        /// Its run.
        run: RunId,
        /// Why.
        why: String,
    },
    /// Something is to be looked at.
    Look(LookAt),
    /// People are told of a task on the forge.
    Told {
        /// The task.
        task: TaskNo,
        /// What.
        text: String,
    },
    /// Something that should not be, and that nothing follows from.
    Anomaly {
        /// The task, if it is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<TaskNo>,
        /// In words.
        text: String,
    },
}

/// The configuration that decisions about tasks depend on. A board is kept with it, in a form without names of fields: no
/// field may be left out where it is empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct BoardOptions {
    /// Version of this program.
    pub program: String,
    /// The forge, by its name in the configuration.
    pub forge: String,
    /// The agents.
    pub agents: Vec<AgentOptions>,
    /// Who gets what is assigned to nobody.
    #[serde(default)]
    pub coordinator: Option<Login>,
    /// Who gets what is broken outside the code; without one the coordinator.
    #[serde(default)]
    pub infrastructure: Option<Login>,
    /// Milliseconds that an attempt may take.
    pub timeout_ms: u64,
    /// Attempts at one task.
    pub attempts_max: u32,
    /// Rounds of one pull request, and of one parent issue.
    pub rounds_max: u32,
    /// Attempts of all agents side by side.
    pub parallel_max: u32,
    /// Digest of the templates.
    pub templates: Hash,
}

/// An agent, as far as decisions depend on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentOptions {
    /// Its name in the configuration.
    pub name: String,
    /// Its account.
    pub login: Login,
    /// Tasks side by side.
    pub parallel_max: u32,
}
