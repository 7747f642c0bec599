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
    /// Another daemon is at it.
    #[error("another daemon serves the forge `{forge}`{}", pid.map_or_else(String::new, |it| format!(": process {it}")))]
    Served {
        /// The forge.
        forge: String,
        /// The process that says so; a hint, since ids are used again.
        pid: Option<u32>,
    },
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

impl NotServed {
    /// What to do next.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::SetUp(why) => Some(why.help()),
            Self::Forge(why) => Some(why.help()),
            Self::Listen(listen::Error::Address { .. }) => Some(
                "another program may listen there: stop it, or name another address with `serve.listen`"
                    .to_owned(),
            ),
            Self::Served { .. } => Some(
                "one daemon serves a forge: stop the other first, or name another `state_dir`"
                    .to_owned(),
            ),
            Self::Listen(listen::Error::Thread(_) | listen::Error::WriterEnded)
            | Self::Store(_)
            | Self::Broken(_)
            | Self::Line { .. }
            | Self::Thread(_)
            | Self::Panicked => None,
        }
    }
}
