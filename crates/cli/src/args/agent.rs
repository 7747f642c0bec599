//! What can be said about agents of others.

use agents::host::Host;
use clap::Args;

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
    /// Take the agent's hook out again
    #[arg(long, requires = "agent")]
    pub(crate) remove: bool,
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
