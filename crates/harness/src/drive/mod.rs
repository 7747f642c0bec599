//! One run, driven: the few lines that join state, ledger and hands.
//!
//! For each thing seen: take it in, decide, apply. When nothing more is at hand, what was decided becomes durable in
//! one batch; then its acts are performed. Model requests and looks need not wait for the disk. State may run ahead of
//! the disk, the world never does; if the commit fails, the driver ends and nothing is repaired.

mod agent_hooks;
mod ask;
#[cfg(debug_assertions)]
mod crash_point;
mod delegate;
mod error;
mod forge_acts;
mod inspect;
mod network;
mod perform;
mod resume;
mod servers;
mod skill;
mod trials;
mod under_way;
mod wait;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use engine::state::{ActKind, State};
use gate::Policies;
use ledger::event::{Decided, Event, Need, Seen, Stamp};
use ledger::facts::Fact;
use ledger::ids::{ActId, CallId, Seq, TaskId};
use ledger::journal::{Draft, Journal};
use ledger::message::Body;
use ledger::phase::Phase;
use model::ask::Model;
use store::{Pen, Store};
use tokio::sync::mpsc;
use tools::acts::Workshop;

use crate::agent_turn::{WaitingCall, Worker};
use crate::forges::Forges;
use crate::given_variables::GivenVariables;
use crate::measure::Reports;
use crate::notices::dispatch::Dispatch;
use crate::tool_servers::ToolServers;
use under_way::{Report, Running};

pub use crate::timestamp::now_ms;
pub use error::Error;
pub use resume::{Setting, lines, supervisor, take};
pub use wait::Signals;
pub(crate) use wait::signals;

/// What somebody who looks on is told.
#[derive(Debug)]
pub enum Notice<'a> {
    /// A line, decided or seen. It may not be durable yet.
    Line {
        /// Its number.
        seq: Seq,
        /// When.
        stamp: &'a Stamp,
        /// What.
        event: &'a Event,
        /// The state with it.
        state: &'a State,
    },
    /// Words of a reply as they come; they count for nothing.
    Delta(&'a str),
}

/// Who looks on.
pub type Watcher<'w> = Box<dyn FnMut(Notice<'_>) + 'w>;

/// One driver.
pub struct Driver<'w> {
    store: Store,
    journal: Journal<Pen>,
    epoch: u64,
    state: State,
    policies: Policies,
    workshop: Workshop,
    /// What the workshop lets commands reach.
    network: Vec<String>,
    /// Where facts about the repository's files are remembered.
    index: PathBuf,
    /// Where scratch copies of a candidate stand while they are tried.
    scratch: PathBuf,
    /// Variables that commands are given: secrets among them are taken out of what comes back.
    given: GivenVariables,
    /// The agent of somebody else that works on tasks, if one does.
    worker: Option<Worker>,
    /// Servers of tools.
    servers: ToolServers,
    /// Forges, with the accounts under which something is done there.
    forges: Forges,
    /// Calls of it that wait for their answers.
    waiting_calls: Vec<WaitingCall>,
    model: Rc<Model>,
    schemas: Rc<ask::Schemas>,
    started: Instant,
    /// Seen, and not taken in yet.
    queue: VecDeque<(Option<TaskId>, Seen)>,
    /// Taken in, and not durable yet.
    drafts: Vec<Draft>,
    /// Whether a draft must be durable before anything else is done.
    urgent: bool,
    /// Model requests to be sent.
    to_ask: Vec<(ActId, TaskId)>,
    /// Facts of calls, from weighing to acting.
    facts: BTreeMap<(TaskId, CallId), Vec<Fact>>,
    /// Coverage reports of the verification under way; empty where another driver began it.
    coverage: Reports,
    /// Tasks whose sandbox was made ahead.
    furnished: BTreeSet<TaskId>,
    /// Tasks whose worktree a command may have changed, with the command.
    to_scan: Vec<(TaskId, ActId)>,
    /// What runs, and how to end it.
    running: BTreeMap<ActId, Running>,
    reports: mpsc::UnboundedReceiver<Report>,
    report: mpsc::UnboundedSender<Report>,
    /// Messages from the terminal.
    console: mpsc::UnboundedReceiver<Body>,
    watcher: Watcher<'w>,
    notices: Dispatch,
    interrupts: u32,
    #[cfg(debug_assertions)]
    halt: crash_point::Halt,
}

impl Driver<'_> {
    /// Drives the run until it ends or parks.
    ///
    /// # Errors
    /// [`Error`]; the run can be resumed.
    pub async fn drive(&mut self) -> Result<(), Error> {
        loop {
            self.settle().await?;
            if self.at_rest() || self.abandoned() {
                break;
            }
            self.wait().await?;
        }
        self.see_last_connections();
        self.commit()?;
        // Nothing is lost when this fails; the next driver does it.
        let _later = self.store.tidy();
        Ok(())
    }

    /// Ends the supervisor and whatever it still holds.
    pub async fn end(&mut self) {
        self.servers.end();
        self.workshop.end().await;
        self.servers.forget_homes();
    }

    /// The state as it stands.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How often somebody asked the driver to end.
    #[must_use]
    pub fn interrupts(&self) -> u32 {
        self.interrupts
    }

    /// Takes in all that is at hand, and does what was decided, until there is nothing left but to wait.
    async fn settle(&mut self) -> Result<(), Error> {
        loop {
            while let Some((task, seen)) = self.queue.pop_front() {
                self.take_in(task, seen);
            }
            self.send_requests();
            if self.urgent {
                // The request that was just sent leaves while the disk works.
                tokio::task::yield_now().await;
                self.commit()?;
                #[cfg(debug_assertions)]
                self.halt_if_due().await;
            } else if !self.to_scan.is_empty() {
                self.let_requests_leave().await;
                self.scan();
            }
            if self.queue.is_empty() && !self.urgent && self.to_scan.is_empty() {
                self.open_network();
                self.furnish().await;
                return Ok(());
            }
        }
    }

    /// A scan of a large worktree takes a while, and the model may well think meanwhile.
    async fn let_requests_leave(&self) {
        /// Turns of the runtime in which a request gets on its way.
        const YIELDS: u32 = 8;
        for _ in 0..YIELDS {
            tokio::task::yield_now().await;
        }
    }

    /// Has the sandboxes made of tasks whose model thinks: a first command would wait for its own.
    async fn furnish(&mut self) {
        if self.state.phase != Phase::Executing {
            return;
        }
        let asked = self.state.acts.values();
        let asked = asked.filter(|it| matches!(it.kind, ActKind::Model { .. }));
        let tasks: Vec<TaskId> = asked.filter_map(|it| it.task.clone()).collect();
        for task in tasks {
            if self.furnished.insert(task.clone()) {
                self.let_requests_leave().await;
                self.workshop.furnish(&task);
            }
        }
    }

    /// One thing seen: applied, decided upon, and put down for the ledger.
    fn take_in(&mut self, task: Option<TaskId>, seen: Seen) {
        let stamp = self.stamp(task.clone());
        let state = std::mem::replace(&mut self.state, State::new(self.journal.run().clone()));
        let seq = state.seq.next();
        let (state, decisions) =
            engine::step::advance(state, &stamp, self.epoch, &seen, &self.policies);
        self.state = state;
        if let (Seen::Proposed { call, facts }, Some(task)) = (&seen, task) {
            self.facts.insert((task, call.clone()), facts.clone());
        }
        self.put_down(seq, stamp.clone(), Event::Seen(seen));
        let mut seq = seq;
        for decision in decisions {
            seq = seq.next();
            let stamp = Stamp {
                task: decision.task.clone(),
                ..stamp.clone()
            };
            self.prepare(decision.task.as_ref(), &decision.decided);
            self.put_down(seq, stamp, Event::Decided(decision.decided));
        }
    }

    fn put_down(&mut self, seq: Seq, stamp: Stamp, event: Event) {
        (self.watcher)(Notice::Line {
            seq,
            stamp: &stamp,
            event: &event,
            state: &self.state,
        });
        self.drafts.push(Draft { stamp, event });
    }

    /// What a decision asks of the driver. World acts wait for their entry.
    fn prepare(&mut self, task: Option<&TaskId>, decided: &Decided) {
        match decided {
            Decided::Requested { act, .. } => {
                if let Some(task) = task {
                    self.to_ask.push((*act, task.clone()));
                }
            }
            Decided::Weigh { call } => self.weigh(task, call),
            Decided::Inspect { act, paths, .. } => self.inspect(*act, paths),
            Decided::Measure { act, .. } => self.measure(*act),
            Decided::Rank { act } => self.rank(*act),
            Decided::Gather { act, paths, target } => self.gather(*act, paths, target),
            Decided::Cancel { act, .. } => self.cancel(*act),
            Decided::Allowed { .. }
            | Decided::Asked { .. }
            | Decided::Session(_)
            | Decided::Parked(_)
            | Decided::Ended { .. }
            | Decided::Reported(_)
            | Decided::Escalated { .. } => self.urgent = true,
            // Older programs decided on these two, which are acts now.
            Decided::Compare { .. } | Decided::Falsify { .. } => {}
            Decided::Promised(_)
            | Decided::Drafting(_)
            | Decided::Planned(_)
            | Decided::Moved { .. }
            | Decided::Gated(_)
            | Decided::Answered { .. }
            | Decided::Settled { .. }
            | Decided::Unchecked { .. }
            | Decided::Correcting { .. }
            | Decided::Held { .. }
            | Decided::Nudged { .. }
            | Decided::Wake { .. }
            | Decided::Unparked { .. }
            | Decided::Forced { .. }
            | Decided::BudgetLow { .. }
            | Decided::Board(_)
            | Decided::Noted { .. } => {}
        }
    }

    /// Gathers the facts that the gates ask for. Only looks.
    fn weigh(&mut self, task: Option<&TaskId>, call: &CallId) {
        let Some((task, pending)) = task.and_then(|it| self.state.pending(it, call)) else {
            return;
        };
        let id = task.task.id.clone();
        let workshop = &mut self.workshop;
        let facts = pending
            .proposal
            .as_deref()
            .map(|proposal| task.gather(proposal, |asked| workshop.facts(&id, asked)))
            .unwrap_or_default();
        let facts = crate::ingress_redaction::facts(facts);
        let seen = Seen::Proposed {
            call: call.clone(),
            facts,
        };
        self.queue.push_back((Some(id), seen));
    }

    fn cancel(&mut self, act: ActId) {
        match self.running.get(&act) {
            Some(Running::Model(handle)) => {
                handle.abort();
                self.running.remove(&act);
            }
            Some(Running::Command(cancel)) => cancel.now(),
            Some(Running::Use(stop)) => stop.notify_one(),
            Some(Running::Beside(stop)) => stop.store(true, Ordering::Relaxed),
            None => {}
        }
    }

    /// Makes what was put down durable, and performs the acts that it allows.
    fn commit(&mut self) -> Result<(), Error> {
        self.urgent = false;
        let drafts = std::mem::take(&mut self.drafts);
        if drafts.is_empty() {
            return Ok(());
        }
        let entries = self.journal.append(drafts)?;
        self.servers.remember(&self.state.servers);
        self.open_network();
        #[cfg(debug_assertions)]
        self.halt.committed(&entries);
        for entry in entries {
            self.notices.tell(&entry, &self.state, &self.workshop);
            self.perform(entry);
        }
        Ok(())
    }

    /// Asked twice to end: what runs is left to the supervisor, and resume sees what was interrupted.
    fn abandoned(&self) -> bool {
        self.interrupts > 1
    }

    /// Whether the run is over for this driver: it ended or parked, and nothing is under way, no notice either.
    fn at_rest(&self) -> bool {
        let parked = self.state.park.is_some() && !self.waits_out();
        let stopped = self.state.ended.is_some() || parked;
        stopped
            && self.notices.is_out()
            && !self
                .running
                .values()
                .any(|it| matches!(it, Running::Command(_) | Running::Use(_)))
    }

    /// Whether the run is parked until a time, and this process may wait that long: the timer takes it up again.
    fn waits_out(&self) -> bool {
        let (Some(park), Some(opened)) = (&self.state.park, &self.state.opened) else {
            return false;
        };
        let wait_max_ms = opened.options.limits.wait_in_process_ms;
        let latest_ms = now_ms().saturating_add(wait_max_ms);
        let soon = |need: &Need| matches!(need, Need::Time { at_ms } if *at_ms <= latest_ms);
        self.interrupts == 0 && !park.needs.is_empty() && park.needs.iter().all(soon)
    }

    fn stamp(&self, task: Option<TaskId>) -> Stamp {
        Stamp {
            at_ms: now_ms(),
            mono_ms: u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            task,
        }
    }
}
