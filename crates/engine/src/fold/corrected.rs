//! What a report changes, and the correction that follows from it.

use std::collections::BTreeSet;
use std::sync::Arc;

use context::history::Turn;
use ledger::ids::TaskId;
use ledger::plan::{Plan, Task};
use ledger::report::{Report, ReportStatus};
use ledger::scope::Scope;

use crate::state::{Stage, State, TaskState};

/// A report stands.
pub(super) fn reported(state: &mut State, report: &Report) {
    let better = state
        .report
        .as_ref()
        .is_none_or(|before| report.gaps().count() < before.gaps().count());
    let regressed = report
        .re_verification
        .as_ref()
        .is_some_and(|it| !it.regressions.is_empty());
    let report = Arc::new(report.clone());
    if !regressed && let Some(candidate) = &state.validation.candidate {
        state.correction.last_good = Some((candidate.tree.clone(), candidate.run_tip.clone()));
        state.correction.good_report = Some(Arc::clone(&report));
    }
    if report.status == ReportStatus::Passed {
        state.correction.round = 0;
    }
    if report.status != ReportStatus::GapsFound {
        // What a person let go on is mended.
        state.correction.let_go_on = false;
        state.correction.hint = None;
    }
    state.report = Some(report);
    state.validation.reported = true;
    if better {
        for task in state.tasks.values_mut() {
            task.stuck.progressed();
        }
    }
}

/// Another attempt begins, for these gaps.
pub(super) fn correcting(state: &mut State, round: u32, gaps: &[String]) {
    state.correction.round = round;
    state.correction.total = state.correction.total.saturating_add(1);
    let flat = state
        .correction
        .gaps_before
        .is_some_and(|before| gaps.len() >= before);
    state.correction.flat_rounds = if flat {
        state.correction.flat_rounds.saturating_add(1)
    } else {
        0
    };
    state.correction.gaps_before = Some(gaps.len());
    state.correction.restored = false;
    state.correction.let_go_on = false;
    let hint = state.correction.hint.take();
    let Some(id) = state.last_task().map(|it| it.task.id.clone()) else {
        return;
    };
    let widened = state.plan.as_deref().map(|plan| widened(plan, &id));
    if let Some(task) = state.tasks.get_mut(&id) {
        if let Some(Some(wide)) = widened {
            task.task = Arc::new(wide);
        }
        task.report = None;
        anew(task, gaps, hint.as_deref());
    }
}

/// A task's next attempt, for these gaps: its worktree stays, the conversation begins afresh.
pub(super) fn anew(task: &mut TaskState, gaps: &[String], hint: Option<&str>) {
    task.stage = Stage::Working;
    task.attempt = task.attempt.saturating_add(1);
    task.turns.clear();
    task.calls.clear();
    task.claim = None;
    task.touched = false;
    task.words_in_row = 0;
    task.told_empty = false;
    task.tool_calls = 0;
    task.gaps = gaps.to_vec();
    task.stuck.begun(task.tree.as_ref());
    let said = hint.map(|it| Turn::Person(crate::person_words::said(it).into()));
    task.turns.extend(said);
}

/// Gaps of the whole may lie in any task's files: whoever mends them may change those of all. `None` where there is
/// but one task.
fn widened(plan: &Plan, id: &TaskId) -> Option<Task> {
    let own = plan.tasks.iter().find(|it| it.id == *id)?;
    if plan.tasks.len() < 2 {
        return None;
    }
    let deletes: BTreeSet<_> = plan.tasks.iter().flat_map(|it| &it.deletes).collect();
    Some(Task {
        files: Scope::united(plan.tasks.iter().map(|it| &it.files)),
        deletes: deletes.into_iter().cloned().collect(),
        ..own.clone()
    })
}
