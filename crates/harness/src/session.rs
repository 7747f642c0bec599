//! Driving a run from a thread that knows nothing of runtimes: what the command line calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::state::State;
use ledger::action::{Action, Merge};
use ledger::event::Opened;
use ledger::ids::RunId;
use ledger::message::Body;
use model::ask::Model;
use model::price::Prices;
use model::scripted::Script;
use store::Store;
use tokio::sync::mpsc;
use tools::outside_run::ByHand;

use crate::agent_turn::Worker;
use crate::drive::{self, Setting, Signals, Watcher};
use crate::forges::Forges;
use crate::given_variables::{GivenVariables, NotGiven};
use crate::notices::notifier::Notifier;
use crate::repository::Site;
use crate::tool_servers::ToolServers;
use crate::{held, runs};

/// Where answers from the terminal go in.
#[derive(Debug, Clone)]
pub struct Mouth(mpsc::UnboundedSender<Body>);

/// Where the driver hears them.
#[derive(Debug)]
pub struct Ear(mpsc::UnboundedReceiver<Body>);

/// A mouth and its ear.
#[must_use]
pub fn console() -> (Mouth, Ear) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (Mouth(sender), Ear(receiver))
}

impl Mouth {
    /// Says something. Nobody may listen any more; then it is lost, and so is the question.
    pub fn say(&self, body: Body) {
        let _gone = self.0.send(body);
    }
}

/// Who is there while a run is driven.
#[derive(Debug)]
pub struct Company {
    /// Somebody at the terminal, who answers.
    pub ear: Option<Ear>,
    /// Other drivers in this process, with which signals are shared.
    pub signals: Option<Signals>,
}

impl From<Option<Ear>> for Company {
    fn from(ear: Option<Ear>) -> Self {
        let signals = None;
        Self { ear, signals }
    }
}

/// How a driver left its run.
#[derive(Debug)]
pub struct Rest {
    /// The state.
    pub state: State,
    /// Whether somebody asked it to end.
    pub interrupted: bool,
    /// What became of the target's checkout, if the run was merged; what is to be done about it is on a line of its own.
    pub checkout: Option<String>,
}

/// Drives a run until it ends or parks.
///
/// # Errors
/// [`drive::Error`]; what is durable stands.
pub fn drive(
    site: &Site,
    store: Store,
    model: Model,
    run: &RunId,
    opened: Option<Opened>,
    company: impl Into<Company>,
    watcher: Watcher<'_>,
) -> Result<Rest, drive::Error> {
    let runtime = runtime()?;
    let Company { ear, signals } = company.into();
    let local = tokio::task::LocalSet::new();
    let attended = ear.is_some();
    let ear = ear.unwrap_or_else(|| console().1);
    let mut given = given(site)?;
    let config = site.config();
    let budget = config.options(&crate::config::Detected::default()).budget;
    let own = (config.state_dir.as_path(), budget);
    let worker = Worker::of(config.worker(), run, own, &mut given)?;
    let servers = ToolServers::of(config, run, &mut given);
    let forges = Forges::of(&config.forges, &site.sources.env);
    given.hide(forges.tokens());
    let mut workshop = site.workshop(run);
    let proof = held::proof(&config.state_dir);
    if let Some(mut holding) = site.holding(&proof, run) {
        holding.env.clone_from(&given.all);
        workshop.hold_children(holding);
    }
    let rest = local.block_on(&runtime, async {
        let mut driver = drive::take(
            run,
            opened,
            Setting {
                index: crate::project::memory(&site.config().state_dir, &site.repo),
                scratch: held::scratch(&config.state_dir),
                held: held::recorded(&proof, site.config()),
                given,
                store,
                workshop,
                worker,
                servers,
                forges,
                model,
                attended,
                notifier: Notifier::of(&site.config().notices),
                console: ear.0,
                signals,
                watcher,
            },
        )?;
        let result = driver.drive().await;
        let rest = Rest {
            state: driver.state().clone(),
            interrupted: driver.interrupts() > 0,
            checkout: None,
        };
        driver.end().await;
        result.map(|()| rest)
    });
    // Threads that look up names may still be at it; nobody waits for them.
    runtime.shutdown_background();
    let mut rest = rest?;
    if rest.state.merged.is_some()
        && let Ok(store) = site.store()
    {
        // It may have been another driver that merged.
        rest.checkout = runs::checkout(&drive::lines(&store, run)?);
    }
    Ok(rest)
}

/// Ends a run that nobody drives, for good: its branches stay, its worktrees go. No model is asked. One that was cut off
/// after the target was moved, and before that was written down, is done instead.
///
/// # Errors
/// [`drive::Error`].
pub fn end(site: &Site, store: Store, run: &RunId, reason: String) -> Result<Rest, drive::Error> {
    if !is_merged(site, &runs::read(&store, run)?.state) {
        runs::tell(&store, run, &Body::End { reason })?;
    }
    let nobody = Model::scripted(Script::default(), Prices::default());
    drive(
        site,
        store,
        nobody,
        run,
        None,
        None::<Ear>,
        Box::new(|_| {}),
    )
}

/// Whether a merge was under way, and the target has it.
fn is_merged(site: &Site, state: &State) -> bool {
    let acts = state.acts.keys();
    let mut merges = acts.filter_map(|act| match state.action(*act) {
        Some(Action::Merge(merge)) => Some(merge),
        Some(_) | None => None,
    });
    let has = |merge: &Merge| {
        let tip = site
            .repo
            .find(&format!("refs/heads/{}", merge.target))
            .ok()??;
        site.repo.is_ancestor(&merge.to, &tip).ok()
    };
    merges.any(|it| has(it) == Some(true))
}

/// The whole of the supervisor: what our own binary does when it is started as one.
#[must_use]
pub fn supervise() -> std::process::ExitCode {
    tools::process::supervise_main()
}

/// The argument with which our own binary is started as a supervisor.
pub const SUPERVISE_ARG: &str = tools::process::SUPERVISE_ARG;

/// The whole of the program that is found as `git` in a sandbox: what our own binary does when it is started as one.
#[must_use]
pub fn git() -> std::process::ExitCode {
    tools::git_door::git_main()
}

/// The argument with which our own binary is started as that program.
pub const GIT_ARG: &str = tools::git_door::GIT_ARG;

/// Lets a write beyond the largest file that the system allows us fail as any other one. By default its signal ends the
/// process without a word.
pub fn outlive_file_limits() {
    #[cfg(unix)]
    {
        /// `SIGXFSZ`.
        const FILE_TOO_LARGE: i32 = 25;
        // Once there is a handler it stays, also without the runtime. Without one we are no worse off.
        if let Ok(runtime) = runtime() {
            let _inside = runtime.enter();
            let kind = tokio::signal::unix::SignalKind::from_raw(FILE_TOO_LARGE);
            let _for_good = tokio::signal::unix::signal(kind);
        }
    }
}

/// Whether somebody asked this process to end, by Ctrl-C or a polite signal.
#[derive(Debug, Clone, Default)]
pub struct AskedToEnd(Arc<AtomicBool>);

impl AskedToEnd {
    /// Whether somebody did by now.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Listens for signals that ask this process to end, from now on and instead of ending at once: for somebody who has to
/// put something back first. Where there is no thread to be had, they end it as ever.
#[must_use]
pub fn asked_to_end() -> AskedToEnd {
    let asked = AskedToEnd::default();
    let heard = asked.clone();
    let listen = move || {
        if let Ok(runtime) = runtime() {
            runtime.block_on(drive::signals(|| {
                heard.0.store(true, Ordering::Relaxed);
                true
            }));
        }
    };
    let _none = std::thread::Builder::new().spawn(listen);
    asked
}

/// Starts commands outside any run.
///
/// # Errors
/// [`drive::Error::Hands`].
pub(crate) fn by_hand(site: &Site, given: &GivenVariables) -> Result<ByHand, drive::Error> {
    let hands = |source: Box<dyn std::error::Error + Send + Sync>| drive::Error::Hands {
        what: "the supervisor can't be started".to_owned(),
        source,
    };
    let exe = std::env::current_exe().map_err(|error| hands(error.into()))?;
    let mut hold = site.held_by_hand();
    if let Some(hold) = &mut hold {
        hold.variables.clone_from(&given.all);
    }
    ByHand::at_work(&exe, hold.as_ref()).map_err(|error| hands(error.into()))
}

/// Variables that commands are given.
pub(crate) fn given(site: &Site) -> Result<GivenVariables, NotGiven> {
    let own = |name: &str| std::env::var(name).ok();
    GivenVariables::read(&site.config().sandbox.env, own)
}

pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, drive::Error> {
    one_thread().map_err(|error| drive::Error::Hands {
        what: "the runtime can't be started".to_owned(),
        source: error.into(),
    })
}

/// A runtime of the thread that makes it, with timers and sockets.
pub(crate) fn one_thread() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
}
