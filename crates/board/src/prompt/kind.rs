//! What a task asks for at its end.

use ledger::board::{ActionType, BusinessType};

use super::briefing::Briefing;

/// What a task asks for at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Commits, which are pushed and reported for the agent.
    Work,
    /// A report of its own: what was done is not in the code.
    Report,
    /// A comment.
    Answer,
    /// A review.
    Review,
    /// A merge.
    Merge,
    /// Nothing.
    Notice,
}

/// What a task asks for at its end.
pub(super) fn kind(briefing: &Briefing) -> Kind {
    match briefing.action {
        ActionType::IssueAssigned => match briefing.business {
            BusinessType::Infrastructure => Kind::Report,
            BusinessType::Feature
            | BusinessType::Impl
            | BusinessType::Bug
            | BusinessType::Docs
            | BusinessType::Refactor
            | BusinessType::Test => Kind::Work,
        },
        ActionType::ReviewResult if briefing.is_approval => Kind::Merge,
        ActionType::CiFailure | ActionType::ReviewResult | ActionType::ReviewComment => Kind::Work,
        ActionType::DeployFailure | ActionType::InfrastructureFailure => Kind::Report,
        ActionType::Mention | ActionType::IssueDiscussion | ActionType::RoundReview => Kind::Answer,
        ActionType::ReviewRequest | ActionType::ReviewUpdated => Kind::Review,
        ActionType::IssueClosed | ActionType::ReviewMerged => Kind::Notice,
    }
}
