//! The hands of a run: processes, files, git and snapshots, at the acting end of the tool pipeline.
//!
//! This room performs what was decided elsewhere. It knows neither the loop, nor the model, nor
//! whether something was a good idea; a failure is an observation that it hands back.
//!
//! [`process`] starts processes and is the only folder that does.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

#[cfg(unix)]
pub mod acts;
#[cfg(unix)]
pub mod cached_clone;
#[cfg(unix)]
pub mod copy;
#[cfg(unix)]
pub mod cores;
#[cfg(unix)]
pub mod files;
#[cfg(unix)]
pub mod git;
#[cfg(unix)]
pub mod git_door;
#[cfg(unix)]
pub mod index;
#[cfg(unix)]
pub mod mending;
#[cfg(unix)]
pub mod new_folder;
#[cfg(unix)]
pub mod outside_run;
#[cfg(unix)]
pub mod process;
#[cfg(unix)]
pub mod proxy;
#[cfg(unix)]
pub mod sandbox;
#[cfg(unix)]
pub mod scratch;
#[cfg(unix)]
pub mod snapshot;
#[cfg(all(test, unix))]
mod tests;
#[cfg(doctest)]
mod uncallable;
