//! Who may do what, and which labels there are.

use ledger::forge::{Login, RepoName, Standing};
use serde_json::Value;

use super::call::{Call, Client};
use super::failure::Failure;
use crate::seen;
use crate::wire::{Label, Team, User};

/// A label of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelSeen {
    /// Its id.
    pub id: u64,
    /// Its name.
    pub name: String,
}

impl Client {
    /// What an account may do in a repository. Gitea and Forgejo answer that only to administrators; to others who can be
    /// assigned is taken for one who may write, as far as the teams of the repository let only such be assigned.
    ///
    /// # Errors
    /// [`Failure`]; [`Failure::Forbidden`]: only an administrator of the repository is told.
    pub async fn permission(&self, repo: &RepoName, login: &Login) -> Result<Standing, Failure> {
        let parts = ["collaborators", login.as_str(), "permission"];
        let answer = match self.send(&Call::get(repo, &parts)).await {
            Ok(answer) => answer,
            Err(Failure::NotFound { .. }) => {
                // Or the repository is not shown, and then nothing is known.
                self.repository(repo).await?;
                return Ok(Standing::None);
            }
            Err(failure @ Failure::Forbidden { .. }) if !self.is_github() => {
                if !self.only_writers_are_assignable(repo).await? {
                    return Err(failure);
                }
                // Whoever cannot be may read at most.
                return Ok(match self.assignable(repo).await?.contains(login) {
                    true => Standing::Write,
                    false => Standing::None,
                });
            }
            Err(failure) => return Err(failure),
        };
        let value = answer.value()?;
        match value.get("permission").and_then(Value::as_str) {
            Some("admin" | "owner") => Ok(Standing::Admin),
            Some("write" | "maintain") => Ok(Standing::Write),
            Some("read" | "triage") => Ok(Standing::Read),
            Some(_) => Ok(Standing::None),
            None => Err(answer.wrong_shape()),
        }
    }

    /// Whether everybody is told of others what they may do in a repository: by asking, or by who can be assigned.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn may_ask_permissions(&self, repo: &RepoName) -> Result<bool, Failure> {
        Ok(self.is_github()
            || self.repository(repo).await?.permission >= Standing::Admin
            || self.only_writers_are_assignable(repo).await?)
    }

    /// Whether on Gitea or Forgejo only who may write can be assigned. In an organisation so can every member of a team
    /// that may read pull requests, or write anything, be it the wiki.
    async fn only_writers_are_assignable(&self, repo: &RepoName) -> Result<bool, Failure> {
        match self.list::<Team>(Call::get(repo, &["teams"]), None).await {
            // Owners are one: without any, not all of them are told.
            Ok(teams) => Ok(!teams.is_empty() && teams.iter().all(Team::assigns_only_writers)),
            // A person owns it, and there are no teams.
            Err(Failure::NotNow { .. }) => Ok(true),
            Err(Failure::Forbidden { .. } | Failure::NotFound { .. }) => Ok(false),
            Err(failure) => Err(failure),
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
