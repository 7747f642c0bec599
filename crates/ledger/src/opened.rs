//! How a run begins, and who drives it.

use serde::{Deserialize, Serialize};

use crate::forge::Publish;
use crate::ids::{GitId, Hash};
use crate::notice::NoticeKind;
use crate::options::Options;
use crate::promise::Source;

/// The first line of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// Version of the program.
    pub program: String,
    /// Where the task came from.
    pub source: Source,
    /// Whether the source is trusted.
    pub trusted: bool,
    /// The repository's top directory, absolute.
    pub repository: String,
    /// The target branch, without `refs/heads/`.
    pub target: String,
    /// Its tip.
    pub base: GitId,
    /// Configuration that decisions depend on.
    pub options: Options,
    /// How the owner of the repository set git up there, and what stands in it; older lines do not say.
    #[serde(default, skip_serializing_if = "Ground::is_plain")]
    pub ground: Ground,
    /// Where on a forge its work goes, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publish: Option<Box<Publish>>,
}

/// What is worth a word about the repository that a run begins in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ground {
    /// Hooks that git would run for a commit or a merge there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<RepositoryHook>,
    /// Paths of the checkout with work that is not committed, and so no part of the run; the first few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncommitted: Vec<String>,
    /// How many such paths there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub uncommitted_count: u64,
    /// Nobody is configured to commit: who does it instead, as `name <address>`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_identity: Option<String>,
    /// Folders of submodules. They are empty in worktrees, and nothing is written below them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub submodules: Vec<String>,
    /// Attributes that name a filter which nobody configured (`*.psd filter=lfs`, with its place): such files go in as
    /// they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown_filters: Vec<String>,
}

impl Ground {
    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

/// A hook of a repository, as it stood when a run was opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepositoryHook {
    /// Its name: `pre-commit`.
    pub name: String,
    /// Its file, absolute.
    pub path: String,
    /// Digest of its content, and of that of the script that it only stands for.
    pub digest: Hash,
}

/// The hooks that can have a say before a merge. The others come after one, or write messages for a person to edit.
const ASKED: [&str; 3] = ["pre-commit", "pre-merge-commit", "commit-msg"];

impl RepositoryHook {
    /// Whether it can be asked about a change before it is merged.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        ASKED.contains(&self.name.as_str())
    }

    /// Its file as one word of a command line.
    #[must_use]
    pub fn command(&self) -> String {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+@".contains(letter);
        match self.path.chars().all(plain) {
            true => self.path.clone(),
            false => format!("'{}'", self.path.replace('\'', "'\\''")),
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks with a reference"
)]
pub(crate) fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A driver took the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimed {
    /// Fencing: every line names the epoch of its driver.
    pub epoch: u64,
    /// The driver.
    pub driver: Process,
    /// Its supervisor, once it has one.
    pub supervisor: Option<Process>,
    /// Whether somebody sits at its terminal: else what has to be asked parks the run.
    pub attended: bool,
    /// What holds the processes that it starts, as far as that was proven here.
    #[serde(default, skip_serializing_if = "Held::is_nothing")]
    pub held: Held,
    /// What people are told of from here on, beside the terminal; empty where nothing is configured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notifies: Vec<NoticeKind>,
}

/// What holds the processes of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// What enforces it: `namespaces` or `landlock`; nothing where nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The promises that are not kept, for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<String>,
    /// What the person's configuration lets commands reach (`network.allow`): registries, hosts. Without namespaces there is
    /// no way there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub network: Vec<String>,
}

/// What gives a sandbox a network of its own, and so a proxy.
const NAMESPACES: &str = "namespaces";

impl Held {
    /// Whether commands have a proxy, so that what is allowed can be reached.
    #[must_use]
    pub fn has_proxy(&self) -> bool {
        self.by.as_deref() == Some(NAMESPACES) && self.is_whole()
    }

    /// Whether every promise is kept, so that a command can touch nothing but its worktree.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.by.is_some() && self.broken.is_empty()
    }

    /// What is missing for commands to touch nothing but their worktree, for people; nothing where nothing is missing.
    #[must_use]
    pub fn lacks(&self) -> Option<String> {
        let broken = self.broken.join("; ");
        match &self.by {
            Some(_) if self.broken.is_empty() => None,
            Some(by) => Some(format!(
                "commands are held by {by}, which does not keep: {broken}"
            )),
            None => Some("commands are held by nothing".to_owned()),
        }
    }

    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// A process: its id alone may be another's by now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Process {
    /// Process id.
    pub pid: u32,
    /// Start time in the kernel's ticks since boot.
    pub start: u64,
}
