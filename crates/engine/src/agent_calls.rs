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
pub(crate) struct Told<'a> {
    call: &'a CallId,
    pub(crate) tool: &'a str,
    arguments: &'a str,
    cwd: Option<&'a str>,
    pub(crate) facts: &'a [Fact],
    /// Whether it is carried out here, where it may be done.
    by_us: bool,
}

impl<'a> Told<'a> {
    /// Of what was seen of a session, if it is a call that is proposed.
    pub(crate) fn of(seen: &'a SessionSeen) -> Option<Self> {
        match seen {
            SessionSeen::Proposed {
                call,
                tool,
                arguments,
                cwd,
                facts,
                by_us,
            } => Some(Self {
                call,
                tool,
                arguments,
                cwd: cwd.as_deref(),
                facts,
                by_us: *by_us,
            }),
            SessionSeen::Returned { .. }
            | SessionSeen::Working { .. }
            | SessionSeen::Opened(_)
            | SessionSeen::Prompted { .. }
            | SessionSeen::SaidDone { .. }
            | SessionSeen::Canary(_)
            | SessionSeen::NotVerified { .. }
            | SessionSeen::Noted { .. }
            | SessionSeen::Unread { .. }
            | SessionSeen::Ended { .. } => None,
        }
    }
}

/// A hook told something.
pub(crate) fn told(context: &mut StepContext<'_>, seen: &SessionSeen) {
    let Some(id) = context.state.at_hand().map(|it| it.task.id.clone()) else {
        return;
    };
    if let Some(told) = Told::of(seen) {
        return proposed(context, &id, &told);
    }
    if let SessionSeen::Returned {
        call, tool, failed, ..
    } = seen
    {
        returned(context, &id, call, tool, *failed);
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

/// What the gates say of a call.
pub(crate) enum Judged {
    /// It can't be read, so it asks.
    Unread(GateDecision),
    /// Of what it proposes the one that they say most against; none where it touches nothing.
    Read(Option<(GateDecision, Proposal)>),
}

/// Asks the gates about each of the things that a call proposes.
pub(crate) fn weigh(context: &mut StepContext<'_>, id: &TaskId, told: &Told<'_>) -> Judged {
    let proposals = match read(context, id, told) {
        Ok(proposals) => proposals,
        Err(why) => return Judged::Unread(wire::unknown_call(&why)),
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
    Judged::Read(worst)
}

/// The gates judge it.
fn judge(context: &mut StepContext<'_>, id: &TaskId, told: &Told<'_>) {
    let worst = match weigh(context, id, told) {
        Judged::Read(worst) => worst,
        Judged::Unread(decision) => {
            context.decide_for(id, Decided::Gated(decision.clone()));
            let words = words::refused(&decision);
            return answer(context, id, told.call, HookAnswer::Deny, words);
        }
    };
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
pub(crate) fn read(
    context: &StepContext<'_>,
    id: &TaskId,
    told: &Told<'_>,
) -> Result<Vec<Proposal>, String> {
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
