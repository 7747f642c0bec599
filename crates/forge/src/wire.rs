//! How forges write things in JSON: only the fields that are used, of all three kinds at once. Every field may be missing,
//! null or of another type; then it is as if it was empty. Bodies go through [`serde_json::Value`], where the same name
//! twice is no error either.

mod checks;
mod lenient;
mod subjects;

pub(crate) use checks::{
    ActionRun, CheckRun, Deployment, DeploymentStatus, Status, Workflow, WorkflowRun,
};
pub(crate) use lenient::{items, lenient, list};
pub(crate) use subjects::{Comment, Issue, Label, Pull, PullEnd, Repository, Review, Team, User};
