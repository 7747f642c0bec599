//! Open or closed, and statuses: what has a state, and stands when that is the wanted one. And which labels and assignees
//! an issue can have.

use ledger::forge::{CheckState, Deed, ForgeAct, ForgeDone, Login, RepoName};
use reqwest::Method;
use serde_json::{Value, json};

use super::done;
use crate::client::{Call, Client, Failure, LabelSeen};
use crate::seen;
use crate::text::shorten;

/// The most bytes of a status' description that every forge takes.
const DESCRIPTION_BYTES_MAX: usize = 140;

/// Labels that the repository has, and names of others.
pub(super) struct KnownLabels {
    known: Vec<LabelSeen>,
    unknown: Vec<String>,
}

impl KnownLabels {
    /// As the forge takes them: by id or by name.
    pub(super) fn as_json(&self, client: &Client) -> Value {
        let one = |label: &LabelSeen| match client.is_github() {
            true => Value::from(label.name.as_str()),
            false => Value::from(label.id),
        };
        Value::Array(self.known.iter().map(one).collect())
    }

    /// What was left out, in words.
    pub(super) fn note(&self) -> Option<String> {
        let names: Vec<String> = self.unknown.iter().map(|it| format!("`{it}`")).collect();
        let left_out = "labels that the repository does not have were left out";
        (!names.is_empty()).then(|| format!("{left_out}: {}", names.join(", ")))
    }
}

/// Finds labels by their names.
pub(super) async fn known_labels(
    client: &Client,
    repo: &RepoName,
    names: &[String],
) -> Result<KnownLabels, Failure> {
    let all = client.labels(repo).await?;
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for name in names {
        // On some forges names may differ in case alone.
        let exact = all.iter().find(|label| label.name == *name);
        let label = exact.or_else(|| all.iter().find(|it| it.name.eq_ignore_ascii_case(name)));
        match label {
            Some(label) => known.push(label.clone()),
            None => unknown.push(name.clone()),
        }
    }
    Ok(KnownLabels { known, unknown })
}

/// Whether it is open, or closed, as wanted.
pub(super) async fn is_open(
    client: &Client,
    repo: &RepoName,
    number: u64,
    open: bool,
) -> Result<Option<ForgeDone>, Failure> {
    let issue = client.issue(repo, number).await?;
    Ok((issue.open == open).then(|| done::on_issue(client, repo, number)))
}

/// Closes it or opens it again.
pub(super) async fn set_open(
    client: &Client,
    repo: &RepoName,
    number: u64,
    open: bool,
) -> Result<ForgeDone, Failure> {
    let state = if open { "open" } else { "closed" };
    let call = Call::repo(Method::PATCH, repo, &["issues", &number.to_string()]);
    client.send(&call.with(json!({ "state": state }))).await?;
    Ok(done::on_issue(client, repo, number))
}

/// Somebody who cannot be assigned is an error of the server on Gitea and Forgejo, for ever: so it is not tried.
pub(super) async fn check_assignable(
    client: &Client,
    repo: &RepoName,
    logins: &[Login],
) -> Result<(), Failure> {
    let assignable = client.assignable(repo).await?;
    match logins.iter().find(|login| !assignable.contains(login)) {
        None => Ok(()),
        Some(login) => Err(Failure::not_asked(format!(
            "`{login}` cannot be assigned in `{repo}`: it needs to be able to write there"
        ))),
    }
}

/// A status as it is sent.
struct Sent<'a> {
    commit: &'a str,
    context: &'a str,
    word: &'static str,
    description: &'a str,
}

fn sent(act: &ForgeAct) -> Result<Sent<'_>, Failure> {
    let Deed::Status {
        commit,
        state,
        context,
        description,
    } = &act.deed
    else {
        return Err(Failure::not_asked("it is another deed"));
    };
    let word = match state {
        CheckState::Pending => "pending",
        CheckState::Failure => "failure",
        CheckState::Error => "error",
        // No word for what says nothing is taken by all forges, and with any other one the commit could not be merged.
        CheckState::Success | CheckState::Neutral => "success",
    };
    Ok(Sent {
        commit: commit.as_str(),
        context,
        word,
        description: shorten(description, DESCRIPTION_BYTES_MAX).trim(),
    })
}

/// Whether the status stands.
pub(super) async fn status_stands(
    client: &Client,
    act: &ForgeAct,
) -> Result<Option<ForgeDone>, Failure> {
    let sent = sent(act)?;
    let Deed::Status { commit, .. } = &act.deed else {
        return Ok(None);
    };
    let checks = client.checks(&act.repo, commit).await?;
    let stands = checks.iter().any(|check| {
        check.context == sent.context
            && check.state == seen::check_state(sent.word)
            && check.description.trim() == sent.description
    });
    Ok(stands.then(|| on_commit(client, &act.repo, sent.commit)))
}

/// Says how a check stands.
pub(super) async fn status(client: &Client, act: &ForgeAct) -> Result<ForgeDone, Failure> {
    let sent = sent(act)?;
    let call = Call::repo(Method::POST, &act.repo, &["statuses", sent.commit]);
    let content = json!({
        "state": sent.word,
        "context": sent.context,
        "description": sent.description,
    });
    client.send(&call.with(content)).await?;
    Ok(on_commit(client, &act.repo, sent.commit))
}

fn on_commit(client: &Client, repo: &RepoName, commit: &str) -> ForgeDone {
    ForgeDone {
        url: client.page(repo, &["commit", commit]),
        ..ForgeDone::default()
    }
}
