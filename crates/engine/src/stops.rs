//! The ways in which a run stops: it parks, it escalates, it ends.

use gate::{Subject, Transition};
use ledger::action::{Action, Discard, HandOver};
use ledger::event::{Decided, Need, Park};
use ledger::gate::{Checkpoint, Verdict};
use ledger::ids::{ActId, TaskId};
use ledger::options::{EscalateAction, OnDeadlock};
use ledger::phase::{Phase, Stop};

use crate::desk::Desk;
use crate::execute::OWN_FAILURES_MAX;
use crate::state::{ActKind, Stage};
use crate::{evidence, handover, limits, papers, waves};

/// The seed's hook that removes the worktree of a failed run.
const CLEANUP_HOOK: &str = "cleanup-worktree-on-fail";

/// The run waits: it keeps its phase, and holds no process.
pub(crate) fn park(desk: &mut Desk<'_>, stop: Stop, why: impl Into<String>, needs: Vec<Need>) {
    cancel_all(desk, "the run is parked");
    desk.decide(Decided::Parked(Park {
        stop,
        why: why.into(),
        needs,
    }));
}

/// Ends what runs.
fn cancel_all(desk: &mut Desk<'_>, why: &str) {
    let running: Vec<ActId> = desk
        .state
        .acts
        .iter()
        .filter(|(_, open)| !open.cancelled && !matches!(open.kind, ActKind::Timer { .. }))
        .map(|(act, _)| *act)
        .collect();
    for act in running {
        desk.decide(Decided::Cancel {
            act,
            why: why.to_owned(),
        });
    }
}

/// Ctrl-C: everything is kept, nothing runs on.
pub(crate) fn interrupted(desk: &mut Desk<'_>) {
    if desk.state.ended.is_none() && desk.state.park.is_none() {
        park(desk, Stop::Blocked, "interrupted", vec![Need::Hint]);
    }
}

/// With nobody at the terminal, open questions park the run once nothing else is under way. Says whether it did, or
/// whether there is nothing to do but wait.
pub(crate) fn wait_for_people(desk: &mut Desk<'_>) -> bool {
    if desk.state.questions.is_empty() {
        return false;
    }
    let busy = !desk.state.acts.is_empty();
    if desk.state.attended || busy {
        return false;
    }
    let parallel_max = desk.options.limits.tasks_parallel_max;
    let state = &desk.state;
    let goes_on = waves::in_order(state).any(|it| waves::goes_on(state, it, parallel_max));
    if goes_on && matches!(state.phase, Phase::Planning | Phase::Executing) {
        return false;
    }
    let answers = state.questions.keys();
    let mut needs: Vec<Need> = answers.map(|it| Need::Answer { question: *it }).collect();
    needs.extend(waves::needs(state));
    park(desk, Stop::Blocked, "a person is asked", needs);
    true
}

/// Another phase, if the gates let it. Says whether it was entered.
pub(crate) fn enter(desk: &mut Desk<'_>, to: Phase, why: &str) -> bool {
    let from = desk.state.phase;
    if !from.may_enter(to) {
        desk.decide(Decided::Noted {
            kind: "ignored".to_owned(),
            text: format!("{from} does not lead to {to}"),
        });
        return false;
    }
    let limits = desk.options.limits.clone();
    if limits::deadlocked(&desk.state, &limits, to) {
        deadlock(desk, to);
        return false;
    }
    let state = desk.state.clone();
    // A person who reviewed the work has looked at what was owed, and at what says nothing of it.
    let reviewed = state.validation.reviewed;
    let mut open = state.owed();
    open.retain(|_| !reviewed);
    let checks = state.validation.checks.iter().map(|(command, _)| command);
    let needed = checks.filter(|it| !(reviewed && evidence::is_unfit(&state, it)));
    let commands: Vec<String> = needed.cloned().collect();
    let candidate = state.validation.candidate.as_ref();
    let changed = candidate.map(|it| papers::work_of_others(&state, &it.changed));
    let changed = changed.unwrap_or_default();
    let transition = Transition {
        changed: &changed,
        open: &open,
        plan_approved: state.plan.is_some(),
        committed: !state.tasks.is_empty()
            && waves::in_order(&state).all(|it| it.stage == Stage::Integrated),
        report: state.report.as_ref().map(|it| it.status),
        report_tree: state.report.as_ref().and_then(|it| it.tree.as_ref()),
        candidate: state.validation.candidate.as_ref().map(|it| &it.tree),
        reviewed: state.validation.reviewed,
        commands: &commands,
        ..Transition::bare(from, to)
    };
    let decision = desk.gate(
        Checkpoint::PrePhaseTransition,
        &Subject::Transition(transition),
        &[],
    );
    if decision.verdict == Verdict::Allow {
        desk.decide(Decided::Moved {
            from,
            to,
            why: why.to_owned(),
        });
        return true;
    }
    let said = decision
        .findings
        .first()
        .map(|it| it.message.clone())
        .unwrap_or_default();
    let why = format!("the gates refuse {from} → {to}: {said}");
    park(desk, Stop::Blocked, why, vec![Need::Hint]);
    false
}

fn deadlock(desk: &mut Desk<'_>, to: Phase) {
    let why = format!(
        "phase {to} was entered {} times",
        desk.state.counts.entered.get(&to).copied().unwrap_or(0)
    );
    match desk.options.limits.on_deadlock {
        OnDeadlock::EscalateToHuman => escalate(desk, "deadlock"),
        OnDeadlock::Pause => park(desk, Stop::Stuck, why, vec![Need::Hint]),
        OnDeadlock::Fail => fail(desk, &why),
    }
}

/// The run is given up. What it made is kept.
pub(crate) fn fail(desk: &mut Desk<'_>, why: &str) {
    let from = desk.state.phase;
    if from.may_enter(Phase::Fail) {
        desk.decide(Decided::Moved {
            from,
            to: Phase::Fail,
            why: why.to_owned(),
        });
    } else {
        desk.decide(Decided::Ended {
            phase: Phase::Fail,
            why: why.to_owned(),
        });
    }
}

/// After `done` or `fail`: worktrees whose work is kept elsewhere go, then it is over.
pub(crate) fn finish(desk: &mut Desk<'_>) {
    if !desk.state.acts.is_empty() {
        return;
    }
    let done = desk.state.phase == Phase::Done;
    let cleanup = desk
        .options
        .hooks
        .on_failure
        .iter()
        .any(|it| it == CLEANUP_HOOK);
    let standing: Option<TaskId> = desk
        .state
        .tasks
        .values()
        .find(|it| it.prepared.is_some())
        .map(|it| it.task.id.clone());
    if let Some(task) = standing
        && (done || cleanup)
    {
        let action = Action::Discard(Discard {
            task: task.clone(),
            branch: done,
            run_goes_on: false,
        });
        desk.allow(&task, action);
        return;
    }
    let why = if done {
        "merged".to_owned()
    } else {
        desk.state
            .failing
            .clone()
            .unwrap_or_else(|| "failed".to_owned())
    };
    desk.decide(Decided::Ended {
        phase: desk.state.phase,
        why,
    });
}

/// People take over: a page is written for them, then the run parks.
pub(crate) fn escalate(desk: &mut Desk<'_>, reason: &str) {
    desk.decide(Decided::Escalated {
        reason: reason.to_owned(),
    });
    let notify = match desk.options.correction.escalate_action {
        EscalateAction::Notify => desk.options.correction.notify.clone(),
        EscalateAction::CreatePr | EscalateAction::Pause => None,
    };
    hand_over(desk, reason, notify);
}

/// Writes the page. Says whether there is a task to write about.
fn hand_over(desk: &mut Desk<'_>, reason: &str, notify: Option<Vec<String>>) -> bool {
    let Some(task) = desk
        .task()
        .or_else(|| desk.state.last_task())
        .map(|it| it.task.id.clone())
    else {
        return false;
    };
    let page = handover::page(&desk.state, reason);
    let action = Action::HandOver(HandOver {
        reason: reason.to_owned(),
        page,
        notify,
    });
    desk.allow(&task, action);
    true
}

/// Once the page stands, the run parks. A driver that died over it may have written it or not: it is written again,
/// and nobody is told twice.
pub(crate) fn escalating(desk: &mut Desk<'_>) {
    if !desk.state.acts.is_empty() {
        return;
    }
    let reason = desk.state.escalating.clone().unwrap_or_default();
    let tries_left = desk
        .task()
        .or_else(|| desk.state.last_task())
        .is_some_and(|it| it.failures.own < OWN_FAILURES_MAX);
    if !desk.state.handed_over && tries_left && hand_over(desk, &reason, None) {
        return;
    }
    let stop = if reason == "deadlock" || reason == "infinite_loop" {
        Stop::Stuck
    } else {
        Stop::Blocked
    };
    let instead = handover::instead_of_a_request(&desk.state);
    let why = format!("handed over to people: {reason}{instead}");
    park(desk, stop, why, vec![Need::Hint]);
}
