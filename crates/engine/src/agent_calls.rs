//! Calls of an agent that acts by itself, as its hooks tell of them: judged by the same gates as those of the loop. The act that
//! follows is our answer.

use agents::host::{Card, Host};
use agents::judged::{self, Whereabouts};
use agents::words;
use gate::wire::{self, What};
use ledger::action::Action;
use ledger::event::{Ask, Decided};
use ledger::facts::Fact;
use ledger::gate::{GateDecision, Verdict};
use ledger::ids::{ActId, CallId, TaskId};
use ledger::proposal::Proposal;
use ledger::session::{HookAnswer, SessionDecided, SessionSeen};

use crate::state::Asking;
use crate::step_context::StepContext;
use crate::stuck::Advice;
use crate::{actions, authorise};
use crate::{calls, waves};

/// What a call is judged by.
struct Told<'a> {
    call: &'a CallId,
    tool: &'a str,
    arguments: &'a str,
    cwd: Option<&'a str>,
    facts: &'a [Fact],
    /// Whether it is carried out here, where it may be done.
    by_us: bool,
}

/// A hook told something.
pub(crate) fn told(context: &mut StepContext<'_>, seen: &SessionSeen) {
    let Some(id) = context.state.at_hand().map(|it| it.task.id.clone()) else {
        return;
    };
    match seen {
        SessionSeen::Proposed {
            call,
            tool,
            arguments,
            cwd,
            facts,
            by_us,
        } => {
            let by_us = *by_us;
            let cwd = cwd.as_deref();
            let told = Told {
                call,
                tool,
                arguments,
                cwd,
                facts,
                by_us,
            };
            proposed(context, &id, &told);
        }
        SessionSeen::Returned {
            call, tool, failed, ..
        } => returned(context, &id, call, tool, *failed),
        SessionSeen::Working { .. }
        | SessionSeen::Opened(_)
        | SessionSeen::Prompted { .. }
        | SessionSeen::SaidDone { .. }
        | SessionSeen::Canary(_)
        | SessionSeen::NotVerified { .. }
        | SessionSeen::Noted { .. }
        | SessionSeen::Unread { .. }
        | SessionSeen::Ended { .. } => {}
    }
}

/// A tool is about to be used.
fn proposed(context: &mut StepContext<'_>, id: &TaskId, told: &Told<'_>) {
    let Some(act) = context.state.turn_of(id) else {
        let words = "refused by Interlock: this turn is over".to_owned();
        return answer(context, id, told.call, HookAnswer::Deny, words);
    };
    if !calls::tool_calls_left(context) {
        let words = "refused by Interlock: the limit of tool calls is reached".to_owned();
        answer(context, id, told.call, HookAnswer::Deny, words);
        return cancel(context, id, act, "the limit of tool calls is reached");
    }
    let advice = context.state.tasks.get(id);
    let advice = advice.map(|it| it.stuck.advice(&context.options.limits));
    if let Some(Advice::Stop(found)) = advice {
        let words = format!("refused by Interlock: {}", found.words());
        answer(context, id, told.call, HookAnswer::Deny, words);
        cancel(context, id, act, &found.words());
        return waves::stuck(context, found);
    }
    judge(context, id, told);
}

fn cancel(context: &mut StepContext<'_>, id: &TaskId, act: ActId, why: &str) {
    let why = why.to_owned();
    context.decide_for(id, Decided::Cancel { act, why });
}

/// The gates judge it.
fn judge(context: &mut StepContext<'_>, id: &TaskId, told: &Told<'_>) {
    let proposals = match read(context, id, told) {
        Ok(proposals) => proposals,
        Err(why) => {
            let decision = wire::unknown_call(&why);
            context.decide_for(id, Decided::Gated(decision.clone()));
            let words = words::refused(&decision);
            return answer(context, id, told.call, HookAnswer::Deny, words);
        }
    };
    let mut worst: Option<(GateDecision, Proposal)> = None;
    for proposal in proposals {
        let decision = authorise::decided(&proposal, |checkpoint, subject| {
            context.gate(checkpoint, subject, told.facts)
        });
        let so_far = worst.as_ref().map(|(it, _)| it.verdict);
        if so_far.is_none_or(|it| decision.verdict > it) {
            worst = Some((decision, proposal));
        }
    }
    let (kind, words) = match worst {
        None => (HookAnswer::Pass, String::new()),
        Some((decision, proposal)) => match decision.verdict {
            Verdict::Allow if told.by_us => return carry_out(context, id, told, &proposal),
            Verdict::Allow => (HookAnswer::Pass, String::new()),
            Verdict::Deny => (HookAnswer::Deny, words::refused(&decision)),
            Verdict::Ask => {
                let words = words::waits_for_person(&decision);
                put(context, id, told, &proposal, decision);
                (HookAnswer::Deny, words)
            }
        },
    };
    answer(context, id, told.call, kind, words);
}

/// The run reads, writes or starts something for the agent.
fn carry_out(context: &mut StepContext<'_>, id: &TaskId, told: &Told<'_>, proposal: &Proposal) {
    match actions::action(&context.state, &context.options, id, proposal, told.facts) {
        Ok(action) => {
            let decided = Decided::Allowed {
                act: context.act(),
                call: Some(told.call.clone()),
                digest: action.digest(),
                action: Some(action),
            };
            context.decide_for(id, decided);
        }
        Err(why) => answer(context, id, told.call, HookAnswer::Deny, why),
    }
}

/// What it wants to do.
fn read(context: &StepContext<'_>, id: &TaskId, told: &Told<'_>) -> Result<Vec<Proposal>, String> {
    let what = judged::read(told.tool, told.arguments)?;
    let task = context.state.tasks.get(id);
    let prepared = task.and_then(|it| it.prepared.as_deref());
    let root = prepared.map_or("/", |it| it.directory.as_str());
    let at = Whereabouts {
        cwd: told.cwd,
        root,
    };
    let taint = task.map_or(0, |it| it.taint);
    let card = card(context);
    match judged::check_line(what, card.as_ref(), &at, taint).what {
        What::Proposal(proposal) => Ok(vec![proposal]),
        What::Several(all) => Ok(all),
        What::VerifyCommand(_) | What::ToolResult { .. } => {
            Err("it is no use of a tool".to_owned())
        }
    }
}

fn card(context: &StepContext<'_>) -> Option<Card> {
    let agent = context.options.agent.as_ref()?;
    Host::named(&agent.profile)?.card().ok()
}

/// A person is asked, once for the same. The agent is not kept waiting: it is told when there is an answer.
fn put(
    context: &mut StepContext<'_>,
    id: &TaskId,
    told: &Told<'_>,
    proposal: &Proposal,
    decision: GateDecision,
) {
    let digest = gate::digest_of(proposal);
    let same =
        |it: &Asking| matches!(&it.ask, Ask::Permission { digest: other, .. } if *other == digest);
    if context.state.questions.values().any(same) {
        return;
    }
    let ask = context.permission(proposal, told.facts, decision);
    let decided = Decided::Asked {
        act: context.act(),
        call: Some(told.call.clone()),
        ask,
    };
    context.decide_for(id, decided);
}

fn answer(
    context: &mut StepContext<'_>,
    id: &TaskId,
    call: &CallId,
    answer: HookAnswer,
    words: String,
) {
    let answered = SessionDecided::Answered {
        call: Some(call.clone()),
        answer,
        words,
    };
    context.decide_for(id, Decided::Session(answered));
}

/// A tool was used. What was refused, or never asked about, was done past the hook.
fn returned(context: &mut StepContext<'_>, id: &TaskId, call: &CallId, tool: &str, failed: bool) {
    let Some(seen) = context.state.tasks.get(id).map(|it| &it.worker.seen) else {
        return;
    };
    if seen.lowered.is_some() {
        return;
    }
    let why = if seen.was_denied(call) && !failed {
        words::unbound(tool)
    } else if !seen.was_asked(call) {
        words::unasked(tool)
    } else {
        return;
    };
    let lowered = SessionDecided::TrustLowered { why };
    context.decide_for(id, Decided::Session(lowered));
}

/// What differs in the worktree after a turn. Where no command ran, each file is one that the agent asked to change; what is not
/// was changed past its hooks.
pub(crate) fn changed(context: &mut StepContext<'_>, act: ActId, paths: &[String]) {
    const TOLD_MAX: usize = 5;
    if !matches!(context.state.action(act), Some(Action::Delegate(_))) {
        return;
    }
    let Some(task) = context.state.at_hand() else {
        return;
    };
    let worker = &task.worker;
    if worker.ran || worker.seen.lowered.is_some() {
        return;
    }
    let mut unasked: Vec<&str> = paths.iter().map(String::as_str).collect();
    unasked.retain(|it| !worker.wrote.contains(*it));
    if unasked.is_empty() {
        return;
    }
    let more = match unasked.len().saturating_sub(TOLD_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    unasked.truncate(TOLD_MAX);
    let why = format!(
        "changed in this turn, and no call that was asked about accounts for it: {}{more}",
        unasked.join(", ")
    );
    let id = task.task.id.clone();
    let lowered = SessionDecided::TrustLowered { why };
    context.decide_for(&id, Decided::Session(lowered));
}
