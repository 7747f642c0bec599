//! What a command line means, as far as it is plain. What is not plain is not understood, and what is not understood
//! is never allowed unasked.
//!
//! Reading order: `words` (text to words and joiners), `script` (to simple commands), `table` and `looks` (which
//! programs only look), `builds` (which only build and test), `danger` (what is denied wherever it is recognised).

pub(crate) mod bare;
pub(crate) mod builds;
pub(crate) mod danger;
pub(crate) mod looks;
pub(crate) mod piece;
pub(crate) mod salvage;
pub(crate) mod script;
pub(crate) mod table;
pub(crate) mod words;

pub use bare::without_shell;
pub use words::argv_of;
