//! Pull requests: opened, edited, and whose review is asked for.

use ledger::forge::{Deed, ForgeAct, ForgeDone, Login, RepoName};
use reqwest::Method;
use serde_json::{Value, json};

use super::done;
use super::marks::is_same;
use crate::client::{Call, Client, Failure, made};
use crate::seen;
use crate::wire::Pull;

/// Beginnings of a title that make a draft on Gitea and Forgejo, as both are configured by default.
const DRAFT_PREFIXES: [&str; 2] = ["WIP:", "[WIP]"];

/// The open pull request from this branch into that one.
pub(super) async fn find(
    client: &Client,
    repo: &RepoName,
    head: &str,
    base: &str,
) -> Result<Option<ForgeDone>, Failure> {
    let mut call = Call::get(repo, &["pulls"]).query("state", "open");
    if client.is_github() {
        let head = format!("{}:{head}", repo.owner());
        call = call.query("head", head).query("base", base);
    }
    let mut found = None;
    let take = |pulls: Vec<Pull>| {
        let mut pulls = pulls.iter().filter(|pull| pull.number > 0).map(seen::pull);
        found = pulls.find(|pull| pull.head.branch == head && pull.base == base && !pull.from_fork);
        found.is_some()
    };
    client.each_page(call, None, take).await?;
    Ok(found.map(|pull| done::on_pull(client, repo, pull.number)))
}

/// Opens a pull request. Reviews are asked for afterwards: not every forge does so at once.
pub(super) async fn open(client: &Client, act: &ForgeAct) -> Result<ForgeDone, Failure> {
    let Deed::OpenPull {
        head,
        base,
        title,
        body,
        draft,
        ..
    } = &act.deed
    else {
        return Err(Failure::not_asked("it is another deed"));
    };
    let mut content = json!({
        "head": head,
        "base": base,
        "title": titled(client, title, *draft),
        "body": body,
    });
    if client.is_github() {
        content["draft"] = Value::Bool(*draft);
    }
    let call = Call::repo(Method::POST, &act.repo, &["pulls"]).with(content);
    let number = made(&client.send(&call).await?, "number")?;
    Ok(done::on_pull(client, &act.repo, number))
}

/// What an edit comes to, with what the pull request is now.
struct Edit {
    number: u64,
    title: Option<String>,
    body: Option<String>,
    /// On GitHub, where the title does not tell.
    draft: Option<bool>,
    now: Pull,
}

impl Edit {
    async fn of(client: &Client, act: &ForgeAct) -> Result<Self, Failure> {
        let Deed::EditPull {
            number,
            title,
            body,
            draft,
        } = &act.deed
        else {
            return Err(Failure::not_asked("it is another deed"));
        };
        let now = client.pull_wire(&act.repo, *number).await?;
        let is_github = client.is_github();
        let title = match (title, draft) {
            (None, None) => None,
            (title, _) if is_github => title.clone(),
            (title, draft) => {
                let title = title.as_ref().unwrap_or(&now.title);
                Some(titled(client, title, draft.unwrap_or(now.draft)))
            }
        };
        Ok(Self {
            number: *number,
            title: title.filter(|title| *title != now.title),
            body: body.clone().filter(|body| !is_same(body, &now.body)),
            draft: draft.filter(|draft| is_github && *draft != now.draft),
            now,
        })
    }
}

/// Whether the pull request is as the edit wants it.
pub(super) async fn is_edited(
    client: &Client,
    act: &ForgeAct,
) -> Result<Option<ForgeDone>, Failure> {
    let edit = Edit::of(client, act).await?;
    let is_so = edit.title.is_none() && edit.body.is_none() && edit.draft.is_none();
    Ok(is_so.then(|| done::on_pull(client, &act.repo, edit.number)))
}

/// Edits a pull request.
pub(super) async fn edit(client: &Client, act: &ForgeAct) -> Result<ForgeDone, Failure> {
    let edit = Edit::of(client, act).await?;
    let mut content = json!({});
    if let Some(title) = edit.title {
        content["title"] = title.into();
    }
    if let Some(body) = edit.body {
        content["body"] = body.into();
    }
    if content.as_object().is_some_and(|it| !it.is_empty()) {
        let parts = ["pulls", &edit.number.to_string()];
        let call = Call::repo(Method::PATCH, &act.repo, &parts);
        client.send(&call.with(content)).await?;
    }
    if let Some(draft) = edit.draft {
        set_draft(client, &edit.now.node_id, draft).await?;
    }
    Ok(done::on_pull(client, &act.repo, edit.number))
}

/// GitHub makes a draft of a pull request, or none, only by its other API.
async fn set_draft(client: &Client, node_id: &str, draft: bool) -> Result<(), Failure> {
    let mutation = match draft {
        true => "convertPullRequestToDraft",
        false => "markPullRequestReadyForReview",
    };
    let query = format!(
        "mutation($id: ID!) {{ {mutation}(input: {{pullRequestId: $id}}) {{ clientMutationId }} }}"
    );
    let call = Call::graphql(json!({"query": query, "variables": {"id": node_id}}));
    let value = client.send(&call).await?.value()?;
    // It answers 200 to what it refuses.
    let errors = value.get("errors").and_then(Value::as_array);
    let Some(error) = errors.and_then(|errors| errors.first()) else {
        return Ok(());
    };
    let message = error.get("message").and_then(Value::as_str);
    let message = crate::text::message(message.unwrap_or("no reason was given"));
    Err(Failure::Unprocessable {
        message: client.clean(message),
    })
}

/// Asks for reviews of a pull request, unless they are asked for already.
pub(super) async fn ask(
    client: &Client,
    repo: &RepoName,
    number: u64,
    reviewers: &[Login],
) -> Result<(), Failure> {
    let pull = client.pull_wire(repo, number).await?;
    let reviews = match client.is_github() {
        true => Vec::new(),
        false => client.reviews_wire(repo, number).await?,
    };
    let asked = client.requested(&pull, &reviews);
    if reviewers.iter().all(|reviewer| asked.contains(reviewer)) {
        return Ok(());
    }
    let logins: Vec<&str> = reviewers.iter().map(Login::as_str).collect();
    let parts = ["pulls", &number.to_string(), "requested_reviewers"];
    let call = Call::repo(Method::POST, repo, &parts).with(json!({ "reviewers": logins }));
    client.send(&call).await?;
    Ok(())
}

/// A title that says whether it is a draft, where the title says so.
fn titled(client: &Client, title: &str, draft: bool) -> String {
    if client.is_github() {
        return title.to_owned();
    }
    let mut bare = title.trim();
    while let Some(prefix) = DRAFT_PREFIXES.iter().find(|prefix| {
        let begins = bare.get(..prefix.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(prefix))
    }) {
        bare = bare.get(prefix.len()..).unwrap_or_default().trim_start();
    }
    match draft {
        true => format!("WIP: {bare}"),
        false => bare.to_owned(),
    }
}
