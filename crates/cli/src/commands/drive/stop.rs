//! `stop`: whoever drives a run is told to leave it; one that nobody drives is ended for good.

use std::path::Path;

use harness::moved_repository;
use harness::repository::Site;
use harness::runs;
use harness::session;
use ledger::ids::RunId;
use ledger::message::Body;
use ledger::phase::Phase;

use super::super::{Outcome, site_of_runs, tell};
use crate::args::{Global, StopArgs};
use crate::exit::{Exit, Failure};

pub(crate) fn stop(global: &Global, args: &StopArgs) -> Outcome {
    let site = site_of_runs(global)?;
    let store = site.store()?;
    let run = runs::find(&store, &args.run)?;
    let reason = args.reason.clone();
    if !runs::is_driven(&store, &run)? {
        return end(global, &site, &run, reason);
    }
    runs::tell(&store, &run, &Body::Stop { reason })?;
    tell(
        global,
        &format!(
            "run {run} has been told to stop; `interlock resume {run}` goes on, `interlock stop {run}` once more ends it\n"
        ),
        &serde_json::json!({"run": run, "driven": true, "told": true, "ended": false}),
    )?;
    Ok(Exit::Done)
}

/// Ends a run that nobody drives.
fn end(global: &Global, site: &Site, run: &RunId, reason: String) -> Outcome {
    let store = site.store()?;
    let told = runs::read(&store, run)?;
    let said = |text: String, ended: bool| {
        let json = serde_json::json!({"run": run, "driven": false, "told": false, "ended": ended});
        tell(global, &text, &json).map(|()| Exit::Done)
    };
    if told.state.opened.is_none() {
        return said(
            format!("run {run} was never opened; nothing is to be stopped\n"),
            false,
        );
    }
    if let Some((phase, why)) = &told.state.ended {
        let text =
            format!("run {run} has ended before ({phase}: {why}); nothing is to be stopped\n");
        return said(text, true);
    }
    moved_repository::same_repository(site, &store, &told)?;
    let rest = session::end(site, store, run, reason)?;
    let Some((phase, _)) = &rest.state.ended else {
        let what = format!("run `{run}` could not be ended");
        return Err(Failure::usage(what).help(format!("`interlock show {run}` shows why")));
    };
    let text = if *phase == Phase::Stopped {
        format!(
            "run {run} is stopped{}\n",
            kept(&audit::standing(&told.state))
        )
    } else {
        format!("run {run} was {phase} already\n")
    };
    said(text, true)
}

/// What a run that was ended leaves: of its worktrees those stay that hold what nothing else has.
fn kept(before: &audit::Standing) -> String {
    let mut branches = Vec::new();
    let mut stays = String::new();
    for task in &before.tasks {
        let (Some(branch), Some(directory)) = (&task.branch, &task.directory) else {
            continue;
        };
        if Path::new(directory).exists() {
            stays.push_str(&format!(
                "; `{directory}` stays: it holds what nothing else has"
            ));
        } else {
            branches.push(format!("`{branch}`"));
        }
    }
    if branches.is_empty() {
        return stays;
    }
    let branches = branches.join(", ");
    format!("; what it made stays on {branches}, without a worktree{stays}")
}
