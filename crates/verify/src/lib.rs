//! Verification by evidence: what must be looked at, what a file says about the plan, and how it stands.
//!
//! Pure. Four functions, in the order in which a run calls them: [`paths`] (what to look at), [`inspect`] (one file's
//! content becomes facts), [`commands`] (what to run), [`conclude`] (facts and evidence become a report). Before the last,
//! where quality gates are on, a [`Meter`] takes figures of the changed files. Then the
//! report as a page ([`markdown`]) and as JSON ([`json`]).
//!
//! This room does not know how a file is read, how a command is run, or who asks. It writes nothing. What lies beyond
//! analysis is *unknown* and goes to a person; it never counts as passed.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::disallowed_types
    )
)]

mod accepted;
mod baseline;
mod build;
mod build_command;
mod conclude;
mod facts;
mod inspect;
pub mod integrity;
mod measure;
mod needs;
mod normalize_output;
mod page;
mod plain_text;
mod quality;
mod rules;
mod runner;
mod short_names;
mod shortened;
mod trial;

/// Version of what inspections carry.
pub const FACTS_VERSION: u8 = facts::VERSION;

/// Of what is found in the same files. It goes up whenever a build finds more or less than the one before, so that a verdict which
/// that one remembers of a tree is stale.
pub const FINDINGS_VERSION: u16 = 7;

pub use accepted::{AcceptedEntry, AcceptedList};
pub use baseline::{fails_alike, fails_the_same, failure};
pub use build::does_not_build;
pub use build_command::build_command;
pub use conclude::{Before, Files, Input, compare, conclude, conclude_of, is_kept, shipped_code};
pub use inspect::{
    Content, InspectionContext, Mentions, Sought, WantedTexts, inspect, inspect_change,
    not_inspected, read_change, sought, wanted_texts,
};
pub use measure::{COVERAGE_REPORTS, Meter, Secret, measured_gates, measured_paths};
pub use needs::{beside_plan, commands, found, paths, tests};
pub use page::{code_quality, json, markdown, workflow_commands};
pub use rules::{Explained, Rule, SHAPES, explained};
pub use runner::tests_in;
pub use trial::{
    Fixtures, Guarded, How, Outcome, PlaceTrial, Suspect, Trial, Tried, guards, may_falsify,
    suspects,
};
