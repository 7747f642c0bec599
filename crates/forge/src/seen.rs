//! What forges write, as the ledger's types.

use ledger::forge::{
    BranchTip, CheckState, CommentSeen, IssueSeen, Login, PullSeen, RepoName, ReviewVerdict,
};
use ledger::ids::GitId;

use crate::text::{branch, kept, shorten, time_ms};
use crate::wire::{Comment, Issue, Label, Pull, PullEnd, Repository, User};

/// The most bytes of a branch's or a check's name.
const NAME_BYTES_MAX: usize = 1000;

/// An account that can be spoken of; none for one that is gone.
pub(crate) fn login(user: Option<&User>) -> Option<Login> {
    let user = user.filter(|user| user.id != -1)?;
    Login::new(user.login.as_str()).ok()
}

/// A repository, if its name can be one.
pub(crate) fn repository(repository: Option<&Repository>) -> Option<RepoName> {
    RepoName::new(repository?.full_name.as_str()).ok()
}

/// A commit; none for an empty text, for zeroes, and for what is none.
pub(crate) fn commit(text: &str) -> Option<GitId> {
    let id = GitId::new(text.to_ascii_lowercase()).ok()?;
    id.as_str().bytes().any(|digit| digit != b'0').then_some(id)
}

/// A name of a branch or a check as it is kept.
pub(crate) fn name(text: &str) -> String {
    shorten(text, NAME_BYTES_MAX).to_owned()
}

/// A branch that may not be told.
pub(crate) fn maybe_branch(text: &str) -> Option<String> {
    branch(text).map(name)
}

/// Labels by their names.
pub(crate) fn labels(labels: Option<&Vec<Label>>) -> Option<Vec<String>> {
    let names = labels?.iter().map(|label| name(&label.name));
    Some(names.filter(|name| !name.is_empty()).collect())
}

/// Everybody who is assigned. Where the list is missing, the one who is told by himself.
fn assignees(many: &[User], one: Option<&User>) -> Vec<Login> {
    let mut logins: Vec<Login> = many.iter().filter_map(|user| login(Some(user))).collect();
    if logins.is_empty() {
        logins.extend(login(one));
    }
    logins
}

/// An issue as it was.
pub(crate) fn issue(issue: &Issue) -> IssueSeen {
    let open = issue.state != "closed";
    IssueSeen {
        number: issue.number,
        title: kept(&issue.title),
        body: kept(&issue.body),
        author: login(issue.user.as_ref()),
        open,
        assignees: assignees(&issue.assignees, issue.assignee.as_ref()),
        labels: labels(issue.labels.as_ref()),
        created_ms: time_ms(&issue.created_at),
        updated_ms: time_ms(&issue.updated_at),
        closed_ms: if open { 0 } else { time_ms(&issue.closed_at) },
        comments: issue.comments,
    }
}

/// The branch at one end of a pull request. Where it is gone, Gitea and Forgejo keep its name in the label only.
pub(crate) fn end(end: &PullEnd) -> String {
    if let Some(branch) = branch(&end.reference) {
        return name(branch);
    }
    let label = end.label.split_once(':');
    name(label.map_or(end.label.as_str(), |(_, branch)| branch))
}

/// Whether the head stands in another repository than the base; also where the head's is gone.
fn is_from_fork(pull: &Pull) -> bool {
    let id = |end: &PullEnd| match &end.repo {
        Some(repo) if repo.id != 0 => repo.id,
        Some(_) | None => end.repo_id,
    };
    let full_name = |end: &PullEnd| repository(end.repo.as_ref());
    match (id(&pull.head), id(&pull.base)) {
        (0, _) | (_, 0) => full_name(&pull.head) != full_name(&pull.base),
        (head, base) => head != base,
    }
}

/// A pull request as it was.
pub(crate) fn pull(pull: &Pull) -> PullSeen {
    let merged_ms = time_ms(&pull.merged_at);
    let merged = pull.merged || merged_ms > 0;
    let open = !merged && pull.state != "closed";
    let closed_ms = first_ms(&[&pull.closed_at, &pull.merged_at]);
    PullSeen {
        number: pull.number,
        title: kept(&pull.title),
        body: kept(&pull.body),
        author: login(pull.user.as_ref()),
        open,
        merged,
        merged_by: login(pull.merged_by.as_ref()).filter(|_| merged),
        draft: pull.draft,
        head: BranchTip {
            branch: end(&pull.head),
            commit: commit(&pull.head.sha),
        },
        from_fork: is_from_fork(pull),
        base: end(&pull.base),
        assignees: assignees(&pull.assignees, pull.assignee.as_ref()),
        labels: labels(pull.labels.as_ref()),
        created_ms: time_ms(&pull.created_at),
        updated_ms: time_ms(&pull.updated_at),
        closed_ms: if open { 0 } else { closed_ms },
    }
}

/// A comment.
pub(crate) fn comment(comment: &Comment, number: u64) -> CommentSeen {
    CommentSeen {
        id: comment.id,
        number,
        author: login(comment.user.as_ref()),
        body: kept(&comment.body),
        created_ms: time_ms(&comment.created_at),
    }
}

/// What a review says, in any of the words for it; none for one that says nothing (pending, dismissed, a request).
pub(crate) fn verdict(word: &str) -> Option<ReviewVerdict> {
    let word = word.to_ascii_lowercase();
    let word = word.strip_prefix("pull_request_").unwrap_or(&word);
    match word.strip_prefix("review_").unwrap_or(word) {
        "approved" | "approve" => Some(ReviewVerdict::Approved),
        "rejected" | "request_changes" | "changes_requested" => Some(ReviewVerdict::Changes),
        "comment" | "commented" => Some(ReviewVerdict::Comment),
        _ => None,
    }
}

/// How a check stands, by its status word or its conclusion. Words that are not known say nothing.
pub(crate) fn check_state(word: &str) -> CheckState {
    match word.to_ascii_lowercase().as_str() {
        "success" => CheckState::Success,
        "failure" | "timed_out" => CheckState::Failure,
        "error" | "startup_failure" => CheckState::Error,
        "pending" | "queued" | "requested" | "waiting" | "in_progress" | "running" | "blocked" => {
            CheckState::Pending
        }
        // `cancelled`, `skipped`, `neutral`, `warning`, `stale`, `action_required` among them: none makes a commit red.
        _ => CheckState::Neutral,
    }
}

/// How a run or a job stands: its conclusion counts once it has one.
pub(crate) fn run_state(status: &str, conclusion: &str) -> CheckState {
    match (status, conclusion) {
        ("completed", conclusion) => check_state(conclusion),
        ("", conclusion) => check_state(conclusion),
        (status, _) => check_state(status),
    }
}

/// The first of these times that is set.
pub(crate) fn first_ms(times: &[&str]) -> u64 {
    let set = times.iter().map(|text| time_ms(text));
    set.into_iter().find(|ms| *ms > 0).unwrap_or_default()
}
