//! Stopping dead at a chosen line, so that tests can end the process there. Not in a release build.
//!
//! `INTERLOCK_HALT_AT=N` halts once line N is durable and nothing of its batch is performed;
//! `INTERLOCK_HALT_AFTER_ACTS_OF=N` once all of it is performed and nothing of what came of it is recorded. The file
//! `INTERLOCK_HALT_MARK` gets a line `committed FIRST LAST` for each batch, and `halted` at the end.

use std::io::Write as _;
use std::path::PathBuf;

use ledger::journal::Entry;

use super::Driver;
use super::under_way::{Report, Running, ServerReport};

/// Where to halt.
#[derive(Debug, Default)]
pub(super) struct Halt {
    at: Option<u64>,
    after_acts_of: Option<u64>,
    mark: Option<PathBuf>,
    due: bool,
}

impl Halt {
    pub(super) fn from_env() -> Self {
        let number = |name: &str| std::env::var(name).ok()?.parse().ok();
        Self {
            at: number("INTERLOCK_HALT_AT"),
            after_acts_of: number("INTERLOCK_HALT_AFTER_ACTS_OF"),
            mark: std::env::var_os("INTERLOCK_HALT_MARK").map(PathBuf::from),
            due: false,
        }
    }

    /// A batch is durable, and nothing of it is performed.
    pub(super) fn committed(&mut self, entries: &[Entry]) {
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
            return;
        };
        let (first, last) = (first.line().seq.0, last.line().seq.0);
        self.say(&format!("committed {first} {last}"));
        let within = |line: Option<u64>| line.is_some_and(|it| (first..=last).contains(&it));
        if within(self.at) {
            self.halt();
        }
        self.due = within(self.after_acts_of);
    }

    fn say(&self, line: &str) {
        if let Some(mark) = &self.mark
            && let Ok(mut file) = std::fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(mark)
        {
            // A test that gets no mark fails by itself.
            let _unmarked = writeln!(file, "{line}");
        }
    }

    fn halt(&self) -> ! {
        self.say("halted");
        loop {
            std::thread::park();
        }
    }
}

impl Driver<'_> {
    /// Halts if it is due, after what was started has ended.
    pub(super) async fn halt_if_due(&mut self) {
        if !self.halt.due {
            return;
        }
        let mut open = self
            .running
            .values()
            .filter(|it| !matches!(it, Running::Model(_)))
            .count();
        while open > 0 {
            match self.reports.recv().await {
                Some(
                    Report::Command(..)
                    | Report::Trials(..)
                    | Report::Turn(..)
                    | Report::Forge(..)
                    | Report::Server(ServerReport::Opened { .. } | ServerReport::Used { .. }),
                ) => open = open.saturating_sub(1),
                Some(
                    Report::Model(..)
                    | Report::Hook(..)
                    | Report::Session(..)
                    | Report::AgentCall(..)
                    | Report::Server(_)
                    | Report::Delta(_)
                    | Report::Interrupted,
                ) => {}
                None => break,
            }
        }
        self.halt.halt();
    }
}
