//! What changes when a task's work is brought into the run branch: verified with what is there, let in, or sent back.

use std::sync::Arc;

use ledger::event::{Park, Stamp};
use ledger::ids::{GitId, TaskId};
use ledger::report::Report;

use super::corrected::anew;
use crate::state::{Checked, Joined, Stage, State, Validation};

/// A verification begins: where its commands stand.
pub(super) fn checks(state: &mut State, commands: &[String]) {
    let check = |it: &String| (it.clone(), known(state, it));
    state.validation.checks = commands.iter().map(check).collect();
}

/// Where a command of a new verification stands: what was run on this very tree need not be run again, unless a person
/// has let the run go on since.
fn known(state: &State, command: &str) -> Checked {
    let Some(tree) = state.validation.candidate.as_ref().map(|it| &it.tree) else {
        return Checked::Open;
    };
    let since = state.gathered.since;
    let record = state
        .evidence
        .iter()
        .rposition(|it| it.command.as_deref() == Some(command) && it.tree.as_ref() == Some(tree));
    record
        .filter(|at| *at >= since)
        .map_or(Checked::Open, Checked::Evidence)
}

/// What the run branch would be with this task was verified.
pub(super) fn reported(state: &mut State, task: &TaskId, report: &Report) {
    state.validation.reported = true;
    if let Some(task) = state.tasks.get_mut(task) {
        task.report = Some(Arc::new(report.clone()));
    }
}

/// It goes back to its task.
pub(super) fn correcting(state: &mut State, task: &TaskId, round: u32, gaps: &[String]) {
    state.correction.total = state.correction.total.saturating_add(1);
    let candidate = state.validation.candidate.clone();
    over(state);
    if let Some(task) = state.tasks.get_mut(task) {
        task.rounds = round;
        // Its branch has taken in what was there.
        if let Some(candidate) = candidate {
            task.tree = Some(candidate.tree.clone());
            task.tip = Some(candidate.commit.clone());
        }
        anew(task, gaps, None);
    }
}

/// The task waits for somebody, and what it has is brought in anew then.
pub(super) fn held(state: &mut State, stamp: &Stamp, park: &Park, escalate: Option<&String>) {
    let Some(task) = &stamp.task else { return };
    if state.joining.as_ref() == Some(task) {
        over(state);
    }
    if let Some(task) = state.tasks.get_mut(task) {
        task.held = Some((park.clone(), escalate.cloned()));
        if matches!(task.stage, Stage::Joining | Stage::Integrating) {
            task.stage = Stage::Committed;
        }
    }
}

/// A person lets the run go on. A hint is for the next attempt of every task whose gaps nobody could mend; without one
/// something outside was mended, so what it has is looked at anew.
pub(super) fn forgiven(state: &mut State, hint: Option<&str>) {
    for task in state.tasks.values_mut() {
        task.rounds = 0;
        let escalated = task.held.as_ref().is_some_and(|(_, it)| it.is_some());
        if let (Some(hint), Some(report), true) = (hint, task.report.clone(), escalated) {
            let gaps: Vec<String> = report.gaps().map(|it| it.id.clone()).collect();
            if task.stage == Stage::Committed && !gaps.is_empty() {
                anew(task, &gaps, Some(hint));
            }
        }
    }
}

/// The run branch has it.
pub(super) fn done(state: &mut State, task: TaskId, commit: &GitId) {
    state.joined = Joined {
        tip: Some(commit.clone()),
        last: Some(task),
    };
    over(state);
}

/// Nothing is being brought in any more.
fn over(state: &mut State) {
    if state.joining.take().is_some() {
        state.validation = Validation::default();
    }
}
