//! Issues, pull requests, reviews and comments in deliveries.

use serde_json::{Value, json};

use super::{Teller, Told, object};
use crate::events::{Change, CommentChange, LabelsShown};
use crate::options::Kind;
use crate::shape;
use crate::world::{Comment, Id, Issue, Review, ReviewState};

impl Teller<'_> {
    fn issue(&self, one: &Issue, change: Option<&Change>) -> Value {
        let mut shown = one.clone();
        self.bend(&mut shown, change);
        let mut shape = shape::issue(self.world, self.repo, &shown);
        let is_first = matches!(
            change,
            Some(Change::Assigned {
                at_creation: true,
                ..
            })
        );
        if is_first && self.world.kind == Kind::Gitea {
            for field in ["created_at", "updated_at"] {
                shape
                    .as_object_mut()
                    .and_then(|map| map.insert(field.to_owned(), json!(shape::EPOCH)));
            }
        }
        shape
    }

    /// Real deliveries show other labels than there are in two cases.
    fn bend(&self, shown: &mut Issue, change: Option<&Change>) {
        if let Some(Change::Labels { shown: labels, .. }) = change {
            match labels {
                LabelsShown::True => {}
                LabelsShown::None if self.world.kind == Kind::Gitea => shown.labels.clear(),
                LabelsShown::None => {}
                LabelsShown::Old(old) => shown.labels.clone_from(old),
            }
        }
    }

    fn pull(&self, one: &Issue, change: Option<&Change>) -> Value {
        let Some(pull) = &one.pull else {
            return Value::Null;
        };
        let mut shown = one.clone();
        self.bend(&mut shown, change);
        let asked = &pull.requested_shown;
        shape::pull(self.world, self.repo, &shown, pull, asked, Some(self.doer))
    }

    pub(super) fn subject(&self, one: &Issue, change: &Change) -> Told {
        let is_pull = one.pull.is_some();
        let exact = exact(change, is_pull);
        let mut body = object(json!({"action": action(change), "number": one.number}));
        let mut detail = detail(change);
        if let Some(mut changes) = detail.changes.take() {
            self.add_label_fields(&mut changes);
            body.insert("changes".to_owned(), changes);
        }
        let rest = match is_pull {
            false => json!({
                "issue": self.issue(one, Some(change)),
                "repository": self.repository(),
                "sender": self.sender(),
                "commit_id": detail.commit,
            }),
            true => json!({
                "pull_request": self.pull(one, Some(change)),
                "requested_reviewer": detail.asked.map(|who| shape::user_or_ghost(self.world, who)),
                "repository": self.repository(),
                "sender": self.sender(),
                "commit_id": "",
                "review": detail.review.map(|review| json!({"type": exact, "content": review.body})),
            }),
        };
        body.extend(object(rest));
        Told::new(exact, body)
    }

    fn add_label_fields(&self, changes: &mut Value) {
        if let (Kind::Gitea, Some(map)) = (self.world.kind, changes.as_object_mut()) {
            map.insert("added_labels".to_owned(), Value::Null);
            map.insert("removed_labels".to_owned(), Value::Null);
        }
    }

    pub(super) fn comment(&self, on: &Issue, comment: &Comment, change: &CommentChange) -> Told {
        let action = match change {
            CommentChange::Created => "created",
            CommentChange::Edited(_) => "edited",
            CommentChange::Deleted => "deleted",
        };
        let mut body = object(json!({"action": action, "issue": self.issue(on, None)}));
        if on.pull.is_some() {
            body.insert("pull_request".to_owned(), self.pull(on, None));
        }
        let shape = shape::comment(self.world, self.repo, on, comment);
        body.insert("comment".to_owned(), shape);
        if let CommentChange::Edited(from) = change {
            let mut changes = json!({"body": {"from": from}});
            self.add_label_fields(&mut changes);
            body.insert("changes".to_owned(), changes);
        }
        body.insert("repository".to_owned(), self.repository());
        body.insert("sender".to_owned(), self.sender());
        body.insert("is_pull".to_owned(), json!(on.pull.is_some()));
        match on.pull {
            Some(_) => Told::new("pull_request_comment", body),
            None => Told::new("issue_comment", body),
        }
    }
}

/// The word in `action`.
fn action(change: &Change) -> &'static str {
    match change {
        Change::Opened => "opened",
        Change::Title(_) | Change::Body(_) | Change::Base(_) => "edited",
        Change::ReadyForReview | Change::Drafted => "edited",
        Change::Closed(_) => "closed",
        Change::Reopened => "reopened",
        Change::Deleted => "deleted",
        Change::Assigned { .. } => "assigned",
        Change::Unassigned(_) => "unassigned",
        Change::Labels { shown, .. } => match shown {
            LabelsShown::Old(_) => "label_cleared",
            LabelsShown::True | LabelsShown::None => "label_updated",
        },
        Change::Milestoned => "milestoned",
        Change::Demilestoned => "demilestoned",
        Change::Synchronized { .. } => "synchronized",
        Change::ReviewRequested(_) => "review_requested",
        Change::ReviewRequestRemoved(_) => "review_request_removed",
        Change::Reviewed(_) => "reviewed",
    }
}

/// The exact type of the event.
fn exact(change: &Change, is_pull: bool) -> &'static str {
    let either = |issue, pull| if is_pull { pull } else { issue };
    match change {
        Change::Opened
        | Change::Title(_)
        | Change::Body(_)
        | Change::Base(_)
        | Change::Closed(_)
        | Change::Reopened
        | Change::Deleted
        | Change::ReadyForReview
        | Change::Drafted => either("issues", "pull_request"),
        Change::Assigned { .. } | Change::Unassigned(_) => {
            either("issue_assign", "pull_request_assign")
        }
        Change::Labels { .. } => either("issue_label", "pull_request_label"),
        Change::Milestoned | Change::Demilestoned => {
            either("issue_milestone", "pull_request_milestone")
        }
        Change::Synchronized { .. } => "pull_request_sync",
        Change::ReviewRequested(_) | Change::ReviewRequestRemoved(_) => {
            "pull_request_review_request"
        }
        Change::Reviewed(review) => match review.state {
            ReviewState::Approved => "pull_request_review_approved",
            ReviewState::Changes => "pull_request_review_rejected",
            ReviewState::Comment | ReviewState::Pending | ReviewState::Requested => {
                "pull_request_review_comment"
            }
        },
    }
}

/// What a change has to say beside the subject itself.
#[derive(Default)]
struct Detail<'a> {
    changes: Option<Value>,
    /// Who is asked for a review, or gave one.
    asked: Option<Id>,
    /// Of a pull request nothing is said, merged or not.
    commit: &'a str,
    /// Neither its id, nor its commit, nor its comments on lines are told.
    review: Option<&'a Review>,
}

fn detail(change: &Change) -> Detail<'_> {
    let mut detail = Detail::default();
    match change {
        Change::Title(from) => detail.changes = Some(json!({"title": {"from": from}})),
        Change::Body(from) => detail.changes = Some(json!({"body": {"from": from}})),
        Change::Base(now) => detail.changes = Some(json!({"ref": {"from": now}})),
        Change::Closed(commit) => detail.commit = commit,
        Change::ReviewRequested(who) | Change::ReviewRequestRemoved(who) => {
            detail.asked = Some(*who);
        }
        Change::Reviewed(review) => {
            detail.asked = Some(review.by);
            detail.review = Some(review);
        }
        Change::Opened
        | Change::Reopened
        | Change::Deleted
        | Change::Assigned { .. }
        | Change::Unassigned(_)
        | Change::Labels { .. }
        | Change::Milestoned
        | Change::Demilestoned
        | Change::Synchronized { .. }
        | Change::ReadyForReview
        | Change::Drafted => {}
    }
    detail
}
