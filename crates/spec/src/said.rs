//! What a source says, whatever kind it is of.

use ledger::plan::Plan;
use ledger::promise::Promise;

use crate::problem::Problem;

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
