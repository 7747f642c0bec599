//! The runs of a batch, a few at a time: a thread drives one run after the other, each with a store, hands and a
//! supervisor of its own. They meet at the target branch alone, which each of them moves by compare-and-swap.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use ledger::event::{Event, Stamp};
use ledger::ids::{Hash, RunId, Seq};
use ledger::message::Body;
use ledger::money::Usd;
use ledger::phase::{Mode, Phase};
use ledger::promise::Source;
use tokio::sync::{oneshot, watch};

use super::Broken;
use super::record::Record;
use crate::drive::{self, Signals, signals};
use crate::repository::Site;
use crate::resume_options;
use crate::runs;
use crate::session::{self, Company, Rest};

/// One task to be driven.
#[derive(Debug)]
pub struct Job {
    /// Its place in the batch.
    pub at: usize,
    /// The repository, configured as this task wants it.
    pub site: Arc<Site>,
    /// How it begins.
    pub begin: Begin,
    /// What its run has cost already.
    pub spent: Usd,
}

/// How a task begins.
#[derive(Debug)]
pub enum Begin {
    /// With a new run.
    Open {
        /// The task.
        source: Source,
        /// How strong the gates are.
        mode: Option<Mode>,
        /// What it is remembered by.
        key: Hash,
    },
    /// With a run that was begun before.
    GoOn(RunId),
}

/// Bounds of a batch.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Runs side by side.
    pub parallel_max: usize,
    /// Money for all runs together; beyond it none is begun.
    pub total: Option<Usd>,
    /// What those runs of the batch have cost that are over.
    pub over: Usd,
}

/// What is told meanwhile, from whichever thread.
#[derive(Debug)]
pub enum News {
    /// A run is taken.
    Begun {
        /// The place in the batch.
        at: usize,
        /// The run.
        run: RunId,
    },
    /// A line of a run.
    Line {
        /// The place in the batch.
        at: usize,
        /// What the run has cost so far.
        spent: Usd,
        /// Where it is.
        phase: Phase,
        /// The line.
        line: Box<(Seq, Stamp, Event)>,
    },
    /// Nothing more is done about a task now.
    Over {
        /// The place in the batch.
        at: usize,
        /// How it was left.
        how: How,
    },
}

/// How a task was left.
#[derive(Debug)]
pub enum How {
    /// Its run ended or parked.
    Rests(Box<Rest>),
    /// Its run was not begun or not gone on with, or its driver broke off.
    Broke(Broken),
    /// Another process drives its run.
    Elsewhere,
    /// Somebody asked the batch to end.
    Interrupted,
    /// The money for all runs together was used up.
    Spent,
    /// A mistake of ours ended its thread.
    Panicked,
}

/// What the threads share.
struct Shared {
    jobs: Mutex<VecDeque<Job>>,
    record: Mutex<Record>,
    /// What each run has cost that is not over, or was not.
    spent: Mutex<BTreeMap<usize, Usd>>,
    bounds: Bounds,
    signals: Signals,
}

/// Drives the tasks in their order, and tells about it. Ctrl-C parks those that are under way and begins no other.
pub fn drive(jobs: Vec<Job>, bounds: Bounds, record: Record, mut heard: impl FnMut(News)) {
    let (count, signals) = watch::channel(0);
    let (done, all_done) = oneshot::channel::<()>();
    let threads = bounds.parallel_max.clamp(1, jobs.len().max(1));
    let spent = jobs.iter().map(|it| (it.at, it.spent)).collect();
    let shared = Shared {
        jobs: Mutex::new(jobs.into()),
        record: Mutex::new(record),
        spent: Mutex::new(spent),
        bounds,
        signals,
    };
    let (sender, news) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || listen(&count, all_done));
        for _ in 0..threads {
            let (shared, sender) = (&shared, sender.clone());
            scope.spawn(move || work(shared, &sender));
        }
        drop(sender);
        for one in news {
            heard(one);
        }
        drop(done);
    });
}

/// Counts signals until all is done.
fn listen(count: &watch::Sender<u32>, all_done: oneshot::Receiver<()>) {
    let Ok(runtime) = session::runtime() else {
        // Then a signal ends the process, and the runs are interrupted.
        return;
    };
    runtime.block_on(async {
        tokio::select! {
            () = signals(|| {
                count.send_modify(|it| *it = it.saturating_add(1));
                true
            }) => {}
            _ = all_done => {}
        }
    });
}

fn work(shared: &Shared, news: &mpsc::Sender<News>) {
    loop {
        // A statement of its own: the lock is not held while the run is driven.
        let next = locked(&shared.jobs).pop_front();
        let Some(job) = next else { return };
        let at = job.at;
        let how = match shared.refused() {
            Some(how) => how,
            // One that falls over must not take the others with it.
            None => {
                catch_unwind(AssertUnwindSafe(|| one(shared, job, news))).unwrap_or(How::Panicked)
            }
        };
        let _nobody_listens = news.send(News::Over { at, how });
    }
}

fn one(shared: &Shared, job: Job, news: &mpsc::Sender<News>) -> How {
    match driven(shared, job, news) {
        Ok(rest) => How::Rests(Box::new(rest)),
        Err(Broken::Drive(drive::Error::Store(store::Error::Busy { .. }))) => How::Elsewhere,
        Err(broken) => How::Broke(broken),
    }
}

fn driven(shared: &Shared, job: Job, news: &mpsc::Sender<News>) -> Result<Rest, Broken> {
    let Job {
        at, site, begin, ..
    } = job;
    let (model, store) = (site.model()?, site.store()?);
    let (run, opened) = match begin {
        Begin::Open { source, mode, key } => {
            let fresh = runs::open(&site, &store, source, mode)?;
            locked(&shared.record).begun(&key, &fresh.run)?;
            (fresh.run, Some(fresh.opened))
        }
        Begin::GoOn(run) => {
            if let Some(driver) = store.driver(&run).map_err(drive::Error::from)? {
                let pid = driver.pid;
                return Err(drive::Error::from(store::Error::Busy { run, pid }).into());
            }
            let told = runs::read(&store, &run)?;
            runs::worktrees_stand(&told)?;
            if let Some(settings) = resume_options::settings(&site, &told, &[])? {
                runs::tell(&store, &run, &Body::Settings(Box::new(settings)))?;
            }
            runs::tell(&store, &run, &Body::Resume { hint: None })?;
            (run, None)
        }
    };
    let begun = run.clone();
    let _nobody_listens = news.send(News::Begun { at, run: begun });
    let company = Company {
        ear: None,
        signals: Some(shared.signals.clone()),
    };
    let watcher = Box::new(|notice: drive::Notice<'_>| shared.pass_on(at, &notice, news));
    Ok(session::drive(
        &site, store, model, &run, opened, company, watcher,
    )?)
}

impl Shared {
    /// Why nothing new is begun, if it is not.
    fn refused(&self) -> Option<How> {
        if *self.signals.borrow() > 0 {
            return Some(How::Interrupted);
        }
        let here: u64 = locked(&self.spent).values().map(|it| it.0).sum();
        let spent = here.saturating_add(self.bounds.over.0);
        let used_up = |total: Usd| spent >= total.0;
        self.bounds.total.is_some_and(used_up).then_some(How::Spent)
    }

    fn pass_on(&self, at: usize, notice: &drive::Notice<'_>, news: &mpsc::Sender<News>) {
        let drive::Notice::Line {
            seq,
            stamp,
            event,
            state,
        } = notice
        else {
            return;
        };
        let spent = state.purse.spent.total();
        locked(&self.spent).insert(at, spent);
        let line = Box::new((*seq, (*stamp).clone(), (*event).clone()));
        let phase = state.phase;
        let _nobody_listens = news.send(News::Line {
            at,
            spent,
            phase,
            line,
        });
    }
}

/// What a thread that fell over left is as good as before.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
