//! Statuses, checks and runs.

use serde_json::{Value, json};

use super::shape;
use crate::api::{Call, Routed};
use crate::http::Answer;
use crate::options::{Access, Refused};
use crate::world::Status;

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    Some(match (call.ask.method.as_str(), rest) {
        ("POST", ["statuses", sha]) => set(call, sha),
        ("GET", ["commits", reference, "status"]) => combined(call, reference),
        ("GET", ["commits", reference, "statuses"]) => statuses(call, reference),
        ("GET", ["commits", reference, "check-runs"]) => check_runs(call, reference),
        ("GET", ["check-runs", id, "annotations"]) => annotations(call, id),
        ("GET", ["actions", "runs"]) => runs(call),
        ("GET", ["actions", "runs", id, "jobs"]) => jobs(call, id),
        ("GET", ["actions", "jobs", id, "logs"]) => {
            // Logs are kept elsewhere.
            let url = call.world.url(&format!("logs/{id}"));
            Ok(Answer::empty(302).with("Location", url))
        }
        _ => return None,
    })
}

fn set(call: &mut Call<'_>, sha: &str) -> Result<Answer, Refused> {
    let doer = call.doer_with(Access::Write)?;
    let fields = call.fields();
    let state = fields.text_or_empty("state");
    if !["pending", "success", "error", "failure"].contains(&state.as_str()) {
        return Err(Refused::invalid("Validation Failed"));
    }
    let status = Status {
        id: 0,
        sha: sha.to_owned(),
        context: fields
            .text("context")
            .unwrap_or_else(|| "default".to_owned()),
        state,
        description: fields.text_or_empty("description"),
        target_url: fields.text_or_empty("target_url"),
        by: doer,
        at: 0,
    };
    let made = call.world.set_status(call.repo, doer, status);
    let made = made.map_err(|_| Refused::invalid(format!("No commit found for SHA: {sha}")))?;
    Ok(Answer::json(201, &shape::status(call.world, &made)))
}

/// Pending where nothing is known.
fn combined(call: &Call<'_>, reference: &str) -> Result<Answer, Refused> {
    let (at, sha) = (call.at()?, call.world.commit_of(call.repo, reference)?);
    let last = at.last_statuses(&sha);
    let any = |state: &str| last.iter().any(|one| one.state == state);
    let state = match () {
        () if any("failure") || any("error") => "failure",
        () if any("pending") || last.is_empty() => "pending",
        () => "success",
    };
    let list: Vec<Value> = last
        .iter()
        .map(|one| shape::status(call.world, one))
        .collect();
    let shape = json!({"state": state, "sha": sha, "total_count": list.len(), "statuses": list});
    Ok(Answer::json(200, &shape))
}

fn statuses(call: &Call<'_>, reference: &str) -> Result<Answer, Refused> {
    let (at, sha) = (call.at()?, call.world.commit_of(call.repo, reference)?);
    let of_it = at.statuses.iter().rev().filter(|one| one.sha == sha);
    let list: Vec<Value> = of_it.map(|one| shape::status(call.world, one)).collect();
    Ok(call.page(&list))
}

fn check_runs(call: &Call<'_>, reference: &str) -> Result<Answer, Refused> {
    let (at, sha) = (call.at()?, call.world.commit_of(call.repo, reference)?);
    let of_it = at.runs.iter().filter(|run| run.sha == sha);
    let list: Vec<Value> = of_it
        .flat_map(|run| shape::checks(call.world, at, run))
        .collect();
    let shape = json!({"total_count": list.len(), "check_runs": list});
    Ok(Answer::json(200, &shape))
}

fn runs(call: &Call<'_>) -> Result<Answer, Refused> {
    let (at, sha) = (call.at()?, call.ask.query("head_sha"));
    let of_it = at.runs.iter().rev();
    let taken = of_it.filter(|run| sha.as_ref().is_none_or(|sha| *sha == run.sha));
    let list: Vec<Value> = taken.map(|run| shape::run(call.world, at, run)).collect();
    let shape = json!({"total_count": list.len(), "workflow_runs": list});
    Ok(Answer::json(200, &shape))
}

fn jobs(call: &Call<'_>, id: &str) -> Result<Answer, Refused> {
    let at = call.at()?;
    let run = id.parse().ok().and_then(|id| at.run(id));
    let run = run.ok_or_else(Refused::missing)?;
    let list = shape::checks(call.world, at, run);
    let shape = json!({"total_count": list.len(), "jobs": list});
    Ok(Answer::json(200, &shape))
}

/// What a job wrote, as one remark of the check that it is.
fn annotations(call: &Call<'_>, id: &str) -> Result<Answer, Refused> {
    let id = id.parse().map_err(|_| Refused::missing())?;
    let mut runs = call.at()?.runs.iter();
    let run = runs.find(|run| run.job(id).is_some());
    let log = &run.ok_or_else(Refused::missing)?.log;
    let one = json!({
        "path": ".github",
        "start_line": 1,
        "end_line": 1,
        "annotation_level": "failure",
        "title": "",
        "message": log,
    });
    let list = if log.is_empty() {
        Vec::new()
    } else {
        vec![one]
    };
    Ok(call.page(&list))
}
