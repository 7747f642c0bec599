//! What the reasons of findings are called, in words and as rules.

use code::Reason;

/// Whether a reason is one of tests, which counts in them and nowhere else.
pub(super) fn is_about_tests(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::EmptyTest | Reason::ConstantAssertion | Reason::NoAssertion | Reason::MocksSubject
    )
}

/// Whether a finding is about an error that nobody hears of.
pub(super) fn is_about_errors(reason: Reason) -> bool {
    matches!(reason, Reason::SwallowedError | Reason::OnlyLogs)
}

/// In words, after "it".
pub(super) fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Empty => "is empty",
        Reason::NotImplemented => "says that it is not implemented",
        Reason::AlwaysFails => "always fails, whatever it is given",
        Reason::OnlyLogs => "only writes to a log",
        Reason::OnlyPreventsDefault => "only stops its event",
        Reason::Placeholder => "shows a placeholder",
        Reason::FixedValue => "returns a fixed value, whatever it is given",
        Reason::DefaultValue => "returns the default value, whatever it is given",
        Reason::LiteralResponse => "answers with a literal",
        Reason::Identity => "returns what it was given",
        Reason::EmptyTest => "is a test without a statement",
        Reason::ConstantAssertion => "asserts what holds whatever the code does",
        Reason::SwallowedError => "drops an error",
        Reason::ResultDiscarded => "throws its result away",
        Reason::StateNeverFed => "starts empty and is never filled",
        Reason::ParameterIgnored => "does not look at what it is given",
        Reason::NeverRead => "is kept and never read",
        Reason::Idle => "is there, and changes nothing",
        Reason::Admitted => "says itself that its work is left for later",
        Reason::NoAssertion => "asserts nothing",
        Reason::MocksSubject => "replaces the very thing it is about",
    }
}

pub(super) fn rule(reason: Reason) -> &'static str {
    match reason {
        Reason::Empty => "stub-empty",
        Reason::NotImplemented => "stub-not-implemented",
        Reason::AlwaysFails => "stub-always-fails",
        Reason::OnlyLogs => "hollow-only-logs",
        Reason::OnlyPreventsDefault => "hollow-handler",
        Reason::Placeholder => "stub-placeholder",
        Reason::FixedValue => "hollow-fixed-value",
        Reason::DefaultValue => "hollow-default-value",
        Reason::LiteralResponse => "hollow-literal-response",
        Reason::Identity => "hollow-identity",
        Reason::EmptyTest => "hollow-test",
        Reason::ConstantAssertion => "hollow-assertion",
        Reason::SwallowedError => "swallowed-error",
        Reason::ResultDiscarded => "result-discarded",
        Reason::StateNeverFed => "state-never-fed",
        Reason::ParameterIgnored => "parameter-ignored",
        Reason::NeverRead => "never-read",
        Reason::Idle => "idle-branch",
        Reason::Admitted => "stub-admitted",
        Reason::NoAssertion => "no-assertion",
        Reason::MocksSubject => "mocks-subject",
    }
}
