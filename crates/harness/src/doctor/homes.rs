//! Homes of agents and of servers of tools, in the state directory: what those of a run kept is of no use once it is over.

use std::path::{Path, PathBuf};

use ledger::ids::RunId;

use super::finding::{Deed, Finding, Kind, Weight};
use super::runs::Known;
use super::worktrees::below;
use crate::held;

/// Homes of runs that are over.
pub(super) fn findings(state_dir: &Path, known: &Known, findings: &mut Vec<Finding>) {
    let agents = "what its agents kept, copies of what proves who you are among it";
    let servers = "what its servers of tools kept";
    for (folder, whose) in [
        (held::agents_in(state_dir), agents),
        (held::servers_in(state_dir), servers),
    ] {
        for path in below(&folder) {
            let name = path.file_name().and_then(|it| it.to_str());
            let Some(run) = name.and_then(|it| RunId::new(it).ok()) else {
                continue;
            };
            // Others may be of a ledger that stands elsewhere.
            let Some(it) = known.get(&run).filter(|it| it.stands.is_over()) else {
                continue;
            };
            let why = format!("run {run} {}, and here is {whose}", it.stands.words());
            let what = path.display().to_string();
            let finding = Finding::new(Kind::Folder, Weight::Leftover, what, why);
            let finding = finding.then("to be removed").by(Deed::RemoveHome(path));
            findings.push(finding.of(&run));
        }
    }
}

/// Takes one away. Only what stands where homes do, and is no link, is one.
///
/// # Errors
/// What the system says; [`std::io::ErrorKind::InvalidInput`] where it is none.
pub(super) fn remove(state_dir: &Path, path: &PathBuf) -> std::io::Result<()> {
    let places = [held::agents_in(state_dir), held::servers_in(state_dir)];
    let is_home = path
        .parent()
        .is_some_and(|it| places.iter().any(|place| place == it));
    if !is_home || !path.symlink_metadata()?.is_dir() {
        return Err(std::io::ErrorKind::InvalidInput.into());
    }
    std::fs::remove_dir_all(path)
}
