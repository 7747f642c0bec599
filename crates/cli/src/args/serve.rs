//! Arguments of `serve`.

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub(crate) struct ServeArgs {
    /// Only prove that the set-up works, and say what to mend
    #[arg(long)]
    pub(crate) check: bool,
    /// Listen here instead of where the configuration says: address and port
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<String>,
    /// Make the hooks of all named repositories before serving, where they are missing or differ
    #[arg(long)]
    pub(crate) make_hooks: bool,
}
