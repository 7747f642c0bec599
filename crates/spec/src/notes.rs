//! Problems as they are found while one text is read, each at its byte. Not what they mean.

use crate::problem::{Problem, Severity};

/// Problems kept of one text.
const PROBLEMS_MAX: usize = 100;

/// What a text is read for: by that is told how much of it has to be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum For {
    /// Whoever wrote it is asked to write it again (a model), or its format knows no other form.
    Writing,
    /// It is to be carried out. People wrote it, for other tools as well: what is only odd is told.
    Running,
    /// What it asks for is looked at. What only a run needs may be missing.
    Verifying,
}

/// A text that is read with the first one.
struct Further<'t> {
    file: String,
    text: &'t str,
    base: usize,
}

/// Collects what is wrong with one text, or with several that belong together.
pub(crate) struct Notes<'t> {
    file: &'t str,
    text: &'t str,
    /// Further texts, whose bytes are counted on from the end of the first.
    further: Vec<Further<'t>>,
    reading: For,
    found: Vec<(usize, Problem)>,
    failed: bool,
}

impl<'t> Notes<'t> {
    pub(crate) fn new(file: &'t str, text: &'t str) -> Self {
        Self::of(file, text, For::Writing)
    }

    /// Of a text that is read for this.
    pub(crate) fn of(file: &'t str, text: &'t str, reading: For) -> Self {
        Self {
            file,
            text,
            further: Vec::new(),
            reading,
            found: Vec::new(),
            failed: false,
        }
    }

    /// Takes a further text in, and says at which byte it begins for all that follows.
    pub(crate) fn begin(&mut self, file: String, text: &'t str) -> usize {
        let end = self.further.last().map_or(self.text.len(), |last| {
            last.base.saturating_add(last.text.len())
        });
        let base = end.saturating_add(1);
        self.further.push(Further { file, text, base });
        base
    }

    /// The file's name, as the person gave it.
    pub(crate) fn file(&self) -> &'t str {
        self.file
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

    /// Whether whoever wrote it is asked to write it again.
    pub(crate) fn is_for_writing(&self) -> bool {
        self.reading == For::Writing
    }

    /// Not as the format has it, and what is meant can be told: people are warned, a model has to write it again.
    pub(crate) fn odd(&mut self, byte: usize, message: impl AsRef<str>, help: impl AsRef<str>) {
        match self.reading {
            For::Writing => self.error(byte, message, help),
            For::Running | For::Verifying => self.warn(byte, message, help),
        }
    }

    /// The same, with what is taken for it where it is read all the same.
    pub(crate) fn odd_as(
        &mut self,
        byte: usize,
        message: impl AsRef<str>,
        taken: &str,
        help: impl AsRef<str>,
    ) {
        match self.reading {
            For::Writing => self.error(byte, message, help),
            For::Running | For::Verifying => {
                self.warn(byte, format!("{}: {taken}", message.as_ref()), help);
            }
        }
    }

    /// It can't be carried out so; what it asks for can be looked at all the same.
    pub(crate) fn unrunnable(
        &mut self,
        byte: usize,
        message: impl AsRef<str>,
        help: impl AsRef<str>,
    ) {
        match self.reading {
            For::Verifying => self.warn(byte, message, help),
            For::Writing | For::Running => self.error(byte, message, help),
        }
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
        // INVARIANT: the first errors always find room, so that `failed` has its reasons.
        if self.found.len() >= PROBLEMS_MAX {
            let warning = |(_, it): &(usize, Problem)| it.severity == Severity::Warning;
            let last = self.found.iter().rposition(warning);
            match last.filter(|_| severity == Severity::Error) {
                Some(at) => self.found.remove(at),
                None => return,
            };
        }
        let within = self.further.iter().rev().find(|it| it.base <= byte);
        let (file, text, base) = within.map_or((self.file, self.text, 0), |it| {
            (it.file.as_str(), it.text, it.base)
        });
        let problem = Problem::at(severity, file, text, byte.saturating_sub(base), message);
        let problem = if help.is_empty() {
            problem
        } else {
            problem.help(help)
        };
        self.found.push((byte, problem));
    }
}
