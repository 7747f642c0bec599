//! Messages from people: approvals, answers, budgets, hints, and the wish to stop.

use context::history::Turn;
use ledger::authorisation::Grant;
use ledger::event::{Ask, Decided, Need, Nudge, Park};
use ledger::ids::{ActId, GrantId, TaskId};
use ledger::message::{Body, Message};
use ledger::observation::{Observation, Status};
use ledger::phase::Stop;

use crate::correct;
use crate::desk::Desk;
use crate::draft;
use crate::state::Asking;
use crate::{stops, waves};

/// How an approval is settled.
pub(crate) const APPROVED: &str = "approved";

/// Takes a message in. What no longer fits is noted and changes nothing.
pub(crate) fn told(desk: &mut Desk<'_>, message: &Message) {
    if desk.state.ended.is_some() {
        return ignored(desk, "the run has ended");
    }
    match &message.body {
        Body::Approve { question, .. } => approve(desk, *question),
        Body::Grant(grant) => granted(desk, grant),
        Body::Revoke { grant } => revoked(desk, *grant),
        Body::Deny { question, reason } => deny(desk, *question, reason),
        Body::Answer { question, text } => answer(desk, *question, text),
        Body::Budget { .. } => segment(desk),
        // The fold has put them where they count; what they let go on is said by whoever resumes.
        Body::Settings(_) => {}
        Body::Resume { hint } => resume(desk, hint.as_deref()),
        Body::Stop { reason } => stop(desk, reason),
        Body::End { reason } => end(desk, reason),
    }
}

fn ignored(desk: &mut Desk<'_>, why: &str) {
    desk.decide(Decided::Noted {
        kind: "ignored".to_owned(),
        text: why.to_owned(),
    });
}

fn unpark(desk: &mut Desk<'_>, why: &str) {
    if desk.state.park.is_some() {
        desk.decide(Decided::Unparked {
            why: why.to_owned(),
        });
    }
}

/// The time that a parked run waits for may have come.
pub(crate) fn woke(desk: &mut Desk<'_>) {
    let now_ms = desk.now_ms();
    let come = |need: &Need| matches!(need, Need::Time { at_ms } if *at_ms <= now_ms);
    if desk
        .state
        .park
        .as_ref()
        .is_some_and(|it| it.needs.iter().any(come))
    {
        unpark(desk, "the time has come");
    }
}

/// More money and new limits. Other needs are not met by them.
fn segment(desk: &mut Desk<'_>) {
    let wanted = |park: &Park| park.needs.contains(&Need::Budget);
    if desk.state.park.as_ref().is_some_and(wanted) {
        unpark(desk, "a new budget segment");
    }
}

fn asking(desk: &mut Desk<'_>, question: ActId) -> Option<Asking> {
    let found = desk.state.questions.get(&question).cloned();
    if found.is_none() {
        ignored(desk, &format!("question {question} does not stand"));
    }
    found
}

fn settle(desk: &mut Desk<'_>, question: ActId, asking: &Asking, said: &str) {
    unpark(desk, "an answer");
    let decided = Decided::Settled {
        act: question,
        said: said.to_owned(),
    };
    match &asking.task {
        Some(task) => desk.decide_for(task, decided),
        None => desk.decide(decided),
    }
}

/// Yes. For a permission the call is weighed anew: if facts or policies differ from what was shown, it asks again.
fn approve(desk: &mut Desk<'_>, question: ActId) {
    let Some(asking) = asking(desk, question) else {
        return;
    };
    match &asking.ask {
        Ask::Plan { plan } => {
            settle(desk, question, &asking, APPROVED);
            draft::carry_out(desk, plan.as_ref().clone());
        }
        Ask::Permission { .. } | Ask::Review { .. } => settle(desk, question, &asking, APPROVED),
        Ask::Question { options, .. } => {
            let yes = options.first().cloned().unwrap_or_else(|| "yes".to_owned());
            answered(desk, question, &asking, &yes);
        }
    }
}

/// A grant answers the questions about what it covers: those calls are weighed anew.
fn granted(desk: &mut Desk<'_>, grant: &Grant) {
    let covered: Vec<(ActId, Asking)> = desk
        .state
        .questions
        .iter()
        .filter(|(_, it)| matches!(&it.ask, Ask::Permission { digest, .. } if grant.proposals.contains(digest)))
        .map(|(act, it)| (*act, it.clone()))
        .collect();
    for (question, asking) in covered {
        settle(desk, question, &asking, APPROVED);
    }
}

fn revoked(desk: &mut Desk<'_>, grant: GrantId) {
    if !desk.state.grants.iter().any(|it| it.grant == grant) {
        ignored(desk, &format!("there is no grant {grant}"));
    }
}

fn deny(desk: &mut Desk<'_>, question: ActId, reason: &str) {
    let Some(asking) = asking(desk, question) else {
        return;
    };
    let reason = if reason.is_empty() {
        "no reason was given"
    } else {
        reason
    };
    settle(desk, question, &asking, "denied");
    match (&asking.ask, &asking.call, &asking.task) {
        (Ask::Permission { .. } | Ask::Question { .. }, Some(call), Some(task)) => {
            desk.decide_for(
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
            desk.decide_for(task, Decided::Nudged { about, text });
        }
        (Ask::Plan { .. }, _, _) => draft::rejected(desk, reason),
        (Ask::Review { items }, _, _) => correct::rejected(desk, items, reason),
        (Ask::Permission { .. } | Ask::Question { .. }, _, _) => {}
    }
}

fn answer(desk: &mut Desk<'_>, question: ActId, text: &str) {
    let Some(asking) = asking(desk, question) else {
        return;
    };
    match &asking.ask {
        Ask::Question { .. } => answered(desk, question, &asking, text),
        Ask::Permission { .. } | Ask::Review { .. } | Ask::Plan { .. } => {
            ignored(
                desk,
                &format!("{question} takes `approve` or `deny`, not an answer in words"),
            );
        }
    }
}

fn answered(desk: &mut Desk<'_>, question: ActId, asking: &Asking, text: &str) {
    settle(desk, question, asking, "answered");
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
    desk.decide_for(task, decided);
}

/// What a person said, as the agent reads it.
pub(crate) fn said(hint: &str) -> String {
    format!("[a person says] {hint}")
}

/// Goes on. The agent is told what the person said, and has to be told something where it spoke last; what is said
/// about a report with gaps is for the next correction, which the fold keeps it for.
fn resume(desk: &mut Desk<'_>, hint: Option<&str>) {
    // Those that were handed over begin an attempt with what was said.
    let mut ids: Vec<TaskId> = waves::in_order(&desk.state)
        .filter(|it| it.held.as_ref().is_some_and(|(_, handed)| handed.is_none()))
        .map(|it| it.task.id.clone())
        .collect();
    if hint.is_some() {
        ids.extend(answered_by_hint(desk));
    }
    if ids.is_empty() {
        ids.extend(desk.state.current().map(|it| it.task.id.clone()));
    }
    unpark(desk, "resumed");
    for id in ids {
        go_on(desk, &id, hint);
    }
}

/// A hint is an answer to whatever an agent said in words alone: the tasks that it is for.
fn answered_by_hint(desk: &mut Desk<'_>) -> Vec<TaskId> {
    let words = |it: &Asking| it.call.is_none() && matches!(it.ask, Ask::Question { .. });
    let asked: Vec<(ActId, Asking)> = desk
        .state
        .questions
        .iter()
        .filter(|(_, it)| words(it))
        .map(|(act, it)| (*act, it.clone()))
        .collect();
    for (act, asking) in &asked {
        settle(desk, *act, asking, "answered");
    }
    asked.into_iter().filter_map(|(_, it)| it.task).collect()
}

fn go_on(desk: &mut Desk<'_>, id: &TaskId, hint: Option<&str>) {
    let task = desk.state.tasks.get(id);
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
    desk.decide_for(id, Decided::Nudged { about, text });
}

/// It waits for nobody afterwards, and goes on when somebody resumes it. One that waits for a time waits no longer.
fn stop(desk: &mut Desk<'_>, reason: &str) {
    let for_time = |park: &Park| park.needs.iter().all(|it| matches!(it, Need::Time { .. }));
    let rests = desk.state.park.as_ref().is_some_and(|it| !for_time(it));
    if !rests {
        stops::park(desk, Stop::Stopped, by_person(reason), vec![Need::Hint]);
    }
}

/// It is over. What is merged already can't be ended any more: then it goes on to its end.
fn end(desk: &mut Desk<'_>, reason: &str) {
    if desk.state.merged.is_some() {
        return unpark(desk, "it is merged already");
    }
    stops::end(desk, &by_person(reason));
}

fn by_person(reason: &str) -> String {
    if reason.is_empty() {
        "stopped by a person".to_owned()
    } else {
        format!("stopped by a person: {reason}")
    }
}
