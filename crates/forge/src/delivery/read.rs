//! From the JSON of a delivery to its facts: which reader is for which kind of event.

use ledger::forge::{Fact, ForgeKind, Login, RepoName, Subject};
use serde_json::Value;

use super::body::Body;
use super::told::{Told, Unread};
use super::{events, subjects};
use crate::seen;

/// The most bytes of a delivery's body: GitHub sends no larger ones.
pub const BODY_BYTES_MAX: usize = 25 << 20;

/// What a delivery tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// What had happened, in the forge's word; empty where it has none for this kind of event.
    pub action: String,
    /// The facts. Of an event that nothing follows from: one that keeps its name, or none where no repository is told.
    pub facts: Vec<Fact>,
    /// Issues and pull requests about which it does not tell enough, or not reliably.
    pub look: Vec<Subject>,
}

/// Reads the JSON of a delivery that was found genuine. `event` is that of its envelope.
///
/// # Errors
/// [`Unread`] where it tells nothing. An event that is not known is no error.
pub fn read(kind: ForgeKind, event: &str, json: &[u8]) -> Result<Read, Unread> {
    if json.len() > BODY_BYTES_MAX {
        return Err(Unread::TooLarge {
            bytes: json.len(),
            bytes_max: BODY_BYTES_MAX,
        });
    }
    let value: Value = serde_json::from_slice(json).map_err(Unread::NotJson)?;
    if !value.is_object() {
        return Err(Unread::NotObject);
    }
    let body: Body = serde_json::from_value(value).map_err(Unread::NotJson)?;
    let (repo, by) = whence(&body);
    let Some(repo) = repo else {
        return without_repository(event, body);
    };
    let mut told = Told {
        kind,
        event: event.to_owned(),
        repo,
        by,
        facts: Vec::new(),
        look: Vec::new(),
    };
    dispatch(&mut told, event, &body)?;
    told.look.dedup();
    Ok(Read {
        action: seen::name(&body.action),
        facts: told.facts,
        look: told.look,
    })
}

/// Where it happened and who caused it.
fn whence(body: &Body) -> (Option<RepoName>, Option<Login>) {
    let (mut repo, mut user) = (body.repository.as_ref(), body.sender.as_ref());
    // Forgejo tells both inside the run only.
    if let Some(run) = &body.run {
        repo = repo.or(run.repository.as_ref());
        user = user.or(run.trigger_user.as_ref());
    }
    (seen::repository(repo), seen::login(user))
}

fn without_repository(event: &str, body: Body) -> Result<Read, Unread> {
    if is_known(event) {
        return Err(Unread::Lacks {
            event: event.to_owned(),
            what: "repository",
        });
    }
    Ok(Read {
        action: seen::name(&body.action),
        facts: Vec::new(),
        look: Vec::new(),
    })
}

/// Whether more than the name of such an event is read.
fn is_known(event: &str) -> bool {
    let groups = ["issue", "pull_request", "workflow_", "action_run_"];
    let whole = [
        "push",
        "create",
        "delete",
        "status",
        "check_run",
        "deployment_status",
    ];
    groups.iter().any(|group| event.starts_with(group)) || whole.contains(&event)
}

fn dispatch(told: &mut Told, event: &str, body: &Body) -> Result<(), Unread> {
    match event {
        "issues" | "issue_assign" | "issue_label" | "issue_milestone" => {
            subjects::issue(told, body)
        }
        // Gitea calls a review without a verdict so in the header that is not exact.
        "pull_request_comment" if body.comment.is_none() && body.review.is_some() => {
            subjects::review(told, body)
        }
        "issue_comment" | "pull_request_comment" => subjects::comment(told, body),
        "pull_request"
        | "pull_request_assign"
        | "pull_request_label"
        | "pull_request_milestone"
        | "pull_request_sync"
        | "pull_request_review_request" => subjects::pull(told, body),
        "pull_request_review"
        | "pull_request_review_approved"
        | "pull_request_review_rejected"
        | "pull_request_approved"
        | "pull_request_rejected" => subjects::review(told, body),
        // On GitHub a comment on a line, with numbers from another row than those of other comments.
        "pull_request_review_comment" if told.kind == ForgeKind::Github => {
            subjects::line_comment(told, body)
        }
        "pull_request_review_comment" => subjects::review(told, body),
        "push" => events::push(told, body),
        "create" => events::create(told, body),
        "delete" => events::delete(told, body),
        "status" => events::status(told, body),
        "check_run" => events::check_run(told, body),
        "workflow_run" => events::workflow_run(told, body),
        "workflow_job" => events::workflow_job(told, body),
        "action_run_failure" | "action_run_success" | "action_run_recover" => {
            events::action_run(told, body)
        }
        "deployment_status" => events::deployment_status(told, body),
        _ => {
            told.other();
            Ok(())
        }
    }
}
