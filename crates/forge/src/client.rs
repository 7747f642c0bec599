//! A client of one forge, for one account. Its answers are read leniently, and its failures are named.
//!
//! Reading order: `endpoint` (where, who, how patient), `failure` (what can go wrong), `call` (one call, tried again where
//! that is safe), `pages` (lists), then what is read: `reads`, `people`, `checks`, [`Client::look`]; and `hooks`, the one
//! thing that is set up by hand.
//!
//! No redirect is followed and no address out of an answer is called: the token would go with it.

mod call;
mod checks;
mod endpoint;
mod failure;
mod hooks;
mod look;
mod pages;
mod people;
mod reads;
mod web;

pub use call::Client;
pub(crate) use call::{Call, made};
pub use checks::{Combined, JobLog};
pub use endpoint::{BadEndpoint, Credential, Endpoint, Patience};
pub use failure::Failure;
pub use hooks::{HookSeen, HookStands, HookWanted, events};
pub use people::LabelSeen;
pub use reads::{Account, RepositorySeen};
