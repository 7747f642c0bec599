//! Tests of the hands themselves, which are closed to other rooms: real files, real processes, git with real repositories.

mod conversions;
mod files;
mod git;
mod git_door;
mod index;
mod leftover;
mod process;
mod remote;
mod snapshot;
mod texts;
