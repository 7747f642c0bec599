//! Mending: each deed looks once more whether it still may, with the run held so that nobody takes it up meanwhile.

use std::path::Path;

use ledger::ids::RunId;
use store::Hold;
use tools::acts::in_use;
use tools::git::{Repo, Synced};
use tools::{mending, process};

use super::finding::{Deed, Finding};
use super::homes;
use super::runs::{Stands, stands};
use crate::error_words::with_causes;
use crate::repository::{Call, Site};
use crate::runs;
use crate::stale_checkouts::Left;

/// Mends a finding; says what was done. `None`: there is nothing to be done about it here.
///
/// # Errors
/// Why it stays, in a sentence.
pub fn mend(site: &Site, finding: &Finding) -> Option<Result<String, String>> {
    let deed = finding.deed.as_ref()?;
    Some(done(site, finding, deed))
}

fn done(site: &Site, finding: &Finding, deed: &Deed) -> Result<String, String> {
    let elsewhere;
    let site = match &finding.repository {
        Some(root) if *root != site.repo.main_root() => {
            elsewhere = site_of(site, root)?;
            &elsewhere
        }
        Some(_) | None => site,
    };
    let needs_end = matches!(
        deed,
        Deed::Clear { .. }
            | Deed::Forget(_)
            | Deed::Delete { .. }
            | Deed::RemoveFolder(_)
            | Deed::RemoveHome(_)
    );
    let _hold = match &finding.run {
        Some(run) => held(site, run, needs_end)?,
        None => None,
    };
    match deed {
        Deed::End { pid, start } => {
            mending::end_leftover(*pid, *start);
            if process::leftovers(*pid, *start).is_empty() {
                Ok("ended".to_owned())
            } else {
                Err("it does not end".to_owned())
            }
        }
        Deed::Remove(path) => {
            std::fs::remove_file(path).map_err(|error| error.to_string())?;
            Ok("removed".to_owned())
        }
        Deed::RemoveFolder(path) => {
            std::fs::remove_dir(path).map_err(|error| error.to_string())?;
            Ok("removed".to_owned())
        }
        Deed::RemovePrivate(path) => {
            mending::remove_private_folder(path).map_err(|error| error.to_string())?;
            Ok("removed".to_owned())
        }
        Deed::RemoveHome(path) => {
            let state_dir = &site.config().state_dir;
            homes::remove(state_dir, path).map_err(|error| error.to_string())?;
            Ok("removed".to_owned())
        }
        Deed::Clear { task, directory } => {
            let run = finding.run.as_ref().ok_or("it belongs to no run")?;
            let kept = mending::clear_worktree(&mut site.workshop(run), task, directory);
            let kept = kept.map_err(|error| with_causes(&error))?;
            Ok(format!(
                "removed; {} keep what was in it",
                kept.join(" and ")
            ))
        }
        Deed::Forget(worktree) => {
            let forgotten = mending::forget_worktree(&site.repo, worktree);
            forgotten.map_err(|error| with_causes(&error))?;
            Ok("taken out of git's books".to_owned())
        }
        Deed::Follow(left) => follow(&site.repo, left),
        Deed::Delete { branch, tip } => {
            let deleted = mending::delete_branch(&site.repo, branch, tip);
            deleted.map_err(|error| with_causes(&error))?;
            Ok(format!("deleted; it was at {}", tip.short()))
        }
    }
}

/// Keeps everybody from driving the run; `needs_end`: and it must be over. A run that the ledger does not have can't be
/// held, but whoever drives it holds the folder of its worktrees.
fn held(site: &Site, run: &RunId, needs_end: bool) -> Result<Option<Hold>, String> {
    let store = site.store().map_err(|error| with_causes(&error))?;
    match store.hold(run) {
        Ok(hold) => {
            let told = runs::read(&store, run).map_err(|error| with_causes(&error))?;
            if needs_end && !stands(&told).is_over() {
                return Err(format!("run {run} {} by now", Stands::Waits.words()));
            }
            Ok(Some(hold))
        }
        Err(store::Error::NoSuchRun { .. }) => {
            let folder = site.config().worktree_base.join(run.as_str());
            if in_use(&folder) {
                return Err("somebody drives its run".to_owned());
            }
            Ok(None)
        }
        Err(error) => Err(with_causes(&error)),
    }
}

fn site_of(here: &Site, root: &Path) -> Result<Site, String> {
    let call = Call {
        directory: root.to_owned(),
        flags: here.sources.flags.clone(),
        ..Call::default()
    };
    Site::find(&call).map_err(|error| with_causes(&error))
}

/// Brings a checkout along; where something is still in the way, nothing is touched.
fn follow(repo: &Repo, left: &Left) -> Result<String, String> {
    let at = &left.checkout;
    let synced = mending::bring_along(repo, &at.branch, (&at.from, &left.to));
    match synced.map_err(|error| with_causes(&error))? {
        Synced::Updated(_) => Ok("it shows the merge".to_owned()),
        Synced::NotCheckedOut => Ok("it has another branch by now".to_owned()),
        Synced::Left { why, next, .. } => Err(format!("{why}; {next}")),
    }
}
