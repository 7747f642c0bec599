//! What a thing that was seen changes.

use std::sync::Arc;

use context::history::Turn;
use context::tokens::Rate;
use ledger::action::Action;
use ledger::event::{Claimed, Inspection, Opened, Seen, Stamp};
use ledger::ids::{ActId, CallId};
use ledger::message::{Body, Message};
use ledger::money::Usd;
use ledger::observation::{Observation, Status};
use ledger::offered::ServerSeen;
use ledger::phase::Phase;
use ledger::reply::{Ended, FailureKind, ModelFailure, Reply};
use ledger::report::ReportStatus;
use ledger::settings::Settings;

use super::outcome::outcome;
use super::{answer::answer, delegated, grants, hooked, join, red_test};
use crate::state::{
    ActKind, CallStatus, Failures, Hooked, Pending, Stage, State, Validation, is_early,
};
use crate::{server_tools, toolbox};

pub(super) fn apply(state: &mut State, stamp: &Stamp, seen: &Seen) {
    state.just_done = None;
    state.hooked.just = None;
    match seen {
        Seen::Opened(opened) => open(state, opened),
        Seen::Claimed(claimed) => claim(state, claimed),
        Seen::Replied { act, reply } => replied(state, *act, reply),
        Seen::ModelFailed { act, failure } => model_failed(state, *act, failure),
        Seen::Proposed { call, .. } => proposed(state, stamp, call),
        Seen::Finished { act, observation } => finished(state, *act, observation),
        Seen::Scanned {
            act: _,
            tree,
            changed,
        } => scanned(state, stamp, tree.as_ref(), changed.len()),
        Seen::Inspected { act, found } => inspected(state, *act, found),
        Seen::Ranked { act, files } => {
            if let Some(task) = state.task_of(*act) {
                task.ranked = Some((stamp.at_ms, Arc::new(files.clone())));
            }
            state.acts.remove(act);
        }
        Seen::Compared { act, unfit } => {
            if state.acts.remove(act).is_some() {
                state.validation.unfit = Some(Arc::new(unfit.clone()));
            }
        }
        Seen::Measured { act, measured } => {
            if state.acts.remove(act).is_some() {
                state.validation.measured = Some(Arc::new(measured.clone()));
            }
        }
        Seen::Falsified { act, facts } => {
            if state.acts.remove(act).is_some() {
                state.validation.falsified = Some(Arc::from(facts.as_str()));
            }
        }
        Seen::Gathered { act, files } => {
            if state.acts.remove(act).is_some() {
                state.papers.gathered = Some(Arc::new(files.clone()));
            }
        }
        Seen::Board(_) => {}
        Seen::Session(seen) => delegated::seen(state, stamp, seen),
        Seen::Server(seen) => server_seen(state, seen),
        // For the record; nothing depends on it.
        Seen::Connected(_) => {}
        Seen::Told(message) => told(state, message),
        Seen::Woke { act } => {
            state.acts.remove(act);
            if let Some(alarm) = state.alarm.as_mut().filter(|it| it.act == *act) {
                alarm.rang = true;
            }
        }
        Seen::Interrupted | Seen::Notified(_) => {}
        Seen::Rewound { .. } => rewound(state),
    }
}

/// The facts of a call are there. One whose turn has not come waits for it.
fn proposed(state: &mut State, stamp: &Stamp, call: &CallId) {
    let task = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it));
    let Some(task) = task.filter(|it| is_early(&it.calls, call)) else {
        return;
    };
    let pending = task.calls.iter_mut().find(|it| it.call.id == *call);
    if let Some(pending) = pending.filter(|it| matches!(it.status, CallStatus::Weighing)) {
        pending.status = CallStatus::Foreseen;
    }
}

fn open(state: &mut State, opened: &Opened) {
    state.mode = opened.options.mode;
    state.purse.total = opened.options.budget.total;
    state.purse.segments = 1;
    state.published.pull = opened.publish.as_ref().and_then(|it| it.pull);
    state.opened = Some(Arc::new(opened.clone()));
}

/// A new driver. Requests of the one before are lost: what was set aside for them counts as spent.
fn claim(state: &mut State, claimed: &Claimed) {
    let first = state.epoch == 0;
    if claimed.epoch != state.epoch && !first {
        let lost: Vec<ActId> = state
            .acts
            .iter()
            .filter(|(_, open)| {
                matches!(open.kind, ActKind::Model { .. } | ActKind::Inspect { .. })
            })
            .map(|(act, _)| *act)
            .collect();
        for act in lost {
            if let Some(open) = state.acts.remove(&act)
                && let ActKind::Model { reserve } = open.kind
            {
                settle(state, reserve, reserve);
                state.purse.cut_off = state.purse.cut_off.plus(reserve);
            }
        }
    }
    if !first {
        Arc::make_mut(&mut state.servers).are_gone();
        state.gathered.checkout = None;
    }
    state.epoch = claimed.epoch;
    state.attended = claimed.attended;
    state.held = claimed.held.clone();
    state.driver = Some((claimed.driver, claimed.supervisor));
}

/// What was set aside is given back, what was spent is booked.
pub(super) fn settle(state: &mut State, reserve: Usd, cost: Usd) {
    state.purse.reserved = state.purse.reserved.minus(reserve);
    state.purse.spent.llm = state.purse.spent.llm.plus(cost);
}

fn replied(state: &mut State, act: ActId, reply: &Reply) {
    let Some(open) = state.acts.remove(&act) else {
        return;
    };
    let ActKind::Model { reserve } = open.kind else {
        return;
    };
    settle(state, reserve, reply.cost);
    state.guessed(reply.cost);
    state.counts.turns = state.counts.turns.saturating_add(1);
    let Some(task) = open.task.and_then(|it| state.tasks.get_mut(&it)) else {
        return;
    };
    task.failures.requests = 0;
    task.failures.waited_ms = 0;
    let counted = reply.usage.map_or(0, |it| it.prompt());
    state.rate = Rate::measured(counted, task.asked.bytes).or(state.rate);
    task.turns
        .push(Turn::Agent(Arc::new(reply.clone()), task.asked));
    task.calls = reply
        .calls
        .iter()
        .map(|call| Pending {
            proposal: server_tools::read(&state.servers, call)
                .unwrap_or_else(|| toolbox::read(call))
                .map(Arc::new),
            call: Arc::new(call.clone()),
            status: CallStatus::New,
        })
        .collect();
    let readable = task.calls.iter().any(|it| it.proposal.is_ok());
    // Words that were cut off are no claim, and neither is a refusal.
    let whole = !matches!(reply.ended, Ended::Length | Ended::Refusal);
    let claims = reply.calls.is_empty() && !reply.text.trim().is_empty() && whole;
    if claims {
        task.claim = Some(reply.text.clone());
        task.words_in_row = task.words_in_row.saturating_add(1);
    } else {
        task.words_in_row = 0;
    }
    task.failures.nonsense = if readable || claims {
        0
    } else {
        task.failures.nonsense.saturating_add(1)
    };
}

fn model_failed(state: &mut State, act: ActId, failure: &ModelFailure) {
    let Some(open) = state.acts.remove(&act) else {
        return;
    };
    let ActKind::Model { reserve } = open.kind else {
        return;
    };
    settle(state, reserve, Usd::ZERO);
    let Some(task) = open.task.and_then(|it| state.tasks.get_mut(&it)) else {
        return;
    };
    let row = if failure.kind == FailureKind::Nonsense {
        &mut task.failures.nonsense
    } else {
        &mut task.failures.requests
    };
    *row = row.saturating_add(1);
    if failure.kind == FailureKind::TooLong {
        // Three quarters of it: how much the model takes is not said in any form.
        let less = task.asked_tokens.saturating_mul(3).checked_div(4);
        task.tokens_max = less;
    }
}

fn scanned(state: &mut State, stamp: &Stamp, tree: Option<&ledger::ids::GitId>, changed: usize) {
    let Some(task) = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it)) else {
        return;
    };
    if let Some(tree) = tree
        && changed > 0
    {
        task.tree = Some(tree.clone());
        task.touched = true;
        task.stuck.changed(Some(tree));
    }
}

fn server_seen(state: &mut State, seen: &ServerSeen) {
    let servers = Arc::make_mut(&mut state.servers);
    match seen {
        ServerSeen::Closed { server, .. } => servers.closed(server),
        ServerSeen::Offers(offer) => servers.offers(offer),
    }
}

fn inspected(state: &mut State, act: ActId, found: &[Inspection]) {
    if state.acts.remove(&act).is_some() {
        state.validation.found = Some(Arc::new(found.to_vec()));
    }
}

fn told(state: &mut State, message: &Message) {
    state.told = state.told.max(message.id);
    match &message.body {
        Body::Budget { usd } => {
            let more = usd.or_else(|| state.opened.as_ref().map(|it| it.options.budget.total));
            state.purse.total = state.purse.total.plus(more.unwrap_or_default());
            state.purse.segments = state.purse.segments.saturating_add(1);
            state.purse.warned = false;
            let counts = &mut state.counts;
            counts.segment.turns = counts.turns;
            counts.segment.tool_calls = counts.tool_calls;
            counts.segment.verifications = counts.verifications;
            counts.segment.active_ms = state.clock.active_ms;
        }
        Body::Settings(settings) => set_anew(state, settings),
        Body::Resume { hint } => resumed(state, hint.as_deref()),
        Body::Approve { question, terms } => grants::approved(state, message, *question, *terms),
        Body::Grant(grant) => grants::granted(state, message, grant),
        Body::Revoke { grant } => grants::revoked(state, *grant),
        Body::Deny { .. } | Body::Answer { .. } | Body::Stop { .. } | Body::End { .. } => {}
    }
}

/// Other values than the run was opened with. Another model makes other tokens of the same text.
fn set_anew(state: &mut State, settings: &Settings) {
    if let Some(opened) = state.opened.as_mut() {
        settings.apply(&mut Arc::make_mut(opened).options);
    }
    if settings.models.is_some() {
        state.rate = None;
        for task in state.tasks.values_mut() {
            task.tokens_max = None;
        }
    }
}

/// A person lets it go on: what was counted towards a stop is forgiven. Over a report with gaps that was handed over, a
/// hint is for the next correction; without one something outside was mended, so the verification begins anew. A run
/// that was only cut off goes on where it was.
fn resumed(state: &mut State, hint: Option<&str>) {
    state.counts.entered.clear();
    for task in state.tasks.values_mut() {
        task.failures.requests = 0;
        task.failures.waited_ms = 0;
        task.failures.nonsense = 0;
        task.stuck.forgiven();
    }
    if state.park.is_none() {
        return;
    }
    state.correction.forgiven();
    state.gathered.forgotten(state.evidence.len());
    join::forgiven(state, hint);
    let reported = state.validation.reported && state.questions.is_empty();
    let gaps = state.report.as_ref().map(|it| it.status) == Some(ReportStatus::GapsFound);
    if state.phase == Phase::Validating && reported && gaps {
        state.correction.let_go_on = true;
        state.correction.hint = hint.map(str::to_owned);
        if hint.is_none() {
            state.validation = Validation::default();
        }
    }
}

/// What a rewind leaves open is looked at anew: acts that were under way at that line are not. A verification begins
/// again, for its candidate no longer stands in the worktree.
fn rewound(state: &mut State) {
    let standing = state.tasks.iter().filter(|(_, it)| it.prepared.is_some());
    state.to_restore = standing.map(|(id, _)| id.clone()).collect();
    state.escalating = None;
    state.alarm = None;
    state.hooked = Hooked::default();
    if state.phase == Phase::Validating || state.joining.is_some() {
        state.validation = Validation::default();
    }
    state.joining = None;
    state.gathered.checkout = None;
    state.acts.clear();
    state.questions.clear();
    // A use that is taken back was one all the same, and a grant that was taken back stays so: people are asked anew.
    state.grants.clear();
    state.ended = None;
    state.purse.reserved = Usd::ZERO;
    for task in state.tasks.values_mut() {
        // Who takes it back lets it go on from there.
        task.held = None;
        task.failures = Failures::default();
        task.stage = match task.stage {
            Stage::Fresh | Stage::Preparing => Stage::Fresh,
            Stage::Working | Stage::Committing => Stage::Working,
            Stage::Committed | Stage::Joining | Stage::Integrating => Stage::Committed,
            Stage::Integrated => Stage::Integrated,
        };
        for pending in &mut task.calls {
            if !matches!(pending.status, CallStatus::Answered { .. }) {
                pending.status = CallStatus::New;
            }
        }
    }
}

fn finished(state: &mut State, act: ActId, observation: &Observation) {
    let is_hook = hooked::is_hook(state, act);
    // A server that can't be reached is done without.
    let connects = matches!(state.action(act), Some(Action::Connect(_)));
    let open = state.acts.get(&act);
    let own = !is_hook && !connects && open.is_some_and(|it| it.call.is_none());
    if let Some(task) = state.task_of(act).filter(|_| own) {
        let own = &mut task.failures.own;
        *own = match observation.status {
            Status::Ok => 0,
            Status::Failed | Status::TimedOut | Status::FactsChanged => own.saturating_add(1),
            Status::Refused
            | Status::Declined
            | Status::Cancelled
            | Status::Interrupted
            | Status::Invalid => *own,
        };
    }
    if let Some((task, call)) = state
        .acts
        .get(&act)
        .and_then(|it| it.task.clone().zip(it.call.clone()))
    {
        let proposal = state
            .pending(&task, &call)
            .and_then(|(_, it)| it.proposal.clone().ok());
        if let Some(proposal) = &proposal {
            red_test::seen(state, &task, proposal, observation);
            state.published.proposed(proposal, observation);
        }
        if proposal.is_none() {
            delegated::carried_out(state, &task, &call, observation);
        }
        state.just_done = proposal.map(|it| it.tool());
        hooked::called(state, &task, &call, observation);
        answer(state, Some(&task), &call, observation);
        if let Some(task) = state
            .tasks
            .get_mut(&task)
            .filter(|_| observation.outside.is_some())
        {
            task.taint = task.taint.saturating_add(1);
        }
    }
    if is_hook {
        hooked::ended(state, act, observation);
    }
    outcome(state, act, observation);
    state.acts.remove(&act);
}
