//! Everything about the test forge, at its public surface, over HTTP and with real git.

mod deliveries;
mod faults;
mod git;
mod github;
mod kinds;
mod kit;
mod merging;
mod shapes;
mod traps;
