//! What an agent (or the harness itself) proposes to do, before any gate has looked at it.

use serde::{Deserialize, Serialize};

use crate::forge::Means;

/// A typed proposal. Paths and commands are still as the proposer wrote them: hostile until decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "tool", rename_all = "snake_case")]
pub enum Proposal {
    /// Read a file, or lines of it.
    Read {
        /// The file.
        path: String,
        /// First line, from 1.
        #[serde(default)]
        from: Option<u32>,
        /// How many lines.
        #[serde(default)]
        lines: Option<u32>,
    },
    /// List a directory.
    List {
        /// The directory; empty means the root.
        path: String,
    },
    /// Search file contents.
    Search {
        /// A regular expression.
        pattern: String,
        /// Below this directory.
        #[serde(default)]
        path: Option<String>,
        /// Only files that match this glob.
        #[serde(default)]
        glob: Option<String>,
    },
    /// Create or replace a file.
    Write {
        /// The file.
        path: String,
        /// Its whole new content.
        content: String,
    },
    /// Replace one piece of a file.
    Edit {
        /// The file.
        path: String,
        /// The piece as it stands; it must occur exactly once.
        old: String,
        /// What replaces it.
        new: String,
    },
    /// Delete a file.
    Delete {
        /// The file.
        path: String,
    },
    /// Run a program without a shell.
    Exec {
        /// Program and arguments.
        argv: Vec<String>,
        /// Directory below the worktree.
        #[serde(default)]
        cwd: Option<String>,
    },
    /// Run a command line through a shell.
    Shell {
        /// Which shell.
        shell: Shell,
        /// The command line.
        command: String,
        /// Directory below the worktree.
        #[serde(default)]
        cwd: Option<String>,
    },
    /// A git command, as argv without the leading `git`.
    Git {
        /// The arguments.
        argv: Vec<String>,
    },
    /// Commit what was declared and changed.
    Commit {
        /// The message.
        message: String,
    },
    /// Fetch an address.
    Fetch {
        /// The address.
        url: String,
    },
    /// Use a tool of a server of the Model Context Protocol. What it does is not known.
    Mcp {
        /// The server, by its name in the configuration.
        server: String,
        /// The tool, as the server calls it.
        name: String,
        /// Its arguments, a JSON object.
        arguments: String,
    },
    /// Hand work to another agent.
    Delegate {
        /// Whom.
        role: String,
        /// What.
        task: String,
    },
    /// Run a command as evidence.
    Verify {
        /// The command line as declared.
        command: String,
    },
    /// Ask a person.
    Ask {
        /// The question.
        question: String,
        /// Answers to choose from, if any.
        #[serde(default)]
        options: Vec<String>,
    },
    /// Report the task as done. A claim, never evidence.
    Done {
        /// What was done, in the agent's words.
        summary: String,
    },
    /// Propose a plan. Only a planner does.
    Plan {
        /// The plan as the model wrote it (JSON).
        plan: String,
    },
    /// Do something on the forge that the run comes from.
    OnForge {
        /// What.
        means: Means,
    },
    /// Open a pull request (not a tool of the built-in loop; judged for others and for hooks).
    PullRequest {
        /// Its title.
        title: String,
        /// Its description.
        body: String,
    },
}

/// The shells whose commands can be proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shell {
    /// GNU bash.
    Bash,
    /// POSIX sh.
    Sh,
    /// zsh.
    Zsh,
    /// PowerShell.
    Powershell,
    /// Windows' cmd.exe.
    Cmd,
}

impl Proposal {
    /// The name of the tool, as the model knows it.
    #[must_use]
    pub fn tool(&self) -> &'static str {
        match self {
            Proposal::Read { .. } => "read",
            Proposal::List { .. } => "list",
            Proposal::Search { .. } => "search",
            Proposal::Write { .. } => "write",
            Proposal::Edit { .. } => "edit",
            Proposal::Delete { .. } => "delete",
            Proposal::Exec { .. } => "run",
            Proposal::Shell { .. } => "shell",
            Proposal::Git { .. } => "git",
            Proposal::Commit { .. } => "commit",
            Proposal::Fetch { .. } => "fetch",
            Proposal::Mcp { .. } => "mcp",
            Proposal::Delegate { .. } => "delegate",
            Proposal::Verify { .. } => "verify",
            Proposal::Ask { .. } => "ask",
            Proposal::Done { .. } => "done",
            Proposal::Plan { .. } => "plan",
            Proposal::OnForge { means } => means.kind().tool(),
            Proposal::PullRequest { .. } => "pull_request",
        }
    }

    /// Whether it only looks: such proposals of one reply may run side by side.
    #[must_use]
    pub fn only_looks(&self) -> bool {
        matches!(
            self,
            Proposal::Read { .. } | Proposal::List { .. } | Proposal::Search { .. }
        )
    }
}
