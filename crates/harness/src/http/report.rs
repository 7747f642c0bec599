//! What the listener tells whoever started it, and why it refuses.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Takes what the listener tells. Called on the threads of the listener: it has to be quick.
pub type Log = Arc<dyn Fn(Event) + Send + Sync>;

/// Something that happened to the listener.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// It takes deliveries.
    Listening {
        /// Where.
        address: SocketAddr,
    },
    /// Deliveries became durable, together.
    Accepted {
        /// How many.
        new: u64,
        /// How many there were already.
        known: u64,
        /// Bytes of their bodies.
        bytes: u64,
        /// The largest number among them.
        last_no: u64,
        /// How long that took, in milliseconds.
        took_ms: u64,
    },
    /// A request was refused.
    Refused {
        /// The forge that it names, unless it is none of ours.
        forge: Option<String>,
        /// From where.
        peer: IpAddr,
        /// Why.
        why: Refusal,
    },
    /// The store took nothing; those that waited were told so.
    StoreFailed {
        /// Why.
        why: String,
    },
    /// The store could not be tidied. Nothing is lost; it is tried again.
    TidyFailed {
        /// Why.
        why: String,
    },
    /// A connection could not be taken. It is tried again in a moment.
    NotTaken {
        /// Why.
        why: String,
    },
    /// It has stopped.
    Stopped {
        /// Connections that were cut because they were not ready in time.
        cut: u64,
    },
}

/// Why a request is refused. Each has its status and constant words: whoever asks learns no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refusal {
    /// There is no forge of that name.
    UnknownForge,
    /// It is neither JSON nor a form, or it is compressed.
    Media,
    /// Its body is too large.
    TooLarge,
    /// Its body took too long.
    Slow,
    /// Its body ended before its end.
    Cut,
    /// Too much is being read or waits already.
    Busy,
    /// It has no signature.
    NoSignature,
    /// Its signature is wrong.
    WrongSignature,
    /// It lacks its id or its event, or one of them is too long, or its body is not what its headers say.
    Unreadable,
    /// It could not be made durable.
    NotKept,
}

impl Refusal {
    /// The status of the answer.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Refusal::UnknownForge => 404,
            Refusal::Media => 415,
            Refusal::TooLarge => 413,
            Refusal::Slow => 408,
            Refusal::Cut | Refusal::Unreadable => 400,
            Refusal::NoSignature | Refusal::WrongSignature => 401,
            Refusal::Busy | Refusal::NotKept => 503,
        }
    }

    /// The words of the answer.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Refusal::UnknownForge => "unknown forge",
            Refusal::Media => "neither plain JSON nor a form",
            Refusal::TooLarge => "too large",
            Refusal::Slow => "too slow",
            Refusal::Cut => "the body ends too early",
            Refusal::Busy => "busy",
            Refusal::NoSignature => "no signature",
            Refusal::WrongSignature => "wrong signature",
            Refusal::Unreadable => "not readable",
            Refusal::NotKept => "not kept",
        }
    }

    /// After how many seconds it may be tried again, if that may help.
    #[must_use]
    pub fn retry_after_s(self) -> Option<u64> {
        match self {
            Refusal::Busy => Some(1),
            Refusal::NotKept => Some(5),
            Refusal::UnknownForge
            | Refusal::Media
            | Refusal::TooLarge
            | Refusal::Slow
            | Refusal::Cut
            | Refusal::NoSignature
            | Refusal::WrongSignature
            | Refusal::Unreadable => None,
        }
    }
}
