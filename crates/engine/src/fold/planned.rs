//! Tasks as they begin: the planner's, and those of a plan.

use std::collections::BTreeMap;
use std::sync::Arc;

use context::history::Sent;
use ledger::plan::{Plan, Task};

use crate::state::{Failures, Stage, State, TaskState, Worker};
use crate::stuck::Stuck;

/// A model is asked to plan.
pub(super) fn drafting(state: &mut State, task: &Task) {
    state.tasks.insert(task.id.clone(), fresh(task));
}

/// The plan stands.
pub(super) fn planned(state: &mut State, plan: &Plan) {
    // The planner's work is over; its worktree goes with the others.
    for planner in state.tasks.values_mut() {
        planner.stage = Stage::Integrated;
    }
    let tasks = plan.tasks.iter().map(|it| (it.id.clone(), fresh(it)));
    state.tasks.extend(tasks);
    state.plan = Some(Arc::new(plan.clone()));
}

fn fresh(task: &Task) -> TaskState {
    TaskState {
        task: Arc::new(task.clone()),
        stage: Stage::Fresh,
        attempt: 1,
        prepared: None,
        turns: Vec::new(),
        calls: Vec::new(),
        asked: Sent::default(),
        asked_tokens: 0,
        tokens_max: None,
        claim: None,
        gaps: Vec::new(),
        tree: None,
        ranked: None,
        tip: None,
        touched: false,
        committed: None,
        undeclared: Vec::new(),
        tool_calls: 0,
        taint: 0,
        tests: BTreeMap::new(),
        red: false,
        owed: BTreeMap::new(),
        words_in_row: 0,
        told_empty: false,
        stuck: Stuck::default(),
        failures: Failures::default(),
        held: None,
        begun_ms: 0,
        joined_ms: 0,
        rounds: 0,
        report: None,
        worker: Worker::default(),
    }
}
