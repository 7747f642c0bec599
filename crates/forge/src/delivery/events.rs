//! Events about branches, checks and deployments.

use super::body::Body;
use super::told::{Told, Unread};
use crate::seen;
use crate::text::{branch, kept};
use crate::wire::WorkflowRun;
use ledger::forge::{BranchTip, CheckState, What};

/// A branch moved, came or went. A tag is nothing, and neither is a delivery that only tries the hook: it tells of a move
/// to where the branch stands already.
pub(super) fn push(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let Some(branch) = branch(&body.reference) else {
        told.other();
        return Ok(());
    };
    let (before, after) = (seen::commit(&body.before), seen::commit(&body.after));
    let branch = seen::name(branch);
    match after {
        Some(after) if before.as_ref() == Some(&after) => told.other(),
        Some(after) => told.say(What::Pushed {
            to: BranchTip {
                branch,
                commit: Some(after),
            },
            before,
        }),
        None if is_zeroes(&body.after) => told.say(What::BranchDeleted { branch }),
        None => return Err(told.lacks("commit")),
    }
    Ok(())
}

/// A branch came into being.
pub(super) fn create(told: &mut Told, body: &Body) -> Result<(), Unread> {
    match made_or_gone(told, body)? {
        Some(branch) => told.say(What::Pushed {
            to: BranchTip {
                branch,
                // GitHub does not tell it.
                commit: seen::commit(&body.status.sha),
            },
            before: None,
        }),
        None => told.other(),
    }
    Ok(())
}

/// A branch is gone.
pub(super) fn delete(told: &mut Told, body: &Body) -> Result<(), Unread> {
    match made_or_gone(told, body)? {
        Some(branch) => told.say(What::BranchDeleted { branch }),
        None => told.other(),
    }
    Ok(())
}

fn made_or_gone(told: &Told, body: &Body) -> Result<Option<String>, Unread> {
    if body.ref_type != "branch" {
        return Ok(None);
    }
    let branch = branch(&body.reference).ok_or_else(|| told.lacks("branch"))?;
    Ok(Some(seen::name(branch)))
}

fn is_zeroes(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit == b'0')
}

/// A commit status.
pub(super) fn status(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let status = &body.status;
    let check = Check {
        commit: &status.sha,
        context: &status.context,
        state: seen::check_state(&status.state),
        branch: match status.branches.as_slice() {
            [one] => &one.name,
            _ => "",
        },
        at_ms: seen::first_ms(&[&status.updated_at, &status.created_at]),
    };
    check.say(told)
}

/// A check by an application.
pub(super) fn check_run(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let run = body.check_run.as_ref();
    let run = run.ok_or_else(|| told.lacks("check"))?;
    let check = Check {
        commit: &run.head_sha,
        context: &run.name,
        state: seen::run_state(&run.status, &run.conclusion),
        branch: &run.check_suite.head_branch,
        at_ms: seen::first_ms(&[&run.completed_at, &run.started_at]),
    };
    check.say(told)
}

/// A run of a workflow.
pub(super) fn workflow_run(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let run = body.workflow_run.as_ref();
    let run = run.ok_or_else(|| told.lacks("run"))?;
    let workflow = body.workflow.as_ref().map_or("", |it| it.name.as_str());
    let file = run.path.split('@').next().unwrap_or_default();
    let names = [workflow, &run.name, file];
    let context = names.into_iter().find(|name| !name.is_empty());
    run_or_job(told, run, context.unwrap_or_default())
}

/// A job of a run.
pub(super) fn workflow_job(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let job = body.workflow_job.as_ref();
    let job = job.ok_or_else(|| told.lacks("job"))?;
    run_or_job(told, job, &job.name)
}

fn run_or_job(told: &mut Told, run: &WorkflowRun, context: &str) -> Result<(), Unread> {
    let check = Check {
        commit: &run.head_sha,
        context,
        state: seen::run_state(&run.status, &run.conclusion),
        branch: &run.head_branch,
        at_ms: seen::first_ms(&[
            &run.completed_at,
            &run.updated_at,
            &run.started_at,
            &run.created_at,
        ]),
    };
    check.say(told)
}

/// A run that ended, on Forgejo. It calls everything a failure that is no success, also what a newer push overtook: the
/// run's own word counts.
pub(super) fn action_run(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let run = body.run.as_ref().ok_or_else(|| told.lacks("run"))?;
    let word = match run.status.as_str() {
        "" => &body.action,
        status => status,
    };
    let check = Check {
        commit: &run.commit_sha,
        context: &run.workflow_id,
        state: seen::check_state(word),
        branch: match run.prettyref.starts_with('#') {
            true => "",
            false => &run.prettyref,
        },
        at_ms: seen::first_ms(&[&run.stopped, &run.updated]),
    };
    check.say(told)
}

/// How a deployment stands.
pub(super) fn deployment_status(told: &mut Told, body: &Body) -> Result<(), Unread> {
    let status = body.deployment_status.as_ref();
    let status = status.ok_or_else(|| told.lacks("status"))?;
    if !matches!(status.state.as_str(), "failure" | "error") {
        told.other();
        return Ok(());
    }
    let deployment = body.deployment.clone().unwrap_or_default();
    let environment = match status.environment.as_str() {
        "" => &deployment.environment,
        told => told,
    };
    told.say(What::DeployFailed {
        commit: seen::commit(&deployment.sha),
        environment: seen::name(environment),
        description: kept(&status.description),
        at_ms: seen::first_ms(&[&status.updated_at, &status.created_at]),
    });
    Ok(())
}

/// A check of a commit, as it was told.
struct Check<'a> {
    commit: &'a str,
    context: &'a str,
    state: CheckState,
    branch: &'a str,
    at_ms: u64,
}

impl Check<'_> {
    fn say(self, told: &mut Told) -> Result<(), Unread> {
        let commit = seen::commit(self.commit).ok_or_else(|| told.lacks("commit"))?;
        told.say(What::Check {
            commit,
            context: seen::name(self.context),
            state: self.state,
            branch: seen::maybe_branch(self.branch),
            at_ms: self.at_ms,
        });
        Ok(())
    }
}
