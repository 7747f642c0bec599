//! Tasks as they stand: which wait, which are worked on, whose turn it is.

use std::collections::{BTreeMap, BTreeSet};

use ledger::board::{ActionType, AttemptEnd, BusinessType, Ending, TaskNo, TaskState};
use ledger::ids::RunId;
use serde::{Deserialize, Serialize};

use crate::derive::Key;
use crate::names::{Place, Who};

/// A task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// What makes it this one.
    pub key: Key,
    /// What kind of work its issue wanted when it was made.
    pub business: BusinessType,
    /// Where it stands.
    pub state: TaskState,
    /// What ended it.
    pub ending: Option<Ending>,
    /// Attempts that were begun.
    pub attempts: u32,
    /// The run of the last attempt.
    pub run: Option<RunId>,
    /// Whether that run is under way.
    pub is_active: bool,
    /// Whether the last attempt is to be gone on with, rather than another one begun.
    pub is_cut: bool,
    /// Whether a person is waited for.
    pub is_waiting: bool,
    /// When the last attempt began, in milliseconds since 1970.
    pub begun_ms: u64,
    /// Not before this is another attempt begun, in milliseconds since 1970.
    pub not_before_ms: u64,
    /// What the last attempt lacked.
    pub why: Box<str>,
    /// Times in a row that it could not begin.
    pub deferrals: u32,
    /// Whether its attempt is being ended.
    pub is_cancelled: bool,
    /// Whether its attempt was gone on with, rather than begun.
    pub is_resumed: bool,
}

/// What an attempt's end means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nothing is to be tried again: the agent did its part, or waits for a person, or the task has ended.
    Enough,
    /// Another attempt is needed, for this reason.
    Again(String),
    /// It did not begin, for this reason; it does not count.
    Later(String),
    /// The task is over, for this reason, although nothing on the forge says so.
    NotNeeded(String),
}

impl Task {
    fn new(key: Key, business: BusinessType) -> Self {
        Self {
            key,
            business,
            state: TaskState::Pending,
            ending: None,
            attempts: 0,
            run: None,
            is_active: false,
            is_cut: false,
            is_waiting: false,
            begun_ms: 0,
            not_before_ms: 0,
            why: Box::default(),
            deferrals: 0,
            is_cancelled: false,
            is_resumed: false,
        }
    }

    /// What it means that the attempt ended so.
    pub(crate) fn outcome(&self, end: &AttemptEnd) -> Outcome {
        match end {
            AttemptEnd::Done | AttemptEnd::Waiting { .. } => Outcome::Enough,
            AttemptEnd::Cancelled if self.state.is_terminal() => Outcome::Enough,
            AttemptEnd::Cancelled => Outcome::Again("it took too long".to_owned()),
            AttemptEnd::NotNeeded { why } => Outcome::NotNeeded(why.clone()),
            AttemptEnd::Unfinished { why } | AttemptEnd::Failed { why } => {
                Outcome::Again(why.clone())
            }
            AttemptEnd::Deferred { why } => Outcome::Later(why.clone()),
        }
    }

    /// Whether an attempt is to be begun, or gone on with. One that was cut off is also gone on with when its task has
    /// ended meanwhile: it may not be through, and it has a worktree.
    fn waits(&self) -> bool {
        !self.is_active && (self.state == TaskState::Pending || self.is_cut)
    }

    /// Its place among those of its agent: what others wait for comes first, then the older.
    fn rank(&self, no: TaskNo) -> Rank {
        let by_action = ActionType::ALL.iter().position(|it| *it == self.key.action);
        let by_action = u8::try_from(by_action.unwrap_or(usize::from(u8::MAX)));
        Rank(u8::from(!self.is_cut), by_action.unwrap_or(u8::MAX), no)
    }
}

/// The order in which tasks are begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Rank(u8, u8, TaskNo);

/// All tasks.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Tasks {
    all: BTreeMap<TaskNo, Task>,
    by_key: BTreeMap<Key, TaskNo>,
    /// Those that wait, by their agents.
    waiting: BTreeMap<Who, BTreeSet<Rank>>,
    /// Those that wait for a time, by it.
    delayed: BTreeSet<(u64, TaskNo)>,
    /// Those that are worked on.
    active: BTreeSet<TaskNo>,
    last: u64,
}

impl Tasks {
    /// A task.
    #[must_use]
    pub fn get(&self, no: TaskNo) -> Option<&Task> {
        self.all.get(&no)
    }

    /// All of them, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (TaskNo, &Task)> {
        self.all.iter().map(|(no, it)| (*no, it))
    }

    /// Those about an issue or pull request.
    pub fn about(&self, place: Place) -> impl Iterator<Item = (TaskNo, &Task)> {
        let from = Key::first(place);
        let of = self.by_key.range(from..);
        of.take_while(move |(key, _)| key.place == place)
            .filter_map(|(_, no)| Some((*no, self.all.get(no)?)))
    }

    /// Those that are worked on.
    pub fn active(&self) -> impl Iterator<Item = (TaskNo, &Task)> {
        let active = self.active.iter();
        active.filter_map(|no| Some((*no, self.all.get(no)?)))
    }

    pub(crate) fn find(&self, key: &Key) -> Option<TaskNo> {
        self.by_key.get(key).copied()
    }

    /// The number that the next task gets.
    pub(crate) fn next(&self) -> TaskNo {
        TaskNo(self.last.saturating_add(1))
    }

    pub(crate) fn add(&mut self, no: TaskNo, key: Key, business: BusinessType) {
        self.last = self.last.max(no.0);
        self.by_key.insert(key, no);
        self.all.insert(no, Task::new(key, business));
        self.place(no);
    }

    /// Changes a task and puts it where it belongs then.
    pub(crate) fn change(&mut self, no: TaskNo, change: impl FnOnce(&mut Task)) {
        self.take_out(no);
        if let Some(task) = self.all.get_mut(&no) {
            change(task);
        }
        self.place(no);
    }

    fn take_out(&mut self, no: TaskNo) {
        let Some(task) = self.all.get(&no) else {
            return;
        };
        self.active.remove(&no);
        self.delayed.remove(&(task.not_before_ms, no));
        let rank = task.rank(no);
        if let Some(waiting) = self.waiting.get_mut(&task.key.agent) {
            waiting.remove(&rank);
        }
    }

    fn place(&mut self, no: TaskNo) {
        let Some(task) = self.all.get(&no) else {
            return;
        };
        if task.is_active {
            self.active.insert(no);
        } else if task.waits() && task.not_before_ms > 0 {
            self.delayed.insert((task.not_before_ms, no));
        } else if task.waits() {
            let rank = task.rank(no);
            self.waiting.entry(task.key.agent).or_default().insert(rank);
        }
    }

    /// Tasks whose time has come wait no longer for it.
    pub(crate) fn come_due(&mut self, now_ms: u64) {
        while let Some((at_ms, no)) = self.delayed.first().copied()
            && at_ms <= now_ms
        {
            self.change(no, |it| it.not_before_ms = 0);
            self.delayed.remove(&(at_ms, no));
        }
    }

    /// When the next task that waits for a time comes due, in milliseconds since 1970.
    #[must_use]
    pub fn due_ms(&self) -> Option<u64> {
        self.delayed.first().map(|(at_ms, _)| *at_ms)
    }

    /// Those of an agent that wait, in their order.
    pub(crate) fn waiting_for(&self, who: Who) -> impl Iterator<Item = (Rank, TaskNo, &Task)> {
        let waiting = self.waiting.get(&who).into_iter().flatten();
        waiting.filter_map(|rank| Some((*rank, rank.2, self.all.get(&rank.2)?)))
    }

    /// Agents for whom something waits.
    pub(crate) fn wanted_agents(&self) -> impl Iterator<Item = Who> + '_ {
        let some = self.waiting.iter().filter(|(_, it)| !it.is_empty());
        some.map(|(who, _)| *who)
    }
}
