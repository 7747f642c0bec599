//! Where the work of a run goes when it does not end on a branch of this machine alone.

use serde::{Deserialize, Serialize};

use super::{Login, RepoName};
use crate::ids::GitId;

/// How verified work comes into its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum MergeVia {
    /// A pull request is opened on the forge, and the run is done when it stands.
    #[default]
    PullRequest,
    /// The target branch of the forge is moved to the verified commit.
    Branch,
}

/// Where on a forge the work of a run goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Publish {
    /// The forge, by its name in the configuration.
    pub forge: String,
    /// The repository.
    pub repo: RepoName,
    /// The account under which it is pushed, opened and commented.
    pub login: Login,
    /// How it comes into its target.
    pub via: MergeVia,
    /// The branch there that has the work, without `refs/heads/`; empty: called as the run's own branch here.
    pub branch: String,
    /// Where that branch stood when the run began; `None`: it did not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tip: Option<GitId>,
    /// The commit of the target that the branch began from, where it existed: what others changed since is told from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<GitId>,
    /// The pull request of that branch, if one stands already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pull: Option<u64>,
    /// The issue that the work closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<u64>,
    /// The issue that this one is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// The forge's host: no command goes there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub host: String,
    /// Issues and pull requests of the repository where the agent may speak, the run's own first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u64>,
    /// Who is asked to review the pull request when it is opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reviewers: Vec<Login>,
    /// What the comment that reports the work is to hold, with names in braces (`{pr_number}`); empty: a short one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub report: String,
}
