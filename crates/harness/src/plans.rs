//! Plans apart from carrying them out: what a source says, what a run was planned to do, and plans as files.

use ledger::event::Ask;
use ledger::ids::RunId;
use ledger::plan::Plan;
use ledger::promise::{Promise, Source};

use crate::runs::Told;
use crate::site::NoSite;

/// A plan, or a source that leaves it to a model.
#[derive(Debug, Clone)]
pub struct Planned {
    /// What it is to fulfil.
    pub promise: Promise,
    /// The plan; `None`: a model makes one when it is run.
    pub plan: Option<Plan>,
    /// What somebody should look at.
    pub warnings: Vec<String>,
    /// The run that waits until somebody approves the plan.
    pub waits: Option<RunId>,
}

/// What a source says.
///
/// # Errors
/// [`NoSite::Plan`] with everything that is wrong with it, each with its place.
pub fn of_source(source: &Source) -> Result<Planned, NoSite> {
    let said = |problems: &[spec::Problem]| -> Vec<String> {
        problems.iter().map(ToString::to_string).collect()
    };
    let spec = spec::read(source).map_err(|problems| NoSite::Plan(said(&problems).join("\n\n")))?;
    let sentence = matches!(source, Source::Sentence { .. });
    Ok(Planned {
        plan: spec.plan.filter(|_| !sentence),
        promise: spec.promise,
        warnings: said(&spec.problems),
        waits: None,
    })
}

/// What a run is to do: the plan that waits for approval, else the one that is carried out. `None` before there is one.
#[must_use]
pub fn of_run(told: &Told) -> Option<Planned> {
    of_state(&told.state)
}

/// The same for a run as it was left.
#[must_use]
pub fn of_state(state: &engine::state::State) -> Option<Planned> {
    let asked = state.questions.values().find_map(|it| match &it.ask {
        Ask::Plan { plan } => Some(plan.as_ref().clone()),
        Ask::Permission { .. } | Ask::Question { .. } | Ask::Review { .. } => None,
    });
    let waits = asked.is_some().then(|| state.run.clone());
    Some(Planned {
        promise: state.promise.as_deref().cloned()?,
        plan: Some(asked.or_else(|| state.plan.as_deref().cloned())?),
        warnings: Vec::new(),
        waits,
    })
}

/// The plan as a phase that can be edited and run: the name of its folder, and one file for each task.
#[must_use]
pub fn files(plan: &Plan, promise: &Promise) -> (String, Vec<(String, String)>) {
    let file = |task| {
        (
            spec::plan_md::file_name(plan, task),
            spec::plan_md::write(plan, task, promise),
        )
    };
    let files = plan.tasks.iter().map(file).collect();
    (spec::plan_md::phase_name(plan), files)
}
