//! One forge: what comes in is taken in, what is decided is carried out once it is durable.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use std::sync::Arc;
use std::time::Duration;

use board::text::NOTICE;
use forge::client::Client;
use ledger::action::Action;
use ledger::board::{AttemptEnd, BoardDecided, BoardSeen, LookAt, TaskNo};
use ledger::event::Decided;
use ledger::forge::{Deed, Fact, ForgeAct, Login, RepoName};
use ledger::ids::{ActId, Hash, RunId};
use ledger::journal::Entry;
use ledger::observation::{Observation, Status};
use ledger::permit::Permit;
use store::Store;
use tokio::sync::{mpsc, watch};

use super::answers::{self, Given};
use super::attempt::{self, Attempt, Brief};
use super::error::NotServed;
use super::intake;
use super::looks;
use super::report::{Event, Log};
use super::setup::{Setup, Watched};
use super::stream::{Decision, Stream};
use crate::config::Config;
use crate::forges::{Forges, NoForge};
use crate::http::health::Health;
use crate::repository::Call;
use crate::timestamp::now_ms;

/// Deliveries that become durable together.
const DELIVERIES_AT_ONCE: usize = 200;
/// Looks at once.
const LOOKS_MAX: usize = 4;
/// How long a look that failed is waited with.
const LOOK_AGAIN: Duration = Duration::from_secs(30);
/// The first look goes back so far beyond the last delivery: clocks may differ.
const OVERLAP_MS: u64 = 10 * 60_000;

/// What comes back to the desk.
pub(super) enum Told {
    /// Something was looked at.
    Looked(LookAt, Vec<Fact>, Option<String>),
    /// An attempt is over: what is on the forge now, and how it ended.
    Ended(TaskNo, u32, RunId, Vec<Fact>, AttemptEnd),
    /// An act on the forge is done.
    Done(ActId, Box<Observation>),
    /// A look that failed is due again.
    LookAgain(LookAt),
    /// Somebody who may decide has answered something.
    Answered(Given),
}

/// One forge.
pub(super) struct Desk {
    watched: Watched,
    forges: Arc<Forges>,
    stream: Stream,
    clients: RefCell<BTreeMap<Login, Arc<Client>>>,
    place: attempt::Place,
    poll: Duration,
    /// When each repository was last looked at, in milliseconds since 1970.
    swept: BTreeMap<RepoName, u64>,
    /// Repositories of whole owners, as deliveries named them.
    named: BTreeSet<RepoName>,
    attempts: BTreeMap<TaskNo, Attempt>,
    waiting_looks: Vec<LookAt>,
    looking: usize,
    store_dir: std::path::PathBuf,
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
        Ok(Self {
            place: attempt::Place {
                call: call.clone(),
                config: config.clone(),
                watched: watched.clone(),
                templates: Arc::new(setup.templates.clone()),
                forges: Arc::clone(forges),
            },
            named: watched.named_repositories().into_iter().collect(),
            watched: watched.clone(),
            forges: Arc::clone(forges),
            stream,
            clients: RefCell::default(),
            poll: Duration::from_secs(u64::from(setup.poll_s)),
            swept: BTreeMap::new(),
            attempts: BTreeMap::new(),
            waiting_looks: Vec::new(),
            looking: 0,
            store_dir: setup.store_dir.clone(),
            tell,
            told: Some(told),
            log: Arc::clone(log),
        })
    }

    /// Works until it is told to stop.
    pub(super) fn work(
        mut self,
        signals: watch::Receiver<u32>,
        numbers: watch::Receiver<u64>,
        health: &Health,
    ) -> Result<(), NotServed> {
        let runtime = super::runtime::for_one_thread()?;
        let local = tokio::task::LocalSet::new();
        let worked = local.block_on(&runtime, self.turns(signals, numbers, health));
        self.stream.keep();
        runtime.shutdown_background();
        worked
    }

    async fn turns(
        &mut self,
        mut signals: watch::Receiver<u32>,
        mut numbers: watch::Receiver<u64>,
        health: &Health,
    ) -> Result<(), NotServed> {
        let Some(mut told) = self.told.take() else {
            return Ok(());
        };
        let mut sweep = tokio::time::interval(self.poll);
        sweep.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            let more = self.take_deliveries()?;
            // Before anything is waited for: what was just taken in may ask for something.
            self.settle()?;
            if *signals.borrow() > 0 {
                break;
            }
            if more {
                continue;
            }
            tokio::select! {
                _ = signals.wait_for(|it| *it > 0) => {}
                changed = numbers.changed() => {
                    if changed.is_err() {
                        break;
                    }
                }
                one = told.recv() => {
                    if let Some(one) = one {
                        self.hear(one);
                    }
                }
                () = self.until_due() => self.stream.see(BoardSeen::Ticked),
                _ = sweep.tick() => {
                    health.swept(now_ms());
                    self.sweep();
                }
            }
        }
        self.stop(&mut told).await
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

    /// Takes in what was delivered. Says whether there is more.
    fn take_deliveries(&mut self) -> Result<bool, NotServed> {
        let after = self.stream.board.delivered;
        let stored = self
            .stream
            .store()
            .deliveries_after(after, DELIVERIES_AT_ONCE)?;
        let is_full = stored.len() == DELIVERIES_AT_ONCE;
        for one in stored {
            let no = one.no;
            let seen = match one.forge == self.watched.name {
                true => intake::read(one, &self.watched.entry),
                // Another desk's: passed over, so that it is not read again.
                false => {
                    self.stream.board.pass(no);
                    continue;
                }
            };
            if let BoardSeen::Delivered(it) = &seen {
                let repos = it.facts.iter().map(|it| it.repo.clone());
                self.named.extend(repos);
                (self.log)(Event::Delivered {
                    forge: self.watched.name.clone(),
                    no,
                    event: it.event.clone(),
                    unread: it.unread.clone(),
                });
            }
            if let BoardSeen::Delivered(it) = &seen {
                let given = answers::given(&it.facts);
                self.stream.see(seen);
                self.heard(given);
            }
        }
        Ok(is_full)
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
        match decided {
            Decided::Board(decided) => {
                (self.log)(Event::Decided {
                    forge: self.watched.name.clone(),
                    decided: Box::new(decided.clone()),
                });
                self.follow(decided);
            }
            Decided::Allowed {
                action: Some(action),
                ..
            } => self.act(entry, action),
            _ => {}
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

    /// Begins an attempt, in a thread of its own.
    fn begin(&mut self, no: TaskNo, attempt: u32, run: RunId) {
        let Some(brief) = self.brief(no, attempt, &run) else {
            let end = AttemptEnd::Failed {
                why: "the task names no agent of the roster".to_owned(),
            };
            let _gone = self
                .tell
                .send(Told::Ended(no, attempt, run, Vec::new(), end));
            return;
        };
        match Attempt::begin(self.place.clone(), brief, self.tell.clone()) {
            Ok(begun) => {
                self.attempts.insert(no, begun);
            }
            Err(error) => {
                let end = AttemptEnd::Deferred {
                    why: format!("no thread for it: {error}"),
                };
                let _gone = self
                    .tell
                    .send(Told::Ended(no, attempt, run, Vec::new(), end));
            }
        }
    }

    fn brief(&self, no: TaskNo, attempt: u32, run: &RunId) -> Option<Brief> {
        let board = &self.stream.board;
        let task = board.tasks.get(no)?;
        let login = board.known.names.login(task.key.agent)?.clone();
        let agents = &self.watched.agents;
        let agent = agents.iter().find(|it| it.login == login)?.clone();
        Some(Brief {
            task: no,
            attempt,
            run: run.clone(),
            action: task.key.action,
            business: task.business,
            subject: board.known.names.subject(task.key.place)?,
            agent,
            why: task.why.to_string(),
            attempts_max: board.options.attempts_max,
            notices: board.notices(task.key.agent),
            parts: board.known.parts_of(task.key.place),
            is_approval: board.is_approval(no),
        })
    }

    /// Looks at something, a few at a time.
    fn look(&mut self, at: LookAt) {
        if self.looking >= LOOKS_MAX {
            self.waiting_looks.push(at);
            return;
        }
        let client = match self.reader() {
            Ok(client) => client,
            Err(why) => {
                let _gone = self
                    .tell
                    .send(Told::Looked(at, Vec::new(), Some(why.to_string())));
                return;
            }
        };
        let parts = match &at {
            LookAt::Parts(parent) => {
                let known = &self.stream.board.known;
                known.names.find(parent).map(|it| known.parts_of(it))
            }
            LookAt::Subject(_) | LookAt::Since { .. } => None,
        };
        self.looking += 1;
        let tell = self.tell.clone();
        tokio::task::spawn_local(async move {
            let found = looks::look(&client, &at, &parts.unwrap_or_default()).await;
            let told = match found {
                Ok(facts) => Told::Looked(at, facts, None),
                Err(failure) => Told::Looked(at, Vec::new(), Some(failure.to_string())),
            };
            let _gone = tell.send(told);
        });
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
                    self.stream.see(BoardSeen::Looked {
                        at,
                        facts,
                        failed: None,
                    });
                }
                self.stream.see(BoardSeen::Ended { task, attempt, end });
            }
            Told::Done(act, observation) => {
                (self.log)(Event::Said {
                    forge: self.watched.name.clone(),
                    text: observation.text.clone(),
                });
                self.stream.finished(act, *observation);
            }
            Told::LookAgain(at) => self.look(at),
            Told::Answered(given) => self.answered(&given),
        }
    }

    fn looked(&mut self, at: LookAt, facts: Vec<Fact>, failed: Option<String>) {
        self.looking = self.looking.saturating_sub(1);
        if let Some(why) = &failed {
            (self.log)(Event::NotLooked {
                forge: self.watched.name.clone(),
                at: at.clone(),
                why: why.clone(),
            });
            // A sweep comes again by itself.
            if !matches!(at, LookAt::Since { .. }) {
                let (tell, again) = (self.tell.clone(), at.clone());
                tokio::task::spawn_local(async move {
                    tokio::time::sleep(LOOK_AGAIN).await;
                    let _gone = tell.send(Told::LookAgain(again));
                });
            }
        } else if let LookAt::Since { repo, .. } = &at {
            self.swept.insert(repo.clone(), now_ms());
        }
        let given = answers::given(&facts);
        self.stream.see(BoardSeen::Looked { at, facts, failed });
        self.heard(given);
        if let Some(next) = self.waiting_looks.pop() {
            self.look(next);
        }
    }

    /// What may be an answer is one if a run waits for it, and its author may decide.
    fn heard(&self, given: Vec<Given>) {
        for one in given {
            let is_agent = self.watched.agents.iter().any(|it| it.login == one.author);
            if is_agent || self.stream.board.waiting(&one.subject).is_empty() {
                continue;
            }
            let Ok(client) = self.reader() else { return };
            let tell = self.tell.clone();
            tokio::task::spawn_local(async move {
                if answers::may_decide(&client, &one.subject.repo, &one.author).await {
                    let _gone = tell.send(Told::Answered(one));
                }
            });
        }
    }

    /// Hands an answer to the runs that wait for it: they go on.
    fn answered(&mut self, given: &Given) {
        for (task, run) in self.stream.board.waiting(&given.subject) {
            match answers::hand_over(&self.store_dir, &run, given) {
                Ok(true) => self.stream.see(BoardSeen::Answered { task }),
                Ok(false) => {}
                Err(error) => (self.log)(Event::Said {
                    forge: self.watched.name.clone(),
                    text: format!("an answer could not be handed to run {run}: {error}"),
                }),
            }
        }
    }

    fn place_of(&self, task: TaskNo) -> Option<LookAt> {
        let board = &self.stream.board;
        let place = board.tasks.get(task)?.key.place;
        board.known.names.subject(place).map(LookAt::Subject)
    }

    /// Looks at all repositories for what deliveries may have missed.
    fn sweep(&mut self) {
        let began = self.stream.board.known.newest_ms();
        let repos: Vec<RepoName> = self.named.iter().cloned().collect();
        for repo in repos {
            let since_ms = self.swept.get(&repo).copied().unwrap_or(began);
            let since_ms = since_ms.saturating_sub(OVERLAP_MS);
            let at = LookAt::Since { repo, since_ms };
            if !self.waiting_looks.contains(&at) {
                self.look(at);
            }
        }
    }

    /// The client of whoever reads for all: the coordinator, else the first agent.
    fn reader(&self) -> Result<Arc<Client>, NoForge> {
        let coordinator = self.watched.coordinator();
        let agent = coordinator.or_else(|| self.watched.agents.first());
        let agent = agent.ok_or_else(|| NoForge::NoLogin(self.watched.name.clone()))?;
        self.client(&agent.login)
    }

    fn client(&self, login: &Login) -> Result<Arc<Client>, NoForge> {
        if let Some(client) = self.clients.borrow().get(login) {
            return Ok(Arc::clone(client));
        }
        let client = Arc::new(self.forges.client(&self.watched.name, login)?);
        let mut clients = self.clients.borrow_mut();
        clients.insert(login.clone(), Arc::clone(&client));
        Ok(client)
    }

    /// People are told of a task on the forge.
    fn say(&mut self, no: TaskNo, text: &str) {
        let board = &self.stream.board;
        let Some(task) = board.tasks.get(no) else {
            return;
        };
        let subject = board.known.names.subject(task.key.place);
        let login = board.known.names.login(task.key.agent);
        let (Some(subject), Some(login)) = (subject, login) else {
            return;
        };
        let digest = Hash::of(text.as_bytes()).short();
        let act = ForgeAct {
            forge: self.watched.name.clone(),
            repo: subject.repo,
            login: login.clone(),
            deed: Deed::Comment {
                number: subject.number,
                body: text.to_owned(),
                mark: format!("{NOTICE}{}-{no}-{digest}", self.watched.name),
                replace: false,
            },
        };
        self.stream.allow(Action::Forge(act));
    }

    fn act(&mut self, entry: Entry, action: Action) {
        let Action::Forge(wanted) = &action else {
            return;
        };
        let client = self.client(&wanted.login);
        let permit = Permit::<ForgeAct>::redeem(entry, action);
        let (client, permit) = match (client, permit) {
            (Ok(client), Ok(permit)) => (client, permit),
            (Err(why), Ok(permit)) => {
                let failed = Observation::plain(Status::Failed, why.to_string());
                let _gone = self.tell.send(Told::Done(permit.id(), Box::new(failed)));
                return;
            }
            // A line that allows nothing leads to nothing.
            (_, Err(_)) => return,
        };
        let tell = self.tell.clone();
        tokio::task::spawn_local(async move {
            let (act, observation) = forge::act(&client, permit).await;
            let _gone = tell.send(Told::Done(act, Box::new(observation)));
        });
    }

    /// Nothing new is begun; what is under way parks, and is gone on with at the next start.
    async fn stop(&mut self, told: &mut mpsc::UnboundedReceiver<Told>) -> Result<(), NotServed> {
        (self.log)(Event::Stopping {
            forge: self.watched.name.clone(),
            active: self.attempts.len(),
        });
        self.stream.see(BoardSeen::Stopping);
        self.settle()?;
        for attempt in self.attempts.values() {
            attempt.park();
        }
        while !self.attempts.is_empty() {
            match told.recv().await {
                Some(Told::Ended(task, ..)) => {
                    self.attempts.remove(&task);
                }
                Some(one @ (Told::Looked(..) | Told::Done(..))) => {
                    self.hear(one);
                    self.settle()?;
                }
                Some(Told::LookAgain(_) | Told::Answered(_)) => {}
                None => break,
            }
        }
        self.settle()
    }
}
