//! Events about issues and pull requests, their comments and reviews.

use ledger::forge::{
    CommentAction, ForgeKind, IssueAction, PullAction, PullSeen, ReviewSeen, What,
};

use super::body::Body;
use super::told::{Told, Unread};
use crate::seen;
use crate::text::{kept, time_ms};

/// Something happened to an issue.
pub(super) fn issue(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let Some(issue) = body.issue.as_ref().filter(|issue| issue.number > 0) else {
        return not_told(told, body, "issue");
    };
    let action = issue_action(&body.action);
    let mut issue = seen::issue(issue);
    if action == IssueAction::Labelled && is_doubtful(told) {
        issue.labels = None;
        told.look_at(issue.number);
    }
    told.say(What::Issue {
        action,
        issue: Box::new(issue),
    });
    Ok(())
}

/// Something happened to a pull request.
pub(super) fn pull(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let request = match body.action.as_str() {
        "review_requested" => Some(false),
        "review_request_removed" => Some(true),
        _ => None,
    };
    let is_label = matches!(body.action.as_str(), "label_updated" | "label_cleared");
    let pull = body.pull_request.as_ref().map(seen::pull);
    let Some(mut pull) = pull.filter(|pull| pull.number > 0) else {
        return not_told(told, body, "pull request");
    };
    if is_label && is_doubtful(told) {
        pull.labels = None;
        told.look_at(pull.number);
    }
    let Some(removed) = request else {
        told.say(What::Pull {
            action: pull_action(&body.action),
            pull: Box::new(pull),
        });
        return Ok(());
    };
    let asked = What::ReviewRequest {
        number: pull.number,
        reviewer: seen::login(body.requested_reviewer.as_ref()),
        removed,
        head: pull.head.commit.clone(),
        at_ms: pull.updated_ms,
    };
    if body.requested_reviewer.is_none() {
        // A team: only the forge knows who is in it.
        told.look_at(pull.number);
    }
    told.say_also(looked(pull));
    told.say(asked);
    Ok(())
}

/// Somebody wrote, changed or deleted a comment.
pub(super) fn comment(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let comment = body.comment.as_ref().filter(|comment| comment.id > 0);
    let comment = comment.ok_or_else(|| told.lacks("comment"))?;
    let issue = body.issue.as_ref().filter(|issue| issue.number > 0);
    let pull = body.pull_request.as_ref().filter(|pull| pull.number > 0);
    let on_pull = body.is_pull
        || pull.is_some()
        || issue.map_or(comment.is_on_pull(), |it| it.pull_request.is_some());
    let number = issue.map(|issue| issue.number);
    let number = number.or(pull.map(|pull| pull.number));
    let number = number.or(comment.number());
    let number = number.ok_or_else(|| told.lacks("number"))?;
    match (issue, pull) {
        (_, Some(pull)) => told.say_also(looked(seen::pull(pull))),
        (Some(issue), None) if !on_pull => told.say_also(What::Issue {
            action: IssueAction::Seen,
            issue: Box::new(seen::issue(issue)),
        }),
        // What an issue tells of a pull request is not enough to speak of it.
        (Some(_), None) => {}
        (None, None) => told.look_at(number),
    }
    told.say(What::Comment {
        action: match body.action.as_str() {
            "deleted" => CommentAction::Deleted,
            "edited" => CommentAction::Edited,
            _ => CommentAction::Created,
        },
        comment: seen::comment(comment, number),
    });
    Ok(())
}

/// Somebody submitted, changed or dismissed a review.
pub(super) fn review(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let pull = body.pull_request.as_ref().map(seen::pull);
    let Some(pull) = pull.filter(|pull| pull.number > 0) else {
        return not_told(told, body, "pull request");
    };
    let number = pull.number;
    let review = match told.kind {
        ForgeKind::Github => github_review(body, &pull),
        ForgeKind::Gitea | ForgeKind::Forgejo => gitea_review(told, body, &pull),
    };
    told.say_also(looked(pull));
    match review {
        Some(review) => told.say(What::Review(review)),
        None => told.look_at(number),
    }
    Ok(())
}

/// A comment on a line: what is told of its pull request.
pub(super) fn line_comment(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let pull = body.pull_request.as_ref().map(seen::pull);
    match pull.filter(|pull| pull.number > 0) {
        Some(pull) => told.say_also(looked(pull)),
        None => return not_told(told, body, "pull request"),
    }
    told.other();
    Ok(())
}

/// A review of Gitea or Forgejo: neither its id nor its commit are told.
fn gitea_review(told: &Told, body: &Body, pull: &PullSeen) -> Option<ReviewSeen> {
    let review = body.review.as_ref()?;
    Some(ReviewSeen {
        number: pull.number,
        id: None,
        reviewer: told
            .by
            .clone()
            .or_else(|| seen::login(body.requested_reviewer.as_ref()))?,
        verdict: seen::verdict(&review.kind)?,
        body: kept(&review.content),
        commit: pull.head.commit.clone(),
        at_ms: pull.updated_ms,
    })
}

/// A review of GitHub, if it was submitted now: what is dismissed or changed has to be looked at.
fn github_review(body: &Body, pull: &PullSeen) -> Option<ReviewSeen> {
    let review = body
        .review
        .as_ref()
        .filter(|_| body.action == "submitted")?;
    Some(ReviewSeen {
        number: pull.number,
        id: Some(review.id).filter(|id| *id > 0),
        reviewer: seen::login(review.user.as_ref())?,
        verdict: seen::verdict(&review.state)?,
        body: kept(&review.body),
        commit: seen::commit(&review.commit_id).or_else(|| pull.head.commit.clone()),
        at_ms: match time_ms(&review.submitted_at) {
            0 => pull.updated_ms,
            ms => ms,
        },
    })
}

/// The forge could not load what it speaks of; by its number it can be looked at.
fn not_told(told: &mut Told, body: &Body, what: &'static str) -> Result<(), Unread> {
    let numbers = [
        body.number,
        body.issue.as_ref().map_or(0, |issue| issue.number),
        body.pull_request.as_ref().map_or(0, |pull| pull.number),
    ];
    let number = numbers.into_iter().find(|number| *number > 0);
    told.look_at(number.ok_or_else(|| told.lacks(what))?);
    Ok(())
}

fn looked(pull: PullSeen) -> What {
    What::Pull {
        action: PullAction::Seen,
        pull: Box::new(pull),
    }
}

/// Gitea and Forgejo tell the labels before or after a change, as it happens.
fn is_doubtful(told: &Told) -> bool {
    match told.kind {
        ForgeKind::Gitea | ForgeKind::Forgejo => true,
        ForgeKind::Github => false,
    }
}

fn issue_action(word: &str) -> IssueAction {
    match word {
        "opened" => IssueAction::Opened,
        "edited" => IssueAction::Edited,
        "closed" => IssueAction::Closed,
        "reopened" => IssueAction::Reopened,
        "deleted" | "transferred" => IssueAction::Deleted,
        "assigned" => IssueAction::Assigned,
        "unassigned" => IssueAction::Unassigned,
        "label_updated" | "label_cleared" | "labeled" | "unlabeled" => IssueAction::Labelled,
        _ => IssueAction::Seen,
    }
}

fn pull_action(word: &str) -> PullAction {
    match word {
        "opened" => PullAction::Opened,
        "edited" | "ready_for_review" | "converted_to_draft" => PullAction::Edited,
        "closed" => PullAction::Closed,
        "reopened" => PullAction::Reopened,
        "deleted" => PullAction::Deleted,
        "synchronized" | "synchronize" => PullAction::Synchronized,
        _ => PullAction::Seen,
    }
}
