//! Telling people of a run beside the terminal: by a program of theirs, or at an address. What they are told of and what
//! it says comes from the line alone; what came of it is recorded, and changes nothing.
//!
//! Reading order: [`notifier`] (whom to tell), [`message`] (what is said), [`dispatch`] (which lines), `deliver` (how it
//! gets there), `owed` (what a driver that died did not get to).

mod deliver;
pub(crate) mod dispatch;
pub(crate) mod message;
pub(crate) mod notifier;
mod owed;
