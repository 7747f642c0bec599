//! The ways in which a run stops: it parks, it escalates, it ends.

use gate::{Subject, Transition};
use ledger::action::{Action, Discard, HandOver};
use ledger::event::{Decided, Need, Park, handed_over};
use ledger::gate::{Checkpoint, Verdict};
use ledger::ids::{ActId, TaskId};
use ledger::options::{EscalateAction, OnDeadlock};
use ledger::phase::{Phase, Stop};

use crate::hooks::asking::{self, Said};
use crate::state::{ActKind, Escalation, OWN_FAILURES_MAX, Stage};
use crate::step_context::StepContext;
use crate::stuck::Advice;
use crate::{evidence, handover, hooks, limits, on_forge, publish, spec_updates, waves};

/// The seed's hook that removes the worktree of a failed run.
const CLEANUP_HOOK: &str = "cleanup-worktree-on-fail";

/// The run waits: it keeps its phase, and holds no process.
pub(crate) fn park(
    context: &mut StepContext<'_>,
    stop: Stop,
    why: impl Into<String>,
    needs: Vec<Need>,
) {
    cancel_all(context, "the run is parked");
    context.decide(Decided::Parked(Park {
        stop,
        why: why.into(),
        needs,
    }));
}

/// Ends what runs.
fn cancel_all(context: &mut StepContext<'_>, why: &str) {
    let running: Vec<ActId> = context
        .state
        .acts
        .iter()
        .filter(|(_, open)| !open.cancelled && !matches!(open.kind, ActKind::Timer { .. }))
        .map(|(act, _)| *act)
        .collect();
    for act in running {
        context.decide(Decided::Cancel {
            act,
            why: why.to_owned(),
        });
    }
}

/// Ctrl-C: everything is kept, nothing runs on.
pub(crate) fn interrupted(context: &mut StepContext<'_>) {
    if context.state.ended.is_none() && context.state.park.is_none() {
        park(context, Stop::Blocked, "interrupted", vec![Need::Hint]);
    }
}

/// With nobody at the terminal, open questions park the run once nothing else is under way. Says whether it did, or
/// whether there is nothing to do but wait.
pub(crate) fn wait_for_people(context: &mut StepContext<'_>) -> bool {
    if context.state.questions.is_empty() {
        return false;
    }
    let busy = !context.state.acts.is_empty();
    if context.state.attended || busy {
        return false;
    }
    let parallel_max = context.options.limits.tasks_parallel_max;
    let state = &context.state;
    let goes_on = waves::in_order(state).any(|it| waves::goes_on(state, it, parallel_max));
    if goes_on && matches!(state.phase, Phase::Planning | Phase::Executing) {
        return false;
    }
    let answers = state.questions.keys();
    let mut needs: Vec<Need> = answers.map(|it| Need::Answer { question: *it }).collect();
    needs.extend(waves::needs(state));
    park(context, Stop::Blocked, "a person is asked", needs);
    true
}

/// Another phase, if the gates let it, and the hooks of the person. Says whether it was entered; one that a hook is asked
/// about is tried again by whoever wanted it.
pub(crate) fn enter(context: &mut StepContext<'_>, to: Phase, why: &str) -> bool {
    let from = context.state.phase;
    if !from.may_enter(to) {
        context.decide(Decided::Noted {
            kind: "ignored".to_owned(),
            text: format!("{from} does not lead to {to}"),
        });
        return false;
    }
    let limits = context.options.limits.clone();
    if limits::deadlocked(&context.state, &limits, to) {
        deadlock(context, to);
        return false;
    }
    let state = context.state.clone();
    // A person who reviewed the work has looked at what was owed, and at what says nothing of it.
    let reviewed = state.validation.reviewed;
    let mut open = state.owed();
    open.retain(|_| !reviewed);
    let checks = state.validation.checks.iter().map(|(command, _)| command);
    let needed = checks.filter(|it| !(reviewed && evidence::is_unfit(&state, it)));
    let commands: Vec<String> = needed.cloned().collect();
    let candidate = state.validation.candidate.as_ref();
    let candidate = candidate.filter(|_| !on_forge::speaks(&state));
    let changed = candidate.map(|it| spec_updates::work_of_others(&state, &it.changed));
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
    let subject = Subject::Transition(transition);
    let checkpoint = Checkpoint::PrePhaseTransition;
    // Whoever goes on from phase to phase comes here until it is entered, so nothing is recorded before that.
    if context.weighed(checkpoint, &subject, &[]).verdict == Verdict::Allow
        && !let_by_hooks(context, from, to)
    {
        return false;
    }
    let decision = context.gate(checkpoint, &subject, &[]);
    if decision.verdict == Verdict::Allow {
        context.decide(Decided::Moved {
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
    park(context, Stop::Blocked, why, vec![Need::Hint]);
    false
}

/// Whether hooks let the run go on into a phase; where one says no, it parks.
fn let_by_hooks(context: &mut StepContext<'_>, from: Phase, to: Phase) -> bool {
    let onward = matches!(
        (from, to),
        (Phase::Executing, Phase::Validating)
            | (Phase::Validating, Phase::Merging)
            | (Phase::Merging, Phase::Done)
    );
    if !onward {
        return true;
    }
    let Some(task) = hooks::whose(&context.state) else {
        return true;
    };
    let moment = asking::before(&context.state, to);
    match context.ask_hooks(&task, moment) {
        Said::GoOn => true,
        Said::Ask(_) | Said::Wait => false,
        Said::No(why) => {
            let need = vec![Need::Mend { what: why.clone() }];
            park(context, Stop::Blocked, why, need);
            false
        }
    }
}

fn deadlock(context: &mut StepContext<'_>, to: Phase) {
    let why = format!(
        "phase {to} was entered {} times",
        context.state.counts.entered.get(&to).copied().unwrap_or(0)
    );
    match context.options.limits.on_deadlock {
        OnDeadlock::EscalateToHuman => escalate(context, "deadlock"),
        OnDeadlock::Pause => park(context, Stop::Stuck, why, vec![Need::Hint]),
        OnDeadlock::Fail => fail(context, &why),
    }
}

/// The run is given up. What it made is kept.
pub(crate) fn fail(context: &mut StepContext<'_>, why: &str) {
    let from = context.state.phase;
    if from.may_enter(Phase::Fail) {
        context.decide(Decided::Moved {
            from,
            to: Phase::Fail,
            why: why.to_owned(),
        });
    } else {
        context.decide(Decided::Ended {
            phase: Phase::Fail,
            why: why.to_owned(),
        });
    }
}

/// A person ends the run: what is under way is cancelled, and nothing else begins.
pub(crate) fn end(context: &mut StepContext<'_>, why: &str) {
    let from = context.state.phase;
    if !from.may_enter(Phase::Stopped) {
        return;
    }
    cancel_all(context, "the run is ended");
    context.decide(Decided::Moved {
        from,
        to: Phase::Stopped,
        why: why.to_owned(),
    });
}

/// After `done`, `fail` or `stopped`: worktrees whose work is kept elsewhere go, then it is over.
pub(crate) fn finish(context: &mut StepContext<'_>) {
    if !context.state.acts.is_empty() {
        return;
    }
    let done = context.state.phase == Phase::Done;
    let stopped = context.state.phase == Phase::Stopped;
    let cleanup = context
        .options
        .hooks
        .on_failure
        .iter()
        .any(|it| it == CLEANUP_HOOK);
    let standing: Option<TaskId> = context
        .state
        .tasks
        .values()
        .find(|it| it.prepared.is_some() && it.failures.own < OWN_FAILURES_MAX)
        .map(|it| it.task.id.clone());
    if let Some(task) = standing
        && (done || stopped || cleanup)
    {
        let action = Action::Discard(Discard {
            task: task.clone(),
            branch: done,
            run_goes_on: false,
        });
        context.allow(&task, action);
        return;
    }
    let why = if done {
        publish::done_words(&context.state)
    } else {
        context
            .state
            .failing
            .clone()
            .unwrap_or_else(|| "failed".to_owned())
    };
    context.decide(Decided::Ended {
        phase: context.state.phase,
        why,
    });
}

/// People take over: a page is written for them, then the run parks.
pub(crate) fn escalate(context: &mut StepContext<'_>, reason: &str) {
    let words = why_people(context, reason);
    context.decide(Decided::Escalated {
        reason: reason.to_owned(),
        words: words.clone(),
    });
    let notify = match context.options.correction.escalate_action {
        EscalateAction::Notify => context.options.correction.notify.clone(),
        EscalateAction::CreatePr | EscalateAction::Pause => None,
    };
    hand_over(context, reason, &words, notify);
}

/// Why people take over, in words.
pub(crate) fn why_people(context: &StepContext<'_>, reason: &str) -> String {
    let limits = &context.options.limits;
    let corrections = context.state.correction.since();
    match reason {
        "infinite_loop" => {
            let task = context.task().map(|it| it.stuck.advice(limits));
            match task {
                Some(Advice::Stop(found) | Advice::Nudge(found)) => found.words(),
                Some(Advice::GoOn) | None => "it goes in circles".to_owned(),
            }
        }
        "deadlock" => {
            let entered = context.state.counts.entered.values().copied().max();
            format!("a phase was entered {} times", entered.unwrap_or(0))
        }
        "max_retries" if corrections == 0 => {
            "verification finds gaps, and no correction is left".to_owned()
        }
        "max_retries" => format!("verification still finds gaps after {corrections} corrections"),
        "fix_failed" => "the corrections do not make the gaps fewer".to_owned(),
        "no_auto_fix" => "nothing of what is missing can be mended by an agent".to_owned(),
        "policy_trigger" => "a finding that goes to people at once".to_owned(),
        _ => String::new(),
    }
}

/// Writes the page. Says whether there is a task to write about.
fn hand_over(
    context: &mut StepContext<'_>,
    reason: &str,
    words: &str,
    notify: Option<Vec<String>>,
) -> bool {
    let Some(task) = context
        .task()
        .or_else(|| context.state.last_task())
        .map(|it| it.task.id.clone())
    else {
        return false;
    };
    let page = handover::page(&context.state, reason, words);
    let action = Action::HandOver(HandOver {
        reason: reason.to_owned(),
        page,
        notify,
    });
    context.allow(&task, action);
    true
}

/// The next step for the draft that people take over, where one is wanted.
fn draft(context: &StepContext<'_>, reason: &str, words: &str) -> Option<Action> {
    if context.options.correction.escalate_action != EscalateAction::CreatePr {
        return None;
    }
    let page = handover::page(&context.state, reason, words);
    publish::draft(&context.state, &page)
}

/// Once the page stands, the run parks. A driver that died over it may have written it or not: it is written again,
/// and nobody is told twice.
pub(crate) fn escalating(context: &mut StepContext<'_>) {
    if !context.state.acts.is_empty() {
        return;
    }
    let Some(Escalation { reason, words }) = context.state.escalating.clone() else {
        return;
    };
    let tries_left = context
        .task()
        .or_else(|| context.state.last_task())
        .is_some_and(|it| it.failures.own < OWN_FAILURES_MAX);
    if !context.state.handed_over && tries_left && hand_over(context, &reason, &words, None) {
        return;
    }
    if let Some(action) = draft(context, &reason, &words)
        && let Some(task) = context.state.last_task().map(|it| it.task.id.clone())
        && !context.given_up(&task)
    {
        context.allow(&task, action);
        return;
    }
    let stop = if reason == "deadlock" || reason == "infinite_loop" {
        Stop::Stuck
    } else {
        Stop::Blocked
    };
    let instead = handover::instead_of_a_request(&context.state);
    let why = format!("{}{instead}", handed_over(&reason, &words));
    park(context, stop, why, vec![Need::Hint]);
}
