//! Who may do what, and which labels there are.

use ledger::forge::{Login, RepoName};
use serde_json::Value;

use super::call::{Call, Client};
use super::failure::Failure;
use crate::seen;
use crate::wire::{Label, User};

/// What an account may do in a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// Nothing, or it is not known there.
    None,
    /// Read.
    Read,
    /// Write.
    Write,
    /// Everything.
    Admin,
}

/// A label of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelSeen {
    /// Its id.
    pub id: u64,
    /// Its name.
    pub name: String,
}

impl Client {
    /// What an account may do in a repository. Some forges answer that only to administrators; then who can be assigned is
    /// taken for one who may write, since no other can be.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn permission(&self, repo: &RepoName, login: &Login) -> Result<Permission, Failure> {
        let parts = ["collaborators", login.as_str(), "permission"];
        let answer = match self.send(&Call::get(repo, &parts)).await {
            Ok(answer) => answer,
            Err(Failure::NotFound { .. }) => {
                // Or the repository is not shown, and then nothing is known.
                self.repository(repo).await?;
                return Ok(Permission::None);
            }
            Err(failure @ Failure::Forbidden { .. }) if !self.is_github() => {
                let may_write = self.assignable(repo).await?.contains(login);
                return may_write.then_some(Permission::Write).ok_or(failure);
            }
            Err(failure) => return Err(failure),
        };
        let value = answer.value()?;
        match value.get("permission").and_then(Value::as_str) {
            Some("admin" | "owner") => Ok(Permission::Admin),
            Some("write" | "maintain") => Ok(Permission::Write),
            Some("read" | "triage") => Ok(Permission::Read),
            Some(_) => Ok(Permission::None),
            None => Err(answer.wrong_shape()),
        }
    }

    /// Who can be assigned in a repository.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn assignable(&self, repo: &RepoName) -> Result<Vec<Login>, Failure> {
        let users: Vec<User> = self.list(Call::get(repo, &["assignees"]), None).await?;
        let logins = users.iter().filter_map(|user| seen::login(Some(user)));
        Ok(logins.collect())
    }

    /// The labels that can be put on things of a repository: its own and, on Gitea and Forgejo, those of its organisation.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn labels(&self, repo: &RepoName) -> Result<Vec<LabelSeen>, Failure> {
        let mut found: Vec<Label> = self.list(Call::get(repo, &["labels"]), None).await?;
        if !self.is_github() {
            let parts = ["orgs", repo.owner(), "labels"];
            let call = Call::top(reqwest::Method::GET, &parts);
            match self.list(call, None).await {
                Ok(more) => found.extend(more),
                // The owner is no organisation, or its labels are hidden from this token.
                Err(Failure::NotFound { .. } | Failure::Forbidden { .. }) => {}
                Err(failure) => return Err(failure),
            }
        }
        let named = found.into_iter().filter(|label| !label.name.is_empty());
        let seen = named.map(|label| LabelSeen {
            id: label.id,
            name: label.name,
        });
        Ok(seen.collect())
    }
}
