//! Which rule speaks where several find one fact: what says more of it stands, and the others are not told beside it.

use super::rule::{Rule, RuleId};
use super::{checks, tests, work};

/// Where two findings are of one fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Same {
    /// In the same line, or about the function of that name.
    Place,
    /// In the same file.
    File,
}

/// A rule, and those that it speaks for.
pub(crate) struct Covers {
    pub(crate) rule: Rule,
    pub(crate) same: Same,
    others: &'static [Rule],
    /// Shapes, which are data, by their ids.
    shapes: &'static [&'static str],
}

impl Covers {
    /// Whether it speaks for that rule.
    pub(crate) fn speaks_for(&self, rule: &RuleId) -> bool {
        match rule {
            RuleId::Known(rule) => self.others.contains(rule),
            RuleId::Shape(_) => self.shapes.contains(&rule.as_str()),
        }
    }

    /// The ids of all that it speaks for.
    pub(super) fn ids(&self) -> impl Iterator<Item = &'static str> {
        let others = self.others.iter().map(|it| it.id());
        others.chain(self.shapes.iter().copied())
    }
}

/// All of them.
pub(crate) static COVERS: [Covers; 10] = [
    Covers {
        rule: work::WORK_REMOVED,
        same: Same::Place,
        others: &[
            work::TODO_LEFT,
            work::EMPTY_BODY,
            work::FIXED_VALUE,
            work::DEFAULT_VALUE,
            work::INPUT_RETURNED,
        ],
        shapes: NOT_IMPLEMENTED,
    },
    Covers {
        rule: work::TODO_LEFT,
        same: Same::Place,
        others: &[],
        shapes: NOT_IMPLEMENTED,
    },
    Covers {
        rule: work::PARAMETER_NO_LONGER_READ,
        same: Same::Place,
        others: &[work::PARAMETER_UNUSED],
        shapes: &[],
    },
    Covers {
        rule: work::ERROR_NO_LONGER_TOLD,
        same: Same::Place,
        others: &[work::ERROR_DROPPED],
        shapes: DROPPED_ERROR,
    },
    Covers {
        rule: work::ERROR_DROPPED,
        same: Same::Place,
        others: &[],
        shapes: DROPPED_ERROR,
    },
    Covers {
        rule: tests::TEST_EMPTIED,
        same: Same::Place,
        others: &[tests::TEST_WITHOUT_ASSERTION, tests::TEST_CANNOT_FAIL],
        shapes: &[],
    },
    Covers {
        rule: tests::ASSERTION_CONSTANT,
        same: Same::Place,
        others: &[],
        shapes: VACUOUS_ASSERTION,
    },
    Covers {
        rule: tests::TEST_SKIPPED,
        same: Same::Place,
        others: &[],
        shapes: SKIPPED_TEST,
    },
    Covers {
        rule: tests::NEW_TEST_SKIPPED,
        same: Same::Place,
        others: &[],
        shapes: SKIPPED_TEST,
    },
    Covers {
        rule: checks::ACCEPTED_CHANGED,
        same: Same::File,
        others: &[checks::JUDGE_CHANGED],
        shapes: &[],
    },
];

const NOT_IMPLEMENTED: &[&str] = &[
    "rs-todo",
    "rs-unimplemented",
    "rs-panic-todo",
    "js-not-implemented",
    "py-not-implemented",
    "go-panic-todo",
    "java-not-implemented",
];
const DROPPED_ERROR: &[&str] = &[
    "rs-dropped-error",
    "rs-dropped-result",
    "js-empty-catch",
    "js-silent-catch",
    "py-except-pass",
    "go-dropped-error",
    "go-error-becomes-nil",
    "go-swallowed-panic",
    "java-empty-catch",
];
const VACUOUS_ASSERTION: &[&str] = &[
    "rs-vacuous-assertion",
    "js-vacuous-assertion",
    "py-vacuous-assertion",
    "py-assert-tuple",
    "java-vacuous-assertion",
];
const SKIPPED_TEST: &[&str] = &[
    "rs-ignored-test",
    "js-skipped-test",
    "py-skipped-test",
    "go-skipped-test",
    "java-disabled-test",
];
