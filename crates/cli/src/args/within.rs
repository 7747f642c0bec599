//! Commands within a command.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::BacktestArgs;

#[derive(Debug, Subcommand)]
pub(crate) enum GateCommand {
    /// Decide tool calls read as JSON lines
    #[command(
        after_help = "Example:\n  echo '{\"id\":\"c1\",\"tool\":\"run_command\",\"args\":{\"command\":\"git push --force origin main\"}}' | interlock gate check"
    )]
    Check {
        /// Read from this file instead of standard input
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Score the gates against labelled rows
    #[command(
        after_help = "Example:\n  interlock gate test corpus/security/*.jsonl\n  interlock gate test --list corpus/security/paths.jsonl\n\n\
        A row names what is asked, where, and which decisions are right: a shell command, a path and what\n\
        stands on the disk, a text with a secret, or an act that a text from outside suggests. Each is laid\n\
        out in a temporary folder and judged as in a run, with the configuration that counts here.\n\
        A miss runs although it must stop; a downgrade asks although nobody may lift it; friction asks\n\
        although it may run; over-blocking denies for good what may run or may be granted.\n\
        Exit status: 0 no row is a miss, 1 a row is, 2 a file or a row can't be read."
    )]
    Test(GateTestArgs),
    /// Decide what runs proposed again, with the policies as they are now
    #[command(
        after_help = "Example:\n  interlock gate backtest\n  interlock gate backtest --policies stricter.yml --since 7d\n  interlock gate backtest --config new.yml --run k3f9 --json\n\n\
        Each action that an agent proposed, and each command that was run as evidence, is decided again\n\
        where it stands in its run, with the facts that were recorded with it: the disk is not looked\n\
        at. What a person granted then is left out on both sides. `stricter` and `looser` are listed with\n\
        what does it; `unknown` needs a fact that was not recorded, and counts as neither. Limits, money\n\
        and the mode stay those of the run.\n\
        Exit status: 0 nothing changes, 1 something does or can't be told, 2 a run can't be read."
    )]
    Backtest(BacktestArgs),
    /// The policies, and where they are asked
    #[command(
        after_help = "Example:\n  interlock gate policies\n  interlock gate policies git-safety"
    )]
    Policies {
        /// Only this one, in full
        name: Option<String>,
        /// The same as NAME
        #[arg(long, value_name = "NAME", conflicts_with = "name")]
        explain: Option<String>,
    },
    /// One action: what it would do, what stands against it, and what would lift that
    #[command(
        after_help = "Example:\n  interlock gate explain 'git push --force origin main'\n  interlock gate explain '{\"tool\":\"fetch_url\",\"args\":{\"url\":\"https://x.example/\"}}'"
    )]
    Explain {
        /// A command line, or a line of `gate check`; without it standard input is read
        action: Option<String>,
    },
    /// Every way to a side effect, with the checkpoints and policies that guard it
    #[command(
        after_help = "Example:\n  interlock gate coverage\n  interlock gate coverage --agent claude\n\nExit status: 0 all are guarded, 1 one is not, or the agent's settings do not name the hook."
    )]
    Coverage {
        /// What stands in front of this agent here, and what goes past it
        #[arg(long, value_name = "AGENT", value_parser = super::agent::host)]
        agent: Option<agents::host::Host>,
    },
    /// Rules in files of their own
    #[command(subcommand, after_help = "Example:\n  interlock gate rules check")]
    Rules(RulesCommand),
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// Check policy files, and try their rules on their examples
    #[command(
        after_help = "Example:\n  interlock gate rules check\n  interlock gate rules check .interlock/policies/prod.yml\n\nExit status: 0 all can be used, 1 one can't."
    )]
    Check {
        /// Files; without them your own and the project's
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct GateTestArgs {
    /// Rows as JSON lines
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Each row that is not right: how, its name and family, what was expected, what came, and what decided
    #[arg(long)]
    pub(crate) list: bool,
    /// Write the decisions here, as JSON lines: `{"id", "decision", "severity", "ms"}`
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// How long a decision takes, without what is done on the disk: median and 99th of 100, in microseconds
    #[arg(long)]
    pub(crate) timings: bool,
    /// Which sandbox holds what is started: what this machine gives, one that keeps every promise, or none
    #[arg(long, value_enum, default_value_t = JudgedWith::Machine)]
    pub(crate) sandbox: JudgedWith,
}

/// The sandbox that rows are judged with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum JudgedWith {
    /// What this machine gives.
    Machine,
    /// One that keeps every promise.
    Whole,
    /// None.
    None,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LedgerCommand {
    /// Check the chain of a run, or of all
    #[command(after_help = "Example:\n  interlock ledger verify\n  interlock ledger verify k3f9")]
    Verify {
        /// The run
        run: Option<String>,
    },
    /// A run as JSON lines
    #[command(after_help = "Example:\n  interlock ledger export k3f9 > k3f9.jsonl")]
    Export {
        /// The run
        run: String,
    },
    /// Decide a run again from what it saw, and compare
    #[command(after_help = "Example:\n  interlock ledger replay k3f9")]
    Replay {
        /// The run
        run: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// As resolved, with where each value comes from
    #[command(
        after_help = "Example:\n  interlock config show\n  interlock --set budget.total=5 config show --json"
    )]
    Show,
    /// Whether it is right
    #[command(
        after_help = "Example:\n  interlock config check\n  interlock config check --config new.yml"
    )]
    Check,
    /// The JSON Schema of the file
    #[command(after_help = "Example:\n  interlock config schema > config.schema.json")]
    Schema,
}
