//! Statuses, runs and jobs, deployments.

use serde::Deserialize;

use super::lenient::{lenient, list};
use super::subjects::{Repository, User};

/// A commit status, as a delivery and as an item of a list tell it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Status {
    #[serde(deserialize_with = "lenient")]
    pub(crate) sha: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) context: String,
    /// In a delivery, and in GitHub's lists.
    #[serde(deserialize_with = "lenient")]
    pub(crate) state: String,
    /// In the lists of Gitea and Forgejo.
    #[serde(deserialize_with = "lenient")]
    pub(crate) status: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) description: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) created_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) updated_at: String,
    /// On GitHub: the branches that the commit is the tip of.
    #[serde(deserialize_with = "list")]
    pub(crate) branches: Vec<Branch>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Branch {
    #[serde(deserialize_with = "lenient")]
    pub(crate) name: String,
}

/// What a run belongs to.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Workflow {
    #[serde(deserialize_with = "lenient")]
    pub(crate) name: String,
}

/// A run of a workflow, or one of its jobs, which have no path and no time of change.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WorkflowRun {
    #[serde(deserialize_with = "lenient")]
    pub(crate) id: u64,
    #[serde(deserialize_with = "lenient")]
    pub(crate) name: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) path: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) status: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) conclusion: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) head_sha: String,
    /// Missing in runs for a pull request on Gitea.
    #[serde(deserialize_with = "lenient")]
    pub(crate) head_branch: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) created_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) updated_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) started_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) completed_at: String,
}

/// GitHub's check of a commit by an application.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct CheckRun {
    #[serde(deserialize_with = "lenient")]
    pub(crate) id: u64,
    #[serde(deserialize_with = "lenient")]
    pub(crate) name: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) status: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) conclusion: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) head_sha: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) started_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) completed_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) check_suite: CheckSuite,
    #[serde(deserialize_with = "lenient")]
    pub(crate) output: CheckOutput,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct CheckSuite {
    #[serde(deserialize_with = "lenient")]
    pub(crate) head_branch: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct CheckOutput {
    #[serde(deserialize_with = "lenient")]
    pub(crate) title: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) summary: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) text: String,
}

/// Forgejo's run, in deliveries that have neither a repository nor a sender beside it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ActionRun {
    #[serde(deserialize_with = "lenient")]
    pub(crate) repository: Option<Repository>,
    #[serde(deserialize_with = "lenient")]
    pub(crate) trigger_user: Option<User>,
    #[serde(deserialize_with = "lenient")]
    pub(crate) workflow_id: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) commit_sha: String,
    /// `#46` for a pull request.
    #[serde(deserialize_with = "lenient")]
    pub(crate) prettyref: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) status: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) stopped: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) updated: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Deployment {
    #[serde(deserialize_with = "lenient")]
    pub(crate) sha: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) environment: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct DeploymentStatus {
    #[serde(deserialize_with = "lenient")]
    pub(crate) state: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) environment: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) description: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) created_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) updated_at: String,
}
