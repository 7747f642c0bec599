//! Whose turn it is: attempts begin while there is room, and end when their time is up.

use std::collections::BTreeMap;

use ledger::board::{BoardDecided, TaskNo, TaskState};
use ledger::ids::{Hash, RunId};

use crate::fold::Board;
use crate::names::{Place, Who};
use crate::tasks::Task;

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

/// When the next attempt's time is up, in milliseconds since 1970.
#[must_use]
pub(crate) fn next_overdue_ms(board: &Board) -> Option<u64> {
    let active = board.tasks.active().filter(|(_, it)| !it.is_cancelled);
    let ends = active.map(|(_, it)| it.begun_ms.saturating_add(board.options.timeout_ms));
    ends.min()
}

/// Begins what may begin.
pub(crate) fn next(board: &mut Board, out: &mut Vec<BoardDecided>) {
    if board.is_stopping {
        return;
    }
    while let Some(begin) = first(board) {
        board.decide(begin, out);
        if let Some(BoardDecided::Dispatched { task, run, .. }) = out.last() {
            let (task, run) = (*task, run.clone());
            board.end_attempt(task, run, out);
            if board
                .tasks
                .get(task)
                .is_some_and(|it| it.state == TaskState::Pending)
            {
                let moved = BoardDecided::Moved {
                    task,
                    from: TaskState::Pending,
                    to: TaskState::Working,
                    ending: None,
                    why: String::new(),
                };
                board.decide(moved, out);
            }
        }
    }
}

/// The next attempt that may begin, if one may.
fn first(board: &Board) -> Option<BoardDecided> {
    let mut active: BTreeMap<Who, u32> = BTreeMap::new();
    let mut all: u32 = 0;
    for (_, task) in board.tasks.active() {
        let of = active.entry(task.key.agent).or_default();
        *of = of.saturating_add(1);
        all = all.saturating_add(1);
    }
    if all >= board.options.parallel_max {
        return None;
    }
    for who in board.tasks.wanted_agents() {
        let parallel_max = parallel_max(board, who);
        if active.get(&who).copied().unwrap_or(0) >= parallel_max {
            continue;
        }
        let mut waiting = board.tasks.waiting_for(who).take(LOOKED_THROUGH_MAX);
        if let Some((no, task)) = waiting.find(|(_, it)| is_free(board, it)) {
            return Some(begun(board, no, task));
        }
    }
    None
}

fn parallel_max(board: &Board, who: Who) -> u32 {
    let login = board.known.names.login(who);
    let mut agents = board.options.agents.iter();
    let agent = agents.find(|it| Some(&it.login) == login);
    agent.map_or(0, |it| it.parallel_max)
}

/// Whether nothing else is under way on the same branch for the same agent: two attempts would be in each other's way.
fn is_free(board: &Board, task: &Task) -> bool {
    let branch = branch_of(board, task.key.place);
    let mut active = board.tasks.active();
    !active
        .any(|(_, it)| it.key.agent == task.key.agent && branch_of(board, it.key.place) == branch)
}

/// The issue to which the branch of an issue or a pull request belongs.
fn branch_of(board: &Board, place: Place) -> Place {
    let pull = board.known.pulls.get(&place);
    let closes = pull.and_then(|it| it.closes.first());
    closes.map_or(place, |number| place.beside(*number))
}

fn begun(board: &Board, task: TaskNo, it: &Task) -> BoardDecided {
    match (&it.run, it.is_cut) {
        (Some(run), true) => BoardDecided::Dispatched {
            task,
            attempt: it.attempts,
            run: run.clone(),
        },
        _ => {
            let attempt = it.attempts.saturating_add(1);
            let run = run_name(&board.options.forge, task, attempt, it.deferrals);
            BoardDecided::Dispatched { task, attempt, run }
        }
    }
}

/// The name of the run of an attempt: it follows from the attempt, so that a daemon that died over it finds it again.
fn run_name(forge: &str, task: TaskNo, attempt: u32, deferrals: u32) -> RunId {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let digest = Hash::of(format!("{forge}\n{task}\n{attempt}\n{deferrals}").as_bytes());
    let letter = |byte: &u8| {
        let letter = ALPHABET.get(usize::from(byte & 31));
        letter.copied().map_or('a', char::from)
    };
    let letters: String = digest.0.iter().take(LETTERS).map(letter).collect();
    // INVARIANT: letters and digits are a name.
    RunId::new(letters).unwrap_or_else(|_| fallback(task))
}

fn fallback(task: TaskNo) -> RunId {
    let mut no = format!("t{}", task.0);
    loop {
        match RunId::new(no) {
            Ok(run) => return run,
            Err(_) => no = "t".to_owned(),
        }
    }
}
