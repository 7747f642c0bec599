//! Runs: opening a new one, reading those that are there, leaving messages for them.

use std::path::Path;

use engine::state::{Stage, State};
use ledger::event::Opened;
use ledger::forge::Publish;
use ledger::ids::{RelPath, RunId};
use ledger::message::Body;
use ledger::options::Options;
use ledger::phase::Mode;
use ledger::plan::Plan;
use ledger::promise::{Promise, Source};
use ledger::wire::v1::Line;
use spec::{Problem, Severity};
use store::{Filter, Meta, Store, StreamKind};

use crate::drive::{self, now_ms};
use crate::ingress_redaction;
use crate::moved_repository;
use crate::repository::{NoSite, Site};
use crate::source;

mod left;
mod rewind;

pub use left::{blob_of, checkout, diff, reported};
pub use rewind::rewind;

/// A new run: its name, and what its first line will say.
#[derive(Debug)]
pub struct Fresh {
    /// Its name.
    pub run: RunId,
    /// Its first line.
    pub opened: Opened,
}

/// What a run begins with.
#[derive(Debug)]
pub struct Opening {
    /// The task.
    pub source: Source,
    /// Whether whoever wants it may decide here.
    pub trusted: bool,
    /// The commit that the work begins from; `None`: the tip of its target.
    pub base: Option<ledger::ids::GitId>,
    /// Where on a forge the work goes, if it does.
    pub publish: Option<Publish>,
    /// Its name; `None`: a new one.
    pub name: Option<RunId>,
}

impl From<Source> for Opening {
    /// A person of this machine wants it.
    fn from(source: Source) -> Self {
        Self {
            source,
            trusted: true,
            base: None,
            publish: None,
            name: None,
        }
    }
}

/// Prepares a run. It stands in the store afterwards, without a line yet.
///
/// # Errors
/// [`NoSite`]: [`NoSite::Budget`] if the gates would refuse its first step for want of money.
pub fn open(
    site: &Site,
    store: &Store,
    opening: impl Into<Opening>,
    mode: Option<Mode>,
) -> Result<Fresh, NoSite> {
    let Opening {
        source,
        trusted,
        base,
        publish,
        name,
    } = opening.into();
    let (target, tip) = site.target()?;
    let base = base.unwrap_or(tip);
    committed(site, &base, &source)?;
    let looking = site.repo.look()?;
    let source = ingress_redaction::source(source, trusted);
    let mut options = site.options(mode);
    affordable(&options)?;
    let ground = looking.ready(&target, &base)?;
    if options.hooks.repository {
        let asked = ground.hooks.iter().filter(|it| it.is_asked());
        options.verification.hooks = asked.cloned().collect();
    }
    let run = match name {
        Some(name) => name,
        None => new_name()?,
    };
    let title: String = source.title().chars().take(100).collect();
    let is_chosen = mode.is_some() || site.config().mode_is_chosen();
    if let (false, Source::Sentence { .. }) = (is_chosen, &source) {
        // One sentence from a person is what `quick` is for; signals of risk force `normal` later.
        options.mode = Mode::Quick;
    }
    store.create_run(
        &run,
        &Meta {
            opened_ms: now_ms(),
            repository: site.repo.main_root().display().to_string(),
            target: target.clone(),
            title,
        },
    )?;
    let opened = Opened {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        source,
        trusted,
        repository: site.repo.main_root().display().to_string(),
        target,
        base,
        options,
        ground,
        publish: publish.map(|it| Box::new(on_own_branch(it, &run))),
    };
    Ok(Fresh { run, opened })
}

/// Where no branch is named, the work goes to one called as the run's own.
fn on_own_branch(publish: Publish, run: &RunId) -> Publish {
    let branch = match publish.branch.as_str() {
        "" => format!("interlock/{run}"),
        named => named.to_owned(),
    };
    Publish { branch, ..publish }
}

/// Whether a run could be opened here, without opening one.
///
/// # Errors
/// [`NoSite`], as [`open`] would say.
pub fn may_open(site: &Site) -> Result<(), NoSite> {
    site.target()?;
    affordable(&site.options(None))
}

fn affordable(options: &Options) -> Result<(), NoSite> {
    let budget = &options.budget;
    if budget.total < budget.floor && budget.stop_on_exhausted {
        let (total, floor) = (budget.total, budget.floor);
        return Err(NoSite::Budget { total, floor });
    }
    Ok(())
}

/// A change is ticked and archived where the work is merged, so its folder has to stand there as it was read.
fn committed(site: &Site, base: &ledger::ids::GitId, source: &Source) -> Result<(), NoSite> {
    let Source::Change { path, files, .. } = source else {
        return Ok(());
    };
    let own = files.iter().filter(|it| it.path.starts_with(path.as_str()));
    let own: Vec<(&ledger::promise::SourceFile, RelPath)> = own
        .filter_map(|it| Some((it, RelPath::new(&it.path).ok()?)))
        .collect();
    let paths: Vec<RelPath> = own.iter().map(|(_, path)| path.clone()).collect();
    let texts = site.repo.texts_at(&site.repo.tree_of(base)?, &paths)?;
    let differs = own
        .iter()
        .zip(texts)
        .find(|((file, _), text)| text.as_ref() != Some(&file.text));
    match differs {
        None => Ok(()),
        Some(((file, _), there)) => {
            let what = if there.is_some() {
                "has changes that are"
            } else {
                "is"
            };
            Err(NoSite::Plan(format!(
                "`{}` {what} not committed on the branch that is merged into\n\
                 help: commit `{path}` first: its boxes are ticked in the same merge as its work",
                file.path
            )))
        }
    }
}

/// A new name.
fn new_name() -> Result<RunId, NoSite> {
    RunId::new(letters()?).map_err(|error| NoSite::Model(error.to_string()))
}

/// Eight letters and digits that can't be mistaken for each other.
pub(crate) fn letters() -> Result<String, NoSite> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| NoSite::Model(format!("no random numbers: {error}")))?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte & 31)]))
        .collect())
}

/// A run as it stands in the store.
#[derive(Debug)]
pub struct Told {
    /// Its lines.
    pub lines: Vec<Line>,
    /// What they add up to.
    pub state: State,
}

/// Reads a run.
///
/// # Errors
/// [`drive::Error`].
pub fn read(store: &Store, run: &RunId) -> Result<Told, drive::Error> {
    let lines = drive::lines(store, run)?;
    let state = engine::fold::fold(run.clone(), &lines);
    Ok(Told { lines, state })
}

/// As [`read`], and whether the run was interrupted: it neither ended nor parked, and nobody drives it.
///
/// # Errors
/// [`drive::Error`].
pub fn look(store: &Store, run: &RunId) -> Result<(Told, bool), drive::Error> {
    // Asked before and after: a driver may let go, or begin, while its lines are read.
    let before = is_driven(store, run)?;
    let told = read(store, run)?;
    let state = &told.state;
    let rests = state.ended.is_some() || state.park.is_some();
    let interrupted = !rests && !before && !is_driven(store, run)?;
    Ok((told, interrupted))
}

/// Leaves a message for a run. Whoever drives it takes it in.
///
/// # Errors
/// [`drive::Error`].
pub fn tell(store: &Store, run: &RunId, body: &Body) -> Result<u64, drive::Error> {
    let by = std::env::var("USER")
        .or_else(|_| std::env::var("USERNAME"))
        .unwrap_or_else(|_| "somebody".to_owned());
    tell_as(store, run, &by, body)
}

/// As [`tell`], in the name of somebody else than whoever runs this program.
///
/// # Errors
/// [`drive::Error`].
pub(crate) fn tell_as(
    store: &Store,
    run: &RunId,
    by: &str,
    body: &Body,
) -> Result<u64, drive::Error> {
    Ok(store.tell(run, by, &ingress_redaction::body(body.clone()), now_ms())?)
}

/// The run with this name, or the only one whose name begins like this.
///
/// # Errors
/// [`drive::Error`].
pub fn find(store: &Store, name: &str) -> Result<RunId, drive::Error> {
    Ok(store.find_run(name)?)
}

/// Whether some process drives the run now.
///
/// # Errors
/// [`drive::Error`].
pub fn is_driven(store: &Store, run: &RunId) -> Result<bool, drive::Error> {
    Ok(store.driver(run)?.is_some())
}

/// Runs, the newest first: of this repository, or of all.
///
/// # Errors
/// [`drive::Error`].
pub fn list(
    site: &Site,
    store: &Store,
    all: bool,
    count_max: Option<u32>,
) -> Result<Vec<RunId>, drive::Error> {
    let here = site.repo.main_root().display().to_string();
    let moved = match all {
        true => Vec::new(),
        false => moved_repository::runs(site, store)?,
    };
    let is_moved = |run: &RunId| moved.iter().any(|it| it.run == *run);
    let filter = Filter {
        kind: StreamKind::Runs,
        repository: (!all && moved.is_empty()).then(|| here.clone()),
        count_max: count_max.filter(|_| moved.is_empty()),
        ..Filter::default()
    };
    let runs = store.runs(&filter)?.into_iter();
    let own = runs.filter(|it| all || it.meta.repository == here || is_moved(&it.id));
    let count_max = count_max.map_or(usize::MAX, |it| usize::try_from(it).unwrap_or(usize::MAX));
    Ok(own.map(|it| it.id).take(count_max).collect())
}

/// Whether the worktrees in which a run is to go on are still there.
///
/// # Errors
/// [`NoSite::Gone`].
pub fn worktrees_stand(told: &Told) -> Result<(), NoSite> {
    let state = &told.state;
    if !state.to_restore.is_empty() {
        // What a rewind needs is made again.
        return Ok(());
    }
    for task in state.tasks.values() {
        let Some(prepared) = task.prepared.as_ref() else {
            continue;
        };
        let is_needed = !matches!(task.stage, Stage::Integrated);
        if is_needed && !Path::new(&prepared.directory).is_dir() {
            return Err(NoSite::Gone {
                run: state.run.clone(),
                directory: prepared.directory.clone(),
                branch: prepared.branch.clone(),
                snapshots: (task.tree.as_ref() != Some(&prepared.tree))
                    .then(|| format!("refs/interlock/{}/snapshots/{}", state.run, task.task.id)),
            });
        }
    }
    Ok(())
}

/// Reads and checks a `PLAN.md` before a run is made of it.
///
/// # Errors
/// [`NoSite::Plan`] with everything that is wrong with it, each with its place.
pub fn read_plan(path: &Path, shown: &str) -> Result<String, NoSite> {
    let text = source::files::text(path, shown)?;
    parsed_plan(&text, shown).map(|_| text)
}

/// What a plan's text says, with what is odd about it.
pub(crate) fn parsed_plan(
    text: &str,
    shown: &str,
) -> Result<(Promise, Plan, Vec<Problem>), NoSite> {
    spec::plan_md::read_to_verify(shown, text).map_err(|problems| {
        let errors = problems
            .iter()
            .filter(|it| it.severity == Severity::Error)
            .map(ToString::to_string);
        NoSite::Plan(errors.collect::<Vec<_>>().join("\n\n"))
    })
}
