//! What is done on a forge. Every deed has two halves: whether it stands already, and doing it. A deed that may have been
//! done (no answer in time, a broken connection, a failing server) is looked for before it is tried again, so that it is
//! done once however often its answer gets lost; the same look tells after a crash what became of it.

mod carry;
mod done;
mod marks;
mod merge;
mod pulls;
mod small;
mod talk;

pub use carry::{act, already_done};
