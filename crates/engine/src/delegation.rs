//! Handing a task to an agent of somebody else, a turn at a time, where the built-in loop would ask a model. Its turn ends with
//! a claim, and from there on everything is as for the loop: commit, run branch, verification, correction.

mod words;

use agents::host::Host;
use ledger::action::{Action, Delegate};
use ledger::options::{AgentChoice, AgentKind};

use crate::state::{State, TaskState};

/// Longest turn beyond the time that a run has left, in seconds: its limits end it before.
const SPARE_S: u64 = 60;

/// What has the agent work on a task for a turn.
///
/// # Errors
/// The agent is not known, in words.
pub(crate) fn turn(state: &State, task: &TaskState, agent: &AgentChoice) -> Result<Action, String> {
    let resumes = task.worker.session.as_deref();
    let argv = match agent.kind {
        AgentKind::Cli => Host::named(&agent.profile)
            .ok_or_else(|| format!("no agent is known as `{}`", agent.profile))?
            .card()?
            .headless
            .command_line(&agent.command, agent.model.as_deref(), resumes),
        AgentKind::Acp => agent.command.clone(),
    };
    let limits = state.opened.as_deref().map(|it| &it.options.limits);
    let seconds = limits.map_or(0, |it| it.total_time_ms / 1000);
    Ok(Action::Delegate(Delegate {
        task: task.task.id.clone(),
        agent: agent.name.clone(),
        profile: agent.profile.clone(),
        kind: agent.kind,
        argv,
        prompt: words::prompt(state, task),
        resumes: resumes.map(str::to_owned),
        spend_max: state.purse.remaining(),
        timeout_s: u32::try_from(seconds.saturating_add(SPARE_S)).unwrap_or(u32::MAX),
    }))
}
