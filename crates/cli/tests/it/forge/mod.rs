//! `interlock serve` and `interlock run ISSUE-URL` against a forge: the test forge, or a real one where the environment
//! names it.
//!
//! `api` speaks HTTP as any program beside ours would; `stage` is what stands on the forge before a story begins, `people`
//! what they do there; `daemon` is the process; `stream` is what it wrote down; the others are tests.

mod answers;
mod api;
mod bad_deliveries;
mod bad_forge;
mod daemon;
mod kill;
mod people;
mod run_issue;
mod script;
mod stage;
mod story;
mod stream;
