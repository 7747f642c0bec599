//! Plans apart from carrying them out: what a source says, what a run was planned to do, and plans as files.

use std::path::Path;

use ledger::event::Ask;
use ledger::ids::RunId;
use ledger::plan::Plan;
use ledger::promise::{Promise, Source};
use spec::Work;

use crate::repository::{NoSite, Site};

/// A plan, or a source that leaves it to a model.
#[derive(Debug, Clone)]
pub struct Planned {
    /// What it is to fulfil.
    pub promise: Promise,
    /// The plan; `None`: a model makes one when it is run, or nothing is left to be done.
    pub plan: Option<Plan>,
    /// Why nothing is left to be done, if that is so.
    pub done: Option<String>,
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
    let (plan, done) = match spec.work {
        Work::Planned(plan) => (Some(plan).filter(|_| !sentence), None),
        Work::Unplanned => (None, None),
        Work::Done(why) => (None, Some(why)),
    };
    Ok(Planned {
        plan,
        done,
        promise: spec.promise,
        warnings: said(&spec.problems),
        waits: None,
    })
}

/// What a run is to do: the plan that waits for approval, else the one that is carried out. `None` before there is one.
#[must_use]
pub fn of_run(state: &engine::state::State) -> Option<Planned> {
    let asked = state.questions.values().find_map(|it| match &it.ask {
        Ask::Plan { plan } => Some(plan.as_ref().clone()),
        Ask::Permission { .. } | Ask::Question { .. } | Ask::Tools { .. } | Ask::Review { .. } => {
            None
        }
    });
    let waits = asked.is_some().then(|| state.run.clone());
    Some(Planned {
        promise: state.promise.as_deref().cloned()?,
        done: None,
        plan: Some(asked.or_else(|| state.plan.as_deref().cloned())?),
        warnings: Vec::new(),
        waits,
    })
}

/// A change or a main spec of a folder `openspec`, as it was checked.
#[derive(Debug, Clone)]
pub struct Checked {
    /// `change` or `spec`.
    pub kind: &'static str,
    /// Its name.
    pub id: String,
    /// Whether it can be used.
    pub valid: bool,
    /// What is wrong with it, or should be looked at, each with its place.
    pub problems: Vec<String>,
}

/// Whether a path is a folder of many changes, and not one of them.
#[must_use]
pub fn is_folder_of_changes(path: &Path) -> bool {
    path.join("changes").is_dir() && !crate::source::change::is_change(path)
}

/// Checks a whole folder `openspec`: each change, each main spec, and that no two changes touch one requirement.
///
/// # Errors
/// [`NoSite::Plan`] when it can't be read.
pub fn check_folder(site: &Site, path: &Path) -> Result<Vec<Checked>, NoSite> {
    let folder = crate::source::change::all(&site.repo.root, path)?;
    let items = spec::openspec::check(&folder.path, &folder.files);
    let checked = |it: spec::openspec::Item| Checked {
        kind: match it.kind {
            spec::openspec::Kind::Change => "change",
            spec::openspec::Kind::Spec => "spec",
        },
        valid: it.is_valid(),
        problems: it.problems.iter().map(ToString::to_string).collect(),
        id: it.id,
    };
    Ok(items.into_iter().map(checked).collect())
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
