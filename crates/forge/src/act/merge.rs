//! Merging and deleting branches: only what stands where it was seen to stand.

use std::time::Duration;

use ledger::forge::{ForgeDone, MergeHow, RepoName};
use ledger::ids::GitId;
use reqwest::Method;
use serde_json::json;
use tokio::time::sleep;

use super::done;
use crate::client::{Call, Client, Failure};
use crate::seen;

/// Whether it is merged at this head.
pub(super) async fn is_merged(
    client: &Client,
    repo: &RepoName,
    number: u64,
    head: &GitId,
) -> Result<Option<ForgeDone>, Failure> {
    let pull = client.pull(repo, number).await?;
    if !pull.merged {
        return Ok(None);
    }
    match pull.head.commit.as_ref() {
        Some(merged) if merged != head => Err(Failure::not_asked(format!(
            "it is merged already, at `{}` and not at `{}`",
            merged.short(),
            head.short()
        ))),
        Some(_) | None => Ok(Some(done::on_pull(client, repo, number))),
    }
}

/// Merges it, if its head is still this commit. What is not allowed yet is tried a few times, as long as the forge does not
/// say that it cannot be merged at all: it answers the same to both.
pub(super) async fn merge(
    client: &Client,
    repo: &RepoName,
    number: u64,
    head: &GitId,
    how: MergeHow,
) -> Result<ForgeDone, Failure> {
    let mut waits = client.merge_again_ms().iter();
    loop {
        let pull = client.pull_wire(repo, number).await?;
        let seen = seen::pull(&pull);
        if seen.merged {
            let done = is_merged(client, repo, number, head).await?;
            return done.ok_or_else(|| Failure::not_asked("it is and is not merged"));
        }
        if !seen.open {
            return Err(Failure::not_asked("it is closed"));
        }
        if let Some(now) = seen.head.commit.filter(|now| now != head) {
            return Err(Failure::not_asked(format!(
                "its head is `{}` and not `{}`",
                now.short(),
                head.short()
            )));
        }
        let failure = match client.send(&call(client, repo, number, head, how)).await {
            Ok(_) => return Ok(done::on_pull(client, repo, number)),
            Err(failure @ Failure::NotNow { .. }) => failure,
            Err(failure) => return Err(failure),
        };
        let now = client.pull_wire(repo, number).await?;
        if now.mergeable == Some(false) && !seen::pull(&now).merged {
            let why = "it cannot be merged: its branches conflict, or it is a draft";
            return Err(Failure::not_asked(format!("{why} ({failure})")));
        }
        match waits.next() {
            Some(ms) => sleep(Duration::from_millis(*ms)).await,
            None => return Err(failure),
        }
    }
}

fn call(client: &Client, repo: &RepoName, number: u64, head: &GitId, how: MergeHow) -> Call {
    let word = match how {
        MergeHow::Merge => "merge",
        MergeHow::Squash => "squash",
        MergeHow::Rebase => "rebase",
    };
    let parts = ["pulls", &number.to_string(), "merge"];
    match client.is_github() {
        true => Call::repo(Method::PUT, repo, &parts)
            .with(json!({"merge_method": word, "sha": head.as_str()})),
        false => Call::repo(Method::POST, repo, &parts)
            .with(json!({"Do": word, "head_commit_id": head.as_str()})),
    }
}

/// Deletes the branch of a pull request that was merged, if it still stands at what was merged.
pub(super) async fn delete_merged(
    client: &Client,
    repo: &RepoName,
    number: u64,
    head: &GitId,
) -> Result<(), Failure> {
    let pull = client.pull(repo, number).await?;
    if pull.from_fork {
        return Err(Failure::not_asked("it stands in another repository"));
    }
    delete_branch(client, repo, &pull.head.branch, head).await
}

/// Deletes a branch that stands at this commit, if there is one.
async fn delete_branch(
    client: &Client,
    repo: &RepoName,
    branch: &str,
    tip: &GitId,
) -> Result<(), Failure> {
    match client.branch(repo, branch).await? {
        Some(now) if now != *tip => {
            return Err(Failure::not_asked(format!(
                "`{branch}` stands at `{}` and not at `{}`",
                now.short(),
                tip.short()
            )));
        }
        Some(_) => {}
        None => return Ok(()),
    }
    let call = match client.is_github() {
        true => {
            let parts = ["git", "refs", "heads"]
                .into_iter()
                .chain(branch.split('/'));
            let parts: Vec<&str> = parts.collect();
            Call::repo(Method::DELETE, repo, &parts)
        }
        false => Call::repo(Method::DELETE, repo, &["branches", branch]),
    };
    match client.send(&call).await {
        Ok(_) | Err(Failure::NotFound { .. }) => Ok(()),
        Err(failure) => Err(failure),
    }
}
