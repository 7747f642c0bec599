//! How lines of a daemon's stream become its board.

use std::collections::BTreeSet;

use ledger::board::{AttemptEnd, BoardDecided, BoardOptions, BoardSeen, LookAt, TaskNo, TaskState};
use ledger::event::{Decided, Event, Seen, Stamp};
use ledger::forge::Fact;
use serde::{Deserialize, Serialize};

use crate::derive::{self, Key, Team};
use crate::known::Known;
use crate::names::Place;
use crate::tasks::{Outcome, Task, Tasks};

/// The longest pause before another attempt, in milliseconds.
const PAUSE_MAX_MS: u64 = 15 * 60_000;
/// The first one.
const PAUSE_MS: u64 = 30_000;

/// A board: all that a daemon knows of a forge, and the tasks that follow from it. A fold over its stream, and nothing else.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Board {
    /// What the forge told.
    pub known: Known,
    /// Tasks.
    pub tasks: Tasks,
    /// The configuration of the newest daemon.
    pub options: BoardOptions,
    /// The newest delivery that was taken in.
    pub delivered: u64,
    /// Whether nothing new is to be begun.
    pub is_stopping: bool,
    /// The time of the newest line, in milliseconds since 1970.
    pub now_ms: u64,
    /// Looks that were decided on and have not come back.
    pub looks: BTreeSet<LookAt>,
    /// Those of them that are to be done again when they come back: something happened in between.
    pub(crate) again: BTreeSet<LookAt>,
    #[serde(skip)]
    pub(crate) team: Team,
}

/// What may follow from what was seen.
#[derive(Debug, Default)]
pub(crate) struct Effect {
    /// About which other tasks may follow now.
    pub(crate) touched: BTreeSet<Place>,
    /// What is to be looked at.
    pub(crate) looks: BTreeSet<LookAt>,
    /// Whether the attempt that is under way has ended.
    pub(crate) is_end: bool,
}

impl Board {
    /// Takes a line in. Lines that are not about work of a forge change nothing but the time.
    pub fn apply(&mut self, stamp: &Stamp, event: &Event) {
        self.now_ms = self.now_ms.max(stamp.at_ms);
        match event {
            Event::Seen(Seen::Board(seen)) => {
                self.saw(seen);
            }
            Event::Decided(Decided::Board(decided)) => self.decided(decided),
            Event::Seen(_) | Event::Decided(_) => {}
        }
    }

    /// Passes over a delivery that is about another forge.
    pub fn pass(&mut self, no: u64) {
        self.delivered = self.delivered.max(no);
    }

    /// Takes in what was seen. What may follow from it is told.
    pub(crate) fn saw(&mut self, seen: &BoardSeen) -> Effect {
        let mut effect = Effect::default();
        match seen {
            BoardSeen::Opened(options) => self.opened(options, &mut effect),
            BoardSeen::Delivered(delivered) => {
                // Taken in once: a delivery has one number in the store.
                if delivered.no <= self.delivered {
                    return effect;
                }
                self.delivered = delivered.no;
                self.take(&delivered.facts, &mut effect);
                for subject in &delivered.look {
                    self.want_look(LookAt::Subject(subject.clone()), &mut effect);
                }
            }
            BoardSeen::Looked { at, facts, failed } => {
                self.take(facts, &mut effect);
                // What failed is still wanted: it is tried again, and only once, whatever happens there.
                if failed.is_none() {
                    self.looks.remove(at);
                    self.round_ends(at, &mut effect);
                    if self.again.remove(at) {
                        effect.looks.insert(at.clone());
                    }
                }
            }
            BoardSeen::Ended { task, attempt, end } => {
                effect.is_end = self.attempt_ended(*task, *attempt, end);
            }
            BoardSeen::Answered { task } => {
                self.tasks.change(*task, |it| it.is_cut |= it.is_waiting);
            }
            BoardSeen::Ticked => {}
            BoardSeen::Stopping => self.is_stopping = true,
        }
        effect
    }

    /// A new daemon: what the one before was at is gone on with.
    fn opened(&mut self, options: &BoardOptions, effect: &mut Effect) {
        self.options = options.clone();
        self.known.since_ms = self.known.since_ms.or(Some(self.now_ms));
        self.assemble();
        self.is_stopping = false;
        self.again.clear();
        effect.looks = std::mem::take(&mut self.looks);
        effect.touched = self.known.places();
        let cut: Vec<TaskNo> = self.tasks.active().map(|(no, _)| no).collect();
        for no in cut {
            self.tasks.change(no, |it| {
                it.is_active = false;
                it.is_cut = true;
            });
        }
    }

    fn take(&mut self, facts: &[Fact], effect: &mut Effect) {
        for fact in facts {
            let taken = self.known.take(fact);
            effect.touched.extend(taken.touched);
            let unclear = taken.unclear.and_then(|it| self.known.names.subject(it));
            if let Some(subject) = unclear {
                self.want_look(LookAt::Subject(subject), effect);
            }
        }
    }

    /// Something is to be looked at; if it is being looked at already, once more.
    fn want_look(&mut self, at: LookAt, effect: &mut Effect) {
        if self.looks.contains(&at) {
            self.again.insert(at);
        } else {
            effect.looks.insert(at);
        }
    }

    /// Names the agents of the configuration, and builds what is not kept; also after the board was read back from where it
    /// was kept.
    pub fn assemble(&mut self) {
        self.known.assemble();
        self.team = Team::of(&self.options, &mut self.known);
    }

    /// All parts of an issue are closed, and the list of them was looked at: a round has ended.
    fn round_ends(&mut self, at: &LookAt, effect: &mut Effect) {
        let LookAt::Parts(parent) = at else { return };
        let Some(place) = self.known.names.find(parent) else {
            return;
        };
        effect.touched.insert(place);
        if let Some((parts, closed_ms)) = derive::may_end_round(&self.known, place) {
            let rounds = self.known.rounds.entry(place).or_default();
            rounds.entry(parts).or_insert(closed_ms);
        }
    }

    /// An attempt ended. Tells whether it was the one that is under way: it may be told of twice.
    fn attempt_ended(&mut self, no: TaskNo, attempt: u32, end: &AttemptEnd) -> bool {
        let now_ms = self.now_ms;
        let is_of_now = |it: &&Task| it.attempts == attempt && it.is_active;
        let Some(outcome) = self
            .tasks
            .get(no)
            .filter(is_of_now)
            .map(|it| it.outcome(end))
        else {
            return false;
        };
        self.tasks.change(no, |task| {
            task.is_active = false;
            task.is_cut = false;
            task.is_waiting = matches!(end, AttemptEnd::Waiting { .. });
            match outcome {
                Outcome::Enough | Outcome::NotNeeded(_) => task.deferrals = 0,
                Outcome::Again(why) => {
                    task.deferrals = 0;
                    task.why = why.into();
                    task.not_before_ms = now_ms.saturating_add(pause_ms(task.attempts));
                }
                Outcome::Later(why) => {
                    // Nothing was done: what was gone on with is still to be gone on with.
                    task.is_cut = task.is_resumed;
                    if !task.is_resumed {
                        task.attempts = task.attempts.saturating_sub(1);
                    }
                    task.deferrals = task.deferrals.saturating_add(1);
                    task.why = why.into();
                    task.not_before_ms = now_ms.saturating_add(pause_ms(task.deferrals));
                }
            }
        });
        true
    }

    pub(crate) fn decided(&mut self, decided: &BoardDecided) {
        match decided {
            BoardDecided::Created {
                task,
                key,
                business,
                ..
            } => {
                let names = &mut self.known.names;
                let key = Key {
                    place: names.place(&key.subject.repo, key.subject.number),
                    action: key.action,
                    agent: names.who(&key.agent),
                    cause: key.cause,
                };
                self.tasks.add(*task, key, *business);
            }
            BoardDecided::Moved {
                task, to, ending, ..
            } => self.tasks.change(*task, |it| {
                if !it.state.is_terminal() {
                    it.state = *to;
                    it.ending = *ending;
                }
                if it.state == TaskState::Pending {
                    it.is_cut = false;
                }
            }),
            BoardDecided::Dispatched { task, attempt, run } => {
                let now_ms = self.now_ms;
                self.tasks.change(*task, |it| {
                    it.is_resumed = it.run.as_ref() == Some(run);
                    it.attempts = *attempt;
                    it.run = Some(run.clone());
                    it.is_active = true;
                    it.is_cancelled = false;
                    it.is_waiting = false;
                    it.is_cut = false;
                    it.begun_ms = now_ms;
                    it.not_before_ms = 0;
                });
            }
            BoardDecided::Look(at) => {
                self.looks.insert(at.clone());
            }
            BoardDecided::Cancelled { task, .. } => {
                self.tasks.change(*task, |it| it.is_cancelled = true);
            }
            BoardDecided::Told { .. } | BoardDecided::Anomaly { .. } => {}
        }
    }
}

/// How long to wait before another attempt.
fn pause_ms(attempts: u32) -> u64 {
    let doublings = attempts.saturating_sub(1).min(10);
    PAUSE_MS
        .checked_shl(doublings)
        .unwrap_or(PAUSE_MAX_MS)
        .min(PAUSE_MAX_MS)
}
