//! Whose turn it is: attempts begin while there is room, and end when their time is up.

use std::collections::{BTreeMap, BTreeSet};

use ledger::board::{BoardDecided, TaskNo, TaskState};
use ledger::ids::{Hash, RunId};

use crate::fold::Board;
use crate::names::{Place, Who};
use crate::tasks::{Rank, Task};

/// Tasks of one agent that are looked through for one that may begin.
const LOOKED_THROUGH_MAX: usize = 256;
/// Letters of a run's name.
const LETTERS: usize = 8;

/// Attempts whose time is up are ended.
pub(crate) fn overdue(board: &mut Board, out: &mut Vec<BoardDecided>) {
    let now_ms = board.now_ms;
    let timeout_ms = board.options.timeout_ms;
    let is_over = |it: &Task| !it.is_cancelled && it.begun_ms.saturating_add(timeout_ms) <= now_ms;
    let over: Vec<(TaskNo, RunId)> = board
        .tasks
        .active()
        .filter(|(_, it)| is_over(it))
        .filter_map(|(no, it)| Some((no, it.run.clone()?)))
        .collect();
    for (task, run) in over {
        let why = "its time is up".to_owned();
        board.decide(BoardDecided::Cancelled { task, run, why }, out);
    }
}

impl Board {
    /// When something is to be decided next although nothing is seen, in milliseconds since 1970.
    #[must_use]
    pub fn due_ms(&self) -> Option<u64> {
        let active = self.tasks.active().filter(|(_, it)| !it.is_cancelled);
        let ends = active.map(|(_, it)| it.begun_ms.saturating_add(self.options.timeout_ms));
        self.tasks.due_ms().into_iter().chain(ends.min()).min()
    }
}

/// Begins what may begin.
pub(crate) fn next(board: &mut Board, out: &mut Vec<BoardDecided>) {
    let mut turns = Turns::of(board);
    while let Some((no, begin)) = turns.take(board) {
        board.decide(begin, out);
        if let Some(run) = board.tasks.get(no).and_then(|it| it.run.clone()) {
            board.end_attempt(no, run, out);
        }
        let is_pending = |it: &Task| it.state == TaskState::Pending;
        if board.tasks.get(no).is_some_and(is_pending) {
            let moved = BoardDecided::Moved {
                task: no,
                from: TaskState::Pending,
                to: TaskState::Working,
                ending: None,
                why: String::new(),
            };
            board.decide(moved, out);
        }
    }
}

/// Whose turn it is.
struct Turns {
    /// Attempts that may still begin.
    room: u32,
    /// Those that may still begin, by agent.
    room_of: BTreeMap<Who, u32>,
    /// Branches on which something is under way, by agent: two attempts would be in each other's way.
    busy: BTreeSet<(Who, Place)>,
    /// Of each agent that has room the first task that may begin.
    firsts: BTreeSet<(Rank, Who)>,
}

impl Turns {
    fn of(board: &Board) -> Self {
        let mut turns = Self {
            room: board.options.parallel_max,
            room_of: BTreeMap::new(),
            busy: BTreeSet::new(),
            firsts: BTreeSet::new(),
        };
        for agent in &board.options.agents {
            if let Some(who) = board.known.names.known(&agent.login) {
                turns.room_of.insert(who, agent.parallel_max);
            }
        }
        for (_, task) in board.tasks.active() {
            turns.occupy(board, task);
        }
        if turns.room > 0 && !board.is_stopping {
            for who in board.tasks.wanted_agents() {
                turns.queue(board, who);
            }
        }
        turns
    }

    /// Takes the next attempt that may begin, if one may: of those that are first with their agents the most urgent.
    fn take(&mut self, board: &Board) -> Option<(TaskNo, BoardDecided)> {
        if self.room == 0 {
            return None;
        }
        let (rank, who) = self.firsts.pop_first()?;
        let (_, no, task) = board.tasks.waiting_for(who).find(|(it, ..)| *it == rank)?;
        self.occupy(board, task);
        self.queue_after(board, who, rank);
        // INVARIANT: letters and digits are a name, so there always is one.
        Some((no, begun(board, no, task)?))
    }

    /// Something is under way.
    fn occupy(&mut self, board: &Board, task: &Task) {
        self.room = self.room.saturating_sub(1);
        if let Some(room) = self.room_of.get_mut(&task.key.agent) {
            *room = room.saturating_sub(1);
        }
        let branch = branch_of(board, task.key.place);
        self.busy.insert((task.key.agent, branch));
    }

    fn queue(&mut self, board: &Board, who: Who) {
        self.queue_first(who, board, board.tasks.waiting_for(who));
    }

    /// What comes after one that was just taken, and still waits.
    fn queue_after(&mut self, board: &Board, who: Who, taken: Rank) {
        let waiting = board.tasks.waiting_for(who);
        self.queue_first(who, board, waiting.filter(move |(it, ..)| *it != taken));
    }

    fn queue_first<'a>(
        &mut self,
        who: Who,
        board: &Board,
        waiting: impl Iterator<Item = (Rank, TaskNo, &'a Task)>,
    ) {
        if self.room_of.get(&who).is_none_or(|it| *it == 0) {
            return;
        }
        let is_free = |it: &Task| !self.busy.contains(&(who, branch_of(board, it.key.place)));
        let mut waiting = waiting.take(LOOKED_THROUGH_MAX);
        if let Some((rank, ..)) = waiting.find(|(.., it)| is_free(it)) {
            self.firsts.insert((rank, who));
        }
    }
}

/// The issue to which the branch of an issue or a pull request belongs.
fn branch_of(board: &Board, place: Place) -> Place {
    let pull = board.known.pulls.get(&place);
    let closes = pull.and_then(|it| it.closes.first());
    closes.map_or(place, |number| place.beside(*number))
}

fn begun(board: &Board, task: TaskNo, it: &Task) -> Option<BoardDecided> {
    let (attempt, run) = match (&it.run, it.is_cut) {
        (Some(run), true) => (it.attempts, run.clone()),
        _ => {
            let attempt = it.attempts.saturating_add(1);
            let run = run_name(&board.options.forge, task, attempt, it.deferrals)?;
            (attempt, run)
        }
    };
    Some(BoardDecided::Dispatched { task, attempt, run })
}

/// The name of the run of an attempt: it follows from the attempt, so that a daemon that died over it finds it again.
fn run_name(forge: &str, task: TaskNo, attempt: u32, deferrals: u32) -> Option<RunId> {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let digest = Hash::of(format!("{forge}\n{task}\n{attempt}\n{deferrals}").as_bytes());
    let letter = |byte: &u8| {
        let letter = ALPHABET.get(usize::from(byte & 31));
        letter.copied().map_or('a', char::from)
    };
    let letters: String = digest.0.iter().take(LETTERS).map(letter).collect();
    RunId::new(letters).ok()
}
