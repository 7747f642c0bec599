//! Worktrees, as git and the disk have them. One is ours if it is where worktrees of runs are made: `BASE/RUN/TASK`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ledger::ids::{RunId, TaskId};
use tools::acts::in_use;
use tools::git::Registered;

use super::finding::{Deed, Finding, Kind, Weight};
use super::repository::There;
use super::runs::Known;

/// The run and the task that a worktree was made for, if it was made for one.
pub(super) fn made_for(there: &There<'_>, worktree: &Registered) -> Option<(RunId, TaskId)> {
    names(&there.base, &worktree.path)
}

fn names(base: &Path, path: &Path) -> Option<(RunId, TaskId)> {
    let rest = path.strip_prefix(base).ok()?;
    let names: Option<Vec<&str>> = rest
        .components()
        .map(|it| it.as_os_str().to_str())
        .collect();
    let [run, task] = names?.try_into().ok()?;
    Some((RunId::new(run).ok()?, TaskId::new(task).ok()?))
}

/// Whether a worktree was made for a run that has no use for it any more.
pub(super) fn goes(there: &There<'_>, worktree: &Registered) -> bool {
    let Some((run, _)) = made_for(there, worktree) else {
        return false;
    };
    worktree.locked.is_none() && is_nobodys(there.known, &there.base, &run)
}

/// Whether a run is over, or is none of this ledger and nobody is at it.
fn is_nobodys(known: &Known, base: &Path, run: &RunId) -> bool {
    match known.get(run) {
        Some(run) => run.stands.is_over(),
        None => !in_use(&base.join(run.as_str())),
    }
}

/// What a worktree is doing there though nobody has a use for it.
fn why(known: &Known, run: &RunId) -> String {
    match known.get(run) {
        Some(it) => format!("run {run} {}", it.stands.words()),
        None => format!("no run of this ledger is called {run}"),
    }
}

/// Worktrees that git knows.
pub(super) fn findings(there: &There<'_>, findings: &mut Vec<Finding>) {
    for worktree in &there.registered {
        let Some((run, task)) = made_for(there, worktree) else {
            continue;
        };
        if !is_nobodys(there.known, &there.base, &run) {
            continue;
        }
        let finding = worktree_finding(there, worktree, &run, task);
        findings.push(finding.of(&run));
    }
}

fn worktree_finding(
    there: &There<'_>,
    worktree: &Registered,
    run: &RunId,
    task: TaskId,
) -> Finding {
    let what = worktree.path.display().to_string();
    let why = why(there.known, run);
    let finding = |weight, why: String| Finding::new(Kind::Worktree, weight, &what, why);
    if let Some(reason) = &worktree.locked {
        let why = format!("{why}, and somebody locked it: {reason}");
        return finding(Weight::Note, why).then("it stays; `git worktree unlock` lets it go");
    }
    if worktree.exists {
        let half = if worktree.half_made {
            ", and it was never finished"
        } else {
            ""
        };
        let deed = Deed::Clear {
            task,
            directory: worktree.path.clone(),
        };
        let then = "to be removed, once its files are in a snapshot and its commits have a ref";
        return finding(Weight::Leftover, format!("{why}{half}"))
            .then(then)
            .by(deed);
    }
    let lonely = worktree.detached.as_ref().filter(|commit| {
        // What can't be asked for is not there.
        !matches!(there.holder(commit), Ok(Some(_)))
    });
    match lonely {
        Some(commit) => {
            let why = format!("{why}, its folder is gone, and only it has commit {commit}");
            let then = format!("it stays; to keep the commit: git branch NAME {commit}");
            finding(Weight::Problem, why).then(then)
        }
        None => {
            let deed = Deed::Forget(Box::new(worktree.clone()));
            let why = format!("{why}, and its folder is gone");
            let then = "to be taken out of git's books";
            finding(Weight::Leftover, why).then(then).by(deed)
        }
    }
}

/// Folders of runs that are over, in which git knows no worktree: empty ones, and such that can't be kept elsewhere.
pub(super) fn folders(
    base: &Path,
    (registered, books): (&BTreeSet<PathBuf>, &[PathBuf]),
    known: &Known,
    findings: &mut Vec<Finding>,
) {
    for folder in below(base) {
        let name = folder.file_name().and_then(|it| it.to_str());
        let Some(run) = name.and_then(|it| RunId::new(it).ok()) else {
            continue;
        };
        let ours = known.get(&run).is_some_and(|it| it.stands.is_over());
        let tasks = below(&folder);
        if ours && tasks.is_empty() {
            findings.push(empty(&folder, why(known, &run)).of(&run));
        }
        for path in tasks.iter().filter(|it| !registered.contains(*it)) {
            let of_here = ours || (known.get(&run).is_none() && points_into(path, books));
            if !of_here || !is_nobodys(known, base, &run) {
                continue;
            }
            let why = why(known, &run);
            let finding = if below(path).is_empty() && std::fs::read_dir(path).is_ok_and(is_empty) {
                empty(path, why)
            } else {
                let why = format!("{why}, and git knows no worktree there");
                let what = path.display().to_string();
                let then = "it stays, for what is in it can't be kept elsewhere: look at it, then remove it";
                Finding::new(Kind::Folder, Weight::Problem, what, why).then(then)
            };
            findings.push(finding.of(&run));
        }
    }
}

fn empty(path: &Path, why: String) -> Finding {
    let what = path.display().to_string();
    let finding = Finding::new(
        Kind::Folder,
        Weight::Leftover,
        what,
        format!("{why}, and it is empty"),
    );
    finding
        .then("to be removed")
        .by(Deed::RemoveFolder(path.to_owned()))
}

/// Folders in a folder, in order.
pub(super) fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|it| it.file_type().is_ok_and(|it| it.is_dir()));
    let mut paths: Vec<PathBuf> = folders.map(|it| it.path()).collect();
    paths.sort();
    paths
}

fn is_empty(mut entries: std::fs::ReadDir) -> bool {
    entries.next().is_none()
}

/// Whether what was a worktree belonged to one of these repositories.
fn points_into(path: &Path, books: &[PathBuf]) -> bool {
    let text = std::fs::read_to_string(path.join(".git")).unwrap_or_default();
    let target = text
        .strip_prefix("gitdir: ")
        .map(|it| Path::new(it.trim_end()));
    target.is_some_and(|it| books.iter().any(|books| it.starts_with(books)))
}
