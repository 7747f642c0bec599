//! What can be said about grants.

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum AuthoriseCommand {
    /// What was granted and still stands
    #[command(
        after_help = "Example:\n  interlock authorise list\n  interlock authorise list --all --json | jq .stands"
    )]
    List {
        /// Only of this run
        #[arg(long, value_name = "RUN")]
        run: Option<String>,
        /// What is used up, expired or taken back, too
        #[arg(long)]
        all: bool,
    },
    /// Grant something to a run, or show the rule that would allow it for good
    #[command(
        after_help = "Example:\n  interlock authorise grant --run k3f9 --question a7\n  interlock authorise grant './deploy.sh staging' --once\n  interlock authorise grant --run k3f9 'npm ci' --uses 3 --for 2h --policy shell-mutation\n  interlock authorise grant --run k3f9 --resource src/new.rs --policy plan-path\n  interlock authorise grant --run k3f9 --network crates --for 2h\n  interlock authorise grant 'npm ci' --rule\n\n\
        Without --once, --uses and --for it is once, and with --run as often as that run likes.\n\
        A COMMAND is what the agent would write, or a line of `gate check` for another tool. One\n\
        byte more, another directory or a changed script, and it asks again.\n\
        Exit status: 0 granted or shown, 2 there is nothing to grant, 4 nobody can grant it."
    )]
    Grant(GrantArgs),
    /// Take a grant back; the next decision is made without it
    #[command(after_help = "Example:\n  interlock authorise revoke g12")]
    Revoke {
        /// The grant, as `list` names it
        #[arg(value_name = "GRANT")]
        grant: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct GrantArgs {
    /// The command, or a line of `gate check`
    #[arg(value_name = "COMMAND")]
    pub(crate) action: Option<String>,
    /// The run it is for; may be left out when only one goes on
    #[arg(long, value_name = "RUN")]
    pub(crate) run: Option<String>,
    /// What this question of the run asks, instead of a command
    #[arg(long, value_name = "QUESTION", conflicts_with = "action")]
    pub(crate) question: Option<String>,
    /// The task in whose worktree it holds; else the one that is worked on
    #[arg(long, value_name = "TASK", conflicts_with = "question")]
    pub(crate) task: Option<String>,
    /// Only what this policy asks for, or one rule of it: `policy/rule`
    #[arg(long, value_name = "POLICY")]
    pub(crate) policy: Option<String>,
    /// A file that may be written, whatever is written, instead of a command
    #[arg(long, value_name = "PATH", requires = "policy", conflicts_with_all = ["action", "question", "rule"])]
    pub(crate) resource: Option<String>,
    /// A registry or host that commands may reach from their sandbox, instead of a command: `crates`, `npm`, `pypi`,
    /// `docs.example:443`, `*.example.org`; several with several `--network`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["action", "question", "task", "policy", "resource", "rule", "once", "uses"])]
    pub(crate) network: Vec<String>,
    /// Once, within the hour
    #[arg(long, conflicts_with = "uses")]
    pub(crate) once: bool,
    /// So many times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..1_000_000))]
    pub(crate) uses: Option<u32>,
    /// For so long: `90s`, `30m`, `2h`, `1d`
    #[arg(long = "for", value_name = "TIME")]
    pub(crate) lasts: Option<String>,
    /// Show the rule that would allow it for good, as a diff; grant nothing
    #[arg(long, conflicts_with_all = ["once", "uses", "lasts", "policy"])]
    pub(crate) rule: bool,
    /// Make that change, after it was shown
    #[arg(long, requires = "rule")]
    pub(crate) apply: bool,
    /// The rule in the project's policy files instead of your own
    #[arg(long, requires = "rule")]
    pub(crate) project: bool,
}
