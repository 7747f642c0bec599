//! Issues, pull requests, comments, reviews, and who and where.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::lenient::{lenient, list, maybe_list};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct User {
    /// -1: the account is gone.
    #[serde(deserialize_with = "lenient")]
    pub(crate) id: i64,
    #[serde(deserialize_with = "lenient")]
    pub(crate) login: String,
}

/// A team of an organisation, as Gitea and Forgejo tell it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Team {
    /// What its members may do, by part of a repository: `none`, `read`, `write`, `admin` or `owner`.
    #[serde(deserialize_with = "lenient")]
    pub(crate) units_map: BTreeMap<String, String>,
}

impl Team {
    /// Whether no member who can be assigned may not write to the repository.
    pub(crate) fn assigns_only_writers(&self) -> bool {
        let may = |unit: &str| self.units_map.get(unit).map_or("none", String::as_str);
        let writes = matches!(may("repo.code"), "write" | "admin" | "owner");
        let reads_at_most = |word: &String| matches!(word.as_str(), "none" | "read");
        let is_assignable =
            may("repo.pulls") != "none" || !self.units_map.values().all(reads_at_most);
        // Where nothing is told of it, anything can be.
        writes || !(is_assignable || self.units_map.is_empty())
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Permissions {
    #[serde(deserialize_with = "lenient")]
    pub(crate) admin: bool,
    #[serde(deserialize_with = "lenient")]
    pub(crate) push: bool,
    #[serde(deserialize_with = "lenient")]
    pub(crate) pull: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Repository {
    #[serde(deserialize_with = "lenient")]
    pub(crate) id: u64,
    #[serde(deserialize_with = "lenient")]
    pub(crate) full_name: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) default_branch: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) archived: bool,
    #[serde(deserialize_with = "lenient")]
    pub(crate) permissions: Permissions,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Label {
    #[serde(deserialize_with = "lenient")]
    pub(crate) id: u64,
    #[serde(deserialize_with = "lenient")]
    pub(crate) name: String,
}

/// What an issue tells when it is a pull request.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct IssuePull {}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Issue {
    #[serde(deserialize_with = "lenient")]
    pub(crate) number: u64,
    #[serde(deserialize_with = "lenient")]
    pub(crate) title: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) body: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) user: Option<User>,
    #[serde(deserialize_with = "lenient")]
    pub(crate) state: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) assignee: Option<User>,
    #[serde(deserialize_with = "list")]
    pub(crate) assignees: Vec<User>,
    #[serde(deserialize_with = "maybe_list")]
    pub(crate) labels: Option<Vec<Label>>,
    #[serde(deserialize_with = "lenient")]
    pub(crate) created_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) updated_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) closed_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) comments: u64,
    /// There when it is a pull request.
    #[serde(deserialize_with = "lenient")]
    pub(crate) pull_request: Option<IssuePull>,
}

/// One of the two ends of a pull request.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PullEnd {
    /// The branch; `refs/pull/N/head` where it is gone, on Gitea and Forgejo.
    #[serde(rename = "ref", deserialize_with = "lenient")]
    pub(crate) reference: String,
    /// The branch, on GitHub behind its owner and a colon.
    #[serde(deserialize_with = "lenient")]
    pub(crate) label: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) sha: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) repo_id: u64,
    #[serde(deserialize_with = "lenient")]
    pub(crate) repo: Option<Repository>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Pull {
    #[serde(deserialize_with = "lenient")]
    pub(crate) number: u64,
    /// GitHub's name of it for GraphQL.
    #[serde(deserialize_with = "lenient")]
    pub(crate) node_id: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) title: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) body: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) user: Option<User>,
    #[serde(deserialize_with = "lenient")]
    pub(crate) state: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) merged: bool,
    #[serde(deserialize_with = "lenient")]
    pub(crate) merged_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) merged_by: Option<User>,
    #[serde(deserialize_with = "lenient")]
    pub(crate) mergeable: Option<bool>,
    #[serde(deserialize_with = "lenient")]
    pub(crate) draft: bool,
    #[serde(deserialize_with = "lenient")]
    pub(crate) head: PullEnd,
    #[serde(deserialize_with = "lenient")]
    pub(crate) base: PullEnd,
    #[serde(deserialize_with = "lenient")]
    pub(crate) assignee: Option<User>,
    #[serde(deserialize_with = "list")]
    pub(crate) assignees: Vec<User>,
    #[serde(deserialize_with = "list")]
    pub(crate) requested_reviewers: Vec<User>,
    #[serde(deserialize_with = "maybe_list")]
    pub(crate) labels: Option<Vec<Label>>,
    #[serde(deserialize_with = "lenient")]
    pub(crate) created_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) updated_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) closed_at: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Comment {
    #[serde(deserialize_with = "lenient")]
    pub(crate) id: u64,
    #[serde(deserialize_with = "lenient")]
    pub(crate) user: Option<User>,
    #[serde(deserialize_with = "lenient")]
    pub(crate) body: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) created_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) html_url: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) issue_url: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) pull_request_url: String,
}

impl Comment {
    /// The number of the issue or pull request, by the address that is told of it. Only the number is taken from there.
    pub(crate) fn number(&self) -> Option<u64> {
        let told = [&self.pull_request_url, &self.issue_url];
        let number = |url: &&String| url.rsplit('/').next()?.parse().ok();
        told.iter().find_map(number).filter(|number| *number > 0)
    }

    /// Whether it stands on a pull request, by the same addresses.
    pub(crate) fn is_on_pull(&self) -> bool {
        !self.pull_request_url.is_empty()
            || self.html_url.contains("/pull/")
            || self.html_url.contains("/pulls/")
    }
}

/// A review: on Gitea and Forgejo a delivery has only `type` and `content` of it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Review {
    #[serde(deserialize_with = "lenient")]
    pub(crate) id: u64,
    #[serde(rename = "type", deserialize_with = "lenient")]
    pub(crate) kind: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) content: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) user: Option<User>,
    #[serde(deserialize_with = "lenient")]
    pub(crate) state: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) body: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) commit_id: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) submitted_at: String,
    #[serde(deserialize_with = "lenient")]
    pub(crate) dismissed: bool,
}
