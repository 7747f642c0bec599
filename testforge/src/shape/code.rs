//! Commits, statuses and runs.

use serde_json::{Value, json};

use super::NEVER;
use super::people::{repo, user_or_ghost};
use crate::git::{Commit, Person};
use crate::runs::Run;
use crate::world::{Repo, Status, World, time};

/// A commit as deliveries tell it.
pub(crate) fn commit(world: &World, at: &Repo, one: &Commit) -> Value {
    let person = |who: &Person| {
        let known = world.find_user(&who.name).is_some();
        let username = if known { who.name.as_str() } else { "" };
        json!({"name": who.name, "email": who.email, "username": username})
    };
    json!({
        "id": one.id,
        "message": format!("{}\n", one.message.trim_end_matches('\n')),
        "url": world.url(&format!("{}/commit/{}", world.full_name(at), one.id)),
        "author": person(&one.author),
        "committer": person(&one.committer),
        "verification": null,
        "timestamp": one.committer.date,
        "added": one.added,
        "removed": one.removed,
        "modified": one.modified,
    })
}

/// A status in a list: what it says stands in `status`, not in `state`.
pub(crate) fn status(world: &World, at: &Repo, one: &Status) -> Value {
    let path = format!("repos/{}/statuses/{}", world.full_name(at), one.sha);
    json!({
        "id": one.id,
        "status": one.state,
        "target_url": one.target_url,
        "description": one.description,
        "url": world.api_url(&path),
        "context": one.context,
        "creator": user_or_ghost(world, one.by),
        "created_at": time(one.at),
        "updated_at": time(one.at),
    })
}

/// The worst of the last states of all contexts.
pub(crate) fn combined(world: &World, at: &Repo, sha: &str) -> Value {
    let last = at.last_statuses(sha);
    let rank = |state: &str| match state {
        "error" => 5,
        "failure" => 4,
        "pending" => 3,
        "warning" => 2,
        _ => 1,
    };
    let worst = last.iter().max_by_key(|one| rank(&one.state));
    let state = worst.map_or("", |one| match one.state.as_str() {
        "warning" | "skipped" => "success",
        state => state,
    });
    let list: Vec<Value> = last.iter().map(|one| status(world, at, one)).collect();
    json!({
        "state": state,
        "sha": sha,
        "total_count": list.len(),
        "statuses": list,
        "repository": repo(world, at, None),
        "commit_url": world.api_url(&format!("repos/{}/commits/{sha}", world.full_name(at))),
        "url": world.api_url(&format!("repos/{}/commits/{sha}/status", world.full_name(at))),
    })
}

/// A run as deliveries and the list of runs tell it.
pub(crate) fn run(world: &World, at: &Repo, one: &Run) -> Value {
    let name = world.full_name(at);
    let actor = user_or_ghost(world, one.by);
    let mut shape = json!({
        "id": one.id,
        "url": world.api_url(&format!("repos/{name}/actions/runs/{}", one.id)),
        "html_url": world.url(&format!("{name}/actions/runs/{}", one.id)),
        "display_title": one.title,
        "path": format!("{}@{}", one.workflow, one.reference()),
        "event": one.event,
        "run_attempt": 0,
        "run_number": one.id,
        "repository_id": 0,
        "head_sha": one.sha,
    });
    let rest = json!({
        "status": one.status,
        "actor": actor,
        "trigger_actor": actor,
        "repository": repo(world, at, None),
        "started_at": if one.status == "queued" { NEVER.to_owned() } else { time(one.at) },
        "completed_at": if one.status == "completed" { time(one.at) } else { NEVER.to_owned() },
    });
    if let (Some(map), Some(rest)) = (shape.as_object_mut(), rest.as_object()) {
        // Runs for a pull request name no branch.
        if one.event != "pull_request" {
            map.insert("head_branch".to_owned(), json!(one.branch));
        }
        map.extend(rest.clone());
        if !one.conclusion.is_empty() {
            map.insert("conclusion".to_owned(), json!(one.conclusion));
        }
    }
    shape
}

/// The workflow of a run.
pub(crate) fn workflow(world: &World, at: &Repo, one: &Run) -> Value {
    let name = world.full_name(at);
    let file = &one.workflow;
    json!({
        "id": file,
        "name": file,
        "path": format!(".gitea/workflows/{file}"),
        "state": "active",
        "created_at": time(at.created),
        "updated_at": time(at.created),
        "url": world.api_url(&format!("repos/{name}/actions/workflows/{file}")),
        "html_url": world.url(&format!("{name}/src/branch/{}/.gitea/workflows/{file}", at.default_branch)),
        "badge_url": world.url(&format!("{name}/actions/workflows/{file}/badge.svg?branch={}", at.default_branch)),
        "deleted_at": NEVER,
    })
}
