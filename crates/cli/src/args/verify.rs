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
    /// With what the exit status is 1: a gap, any note as well, or nothing (then it is 0 for a person, too)
    #[arg(
        long,
        value_name = "gap|note|never",
        default_value = "gap",
        hide_default_value = true
    )]
    pub(crate) fail_on: FailOn,
    /// Verify nothing; say what a rule finds, why, and what to do instead, or list all rules
    #[arg(long, value_name = "RULE", num_args = 0..=1, conflicts_with_all = ["plan", "base", "write", "again", "fresh", "standing"])]
    #[expect(
        clippy::option_option,
        reason = "the flag stands alone, or with a rule"
    )]
    pub(crate) explain: Option<Option<String>>,
    /// Verify nothing; add an entry to `.interlock/accepted.yml`: a place is a path, or `path:name`
    #[arg(long, num_args = 3, value_names = ["RULE", "PLACE", "WHY"], conflicts_with_all = ["plan", "base", "write", "again", "fresh", "standing", "explain"])]
    pub(crate) accept: Option<Vec<String>>,
}

/// With what a verification fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A gap.
    Gap,
    /// A gap, or a note.
    Note,
    /// Nothing.
    Never,
}

/// Where annotations are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Annotations {
    /// Workflow commands of GitHub Actions, one a line; Gitea and Forgejo keep them in the log
    Github,
    /// A Code Quality report of GitLab, as JSON
    Gitlab,
}
