//! Git for the commands of a sandbox. The repository's own folder is only read there, so what changes it is carried out
//! here: a program that is found as `git` in the sandbox (`client`) works out what a command would stage, in files of its
//! own, and asks (`wire`) for the little that has to be done outside; a thread of the driver (`serve`) does that with fixed
//! verbs on the task's own branch. `places` are what both agree on, `furnish` puts them into the sandbox.
//!
//! Hooks of an agent that works in the sandbox ask over the same socket (`hook`).
//!
//! What comes over the socket is hostile: any process in the sandbox may write to it.

pub(crate) mod client;
#[cfg(target_os = "linux")]
pub(crate) mod furnish;
pub(crate) mod hook;
pub(crate) mod places;
pub(crate) mod serve;
pub(crate) mod wire;

pub use client::{GIT_ARG, git_main};
pub use hook::{HookAsks, RUN_VARIABLE, ask_run, is_of_a_run};
pub use wire::HookAnswer;
