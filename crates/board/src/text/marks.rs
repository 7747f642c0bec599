//! Marks in comments that mean something by agreement: the report of an agent, and what we wrote ourselves.

use ledger::ids::RunId;

use super::words::{Keep, words};

/// The mark of a report, in lower case.
const REPORT: &str = "[action report]";

const OWN: Keep = Keep {
    quotes: false,
    links: false,
};

/// Whether a comment is an action report: it holds `[Action Report]`, in any case. One in a quote is somebody else's, one in
/// code is an example.
#[must_use]
pub fn is_report(body: &str) -> bool {
    // Blanks before the mark are allowed, however many: four of them are code only where something stands before.
    let begins = body.trim_start().get(..REPORT.len());
    if begins.is_some_and(|it| it.eq_ignore_ascii_case(REPORT)) {
        return true;
    }
    // `[Action Report]: done` is a definition for links in Markdown, of which nothing is shown. Nobody means one.
    let words = words(&body.replace("]:", "] :"), OWN);
    words.to_ascii_lowercase().contains(REPORT)
}

/// What the mark of a notice begins with: what the daemon itself says under the account of an agent.
pub const NOTICE: &str = "notice-";

/// Whether a comment is a notice of the daemon: its last line is a mark that says so. The agent has not said it.
#[must_use]
pub fn is_notice(body: &str) -> bool {
    mark(body).is_some_and(|it| it.starts_with(NOTICE))
}

/// The run that wrote a comment, if its last line is a mark of ours that says so.
#[must_use]
pub fn written_by(body: &str) -> Option<RunId> {
    let mark = mark(body).filter(|it| !it.starts_with(NOTICE))?;
    let (run, _) = mark.rsplit_once('-')?;
    RunId::new(run).ok()
}

/// What the mark says that is the last line of what we write.
fn mark(body: &str) -> Option<&str> {
    let last = body.trim_end().lines().next_back().unwrap_or_default();
    let mark = last.trim().strip_prefix("<!-- interlock:")?;
    mark.strip_suffix("-->").map(str::trim)
}
