//! What goes wrong with answers of the API.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::http::{Answer, Ask};
use crate::options::{Fault, FaultKind};

/// Where an answer ends too early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// In the middle of its body.
    Body,
    /// Before it begins.
    All,
}

/// What is done with one request.
pub(crate) enum Fate {
    /// Nothing unusual.
    Plain,
    /// This is answered, and nothing done.
    Instead(Answer),
    /// It is done, and the answer cut.
    Cut(Cut),
}

/// The faults that still stand.
#[derive(Default)]
pub(crate) struct Faults {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    standing: Vec<Fault>,
    /// How many slow requests were let go, all in all.
    releases: u64,
    waiting: u64,
    is_stopping: bool,
}

impl Faults {
    pub(crate) fn add(&self, fault: Fault) {
        self.lock().standing.push(fault);
    }

    pub(crate) fn clear(&self) {
        self.lock().standing.clear();
        self.release();
    }

    /// How many times faults will still strike.
    pub(crate) fn left(&self) -> u32 {
        self.lock().standing.iter().map(|fault| fault.times).sum()
    }

    /// Lets go what waits.
    pub(crate) fn release(&self) {
        self.lock().releases += 1;
        self.changed.notify_all();
    }

    pub(crate) fn stop(&self) {
        self.lock().is_stopping = true;
        self.changed.notify_all();
    }

    /// Waits until so many slow requests wait.
    pub(crate) fn wait_for_slow(&self, count: u64) {
        let mut state = self.lock();
        while state.waiting < count && !state.is_stopping {
            state = self.wait(state);
        }
    }

    /// What is to happen with a request. A slow one waits here.
    pub(crate) fn fate(&self, ask: &Ask) -> Fate {
        let mut state = self.lock();
        let target = ask.target();
        let hits = |fault: &&mut Fault| {
            fault.times > 0
                && (fault.method.is_empty() || fault.method.eq_ignore_ascii_case(&ask.method))
                && target.contains(&fault.path_contains)
        };
        let Some(fault) = state.standing.iter_mut().find(hits) else {
            return Fate::Plain;
        };
        fault.times -= 1;
        match fault.what {
            FaultKind::Status(status) => Fate::Instead(Answer::json(
                status,
                &serde_json::json!({"message": "", "url": ""}),
            )),
            FaultKind::TooMany {
                retry_after_seconds,
            } => Fate::Instead(
                Answer::text(429, "too many requests\n")
                    .with("Retry-After", retry_after_seconds.to_string()),
            ),
            FaultKind::HtmlPage => Fate::Instead(page()),
            FaultKind::CutBody => Fate::Cut(Cut::Body),
            FaultKind::CutAfterDoing => Fate::Cut(Cut::All),
            FaultKind::Slow => {
                let before = state.releases;
                state.waiting += 1;
                self.changed.notify_all();
                while state.releases == before && !state.is_stopping {
                    state = self.wait(state);
                }
                state.waiting -= 1;
                Fate::Plain
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a proxy shows to people.
fn page() -> Answer {
    let mut answer = Answer::text(
        200,
        "<!DOCTYPE html><html><body>Please sign in.</body></html>",
    );
    answer.headers = vec![(
        "Content-Type".to_owned(),
        "text/html; charset=utf-8".to_owned(),
    )];
    answer
}
