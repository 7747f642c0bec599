//! Problems as they are found while one text is read, each at its byte. Not what they mean.

use crate::problem::{Problem, Severity};

/// Problems kept of one text.
const PROBLEMS_MAX: usize = 100;

/// Collects what is wrong with one text.
pub(crate) struct Notes<'t> {
    file: &'t str,
    text: &'t str,
    found: Vec<(usize, Problem)>,
    failed: bool,
}

impl<'t> Notes<'t> {
    pub(crate) fn new(file: &'t str, text: &'t str) -> Self {
        Self {
            file,
            text,
            found: Vec::new(),
            failed: false,
        }
    }

    /// The text can't be used.
    pub(crate) fn error(&mut self, byte: usize, message: impl AsRef<str>, help: impl AsRef<str>) {
        self.failed = true;
        self.note(Severity::Error, byte, message.as_ref(), help.as_ref());
    }

    /// The text can be used, but somebody should look.
    pub(crate) fn warn(&mut self, byte: usize, message: impl AsRef<str>, help: impl AsRef<str>) {
        self.note(Severity::Warning, byte, message.as_ref(), help.as_ref());
    }

    /// Whether there was an error.
    pub(crate) fn failed(&self) -> bool {
        self.failed
    }

    /// Everything found, in the order of the text; what comes without help says only what is wrong.
    pub(crate) fn into_problems(mut self) -> Vec<Problem> {
        self.found.sort_by_key(|(byte, _)| *byte);
        self.found.into_iter().map(|(_, problem)| problem).collect()
    }

    fn note(&mut self, severity: Severity, byte: usize, message: &str, help: &str) {
        // INVARIANT: an error is never dropped for want of room unless others are kept, so `failed` has its reason.
        if self.found.len() >= PROBLEMS_MAX {
            return;
        }
        let problem = Problem::at(severity, self.file, self.text, byte, message);
        let problem = if help.is_empty() {
            problem
        } else {
            problem.help(help)
        };
        self.found.push((byte, problem));
    }
}
