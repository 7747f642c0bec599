//! Arguments of the verifier alone.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

#[derive(Debug, ClapArgs)]
pub(crate) struct VerifyArgs {
    /// The PLAN.md, or the folder of a phase or of an OpenSpec change; without it what `project.open_spec_path` names, or with `--base` the change alone
    #[arg(value_name = "PLAN.md | FOLDER")]
    pub(crate) plan: Option<PathBuf>,
    /// What the change is compared with, from where both parted
    #[arg(long, value_name = "REV")]
    pub(crate) base: Option<String>,
    /// Write VERIFICATION.md beside the plan
    #[arg(long)]
    pub(crate) write: bool,
    /// Print that page at a terminal too, where otherwise what is wrong is told in short
    #[arg(long)]
    pub(crate) page: bool,
    /// Print each gap and note for a service that runs CI, at its file and line; the verdict goes to standard error
    #[arg(long, value_enum, value_name = "SERVICE", conflicts_with = "page")]
    pub(crate) annotations: Option<Annotations>,
    /// Look only; run no command
    #[arg(long)]
    pub(crate) no_commands: bool,
    /// Compare with the last verdict given here, where no VERIFICATION.md stands beside the plan
    #[arg(long)]
    pub(crate) again: bool,
    /// Look and try everything anew: nothing that is remembered of this very tree counts
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Verify nothing; say whether the last verdict still stands, and why not
    #[arg(long, conflicts_with_all = ["write", "again", "fresh"])]
    pub(crate) standing: bool,
}

/// Where annotations are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Annotations {
    /// Workflow commands of GitHub Actions, one a line; Gitea and Forgejo keep them in the log
    Github,
    /// A Code Quality report of GitLab, as JSON
    Gitlab,
}
