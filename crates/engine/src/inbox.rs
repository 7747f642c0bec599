//! Messages from people: approvals, answers, budgets, hints, and the wish to stop.

use context::history::Turn;
use ledger::authorisation::Grant;
use ledger::event::{Ask, Decided, Need, Nudge, Park};
use ledger::gate::GateDecision;
use ledger::ids::{ActId, GrantId, TaskId};
use ledger::message::{Body, Message};
use ledger::observation::{Observation, Status};
use ledger::phase::Stop;

use crate::correction;
use crate::person_words::{APPROVED, said};
use crate::planning;
use crate::state::{Asking, TaskState};
use crate::step_context::StepContext;
use crate::{stops, waves};

/// Takes a message in. What no longer fits is noted and changes nothing.
pub(crate) fn told(context: &mut StepContext<'_>, message: &Message) {
    if context.state.ended.is_some() {
        return ignored(context, "the run has ended");
    }
    match &message.body {
        Body::Approve { question, .. } => approve(context, *question),
        Body::Grant(grant) => granted(context, grant),
        Body::Revoke { grant } => revoked(context, *grant),
        Body::Deny { question, reason } => deny(context, *question, reason),
        Body::Answer { question, text } => answer(context, *question, text),
        Body::Budget { .. } => segment(context),
        // The fold has put them where they count; what they let go on is said by whoever resumes.
        Body::Settings(_) => {}
        Body::Resume { hint } => resume(context, hint.as_deref()),
        Body::Stop { reason } => stop(context, reason),
        Body::End { reason } => end(context, reason),
    }
}

fn ignored(context: &mut StepContext<'_>, why: &str) {
    context.decide(Decided::Noted {
        kind: "ignored".to_owned(),
        text: why.to_owned(),
    });
}

fn unpark(context: &mut StepContext<'_>, why: &str) {
    if context.state.park.is_some() {
        context.decide(Decided::Unparked {
            why: why.to_owned(),
        });
    }
}

/// The time that a parked run waits for may have come.
pub(crate) fn woke(context: &mut StepContext<'_>) {
    let now_ms = context.now_ms();
    let come = |need: &Need| matches!(need, Need::Time { at_ms } if *at_ms <= now_ms);
    if context
        .state
        .park
        .as_ref()
        .is_some_and(|it| it.needs.iter().any(come))
    {
        unpark(context, "the time has come");
    }
}

/// More money and new limits. Other needs are not met by them.
fn segment(context: &mut StepContext<'_>) {
    let wanted = |park: &Park| park.needs.contains(&Need::Budget);
    if context.state.park.as_ref().is_some_and(wanted) {
        unpark(context, "a new budget segment");
    }
}

fn asking(context: &mut StepContext<'_>, question: ActId) -> Option<Asking> {
    let found = context.state.questions.get(&question).cloned();
    if found.is_none() {
        ignored(context, &format!("question {question} does not stand"));
    }
    found
}

fn settle(context: &mut StepContext<'_>, question: ActId, asking: &Asking, said: &str) {
    unpark(context, "an answer");
    let decided = Decided::Settled {
        act: question,
        said: said.to_owned(),
    };
    match &asking.task {
        Some(task) => context.decide_for(task, decided),
        None => context.decide(decided),
    }
}

/// Yes. For a permission the call is weighed anew: if facts or policies differ from what was shown, it asks again.
fn approve(context: &mut StepContext<'_>, question: ActId) {
    let Some(asking) = asking(context, question) else {
        return;
    };
    match &asking.ask {
        Ask::Plan { plan } => {
            settle(context, question, &asking, APPROVED);
            planning::carry_out(context, plan.as_ref().clone());
        }
        Ask::Permission { .. } | Ask::Tools { .. } | Ask::Review { .. } => {
            settle(context, question, &asking, APPROVED);
            tell_worker(context, &asking, None);
        }
        Ask::Question { options, .. } => {
            let yes = options.first().cloned().unwrap_or_else(|| "yes".to_owned());
            answered(context, question, &asking, &yes);
        }
    }
}

/// A grant answers the questions about what it covers: those calls are weighed anew.
fn granted(context: &mut StepContext<'_>, grant: &Grant) {
    let opens = |decision: &GateDecision| {
        let mut entries = grant.network.iter();
        entries.any(|it| gate::is_about_registry(decision, it))
    };
    let covers = |ask: &Ask| match ask {
        Ask::Permission {
            digest, decision, ..
        } => grant.proposals.contains(digest) || opens(decision),
        Ask::Question { .. } | Ask::Plan { .. } | Ask::Tools { .. } | Ask::Review { .. } => false,
    };
    let covered: Vec<(ActId, Asking)> = context
        .state
        .questions
        .iter()
        .filter(|(_, it)| covers(&it.ask))
        .map(|(act, it)| (*act, it.clone()))
        .collect();
    for (question, asking) in covered {
        settle(context, question, &asking, APPROVED);
        tell_worker(context, &asking, None);
    }
}

fn revoked(context: &mut StepContext<'_>, grant: GrantId) {
    if !context.state.grants.iter().any(|it| it.grant == grant) {
        ignored(context, &format!("there is no grant {grant}"));
    }
}

/// A question about a call of an agent of somebody else has its answer, no with a reason or yes: it is told, for its call was
/// not kept waiting.
fn tell_worker(context: &mut StepContext<'_>, asking: &Asking, no: Option<&str>) {
    let (Ask::Permission { what, .. }, Some(id), Some(call)) =
        (&asking.ask, &asking.task, &asking.call)
    else {
        return;
    };
    let of_loop = |it: &TaskState| it.calls.iter().any(|it| it.call.id == *call);
    if context.state.tasks.get(id).is_none_or(of_loop) {
        return;
    }
    let text = match no {
        None => format!(
            "[interlock] A person allows this, once: `{what}`. Do it now if it is still needed."
        ),
        Some(reason) => format!("[interlock] A person said no to `{what}`: {reason}"),
    };
    let about = Nudge::Hint;
    context.decide_for(id, Decided::Nudged { about, text });
}

fn deny(context: &mut StepContext<'_>, question: ActId, reason: &str) {
    let Some(asking) = asking(context, question) else {
        return;
    };
    let reason = if reason.is_empty() {
        "no reason was given"
    } else {
        reason
    };
    settle(context, question, &asking, "denied");
    tell_worker(context, &asking, Some(reason));
    match (&asking.ask, &asking.call, &asking.task) {
        (Ask::Permission { .. } | Ask::Question { .. }, Some(call), Some(task)) => {
            context.decide_for(
                task,
                Decided::Answered {
                    call: call.clone(),
                    observation: Observation::plain(
                        Status::Declined,
                        format!("a person said no: {reason}"),
                    ),
                },
            );
        }
        (Ask::Question { .. }, None, Some(task)) => {
            let text = said(&format!("no: {reason}"));
            let about = Nudge::Hint;
            context.decide_for(task, Decided::Nudged { about, text });
        }
        (Ask::Plan { .. }, _, _) => planning::rejected(context, reason),
        (Ask::Review { items }, _, _) => correction::rejected(context, items, reason),
        (Ask::Permission { .. } | Ask::Question { .. } | Ask::Tools { .. }, _, _) => {}
    }
}

fn answer(context: &mut StepContext<'_>, question: ActId, text: &str) {
    let Some(asking) = asking(context, question) else {
        return;
    };
    match &asking.ask {
        Ask::Question { .. } => answered(context, question, &asking, text),
        Ask::Permission { .. } | Ask::Review { .. } | Ask::Tools { .. } | Ask::Plan { .. } => {
            ignored(
                context,
                &format!("{question} takes `approve` or `deny`, not an answer in words"),
            );
        }
    }
}

fn answered(context: &mut StepContext<'_>, question: ActId, asking: &Asking, text: &str) {
    settle(context, question, asking, "answered");
    let Some(task) = &asking.task else { return };
    let decided = match &asking.call {
        Some(call) => Decided::Answered {
            call: call.clone(),
            observation: Observation::plain(Status::Ok, text),
        },
        // It asked in words alone, so it is told in words.
        None => Decided::Nudged {
            about: Nudge::Hint,
            text: said(text),
        },
    };
    context.decide_for(task, decided);
}

/// Goes on. The agent is told what the person said, and has to be told something where it spoke last; what is said
/// about a report with gaps is for the next correction, which the fold keeps it for.
fn resume(context: &mut StepContext<'_>, hint: Option<&str>) {
    // Those that were handed over begin an attempt with what was said.
    let mut ids: Vec<TaskId> = waves::in_order(&context.state)
        .filter(|it| it.held.as_ref().is_some_and(|(_, handed)| handed.is_none()))
        .map(|it| it.task.id.clone())
        .collect();
    if hint.is_some() {
        ids.extend(answered_by_hint(context));
    }
    if ids.is_empty() {
        ids.extend(context.state.current().map(|it| it.task.id.clone()));
    }
    unpark(context, "resumed");
    for id in ids {
        go_on(context, &id, hint);
    }
}

/// A hint is an answer to whatever an agent said in words alone: the tasks that it is for.
fn answered_by_hint(context: &mut StepContext<'_>) -> Vec<TaskId> {
    let words = |it: &Asking| it.call.is_none() && matches!(it.ask, Ask::Question { .. });
    let asked: Vec<(ActId, Asking)> = context
        .state
        .questions
        .iter()
        .filter(|(_, it)| words(it))
        .map(|(act, it)| (*act, it.clone()))
        .collect();
    for (act, asking) in &asked {
        settle(context, *act, asking, "answered");
    }
    asked.into_iter().filter_map(|(_, it)| it.task).collect()
}

fn go_on(context: &mut StepContext<'_>, id: &TaskId, hint: Option<&str>) {
    let task = context.state.tasks.get(id);
    let Some(task) = task.filter(|it| it.calls.is_empty()) else {
        return;
    };
    let spoke_last = matches!(task.turns.last(), Some(Turn::Agent(..))) && task.claim.is_none();
    let (about, text) = match hint {
        Some(hint) => (Nudge::Hint, said(hint)),
        None if spoke_last => {
            let text = "[interlock] A person lets you go on.".to_owned();
            (Nudge::Again, text)
        }
        None => return,
    };
    context.decide_for(id, Decided::Nudged { about, text });
}

/// It waits for nobody afterwards, and goes on when somebody resumes it. One that waits for a time waits no longer.
fn stop(context: &mut StepContext<'_>, reason: &str) {
    let for_time = |park: &Park| park.needs.iter().all(|it| matches!(it, Need::Time { .. }));
    let rests = context.state.park.as_ref().is_some_and(|it| !for_time(it));
    if !rests {
        stops::park(context, Stop::Stopped, by_person(reason), vec![Need::Hint]);
    }
}

/// It is over. What is merged already can't be ended any more: then it goes on to its end.
fn end(context: &mut StepContext<'_>, reason: &str) {
    if context.state.merged.is_some() {
        return unpark(context, "it is merged already");
    }
    stops::end(context, &by_person(reason));
}

fn by_person(reason: &str) -> String {
    if reason.is_empty() {
        "stopped by a person".to_owned()
    } else {
        format!("stopped by a person: {reason}")
    }
}
