//! The room that asks a model: one request in, one whole reply or one named failure out.
//!
//! Reading order: [`prompt`] (what is asked), [`ask`] (the one door), [`http`] (providers behind an address),
//! `wire` (how each of them spells it), [`scripted`] (a written conversation), [`price`] (what it cost). Beside it
//! [`webhook`] (an address that takes notices), since HTTP is spoken here.
//!
//! This room does not know rules, tools, storage or why a question is asked. It never tries again by itself: a failure
//! says what kind it is, and the brain decides what follows.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod ask;
mod failure;
pub mod http;
pub mod price;
pub mod prompt;
pub mod scripted;
pub mod secret;
pub mod webhook;
mod wire;
