//! Statuses of commits, and runs of workflows.

use serde_json::{Value, json};

use super::{Call, Routed};
use crate::http::Answer;
use crate::options::{Access, Kind, Refused};
use crate::runs::Run;
use crate::shape;
use crate::world::{Status, time};

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    Some(match (call.ask.method.as_str(), rest) {
        ("POST", ["statuses", sha]) => set(call, sha),
        ("GET", ["statuses", sha]) => list(call, sha),
        ("GET", ["commits"]) => commits(call),
        ("GET", ["commits", reference @ .., "status"]) => combined(call, &reference.join("/")),
        ("GET", ["commits", reference @ .., "statuses"]) => list(call, &reference.join("/")),
        ("GET", ["actions", "tasks"]) => tasks(call),
        ("GET", ["actions", "runs"]) => runs(call),
        ("GET", ["actions", "runs", id]) => run(call, id),
        ("GET", ["actions", "runs", id, "jobs"]) if call.world.kind == Kind::Gitea => {
            jobs(call, id)
        }
        ("GET", ["actions", "jobs", id, "logs"]) if call.world.kind == Kind::Gitea => log(call, id),
        _ => return None,
    })
}

fn set(call: &mut Call<'_>, sha: &str) -> Result<Answer, Refused> {
    let doer = call.doer_with(Access::Write)?;
    let fields = call.fields();
    let context = fields.text("context").filter(|text| !text.is_empty());
    let status = Status {
        id: 0,
        sha: sha.to_owned(),
        context: context.unwrap_or_else(|| "default".to_owned()),
        state: fields.text_or_empty("state"),
        description: fields.text_or_empty("description"),
        target_url: fields.text_or_empty("target_url"),
        by: doer,
        at: 0,
    };
    let made = call.world.set_status(call.repo, doer, status)?;
    let shape = shape::status(call.world, call.at()?, &made);
    Ok(Answer::json(201, &shape))
}

/// Newest first.
fn list(call: &Call<'_>, reference: &str) -> Result<Answer, Refused> {
    let (at, sha) = (call.at()?, call.world.commit_of(call.repo, reference)?);
    let of_it = at.statuses.iter().rev().filter(|one| one.sha == sha);
    let list: Vec<Value> = of_it
        .map(|one| shape::status(call.world, at, one))
        .collect();
    Ok(call.page(&list))
}

fn combined(call: &Call<'_>, reference: &str) -> Result<Answer, Refused> {
    let sha = call.world.commit_of(call.repo, reference)?;
    let shape = shape::combined(call.world, call.at()?, &sha);
    Ok(Answer::json(200, &shape))
}

fn commits(call: &Call<'_>) -> Result<Answer, Refused> {
    const COMMITS_MAX: usize = 1000;
    let at = call.at()?;
    let start = call
        .ask
        .query("sha")
        .unwrap_or_else(|| at.default_branch.clone());
    let sha = call.world.commit_of(call.repo, &start)?;
    let commits = at.git.log(&[&sha], COMMITS_MAX)?;
    let list: Vec<Value> = commits.iter().map(super::code::long_commit).collect();
    Ok(call.page(&list))
}

/// Runs that the query asks for, newest first.
fn taken<'a>(call: &'a Call<'_>) -> Result<Vec<&'a Run>, Refused> {
    let sha = call.ask.query("head_sha");
    let branch = call.ask.query("branch");
    let runs = call.at()?.runs.iter().rev().filter(|run| {
        sha.as_ref().is_none_or(|sha| *sha == run.sha)
            && branch.as_ref().is_none_or(|branch| *branch == run.branch)
    });
    Ok(runs.collect())
}

/// In the words of the forge's own scheduler, not in those of the runs.
fn tasks(call: &Call<'_>) -> Result<Answer, Refused> {
    let runs = taken(call)?;
    let list: Vec<Value> = runs
        .iter()
        .map(|run| {
            let status = match (run.status, run.conclusion.as_str()) {
                (_, conclusion @ ("success" | "failure" | "cancelled" | "skipped")) => conclusion,
                ("in_progress", _) => "running",
                _ => "waiting",
            };
            json!({
                "id": run.id,
                "name": "test",
                "head_branch": run.branch,
                "head_sha": run.sha,
                "run_number": run.id,
                "event": run.event,
                "display_title": run.title,
                "status": status,
                "workflow_id": run.workflow,
                "url": call.world.url(&format!("actions/runs/{}", run.id)),
                "created_at": time(run.at),
                "updated_at": time(run.at),
                "run_started_at": time(run.at),
            })
        })
        .collect();
    Ok(Answer::json(
        200,
        &json!({"workflow_runs": list, "total_count": list.len()}),
    ))
}

fn runs(call: &Call<'_>) -> Result<Answer, Refused> {
    let (at, runs) = (call.at()?, taken(call)?);
    let list: Vec<Value> = runs
        .iter()
        .map(|run| match call.world.kind {
            Kind::Gitea | Kind::Github => shape::run(call.world, at, run),
            Kind::Forgejo => forgejo_run(call, run),
        })
        .collect();
    Ok(Answer::json(
        200,
        &json!({"workflow_runs": list, "total_count": list.len()}),
    ))
}

fn forgejo_run(call: &Call<'_>, run: &Run) -> Value {
    json!({
        "id": run.id,
        "title": run.title,
        "workflow_id": run.workflow,
        "index_in_repo": run.id,
        "prettyref": run.branch,
        "commit_sha": run.sha,
        "event": run.event,
        "trigger_event": run.event,
        "status": match run.conclusion.as_str() {
            "" => "running",
            conclusion => conclusion,
        },
        "html_url": call.world.url(&format!("actions/runs/{}", run.id)),
    })
}

fn run(call: &Call<'_>, id: &str) -> Result<Answer, Refused> {
    let at = call.at()?;
    let run = id.parse().ok().and_then(|id| at.run(id));
    let run = run.ok_or_else(Refused::missing)?;
    Ok(Answer::json(200, &shape::run(call.world, at, run)))
}

fn jobs(call: &Call<'_>, id: &str) -> Result<Answer, Refused> {
    let at = call.at()?;
    let run = id.parse().ok().and_then(|id| at.run(id));
    let run = run.ok_or_else(Refused::missing)?;
    let jobs: Vec<Value> = run
        .jobs
        .iter()
        .map(|job| job.shape(call.world, at, run))
        .collect();
    Ok(Answer::json(
        200,
        &json!({"jobs": jobs, "total_count": jobs.len()}),
    ))
}

/// What a job wrote.
fn log(call: &Call<'_>, id: &str) -> Result<Answer, Refused> {
    let id = id.parse().map_err(|_| Refused::missing())?;
    let mut runs = call.at()?.runs.iter();
    let run = runs.find(|run| run.job(id).is_some());
    Ok(Answer::text(200, &run.ok_or_else(Refused::missing)?.log))
}
