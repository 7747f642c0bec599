//! What can be said to the doctor.

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub(crate) struct DoctorArgs {
    /// Mend what can be mended; without it everything is only told
    #[arg(long)]
    pub(crate) mend: bool,
    /// Look at all repositories that the ledger has runs of
    #[arg(long)]
    pub(crate) all: bool,
}
