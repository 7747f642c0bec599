//! The body of a delivery.

use serde::Deserialize;

use crate::wire::{
    ActionRun, CheckRun, Comment, Deployment, DeploymentStatus, Issue, Pull, Repository, Review,
    Status, User, Workflow, WorkflowRun, lenient,
};

/// The fields of all events of all forges. A status stands at the top, beside them.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Body {
    #[serde(deserialize_with = "lenient")]
    pub(super) action: String,
    #[serde(deserialize_with = "lenient")]
    pub(super) number: u64,
    #[serde(deserialize_with = "lenient")]
    pub(super) repository: Option<Repository>,
    #[serde(deserialize_with = "lenient")]
    pub(super) sender: Option<User>,
    #[serde(deserialize_with = "lenient")]
    pub(super) issue: Option<Issue>,
    #[serde(deserialize_with = "lenient")]
    pub(super) pull_request: Option<Pull>,
    #[serde(deserialize_with = "lenient")]
    pub(super) comment: Option<Comment>,
    #[serde(deserialize_with = "lenient")]
    pub(super) is_pull: bool,
    #[serde(deserialize_with = "lenient")]
    pub(super) review: Option<Review>,
    #[serde(deserialize_with = "lenient")]
    pub(super) requested_reviewer: Option<User>,
    #[serde(rename = "ref", deserialize_with = "lenient")]
    pub(super) reference: String,
    #[serde(deserialize_with = "lenient")]
    pub(super) ref_type: String,
    #[serde(deserialize_with = "lenient")]
    pub(super) before: String,
    #[serde(deserialize_with = "lenient")]
    pub(super) after: String,
    #[serde(deserialize_with = "lenient")]
    pub(super) workflow: Option<Workflow>,
    #[serde(deserialize_with = "lenient")]
    pub(super) workflow_run: Option<WorkflowRun>,
    #[serde(deserialize_with = "lenient")]
    pub(super) workflow_job: Option<WorkflowRun>,
    #[serde(deserialize_with = "lenient")]
    pub(super) check_run: Option<CheckRun>,
    #[serde(deserialize_with = "lenient")]
    pub(super) run: Option<ActionRun>,
    #[serde(deserialize_with = "lenient")]
    pub(super) deployment: Option<Deployment>,
    #[serde(deserialize_with = "lenient")]
    pub(super) deployment_status: Option<DeploymentStatus>,
    #[serde(flatten)]
    pub(super) status: Status,
}
