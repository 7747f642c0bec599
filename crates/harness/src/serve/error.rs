//! Why nothing is served.

use crate::forges::NoForge;
use crate::http::listen;

use super::setup::NotSetUp;

/// Why nothing is served, or not any more.
#[derive(Debug, thiserror::Error)]
pub enum NotServed {
    /// It can't be as it is configured.
    #[error(transparent)]
    SetUp(#[from] NotSetUp),
    /// A forge can't be used.
    #[error(transparent)]
    Forge(#[from] NoForge),
    /// The listener can't be had.
    #[error(transparent)]
    Listen(#[from] listen::Error),
    /// The store can't be had.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// Lines could not be made durable.
    #[error(transparent)]
    Broken(#[from] ledger::journal::Broken),
    /// A line can't be read.
    #[error("a line of `{stream}` can't be read: {why}")]
    Line {
        /// The stream.
        stream: String,
        /// Why not.
        why: String,
    },
    /// The system has no thread.
    #[error("a thread can't be started")]
    Thread(#[source] std::io::Error),
    /// A mistake of ours.
    #[error("a thread of the daemon ended by a mistake of ours; the daemon can be started again")]
    Panicked,
}
