//! What a command does: its text is read to a tree, and the tree is followed to effects. What is not understood is never
//! allowed unasked.
//!
//! Reading order: `effect` (what everything ends in), `tree`, `bash` (text to tree and back), `value` and `place`, `eval`
//! (tree to effects), `model` (what programs do, as data), `code` (small languages in arguments), `windows` with
//! `powershell` and `cmd`; `salvage` and `piece` for text that nothing could read, `bare` for what needs no shell.

pub(crate) mod bare;
pub(crate) mod bash;
pub(crate) mod cmd;
pub(crate) mod code;
pub(crate) mod doubt;
pub(crate) mod effect;
pub(crate) mod eval;
pub(crate) mod model;
pub(crate) mod own;
pub(crate) mod piece;
pub(crate) mod place;
pub(crate) mod powershell;
pub(crate) mod salvage;
pub(crate) mod tasks;
pub(crate) mod tree;
pub(crate) mod value;
pub(crate) mod windows;

pub use bare::{argv_of, without_shell};
pub use bash::{NotWritten, as_judged};

pub(crate) use eval::may_fit;
pub(crate) use model::is_program;

/// Whether it is known what a program of this name does.
pub(crate) fn has_model(program: &str) -> bool {
    model::Model::of(program).is_some()
}

/// Whether the roles of its arguments say all that a program changes, by its name.
pub(crate) fn is_contained(program: &str) -> bool {
    model::Model::of(program).is_some_and(|it| it.contained)
}
