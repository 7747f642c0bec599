//! Commands within a command.

use std::path::PathBuf;

use clap::Subcommand;

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
    /// The policies, and where they are asked
    #[command(
        after_help = "Example:\n  interlock gate policies\n  interlock gate policies git-safety"
    )]
    Policies {
        /// Only this one, in full
        name: Option<String>,
    },
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
