//! What can be said about agents of others.

use agents::host::Host;
use clap::Args;
use ledger::forge::ForgeKind;

#[derive(Debug, Args)]
pub(crate) struct HookArgs {
    /// The agent whose event stands on standard input: claude, codex, gemini, opencode, pi
    #[arg(value_name = "AGENT", value_parser = host)]
    pub(crate) agent: Host,
}

#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// Replace what is there
    #[arg(long)]
    pub(crate) force: bool,
    /// Put the gates in front of this agent instead: its hook goes into its settings for this project
    #[arg(long, value_name = "AGENT", value_parser = host, conflicts_with = "force")]
    pub(crate) agent: Option<Host>,
    /// Into the agent's settings for every project of yours
    #[arg(long, requires = "agent")]
    pub(crate) user: bool,
    /// Write what a team on a forge begins with instead: gitea, forgejo, github
    #[arg(long, value_name = "KIND", value_parser = forge, num_args = 0..=1, conflicts_with_all = ["force", "agent"])]
    pub(crate) forge: Option<Option<ForgeKind>>,
    /// Take the agent's hook out again
    #[arg(long, requires = "agent")]
    pub(crate) remove: bool,
}

/// A kind of forge by its name.
fn forge(word: &str) -> Result<ForgeKind, String> {
    ForgeKind::named(word).ok_or_else(|| {
        let words: Vec<&str> = ForgeKind::ALL.into_iter().map(ForgeKind::word).collect();
        format!(
            "there is no forge of the kind `{word}`; there are: {}",
            words.join(", ")
        )
    })
}

/// An agent by its name.
pub(crate) fn host(word: &str) -> Result<Host, String> {
    Host::named(word).ok_or_else(|| {
        let names: Vec<&str> = Host::ALL.into_iter().map(Host::word).collect();
        format!(
            "there is no agent `{word}`; there are: {}",
            names.join(", ")
        )
    })
}
