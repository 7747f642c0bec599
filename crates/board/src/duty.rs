//! What a task lets its agent do, and what it owes.

use ledger::board::ActionType;
use ledger::forge::MeansKind::{
    self, CloseIssue, Comment, MergePullRequest, OpenPullRequest, OpenSubIssue, SubmitReview,
};

/// What a task lets its agent do, and what it owes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duty {
    /// No file may change: the agent looks and speaks.
    pub talks_only: bool,
    /// The tools that it has on the forge.
    pub means: &'static [MeansKind],
    /// One of these must have been used, unless files were changed. Empty: they have to be.
    pub wants: &'static [MeansKind],
}

impl Duty {
    /// Where files are to be changed.
    const fn work(means: &'static [MeansKind], wants: &'static [MeansKind]) -> Self {
        Self {
            talks_only: false,
            means,
            wants,
        }
    }

    /// Where none may be.
    const fn talk(means: &'static [MeansKind], wants: &'static [MeansKind]) -> Self {
        Self {
            talks_only: true,
            means,
            wants,
        }
    }

    /// By the kind of event, and whether that is a review that lets a pull request be merged.
    #[must_use]
    pub const fn of(action: ActionType, is_approval: bool) -> Self {
        match action {
            ActionType::IssueAssigned => Self::work(&[Comment, OpenSubIssue, OpenPullRequest], &[]),
            ActionType::CiFailure => Self::work(&[Comment, OpenSubIssue], &[Comment, OpenSubIssue]),
            ActionType::ReviewComment => Self::work(&[Comment, OpenSubIssue], &[Comment]),
            ActionType::ReviewResult if is_approval => {
                Self::talk(&[MergePullRequest, Comment], &[MergePullRequest])
            }
            ActionType::ReviewResult => Self::work(&[Comment, OpenSubIssue], &[]),
            ActionType::ReviewRequest | ActionType::ReviewUpdated => {
                Self::talk(&[SubmitReview, Comment], &[SubmitReview])
            }
            ActionType::RoundReview => Self::talk(
                &[Comment, OpenSubIssue, CloseIssue],
                &[Comment, OpenSubIssue, CloseIssue],
            ),
            ActionType::IssueDiscussion
            | ActionType::IssueClosed
            | ActionType::ReviewMerged
            | ActionType::Mention
            | ActionType::DeployFailure
            | ActionType::InfrastructureFailure => Self::talk(&[Comment, OpenSubIssue], &[Comment]),
        }
    }
}
