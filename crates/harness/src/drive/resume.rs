//! Taking a run: the lock, the lines, what the driver before left behind.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use engine::state::{ActKind, State};
use gate::Policies;
use ledger::action::Action;
use ledger::event::{Claimed, Held, Opened, Process, Seen};
use ledger::ids::{ActId, RunId, Seq, TaskId};
use ledger::message::Body;
use ledger::observation::{Observation, Status};
use ledger::wire::v1::{self, Line};
use model::ask::Model;
use store::Store;
use tokio::sync::mpsc;
use tools::acts::Workshop;
use tools::mending;
use tools::process::{self, Supervisor};

use super::{Driver, Error, Watcher, ask, wait};
use crate::agent_turn::Worker;
use crate::forges::Forges;
use crate::given_variables::GivenVariables;
use crate::measure::Reports;
use crate::notices::dispatch::Dispatch;
use crate::notices::notifier::Notifier;
use crate::tool_servers::ToolServers;

/// What a driver is given.
pub struct Setting<'w> {
    /// The state directory, opened.
    pub store: Store,
    /// Hands, without a supervisor yet.
    pub workshop: Workshop,
    /// Where facts about the repository's files are remembered.
    pub index: PathBuf,
    /// Where scratch copies may stand.
    pub scratch: PathBuf,
    /// What holds the processes that are started.
    pub held: Held,
    /// Variables that commands are given.
    pub(crate) given: GivenVariables,
    /// The agent of somebody else that works on tasks, if one does.
    pub(crate) worker: Option<Worker>,
    /// Servers of tools.
    pub(crate) servers: ToolServers,
    /// Forges, with the accounts under which something is done there.
    pub(crate) forges: Forges,
    /// The model.
    pub model: Model,
    /// Whether somebody sits at the terminal.
    pub attended: bool,
    /// What they say.
    pub console: mpsc::UnboundedReceiver<Body>,
    /// Who tells people of lines, if anybody does.
    pub(crate) notifier: Option<Notifier>,
    /// Signals, where they are counted for several drivers; else this one listens for them itself.
    pub signals: Option<wait::Signals>,
    /// Who looks on.
    pub watcher: Watcher<'w>,
}

/// Takes a run: a new one with its first line, or one that has lines already.
///
/// # Errors
/// [`Error`]: another process drives it, or its lines cannot be read.
pub fn take<'w>(
    run: &RunId,
    opened: Option<Opened>,
    setting: Setting<'w>,
) -> Result<Driver<'w>, Error> {
    let claim = setting.store.claim(run)?;
    let lines = lines(&setting.store, run)?;
    if lines.is_empty() && opened.is_none() {
        return Err(Error::Unopened);
    }
    let state = engine::fold::fold(run.clone(), &lines);
    let notices = Dispatch::new(setting.notifier, &lines);
    end_leftovers(&state);
    let mut workshop = setting.workshop;
    let supervisor = start_supervisor(&mut workshop)?;
    let options = opened
        .as_ref()
        .or(state.opened.as_deref())
        .map(|it| it.options.policies.clone())
        .ok_or(Error::Unopened)?;
    let (policies, _told_when_configured) = Policies::compile(&options);
    let secrets = policies.clone();
    workshop.hide(move |path| secrets.is_secret_path(path.as_str()));
    let (report, reports) = mpsc::unbounded_channel();
    tokio::task::spawn_local(wait::listen(report.clone(), setting.signals));
    let mut driver = Driver {
        epoch: claim.epoch,
        journal: claim.journal(run.clone()),
        state,
        policies,
        workshop,
        network: Vec::new(),
        index: setting.index,
        scratch: setting.scratch,
        given: setting.given,
        worker: setting.worker,
        servers: setting.servers,
        forges: setting.forges,
        waiting_calls: Vec::new(),
        model: Rc::new(setting.model),
        schemas: Rc::new(ask::schemas()),
        started: Instant::now(),
        queue: VecDeque::new(),
        drafts: Vec::new(),
        urgent: false,
        to_ask: Vec::new(),
        facts: BTreeMap::new(),
        coverage: Reports::default(),
        furnished: BTreeSet::new(),
        to_scan: Vec::new(),
        running: BTreeMap::new(),
        reports,
        report,
        console: setting.console,
        watcher: setting.watcher,
        notices,
        interrupts: 0,
        #[cfg(debug_assertions)]
        halt: super::crash_point::Halt::from_env(),
        store: setting.store,
    };
    driver.claim((supervisor, setting.held), setting.attended, opened)?;
    Ok(driver)
}

/// All lines of a run.
///
/// # Errors
/// [`Error`] when a line is missing or can't be read.
pub fn lines(store: &Store, run: &RunId) -> Result<Vec<Line>, Error> {
    /// Lines read at once.
    const BATCH: usize = 2000;
    let mut lines: Vec<Line> = Vec::new();
    loop {
        let from = lines.last().map_or(Seq(1), |it| it.seq.next());
        let rows = store.lines(run, from, BATCH)?;
        if rows.is_empty() {
            return Ok(lines);
        }
        for row in rows {
            let line = v1::decode(&row.bytes).map_err(|source| Error::Line {
                seq: row.seq,
                source,
            })?;
            lines.push(line);
        }
    }
}

/// Processes that the driver before left, by its supervisor's id *and* start time. We hold the lock of the run: if the
/// process of that driver lives, it has let go and goes on with other runs, so it is nobody's to end.
fn end_leftovers(state: &State) {
    if let Some((_, Some(supervisor))) = state.driver
        && let Ok(pid) = i32::try_from(supervisor.pid)
    {
        mending::end_leftover(pid, supervisor.start);
    }
}

/// Starts our own binary as a supervisor. Must be called within a runtime.
///
/// # Errors
/// [`Error::Hands`].
pub fn supervisor() -> Result<Supervisor, Error> {
    let hands = |source: Box<dyn std::error::Error + Send + Sync>| Error::Hands {
        what: "the supervisor can't be started".to_owned(),
        source,
    };
    let exe = std::env::current_exe().map_err(|error| hands(error.into()))?;
    Supervisor::start(&exe).map_err(|error| hands(error.into()))
}

fn start_supervisor(workshop: &mut Workshop) -> Result<Option<Process>, Error> {
    let supervisor = supervisor()?;
    let process = Process {
        pid: u32::try_from(supervisor.pid()).unwrap_or(0),
        start: supervisor.start_time(),
    };
    workshop.supervise(supervisor);
    Ok(Some(process))
}

impl Driver<'_> {
    /// The first things seen: the run is opened if it is new, it is ours now, and what was under way is looked at.
    fn claim(
        &mut self,
        (supervisor, held): (Option<Process>, Held),
        attended: bool,
        opened: Option<Opened>,
    ) -> Result<(), Error> {
        let pid = std::process::id();
        let claimed = Claimed {
            epoch: self.epoch,
            driver: Process {
                pid,
                start: i32::try_from(pid)
                    .ok()
                    .and_then(process::start_of)
                    .unwrap_or(0),
            },
            supervisor,
            attended,
            held,
            notifies: self.notices.kinds(),
        };
        let interrupted = self.interrupted();
        if let Some(opened) = opened {
            self.queue.push_back((None, Seen::Opened(Box::new(opened))));
        }
        self.queue.push_back((None, Seen::Claimed(claimed)));
        self.queue.extend(interrupted);
        self.read_inbox()?;
        self.ending_first();
        Ok(())
    }

    /// What ends the run is taken in before anything of it goes on.
    fn ending_first(&mut self) {
        let ends =
            |seen: &Seen| matches!(seen, Seen::Told(it) if matches!(it.body, Body::End { .. }));
        if let Some(at) = self.queue.iter().position(|(_, seen)| ends(seen))
            && let Some(end) = self.queue.remove(at)
        {
            self.queue.push_front(end);
        }
    }

    /// Acts of the driver before that have no outcome: each is looked at, none is done again here.
    fn interrupted(&mut self) -> Vec<(Option<TaskId>, Seen)> {
        for task in self.state.tasks.values() {
            if let Some(prepared) = &task.prepared {
                self.workshop.reopen(&task.task.id, prepared);
            }
        }
        let mut seen = Vec::new();
        for (act, open) in &self.state.acts {
            if !matches!(open.kind, ActKind::World { .. }) {
                continue;
            }
            let task = open.task.as_ref().and_then(|it| self.state.tasks.get(it));
            let (text, changed) = match task {
                Some(task) => self.workshop.shows(&task.task.id, task.tree.as_ref()),
                None => ("nothing is known of it".to_owned(), None),
            };
            let observation = Observation::plain(
                Status::Interrupted,
                format!("the process ended while this was under way; {text}"),
            );
            let act = *act;
            seen.push((open.task.clone(), Seen::Finished { act, observation }));
            // What a tool changed before it was cut off is the agent's work like any other.
            let works = open.call.is_some() || is_turn(&self.state, act);
            if let (true, Some((tree, changed))) = (works, changed) {
                let tree = Some(tree);
                seen.push((open.task.clone(), Seen::Scanned { act, tree, changed }));
            }
        }
        seen
    }
}

/// Whether an act is a turn of an agent of somebody else.
fn is_turn(state: &State, act: ActId) -> bool {
    matches!(state.action(act), Some(Action::Delegate(_)))
}
