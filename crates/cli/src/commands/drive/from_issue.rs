//! `interlock run ISSUE-URL`.

use harness::from_issue::{self, Address, NoIssue, Prepared};
use harness::runs::{self, Opening};
use harness::session;
use ledger::phase;

use super::super::{Outcome, call};
use super::{finish, follow};
use crate::args::{Global, RunArgs};
use crate::exit::Failure;

/// The issue or pull request that a task names, if it names one. An address that leads elsewhere is refused.
pub(super) fn named(
    global: &Global,
    task: &str,
    flags: &[(String, String)],
) -> Result<Option<Address>, Failure> {
    if !task.contains("://") {
        return Ok(None);
    }
    let mut call = call(global)?;
    call.flags.extend(flags.iter().cloned());
    let config = from_issue::own_config(&call).map_err(NoIssue::from)?;
    Ok(from_issue::address(&config.forges, task)?)
}

/// Begins a run from it, in a clone.
pub(super) fn run(
    global: &Global,
    args: &RunArgs,
    address: &Address,
    flags: Vec<(String, String)>,
) -> Outcome {
    if args.archive {
        return Err(Failure::usage("an issue is no OpenSpec change").help("leave `--archive` out"));
    }
    harness::ingress_redaction::compile_ahead();
    let mut call = call(global)?;
    call.flags.extend(flags);
    let Prepared {
        site,
        source,
        trusted,
        publish,
        base,
    } = from_issue::prepare(&call, address)?;
    let model = site.model()?;
    let store = site.store()?;
    let opening = Opening {
        source,
        trusted,
        base: Some(base),
        publish: Some(publish),
        name: None,
    };
    let fresh = runs::open(&site, &store, opening, args.mode.map(phase::Mode::from))?;
    let run = fresh.run.clone();
    let follower = follow::Follower::new(global, &run);
    let rest = follower.drive(|ear, watcher| {
        session::drive(&site, store, model, &run, Some(fresh.opened), ear, watcher)
    })?;
    finish(global, &rest)
}
