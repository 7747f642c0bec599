//! Working on a task: its worktree, turns with the model, the commit, the run branch.

use gate::{Pinned, Subject};
use ledger::action::{Action, Commit, Integrate, Prepare};
use ledger::event::{Decided, Need, Nudge};
use ledger::gate::{Checkpoint, Verdict};
use ledger::ids::{GitId, TaskId};
use ledger::options::AgentChoice;
use ledger::phase::{Mode, Phase, Stop};

use crate::state::{Stage, TaskState};
use crate::step_context::StepContext;
use crate::stuck::Advice;
use crate::{
    actions, budget, calls, delegation, join, limits, model_replies, on_forge, planning, prompt,
    provider, said_on_forge, server_tools, servers, spec_updates, stops, waves,
};

mod finished;

pub(crate) use finished::finished;

/// The next thing for the first task that has one.
pub(crate) fn once(context: &mut StepContext<'_>) {
    if context.state.current().is_none() {
        if spec_updates::once(context) {
            return;
        }
        stops::enter(
            context,
            Phase::Validating,
            "all tasks are in the run branch",
        );
        return;
    }
    let ids: Vec<TaskId> = waves::in_order(&context.state)
        .filter(|it| it.held.is_none() && it.stage != Stage::Integrated)
        .map(|it| it.task.id.clone())
        .collect();
    let before = context.count();
    for id in ids {
        context.turn_to(Some(&id));
        see_to(context, &id);
        if context.count() != before {
            return context.turn_to(None);
        }
    }
    context.turn_to(None);
    if !waves::tidy(context) {
        waves::rest(context);
    }
}

fn see_to(context: &mut StepContext<'_>, id: &TaskId) {
    let Some(task) = context.state.tasks.get(id) else {
        return;
    };
    match task.stage {
        Stage::Fresh => {
            let parallel_max = context.options.limits.tasks_parallel_max;
            if waves::may_start(&context.state, task, parallel_max) {
                prepare(context, id);
            }
        }
        Stage::Working => work(context, id, &task.clone()),
        Stage::Committed | Stage::Joining => {
            let task = task.clone();
            if waves::several(&context.state) {
                join::once(context, id, &task);
            } else {
                integrate(context, id, &task);
            }
        }
        Stage::Preparing | Stage::Committing | Stage::Integrating | Stage::Integrated => {}
    }
}

pub(crate) fn prepare(context: &mut StepContext<'_>, id: &TaskId) {
    if context.given_up(id) {
        return;
    }
    let run = context.state.run.clone();
    let first = context
        .state
        .tasks
        .values()
        .all(|it| it.stage == Stage::Fresh);
    let base: Option<GitId> = context
        .state
        .opened
        .as_ref()
        .filter(|_| first)
        .map(|it| it.base.clone());
    let action = Action::Prepare(Prepare {
        branch: format!("interlock/{run}-{id}"),
        run_branch: context.state.run_branch(),
        run,
        files: context
            .state
            .tasks
            .get(id)
            .map(|it| it.task.files.entries().to_vec())
            .unwrap_or_default(),
        task: id.clone(),
        base,
    });
    context.allow(id, action);
}

/// The agent's turns.
pub(crate) fn work(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState) {
    if !task.calls.is_empty() {
        // Another process than the one that was told of the tool may have to carry it out.
        if server_tools::are_wanted(task) && !servers::are_known(context, id) {
            return;
        }
        return calls::once(context, id, task);
    }
    if busy(context, id) || waves::is_asked(&context.state, id) {
        return;
    }
    if task.claim.is_some() {
        return match context.state.phase {
            Phase::Planning => planning::unfinished(context, id, task),
            Phase::Idle
            | Phase::Parsing
            | Phase::Executing
            | Phase::Validating
            | Phase::Merging
            | Phase::Done
            | Phase::Fail
            | Phase::Stopped => close(context, id, task),
        };
    }
    if !limits::hold(context) {
        return;
    }
    let worker = context.state.worker().cloned();
    if worker.is_none() && !servers::are_known(context, id) {
        return;
    }
    if worker.is_none() && prompt::ranking_is_old(&context.state, task) {
        let act = context.act();
        return context.decide_for(id, Decided::Rank { act });
    }
    match task.stuck.advice(&context.options.limits) {
        Advice::GoOn => {}
        Advice::Nudge(found) => {
            let text = format!(
                "[interlock] {}. Try another way, ask a question, or report what stands in the way with `done`.",
                found.words()
            );
            context.decide_for(
                id,
                Decided::Nudged {
                    about: Nudge::Loop,
                    text,
                },
            );
        }
        Advice::Stop(found) => return waves::stuck(context, found),
    }
    match worker {
        Some(agent) => delegate(context, id, &agent),
        None => request(context, id),
    }
}

/// Whether anything is under way for this task.
pub(crate) fn busy(context: &StepContext<'_>, id: &TaskId) -> bool {
    context
        .state
        .acts
        .values()
        .any(|it| it.task.as_ref() == Some(id))
}

/// Has the agent of somebody else work on it for a turn.
fn delegate(context: &mut StepContext<'_>, id: &TaskId, agent: &AgentChoice) {
    let Some(task) = context.state.tasks.get(id) else {
        return;
    };
    match delegation::turn(&context.state, task, agent) {
        Ok(action) => {
            context.allow(id, action);
        }
        Err(what) => {
            let need = vec![Need::Mend { what: what.clone() }];
            waves::hold(context, Stop::Blocked, what, need);
        }
    }
}

/// Asks the model.
fn request(context: &mut StepContext<'_>, id: &TaskId) {
    let Some(task) = context.state.tasks.get(id).cloned() else {
        return;
    };
    let must: Vec<String> = prompt::pinned(&context.state, &task, 0);
    let before = Pinned {
        must: &must,
        has: None,
    };
    let decision = context.gate(
        Checkpoint::PreContextCompile,
        &Subject::Context(before),
        &[],
    );
    if decision.verdict != Verdict::Allow {
        let why = decision
            .findings
            .first()
            .map(|it| it.message.clone())
            .unwrap_or_default();
        return waves::hold(context, Stop::BudgetExhausted, why, vec![Need::Budget]);
    }
    let compiled = prompt::compile(&context.state, &task);
    let must: Vec<String> = prompt::pinned(&context.state, &task, compiled.trace.dropped);
    let has = prompt::kept(&compiled);
    let after = Pinned {
        must: &must,
        has: Some(&has),
    };
    let decision = context.gate(
        Checkpoint::PostContextCompile,
        &Subject::Context(after),
        &[],
    );
    if decision.verdict != Verdict::Allow {
        let why = decision
            .findings
            .first()
            .map(|it| it.message.clone())
            .unwrap_or_default();
        return waves::hold(context, Stop::Blocked, why, vec![Need::Hint]);
    }
    // An estimate alone stops nothing: the provider says whether it is too long.
    if let Some(max) = compiled.trace.over
        && compiled.trace.counted
    {
        return match task.tokens_max {
            Some(takes) if takes <= max => provider::takes_no_more(context, compiled.trace.tokens),
            Some(_) | None => no_room(context, compiled.trace.tokens, max),
        };
    }
    let decided = Decided::Requested {
        act: context.act(),
        attempt: task.attempt,
        sections: compiled.trace.sections.iter().map(|it| it.digest).collect(),
        tokens: compiled.trace.tokens,
        bytes: compiled.trace.bytes,
        whole_bytes: compiled.trace.whole_bytes,
        left_out: u32::try_from(compiled.trace.dropped).unwrap_or(u32::MAX),
        reserve: budget::reserve(context),
    };
    context.decide_for(id, decided);
}

/// Nothing more can be left out of a prompt that is too long.
fn no_room(context: &mut StepContext<'_>, tokens: u64, max: u64) {
    /// Suggested sizes are whole thousands.
    const STEP: u64 = 1_000;
    let why = format!(
        "the prompt has {tokens} tokens, `context.max_tokens` is {max}, and nothing more can be left out"
    );
    // Twice as much: the conversation goes on from there.
    let enough = tokens.saturating_mul(2).div_ceil(STEP).saturating_mul(STEP);
    waves::hold(
        context,
        Stop::BudgetExhausted,
        why,
        vec![Need::Context { tokens: enough }],
    );
}

/// Whether a change is all that the task promises: without one there is nothing to verify and nothing to merge.
fn for_a_change_alone(context: &StepContext<'_>, task: &TaskState) -> bool {
    let checkable = task.task.must_haves.count() > 0;
    let talks = on_forge::speaks(&context.state);
    !talks && task.gaps.is_empty() && !checkable && context.state.mode == Mode::Quick
}

/// The agent says that it is done. If nothing has changed, it is told so once; then its work is committed as it is.
fn close(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState) {
    if said_on_forge::once(context, id, task) {
        return;
    }
    let talks = on_forge::speaks(&context.state);
    if talks
        && let Some(owed) = on_forge::owes(&context.state)
        && !task.told_empty
    {
        let text = format!("[interlock] {owed}. What you say here reaches nobody.");
        let about = Nudge::NothingChanged;
        return context.decide_for(id, Decided::Nudged { about, text });
    }
    if !talks && !task.touched && task.words_in_row > 0 {
        let again = "[interlock] Your reply called no tool, so nothing was done. Go on with the tools; call `ask` to \
                     have something from a person, and `done` when the task is finished.";
        return model_replies::words(context, id, task, again);
    }
    if !task.touched && for_a_change_alone(context, task) {
        return stops::fail(
            context,
            "the agent reported the task as done, and nothing was changed",
        );
    }
    if !talks && !task.touched && !task.told_empty {
        let text = "[interlock] No file has changed in this attempt, so there is nothing to verify. Do the work with \
                    the tools; what you say about it does not count."
            .to_owned();
        context.decide_for(
            id,
            Decided::Nudged {
                about: Nudge::NothingChanged,
                text,
            },
        );
        return;
    }
    if context.given_up(id) {
        return;
    }
    let title = task.task.title.lines().next().unwrap_or("change").trim();
    let title: String = title.chars().take(72).collect();
    let action = Action::Commit(Commit {
        task: id.clone(),
        message: format!(
            "{title}\n\nInterlock-Run: {}\nInterlock-Task: {id}\n",
            context.state.run
        ),
        declared: actions::declared(task),
        never: actions::never(&context.options.policies),
    });
    context.allow(id, action);
}

fn integrate(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState) {
    let tip = task
        .committed
        .as_ref()
        .and_then(|it| it.commit.clone())
        .or_else(|| task.prepared.as_ref().map(|it| it.base.clone()));
    let Some(commit) = tip else { return };
    let made_nothing = task
        .committed
        .as_ref()
        .is_some_and(|it| it.commit.is_none());
    if made_nothing && for_a_change_alone(context, task) {
        return stops::fail(
            context,
            "the agent reported the task as done, and every file is as it was",
        );
    }
    if context.given_up(id) {
        return;
    }
    let run_branch = context.state.run_branch();
    let action = Action::Integrate(Integrate {
        task: id.clone(),
        commit,
        run_branch,
    });
    context.allow(id, action);
}
