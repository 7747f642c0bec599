//! What a crash, an upgrade or a person left behind: found, told, and mended where nothing can be lost by it.
//!
//! Nothing is taken away unless everything in it is kept: files by a snapshot, commits by a ref that stays. Nothing is
//! touched that a living driver holds, nor what was not made for a run. The lock of a run is never found: it is the
//! system's, and goes with its process.
//!
//! Reading order: `finding` (what is told), this file (where is looked), `runs` (how each run stands), `repository` and `worktrees` (one repository),
//! `store` (what stands beside the ledger), `mend`.

mod finding;
mod homes;
mod mend;
mod repository;
mod runs;
mod store;
mod worktrees;

use tools::process;

use crate::repository::{NoSite, Site};

use finding::private_folder;
pub use finding::{Error, Finding, Kind, Weight};
pub use mend::mend;

/// Looks for everything that was left behind: in this repository, or in all that the ledger knows. What is to be mended
/// first comes first.
///
/// # Errors
/// [`Error`]; what is wrong with another repository is a finding.
pub fn look(site: &Site, all: bool) -> Result<Vec<Finding>, Error> {
    let store = site.store()?;
    let here = site.repo.main_root();
    let moved = crate::moved_repository::runs(site, &store).map_err(NoSite::from)?;
    let asked = (!all).then_some(here.as_path());
    let known = runs::read(&store, asked, (&here, &moved))?;
    let mut findings = runs::findings(&known);
    findings.extend(store::findings(site, &store, &known)?);
    findings.extend(process::leftover_folders().into_iter().map(private_folder));
    let mut there = repository::Looked::default();
    there.look(site, &known, &mut findings)?;
    if all {
        for root in runs::repositories(&known).filter(|it| **it != here) {
            there.look_elsewhere(site, root, &known, &mut findings)?;
        }
    }
    there.folders(&known, &mut findings);
    homes::findings(&site.config().state_dir, &known, &mut findings);
    findings.sort_by_key(|it| {
        (
            it.weight != Weight::Leftover,
            it.weight == Weight::Note,
            order(it.kind),
        )
    });
    Ok(findings)
}

/// Processes go before what they hold, worktrees before the branches that they have checked out.
fn order(kind: Kind) -> u8 {
    match kind {
        Kind::Process => 0,
        Kind::Lock => 1,
        Kind::Checkout => 2,
        Kind::Worktree => 3,
        Kind::Folder => 4,
        Kind::Branch => 5,
        Kind::File => 6,
        Kind::Run => 7,
        Kind::Ledger => 8,
        Kind::Repository => 9,
        Kind::Refs => 10,
    }
}
