//! Webhooks: who hears of what, and in which envelope. What a delivery says is made in `payload`.

use serde_json::Value;

use crate::events::Happened;
use crate::options::Kind;
use crate::payload::{self, Told};
use crate::sender::Letter;
use crate::sign::hmac;
use crate::world::{Id, Repo, World};

/// Where a webhook hangs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Repo(Id),
    Org(Id),
    System,
}

/// A webhook.
#[derive(Debug, Clone)]
pub(crate) struct Hook {
    pub(crate) id: Id,
    pub(crate) place: Place,
    /// `gitea` or `forgejo`.
    pub(crate) flavour: String,
    pub(crate) name: String,
    pub(crate) active: bool,
    pub(crate) url: String,
    pub(crate) content_type: String,
    pub(crate) secret: String,
    /// Exact types of events.
    pub(crate) events: Vec<String>,
    pub(crate) branch_filter: String,
    pub(crate) authorization: String,
    pub(crate) created: i64,
    pub(crate) updated: i64,
}

/// Exact types of events, in the order in which a hook lists them, with the group that stands in the other header.
pub(crate) const TYPES: [(&str, &str); 28] = [
    ("create", "create"),
    ("delete", "delete"),
    ("fork", "fork"),
    ("push", "push"),
    ("issues", "issues"),
    ("issue_assign", "issues"),
    ("issue_label", "issues"),
    ("issue_milestone", "issues"),
    ("issue_comment", "issue_comment"),
    ("pull_request", "pull_request"),
    ("pull_request_assign", "pull_request"),
    ("pull_request_label", "pull_request"),
    ("pull_request_milestone", "pull_request"),
    ("pull_request_comment", "issue_comment"),
    ("pull_request_review_approved", "pull_request_approved"),
    ("pull_request_review_rejected", "pull_request_rejected"),
    ("pull_request_review_comment", "pull_request_comment"),
    ("pull_request_sync", "pull_request"),
    ("pull_request_review_request", "pull_request"),
    ("wiki", "wiki"),
    ("repository", "repository"),
    ("release", "release"),
    ("package", "package"),
    ("status", "status"),
    ("workflow_run", "workflow_run"),
    ("workflow_job", "workflow_job"),
    ("action_run_failure", "action_run_failure"),
    ("action_run_success", "action_run_success"),
];

/// The group of a type.
pub(crate) fn group(kind: Kind, exact: &str) -> String {
    let known = TYPES.iter().find(|(one, _)| *one == exact);
    match kind {
        Kind::Gitea | Kind::Forgejo => known.map_or(exact, |(_, group)| group).to_owned(),
        Kind::Github => exact.to_owned(),
    }
}

/// The types that the words of a subscription stand for. Unknown words are dropped in silence.
pub(crate) fn subscribed(kind: Kind, words: &[String]) -> Vec<String> {
    if kind == Kind::Github {
        return match words {
            [] => vec!["push".to_owned()],
            some => some.to_vec(),
        };
    }
    let has = |word: &str| match words {
        [] => word == "push",
        some => some.iter().any(|one| one == word),
    };
    let wanted = |exact: &str| match exact {
        "issues" => has("issues") || has("issues_only"),
        "issue_assign" | "issue_label" | "issue_milestone" | "issue_comment" => {
            has("issues") || has(exact)
        }
        "pull_request" => has("pull_request") || has("pull_request_only"),
        "pull_request_review_approved"
        | "pull_request_review_rejected"
        | "pull_request_review_comment" => has("pull_request") || has("pull_request_review"),
        pull if pull.starts_with("pull_request") => has("pull_request") || has(pull),
        other => has(other),
    };
    let ours = |exact: &str| match exact {
        "status" | "workflow_run" | "workflow_job" => kind == Kind::Gitea,
        "action_run_failure" | "action_run_success" => kind == Kind::Forgejo,
        _ => true,
    };
    let types = TYPES.iter().map(|(exact, _)| *exact);
    types
        .filter(|exact| ours(exact) && wanted(exact))
        .map(str::to_owned)
        .collect()
}

impl World {
    /// Tells every hook that asked for it.
    pub(crate) fn tell(&mut self, repo: Id, doer: Id, happened: &Happened) {
        let Ok(known) = self.repo(repo) else { return };
        let hooks: Vec<Hook> = self.hooks_of(known).cloned().collect();
        if hooks.is_empty() {
            return;
        }
        for told in payload::told(self, known, doer, happened) {
            for hook in &hooks {
                if hook.active && hook.events.contains(&told.exact) && passes(hook, happened) {
                    self.sender.enqueue(letter(self.kind, hook, &told));
                }
            }
        }
    }

    /// Tells one hook, as its test button does.
    pub(crate) fn tell_one(&mut self, hook: &Hook, repo: Id, doer: Id, happened: &Happened) {
        let Ok(known) = self.repo(repo) else { return };
        for told in payload::told(self, known, doer, happened) {
            if hook.events.contains(&told.exact) || told.exact == "ping" {
                self.sender.enqueue(letter(self.kind, hook, &told));
            }
        }
    }

    fn hooks_of(&self, repo: &Repo) -> impl Iterator<Item = &Hook> {
        let (id, owner) = (repo.id, repo.owner);
        self.hooks.iter().filter(move |hook| match hook.place {
            Place::Repo(at) => at == id,
            Place::Org(at) => at == owner,
            Place::System => true,
        })
    }
}

/// Whether the branch filter lets it through: a star at the end is all the pattern there is.
fn passes(hook: &Hook, happened: &Happened) -> bool {
    let change = match happened {
        Happened::Push(change) | Happened::RefMade(change) | Happened::RefGone(change) => change,
        Happened::Subject(..)
        | Happened::Comment(..)
        | Happened::Status(_)
        | Happened::Run(..)
        | Happened::Job(..)
        | Happened::RepoMade
        | Happened::Tried(_) => return true,
    };
    match hook.branch_filter.split_once('*') {
        _ if hook.branch_filter.is_empty() => true,
        Some((start, _)) => change.short().starts_with(start),
        None => change.short() == hook.branch_filter,
    }
}

fn letter(kind: Kind, hook: &Hook, told: &Told) -> Letter {
    let json = text(kind, hook, told);
    let secret = hook.secret.as_bytes();
    let sign = |body: &str| match hook.secret.is_empty() {
        true => (String::new(), String::new()),
        false => (
            hmac::<sha2::Sha256>(secret, body.as_bytes()),
            hmac::<sha1::Sha1>(secret, body.as_bytes()),
        ),
    };
    let (mut body, mut signed) = (json.clone(), sign(&json));
    if hook.content_type == "form" {
        let set = percent_encoding::NON_ALPHANUMERIC;
        body = format!(
            "payload={}",
            percent_encoding::utf8_percent_encode(&json, set)
        );
        if kind == Kind::Github {
            signed = sign(&body);
        }
    }
    Letter {
        hook: hook.id,
        url: hook.url.clone(),
        event: group(kind, &told.exact),
        event_type: told.exact.clone(),
        action: told.action.clone(),
        content_type: match hook.content_type.as_str() {
            "form" => "application/x-www-form-urlencoded",
            _ => "application/json",
        },
        headers: match kind {
            Kind::Gitea | Kind::Forgejo => our_headers(kind, hook, told, signed),
            Kind::Github => github_headers(hook, told, signed),
        },
        body,
    }
}

/// The bytes of the body: indented, but for two types on Forgejo; its encoder escapes what could be markup.
fn text(kind: Kind, hook: &Hook, told: &Told) -> String {
    let pretty = || serde_json::to_string_pretty(&told.body).unwrap_or_default();
    match kind {
        Kind::Gitea => pretty(),
        Kind::Github => told.body.to_string(),
        Kind::Forgejo => {
            let is_ref = matches!(told.exact.as_str(), "create" | "delete");
            let text = match (is_ref, hook.flavour.as_str()) {
                (true, "gitea") => sorted(told.body.clone()).to_string(),
                (true, _) => with_full_ref(told).to_string(),
                (false, _) => pretty(),
            };
            escaped(&text)
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut pairs: Vec<(String, Value)> = map.into_iter().collect();
            pairs.sort_by(|a, b| a.0.cmp(&b.0));
            pairs
                .into_iter()
                .map(|(key, value)| (key, sorted(value)))
                .collect()
        }
        Value::Array(list) => list.into_iter().map(sorted).collect(),
        plain @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => plain,
    }
}

fn with_full_ref(told: &Told) -> Value {
    let mut body = told.body.clone();
    if let Some(map) = body.as_object_mut() {
        map.insert("ref".to_owned(), Value::String(told.full_ref.clone()));
    }
    body
}

fn our_headers(
    kind: Kind,
    hook: &Hook,
    told: &Told,
    (sha256, sha1): (String, String),
) -> Vec<(String, String)> {
    let group = group(kind, &told.exact);
    let mut headers = Vec::new();
    let mut add = |name: String, value: &str| headers.push((name, value.to_owned()));
    let families: &[&str] = match kind {
        Kind::Forgejo => &["Forgejo", "GitHub", "Gitea", "Gogs"],
        Kind::Gitea | Kind::Github => &["GitHub", "Gitea", "Gogs"],
    };
    for family in families {
        // The id is not known before the letter is numbered.
        add(format!("X-{family}-Delivery"), "");
        add(format!("X-{family}-Event"), &group);
        add(format!("X-{family}-Event-Type"), &told.exact);
        if kind == Kind::Gitea && *family != "Gogs" {
            let target = match hook.place {
                Place::Repo(_) => "repository",
                Place::Org(_) => "organization",
                Place::System => "system",
            };
            add(format!("X-{family}-Hook-Installation-Target-Type"), target);
        }
        if *family != "GitHub" {
            add(format!("X-{family}-Signature"), &sha256);
        }
    }
    add("X-Hub-Signature".to_owned(), &format!("sha1={sha1}"));
    add(
        "X-Hub-Signature-256".to_owned(),
        &format!("sha256={sha256}"),
    );
    if !hook.authorization.is_empty() {
        add("Authorization".to_owned(), &hook.authorization);
    }
    headers
}

fn github_headers(
    hook: &Hook,
    told: &Told,
    (sha256, sha1): (String, String),
) -> Vec<(String, String)> {
    let mut headers = vec![
        ("X-GitHub-Hook-ID".to_owned(), hook.id.to_string()),
        ("X-GitHub-Event".to_owned(), told.exact.clone()),
        ("X-GitHub-Delivery".to_owned(), String::new()),
        (
            "X-GitHub-Hook-Installation-Target-Type".to_owned(),
            "repository".to_owned(),
        ),
    ];
    if !hook.secret.is_empty() {
        headers.push(("X-Hub-Signature".to_owned(), format!("sha1={sha1}")));
        headers.push(("X-Hub-Signature-256".to_owned(), format!("sha256={sha256}")));
    }
    headers
}
