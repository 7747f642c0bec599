//! Hooks: the addresses to which a forge delivers. They are made by a person's command, not by a decision of a run.
//!
//! A hook is never changed: on Gitea and Forgejo a change without the events resets them to `push`, and a changed secret is
//! ignored. What differs is deleted and made anew, and then read back, since unknown events are dropped in silence.

use ledger::forge::{ForgeKind, RepoName};
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;

use super::call::{Call, Client, made};
use super::failure::Failure;
use crate::secret::Secret;
use crate::seen;
use crate::wire::{lenient, list};

/// Events of Gitea that facts come from.
const GITEA: &[&str] = &[
    "issues",
    "issue_comment",
    "pull_request",
    "pull_request_review",
    "pull_request_comment",
    "push",
    "create",
    "delete",
    "repository",
    "release",
    "status",
    "workflow_run",
    "workflow_job",
];

/// Events of Forgejo: its own runs in place of statuses.
const FORGEJO: &[&str] = &[
    "issues",
    "issue_comment",
    "pull_request",
    "pull_request_review",
    "pull_request_comment",
    "push",
    "create",
    "delete",
    "repository",
    "release",
    "action_run_failure",
    "action_run_success",
];

/// Events of GitHub.
const GITHUB: &[&str] = &[
    "issues",
    "issue_comment",
    "pull_request",
    "pull_request_review",
    "push",
    "create",
    "delete",
    "repository",
    "release",
    "status",
    "check_run",
    "workflow_run",
    "workflow_job",
    "deployment_status",
];

/// What `pull_request_review` is made into by Gitea and Forgejo.
const REVIEWS: [&str; 3] = [
    "pull_request_review_approved",
    "pull_request_review_rejected",
    "pull_request_review_comment",
];

/// The events that a hook of this kind of forge asks for.
#[must_use]
pub fn events(kind: ForgeKind) -> &'static [&'static str] {
    match kind {
        ForgeKind::Gitea => GITEA,
        ForgeKind::Forgejo => FORGEJO,
        ForgeKind::Github => GITHUB,
    }
}

/// A hook as it is wanted.
#[derive(Debug, Clone)]
pub struct HookWanted {
    /// The address that is delivered to.
    pub url: String,
    /// What deliveries are signed with.
    pub secret: Secret,
}

/// A hook as it stands. Its secret is never told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookSeen {
    /// Its id.
    pub id: u64,
    /// The address that is delivered to.
    pub url: String,
    /// Whether it delivers.
    pub active: bool,
    /// Whether it delivers JSON, not a form.
    pub is_json: bool,
    /// The events, in the forge's words.
    pub events: Vec<String>,
}

impl HookSeen {
    /// Events that it does not deliver, of those that are wanted.
    #[must_use]
    pub fn lacking(&self, kind: ForgeKind) -> Vec<&'static str> {
        let has = |wanted: &str| self.events.iter().any(|one| one == wanted || one == "*");
        let delivers = |wanted: &&str| match *wanted {
            // It comes back as its three kinds.
            "pull_request_review" => has(wanted) || REVIEWS.iter().all(|kind| has(kind)),
            wanted => has(wanted),
        };
        let wanted = events(kind).iter().copied();
        wanted.filter(|one| !delivers(one)).collect()
    }
}

/// How the hook that is wanted stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookStands {
    /// There is none to this address.
    Missing,
    /// There is one. Whether its secret is the right one cannot be seen.
    Once(HookSeen),
    /// There is more than one: everything would come more than once.
    Often(Vec<HookSeen>),
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Hook {
    #[serde(deserialize_with = "lenient")]
    id: u64,
    #[serde(deserialize_with = "lenient")]
    active: bool,
    #[serde(deserialize_with = "list")]
    events: Vec<String>,
    #[serde(deserialize_with = "lenient")]
    config: Config,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Config {
    #[serde(deserialize_with = "lenient")]
    url: String,
    #[serde(deserialize_with = "lenient")]
    content_type: String,
}

impl Client {
    /// The hooks of a repository.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn hooks(&self, repo: &RepoName) -> Result<Vec<HookSeen>, Failure> {
        let hooks: Vec<Hook> = self.list(Call::get(repo, &["hooks"]), None).await?;
        let hooks = hooks.into_iter().filter(|hook| hook.id > 0);
        Ok(hooks.map(hook_seen).collect())
    }

    /// How the hook to this address stands.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn find_hook(&self, repo: &RepoName, url: &str) -> Result<HookStands, Failure> {
        let mut ours = self.hooks(repo).await?;
        ours.retain(|hook| is_same(&hook.url, url));
        Ok(match ours.len() {
            0 => HookStands::Missing,
            1 => ours.pop().map_or(HookStands::Missing, HookStands::Once),
            _ => HookStands::Often(ours),
        })
    }

    /// Makes the hook that is wanted, in place of every one to the same address, and reads it back. What it does not
    /// deliver all the same, [`HookSeen::lacking`] says.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn make_hook(
        &self,
        repo: &RepoName,
        wanted: &HookWanted,
    ) -> Result<HookSeen, Failure> {
        for hook in self.hooks(repo).await? {
            if is_same(&hook.url, &wanted.url) {
                self.delete_hook(repo, hook.id).await?;
            }
        }
        let kind = match self.kind {
            ForgeKind::Gitea => ("type", "gitea"),
            ForgeKind::Forgejo => ("type", "forgejo"),
            ForgeKind::Github => ("name", "web"),
        };
        let body = json!({
            kind.0: kind.1,
            "active": true,
            "events": events(self.kind),
            "config": {
                "url": wanted.url,
                "content_type": "json",
                "secret": wanted.secret.expose(),
            },
        });
        let call = Call::repo(Method::POST, repo, &["hooks"]).with(body);
        let id = made(&self.send(&call).await?, "id")?;
        let back = Call::get(repo, &["hooks", &id.to_string()]);
        let answer = self.send(&back).await?;
        let hook: Hook = answer.object()?;
        match hook.id == id {
            true => Ok(hook_seen(hook)),
            false => Err(answer.wrong_shape()),
        }
    }

    /// Has the forge deliver something by a hook at once: GitHub a ping, others a push of what is there. In a repository
    /// without commits these say that they did, and deliver nothing.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn try_hook(&self, repo: &RepoName, id: u64) -> Result<(), Failure> {
        let verb = match self.kind {
            ForgeKind::Gitea | ForgeKind::Forgejo => "tests",
            ForgeKind::Github => "pings",
        };
        let call = Call::repo(Method::POST, repo, &["hooks", &id.to_string(), verb]);
        self.send(&call).await.map(drop)
    }

    /// Deletes a hook; one that is gone is no failure.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn delete_hook(&self, repo: &RepoName, id: u64) -> Result<(), Failure> {
        let call = Call::repo(Method::DELETE, repo, &["hooks", &id.to_string()]);
        match self.send(&call).await {
            Ok(_) | Err(Failure::NotFound { .. }) => Ok(()),
            Err(failure) => Err(failure),
        }
    }
}

fn hook_seen(hook: Hook) -> HookSeen {
    HookSeen {
        id: hook.id,
        url: seen::name(&hook.config.url),
        active: hook.active,
        is_json: hook.config.content_type == "json",
        events: hook.events,
    }
}

fn is_same(one: &str, other: &str) -> bool {
    one.trim_end_matches('/') == other.trim_end_matches('/')
}
