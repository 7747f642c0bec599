//! Bringing a task's work into the run branch: what the run branch would be with it is built and verified first, one task
//! at a time. What has gaps goes back to its task, and the run branch stays as it was.

use ledger::action::{Action, Candidate, Integrate, Restore};
use ledger::event::{Ask, Decided};
use ledger::ids::TaskId;
use ledger::observation::CandidateTree;
use ledger::options::Verification;
use ledger::plan::Plan;
use ledger::promise::Promise;
use ledger::report::{ItemStatus, Report};

use crate::state::{Stage, State, TaskState};
use crate::step_context::StepContext;
use crate::{conflict, evidence, execute, validate, waves};

/// The next thing for a task that is committed, or being brought in.
pub(crate) fn once(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState) {
    let others = context.state.joining.as_ref().is_some_and(|it| it != id);
    if others || execute::busy(context, id) || context.given_up(id) {
        return;
    }
    let begun = task.stage == Stage::Joining;
    let Some(candidate) = context.state.validation.candidate.clone().filter(|_| begun) else {
        return build(context, id, task);
    };
    if context.state.validation.found.is_none() {
        let plan = so_far(&context.state, id);
        return validate::look_at(context, id, &plan, &candidate);
    }
    if evidence::next(context, id, &candidate) {
        return;
    }
    if !context.state.validation.reported {
        return conclude(context, id, task, &candidate);
    }
    match task.report.clone() {
        Some(report) if report.gaps().next().is_some() => {
            gaps(context, id, task, &candidate, &report)
        }
        Some(report) if !context.state.validation.reviewed && !taken_away(&report).is_empty() => {
            review(context, id, taken_away(&report));
        }
        Some(_) | None => {
            let action = Action::Integrate(Integrate {
                task: id.clone(),
                commit: candidate.commit.clone(),
                run_branch: context.state.run_branch(),
            });
            context.allow(id, action);
        }
    }
}

fn build(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState) {
    let Some(prepared) = task.prepared.clone() else {
        return;
    };
    let title: String = task.task.title.chars().take(72).collect();
    let run_branch = context.state.run_branch();
    let action = Action::Candidate(Candidate {
        task: id.clone(),
        message: format!(
            "Merge {id}: {title}\n\nInterlock-Run: {}\nInterlock-Task: {id}\n",
            context.state.run
        ),
        run_branch: prepared.branch.clone(),
        taken: context.state.taken_of(&run_branch),
        target: run_branch,
        since: Some(prepared.base.clone()),
    });
    context.allow(id, action);
}

/// The plan as far as the run branch has it, with this task.
fn so_far(state: &State, id: &TaskId) -> Plan {
    let there = |it: &TaskId| {
        let task = state.tasks.get(it);
        it == id || task.is_some_and(|it| it.stage == Stage::Integrated)
    };
    let plan = state.plan.as_deref().cloned();
    plan.map_or_else(Plan::default, |plan| Plan {
        tasks: plan.tasks.into_iter().filter(|it| there(&it.id)).collect(),
        ..plan
    })
}

fn conclude(
    context: &mut StepContext<'_>,
    id: &TaskId,
    task: &TaskState,
    candidate: &CandidateTree,
) {
    let state = context.state.clone();
    let Some(promise) = state.promise.as_deref() else {
        return;
    };
    let plan = so_far(&state, id);
    let covered = |it: &String| plan.tasks.iter().any(|task| task.requirements.contains(it));
    let requirements = promise.requirements.iter().filter(|it| covered(it));
    let promise = Promise {
        requirements: requirements.cloned().collect(),
        ..promise.clone()
    };
    // Coverage, complexity and the like are of the whole.
    let options = Verification {
        archon: Vec::new(),
        ..context.options.verification.clone()
    };
    let found = state.validation.found.clone().unwrap_or_default();
    let report = verify::conclude(&verify::Input {
        plan: &plan,
        promise: &promise,
        // Whether all of it is joined to the rest is asked when all of it is there.
        partial: state.plan.as_ref().is_some_and(|it| it.tasks.len() > 1),
        gated: true,
        planned: true,
        mode: state.mode,
        options: &options,
        tree: Some(&candidate.tree),
        inspections: &found,
        evidence: &state.fresh_evidence(),
        unfit: &evidence::unfit(&state),
        unprepared: state.gathered.unprepared(&candidate.commit),
        switched_off: &[],
        trials: &[],
        places: &[],
        guards: &[],
        measured: None,
        changed: &candidate.changed,
        undeclared: &task.undeclared,
        left_out: task.committed.as_deref().map_or(&[], |it| &it.left_out),
        lost: &candidate.lost,
        told: &task.gaps,
        previous: None,
    });
    context.decide_for(id, Decided::Reported(report));
}

/// What the merge would take away again, although the agent was told: it may be meant so.
fn taken_away(report: &Report) -> Vec<String> {
    let kept = report.items.iter().filter(|it| verify::is_kept(&it.id));
    kept.filter(|it| it.status == ItemStatus::Human)
        .map(|it| format!("{}: {}", it.text, it.reason))
        .collect()
}

/// A person says whether it is.
fn review(context: &mut StepContext<'_>, id: &TaskId, items: Vec<String>) {
    let mut questions = context.state.questions.values();
    if questions.any(|it| it.task.as_ref() == Some(id)) {
        return;
    }
    let act = context.act();
    let ask = Ask::Review { items };
    let call = None;
    context.decide_for(id, Decided::Asked { act, call, ask });
}

/// A person looked, and said no.
pub(crate) fn rejected(context: &mut StepContext<'_>, id: &TaskId, items: &[String], reason: &str) {
    let candidate = context.state.validation.candidate.clone();
    let (Some(task), Some(_)) = (context.state.tasks.get(id).cloned(), candidate) else {
        return;
    };
    let mut gaps = vec![format!("a person rejected the merge: {reason}")];
    gaps.extend(items.iter().cloned());
    back(context, id, &task, gaps);
}

/// Its branch takes in what is there, so that the next attempt works on what was verified; then it goes back.
fn gaps(
    context: &mut StepContext<'_>,
    id: &TaskId,
    task: &TaskState,
    candidate: &CandidateTree,
    report: &Report,
) {
    if task.tip.as_ref() != Some(&candidate.commit) {
        let restore = Restore {
            task: id.clone(),
            tree: candidate.tree.clone(),
            commit: Some(candidate.commit.clone()),
            run_branch: None,
            run_commit: None,
        };
        context.allow(id, Action::Restore(restore));
        return;
    }
    let gaps = report.gaps().map(|it| it.id.clone()).collect();
    back(context, id, task, gaps);
}

/// The work and what is there do not go together.
pub(crate) fn conflicted(context: &mut StepContext<'_>, id: &TaskId) {
    let Some((paths, task)) = context
        .state
        .validation
        .conflict
        .clone()
        .zip(context.state.tasks.get(id).cloned())
    else {
        return;
    };
    let gaps = conflict::with_others(&context.state, &paths);
    back(context, id, &task, gaps);
}

fn back(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState, gaps: Vec<String>) {
    let policy = &context.options.correction;
    let spent = context.state.correction.since() >= policy.total_attempts_max;
    if task.rounds >= policy.retries_max || spent {
        context.turn_to(Some(id));
        return waves::hand_over(context, "max_retries");
    }
    context.decide_for(
        id,
        Decided::Correcting {
            round: task.rounds.saturating_add(1),
            gaps,
            rolled_back: false,
        },
    );
}
