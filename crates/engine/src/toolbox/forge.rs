//! The tools of tasks that come from a forge.

use ledger::forge::{Means, MeansKind};
use ledger::proposal::Proposal;
use ledger::reply::Call;

use super::tool::Tool;

/// The tools, by what they are for.
pub const ON_FORGE: &[(MeansKind, Tool)] = &[
    (
        MeansKind::Comment,
        Tool {
            name: "comment",
            description: "Comment on the issue or pull request of this task, or on `number`. `@login` wakes somebody.",
            schema: r#"{"type":"object","properties":{"body":{"type":"string"},"number":{"type":"integer"}},"required":["body"]}"#,
        },
    ),
    (
        MeansKind::OpenSubIssue,
        Tool {
            name: "open_sub_issue",
            description: "Open a part of this issue and take it yourself. It is marked and linked as a part.",
            schema: r#"{"type":"object","properties":{"title":{"type":"string"},"body":{"type":"string"},"labels":{"type":"array","items":{"type":"string"}},"depends":{"type":"array","items":{"type":"integer"}}},"required":["title","body"]}"#,
        },
    ),
    (
        MeansKind::SubmitReview,
        Tool {
            name: "submit_review",
            description: "Submit your review of this pull request: `approved`, `changes` or `comment`.",
            schema: r#"{"type":"object","properties":{"verdict":{"type":"string","enum":["approved","changes","comment"]},"body":{"type":"string"},"comments":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"body":{"type":"string"}},"required":["path","line","body"]}}},"required":["verdict","body"]}"#,
        },
    ),
    (
        MeansKind::OpenPullRequest,
        Tool {
            name: "open_pull_request",
            description: "Say how the pull request is described. It is opened once the work is verified.",
            schema: r#"{"type":"object","properties":{"title":{"type":"string"},"body":{"type":"string"}},"required":["title","body"]}"#,
        },
    ),
    (
        MeansKind::MergePullRequest,
        Tool {
            name: "merge_pull_request",
            description: "Merge this pull request, if its head is still the one that was approved.",
            schema: r#"{"type":"object","properties":{}}"#,
        },
    ),
    (
        MeansKind::CloseIssue,
        Tool {
            name: "close_issue",
            description: "Close this issue: what it is for is reached. Comment first why.",
            schema: r#"{"type":"object","properties":{}}"#,
        },
    ),
];

/// Reads a call of one of them; `None`: it is of none.
pub(super) fn read(call: &Call) -> Option<Result<Proposal, String>> {
    let (kind, _) = ON_FORGE.iter().find(|(_, tool)| tool.name == call.tool)?;
    let text = match call.args.trim() {
        "" => "{}",
        text => text,
    };
    let tool = kind.tool();
    let means = serde_json::from_str(text).and_then(|args| Means::of(*kind, args));
    Some(match means {
        Ok(means) => Ok(Proposal::OnForge { means }),
        Err(error) => Err(format!("the arguments of `{tool}` can't be read: {error}")),
    })
}
