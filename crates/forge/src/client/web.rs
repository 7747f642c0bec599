//! Addresses for people: made from the configured one, never taken from an answer.

use ledger::forge::{ForgeKind, RepoName};

use super::call::Client;

impl Client {
    /// The page of something of a repository.
    pub(crate) fn page(&self, repo: &RepoName, parts: &[&str]) -> String {
        self.addresses.page(repo, parts).into()
    }

    /// The page of an issue; forges lead on from there to a pull request.
    pub(crate) fn issue_page(&self, repo: &RepoName, number: u64) -> String {
        self.page(repo, &["issues", &number.to_string()])
    }

    /// The page of a pull request.
    pub(crate) fn pull_page(&self, repo: &RepoName, number: u64) -> String {
        let folder = match self.kind {
            ForgeKind::Gitea | ForgeKind::Forgejo => "pulls",
            ForgeKind::Github => "pull",
        };
        self.page(repo, &[folder, &number.to_string()])
    }

    /// Milliseconds before each further try of a merge.
    pub(crate) fn merge_again_ms(&self) -> &[u64] {
        &self.patience.merge_again_ms
    }
}
