//! The lines of a batch that are written again and again at a terminal: one for each run under way, and the counts.

use ledger::money::Usd;

use super::{Ending, Row};
use crate::render::Activity;
use crate::render::style::Style;
use crate::render::text::{clock, columns, first_line, fit, money};

/// What a run under way is called: line and task, in a few columns.
pub(crate) fn head(row: &Row, style: &Style) -> String {
    /// Columns.
    const TASK_MAX: usize = 24;
    let task = fit(&first_line(&row.task), TASK_MAX, style.unicode);
    format!("line {}{}{task}", row.line, style.dot())
}

/// A run under way, on one line that is written again and again.
pub(crate) fn under_way(head: &str, activity: &Activity, now_ms: u64, style: &Style) -> String {
    let head = format!("{head}{}", style.dot());
    let width = style.width.saturating_sub(columns(&head));
    format!(
        "{head}{}",
        activity.line(now_ms, &Style { width, ..*style })
    )
}

/// How many tasks of a batch stand how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// All of them.
    pub(crate) tasks: usize,
    /// Merged, or nothing was left to be done.
    pub(crate) done: usize,
    /// Given up, or broken.
    pub(crate) failed: usize,
    /// Waiting for people or money.
    pub(crate) waiting: usize,
    /// Under way.
    pub(crate) under_way: usize,
    /// What they have cost.
    pub(crate) spent: Usd,
}

impl Tally {
    /// Counts how tasks were left; those that are under way are for the caller to count.
    pub(crate) fn left(rows: &[Row]) -> Self {
        let mut tally = Self {
            tasks: rows.len(),
            ..Self::default()
        };
        for row in rows {
            match row.ending {
                Ending::Merged | Ending::Done(_) => tally.done += 1,
                Ending::Failed | Ending::Broke { .. } => tally.failed += 1,
                Ending::Parked(_) => tally.waiting += 1,
                Ending::Interrupted | Ending::Elsewhere | Ending::Left(_) => {}
            }
        }
        tally
    }

    /// On one line, with the time that has passed.
    pub(crate) fn line(&self, ms: u64, style: &Style) -> String {
        let dot = style.dot();
        let mut parts = vec![format!("{} of {} tasks done", self.done, self.tasks)];
        for (count, word) in [
            (self.failed, "failed"),
            (self.waiting, "waiting for people"),
            (self.under_way, "under way"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {word}"));
            }
        }
        parts.push(money(self.spent));
        parts.push(clock(ms));
        fit(&parts.join(dot), style.width, style.unicode)
    }
}
