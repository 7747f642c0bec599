//! Every kind of finding: its id, what it finds, why that matters, what to do instead, and what it leads to. A finding is
//! made with one of these, so that no id exists which the list does not explain.
//!
//! Shapes of code that are data of their own ([`code::rules`]) have their texts there; [`explained`] is the list of both.

mod checks;
mod covers;
mod explain;
mod list;
mod plan;
mod proof;
mod rule;
mod sentences;
mod tests;
mod usage;
mod work;

pub(crate) use checks::*;
pub(crate) use covers::{COVERS, Covers, Same};
pub use explain::{Explained, SHAPES, explained};
pub(crate) use plan::*;
pub(crate) use proof::*;
pub use rule::Rule;
pub(crate) use rule::RuleId;
pub(crate) use sentences::*;
pub(crate) use tests::*;
pub(crate) use usage::*;
pub(crate) use work::*;
