//! How long commands take while nothing is broken, with what they build.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ledger::ids::RelPath;

use super::bench::Bench;

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
    command: String,
    /// The files that were written anew.
    touched: Vec<RelPath>,
    /// Nothing where it does not pass.
    pub(super) times: Option<Unbroken>,
}

impl Bench<'_> {
    /// How long a command takes in this copy while nothing is broken, if it passes: as it was measured first, with
    /// whichever files.
    pub(super) fn unbroken(&mut self, command: &str, touched: &[RelPath]) -> Option<Unbroken> {
        match self.known.iter().find(|it| it.command == command) {
            Some(known) => known.times,
            None => self.unbroken_anew(command, touched),
        }
    }

    /// Whether a command was measured with this file written anew.
    pub(super) fn measured_with(&self, command: &str, path: &RelPath) -> bool {
        let mut known = self.known.iter().filter(|it| it.command == command);
        known.any(|it| it.touched.contains(path))
    }

    /// The same, measured now. What is told apart by its content is another one by a blank line more; a command that minds
    /// the line is asked with the same content, written anew.
    pub(super) fn unbroken_anew(&mut self, command: &str, touched: &[RelPath]) -> Option<Unbroken> {
        let texts: Vec<(PathBuf, String)> = touched
            .iter()
            .map(|it| self.file(it))
            .filter_map(|it| Some((it.clone(), std::fs::read_to_string(it).ok()?)))
            .collect();
        let written = |of: fn(&str) -> String| {
            let mut all = texts.iter();
            all.all(|(file, text)| std::fs::write(file, of(text)).is_ok())
        };
        let longer = written(with_blank_line);
        let mut times = longer.then(|| self.measured(command)).flatten();
        let back = written(str::to_owned);
        if times.is_none() && back && Instant::now() < self.end {
            times = self.measured(command);
        }
        let times = times.filter(|_| back);
        self.known.retain(|it| it.command != command);
        self.known.push(Known {
            command: command.to_owned(),
            touched: touched.to_vec(),
            times,
        });
        times
    }

    /// How long building takes, if that can be done apart, and then the command, if it passes.
    fn measured(&self, command: &str) -> Option<Unbroken> {
        let left = || self.end.saturating_duration_since(Instant::now());
        let build = self.came_of(left(), |limit| self.scratch.build(command, limit));
        let build = build.passed();
        let run = self.came(command, left()).passed()?;
        Some(Unbroken { build, run })
    }
}

/// A text with a blank line above all but a first line that is for the system (`#!`). What follows stands on other lines
/// then, so that compilers give another output, and all that depends on it is built anew.
fn with_blank_line(text: &str) -> String {
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
