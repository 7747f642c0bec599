//! One thread sends deliveries, in the order in which they came unless told otherwise. What was not taken is not sent
//! again: forges do not either.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::options::HookFaults;
use crate::post::post;
use crate::sign::uuid;

/// How many deliveries are remembered; what comes behind is not sent.
const DELIVERIES_MAX: usize = 1_000_000;

/// What is to be sent, before it has an id.
#[derive(Debug, Clone)]
pub(crate) struct Letter {
    pub(crate) hook: u64,
    pub(crate) url: String,
    pub(crate) event: String,
    pub(crate) event_type: String,
    pub(crate) action: String,
    pub(crate) content_type: &'static str,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

/// One sending of a webhook, done or still to be done.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// Its number in the log, from 0.
    pub id: u64,
    /// The id in its headers: two sendings of the same delivery have the same.
    pub uuid: String,
    /// The hook.
    pub hook: u64,
    /// The group of its event (`X-Gitea-Event`).
    pub event: String,
    /// The exact type of its event (`X-Gitea-Event-Type`).
    pub event_type: String,
    /// The `action` of its body, empty where there is none.
    pub action: String,
    /// Where it goes.
    pub url: String,
    /// Its headers, without those that any request has.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: String,
    /// What became of it.
    pub outcome: Outcome,
    content_type: &'static str,
}

/// What became of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It was not sent yet.
    Waiting,
    /// The receiver answered with this status.
    Answered(u16),
    /// Nobody answered, in words.
    Failed(String),
    /// It is one of those that were to be lost.
    Lost,
    /// Its hook was deleted before it was sent.
    Dropped,
}

/// The queue, the log, and what goes wrong.
pub(crate) struct Sender {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<u64>,
    log: Vec<Delivery>,
    faults: HookFaults,
    is_held: bool,
    is_sending: bool,
    is_stopping: bool,
    flushing: u32,
    counted: u64,
    shuffled: u64,
}

impl Sender {
    pub(crate) fn new(faults: HookFaults) -> Sender {
        let state = State {
            faults,
            ..State::default()
        };
        Sender {
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// Puts a letter into the queue; some are lost here, and some doubled.
    pub(crate) fn enqueue(&self, letter: Letter) {
        let mut state = self.lock();
        if state.log.len() >= DELIVERIES_MAX {
            return;
        }
        state.counted += 1;
        let (number, faults) = (state.counted, state.faults);
        let uuid = uuid(faults.seed, number);
        let hits = |every: u64, shift: u64| {
            every > 0 && number.wrapping_add(faults.seed).wrapping_add(shift) % every == 0
        };
        if hits(faults.lose_every, 0) {
            state.keep(letter, &uuid, Outcome::Lost);
        } else {
            if hits(faults.double_every, 1) {
                state.keep(letter.clone(), &uuid, Outcome::Waiting);
            }
            state.keep(letter, &uuid, Outcome::Waiting);
        }
        self.changed.notify_all();
    }

    /// Sends one of the log again; with a new id, or with the one that it had.
    pub(crate) fn again(&self, id: u64, keeps_id: bool) -> Option<u64> {
        let mut state = self.lock();
        let old = state.get(id)?.clone();
        state.counted += 1;
        let uuid = match keeps_id {
            true => old.uuid.clone(),
            false => uuid(state.faults.seed, state.counted),
        };
        let letter = Letter {
            hook: old.hook,
            url: old.url,
            event: old.event,
            event_type: old.event_type,
            action: old.action,
            content_type: old.content_type,
            headers: old.headers,
            body: old.body,
        };
        let new = state.keep(letter, &uuid, Outcome::Waiting);
        self.changed.notify_all();
        Some(new)
    }

    /// Takes what waits for a hook out of the queue, as deleting it does.
    pub(crate) fn drop_of(&self, hook: u64) {
        let mut state = self.lock();
        let waiting: Vec<u64> = state.queue.drain(..).collect();
        for id in waiting {
            match state.get_mut(id) {
                Some(one) if one.hook == hook => one.outcome = Outcome::Dropped,
                Some(_) | None => state.queue.push_back(id),
            }
        }
        self.changed.notify_all();
    }

    pub(crate) fn set_faults(&self, faults: HookFaults) {
        self.lock().faults = faults;
        self.changed.notify_all();
    }

    pub(crate) fn hold(&self, held: bool) {
        self.lock().is_held = held;
        self.changed.notify_all();
    }

    pub(crate) fn stop(&self) {
        self.lock().is_stopping = true;
        self.changed.notify_all();
    }

    pub(crate) fn log(&self) -> Vec<Delivery> {
        self.lock().log.clone()
    }

    /// Waits until nothing is in the queue, or until nothing more is sent because all is held back.
    pub(crate) fn drain(&self) {
        let mut state = self.lock();
        state.flushing += 1;
        self.changed.notify_all();
        while !state.is_stopping
            && (state.is_sending || (!state.queue.is_empty() && !state.is_held))
        {
            state = self.wait(state);
        }
        state.flushing -= 1;
    }

    /// The thread's work: until it is told to stop.
    pub(crate) fn run(&self) {
        loop {
            let mut state = self.lock();
            let batch = loop {
                if state.is_stopping {
                    return;
                }
                let batch = state.take();
                if !batch.is_empty() {
                    break batch;
                }
                state = self.wait(state);
            };
            state.is_sending = true;
            drop(state);
            for id in batch {
                self.send(id);
            }
            self.lock().is_sending = false;
            self.changed.notify_all();
        }
    }

    fn send(&self, id: u64) {
        let one = match self.lock().get(id) {
            Some(one) if one.outcome == Outcome::Waiting => one.clone(),
            Some(_) | None => return,
        };
        let sent = post(
            &one.url,
            one.content_type,
            &one.headers,
            one.body.as_bytes(),
        );
        if let Some(one) = self.lock().get_mut(id) {
            one.outcome = match sent {
                Ok(status) => Outcome::Answered(status),
                Err(why) => Outcome::Failed(why.to_string()),
            };
        }
        self.changed.notify_all();
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

impl State {
    fn get(&self, id: u64) -> Option<&Delivery> {
        self.log.get(usize::try_from(id).ok()?)
    }

    fn get_mut(&mut self, id: u64) -> Option<&mut Delivery> {
        self.log.get_mut(usize::try_from(id).ok()?)
    }

    fn keep(&mut self, letter: Letter, uuid: &str, outcome: Outcome) -> u64 {
        let id = u64::try_from(self.log.len()).unwrap_or(u64::MAX);
        let mut headers = letter.headers;
        for (name, value) in &mut headers {
            if name.ends_with("-Delivery") {
                uuid.clone_into(value);
            }
        }
        if outcome == Outcome::Waiting {
            self.queue.push_back(id);
        }
        self.log.push(Delivery {
            id,
            uuid: uuid.to_owned(),
            hook: letter.hook,
            event: letter.event,
            event_type: letter.event_type,
            action: letter.action,
            url: letter.url,
            headers,
            body: letter.body,
            outcome,
            content_type: letter.content_type,
        });
        id
    }

    /// What is sent next.
    fn take(&mut self) -> Vec<u64> {
        let window = self.faults.shuffle_window;
        let waiting = self.queue.len();
        if self.is_held || waiting == 0 {
            return Vec::new();
        }
        if window <= 1 {
            return self.queue.pop_front().into_iter().collect();
        }
        if waiting < window && self.flushing == 0 {
            return Vec::new();
        }
        let mut batch: Vec<u64> = self.queue.drain(..waiting.min(window)).collect();
        self.shuffled += 1;
        shuffle(&mut batch, self.faults.seed ^ (self.shuffled << 32));
        batch
    }
}

/// Another order, always the same for the same seed.
fn shuffle(list: &mut [u64], seed: u64) {
    let mut state = seed;
    for at in (1..list.len()).rev() {
        // A step of splitmix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let bound = u64::try_from(at + 1).unwrap_or(1);
        let other = usize::try_from(mixed % bound).unwrap_or(0);
        list.swap(at, other);
    }
}
