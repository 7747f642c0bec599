//! What can be said to a run: an answer, to stop, to go back.

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct StopArgs {
    /// The run
    #[arg(value_name = "RUN")]
    pub(crate) run: String,
    /// Why
    #[arg(long, default_value = "")]
    pub(crate) reason: String,
}

#[derive(Debug, Args)]
pub(crate) struct RewindArgs {
    /// The run and the line: `RUN@SEQ`
    #[arg(value_name = "RUN@SEQ")]
    pub(crate) run: String,
    /// Also if the run was merged since: the target keeps what was merged
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ApproveArgs {
    /// The run
    #[arg(value_name = "RUN")]
    pub(crate) run: String,
    /// The question, as `inbox` names it; may be left out when there is one
    pub(crate) question: Option<String>,
    /// Only leave the answer; do not go on with the run here
    #[arg(long)]
    pub(crate) no_resume: bool,
}

#[derive(Debug, Args)]
pub(crate) struct AnswerArgs {
    /// The run
    #[arg(value_name = "RUN")]
    pub(crate) run: String,
    /// The question, as `inbox` names it
    pub(crate) question: String,
    /// The words
    #[arg(default_value = "")]
    pub(crate) text: String,
    /// Only leave the answer; do not go on with the run here
    #[arg(long)]
    pub(crate) no_resume: bool,
}
