//! What can be performed in the world. Every kind here has a hand in `tools` or `harness` that takes it only from a
//! [`crate::permit::Permit`].

use serde::{Deserialize, Serialize};

use crate::forge::{ForgeAct, Push};
use crate::ids::{GitId, Hash, RelPath, RunId, TaskId};
use crate::observation::Protected;
use crate::proposal::Shell;
use crate::scope::{Scope, ScopeEntry};

mod checking;
mod delegating;
mod hooking;
mod serving;

pub use checking::{Check, Checkout, Declared, HookCall, Purpose, Trials};
pub use delegating::Delegate;
pub use hooking::{HookRun, Moment};
pub use serving::{Connect, UseTool};

/// One performable act, as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Make a worktree.
    Prepare(Prepare),
    /// Read, list or search files.
    Look(Look),
    /// Create, replace, change or delete a file.
    Change(Change),
    /// Start a program.
    Exec(Exec),
    /// Have an agent of somebody else work on a task for one turn.
    Delegate(Delegate),
    /// Commit.
    Commit(Commit),
    /// Bring a task's commits into the run branch.
    Integrate(Integrate),
    /// Commit pages of our own onto the run branch.
    Record(Record),
    /// Build the tree that would be merged.
    Candidate(Candidate),
    /// Lay a tree out where evidence is gathered.
    Checkout(Checkout),
    /// Run a declared command there.
    Check(Check),
    /// Break what was verified in scratch copies, to see whether its evidence notices.
    Trials(Trials),
    /// Put a worktree back to a tree.
    Restore(Restore),
    /// Move the target ref.
    Merge(Merge),
    /// Tell people: write the hand-over page, call the notice command.
    HandOver(HandOver),
    /// Remove a worktree after its work is kept.
    Discard(Discard),
    /// Ask a hook of the person's.
    Hook(HookRun),
    /// Reach a server of tools.
    Connect(Connect),
    /// Use a tool of such a server.
    UseTool(UseTool),
    /// Push a commit to a forge.
    Push(Push),
    /// Change something on a forge.
    Forge(ForgeAct),
}

impl Action {
    /// Digest of the action: a permit is matched against it.
    #[must_use]
    pub fn digest(&self) -> Hash {
        // Our own types always serialise; should that ever fail, the digest matches nothing.
        serde_json::to_vec(self).map_or_else(|_| Hash::default(), |bytes| Hash::of(&bytes))
    }

    /// One word for people.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Action::Prepare(_) => "prepare",
            Action::Look(_) => "look",
            Action::Change(_) => "change",
            Action::Exec(_) => "exec",
            Action::Delegate(_) => "delegate",
            Action::Commit(_) => "commit",
            Action::Integrate(_) => "integrate",
            Action::Record(_) => "record",
            Action::Candidate(_) => "candidate",
            Action::Checkout(_) => "checkout",
            Action::Check(_) => "check",
            Action::Trials(_) => "trials",
            Action::Restore(_) => "restore",
            Action::Merge(_) => "merge",
            Action::HandOver(_) => "hand-over",
            Action::Discard(_) => "discard",
            Action::Hook(_) => "hook",
            Action::Connect(_) => "connect",
            Action::UseTool(_) => "use-tool",
            Action::Push(_) => "push",
            Action::Forge(_) => "forge",
        }
    }
}

impl Action {
    /// The branch that the act brings work to, if it does.
    #[must_use]
    pub fn target(&self) -> Option<&str> {
        match self {
            Action::Candidate(candidate) => Some(&candidate.target),
            Action::Integrate(integrate) => Some(&integrate.run_branch),
            Action::Merge(merge) => Some(&merge.target),
            Action::Prepare(_)
            | Action::Look(_)
            | Action::Change(_)
            | Action::Exec(_)
            | Action::Delegate(_)
            | Action::Commit(_)
            | Action::Record(_)
            | Action::Checkout(_)
            | Action::Check(_)
            | Action::Trials(_)
            | Action::Restore(_)
            | Action::HandOver(_)
            | Action::Discard(_)
            | Action::Hook(_)
            | Action::Connect(_)
            | Action::UseTool(_)
            | Action::Push(_)
            | Action::Forge(_) => None,
        }
    }
}

/// Make the worktree of a task on a new branch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepare {
    /// The run.
    pub run: RunId,
    /// The task.
    pub task: TaskId,
    /// The new branch, without `refs/heads/`.
    pub branch: String,
    /// The branch that collects the run's tasks, made at `base` if it does not stand yet.
    pub run_branch: String,
    /// Where it starts: a commit, or `None` for the present tip of the run branch.
    pub base: Option<GitId>,
    /// What the task names: instruction files beside it count.
    pub files: Vec<ScopeEntry>,
}

/// Look at files of the worktree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// Whose worktree.
    pub task: TaskId,
    /// At what.
    pub at: LookAt,
}

/// At what to look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LookAt {
    /// A file, or lines of it.
    File {
        /// The file, links resolved.
        path: RelPath,
        /// First line, from 1.
        from: Option<u32>,
        /// How many lines.
        lines: Option<u32>,
    },
    /// A directory; `None` is the root.
    Directory {
        /// The directory.
        path: Option<RelPath>,
    },
    /// File contents.
    Contents {
        /// A regular expression.
        pattern: String,
        /// Below this directory.
        path: Option<RelPath>,
        /// Only files that match this glob.
        glob: Option<String>,
    },
}

/// Change one file. The digest of what stood there when the gates looked is a precondition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Whose worktree.
    pub task: TaskId,
    /// The file, links resolved.
    pub path: RelPath,
    /// How.
    pub how: ChangeHow,
    /// Digest of the file as the gates saw it; `None`: it was absent.
    pub before: Option<Hash>,
}

/// How a file changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeHow {
    /// Create or replace it.
    Write {
        /// The whole new content.
        content: String,
    },
    /// Replace the one place where `old` stands.
    Edit {
        /// The piece as it stands.
        old: String,
        /// What replaces it.
        new: String,
    },
    /// Delete it.
    Delete,
}

impl ChangeHow {
    /// One word for people.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            ChangeHow::Write { .. } => "write",
            ChangeHow::Edit { .. } => "edit",
            ChangeHow::Delete => "delete",
        }
    }
}

/// Start a program in the worktree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exec {
    /// Whose worktree.
    pub task: TaskId,
    /// What.
    pub what: ExecWhat,
    /// Directory below the worktree; `None` is its root.
    pub cwd: Option<RelPath>,
    /// Longest time, in seconds.
    pub timeout_s: u32,
    /// Longest output kept, in bytes.
    pub output_bytes_max: u32,
    /// A user's hook around an act rather than a tool: its name.
    pub hook: Option<String>,
}

/// What is started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExecWhat {
    /// Program and arguments.
    Argv(Vec<String>),
    /// A line for a shell.
    Shell {
        /// Which shell.
        shell: Shell,
        /// The line.
        command: String,
    },
}

/// A file as the harness itself writes or removes it: ticks, summaries, merged specs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Where.
    pub path: RelPath,
    /// Its whole content; `None`: it goes.
    pub content: Option<String>,
}

/// Commit pages of our own onto the run branch: no worktree is touched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The run branch.
    pub run_branch: String,
    /// The pages.
    pub files: Vec<Written>,
    /// The commit's message.
    pub message: String,
}

/// Commit what was declared and changed, by path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Whose worktree.
    pub task: TaskId,
    /// Its message.
    pub message: String,
    /// Only what this covers.
    pub declared: Scope,
    /// Never these, although changed (secret names and the like), as globs.
    pub never: Vec<String>,
}

/// Bring a task's branch into the run branch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Integrate {
    /// The task.
    pub task: TaskId,
    /// Its tip.
    pub commit: GitId,
    /// The run branch.
    pub run_branch: String,
}

/// Build what would be merged, as a tree: the run branch with the target's present tip; or a task's branch with the
/// run branch's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The task in whose worktree it is laid out for checking.
    pub task: TaskId,
    /// The branch whose work is to come in.
    pub run_branch: String,
    /// The branch that it comes into.
    pub target: String,
    /// The commit message, if a merge commit is needed.
    pub message: String,
    /// The commit that the work began from: what others changed since must still be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<GitId>,
    /// Tips of that branch which earlier candidates were built on, the oldest first: the work may have taken them in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<GitId>,
}

/// Put a worktree back to a tree; what stood there is kept in a snapshot first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restore {
    /// Whose worktree.
    pub task: TaskId,
    /// The tree.
    pub tree: GitId,
    /// The commit that the branches shall name afterwards, if they move too.
    pub commit: Option<GitId>,
    /// The run branch, moved as well: to `run_commit`, or to `commit` if that is not said.
    pub run_branch: Option<String>,
    /// Where the run branch belongs, if not where the task's branch does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_commit: Option<GitId>,
}

/// One compare-and-swap of the target ref.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merge {
    /// The target branch.
    pub target: String,
    /// Its tip as verified.
    pub from: GitId,
    /// The verified commit.
    pub to: GitId,
    /// What stands in no tree and decides what git does, as it was when the candidate was looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub protected: Vec<Protected>,
}

/// Tell people that the run needs them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandOver {
    /// Why: `max_retries`, `policy_trigger`, `no_auto_fix`, `fix_failed`, or a stop.
    pub reason: String,
    /// The page, as Markdown.
    pub page: String,
    /// A notice command, if one is configured: argv, the page goes to its standard input as JSON.
    pub notify: Option<Vec<String>>,
}

/// Remove a task's worktree. Its commits and its last state are kept under a ref first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discard {
    /// The task.
    pub task: TaskId,
    /// Whether its branch goes too, and the run branch with it.
    pub branch: bool,
    /// The run goes on: the run branch stays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub run_goes_on: bool,
}
