//! The room that speaks with forges: Gitea, Forgejo and GitHub.
//!
//! Reading order: [`delivery`] (what a forge sends by itself: whether it is genuine, and which facts it tells), [`client`]
//! (what is asked of it), [`act()`] (what is done on it, with a permit). `wire` is how forges write things in JSON, `seen` turns that into facts.
//!
//! This room does not know tasks, agents, rules or why something is done. What comes from a forge is hostile until it was
//! read: no address out of it is ever called, and whatever a field holds, reading it never fails as a whole.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod act;
pub mod client;
pub mod delivery;
pub mod secret;
mod seen;
mod text;
mod wire;

pub use act::{act, already_done};
pub use client::Client;
