//! Why an event could not be answered.

use crate::repository::NoSite;

/// Why an event was not answered as it should be.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotAnswered {
    /// The configuration, the repository or the ledger.
    #[error(transparent)]
    Site(#[from] NoSite),
    /// The ledger.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// A line could not be made durable.
    #[error(transparent)]
    Broken(#[from] ledger::journal::Broken),
    /// A line of the session can't be read.
    #[error("the session's lines can't be read: {0}")]
    Lines(String),
}
