//! What deliveries say, on Gitea and Forgejo. GitHub's words are in `github::payload`.

mod code;
mod subject;

use serde_json::{Map, Value};

use crate::events::{Happened, RefChange};
use crate::git::{Commit, ZERO};
use crate::github;
use crate::options::Kind;
use crate::shape;
use crate::world::{Id, Repo, World};

/// One delivery's content.
pub(crate) struct Told {
    /// The exact type of the event.
    pub(crate) exact: String,
    pub(crate) action: String,
    pub(crate) body: Value,
    /// Of a branch or a tag that was made or deleted.
    pub(crate) full_ref: String,
}

impl Told {
    pub(crate) fn new(exact: &str, body: Map<String, Value>) -> Told {
        let action = body.get("action").and_then(Value::as_str);
        Told {
            exact: exact.to_owned(),
            action: action.unwrap_or_default().to_owned(),
            body: Value::Object(body),
            full_ref: String::new(),
        }
    }
}

/// What hooks hear of something.
pub(crate) fn told(world: &World, repo: &Repo, doer: Id, happened: &Happened) -> Vec<Told> {
    if world.kind == Kind::Github {
        return github::told(world, repo, doer, happened);
    }
    let teller = Teller { world, repo, doer };
    match happened {
        Happened::Subject(number, change) => match repo.issues.get(number) {
            Some(issue) => vec![teller.subject(issue, change)],
            None => Vec::new(),
        },
        Happened::Comment(number, comment, change) => match repo.issues.get(number) {
            Some(issue) => vec![teller.comment(issue, comment, change)],
            None => Vec::new(),
        },
        Happened::Push(change) => vec![teller.push(change, false)],
        Happened::RefMade(change) => vec![teller.reference(change, true)],
        Happened::RefGone(change) => vec![teller.reference(change, false)],
        Happened::Status(status) => teller.status(status),
        Happened::Run(id, action) => teller.run(*id, action),
        Happened::Job(run, job, action) => teller.job(*run, *job, action),
        Happened::RepoMade => vec![teller.repo_made()],
        Happened::Tried(sha) => {
            let change = RefChange {
                name: format!("refs/heads/{}", repo.default_branch),
                before: sha.clone(),
                after: sha.clone(),
            };
            vec![teller.push(&change, true)]
        }
    }
}

/// The commits that a push brought, newest first, as many as the forge tells; and how many there are.
pub(crate) fn pushed(repo: &Repo, change: &RefChange, max: usize) -> (Vec<Commit>, usize) {
    if change.after == ZERO || change.kind() == "tag" {
        return (Vec::new(), 0);
    }
    let default = format!("refs/heads/{}", repo.default_branch);
    let from = match (change.before == ZERO, change.name == default) {
        (false, _) => format!("^{}", change.before),
        (true, false) if repo.refs.contains_key(&default) => format!("^{default}"),
        (true, _) => String::new(),
    };
    let mut range = vec![change.after.as_str()];
    if !from.is_empty() {
        range.push(&from);
    }
    let commits = repo.git.log(&range, max).unwrap_or_default();
    let mut counting = vec!["rev-list", "--count"];
    counting.extend(&range);
    let count = repo.git.run(&counting).ok();
    let count = count.and_then(|text| text.parse().ok());
    (commits, count.unwrap_or(0))
}

struct Teller<'a> {
    world: &'a World,
    repo: &'a Repo,
    doer: Id,
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Map::new()
        }
    }
}

impl Teller<'_> {
    fn sender(&self) -> Value {
        shape::user_or_ghost(self.world, self.doer)
    }

    fn repository(&self) -> Value {
        shape::repo(self.world, self.repo, Some(self.doer))
    }

    /// Only an organisation's repository has an organisation to tell.
    fn add_organization(&self, body: &mut Map<String, Value>) {
        let owner = self.world.user(self.repo.owner);
        if let Some(owner) = owner.filter(|owner| owner.is_org) {
            let shape = shape::organization(self.world, owner);
            body.insert("organization".to_owned(), shape);
        }
    }
}
