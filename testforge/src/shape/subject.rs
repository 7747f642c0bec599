//! Issues, pull requests, and what hangs on them.

use serde_json::{Value, json};

use super::people::{put, repo, user_or_ghost};
use crate::hooks::Hook;
use crate::options::Kind;
use crate::world::{
    Comment, Id, Issue, Label, LineComment, Milestone, Pull, Repo, Review, ReviewState, World, time,
};

pub(crate) fn label(world: &World, at: &Repo, one: &Label) -> Value {
    let path = format!("repos/{}/labels/{}", world.full_name(at), one.id);
    json!({
        "id": one.id,
        "name": one.name,
        "exclusive": one.exclusive,
        "is_archived": false,
        "color": one.color,
        "description": one.description,
        "url": world.api_url(&path),
    })
}

pub(crate) fn labels(world: &World, at: &Repo, ids: &[Id]) -> Value {
    let known = ids.iter().filter_map(|id| at.label(*id));
    known.map(|one| label(world, at, one)).collect()
}

pub(crate) fn milestone(at: &Repo, one: &Milestone) -> Value {
    let of_it = |open: bool| {
        let all = at.issues.values();
        all.filter(|issue| issue.milestone == Some(one.id) && issue.open == open)
            .count()
    };
    json!({
        "id": one.id,
        "title": one.title,
        "description": "",
        "state": "open",
        "open_issues": of_it(true),
        "closed_issues": of_it(false),
        "created_at": time(one.created),
        "updated_at": time(one.created),
        "closed_at": null,
        "due_on": null,
    })
}

fn milestone_of(at: &Repo, issue: &Issue) -> Value {
    let mut all = at.milestones.iter();
    all.find(|one| Some(one.id) == issue.milestone)
        .map_or(Value::Null, |one| milestone(at, one))
}

fn users(world: &World, ids: &[Id]) -> Value {
    ids.iter().map(|id| user_or_ghost(world, *id)).collect()
}

fn first_user(world: &World, ids: &[Id]) -> Value {
    ids.first()
        .map_or(Value::Null, |id| user_or_ghost(world, *id))
}

fn maybe_time(at: Option<i64>) -> Value {
    at.map_or(Value::Null, |at| json!(time(at)))
}

fn state(open: bool) -> &'static str {
    if open { "open" } else { "closed" }
}

/// Where people read it.
pub(crate) fn page(world: &World, at: &Repo, issue: &Issue) -> String {
    let kind = match &issue.pull {
        Some(_) => "pulls",
        None => "issues",
    };
    world.url(&format!("{}/{kind}/{}", world.full_name(at), issue.number))
}

/// An issue; a pull request too, as an issue.
pub(crate) fn issue(world: &World, at: &Repo, one: &Issue) -> Value {
    let name = world.full_name(at);
    let assignees = match one.assignees.as_slice() {
        [] => Value::Null,
        some => users(world, some),
    };
    let mut shape = json!({
        "id": one.id,
        "url": world.api_url(&format!("repos/{name}/issues/{}", one.number)),
        "html_url": page(world, at, one),
        "number": one.number,
        "user": user_or_ghost(world, one.poster),
        "original_author": "",
        "original_author_id": 0,
        "title": one.title,
        "body": one.body,
        "ref": "",
        "assets": [],
        "labels": labels(world, at, &one.labels),
        "milestone": milestone_of(at, one),
        "assignee": first_user(world, &one.assignees),
        "assignees": assignees,
        "state": state(one.open),
        "is_locked": false,
        "comments": one.comments.len(),
        "created_at": time(one.created),
        "updated_at": time(one.updated),
        "closed_at": maybe_time(one.closed),
        "due_date": null,
        "time_estimate": 0,
        "pull_request": one.pull.as_ref().map(|pull| json!({
            "merged": pull.merged.is_some(),
            "merged_at": maybe_time(pull.merged.as_ref().map(|merged| merged.at)),
            "draft": one.is_draft(world.kind),
            "html_url": page(world, at, one),
        })),
        "repository": {
            "id": at.id,
            "name": at.name,
            "owner": world.login(at.owner),
            "full_name": name,
        },
        "pin_order": 0,
        "content_version": one.content_version,
    });
    if world.kind == Kind::Forgejo {
        for gone in ["time_estimate", "content_version"] {
            shape.as_object_mut().and_then(|map| map.shift_remove(gone));
        }
    }
    shape
}

pub(crate) fn comment(world: &World, at: &Repo, on: &Issue, one: &Comment) -> Value {
    let page = page(world, at, on);
    let is_pull = on.pull.is_some();
    let only = |this: bool| if this { page.as_str() } else { "" };
    json!({
        "id": one.id,
        "html_url": format!("{page}#issuecomment-{}", one.id),
        "pull_request_url": only(is_pull),
        "issue_url": only(!is_pull),
        "user": user_or_ghost(world, one.poster),
        "original_author": "",
        "original_author_id": 0,
        "body": one.body,
        "assets": [],
        "created_at": time(one.created),
        "updated_at": time(one.updated),
    })
}

/// A pull request. `requested` are those who stand there as asked for a review.
pub(crate) fn pull(
    world: &World,
    at: &Repo,
    one: &Issue,
    pull: &Pull,
    requested: &[Id],
    seen_by: Option<Id>,
) -> Value {
    let page = page(world, at, one);
    let side = |name: &str, sha: &str| json!({"label": name, "ref": name, "sha": sha, "repo_id": at.id, "repo": repo(world, at, seen_by)});
    let inline: usize = pull.reviews.iter().map(|one| one.comments.len()).sum();
    let merged = pull.merged.as_ref();
    let mut shape = json!({
        "id": pull.id,
        "url": page,
        "number": one.number,
        "user": user_or_ghost(world, one.poster),
        "title": one.title,
        "body": one.body,
        "labels": labels(world, at, &one.labels),
        "milestone": milestone_of(at, one),
        "assignee": first_user(world, &one.assignees),
        "assignees": users(world, &one.assignees),
        "requested_reviewers": users(world, requested),
        "requested_reviewers_teams": [],
        "state": state(one.open),
        "draft": one.is_draft(world.kind),
        "is_locked": false,
        "comments": one.comments.len(),
        "review_comments": inline,
        "additions": pull.diff.additions,
        "deletions": pull.diff.deletions,
        "changed_files": pull.diff.changed_files,
        "html_url": page,
        "diff_url": format!("{page}.diff"),
        "patch_url": format!("{page}.patch"),
        "mergeable": pull.diff.mergeable,
        "merged": merged.is_some(),
        "merged_at": maybe_time(merged.map(|merged| merged.at)),
        "merge_commit_sha": merged.map(|merged| merged.commit.clone()),
        "merged_by": merged.map(|merged| user_or_ghost(world, merged.by)),
        "allow_maintainer_edit": true,
        "base": side(&pull.base, &pull.base_sha),
        "head": side(&pull.head, &pull.head_sha),
        "merge_base": pull.diff.merge_base,
        "due_date": null,
        "created_at": time(one.created),
        "updated_at": time(one.updated),
        "closed_at": maybe_time(one.closed),
        "pin_order": 0,
        "content_version": one.content_version,
    });
    if world.kind == Kind::Forgejo {
        shape
            .as_object_mut()
            .and_then(|map| map.shift_remove("content_version"));
        put(&mut shape, "flow", json!(0));
    }
    shape
}

/// A review as the API lists it; deliveries say far less.
pub(crate) fn review(world: &World, at: &Repo, on: &Issue, one: &Review) -> Value {
    let page = page(world, at, on);
    let state = match one.state {
        ReviewState::Approved => "APPROVED",
        ReviewState::Changes => "REQUEST_CHANGES",
        ReviewState::Comment => "COMMENT",
        ReviewState::Pending => "PENDING",
        ReviewState::Requested => "REQUEST_REVIEW",
    };
    json!({
        "id": one.id,
        "user": user_or_ghost(world, one.by),
        "team": null,
        "state": state,
        "body": one.body,
        "commit_id": one.commit,
        "stale": one.stale,
        "official": world.access(at, Some(one.by)) >= Some(crate::options::Access::Write),
        "dismissed": one.dismissed,
        "comments_count": one.comments.len(),
        "submitted_at": time(one.at),
        "updated_at": time(one.at),
        "html_url": format!("{page}#issuecomment-{}", one.id),
        "pull_request_url": page,
    })
}

pub(crate) fn line_comment(world: &World, on: &Review, one: &LineComment) -> Value {
    json!({
        "id": one.id,
        "body": one.body,
        "user": user_or_ghost(world, on.by),
        "resolver": null,
        "pull_request_review_id": on.id,
        "created_at": time(on.at),
        "updated_at": time(on.at),
        "path": one.path,
        "commit_id": on.commit,
        "original_commit_id": on.commit,
        "diff_hunk": "",
        "position": one.line,
        "original_position": 0,
    })
}

/// A webhook as the API shows it: the secret never comes back.
pub(crate) fn hook(one: &Hook) -> Value {
    json!({
        "id": one.id,
        "type": one.flavour,
        "name": one.name,
        "branch_filter": one.branch_filter,
        "config": {"content_type": one.content_type, "url": one.url},
        "events": one.events,
        "authorization_header": one.authorization,
        "active": one.active,
        "created_at": time(one.created),
        "updated_at": time(one.updated),
    })
}
