//! What deliveries say on GitHub: one for each label and each person.

use serde_json::{Map, Value, json};

use super::shape;
use crate::events::{Change, CommentChange, Happened, RefChange};
use crate::git::{Commit, ZERO};
use crate::payload::{Told, pushed};
use crate::world::{Id, Issue, Repo, World};

/// How many commits a push tells.
const COMMITS_MAX: usize = 2048;

/// What hooks hear of something.
pub(crate) fn told(world: &World, at: &Repo, doer: Id, happened: &Happened) -> Vec<Told> {
    let tell = |exact: &str, body: Value| {
        let mut map = match body {
            Value::Object(map) => map,
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => Map::new(),
        };
        map.insert("repository".to_owned(), shape::repo(world, at, Some(doer)));
        map.insert("sender".to_owned(), shape::user(world, doer));
        Told::new(exact, map)
    };
    let bodies: Vec<(&str, Value)> = match happened {
        Happened::Subject(number, change) => match at.issues.get(number) {
            Some(issue) => subject(world, at, issue, change),
            None => Vec::new(),
        },
        Happened::Comment(number, comment, change) => match at.issues.get(number) {
            Some(issue) => {
                let body = json!({
                    "issue": shape::issue(world, at, issue),
                    "comment": shape::comment(world, at, issue, comment),
                });
                vec![("issue_comment", with_change(body, change))]
            }
            None => Vec::new(),
        },
        Happened::Push(change) => vec![("push", push(world, at, doer, change))],
        Happened::RefMade(change) | Happened::RefGone(change) => {
            let body = json!({
                "ref": change.short(),
                "ref_type": change.kind(),
                "master_branch": at.default_branch,
                "pusher_type": "user",
            });
            let exact = if change.after == ZERO {
                "delete"
            } else {
                "create"
            };
            vec![(exact, body)]
        }
        Happened::Status(status) => {
            let body = json!({
                "id": status.id,
                "sha": status.sha,
                "state": status.state,
                "context": status.context,
                "description": status.description,
                "target_url": status.target_url,
                "branches": [],
            });
            vec![("status", body)]
        }
        Happened::Run(id, action) => run(world, at, *id, action),
        Happened::Job(id, _, action) => job(world, at, *id, action),
        Happened::RepoMade => vec![("repository", json!({"action": "created"}))],
        Happened::Tried(_) => vec![("ping", json!({"zen": "Speak like a human.", "hook_id": 1}))],
    };
    bodies
        .into_iter()
        .map(|(exact, body)| tell(exact, body))
        .collect()
}

fn put(mut body: Value, name: &str, value: Value) -> Value {
    if let Some(map) = body.as_object_mut() {
        map.insert(name.to_owned(), value);
    }
    body
}

fn with_change(body: Value, change: &CommentChange) -> Value {
    let action = |word: &str| put(body.clone(), "action", json!(word));
    match change {
        CommentChange::Created => action("created"),
        CommentChange::Deleted => action("deleted"),
        CommentChange::Edited(from) => {
            put(action("edited"), "changes", json!({"body": {"from": from}}))
        }
    }
}

fn subject(world: &World, at: &Repo, one: &Issue, change: &Change) -> Vec<(&'static str, Value)> {
    let is_pull = one.pull.is_some();
    let exact = if is_pull { "pull_request" } else { "issues" };
    let base = match is_pull {
        true => json!({"number": one.number, "pull_request": shape::pull(world, at, one)}),
        false => json!({"issue": shape::issue(world, at, one)}),
    };
    let with = |action: &str, name: &str, value: Value| {
        let body = put(base.clone(), "action", json!(action));
        vec![(
            exact,
            if name.is_empty() {
                body
            } else {
                put(body, name, value)
            },
        )]
    };
    let user = |who: &Id| shape::user(world, *who);
    match change {
        Change::Opened => with("opened", "", Value::Null),
        Change::Title(from) => with("edited", "changes", json!({"title": {"from": from}})),
        Change::Body(from) => with("edited", "changes", json!({"body": {"from": from}})),
        Change::Base(now) => with("edited", "changes", json!({"base": {"ref": {"from": now}}})),
        Change::Closed(_) => with("closed", "", Value::Null),
        Change::Reopened => with("reopened", "", Value::Null),
        Change::Deleted => with("deleted", "", Value::Null),
        Change::Assigned { who, .. } => with("assigned", "assignee", user(who)),
        Change::Unassigned(who) => with("unassigned", "assignee", user(who)),
        Change::Labels { added, removed, .. } => {
            let each = |ids: &[Id], action: &str| -> Vec<(&'static str, Value)> {
                let known = ids.iter().filter_map(|id| at.label(*id));
                known
                    .flat_map(|label| with(action, "label", shape::label(label)))
                    .collect()
            };
            [each(removed, "unlabeled"), each(added, "labeled")].concat()
        }
        Change::Milestoned => with("milestoned", "", Value::Null),
        Change::Demilestoned => with("demilestoned", "", Value::Null),
        Change::Synchronized { before, after } => with("synchronize", "before", json!(before))
            .into_iter()
            .map(|(exact, body)| (exact, put(body, "after", json!(after))))
            .collect(),
        Change::ReviewRequested(who) => with("review_requested", "requested_reviewer", user(who)),
        Change::ReviewRequestRemoved(who) => {
            with("review_request_removed", "requested_reviewer", user(who))
        }
        Change::ReadyForReview => with("ready_for_review", "", Value::Null),
        Change::Drafted => with("converted_to_draft", "", Value::Null),
        Change::Reviewed(review) => {
            let pull = shape::pull(world, at, one);
            let told = shape::review(world, at, one, review, true);
            let body = json!({"action": "submitted", "review": told, "pull_request": pull});
            let mut all = vec![("pull_request_review", body)];
            for line in &review.comments {
                let comment = shape::line_comment(world, review, line);
                let body = json!({"action": "created", "comment": comment, "pull_request": pull});
                all.push(("pull_request_review_comment", body));
            }
            all
        }
    }
}

fn commit(one: &Commit) -> Value {
    let person = |who: &crate::git::Person| json!({"name": who.name, "email": who.email, "username": who.name});
    json!({
        "id": one.id,
        "message": one.message.trim_end_matches('\n'),
        "timestamp": one.committer.date,
        "author": person(&one.author),
        "committer": person(&one.committer),
        "added": one.added,
        "removed": one.removed,
        "modified": one.modified,
    })
}

fn push(world: &World, at: &Repo, doer: Id, change: &RefChange) -> Value {
    let (mut commits, _) = pushed(at, change, COMMITS_MAX);
    commits.reverse();
    json!({
        "ref": change.name,
        "before": change.before,
        "after": change.after,
        "created": change.before == ZERO,
        "deleted": change.after == ZERO,
        "forced": false,
        "commits": commits.iter().map(commit).collect::<Vec<_>>(),
        "head_commit": commits.last().map(commit),
        "pusher": {"name": world.login(doer)},
    })
}

fn run(world: &World, at: &Repo, id: Id, action: &str) -> Vec<(&'static str, Value)> {
    let Some(run) = at.run(id) else {
        return Vec::new();
    };
    let body = json!({
        "action": action,
        "workflow_run": shape::run(world, at, run),
        "workflow": {"id": 1, "name": run.workflow, "path": format!(".github/workflows/{}", run.workflow)},
    });
    vec![("workflow_run", body)]
}

/// A job is told as itself, and as a check when it begins and ends.
fn job(world: &World, at: &Repo, id: Id, action: &str) -> Vec<(&'static str, Value)> {
    let Some(run) = at.run(id) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for check in shape::checks(world, at, run) {
        all.push((
            "workflow_job",
            json!({"action": action, "workflow_job": check}),
        ));
        let word = match action {
            "queued" => "created",
            "completed" => "completed",
            _ => continue,
        };
        all.push(("check_run", json!({"action": word, "check_run": check})));
    }
    all
}
