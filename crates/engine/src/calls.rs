//! Tool calls: from the reply, through the gates, to leave to act or to an answer.

use std::path::Path;
use std::sync::Arc;

use ledger::action::Moment;
use ledger::event::{Ask, Decided};
use ledger::facts::Fact;
use ledger::forge::Means;
use ledger::gate::{GateDecision, Severity, Verdict};
use ledger::ids::{CallId, RelPath, TaskId};
use ledger::observation::{Observation, Status};
use ledger::proposal::Proposal;

use context::history::Turn;

use crate::actions::action;
use crate::authorise;
use crate::hooks::asking::Said;
use crate::planning;
use crate::state::{CallStatus, Pending, State, TaskState, is_early};
use crate::step_context::StepContext;
use crate::toolbox;

/// The next call, or the next few that only look. What is not read-only waits for everything before it.
pub(crate) fn once(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState) {
    if let Some(pending) = next(task) {
        begin(context, id, pending);
    }
}

/// Whether anything happens to a task's calls without a person: one is being weighed, or the turn of one has come.
pub(crate) fn go_on(task: &TaskState) -> bool {
    let weighing = |it: &Pending| matches!(it.status, CallStatus::Weighing);
    task.calls.iter().any(weighing) || next(task).is_some()
}

/// The call whose turn has come. Where a person is asked about one, those behind it are looked at meanwhile, so that all
/// that the reply asks is asked at once.
fn next(task: &TaskState) -> Option<&Pending> {
    let mut all_before_answered = true;
    let mut only_looks_before = true;
    let mut asked_before = false;
    for pending in &task.calls {
        let looks = pending.proposal.as_ref().is_ok_and(|it| it.only_looks());
        match &pending.status {
            CallStatus::Answered { .. } => continue,
            CallStatus::New | CallStatus::Foreseen => {
                let turn_has_come = all_before_answered || looks && only_looks_before;
                let new = matches!(pending.status, CallStatus::New);
                if turn_has_come || new && asked_before && may_be_foreseen(pending) {
                    return Some(pending);
                }
                if new {
                    return None;
                }
            }
            CallStatus::Waiting(_) if may_be_foreseen(pending) => asked_before = true,
            CallStatus::Weighing | CallStatus::Waiting(_) | CallStatus::Running(_) => {
                asked_before = false;
            }
        }
        all_before_answered = false;
        only_looks_before &= looks;
    }
    None
}

/// Whether a call is one that is judged by what it does, and not a word to people or to the harness.
fn may_be_foreseen(pending: &Pending) -> bool {
    let does = |it: &Proposal| {
        !matches!(
            it,
            Proposal::Ask { .. } | Proposal::Done { .. } | Proposal::Plan { .. }
        )
    };
    pending.proposal.as_deref().is_ok_and(does)
}

fn begin(context: &mut StepContext<'_>, id: &TaskId, pending: &Pending) {
    let call = pending.call.id.clone();
    let decided = match &pending.proposal {
        Ok(_) if tool_calls_left(context) => Decided::Weigh { call },
        Ok(_) => Decided::Answered {
            call,
            observation: Observation::plain(Status::Refused, "the limit of tool calls is reached"),
        },
        Err(why) => Decided::Answered {
            call,
            observation: Observation::plain(Status::Invalid, why.clone()),
        },
    };
    context.decide_for(id, decided);
}

/// Whether one more call is within the limit. Those that are being weighed are not counted yet, and will be.
pub(crate) fn tool_calls_left(context: &StepContext<'_>) -> bool {
    let counts = &context.state.counts;
    let calls = context.state.tasks.values().flat_map(|it| &it.calls);
    let weighed = calls.filter(|it| matches!(it.status, CallStatus::Weighing));
    let weighed = u32::try_from(weighed.count()).unwrap_or(u32::MAX);
    let made = counts.tool_calls.saturating_sub(counts.segment.tool_calls);
    made.saturating_add(weighed) < context.options.limits.tool_calls_max
}

/// After a crash: calls whose facts were being gathered are weighed again.
pub(crate) fn weigh_again(context: &mut StepContext<'_>) {
    let lost: Vec<(TaskId, CallId)> = context
        .state
        .tasks
        .values()
        .flat_map(|task| task.calls.iter().map(move |it| (task, it)))
        .filter(|(_, it)| matches!(it.status, CallStatus::Weighing))
        .map(|(task, it)| (task.task.id.clone(), it.call.id.clone()))
        .collect();
    for (task, call) in lost {
        context.decide_for(&task, Decided::Weigh { call });
    }
}

/// The call that the newest thing seen brought facts for, if it still waits for them.
pub(crate) fn weighed(state: &State, call: &CallId) -> Option<(TaskId, Arc<Proposal>)> {
    let id = state.about.clone()?;
    let (_, pending) = state.pending(&id, call)?;
    if !matches!(pending.status, CallStatus::Weighing | CallStatus::Foreseen) {
        return None;
    }
    Some((id, pending.proposal.clone().ok()?))
}

/// The gates judge a call, now that its facts are known.
pub(crate) fn judge(context: &mut StepContext<'_>, call: &CallId, facts: &[Fact]) {
    let Some((id, proposal)) = weighed(&context.state, call) else {
        return;
    };
    let decision = authorise::decided(&proposal, |checkpoint, subject| {
        context.gate(checkpoint, subject, facts)
    });
    let early = context
        .state
        .tasks
        .get(&id)
        .is_some_and(|it| is_early(&it.calls, call));
    match decision.verdict {
        // It is judged again when its turn has come.
        Verdict::Deny | Verdict::Allow if early => {}
        Verdict::Deny => refuse(context, &id, call, &decision),
        Verdict::Ask => {
            let ask = context.permission(&proposal, facts, decision);
            put(context, &id, call, ask);
        }
        Verdict::Allow => {
            let moment = Moment::BeforeCall(id.clone(), call.clone());
            match context.ask_hooks(&id, moment) {
                Said::GoOn => let_through(context, &id, call, &proposal, facts),
                Said::Ask(_) | Said::Wait => {}
                Said::No(why) => refused(context, &id, call, &why),
            }
        }
    }
}

fn put(context: &mut StepContext<'_>, id: &TaskId, call: &CallId, ask: Ask) {
    let decided = Decided::Asked {
        act: context.act(),
        call: Some(call.clone()),
        ask,
    };
    context.decide_for(id, decided);
}

/// What a refused agent is told: the reasons and what to do instead, and nothing else.
fn refuse(context: &mut StepContext<'_>, id: &TaskId, call: &CallId, decision: &GateDecision) {
    let lines: Vec<String> = decision
        .findings
        .iter()
        .filter(|it| it.severity >= Severity::SoftDeny)
        .map(gate::told)
        .collect();
    let mut observation =
        Observation::plain(Status::Refused, format!("refused\n{}", lines.join("\n")));
    observation.source_refs = vec![decision.trace_id.clone()];
    context.decide_for(
        id,
        Decided::Answered {
            call: call.clone(),
            observation,
        },
    );
}

/// A hook of the person's refuses a call.
pub(crate) fn refused(context: &mut StepContext<'_>, id: &TaskId, call: &CallId, why: &str) {
    let observation = Observation::plain(Status::Refused, why);
    let call = call.clone();
    context.decide_for(id, Decided::Answered { call, observation });
}

fn let_through(
    context: &mut StepContext<'_>,
    id: &TaskId,
    call: &CallId,
    proposal: &Proposal,
    facts: &[Fact],
) {
    let call = call.clone();
    if let Proposal::Done { .. } = proposal {
        let observation = Observation::plain(Status::Ok, "noted as a claim; verification decides");
        return context.decide_for(id, Decided::Answered { call, observation });
    }
    if let Proposal::OnForge {
        means: Means::OpenPullRequest { .. },
    } = proposal
    {
        let text = "noted; the pull request is opened with these words once the work is verified";
        let observation = Observation::plain(Status::Ok, text);
        return context.decide_for(id, Decided::Answered { call, observation });
    }
    if let Proposal::Plan { plan } = proposal {
        return planning::proposed(context, id, &call, plan);
    }
    if let Proposal::Ask { question, options } = proposal {
        let ask = Ask::Question {
            text: question.clone(),
            options: options.clone(),
        };
        return put(context, id, &call, ask);
    }
    if context.policies().logs() {
        context.decide_for(
            id,
            Decided::Noted {
                kind: "hook".to_owned(),
                text: format!("log-operations: {}", gate::canonical(proposal)),
            },
        );
    }
    let decided = match action(&context.state, &context.options, id, proposal, facts) {
        Ok(action) => Decided::Allowed {
            act: context.act(),
            call: Some(call),
            digest: action.digest(),
            action: None,
        },
        Err(why) => Decided::Answered {
            call,
            observation: Observation::plain(Status::Failed, why),
        },
    };
    context.decide_for(id, decided);
}

/// What was written to a path last, by the agent's own call or by the last reply, for the gates that look at it afterwards. Empty when
/// it can't be told.
pub(crate) fn written(state: &State, path: &RelPath) -> String {
    let Some(task) = state.at_hand() else {
        return String::new();
    };
    let mut by_agent = task.worker.last_proposals().iter();
    if let Some(text) = by_agent.find_map(|it| written_to(it, path)) {
        return text.to_owned();
    }
    let reply = task.turns.iter().rev().find_map(|it| match it {
        Turn::Agent(reply, _) => Some(reply),
        Turn::Results(_) | Turn::Harness(_) | Turn::Person(_) => None,
    });
    let calls = reply.map(|it| it.calls.as_slice()).unwrap_or_default();
    calls
        .iter()
        .filter_map(|call| toolbox::read(call).ok())
        .find_map(|proposal| written_to(&proposal, path).map(str::to_owned))
        .unwrap_or_default()
}

/// The text that a proposal leaves at a path.
fn written_to<'a>(proposal: &'a Proposal, path: &RelPath) -> Option<&'a str> {
    match proposal {
        Proposal::Write { path: at, content } if same(at, path) => Some(content),
        Proposal::Edit { path: at, new, .. } if same(at, path) => Some(new),
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Exec { .. }
        | Proposal::Shell { .. }
        | Proposal::Git { .. }
        | Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Mcp { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::OnForge { .. }
        | Proposal::PullRequest { .. } => None,
    }
}

fn same(written: &str, path: &RelPath) -> bool {
    RelPath::new(written).is_ok_and(|it| it == *path) || Path::new(written).ends_with(path.as_str())
}
