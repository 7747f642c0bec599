//! One thing that a check found, with the place to look at and what to do instead.

use std::fmt;

/// A finding: prints as `path:line: rule: sentence`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// Path from the repository's root, with `/`.
    pub path: String,
    /// Counted from 1; 0 when the finding is about the whole file.
    pub line: usize,
    /// Short name of the rule.
    pub rule: &'static str,
    /// What is wrong and what to do.
    pub say: String,
}

impl Finding {
    /// A finding about line `line` (from 1; 0 for the whole file) of `path`.
    pub(crate) fn at(
        path: impl Into<String>,
        line: usize,
        rule: &'static str,
        say: impl Into<String>,
    ) -> Self {
        Finding {
            path: path.into(),
            line,
            rule,
            say: say.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}: {}", self.path, self.rule, self.say),
            line => write!(f, "{}:{line}: {}: {}", self.path, self.rule, self.say),
        }
    }
}
