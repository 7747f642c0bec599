//! Everything that starts a process: the only folder of the project that may.
//!
//! Reading order: [`command`] (what to run, what came of it), [`driver`] (asks the supervisor),
//! `channel` (its socket), [`supervise`] (the supervisor's own loop), `job` (one running child),
//! `spawn` (starting it), `keep` (bounded output), `wire` (the frames between the two), [`tree`]
//! (who descends from whom), and `plain` (a short synchronous run for our own git calls).
//!
//! It is not a judge: whether a command is a good idea was decided before it came here.

mod channel;
pub mod command;
pub mod driver;
mod job;
mod keep;
pub(crate) mod plain;
mod spawn;
pub mod supervise;
pub mod tree;
mod wire;

pub use command::{Captured, Command, Exit, Input, Output};
pub(crate) use driver::Starter;
pub use driver::{Cancel, Running, Supervisor, SupervisorError};
pub use supervise::{SUPERVISE_ARG, supervise_main};
pub(crate) use tree::end_leftover;
pub use tree::{leftovers, start_of, within};
