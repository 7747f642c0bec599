//! What can be said about many tasks at once.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

/// Many tasks at once.
#[derive(Debug, ClapArgs)]
pub(crate) struct BatchArgs {
    /// Take the tasks from a file, one a line; `-` is standard input
    #[arg(long = "batch", value_name = "FILE", conflicts_with = "task")]
    pub(crate) file: Option<PathBuf>,
    /// Runs side by side; without it as many as `tasks.parallel_max` says, and at most 4
    #[arg(long, value_name = "N", requires = "file", conflicts_with = "task", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) parallel: Option<u8>,
    /// Begin no run once all runs of the batch have cost so many dollars; `--budget` is for each of them
    #[arg(
        long,
        value_name = "DOLLARS",
        requires = "file",
        conflicts_with = "task"
    )]
    pub(crate) budget_total: Option<String>,
    /// Begin new runs for tasks that were done before: for all, or for those that failed
    #[arg(long, value_enum, requires = "file", conflicts_with = "task", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(crate) again: Option<Again>,
}

/// Which tasks of a batch are begun anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Again {
    /// All of them
    All,
    /// Those whose run was given up
    Failed,
}
