//! What the reasons of findings are called, in words and as rules.

use code::Reason;

use crate::rules::{self, Rule};

/// Whether a reason is one of tests, which counts in them and nowhere else.
pub(super) fn is_about_tests(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::EmptyTest | Reason::ConstantAssertion | Reason::NoAssertion | Reason::MocksSubject
    )
}

/// Whether a finding is about an error that nobody hears of.
pub(super) fn is_about_errors(reason: Reason) -> bool {
    reason == Reason::SwallowedError
}

/// In words, after "it".
pub(super) fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Empty => "is empty",
        Reason::NotImplemented => "says that it is not implemented",
        Reason::OnlyPreventsDefault => "only stops its event",
        Reason::FixedValue => "returns a fixed value, whatever it is given",
        Reason::DefaultValue => "returns the default value, whatever it is given",
        Reason::Identity => "returns what it was given",
        Reason::EmptyTest => "is a test without a statement",
        Reason::ConstantAssertion => "asserts what holds whatever the code does",
        Reason::SwallowedError => "drops an error",
        Reason::ResultDiscarded => "throws its result away",
        Reason::StateNeverFed => "starts empty and is never filled",
        Reason::ParameterIgnored => "does not look at what it is given",
        Reason::NeverRead => "is kept and never read",
        Reason::Admitted => "says itself that its work is left for later",
        Reason::NoAssertion => "asserts nothing",
        Reason::MocksSubject => "replaces the very thing it is about",
    }
}

/// The rule of a reason.
pub(super) fn rule(reason: Reason) -> Rule {
    match reason {
        Reason::Empty => rules::EMPTY_BODY,
        Reason::NotImplemented => rules::TODO_LEFT,
        Reason::OnlyPreventsDefault => rules::HANDLER_WITHOUT_WORK,
        Reason::FixedValue => rules::FIXED_VALUE,
        Reason::DefaultValue => rules::DEFAULT_VALUE,
        Reason::Identity => rules::INPUT_RETURNED,
        Reason::ConstantAssertion => rules::ASSERTION_CONSTANT,
        Reason::SwallowedError => rules::ERROR_DROPPED,
        Reason::ResultDiscarded => rules::RESULT_UNUSED,
        Reason::StateNeverFed => rules::STATE_NEVER_FILLED,
        Reason::ParameterIgnored => rules::PARAMETER_UNUSED,
        Reason::NeverRead => rules::VALUE_NEVER_READ,
        Reason::Admitted => rules::ADMITTED_UNFINISHED,
        Reason::EmptyTest | Reason::NoAssertion => rules::TEST_WITHOUT_ASSERTION,
        Reason::MocksSubject => rules::SUBJECT_MOCKED,
    }
}
