//! What a run left: its report, its change, what became of the checkout.

use ledger::event::{Decided, Event, Seen};
use ledger::ids::Seq;
use ledger::observation::Outcome;
use ledger::report::Report;
use ledger::wire::v1::Line;

use super::Told;
use crate::repository::{NoSite, Site};

/// The last report of a run that was made up to a line of it, and when, in milliseconds since 1970.
#[must_use]
pub fn reported(told: &Told, seq: Seq) -> Option<(&Report, u64)> {
    let lines = told.lines.iter().rev().filter(|line| line.seq <= seq);
    let mut reports = lines.filter_map(|line| match &line.event {
        Event::Decided(Decided::Reported(report)) => Some((report, line.stamp.at_ms)),
        Event::Decided(_) | Event::Seen(_) => None,
    });
    reports.next()
}

/// What became of the checkout of the target when a run was merged.
#[must_use]
pub fn checkout(lines: &[Line]) -> Option<String> {
    lines.iter().rev().find_map(|line| {
        if let Event::Seen(Seen::Finished { observation, .. }) = &line.event
            && let Outcome::Merged { checkout, .. } = &observation.outcome
        {
            return Some(checkout.clone());
        }
        None
    })
}

/// The change that a run made, as a patch: what was merged, or what its worktree shows.
///
/// # Errors
/// [`NoSite::Git`].
pub fn diff(site: &Site, told: &Told) -> Result<String, NoSite> {
    /// Longest patch, in bytes.
    const PATCH_BYTES_MAX: usize = 16 * 1024 * 1024;
    let state = &told.state;
    let Some(opened) = &state.opened else {
        return Ok(String::new());
    };
    let candidate = state.validation.candidate.as_ref();
    let (from, to) = match (&state.merged, candidate) {
        (Some(merged), Some(candidate)) => (candidate.target_tip.clone(), merged.clone()),
        _ => {
            let tip = state.last_task().and_then(|it| it.tree.clone());
            match tip {
                Some(tree) => (opened.base.clone(), tree),
                None => return Ok(String::new()),
            }
        }
    };
    let patch = site.repo.patch(&from, &to, &[], PATCH_BYTES_MAX)?;
    let note = if patch.truncated {
        "\n[there is more]\n"
    } else {
        ""
    };
    Ok(patch.text + note)
}

/// The whole of what a line shows only the ends of.
///
/// # Errors
/// [`NoSite`] when it is missing or damaged.
pub fn blob_of(site: &Site, line: &Line) -> Result<Option<String>, NoSite> {
    let Event::Seen(Seen::Finished { observation, .. }) = &line.event else {
        return Ok(None);
    };
    let Some(blob) = &observation.blob else {
        return Ok(None);
    };
    let bytes = site.store()?.blobs().get(blob)?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
