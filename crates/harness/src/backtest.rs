//! Back-testing over the runs of a ledger: what is read for it. What it comes to is worked out in [`mod@audit::backtest`].

use std::ops::ControlFlow;
use std::path::PathBuf;

use audit::backtest::{self, Candidate, Changed, Counts, Now, Sink};
use ledger::ids::{RunId, Seq};
use ledger::wire::v1;
use serde::Serialize;
use store::{Filter, Store};

use crate::config::{self, Detected, Problems};
use crate::drive;
use crate::repository::Site;

/// Lines read at once.
const BATCH: usize = 500;

/// Which runs are looked at.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Only this one, by its name or how it begins.
    pub run: Option<String>,
    /// Runs of all repositories.
    pub all: bool,
    /// Only runs opened at this time or later, in milliseconds since 1970.
    pub since_ms: u64,
}

/// What came of it.
#[derive(Debug, Default, Serialize)]
pub struct Told {
    /// Runs that were looked at.
    pub runs: u64,
    /// Actions in them.
    pub actions: u64,
    /// The same by what became of them.
    pub counts: Counts,
    /// Those that change, run by run in the order of their lines.
    pub changed: Vec<Changed>,
    /// Those that can't be told.
    pub unknown: Vec<Changed>,
    /// How many of both are counted and not listed.
    pub left_out: u64,
    /// Runs that could not be read, and so count for nothing.
    pub unreadable: Vec<Unreadable>,
}

/// A run that could not be read.
#[derive(Debug, Serialize)]
pub struct Unreadable {
    /// The run.
    pub run: RunId,
    /// Why.
    pub why: String,
}

/// The policies as they are configured here, with the rules of more policy files: as if they were the user's own.
///
/// # Errors
/// What is wrong with one of the files.
pub fn candidate(site: &Site, files: &[PathBuf]) -> Result<Candidate, Problems> {
    // What the project declares by itself belongs to each run, not to the policies.
    let mut set = site.config().options(&Detected::default()).policies;
    for file in files {
        set.rules
            .extend(config::check_policy_file(file).rules.map_err(Problems)?);
    }
    let root = site.repo.main_root();
    Ok(Candidate::new(&set, config::declared_commands(&root)))
}

/// The runs of a scope, the newest first.
///
/// # Errors
/// [`drive::Error`].
pub fn runs(site: &Site, store: &Store, scope: &Scope) -> Result<Vec<RunId>, drive::Error> {
    if let Some(name) = &scope.run {
        return Ok(vec![store.find_run(name)?]);
    }
    let filter = Filter {
        repository: (!scope.all).then(|| site.repo.main_root().display().to_string()),
        since_ms: scope.since_ms,
        ..Filter::default()
    };
    Ok(store.runs(&filter)?.into_iter().map(|it| it.id).collect())
}

/// Decides again what these runs proposed, one run after the other; `rows_max` actions are listed, all are counted. A run
/// that can't be read is told, and the others go on. `progress` hears how many runs are done, and what there was so far.
///
/// # Errors
/// [`drive::Error`] when the store itself can't be read.
pub fn backtest(
    store: &Store,
    runs: &[RunId],
    candidate: &Candidate,
    rows_max: usize,
    progress: &mut dyn FnMut(usize, &Told),
) -> Result<Told, drive::Error> {
    let mut told = Told::default();
    for (done, run) in runs.iter().enumerate() {
        progress(done, &told);
        match one(store, run, candidate, rows_max, &mut told) {
            Ok(counts) => {
                told.runs += 1;
                told.counts.add(counts);
                told.actions = told.counts.actions();
            }
            Err(Broken::Store(error)) => return Err(error.into()),
            Err(Broken::Run(why)) => told.unreadable.push(Unreadable {
                run: run.clone(),
                why,
            }),
        }
    }
    Ok(told)
}

/// Why a run could not be looked at.
enum Broken {
    Store(store::Error),
    /// Its lines, in words.
    Run(String),
}

impl From<store::Error> for Broken {
    fn from(error: store::Error) -> Self {
        Self::Store(error)
    }
}

fn one(
    store: &Store,
    run: &RunId,
    candidate: &Candidate,
    rows_max: usize,
    told: &mut Told,
) -> Result<Counts, Broken> {
    whole(store, run)?;
    let listed = (told.changed.len(), told.unknown.len(), told.left_out);
    let counted = backtest::backtest(
        run,
        candidate,
        |from, sink| lines(store, run, from, sink),
        &mut |changed| list(told, changed, rows_max),
    );
    if counted.is_err() {
        // Half a run is not told.
        told.changed.truncate(listed.0);
        told.unknown.truncate(listed.1);
        told.left_out = listed.2;
    }
    // What waited for a person is told when its answer is known.
    for rows in [
        told.changed.get_mut(listed.0..),
        told.unknown.get_mut(listed.1..),
    ] {
        rows.into_iter().for_each(|it| it.sort_by_key(|it| it.seq));
    }
    counted
}

/// Whether the lines are those that were written: what somebody changed says nothing about what was decided. A run that
/// is driven meanwhile grows, and is looked at again.
fn whole(store: &Store, run: &RunId) -> Result<(), Broken> {
    const LOOKS_MAX: usize = 5;
    for _ in 0..LOOKS_MAX {
        let verdict = store.verify(run, &[])?;
        let Some(fault) = verdict.faults.first() else {
            return Ok(());
        };
        if store.head(run)? == verdict.head {
            return Err(Broken::Run(fault.to_string()));
        }
    }
    let why = "it is driven, and grows faster than it can be read";
    Err(Broken::Run(why.to_owned()))
}

fn list(told: &mut Told, changed: Changed, rows_max: usize) {
    if told.changed.len() + told.unknown.len() >= rows_max {
        told.left_out += 1;
        return;
    }
    match changed.now {
        Now::Stricter { .. } | Now::Looser { .. } => told.changed.push(changed),
        Now::Unknown { .. } => told.unknown.push(changed),
    }
}

/// Hands over the lines of a run, beginning with the one of this number.
fn lines(store: &Store, run: &RunId, from: Seq, sink: &mut Sink<'_>) -> Result<(), Broken> {
    let mut next = from;
    loop {
        let rows = store.lines(run, next, BATCH)?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows {
            let line = v1::decode(&row.bytes).map_err(|error| unreadable(row.seq, &error))?;
            next = row.seq.next();
            if let ControlFlow::Break(()) = sink(&line) {
                return Ok(());
            }
        }
    }
}

fn unreadable(seq: Seq, error: &v1::BadLine) -> Broken {
    let cause = std::error::Error::source(error)
        .map(|it| format!(": {it}"))
        .unwrap_or_default();
    Broken::Run(format!("line {seq} can't be read: {error}{cause}"))
}
