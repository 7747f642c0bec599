//! `PLAN.md`: YAML front matter, then Markdown with blocks in angle brackets, read strictly. One file is one task of
//! the ledger; its `<task>` blocks are the steps.

use ledger::plan::Plan;
use ledger::promise::Promise;

use crate::problem::{Problem, Severity};

/// Bytes of a file.
pub const BYTES_MAX: usize = 256 << 10;

/// Reads a `PLAN.md`. `path` is for messages only. The promise is not trusted until a caller who knows the source
/// says so.
///
/// # Errors
/// Everything that is wrong with it, in the order of the file, warnings included.
pub fn read(path: &str, text: &str) -> Result<(Promise, Plan, Vec<Problem>), Vec<Problem>> {
    Err(vec![Problem::at(
        Severity::Error,
        path,
        text,
        0,
        "plans are not read yet",
    )])
}
