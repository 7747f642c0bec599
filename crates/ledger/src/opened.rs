//! How a run begins, and who drives it.

use serde::{Deserialize, Serialize};

use crate::ids::GitId;
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
}

/// A process: its id alone may be another's by now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Process {
    /// Process id.
    pub pid: u32,
    /// Start time in the kernel's ticks since boot.
    pub start: u64,
}
