//! What an act that ended changes: worktrees, commits, candidates, evidence; and what goes back to be decided anew.

use std::sync::Arc;

use ledger::action::{Action, ChangeHow, Purpose};
use ledger::evidence::Evidence;
use ledger::ids::{ActId, GitId, RelPath};
use ledger::observation::{ChangeFacts, Committed, Observation, Outcome, Prepared, Status};
use ledger::phase::Phase;

use super::{delegated, join};
use crate::state::{ActKind, Checked, Stage, State, TaskState};

/// What an act brought back beyond words.
pub(super) fn outcome(state: &mut State, act: ActId, observation: &Observation) {
    match &observation.outcome {
        Outcome::Plain | Outcome::Gone => failed_act(state, act, observation),
        Outcome::Prepared(it) => prepared(state, act, it),
        Outcome::Changed {
            tree, path, facts, ..
        } => changed(state, act, (path, tree.as_ref()), facts.as_deref()),
        Outcome::Delegated(it) => delegated::ended(state, act, observation, it),
        Outcome::Offered(offer) => Arc::make_mut(&mut state.servers).offers(offer),
        Outcome::Committed(it) => committed(state, act, it),
        Outcome::Integrated { commit } => {
            let now_ms = state.clock.now_ms;
            if let Some(task) = state.task_of(act) {
                task.stage = Stage::Integrated;
                task.joined_ms = now_ms;
                task.rounds = 0;
                let task = task.task.id.clone();
                join::done(state, task, commit);
            }
        }
        Outcome::Recorded { commit } => {
            state.papers.recorded = true;
            state.joined.tip = Some(commit.clone());
        }
        Outcome::Conflicted {
            paths,
            target_tip,
            removed,
        } => conflicted(state, act, (paths, removed), target_tip.as_ref()),
        Outcome::Candidate(candidate) => {
            taken(state, act, &candidate.target_tip);
            state.validation.candidate = Some(Arc::new(candidate.clone()));
        }
        Outcome::CheckedOut(out) => {
            if let Some(Action::Checkout(checkout)) = state.action(act) {
                let commit = checkout.commit.clone();
                state.gathered.laid_out(&commit, out);
            }
        }
        Outcome::Checked(evidence) => checked(state, act, evidence),
        Outcome::Tried { facts } => state.validation.falsified = Some(Arc::from(facts.as_str())),
        Outcome::Restored { tree } => restored(state, act, tree),
        Outcome::Merged { commit, .. } => state.merged = Some(commit.clone()),
        Outcome::TargetMoved { .. } | Outcome::ProtectedMoved { .. } | Outcome::InTheWay { .. } => {
        }
        Outcome::HandedOver { .. } => state.handed_over = true,
        Outcome::Pushed { commit } => state.published.pushed(commit),
        Outcome::OnForge(done) => {
            let by_agent = state.acts.get(&act).is_some_and(|it| it.call.is_some());
            let action = state.action(act).filter(|_| !by_agent).cloned();
            // Before anything is verified or handed over, only agents have said something.
            if state.phase == Phase::Executing && state.escalating.is_none() {
                state.published.said(action.as_ref());
            }
            state.published.done(action.as_ref(), done);
        }
        Outcome::Discarded { .. } => {
            if let Some(task) = state.task_of(act) {
                task.prepared = None;
            }
        }
    }
}

/// A file was changed.
fn changed(
    state: &mut State,
    act: ActId,
    (path, tree): (&RelPath, Option<&GitId>),
    facts: Option<&ChangeFacts>,
) {
    let Some(task) = state.task_of(act) else {
        return;
    };
    let before = facts.and_then(|it| it.tests_before.clone());
    task.tests.entry(path.to_string()).or_insert(before);
    // The gates look at it again as it is now.
    task.owed.remove(path.as_str());
    task.touched = true;
    task.stuck.changed(tree);
    if tree.is_some() {
        task.tree = tree.cloned();
    }
}

/// A task's branch has its work.
fn committed(state: &mut State, act: ActId, committed: &Committed) {
    let own = state.acts.get(&act).is_some_and(|it| it.call.is_none());
    let Some(task) = state.task_of(act) else {
        return;
    };
    task.undeclared = committed.undeclared.clone();
    task.tree = Some(committed.tree.clone());
    task.tip.clone_from(&committed.commit);
    task.committed = Some(Arc::new(committed.clone()));
    if own {
        task.stage = Stage::Committed;
    }
}

/// A worktree stands.
fn prepared(state: &mut State, act: ActId, prepared: &Prepared) {
    let now_ms = state.clock.now_ms;
    let protected = || prepared.protected.clone().into();
    state.protected.get_or_insert_with(protected);
    if let Some(task) = state.task_of(act) {
        if task.prepared.is_none() {
            let untrusted = prepared.instructions.iter().filter(|it| !it.trusted);
            // What they say of themselves stands in the prompt as one text.
            let skills = prepared.skills.found.iter().any(|it| !it.trusted);
            let texts = untrusted.count().saturating_add(usize::from(skills));
            let texts = u32::try_from(texts).unwrap_or(u32::MAX);
            task.taint = task.taint.saturating_add(texts);
        }
        if task.begun_ms == 0 {
            task.begun_ms = now_ms;
        }
        task.tree.get_or_insert_with(|| prepared.tree.clone());
        task.stuck.stands_at(&prepared.tree);
        task.tip = Some(prepared.base.clone());
        task.prepared = Some(Arc::new(prepared.clone()));
        task.stage = Stage::Working;
    }
    if let Some(id) = state.acts.get(&act).and_then(|it| it.task.clone()) {
        state.to_restore.remove(&id);
    }
}

/// Two sides changed the same lines, and the work has taken in the other one where its tip is said.
fn conflicted(
    state: &mut State,
    act: ActId,
    (paths, removed): (&[String], &[String]),
    target_tip: Option<&GitId>,
) {
    if let Some(tip) = target_tip {
        taken(state, act, tip);
    }
    state.validation.conflict = Some(paths.to_vec());
    state.validation.removed = removed.to_vec();
    // A task that conflicts with the run branch is tried again, unless a correction comes first.
    if let Some(task) = state
        .task_of(act)
        .filter(|it| it.stage == Stage::Integrating)
    {
        task.stage = Stage::Committed;
    }
}

/// What was built on this tip may come back as the work that the next candidate begins from.
fn taken(state: &mut State, act: ActId, tip: &GitId) {
    let target = state
        .action(act)
        .and_then(|it| it.target().map(str::to_owned));
    let Some(target) = target else { return };
    let pair = (target, tip.clone());
    let known = state.taken.iter().rev().find(|(it, _)| *it == pair.0);
    if known != Some(&pair) {
        Arc::make_mut(&mut state.taken).push(pair);
    }
}

/// The branches of the task name the commit of the act, if it named one.
fn restored(state: &mut State, act: ActId, tree: &GitId) {
    let tip = match state.action(act) {
        Some(Action::Restore(restore)) => restore.commit.clone(),
        Some(_) | None => None,
    };
    let task = state.acts.get(&act).and_then(|it| it.task.as_ref());
    let after_rewind = task.is_some_and(|it| state.to_restore.remove(it));
    if !after_rewind && state.joining.is_none() {
        state.correction.restored = true;
    }
    if let Some(task) = state.task_of(act) {
        task.tree = Some(tree.clone());
        if tip.is_some() {
            task.tip = tip;
        }
    }
}

fn checked(state: &mut State, act: ActId, evidence: &Evidence) {
    if let Some(Action::Check(check)) = state.action(act).cloned()
        && check.purpose != Purpose::Evidence
    {
        return state.gathered.ran(&check, evidence);
    }
    let place = state.evidence.len();
    Arc::make_mut(&mut state.evidence).push(evidence.clone());
    for (_, status) in &mut state.validation.checks {
        if *status == Checked::Running(act) {
            *status = Checked::Evidence(place);
        }
    }
}

/// An act that brought back words alone. The harness's own acts go back to where they can be decided anew.
fn failed_act(state: &mut State, act: ActId, observation: &Observation) {
    let Some(open) = state.acts.get(&act) else {
        return;
    };
    if open.call.is_some() {
        if let ActKind::World { action, .. } = &open.kind
            && let Action::Change(change) = action.as_ref()
            && observation.status == Status::Ok
            && matches!(change.how, ChangeHow::Delete)
            && let Some(task) = state.task_of(act)
        {
            task.touched = true;
        }
        return;
    }
    let ActKind::World { action, .. } = &open.kind else {
        return;
    };
    let action = Arc::clone(action);
    match action.as_ref() {
        Action::Prepare(_) => stage(state, act, Stage::Fresh),
        Action::Commit(_) => stage(state, act, Stage::Working),
        // What was verified is still what would come in.
        Action::Integrate(_) if state.joining.is_some() => stage(state, act, Stage::Joining),
        Action::Integrate(_) => stage(state, act, Stage::Committed),
        // Whatever it was, the checkout may not be as it should.
        Action::Checkout(_) | Action::Trials(_) => state.gathered.checkout = None,
        Action::Check(_) => {
            state.gathered.checkout = None;
            for (_, status) in &mut state.validation.checks {
                if *status == Checked::Running(act) {
                    *status = Checked::Open;
                }
            }
        }
        // One that was cut off is tried again.
        Action::Connect(connect) if observation.status.is_final() => {
            Arc::make_mut(&mut state.servers).closed(&connect.server);
        }
        Action::Connect(_)
        | Action::UseTool(_)
        | Action::Look(_)
        | Action::Change(_)
        | Action::Exec(_)
        | Action::Delegate(_)
        | Action::Record(_)
        | Action::Candidate(_)
        | Action::Restore(_)
        | Action::Merge(_)
        | Action::HandOver(_)
        | Action::Discard(_)
        | Action::Push(_)
        | Action::Forge(_)
        | Action::Hook(_) => {}
    }
}

fn stage(state: &mut State, act: ActId, stage: Stage) {
    if let Some(task) = state.task_of(act) {
        let task: &mut TaskState = task;
        task.stage = stage;
    }
}
