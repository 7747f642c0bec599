//! What a command line means, as far as it is plain. What is not plain is not understood, and what is not understood
//! is never allowed unasked.
//!
//! Reading order: `words` (text to words and joiners), `script` (to simple commands), `table` and `looks` (which
//! programs only look), `builds` (which only build and test), `danger` (what is denied wherever it is recognised).

pub(crate) mod bare;
pub(crate) mod bash;
pub(crate) mod cmd;
pub(crate) mod code;
pub(crate) mod danger;
pub(crate) mod effect;
pub(crate) mod eval;
pub(crate) mod model;
pub(crate) mod piece;
pub(crate) mod place;
pub(crate) mod powershell;
pub(crate) mod salvage;
pub(crate) mod tasks;
pub(crate) mod tree;
pub(crate) mod value;
pub(crate) mod windows;

pub use bare::{argv_of, without_shell};
pub use bash::as_judged;

pub(crate) use eval::may_fit;
pub(crate) use model::is_program;

/// Whether it is known what a program of this name does.
pub(crate) fn has_model(program: &str) -> bool {
    model::Model::of(program).is_some()
}
