//! What came of a deed.

use ledger::forge::{ForgeDone, RepoName};

use crate::client::Client;

/// A deed that is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) done: ForgeDone,
    /// What was left out, or did not come along with it.
    pub(super) notes: Vec<String>,
}

impl Done {
    pub(super) fn plain(done: ForgeDone) -> Self {
        Self {
            done,
            notes: Vec::new(),
        }
    }
}

/// Something was done to an issue.
pub(super) fn on_issue(client: &Client, repo: &RepoName, number: u64) -> ForgeDone {
    ForgeDone {
        number: Some(number),
        id: None,
        stood: false,
        url: client.issue_page(repo, number),
    }
}

/// Something was done to a pull request.
pub(super) fn on_pull(client: &Client, repo: &RepoName, number: u64) -> ForgeDone {
    ForgeDone {
        url: client.pull_page(repo, number),
        ..on_issue(client, repo, number)
    }
}

/// A comment was written.
pub(super) fn comment(client: &Client, repo: &RepoName, number: u64, id: u64) -> ForgeDone {
    let page = client.issue_page(repo, number);
    ForgeDone {
        id: Some(id),
        url: format!("{page}#issuecomment-{id}"),
        ..on_issue(client, repo, number)
    }
}
