//! Comments, issues and reviews: what we write carries a mark.

use ledger::forge::{Deed, ForgeAct, ForgeDone, LineComment, Login, RepoName, ReviewVerdict};
use ledger::ids::GitId;
use reqwest::Method;
use serde_json::{Value, json};

use super::done::{self, Done};
use super::marks::{is_ours, is_same, with_mark};
use super::small::{check_assignable, known_labels};
use crate::client::{Call, Client, Failure, made};
use crate::seen;
use crate::wire::{Comment, Issue};

/// The most pages of our own issues, newest first, that are searched for a mark.
const ISSUE_PAGES_MAX: u32 = 5;

/// A deed of another kind than its caller saw: the types do not tell that there is none.
fn other_deed<T>() -> Result<T, Failure> {
    Err(Failure::not_asked("it is another deed"))
}

async fn find_comment(
    client: &Client,
    repo: &RepoName,
    number: u64,
    login: &Login,
    mark: &str,
) -> Result<Option<Comment>, Failure> {
    let comments = client.comments_wire(repo, number).await?;
    let ours = |comment: &Comment| is_ours(comment.user.as_ref(), &comment.body, login, mark);
    Ok(comments.into_iter().find(ours))
}

/// Whether a comment with the mark stands; one that is to be replaced stands only with this text.
pub(super) async fn comment_stands(
    client: &Client,
    act: &ForgeAct,
) -> Result<Option<ForgeDone>, Failure> {
    let Deed::Comment {
        number,
        body,
        mark,
        replace,
    } = &act.deed
    else {
        return other_deed();
    };
    let text = with_mark(body, mark)?;
    let found = find_comment(client, &act.repo, *number, &act.login, mark).await?;
    let found = found.filter(|comment| !replace || is_same(&comment.body, &text));
    Ok(found.map(|comment| done::comment(client, &act.repo, *number, comment.id)))
}

/// Writes a comment, or writes one anew.
pub(super) async fn comment(client: &Client, act: &ForgeAct) -> Result<ForgeDone, Failure> {
    let Deed::Comment {
        number,
        body,
        mark,
        replace,
    } = &act.deed
    else {
        return other_deed();
    };
    let (repo, text) = (&act.repo, with_mark(body, mark)?);
    let standing = match replace {
        true => find_comment(client, repo, *number, &act.login, mark).await?,
        false => None,
    };
    let call = match standing {
        Some(comment) => {
            let parts = ["issues", "comments", &comment.id.to_string()];
            Call::repo(Method::PATCH, repo, &parts)
        }
        None => {
            let parts = ["issues", &number.to_string(), "comments"];
            Call::repo(Method::POST, repo, &parts)
        }
    };
    let answer = client.send(&call.with(json!({ "body": text }))).await?;
    Ok(done::comment(client, repo, *number, made(&answer, "id")?))
}

/// Whether an issue of ours with the mark stands, open or closed.
pub(super) async fn issue_stands(
    client: &Client,
    repo: &RepoName,
    login: &Login,
    mark: &str,
) -> Result<Option<ForgeDone>, Failure> {
    let by = match client.is_github() {
        true => "creator",
        false => "created_by",
    };
    let call = Call::get(repo, &["issues"])
        .query("state", "all")
        .query(by, login.as_str());
    let (mut pages, mut found) = (0, None);
    let take = |issues: Vec<Issue>| {
        pages += 1;
        let ours = |issue: &&Issue| {
            issue.pull_request.is_none() && is_ours(issue.user.as_ref(), &issue.body, login, mark)
        };
        found = issues.iter().find(ours).map(|issue| issue.number);
        found.is_some() || pages >= ISSUE_PAGES_MAX
    };
    client.each_page(call, None, take).await?;
    Ok(found.map(|number| done::on_issue(client, repo, number)))
}

/// Opens an issue.
pub(super) async fn open_issue(client: &Client, act: &ForgeAct) -> Result<Done, Failure> {
    let Deed::OpenIssue {
        title,
        body,
        labels,
        assignees,
        mark,
    } = &act.deed
    else {
        return other_deed();
    };
    let repo = &act.repo;
    let mut content = json!({ "title": title, "body": with_mark(body, mark)? });
    let mut notes = Vec::new();
    if !labels.is_empty() {
        let known = known_labels(client, repo, labels).await?;
        notes.extend(known.note());
        content["labels"] = known.as_json(client);
    }
    if !assignees.is_empty() {
        check_assignable(client, repo, assignees).await?;
        let logins = assignees.iter().map(|login| login.as_str().into());
        content["assignees"] = Value::Array(logins.collect());
    }
    let call = Call::repo(Method::POST, repo, &["issues"]).with(content);
    let number = made(&client.send(&call).await?, "number")?;
    Ok(Done {
        done: done::on_issue(client, repo, number),
        notes,
    })
}

/// Whether a review of ours with the mark stands, whatever became of it since.
pub(super) async fn review_stands(
    client: &Client,
    repo: &RepoName,
    number: u64,
    login: &Login,
    mark: &str,
) -> Result<Option<ForgeDone>, Failure> {
    let reviews = client.reviews_wire(repo, number).await?;
    let ours = reviews.iter().find(|review| {
        review.state != "PENDING" && is_ours(review.user.as_ref(), &review.body, login, mark)
    });
    Ok(ours.map(|review| reviewed(client, repo, number, review.id)))
}

/// Submits a review. Forges take no verdict on one's own pull request.
pub(super) async fn review(client: &Client, act: &ForgeAct) -> Result<ForgeDone, Failure> {
    let Deed::Review {
        number,
        commit,
        verdict,
        body,
        comments,
        mark,
    } = &act.deed
    else {
        return other_deed();
    };
    let (repo, text) = (&act.repo, with_mark(body, mark)?);
    if *verdict != ReviewVerdict::Comment {
        let pull = client.pull_wire(repo, *number).await?;
        if seen::login(pull.user.as_ref()).as_ref() == Some(&act.login) {
            let why = "nobody can approve their own pull request or ask for changes in it";
            return Err(Failure::not_asked(why));
        }
    }
    let content = review_json(client, commit, *verdict, &text, comments);
    let parts = ["pulls", &number.to_string(), "reviews"];
    let call = Call::repo(Method::POST, repo, &parts).with(content);
    let id = made(&client.send(&call).await?, "id")?;
    Ok(reviewed(client, repo, *number, id))
}

fn review_json(
    client: &Client,
    commit: &GitId,
    verdict: ReviewVerdict,
    text: &str,
    comments: &[LineComment],
) -> Value {
    let is_github = client.is_github();
    let event = match verdict {
        ReviewVerdict::Approved if is_github => "APPROVE",
        ReviewVerdict::Approved => "APPROVED",
        ReviewVerdict::Changes => "REQUEST_CHANGES",
        ReviewVerdict::Comment => "COMMENT",
    };
    let comment = |it: &LineComment| match is_github {
        true => json!({"path": it.path, "body": it.body, "line": it.line, "side": "RIGHT"}),
        false => json!({"path": it.path, "body": it.body, "new_position": it.line}),
    };
    let comments: Vec<Value> = comments.iter().map(comment).collect();
    json!({"event": event, "body": text, "commit_id": commit.as_str(), "comments": comments})
}

fn reviewed(client: &Client, repo: &RepoName, number: u64, id: u64) -> ForgeDone {
    let mut done = done::on_pull(client, repo, number);
    if client.is_github() {
        done.url = format!("{}#pullrequestreview-{id}", done.url);
    }
    ForgeDone {
        id: Some(id),
        ..done
    }
}
