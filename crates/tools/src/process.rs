//! Everything that starts a process: the only folder of the project that may.
//!
//! Reading order: [`command`] (what to run, what came of it), [`driver`] (starts the supervisor),
//! `running`, `waiting` and `link` (what it is asked for and answers), `channel` and `answers` (its socket), `entry` and `place` (what our binary becomes as a supervisor), `supervise` (its loop), `job` (one running child),
//! `spawn` and `spawner` (starting it, and who does), `keep` (bounded output), `ending`, `wire` (the frames between the two), [`tree`]
//! (who descends from whom), `usage` (what they use of the machine), and `plain` (a short synchronous run for our own git calls).
//!
//! It is not a judge: whether a command is a good idea was decided before it came here.

mod answers;
mod channel;
pub mod command;
pub mod driver;
mod ending;
mod entry;
mod job;
mod keep;
mod lines;
mod link;
mod place;
pub(crate) mod plain;
mod running;
mod spawn;
mod spawner;
mod supervise;
pub mod tree;
mod usage;
mod waiting;
mod wire;

pub use command::{Captured, Command, Exit, Input, Output};
pub use driver::{Enclosure, Supervisor, SupervisorError};
pub use entry::supervise_main;
pub use lines::{Lines, Pipes};
pub(crate) use place::CANARY_WORD;
pub use place::SUPERVISE_ARG;
pub(crate) use running::Starter;
pub use running::{Cancel, Running};
pub(crate) use tree::end_leftover;
pub use tree::{leftovers, start_of, within};

/// Folders that sandboxes left whose processes were all killed at once. Only looks.
#[must_use]
pub fn leftover_folders() -> Vec<std::path::PathBuf> {
    crate::sandbox::left_behind(lives)
}

/// Whether a process with this id and start time is there.
pub(crate) fn lives(pid: i32, start: u64) -> bool {
    start_of(pid) == Some(start)
}
