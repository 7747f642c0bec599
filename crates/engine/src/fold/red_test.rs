//! Red: a declared command that failed on a new test, where the plan says test first.

use ledger::ids::TaskId;
use ledger::observation::Observation;
use ledger::proposal::Proposal;

use crate::state::State;

/// A declared command that failed once a test was written is red. One that could not be started says nothing.
pub(super) fn seen(state: &mut State, id: &TaskId, proposal: &Proposal, observation: &Observation) {
    /// What a shell answers where there is no such program, or none that may be started.
    const NOT_STARTED: [i32; 2] = [126, 127];
    let failed = |code: i32| code != 0 && !NOT_STARTED.contains(&code);
    if !observation.exit_code.is_some_and(failed) {
        return;
    }
    let opened = state.opened.clone();
    let Some(task) = state.tasks.get_mut(id).filter(|it| it.task.tdd && !it.red) else {
        return;
    };
    let configured = opened.iter().flat_map(|it| &it.options.policies.declared);
    let found = task.prepared.iter().flat_map(|it| &it.declared);
    let declared: Vec<&str> = configured.chain(found).map(String::as_str).collect();
    task.red =
        gate::declares(&declared, proposal) && gate::shows_red(&task.task, task.tests.keys());
}
