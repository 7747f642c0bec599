//! Problems of several files as they are found. Not what they mean.

use crate::openspec::text::Text;
use crate::problem::{Problem, Severity};

/// Problems of one severity that are kept.
const PROBLEMS_MAX: usize = 100;

/// Collects what is wrong with a change or a main spec.
#[derive(Debug, Default)]
pub(super) struct Found {
    errors: Vec<Problem>,
    warnings: Vec<Problem>,
}

impl Found {
    /// It can't be used. The place is a byte of the text.
    pub(super) fn error(&mut self, text: &Text<'_>, byte: usize, message: &str, help: &str) {
        if self.errors.len() < PROBLEMS_MAX {
            let problem = at(Severity::Error, text, byte, message, help);
            self.errors.push(problem);
        }
    }

    /// It can be used, but somebody should look. The place is a byte of the text.
    pub(super) fn warn(&mut self, text: &Text<'_>, byte: usize, message: &str, help: &str) {
        if self.warnings.len() < PROBLEMS_MAX {
            let problem = at(Severity::Warning, text, byte, message, help);
            self.warnings.push(problem);
        }
    }

    /// An error about a file as a whole, or about one that is not there.
    pub(super) fn error_of(&mut self, file: &str, message: &str, help: &str) {
        self.error(&Text::new(file, ""), 0, message, help);
    }

    /// A warning about a file as a whole, or about one that is not there.
    pub(super) fn warn_of(&mut self, file: &str, message: &str, help: &str) {
        self.warn(&Text::new(file, ""), 0, message, help);
    }

    /// What another reader found.
    pub(super) fn extend(&mut self, problems: impl IntoIterator<Item = Problem>) {
        for problem in problems {
            let kept = match problem.severity {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
            };
            if kept.len() < PROBLEMS_MAX {
                kept.push(problem);
            }
        }
    }

    /// How many errors there are; it stops counting where no more are kept.
    pub(super) fn errors(&self) -> usize {
        self.errors.len()
    }

    /// Whether there was an error.
    pub(super) fn failed(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Everything: errors before warnings, each by file and place.
    pub(super) fn into_problems(self) -> Vec<Problem> {
        let mut all = self.errors;
        all.extend(self.warnings);
        all.sort_by(|a, b| {
            let key = |it: &Problem| (it.severity, it.line, it.column);
            (a.severity, &a.file)
                .cmp(&(b.severity, &b.file))
                .then_with(|| key(a).cmp(&key(b)))
        });
        all
    }
}

/// A problem at a byte. Looking its line up first keeps a file with many problems linear.
fn at(severity: Severity, text: &Text<'_>, byte: usize, message: &str, help: &str) -> Problem {
    let index = text
        .lines
        .partition_point(|line| line.at <= byte)
        .saturating_sub(1);
    let line = text.line(index);
    let column = byte.saturating_sub(line.at);
    let mut problem = Problem::at(severity, text.file, line.text, column, message);
    problem.line = u32::try_from(index.saturating_add(1)).unwrap_or(u32::MAX);
    if help.is_empty() {
        problem
    } else {
        problem.help(help)
    }
}
