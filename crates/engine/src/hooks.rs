//! Hooks of the person's: programs that are asked before something is done ([`asking`]), and told afterwards ([`telling`]).
//! Here is which of them a moment concerns, what they are told, and what their end says. Closed: one that can't be asked holds
//! what it was to be asked about.

pub(crate) mod asking;
pub(crate) mod telling;

use gate::hook_event;
use ledger::action::Moment;
use ledger::gate::Checkpoint;
use ledger::ids::TaskId;
use ledger::observation::{Observation, Status};
use ledger::options::{HookOn, Hooks, UserHook};
use ledger::phase::Phase;
use ledger::proposal::Proposal;

use crate::state::{HookAnswer, State};

/// What a hook is told of a moment.
pub(crate) fn event(
    state: &State,
    task: &TaskId,
    moment: &Moment,
    came: Option<&Observation>,
) -> String {
    let prepared = state.tasks.get(task).and_then(|it| it.prepared.as_deref());
    let repository = state.opened.as_ref().map(|it| it.repository.as_str());
    let about = hook_event::About {
        run: &state.run,
        task,
        phase: state.phase,
        cwd: prepared
            .map(|it| it.directory.as_str())
            .or(repository)
            .unwrap_or_default(),
        branch: prepared.map(|it| it.branch.as_str()),
        call: moment.call().and_then(|(_, call)| {
            let (_, pending) = state.pending(task, call)?;
            let tool = pending.proposal.as_deref().ok()?.tool();
            Some((tool, pending.call.args.as_str()))
        }),
        came,
        why: state.failing.as_deref(),
    };
    hook_event::event(moment, &about)
}

/// The hooks of a moment, in their order.
pub(crate) fn of(hooks: &Hooks, state: &State, moment: &Moment) -> Vec<UserHook> {
    let pending = moment
        .call()
        .and_then(|(task, call)| state.pending(task, call));
    let proposal = pending.and_then(|(_, it)| it.proposal.as_deref().ok());
    let concerned = |hooks: &[UserHook], failures: bool| -> Vec<UserHook> {
        let all = hooks.iter();
        let concerned = all.filter(|it| concerns(&it.on, moment, proposal, state.phase, failures));
        concerned.cloned().collect()
    };
    match moment {
        Moment::BeforeCall(..) | Moment::BeforePhase(..) | Moment::BeforeCheck { .. } => {
            concerned(&hooks.before, false)
        }
        Moment::AfterCall { failed, .. } => {
            let mut all = concerned(&hooks.after, false);
            if *failed {
                all.extend(concerned(&hooks.failed, true));
            }
            all
        }
        Moment::AfterPhase(..) => concerned(&hooks.after, false),
        Moment::Failed(_) => concerned(&hooks.failed, true),
    }
}

/// Whether a hook is about a moment: all that it names holds.
fn concerns(
    on: &HookOn,
    moment: &Moment,
    proposal: Option<&Proposal>,
    phase: Phase,
    failures: bool,
) -> bool {
    let named = !on.tool.is_empty() || !on.checkpoint.is_empty();
    let is_call = moment.call().is_some();
    let at = match moment {
        Moment::BeforePhase(phase, _) | Moment::AfterPhase(phase, _) | Moment::Failed(phase) => {
            *phase
        }
        Moment::BeforeCall(..) | Moment::AfterCall { .. } | Moment::BeforeCheck { .. } => phase,
    };
    let by_itself = match (named, on.phase.is_empty(), is_call) {
        (true, _, _) => true,
        // A phase alone is about the phase.
        (false, false, is_call) => !is_call && !matches!(moment, Moment::BeforeCheck { .. }),
        // Nothing: every call; or every run that failed.
        (false, true, is_call) => {
            is_call != failures && !matches!(moment, Moment::BeforeCheck { .. })
                || matches!(moment, Moment::Failed(_)) && failures
        }
    };
    let tool = on.tool.is_empty()
        || proposal.is_some_and(|it| on.tool.iter().any(|name| name == it.tool()));
    let checkpoint = on.checkpoint.is_empty()
        || checkpoints(moment, proposal)
            .iter()
            .any(|it| on.checkpoint.contains(it));
    by_itself && tool && checkpoint && (on.phase.is_empty() || on.phase.contains(&at))
}

/// The checkpoints that a moment is at.
fn checkpoints(moment: &Moment, proposal: Option<&Proposal>) -> Vec<Checkpoint> {
    let writes = matches!(
        proposal,
        Some(Proposal::Write { .. } | Proposal::Edit { .. } | Proposal::Delete { .. })
    );
    let (one, other) = match moment {
        Moment::BeforeCall(..) => (Checkpoint::PreTool, Checkpoint::PreWrite),
        Moment::AfterCall { .. } => (Checkpoint::PostTool, Checkpoint::PostWrite),
        Moment::BeforePhase(..) => return vec![Checkpoint::PrePhaseTransition],
        Moment::BeforeCheck { .. } => return vec![Checkpoint::PreVerifyCommand],
        Moment::AfterPhase(..) | Moment::Failed(_) => return Vec::new(),
    };
    if writes { vec![one, other] } else { vec![one] }
}

/// In whose worktree a hook runs that is about the run.
pub(crate) fn whose(state: &State) -> Option<TaskId> {
    let mut tasks = state.tasks.values();
    let task = tasks.rfind(|it| it.prepared.is_some());
    let task = task.or_else(|| state.last_task());
    let task = task.or_else(|| state.tasks.values().next_back());
    task.map(|it| it.task.id.clone())
}

/// What a hook's end says; nothing where it was cut off and is asked again.
pub(crate) fn answer(came: &Observation) -> Option<HookAnswer> {
    match came.status {
        Status::Cancelled | Status::Interrupted => None,
        Status::TimedOut => Some(HookAnswer::Broken(first_line(&came.text))),
        Status::Ok
        | Status::Failed
        | Status::Refused
        | Status::Declined
        | Status::FactsChanged
        | Status::Invalid => Some(match came.exit_code {
            Some(code) => match hook_event::answer(code, &came.text) {
                Ok(None) => HookAnswer::GoOn,
                Ok(Some(why)) => HookAnswer::Stop(why),
                Err(why) => HookAnswer::Broken(why),
            },
            None => HookAnswer::Broken(first_line(&came.text)),
        }),
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or("it did not end").to_owned()
}
