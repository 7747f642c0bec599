//! Which of the things that hold nothing may be work left undone.

use code::is_any_test_path;
use code::{Reason, name_words};

use super::Subject;
use super::reasons::rule;
use crate::facts::StubFact;

/// Words in names of what does nothing on purpose, in the place of another.
const STANDS_IN: [&str; 10] = [
    "noop", "nop", "null", "nil", "empty", "dummy", "fake", "mock", "stub", "silent",
];

impl Subject<'_> {
    /// Whether a finding that fails nothing is worth a note: what is empty is only where it may be left to be done.
    pub(super) fn is_worth_a_note(&self, stub: &StubFact) -> bool {
        stub.rule != rule(Reason::Empty) || self.may_be_undone(stub)
    }

    /// Whether what is empty is a function that bears a name of its own, and not a type, a value that is called when something
    /// comes, or one that stands in for another.
    fn may_be_undone(&self, stub: &StubFact) -> bool {
        let words = name_words(&stub.what);
        let stands_in = words
            .iter()
            .any(|it| STANDS_IN.contains(&it.to_lowercase().as_str()));
        let joined = words.concat().to_lowercase().contains("noop");
        let mut own = self
            .code
            .definitions
            .iter()
            .filter(|it| it.span.line == stub.line);
        let function = own.any(|it| it.kind.is_function() && !it.nested);
        function && !stands_in && !joined && !is_any_test_path(self.path.as_str())
    }
}
