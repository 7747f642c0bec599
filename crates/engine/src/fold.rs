//! How lines become state. Total and silent: a line that does not fit changes nothing, for the ledger is older than
//! this program and is never re-decided.

mod answer;
mod corrected;
mod decided;
mod delegated;
mod grants;
mod hooked;
mod join;
mod kept_marks;
mod outcome;
mod planned;
mod red_test;
mod seen;

use ledger::event::{Event, Seen, Stamp};
use ledger::ids::{CallId, RunId, Seq, TaskId};
use ledger::wire::v1::Line;

use crate::state::{CallStatus, Pending, State, TaskState};

/// Folds a whole run. Lines that a later [`Seen::Rewound`] took back count only for the money they cost.
#[must_use]
pub fn fold(run: RunId, lines: &[Line]) -> State {
    let mut state = State::new(run);
    for (line, stands) in lines.iter().zip(standing(lines)) {
        if stands {
            apply(&mut state, line.seq, line.epoch, &line.stamp, &line.event);
        } else {
            pass_over(&mut state, line);
        }
    }
    state
}

/// Adds a line that a later [`Seen::Rewound`] took back: it counts only for the money it cost.
pub fn pass_over(state: &mut State, line: &Line) {
    decided::money_only(state, &line.event);
    state.seq = line.seq;
}

/// Which lines still stand, given the rewinds among them.
fn standing(lines: &[Line]) -> Vec<bool> {
    let mut stands = vec![true; lines.len()];
    for (at, line) in lines.iter().enumerate() {
        let Event::Seen(Seen::Rewound { to }) = &line.event else {
            continue;
        };
        for (earlier, slot) in lines.iter().zip(stands.iter_mut()).take(at) {
            if earlier.seq > *to {
                *slot = false;
            }
        }
    }
    stands
}

/// Adds one line to the state.
pub fn apply(state: &mut State, seq: Seq, epoch: u64, stamp: &Stamp, event: &Event) {
    tick(state, epoch, stamp);
    state.seq = seq;
    match event {
        Event::Seen(Seen::Notified(_)) => {}
        Event::Seen(it) => {
            state.about.clone_from(&stamp.task);
            seen::apply(state, stamp, it);
        }
        Event::Decided(it) => decided::apply(state, stamp, it),
    }
}

/// Time runs with the lines. Waiting for a person is not counted, nor is the time between two drivers.
fn tick(state: &mut State, epoch: u64, stamp: &Stamp) {
    if state.clock.opened_ms == 0 {
        state.clock.opened_ms = stamp.at_ms;
    }
    if epoch == state.epoch {
        let passed = stamp.mono_ms.saturating_sub(state.clock.mono_ms);
        if state.waits_for_person() {
            state.clock.waited_ms = state.clock.waited_ms.saturating_add(passed);
        } else {
            state.clock.active_ms = state.clock.active_ms.saturating_add(passed);
        }
    }
    state.clock.mono_ms = stamp.mono_ms;
    state.clock.now_ms = stamp.at_ms;
}

/// The pending call of this name, for changing it.
fn pending_mut<'a>(
    state: &'a mut State,
    task: Option<&TaskId>,
    call: &CallId,
) -> Option<(&'a mut Pending, &'a mut crate::stuck::Stuck)> {
    let TaskState { calls, stuck, .. } = state.tasks.get_mut(task?)?;
    let pending = calls.iter_mut().find(|it| it.call.id == *call)?;
    Some((pending, stuck))
}

/// When all calls of a reply have their answers, they become one entry of the conversation.
fn close_round(task: &mut TaskState) {
    use context::history::{Answer, Turn};
    let all = !task.calls.is_empty()
        && task
            .calls
            .iter()
            .all(|it| matches!(it.status, CallStatus::Answered { .. }));
    if !all {
        return;
    }
    let answers: Vec<Answer> = std::mem::take(&mut task.calls)
        .into_iter()
        .filter_map(|pending| {
            let CallStatus::Answered {
                text,
                failed,
                word,
                mark,
            } = pending.status
            else {
                return None;
            };
            Some(Answer {
                call: pending.call.id.clone(),
                text,
                failed,
                digest: digest(&pending.call.tool, pending.proposal.as_deref().ok(), word).into(),
                mark,
            })
        })
        .collect();
    task.turns.push(Turn::Results(answers.into()));
    task.stuck.turn();
}

/// One line about a call: tool, target, status.
fn digest(tool: &str, proposal: Option<&ledger::proposal::Proposal>, word: &str) -> String {
    use ledger::proposal::Proposal as P;
    let target = match proposal {
        Some(
            P::Read { path, .. }
            | P::List { path }
            | P::Write { path, .. }
            | P::Edit { path, .. }
            | P::Delete { path },
        ) => path.clone(),
        Some(P::Search { pattern, .. }) => pattern.clone(),
        Some(P::Exec { argv, .. } | P::Git { argv }) => argv.join(" "),
        Some(P::Shell { command, .. } | P::Verify { command }) => command.clone(),
        Some(P::Commit { message }) => message.lines().next().unwrap_or_default().to_owned(),
        Some(P::Ask { question, .. }) => question.clone(),
        Some(P::Done { .. }) | None => String::new(),
        Some(P::Fetch { url }) => url.clone(),
        Some(P::Mcp { arguments, .. }) => arguments.clone(),
        Some(P::Delegate { role, .. }) => role.clone(),
        Some(P::Plan { .. }) => String::new(),
        Some(P::PullRequest { title, .. }) => title.clone(),
        Some(P::OnForge { means }) => means
            .texts()
            .first()
            .copied()
            .unwrap_or_default()
            .to_owned(),
    };
    let target: String = target.chars().take(120).collect();
    format!("{tool} {target}: {word}")
}
