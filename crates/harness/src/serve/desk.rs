//! One forge: what comes in is taken in, what is decided is carried out once it is durable.
//!
//! Reading order: here; then `looking`, `attempts`, `answering` and `acts`, what it does besides.

mod acts;
mod answering;
mod attempts;
mod looking;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use forge::client::Client;
use ledger::board::{BoardDecided, BoardSeen, LookAt, TaskNo};
use ledger::event::Decided;
use ledger::forge::{Login, RepoName};
use ledger::ids::{ActId, Hash};
use store::Store;
use tokio::sync::{mpsc, watch};

use super::attempt::Attempt;
use super::brief::Place;
use super::error::NotServed;
use super::parts::Stop;
use super::report::{Event, Log};
use super::retention::Retention;
use super::saying::Saying;
use super::setup::{Setup, Watched};
use super::stream::{Decision, Stream};
use super::told::Told;
use super::{answers, intake};
use crate::config::Config;
use crate::forges::Forges;
use crate::http::health::Health;
use crate::repository::Call;
use crate::timestamp::now_ms;

/// Deliveries that become durable together.
const DELIVERIES_AT_ONCE: usize = 200;
/// One forge.
pub(super) struct Desk {
    watched: Watched,
    forges: Arc<Forges>,
    stream: Stream,
    clients: RefCell<BTreeMap<Login, Arc<Client>>>,
    place: Place,
    poll: Duration,
    /// When each repository was last looked at, in milliseconds since 1970.
    swept: BTreeMap<RepoName, u64>,
    /// Digests of the facts of each repository that the last sweep with something new told.
    told_last: BTreeMap<RepoName, BTreeSet<Hash>>,
    /// Those that are looked at: also repositories of whole owners, as the forge named them.
    named: BTreeSet<RepoName>,
    attempts: BTreeMap<TaskNo, Attempt>,
    /// What is being said on the forge.
    sayings: BTreeMap<ActId, Saying>,
    /// Digests of what was said of answers that are not taken.
    not_taken: BTreeSet<Hash>,
    waiting_looks: VecDeque<LookAt>,
    looking: usize,
    retention: Retention,
    tell: mpsc::UnboundedSender<Told>,
    told: Option<mpsc::UnboundedReceiver<Told>>,
    log: Log,
}

impl Desk {
    /// Takes the stream of a forge up where it is.
    pub(super) fn open(
        call: &Call,
        config: &Config,
        setup: &Setup,
        watched: &Watched,
        forges: &Arc<Forges>,
        log: &Log,
    ) -> Result<Self, NotServed> {
        for agent in &watched.agents {
            forges.token(&watched.name, &agent.login)?;
        }
        let store = Store::open(&setup.store_dir)?;
        let mut stream = Stream::take(store, &watched.name)?;
        stream.see(BoardSeen::Opened(Box::new(setup.options(watched))));
        let (tell, told) = mpsc::unbounded_channel();
        let seen = stream.board.known.names.repositories().cloned();
        let seen: Vec<RepoName> = seen.filter(|it| watched.entry.watches(it)).collect();
        Ok(Self {
            place: Place {
                call: call.clone(),
                config: config.clone(),
                watched: watched.clone(),
                templates: Arc::new(setup.templates.clone()),
                forges: Arc::clone(forges),
            },
            named: seen
                .into_iter()
                .chain(watched.named_repositories())
                .collect(),
            watched: watched.clone(),
            forges: Arc::clone(forges),
            stream,
            clients: RefCell::default(),
            poll: Duration::from_secs(u64::from(setup.poll_s)),
            swept: BTreeMap::new(),
            told_last: BTreeMap::new(),
            attempts: BTreeMap::new(),
            sayings: BTreeMap::new(),
            not_taken: BTreeSet::new(),
            waiting_looks: VecDeque::new(),
            looking: 0,
            retention: Retention::default(),
            tell,
            told: Some(told),
            log: Arc::clone(log),
        })
    }

    /// Works until it is told to stop.
    pub(super) fn work(
        mut self,
        stop: Stop,
        numbers: watch::Receiver<u64>,
        health: &Health,
    ) -> Result<(), NotServed> {
        let runtime = super::runtime::for_one_thread()?;
        let local = tokio::task::LocalSet::new();
        let worked = local.block_on(&runtime, self.turns(stop, numbers, health));
        self.stream.keep();
        runtime.shutdown_background();
        worked
    }

    async fn turns(
        &mut self,
        mut stop: Stop,
        mut numbers: watch::Receiver<u64>,
        health: &Health,
    ) -> Result<(), NotServed> {
        let Some(mut told) = self.told.take() else {
            return Ok(());
        };
        let mut sweep = tokio::time::interval(self.poll);
        sweep.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        self.ask_again();
        loop {
            let more = self.take_deliveries()?;
            // Before anything is waited for: what was just taken in may ask for something.
            self.settle()?;
            if stop.is_told() {
                break;
            }
            if more {
                continue;
            }
            tokio::select! {
                () = stop.told() => {}
                changed = numbers.changed() => {
                    if changed.is_err() {
                        break;
                    }
                }
                one = told.recv() => {
                    if let Some(one) = one {
                        self.hear(one);
                        self.tell_health(health);
                    }
                }
                () = self.until_due() => self.stream.see(BoardSeen::Ticked),
                _ = sweep.tick() => {
                    self.sweep();
                    self.forget();
                }
            }
        }
        self.stop(&mut told, &mut stop).await
    }

    /// Forgets deliveries that were taken in long ago. Where that can't be done nothing is lost.
    fn forget(&mut self) {
        let stream = &self.stream;
        let of = (self.watched.name.as_str(), stream.board.delivered);
        if let Err(error) = self.retention.forget(stream.store(), of, now_ms()) {
            (self.log)(Event::NotForgotten {
                forge: self.watched.name.clone(),
                why: error.to_string(),
            });
        }
    }

    /// Waits until something is to be decided although nothing is seen.
    async fn until_due(&self) {
        match self.stream.board.due_ms() {
            None => std::future::pending().await,
            Some(at_ms) => {
                let wait = Duration::from_millis(at_ms.saturating_sub(now_ms()).max(10));
                tokio::time::sleep(wait).await;
            }
        }
    }

    /// Takes in what was delivered. Says whether there may be more.
    fn take_deliveries(&mut self) -> Result<bool, NotServed> {
        let after = self.stream.board.delivered;
        let stored = self
            .stream
            .store()
            .deliveries_after(after, DELIVERIES_AT_ONCE)?;
        // Fewer than were asked for are not the last ones: so many bytes are read at once.
        let may_be_more = !stored.is_empty();
        for one in stored {
            if one.forge != self.watched.name {
                // Another desk's: passed over, so that it is not read again.
                self.stream.board.pass(one.no);
                continue;
            }
            let delivered = intake::read(one, &self.watched.entry);
            (self.log)(Event::Delivered {
                forge: self.watched.name.clone(),
                no: delivered.no,
                event: delivered.event.clone(),
                unread: delivered.unread.clone(),
            });
            let repos = delivered.facts.iter().map(|it| it.repo.clone());
            self.named.extend(repos);
            self.told_otherwise(&delivered.facts);
            let given = answers::given(&delivered.facts);
            self.stream.see(BoardSeen::Delivered(Box::new(delivered)));
            self.heard(given);
        }
        Ok(may_be_more)
    }

    /// Makes what was decided durable, and carries it out.
    fn settle(&mut self) -> Result<(), NotServed> {
        loop {
            let decisions = self.stream.commit()?;
            if decisions.is_empty() {
                return Ok(());
            }
            for decision in decisions {
                self.carry_out(decision);
            }
        }
    }

    fn carry_out(&mut self, decision: Decision) {
        let Decision { decided, entry } = decision;
        if let Decided::Board(decided) = decided {
            (self.log)(Event::Decided {
                forge: self.watched.name.clone(),
                decided: Box::new(decided.clone()),
            });
            self.follow(decided);
        } else if let Decided::Allowed {
            action: Some(action),
            ..
        } = decided
        {
            self.act(entry, action);
        }
    }

    fn follow(&mut self, decided: BoardDecided) {
        match decided {
            BoardDecided::Dispatched { task, attempt, run } => self.begin(task, attempt, run),
            BoardDecided::Cancelled { task, why, .. } => {
                if let Some(attempt) = self.attempts.get(&task) {
                    attempt.cancel(&why);
                }
            }
            BoardDecided::Look(at) => self.look(at),
            BoardDecided::Told { task, text } => self.say(task, &text),
            BoardDecided::Created { .. }
            | BoardDecided::Moved { .. }
            | BoardDecided::Anomaly { .. } => {}
        }
    }

    fn hear(&mut self, told: Told) {
        match told {
            Told::Looked(at, facts, failed) => self.looked(at, facts, failed),
            Told::Ended(task, attempt, run, facts, end) => {
                self.attempts.remove(&task);
                (self.log)(Event::Ended {
                    forge: self.watched.name.clone(),
                    task,
                    run,
                    end: end.clone(),
                });
                if !facts.is_empty()
                    && let Some(at) = self.place_of(task)
                {
                    self.told_otherwise(&facts);
                    self.stream.see(BoardSeen::Looked {
                        at,
                        facts,
                        failed: None,
                    });
                }
                self.stream.see(BoardSeen::Ended { task, attempt, end });
            }
            Told::Done(act, observation) => self.done(act, *observation),
            Told::SayAgain(saying) => self.say_again(*saying),
            Told::LookAgain(at) => self.look(at),
            Told::Answered(given) => self.answered(&given),
        }
    }

    /// Nothing new is begun; what is under way parks, and is gone on with at the next start. Who asks once more is in a hurry:
    /// each attempt is asked again, too.
    async fn stop(
        &mut self,
        told: &mut mpsc::UnboundedReceiver<Told>,
        stop: &mut Stop,
    ) -> Result<(), NotServed> {
        (self.log)(Event::Stopping {
            forge: self.watched.name.clone(),
            active: self.attempts.len(),
        });
        self.stream.see(BoardSeen::Stopping);
        self.settle()?;
        self.park();
        while !self.attempts.is_empty() {
            let one = tokio::select! {
                one = told.recv() => one,
                () = stop.again() => {
                    self.park();
                    continue;
                }
            };
            match one {
                Some(Told::Ended(task, ..)) => {
                    self.attempts.remove(&task);
                }
                Some(one @ (Told::Looked(..) | Told::Done(..))) => {
                    self.hear(one);
                    self.settle()?;
                }
                Some(Told::LookAgain(_) | Told::SayAgain(_) | Told::Answered(_)) => {}
                None => break,
            }
        }
        self.settle()
    }

    fn park(&self) {
        for attempt in self.attempts.values() {
            attempt.park();
        }
    }
}
