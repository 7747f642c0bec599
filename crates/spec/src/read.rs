//! Any source, read: what it promises, the plan that it holds if it holds one, and what is wrong with it.

use ledger::plan::Plan;
use ledger::promise::{Promise, Source};

use crate::problem::Problem;
use crate::{issue, openapi, openspec, phase, plan_md, sentence};

/// What a source says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// What is to be so afterwards. Not trusted until a caller who knows the source says so.
    pub promise: Promise,
    /// How, if the source says it.
    pub work: Work,
    /// Warnings.
    pub problems: Vec<Problem>,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work {
    /// As the source says.
    Planned(Plan),
    /// The source does not say how: somebody has to plan.
    Unplanned,
    /// Nothing is left to be done, and why.
    Done(String),
}

impl Spec {
    /// The plan, where the source holds one and something of it is left to be done.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        match &self.work {
            Work::Planned(plan) => Some(plan),
            Work::Unplanned | Work::Done(_) => None,
        }
    }

    /// Whether its plan is the one task that words are by themselves.
    #[must_use]
    pub fn is_one_task(&self) -> bool {
        let tasks = self.plan().map(|it| it.tasks.as_slice());
        matches!(tasks, Some([only]) if only.id.as_str() == crate::TASK)
    }

    /// The same, without the rest.
    #[must_use]
    pub fn into_plan(self) -> Option<Plan> {
        match self.work {
            Work::Planned(plan) => Some(plan),
            Work::Unplanned | Work::Done(_) => None,
        }
    }
}

/// Reads a source of any kind.
///
/// # Errors
/// Everything that is wrong with it, warnings included; at least one is an error.
pub fn read(source: &Source) -> Result<Spec, Vec<Problem>> {
    match source {
        Source::Sentence { text } => {
            let (promise, plan) = sentence(text);
            Ok(Spec {
                promise,
                work: Work::Planned(plan),
                problems: Vec::new(),
            })
        }
        Source::Plan { path, text } => {
            let (promise, plan, problems) = plan_md::read(path, text)?;
            Ok(Spec {
                promise,
                work: Work::Planned(plan),
                problems,
            })
        }
        Source::Phase { path, files } => phase::read(path, files),
        Source::Api { path, text, files } => openapi::read(path, text, files),
        Source::Change { path, files, .. } => openspec::read(path, files),
        Source::Issue(task) => issue::read(task),
    }
}
