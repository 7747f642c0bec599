//! What people wrote, turned into a promise and a plan; what is wrong with it, said with its place.
//!
//! Text in, `(value, problems)` out. This room does not know prompts, forges, disks, or where a text came from: the
//! promise it makes is not trusted until a caller who knows the source says so.
//!
//! Reading order: [`Problem`] → [`read()`] → [`sentence()`] → [`plan_md::read`] → [`phase::read`] → [`openapi::read`] →
//! [`planned::read`] → [`verification::read`].
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

mod fields;
mod filled;
mod issue;
mod json;
mod markup;
mod nearest;
mod notes;
pub mod openapi;
pub mod openspec;
mod order;
pub mod phase;
pub mod plan_md;
pub mod planned;
mod problem;
mod read;
mod said;
mod sentence;
mod touched;
pub mod verification;
mod yaml;

pub use filled::filled;
pub use issue::plain_title;
pub use problem::{Problem, Severity};
pub use read::read;
pub use said::{Spec, Work};
pub use sentence::{TASK, sentence, title};
