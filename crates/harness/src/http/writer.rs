//! The one thread that writes: what waits becomes durable together, then all of it is answered.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use store::{Accepted, Delivery, Store};
use tokio::sync::{mpsc, oneshot};

use super::body::InUse;
use super::health::Health;
use super::limits::Limits;
use super::report::{Event, Log};
use crate::error_words::with_causes;

/// Why one was not kept; the cause was told to the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NotKept;

/// A delivery that waits to become durable.
pub(super) struct Waits {
    pub(super) delivery: Delivery,
    /// Given back when it is durable, whether or not somebody still waits for the answer.
    pub(super) memory: InUse,
    pub(super) answer: oneshot::Sender<Result<Accepted, NotKept>>,
}

/// What the writer is asked to do.
pub(super) enum Asked {
    /// Keep a delivery.
    Keep(Waits),
    /// Try whether anything can be kept.
    Try(oneshot::Sender<()>),
}

/// A writer that runs.
pub(super) struct Writer {
    /// Where it takes what it is asked. It ends when all of these are gone and all is done.
    pub(super) ask: mpsc::Sender<Asked>,
    /// Resolves when it has ended.
    pub(super) ended: oneshot::Receiver<()>,
}

/// Starts the writer.
///
/// # Errors
/// The system has no thread for it.
pub(super) fn start(
    store: Store,
    limits: Limits,
    health: Arc<Health>,
    log: Log,
) -> std::io::Result<Writer> {
    let (ask, asked) = mpsc::channel(limits.waiting_max.max(1));
    let (ends, ended) = oneshot::channel();
    let desk = Desk {
        store,
        limits,
        health,
        log,
    };
    thread::Builder::new()
        .name("deliveries".into())
        .spawn(move || {
            desk.run(asked);
            // Nobody may wait for it any more.
            let _ = ends.send(());
        })?;
    Ok(Writer { ask, ended })
}

struct Desk {
    store: Store,
    limits: Limits,
    health: Arc<Health>,
    log: Log,
}

/// What becomes durable at once.
#[derive(Default)]
struct Batch {
    deliveries: Vec<Delivery>,
    bytes: usize,
    memory: Vec<InUse>,
    answers: Vec<oneshot::Sender<Result<Accepted, NotKept>>>,
    tries: Vec<oneshot::Sender<()>>,
}

impl Desk {
    fn run(&self, mut asked: mpsc::Receiver<Asked>) {
        while let Some(first) = asked.blocking_recv() {
            let mut batch = Batch::default();
            batch.add(first);
            // Whoever came while the last batch was written is here by now: nobody waits for company.
            while batch.has_room(&self.limits)
                && let Ok(next) = asked.try_recv()
            {
                batch.add(next);
            }
            self.write(batch);
            if let Err(error) = self.store.tidy() {
                let why = with_causes(&error);
                (self.log)(Event::TidyFailed { why });
            }
        }
    }

    /// Everything that others can see of it is as it should be before the first answer.
    fn write(&self, batch: Batch) {
        let Batch {
            deliveries,
            bytes,
            memory,
            answers,
            tries,
        } = batch;
        let accepted = if deliveries.is_empty() {
            self.health.store(self.store.try_writing().is_ok());
            Ok(Vec::new())
        } else {
            self.keep(&deliveries, bytes)
        };
        drop((deliveries, memory));
        // Whoever asked may have gone.
        match accepted {
            Ok(accepted) => {
                for (answer, accepted) in answers.into_iter().zip(accepted) {
                    let _ = answer.send(Ok(accepted));
                }
            }
            Err(NotKept) => {
                for answer in answers {
                    let _ = answer.send(Err(NotKept));
                }
            }
        }
        for answer in tries {
            let _ = answer.send(());
        }
    }

    fn keep(&self, deliveries: &[Delivery], bytes: usize) -> Result<Vec<Accepted>, NotKept> {
        let start = Instant::now();
        let accepted = self.store.accept(deliveries).map_err(|error| {
            self.health.store(false);
            let why = with_causes(&error);
            (self.log)(Event::StoreFailed { why });
            NotKept
        })?;
        let is_new = |it: &&Accepted| matches!(it, Accepted::New { .. });
        let new = accepted.iter().filter(is_new).count() as u64;
        let known = accepted.len() as u64 - new;
        let last_no = accepted.iter().map(|it| it.no()).max().unwrap_or(0);
        self.health.kept(new, known, last_no);
        (self.log)(Event::Accepted {
            new,
            known,
            bytes: bytes as u64,
            last_no,
            took_ms: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
        Ok(accepted)
    }
}

impl Batch {
    fn has_room(&self, limits: &Limits) -> bool {
        self.deliveries.len() < limits.batch_max && self.bytes < limits.batch_bytes_max
    }

    fn add(&mut self, asked: Asked) {
        match asked {
            Asked::Keep(waits) => {
                self.bytes += waits.delivery.body.len();
                self.deliveries.push(waits.delivery);
                self.memory.push(waits.memory);
                self.answers.push(waits.answer);
            }
            Asked::Try(answer) => self.tries.push(answer),
        }
    }
}
