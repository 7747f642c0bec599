//! Acts that gather evidence: a clean checkout of the tree in question, commands that are run in it, breaks in copies of it.

use serde::{Deserialize, Serialize};

use crate::event::RepositoryHook;
use crate::ids::{GitId, RelPath, TaskId};
use crate::options::Falsify;

/// Lay a tree out in the run's clean checkout, which no command of an agent ever enters. It is one folder for the whole
/// run: what differs is written, and what neither git tracks nor tools keep as a cache goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkout {
    /// On whose behalf.
    pub task: TaskId,
    /// The commit that `HEAD` names there.
    pub commit: GitId,
    /// Its tree, where that was verified to be it; else whatever tree the commit has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<GitId>,
    /// Folders and files that the tree lacks and the person's own checkout has, copied from there
    /// (`verification.bring`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bring: Vec<RelPath>,
    /// Whether it is told what the person's checkout has that this one lacks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compare: bool,
}

/// Run a declared command in the clean checkout. Lines of older programs ran it in a task's worktree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// On whose behalf.
    pub task: TaskId,
    /// The command line as declared.
    pub command: String,
    /// It as argv.
    pub argv: Vec<String>,
    /// The tree that must stand there.
    pub tree: GitId,
    /// Longest time, in seconds.
    pub timeout_s: u32,
    /// Tests by whose names truths of the plan are bound: its output is read for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
    /// What it is run for.
    #[serde(default, skip_serializing_if = "Purpose::is_evidence")]
    pub purpose: Purpose,
    /// Code of the change: it is told which of these files somebody opens in the person's own checkout meanwhile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watched: Vec<RelPath>,
    /// The command is this hook of the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hook: Option<Box<HookCall>>,
}

/// A hook that is asked whether a change may be merged. It sees the change as the difference of the index to `HEAD`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookCall {
    /// The hook, which has to stand as it stood.
    pub hook: RepositoryHook,
    /// What `HEAD` names meanwhile: the commit that the change is to come onto.
    pub onto: GitId,
    /// The commit with the change.
    pub commit: GitId,
}

/// What a command is run for. Only [`Purpose::Evidence`] may turn anything green.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// To show that the tree is as it should be.
    #[default]
    Evidence,
    /// To make ready for checks what git does not track (`verification.prepare`).
    Prepare,
    /// Once more on the same tree, since it failed.
    Repeat,
    /// On the tree that the work is compared with, since it fails with the work.
    Baseline,
}

impl Purpose {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde hands a reference over"
    )]
    fn is_evidence(&self) -> bool {
        *self == Purpose::Evidence
    }
}

/// Make scratch copies of the clean checkout, break there what the plan's artifacts provide, and run commands in them.
/// The checkout itself is not touched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trials {
    /// On whose behalf.
    pub task: TaskId,
    /// The tree that is copied.
    pub tree: GitId,
    /// The commands that may be run there, all green on that tree.
    pub commands: Vec<Declared>,
    /// How much may be tried.
    pub bounds: Falsify,
    /// Code of the change that is made unreadable, all of it at once, to see whether the commands are of this place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<RelPath>,
}

/// A declared command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// The line as declared.
    pub command: String,
    /// It as argv.
    pub argv: Vec<String>,
    /// What builds all that it runs, and runs none of it, where its tool can be told to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<Vec<String>>,
}
