//! What stands beside the ledger: whether the end of each run is whole, files that were never finished, runs of
//! repositories that are gone.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use store::Store;
use tools::process;

use super::finding::{Deed, Finding, Kind, Weight};
use super::runs::{Known, Stands, repositories};
use crate::drive;
use crate::repository::Site;

/// A file without the name of its process is nobody's any more when it is as old as this.
const OLD: Duration = Duration::from_secs(3600);

/// Looks at all of it.
pub(super) fn findings(
    site: &Site,
    store: &Store,
    known: &Known,
) -> Result<Vec<Finding>, drive::Error> {
    let mut found = Vec::new();
    for (id, run) in known {
        if matches!(run.stands, Stands::Elsewhere | Stands::Driven) {
            continue;
        }
        let faults = store.verify_head(id)?;
        if let Some(fault) = faults.first() {
            let finding = Finding::new(
                Kind::Ledger,
                Weight::Problem,
                id.as_str(),
                fault.to_string(),
            );
            let then = format!("interlock ledger verify {id}");
            found.push(finding.then(then).of(id));
        } else if run.stands == Stands::Unread {
            let why = "a line of it can't be read";
            let finding = Finding::new(Kind::Ledger, Weight::Problem, id.as_str(), why);
            let then = format!("interlock ledger verify {id}");
            found.push(finding.then(then).of(id));
        }
    }
    for root in repositories(known) {
        let of = |it: &&super::runs::Run| it.repository == *root;
        let asked = |it: &super::runs::Run| it.stands != Stands::Elsewhere;
        let runs = known.values().filter(of).filter(|it| asked(it)).count();
        if runs > 0 && !root.exists() {
            let why = format!("it is gone, and the ledger has {runs} of its runs");
            let what = root.display().to_string();
            let finding = Finding::new(Kind::Repository, Weight::Note, what, why);
            found.push(finding.then("they stay in the ledger"));
        }
    }
    found.extend(unfinished(site, store)?);
    Ok(found)
}

/// Files that somebody began to write and never put in their place.
fn unfinished(site: &Site, store: &Store) -> Result<Vec<Finding>, drive::Error> {
    let named = store.unfinished()?.into_iter();
    let mut files: Vec<PathBuf> = named
        .filter(|(path, pid)| pid.map_or_else(|| is_old(path), |pid| !lives(pid)))
        .map(|(path, _)| path)
        .collect();
    files.extend(drafts(&site.config().state_dir).filter(|it| is_old(it)));
    let objects = site.repo.unfinished_objects().into_iter();
    files.extend(
        objects
            .filter(|(_, pid)| !lives(*pid))
            .map(|(path, _)| path),
    );
    let finding = |path: PathBuf| {
        let why = "it was never finished, and nobody is at it";
        let what = path.display().to_string();
        let finding = Finding::new(Kind::File, Weight::Leftover, what, why);
        finding.then("to be removed").by(Deed::Remove(path))
    };
    Ok(files.into_iter().map(finding).collect())
}

/// Drafts of the list of trusted configurations.
fn drafts(state: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(state).into_iter().flatten().flatten();
    entries.map(|it| it.path()).filter(|path| {
        let name = path.file_name().and_then(|it| it.to_str());
        let rest = name.and_then(|it| it.strip_prefix(".trust.json."));
        rest.is_some_and(|it| it.len() == 16 && it.bytes().all(|it| it.is_ascii_hexdigit()))
    })
}

fn is_old(path: &Path) -> bool {
    let written = std::fs::metadata(path).and_then(|it| it.modified());
    written.is_ok_and(|it| {
        SystemTime::now()
            .duration_since(it)
            .is_ok_and(|it| it > OLD)
    })
}

/// Whether there is a process of this id. Another one may have it by now; then the file waits for that.
fn lives(pid: u32) -> bool {
    i32::try_from(pid).is_ok_and(|pid| process::start_of(pid).is_some())
}
