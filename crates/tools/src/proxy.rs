//! The one way out of a sandbox: a proxy of ours that reaches the hosts that a person allows, and nothing else.
//!
//! Its socket is made inside the sandbox's network, where there is loopback alone, and handed out to the driver, who
//! carries connections on to the machine's network. So whoever does not ask the proxy reaches nothing.
//!
//! Reading order: [`host`] (targets in one canonical form), [`allowed`] (what may be reached), `address` (what never is),
//! [`reach`] (both together, with names resolved), [`head`] (what a request asks for), `serve` (one connection), `relay` (its
//! bytes), `book` (what is written down of it), `thread` (who does all this).
//!
//! It looks at where a connection leads, not at what goes through it: what is allowed can be sent to.

mod address;
pub mod allowed;
mod book;
pub mod head;
pub mod host;
pub mod reach;
mod relay;
mod serve;
mod thread;

pub use address::closed;
pub use allowed::{Allowed, NotAllowed, Registry};
pub use reach::Reach;
pub use serve::Limits;
pub use thread::{Acceptor, Proxy, WayOut};
