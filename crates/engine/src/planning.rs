//! Planning by a model: it looks around in a worktree of its own and proposes a plan; one that does not hold goes back
//! with what is wrong with it, a few times; a person may be asked before it is carried out.

use std::collections::BTreeSet;

use context::section::fenced;
use gate::Subject;
use ledger::event::{Ask, Decided, Need, Nudge};
use ledger::gate::{Checkpoint, GateDecision, Verdict};
use ledger::ids::{CallId, TaskId};
use ledger::observation::{Observation, Status};
use ledger::phase::{Mode, Phase, Stop};
use ledger::plan::{Plan, Task};
use ledger::promise::{Promise, Source};

use crate::state::{Stage, TaskState};
use crate::step_context::StepContext;
use crate::{execute, model_replies, stops};

/// The name of the planner's task; no plan may use it.
pub(crate) const PLANNER: &str = "_plan";

/// The planner's task id.
pub(crate) fn planner() -> Option<TaskId> {
    // INVARIANT: a fixed id of letters is a good one.
    TaskId::new(PLANNER).ok()
}

/// Asks a model to plan.
pub(crate) fn begin(context: &mut StepContext<'_>, promise: &Promise) {
    let Some(id) = planner() else { return };
    let (title, brief) = if promise.trusted {
        let title = format!("Plan: {}", spec::title(&promise.objective));
        (title, brief(promise))
    } else {
        // The title is the heading of what the planner is told: no word of a stranger stands there.
        ("Plan".to_owned(), fenced("task", &brief(promise)))
    };
    context.decide(Decided::Drafting(Task::in_words(id, title, brief)));
}

/// What is to be planned.
fn brief(promise: &Promise) -> String {
    let mut text = promise.objective.trim().to_owned();
    for (heading, items) in [
        ("Acceptance", &promise.acceptance),
        (
            "Requirements, each to be covered by a task",
            &promise.requirements,
        ),
        ("Only these paths may change", &promise.allowed_scope),
        ("These paths must not change", &promise.disallowed_scope),
        ("Done when", &promise.done_when),
    ] {
        if !items.is_empty() {
            text.push_str(&format!("\n\n## {heading}\n"));
            for item in items {
                text.push_str(&format!("\n- {item}"));
            }
        }
    }
    text
}

/// The next thing for the planner.
pub(crate) fn once(context: &mut StepContext<'_>) {
    let Some(task) = context.state.current().cloned() else {
        return;
    };
    let id = task.task.id.clone();
    context.turn_to(Some(&id));
    match task.stage {
        Stage::Fresh => execute::prepare(context, &id),
        Stage::Working if task.rounds >= context.options.plan.attempts_max => {
            given_up(context, &task)
        }
        Stage::Working => execute::work(context, &id, &task),
        Stage::Preparing
        | Stage::Committing
        | Stage::Committed
        | Stage::Joining
        | Stage::Integrating
        | Stage::Integrated => {}
    }
    context.turn_to(None);
}

fn given_up(context: &mut StepContext<'_>, task: &TaskState) {
    let why = format!(
        "{} plans were made, and none of them can be carried out",
        task.rounds
    );
    stops::park(context, Stop::Blocked, why, vec![Need::Hint]);
}

/// It says that it is done, and no plan stands.
pub(crate) fn unfinished(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState) {
    if context.state.worker().is_some() {
        let words = task.claim.clone().unwrap_or_default();
        return said(context, id, &words);
    }
    let again = "[interlock] No plan was proposed. Call `plan` with the whole plan; words about it do not count.";
    if task.words_in_row > 0 {
        return model_replies::words(context, id, task, again);
    }
    if task.told_empty {
        let why = "the planner reported its task as done, and proposed no plan";
        return stops::park(context, Stop::Blocked, why, vec![Need::Hint]);
    }
    context.decide_for(
        id,
        Decided::Nudged {
            about: Nudge::NothingChanged,
            text: again.to_owned(),
        },
    );
}

/// A plan was proposed.
pub(crate) fn proposed(context: &mut StepContext<'_>, id: &TaskId, call: &CallId, text: &str) {
    match held_against(context, text) {
        Ok(plan) => {
            let observation = Observation::plain(Status::Ok, "the plan holds");
            let call = call.clone();
            context.decide_for(id, Decided::Answered { call, observation });
            stand(context, plan);
        }
        Err(problems) => refused(context, id, call, &problems),
    }
}

/// An agent of somebody else has ended its turn, with the plan as its last words.
pub(crate) fn said(context: &mut StepContext<'_>, id: &TaskId, words: &str) {
    let read = match object_in(words) {
        Some(text) => held_against(context, text),
        None => Err(vec![
            "your last words hold no plan: a JSON object".to_owned(),
        ]),
    };
    match read {
        Ok(plan) => stand(context, plan),
        Err(problems) => {
            let text = format!(
                "[interlock] This plan can't be carried out. Mend all of it, and end your turn with the whole plan again.\n{}",
                listed(&problems)
            );
            let about = Nudge::Plan;
            context.decide_for(id, Decided::Nudged { about, text });
        }
    }
}

/// The JSON object that a text holds: from its first brace to its last one.
fn object_in(words: &str) -> Option<&str> {
    let (from, to) = (words.find('{')?, words.rfind('}')?);
    words.get(from..=to)
}

/// Reads a plan, and holds it against what is promised, what would be run, and the gates.
fn held_against(context: &mut StepContext<'_>, text: &str) -> Result<Plan, Vec<String>> {
    let Some(promise) = context.state.promise.clone() else {
        return Err(Vec::new());
    };
    let read = spec::planned::read(text, &promise).and_then(|plan| {
        let mut wrong = unfit(context, &plan);
        if plan.tasks.iter().any(|it| it.id.as_str() == PLANNER) {
            wrong.push(format!("no task may be called `{PLANNER}`"));
        }
        if wrong.is_empty() {
            Ok(plan)
        } else {
            Err(wrong)
        }
    });
    let plan = read?;
    let decision = weighed(context, &plan, &promise);
    if decision.verdict == Verdict::Allow {
        return Ok(plan);
    }
    let findings = decision.findings.iter();
    Err(findings
        .map(|it| format!("{} ({}/{})", it.message, it.policy, it.id))
        .collect())
}

/// Commands that would never be run prove nothing: the planner has to know before anybody works for them.
fn unfit(context: &StepContext<'_>, plan: &Plan) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for task in &plan.tasks {
        let truths = task.must_haves.truths.iter().flat_map(|it| &it.commands);
        for command in truths.filter(|it| seen.insert(it.as_str())) {
            if let Some(why) = context.unfit(command) {
                let id = &task.id;
                wrong.push(format!(
                    "task `{id}`: `{command}` would not be run as a proof: {why}"
                ));
            }
        }
    }
    wrong
}

/// What the gates say of a plan.
pub(crate) fn weighed(
    context: &mut StepContext<'_>,
    plan: &Plan,
    promise: &Promise,
) -> GateDecision {
    let subject = Subject::Plan {
        plan,
        promise,
        open_gaps: &[],
    };
    context.gate(Checkpoint::PrePlan, &subject, &[])
}

fn refused(context: &mut StepContext<'_>, id: &TaskId, call: &CallId, problems: &[String]) {
    let text = format!(
        "this plan can't be carried out; mend all of it and call `plan` again\n{}",
        listed(problems)
    );
    let observation = Observation::plain(Status::Invalid, text);
    let call = call.clone();
    context.decide_for(id, Decided::Answered { call, observation });
}

fn listed(problems: &[String]) -> String {
    let list: Vec<String> = problems.iter().map(|it| format!("- {it}")).collect();
    list.join("\n")
}

/// The plan holds: a person is asked first, if that is wanted; then it is carried out.
pub(crate) fn stand(context: &mut StepContext<'_>, plan: Plan) {
    let sentence = context
        .state
        .opened
        .as_ref()
        .is_some_and(|it| matches!(it.source, Source::Sentence { .. } | Source::Issue(_)));
    let trivial = sentence && context.state.mode == Mode::Quick;
    if context.options.plan.approve && !trivial {
        let act = context.act();
        let plan = Box::new(plan);
        let ask = Ask::Plan { plan };
        let call = None;
        return context.decide(Decided::Asked { act, call, ask });
    }
    carry_out(context, plan);
}

/// It is carried out from here on.
pub(crate) fn carry_out(context: &mut StepContext<'_>, plan: Plan) {
    context.decide(Decided::Planned(plan));
    stops::enter(context, Phase::Executing, "the plan stands");
}

/// A person does not want this plan. A model plans again; what a person wrote is theirs to change.
pub(crate) fn rejected(context: &mut StepContext<'_>, reason: &str) {
    let planner = planner().filter(|it| context.state.tasks.contains_key(it));
    let Some(id) = planner.filter(|_: &TaskId| context.state.plan.is_none()) else {
        return stops::fail(context, &format!("a person rejected the plan: {reason}"));
    };
    context.decide_for(
        &id,
        Decided::Nudged {
            about: Nudge::Hint,
            text: format!("[a person says] Not this plan: {reason}. Propose another one."),
        },
    );
}
