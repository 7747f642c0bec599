//! How each run stands: driven, waiting, interrupted or over. Whatever was made for it is judged by that.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ledger::event::Process;
use ledger::ids::RunId;
use ledger::phase::Phase;
use store::{Filter, Store, StreamKind};
use tools::process;

use super::finding::{Deed, Finding, Kind, Weight};
use crate::drive;
use crate::moved_repository::Moved;
use crate::runs::{self, Told};
use crate::stale_checkouts::{self, Left};

/// The runs of the ledger, by their names.
pub(super) type Known = BTreeMap<RunId, Run>;

/// One run.
pub(super) struct Run {
    pub(super) repository: PathBuf,
    pub(super) stands: Stands,
    /// The supervisor that its last driver had.
    supervisor: Option<Process>,
    /// What is wrong with its worktrees, if it is to go on in them.
    gone: Option<(String, String)>,
    /// The checkout that it left behind when it was merged.
    pub(super) left: Option<Left>,
    /// Its repository stood elsewhere when it began.
    moved: Option<Moved>,
}

/// How a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stands {
    /// It belongs to a repository that was not asked about, and may be anything.
    Elsewhere,
    /// Somebody drives it.
    Driven,
    /// It waits for somebody.
    Waits,
    /// It neither ended nor parked, and nobody drives it.
    Interrupted,
    /// It can't be read.
    Unread,
    /// Nothing follows any more; whether it is merged.
    Over {
        /// Or given up, or never begun.
        merged: bool,
    },
}

impl Stands {
    /// Whether nobody has a use any more for what was made for it.
    pub(super) fn is_over(self) -> bool {
        matches!(self, Stands::Over { .. })
    }

    /// In words, after the name of the run.
    pub(super) fn words(self) -> &'static str {
        match self {
            Stands::Elsewhere => "belongs to another repository",
            Stands::Driven => "is being driven",
            Stands::Waits => "waits",
            Stands::Interrupted => "was interrupted",
            Stands::Unread => "can't be read",
            Stands::Over { merged: true } => "is merged",
            Stands::Over { merged: false } => "was given up",
        }
    }
}

/// All runs; those of other repositories than this one, if one is named, only by name. Runs that began in this one when it
/// stood elsewhere are its own.
pub(super) fn read(
    store: &Store,
    repository: Option<&Path>,
    (here, moved): (&Path, &[Moved]),
) -> Result<Known, drive::Error> {
    let mut known = Known::new();
    for listed in store.runs(&Filter {
        kind: StreamKind::Runs,
        ..Filter::default()
    })? {
        let came = moved.iter().find(|it| it.run == listed.id);
        let root = match came {
            Some(_) => here.to_owned(),
            None => PathBuf::from(&listed.meta.repository),
        };
        let asked = repository.is_none_or(|it| it == root);
        let mut run = if asked {
            of(store, &listed.id, root)?
        } else {
            bare(root, Stands::Elsewhere)
        };
        run.moved = came.cloned();
        known.insert(listed.id, run);
    }
    Ok(known)
}

fn bare(repository: PathBuf, stands: Stands) -> Run {
    Run {
        repository,
        stands,
        supervisor: None,
        gone: None,
        left: None,
        moved: None,
    }
}

fn of(store: &Store, run: &RunId, repository: PathBuf) -> Result<Run, drive::Error> {
    // Asked first: a driver that begins while the lines are read leaves an older state, and is asked for once more
    // before anything is done.
    if runs::is_driven(store, run)? {
        return Ok(bare(repository, Stands::Driven));
    }
    let told = match runs::look(store, run) {
        Ok((told, _)) => told,
        Err(drive::Error::Line { .. }) => return Ok(bare(repository, Stands::Unread)),
        Err(error) => return Err(error),
    };
    let stands = stands(&told);
    if runs::is_driven(store, run)? {
        return Ok(bare(repository, Stands::Driven));
    }
    let goes_on = matches!(stands, Stands::Waits | Stands::Interrupted);
    let gone = runs::worktrees_stand(&told).err().filter(|_| goes_on);
    Ok(Run {
        repository,
        stands,
        left: stale_checkouts::of(&told),
        moved: None,
        supervisor: told.state.driver.and_then(|(_, supervisor)| supervisor),
        gone: gone.map(|it| (it.to_string(), it.help().unwrap_or_default())),
    })
}

/// How a run stands that nobody drives.
pub(super) fn stands(told: &Told) -> Stands {
    let state = &told.state;
    match (&state.ended, &state.park) {
        (Some((phase, _)), _) => Stands::Over {
            merged: *phase == Phase::Done,
        },
        (None, Some(_)) => Stands::Waits,
        // Its driver died before its first line; nobody can take it up.
        (None, None) if told.lines.is_empty() => Stands::Over { merged: false },
        (None, None) => Stands::Interrupted,
    }
}

/// The repositories of all runs, each once.
pub(super) fn repositories(known: &Known) -> impl Iterator<Item = &PathBuf> {
    let all: BTreeSet<&PathBuf> = known.values().map(|it| &it.repository).collect();
    all.into_iter()
}

/// What is to be said of runs themselves, and of processes that their drivers left.
pub(super) fn findings(known: &Known) -> Vec<Finding> {
    let mut found = Vec::new();
    for (id, run) in known {
        found.extend(processes(id, run));
        if let Some(moved) = &run.moved
            && !run.stands.is_over()
        {
            let finding = Finding::new(Kind::Run, Weight::Problem, id.as_str(), moved.words());
            found.push(finding.then(format!("interlock resume {id}")).of(id));
        } else if run.stands == Stands::Interrupted {
            let why = "its driver is gone, and it neither ended nor parked";
            let finding = Finding::new(Kind::Run, Weight::Problem, id.as_str(), why);
            found.push(finding.then(format!("interlock resume {id}")).of(id));
        }
        if let Some((why, help)) = &run.gone {
            let finding = Finding::new(Kind::Run, Weight::Problem, id.as_str(), why);
            found.push(finding.then(help).of(id));
        }
    }
    found
}

/// Processes that outlived their driver.
fn processes(id: &RunId, run: &Run) -> Option<Finding> {
    let supervisor = run.supervisor?;
    let pid = i32::try_from(supervisor.pid).ok()?;
    let left = process::leftovers(pid, supervisor.start);
    if left.is_empty() {
        return None;
    }
    let pids: Vec<String> = left.iter().map(ToString::to_string).collect();
    let why = format!("run {id} {}, and nobody drives it", run.stands.words());
    let finding = Finding::new(Kind::Process, Weight::Leftover, pids.join(", "), why);
    let start = supervisor.start;
    Some(
        finding
            .then("to be ended")
            .of(id)
            .by(Deed::End { pid, start }),
    )
}
