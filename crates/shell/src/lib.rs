//! What commands do: a text is read to a tree, and the tree is followed to effects. What is not understood is never
//! allowed unasked.
//!
//! Reading order: [`effect`] (what everything ends in), `commands` (the way in), [`tree`], [`bash`] (text to tree and
//! back), `value` and [`place`], `eval` (tree to effects), `model` (what programs do, as data: `programs/`), `code` (small
//! languages in arguments), `windows` with `powershell` and `cmd`; [`recipes`] (what `make x` and `npm run x` run);
//! `fragment_recovery` and `unparsed_fragment` for text that nothing could read, `plain_argv` for what needs no shell. Below them: [`paths`],
//! [`address`], [`secret_files`], [`git`], [`lookup`], [`display`].
//!
//! This room does not know whether an effect is welcome, how anything is executed, or what is on the disk: facts are
//! passed in. Nothing is expanded that a shell would expand from the world; it has several values, or none that is known.
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

pub mod address;
pub mod bash;
mod cmd;
mod code;
mod commands;
pub mod display;
mod doubt;
pub mod effect;
mod eval;
mod fragment_recovery;
pub mod git;
pub mod lookup;
mod model;
mod own;
pub mod paths;
pub mod place;
mod plain_argv;
mod powershell;
pub mod recipes;
pub mod secret_files;
mod tasks;
pub mod tree;
mod unparsed_fragment;
mod value;
mod windows;

pub use bash::{NotWritten, as_judged};
pub use commands::{Refused, effects_of_argv, effects_of_command, effects_of_pieces};
pub use eval::may_fit;
pub use own::{BUILT, OWN};
pub use plain_argv::{argv_of, without_shell};
pub use tasks::goes_further;
pub use unparsed_fragment::program_name;

/// Whether it is known what a program of this name does.
#[must_use]
pub fn has_model(program: &str) -> bool {
    model::Model::of(program).is_some()
}

/// Whether the roles of its arguments say all that a program changes, by its name.
#[must_use]
pub fn is_contained(program: &str) -> bool {
    model::Model::of(program).is_some_and(|it| it.contained)
}
