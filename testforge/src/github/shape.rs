//! How things look in GitHub's JSON: as many fields as anybody here reads, lists never null.

use serde_json::{Value, json};

use crate::hooks::Hook;
use crate::options::Access;
use crate::runs::Run;
use crate::sender::{Delivery, Outcome};
use crate::world::{
    Comment, Id, Issue, Label, LineComment, Repo, Review, ReviewState, Status, World, time,
};

pub(super) fn user(world: &World, id: Id) -> Value {
    let Some(one) = world.user(id) else {
        return json!({"login": "ghost", "id": 10137, "type": "User", "site_admin": false});
    };
    let kind = match (one.is_org, one.login.ends_with("[bot]")) {
        (true, _) => "Organization",
        (false, true) => "Bot",
        (false, false) => "User",
    };
    json!({
        "login": one.login,
        "id": one.id,
        "type": kind,
        "site_admin": one.is_admin,
        "html_url": world.url(&one.login),
    })
}

fn users(world: &World, ids: &[Id]) -> Value {
    ids.iter().map(|id| user(world, *id)).collect()
}

pub(super) fn repo(world: &World, one: &Repo, seen_by: Option<Id>) -> Value {
    let name = world.full_name(one);
    let access = world.access(one, seen_by);
    json!({
        "id": one.id,
        "name": one.name,
        "full_name": name,
        "private": one.private,
        "owner": user(world, one.owner),
        "html_url": world.url(&name),
        "url": world.api_url(&format!("repos/{name}")),
        "default_branch": one.default_branch,
        "clone_url": world.url(&format!("{name}.git")),
        "archived": one.archived,
        "permissions": {
            "admin": access >= Some(Access::Admin),
            "push": access >= Some(Access::Write),
            "pull": access >= Some(Access::Read),
        },
    })
}

pub(super) fn label(one: &Label) -> Value {
    json!({
        "id": one.id,
        "name": one.name,
        "color": one.color,
        "description": one.description,
        "default": false,
    })
}

pub(super) fn labels(at: &Repo, ids: &[Id]) -> Value {
    let known = ids.iter().filter_map(|id| at.label(*id));
    known.map(label).collect()
}

fn page(world: &World, at: &Repo, one: &Issue) -> String {
    let kind = if one.pull.is_some() { "pull" } else { "issues" };
    world.url(&format!("{}/{kind}/{}", world.full_name(at), one.number))
}

/// What issues and pull requests have in common.
fn common(world: &World, at: &Repo, one: &Issue) -> Value {
    let milestone = at.milestones.iter().find(|it| Some(it.id) == one.milestone);
    json!({
        "id": one.id,
        "number": one.number,
        "state": if one.open { "open" } else { "closed" },
        "locked": false,
        "title": one.title,
        "body": if one.body.is_empty() { Value::Null } else { json!(one.body) },
        "user": user(world, one.poster),
        "labels": labels(at, &one.labels),
        "assignee": one.assignees.first().map(|who| user(world, *who)),
        "assignees": users(world, &one.assignees),
        "milestone": milestone.map(|it| json!({"id": it.id, "number": it.id, "title": it.title})),
        "comments": one.comments.len(),
        "created_at": time(one.created),
        "updated_at": time(one.updated),
        "closed_at": one.closed.map(time),
        "html_url": page(world, at, one),
    })
}

fn joined(mut shape: Value, more: Value) -> Value {
    if let (Some(map), Value::Object(more)) = (shape.as_object_mut(), more) {
        map.extend(more);
    }
    shape
}

pub(super) fn issue(world: &World, at: &Repo, one: &Issue) -> Value {
    let path = format!("repos/{}/issues/{}", world.full_name(at), one.number);
    let mut more = json!({
        "node_id": format!("I_{}", one.id),
        "url": world.api_url(&path),
        "state_reason": if one.open { Value::Null } else { json!("completed") },
    });
    if let (Some(pull), Some(map)) = (&one.pull, more.as_object_mut()) {
        let page = page(world, at, one);
        let merged = pull.merged.as_ref().map(|merged| time(merged.at));
        map.insert("draft".to_owned(), json!(pull.draft));
        let shape = json!({"html_url": page, "merged_at": merged});
        map.insert("pull_request".to_owned(), shape);
    }
    joined(common(world, at, one), more)
}

pub(super) fn pull(world: &World, at: &Repo, one: &Issue) -> Value {
    let Some(pull) = &one.pull else {
        return Value::Null;
    };
    let side = |name: &str, sha: &str| {
        json!({
            "label": format!("{}:{name}", world.login(at.owner)),
            "ref": name,
            "sha": sha,
            "user": user(world, at.owner),
            "repo": repo(world, at, None),
        })
    };
    let path = format!("repos/{}/pulls/{}", world.full_name(at), one.number);
    let merged = pull.merged.as_ref();
    let lines: usize = pull.reviews.iter().map(|one| one.comments.len()).sum();
    let head = pull
        .head
        .strip_prefix("refs/pull/")
        .map_or(pull.head.as_str(), |_| "");
    let more = json!({
        "id": pull.id,
        "node_id": format!("PR_{}", pull.id),
        "url": world.api_url(&path),
        "draft": pull.draft,
        "merged": merged.is_some(),
        "merged_at": merged.map(|merged| time(merged.at)),
        "merged_by": merged.map(|merged| user(world, merged.by)),
        "merge_commit_sha": merged.map(|merged| merged.commit.clone()),
        "mergeable": if one.open { json!(pull.diff.mergeable) } else { Value::Null },
        "mergeable_state": if pull.diff.mergeable { "clean" } else { "dirty" },
        "requested_reviewers": users(world, &pull.requested),
        "requested_teams": [],
        "head": side(head, &pull.head_sha),
        "base": side(&pull.base, &pull.base_sha),
        "review_comments": lines,
        "additions": pull.diff.additions,
        "deletions": pull.diff.deletions,
        "changed_files": pull.diff.changed_files,
    });
    joined(common(world, at, one), more)
}

pub(super) fn comment(world: &World, at: &Repo, on: &Issue, one: &Comment) -> Value {
    let api = format!("repos/{}/issues/{}", world.full_name(at), on.number);
    json!({
        "id": one.id,
        "user": user(world, one.poster),
        "body": one.body,
        "created_at": time(one.created),
        "updated_at": time(one.updated),
        "html_url": format!("{}#issuecomment-{}", page(world, at, on), one.id),
        "issue_url": world.api_url(&api),
        "author_association": "MEMBER",
    })
}

/// As the API writes the state; deliveries write it small.
fn review_state(one: &Review) -> &'static str {
    match one.state {
        _ if one.dismissed => "DISMISSED",
        ReviewState::Approved => "APPROVED",
        ReviewState::Changes => "CHANGES_REQUESTED",
        ReviewState::Comment => "COMMENTED",
        ReviewState::Pending | ReviewState::Requested => "PENDING",
    }
}

pub(super) fn review(world: &World, at: &Repo, on: &Issue, one: &Review, told: bool) -> Value {
    let state = review_state(one);
    let page = page(world, at, on);
    json!({
        "id": one.id,
        "user": user(world, one.by),
        "body": one.body,
        "state": if told { state.to_lowercase() } else { state.to_owned() },
        "commit_id": one.commit,
        "submitted_at": time(one.at),
        "html_url": format!("{page}#pullrequestreview-{}", one.id),
        "author_association": "MEMBER",
    })
}

pub(super) fn line_comment(world: &World, on: &Review, one: &LineComment) -> Value {
    json!({
        "id": one.id,
        "pull_request_review_id": on.id,
        "user": user(world, on.by),
        "body": one.body,
        "path": one.path,
        "line": one.line,
        "commit_id": on.commit,
        "created_at": time(on.at),
        "updated_at": time(on.at),
    })
}

pub(super) fn status(world: &World, one: &Status) -> Value {
    json!({
        "id": one.id,
        "state": one.state,
        "context": one.context,
        "description": one.description,
        "target_url": one.target_url,
        "creator": user(world, one.by),
        "created_at": time(one.at),
        "updated_at": time(one.at),
    })
}

pub(super) fn run(world: &World, at: &Repo, one: &Run) -> Value {
    let pulls: Vec<Value> = one
        .pull
        .iter()
        .map(|number| json!({"number": number}))
        .collect();
    json!({
        "id": one.id,
        "name": one.workflow,
        "display_title": one.title,
        "path": format!(".github/workflows/{}", one.workflow),
        "head_branch": one.branch,
        "head_sha": one.sha,
        "event": one.event,
        "status": one.status,
        "conclusion": if one.conclusion.is_empty() { Value::Null } else { json!(one.conclusion) },
        "run_number": one.id,
        "run_attempt": 1,
        "pull_requests": pulls,
        "created_at": time(one.at),
        "updated_at": time(one.at),
        "html_url": world.url(&format!("{}/actions/runs/{}", world.full_name(at), one.id)),
    })
}

/// The jobs of a run, each of which is a check, too.
pub(super) fn checks(world: &World, at: &Repo, one: &Run) -> Vec<Value> {
    let shape = |job: &crate::runs::Job| {
        let url = format!(
            "{}/actions/runs/{}/job/{}",
            world.full_name(at),
            one.id,
            job.id
        );
        json!({
            "id": job.id,
            "run_id": one.id,
            "name": "test",
            "head_sha": one.sha,
            "status": one.status,
            "conclusion": if one.conclusion.is_empty() { Value::Null } else { json!(one.conclusion) },
            "started_at": time(one.at),
            "completed_at": if one.conclusion.is_empty() { Value::Null } else { json!(time(one.at)) },
            "html_url": world.url(&url),
            "details_url": world.url(&url),
            "output": {"title": null, "summary": null, "text": null, "annotations_count": 0},
            "steps": [],
            "app": {"slug": "github-actions"},
            "pull_requests": [],
        })
    };
    one.jobs.iter().map(shape).collect()
}

/// The secret is shown as stars, if there is one.
pub(super) fn hook(one: &Hook) -> Value {
    let mut config = json!({
        "content_type": one.content_type,
        "url": one.url,
        "insecure_ssl": "0",
    });
    if !one.secret.is_empty() {
        config = joined(config, json!({"secret": "********"}));
    }
    json!({
        "id": one.id,
        "type": "Repository",
        "name": "web",
        "active": one.active,
        "events": one.events,
        "config": config,
        "created_at": time(one.created),
        "updated_at": time(one.updated),
    })
}

pub(super) fn delivery(one: &Delivery) -> Value {
    let code = match one.outcome {
        Outcome::Answered(code) => code,
        Outcome::Waiting | Outcome::Failed(_) | Outcome::Lost | Outcome::Dropped => 0,
    };
    json!({
        "id": one.id,
        "guid": one.uuid,
        "redelivery": false,
        "event": one.event_type,
        "action": if one.action.is_empty() { Value::Null } else { json!(one.action) },
        "status": if (200..300).contains(&code) { "OK" } else { "failed" },
        "status_code": code,
    })
}
