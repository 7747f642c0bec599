//! How long commands take while nothing is broken, with what they build.

use std::time::Duration;

use ledger::ids::RelPath;

/// What a command may take longer than four times as long as before.
const GRACE: Duration = Duration::from_secs(10);

/// How long a command takes while nothing is broken, from files that were just written: what is built of them is built
/// anew, so that a trial may take as long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unbroken {
    /// Building alone, where the tool can be told to.
    pub(super) build: Option<Duration>,
    /// The command itself; what was built apart is built by then.
    pub(super) run: Duration,
}

impl Unbroken {
    pub(super) fn whole(self) -> Duration {
        self.build.unwrap_or_default().saturating_add(self.run)
    }
}

/// What is known of a command in this copy while nothing is broken.
pub(super) struct Known {
    pub(super) command: String,
    /// The files that were written anew.
    pub(super) touched: Vec<RelPath>,
    /// Nothing where it does not pass.
    pub(super) times: Option<Unbroken>,
}

/// A text with a blank line above all but a first line that is for the system (`#!`). What follows stands on other lines
/// then, so that compilers give another output, and all that depends on it is built anew.
pub(super) fn with_blank_line(text: &str) -> String {
    let first = match text.starts_with("#!") {
        true => text
            .find('\n')
            .map_or(text.len(), |at| at.saturating_add(1)),
        false => 0,
    };
    let (head, rest) = text.split_at_checked(first).unwrap_or(("", text));
    format!("{head}\n{rest}")
}

/// How long something may take with a break in place. What takes longer may hang on the break or may not: it is not known.
pub(super) fn limit(before: Duration) -> Duration {
    before.saturating_mul(4).saturating_add(GRACE)
}
