//! What deliveries say, on Gitea and Forgejo. GitHub's words are in `payload_github`.

use serde_json::{Map, Value, json};

use crate::events::{Change, CommentChange, Happened, LabelsShown, RefChange};
use crate::git::{Commit, ZERO};
use crate::options::Kind;
use crate::payload_github;
use crate::shape;
use crate::world::{Comment, Id, Issue, Repo, ReviewState, Status, World, time};

/// How many commits a push tells.
const COMMITS_MAX_GITEA: usize = 5;
const COMMITS_MAX_FORGEJO: usize = 15;
/// Whoever acts where the forge itself runs a workflow.
pub(crate) const ACTIONS_ID: i64 = -2;

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
        return payload_github::told(world, repo, doer, happened);
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

    fn issue(&self, one: &Issue, change: Option<&Change>) -> Value {
        let mut shown = one.clone();
        self.bend(&mut shown, change);
        let mut shape = shape::issue(self.world, self.repo, &shown);
        let is_first = matches!(
            change,
            Some(Change::Assigned {
                at_creation: true,
                ..
            })
        );
        if is_first && self.world.kind == Kind::Gitea {
            for field in ["created_at", "updated_at"] {
                shape
                    .as_object_mut()
                    .and_then(|map| map.insert(field.to_owned(), json!(shape::EPOCH)));
            }
        }
        shape
    }

    /// Real deliveries show other labels than there are in two cases.
    fn bend(&self, shown: &mut Issue, change: Option<&Change>) {
        if let Some(Change::Labels { shown: labels, .. }) = change {
            match labels {
                LabelsShown::True => {}
                LabelsShown::None if self.world.kind == Kind::Gitea => shown.labels.clear(),
                LabelsShown::None => {}
                LabelsShown::Old(old) => shown.labels.clone_from(old),
            }
        }
    }

    fn pull(&self, one: &Issue, change: Option<&Change>) -> Value {
        let Some(pull) = &one.pull else {
            return Value::Null;
        };
        let mut shown = one.clone();
        self.bend(&mut shown, change);
        let asked = &pull.requested_shown;
        shape::pull(self.world, self.repo, &shown, pull, asked, Some(self.doer))
    }

    fn subject(&self, one: &Issue, change: &Change) -> Told {
        let is_pull = one.pull.is_some();
        let mut body = object(json!({"action": action(change), "number": one.number}));
        if let Some(changes) = self.changes(change) {
            body.insert("changes".to_owned(), changes);
        }
        let commit = match change {
            // Of a pull request it stays empty, merged or not.
            Change::Closed(commit) if !is_pull => commit.as_str(),
            _ => "",
        };
        let asked = match change {
            Change::ReviewRequested(who) | Change::ReviewRequestRemoved(who) => Some(*who),
            Change::Reviewed(review) => Some(review.by),
            _ => None,
        };
        let rest = match is_pull {
            false => json!({
                "issue": self.issue(one, Some(change)),
                "repository": self.repository(),
                "sender": self.sender(),
                "commit_id": commit,
            }),
            true => json!({
                "pull_request": self.pull(one, Some(change)),
                "requested_reviewer": asked.map(|who| shape::user_or_ghost(self.world, who)),
                "repository": self.repository(),
                "sender": self.sender(),
                "commit_id": commit,
                "review": review(change),
            }),
        };
        body.extend(object(rest));
        Told::new(exact(change, is_pull), body)
    }

    fn changes(&self, change: &Change) -> Option<Value> {
        let mut changes = match change {
            Change::Title(from) => json!({"title": {"from": from}}),
            Change::Body(from) => json!({"body": {"from": from}}),
            Change::Base(now) => json!({"ref": {"from": now}}),
            _ => return None,
        };
        self.add_label_fields(&mut changes);
        Some(changes)
    }

    fn add_label_fields(&self, changes: &mut Value) {
        if let (Kind::Gitea, Some(map)) = (self.world.kind, changes.as_object_mut()) {
            map.insert("added_labels".to_owned(), Value::Null);
            map.insert("removed_labels".to_owned(), Value::Null);
        }
    }

    fn comment(&self, on: &Issue, comment: &Comment, change: &CommentChange) -> Told {
        let action = match change {
            CommentChange::Created => "created",
            CommentChange::Edited(_) => "edited",
            CommentChange::Deleted => "deleted",
        };
        let mut body = object(json!({"action": action, "issue": self.issue(on, None)}));
        if on.pull.is_some() {
            body.insert("pull_request".to_owned(), self.pull(on, None));
        }
        let shape = shape::comment(self.world, self.repo, on, comment);
        body.insert("comment".to_owned(), shape);
        if let CommentChange::Edited(from) = change {
            let mut changes = json!({"body": {"from": from}});
            self.add_label_fields(&mut changes);
            body.insert("changes".to_owned(), changes);
        }
        body.insert("repository".to_owned(), self.repository());
        body.insert("sender".to_owned(), self.sender());
        body.insert("is_pull".to_owned(), json!(on.pull.is_some()));
        match on.pull {
            Some(_) => Told::new("pull_request_comment", body),
            None => Told::new("issue_comment", body),
        }
    }

    fn push(&self, change: &RefChange, is_trial: bool) -> Told {
        let max = match self.world.kind {
            Kind::Forgejo => COMMITS_MAX_FORGEJO,
            Kind::Gitea | Kind::Github => COMMITS_MAX_GITEA,
        };
        let (mut commits, mut count) = pushed(self.repo, change, max);
        let git = &self.repo.git;
        let of = |sha: &str| git.log(&[sha], 1).unwrap_or_default();
        if is_trial {
            (commits, count) = (of(&change.after), 1);
        }
        let told = |one: &Commit| shape::commit(self.world, self.repo, one);
        let head = match change.after == ZERO {
            true => None,
            false => of(&change.after).first().map(told),
        };
        let name = self.world.full_name(self.repo);
        let compare = match (change.after == ZERO, change.before == ZERO) {
            (true, _) => self.world.url(""),
            (_, true) => {
                let base = &self.repo.default_branch;
                self.world
                    .url(&format!("{name}/compare/{base}...{}", change.after))
            }
            (_, false) => {
                let range = format!("{}...{}", change.before, change.after);
                self.world.url(&format!("{name}/compare/{range}"))
            }
        };
        let body = object(json!({
            "ref": change.name,
            "before": change.before,
            "after": change.after,
            "compare_url": compare,
            "commits": commits.iter().map(told).collect::<Vec<_>>(),
            "total_commits": count,
            "head_commit": head,
            "repository": self.repository(),
            "pusher": self.sender(),
            "sender": self.sender(),
        }));
        Told::new("push", body)
    }

    fn reference(&self, change: &RefChange, is_made: bool) -> Told {
        let mut body = Map::new();
        if is_made {
            body.insert("sha".to_owned(), json!(change.after));
        }
        body.insert("ref".to_owned(), json!(change.short()));
        body.insert("ref_type".to_owned(), json!(change.kind()));
        if !is_made {
            body.insert("pusher_type".to_owned(), json!("user"));
        }
        body.insert("repository".to_owned(), self.repository());
        body.insert("sender".to_owned(), self.sender());
        let mut told = Told::new(if is_made { "create" } else { "delete" }, body);
        change.name.clone_into(&mut told.full_ref);
        told
    }

    fn status(&self, one: &Status) -> Vec<Told> {
        if self.world.kind == Kind::Forgejo {
            return Vec::new();
        }
        let commits = self.repo.git.log(&[&one.sha], 1).unwrap_or_default();
        let commit = commits.first();
        let sender = match one.by {
            0 => json!({"id": ACTIONS_ID, "login": "gitea-actions", "username": "gitea-actions"}),
            _ => self.sender(),
        };
        let body = object(json!({
            "commit": commit.map(|commit| shape::commit(self.world, self.repo, commit)),
            "context": one.context,
            "created_at": time(one.at),
            "description": one.description,
            "id": one.id,
            "repository": self.repository(),
            "sender": sender,
            "sha": one.sha,
            "state": one.state,
            "target_url": one.target_url,
            "updated_at": time(one.at),
        }));
        vec![Told::new("status", body)]
    }

    /// Only an organisation's repository has an organisation to tell.
    fn add_organization(&self, body: &mut Map<String, Value>) {
        let owner = self.world.user(self.repo.owner);
        if let Some(owner) = owner.filter(|owner| owner.is_org) {
            let shape = shape::organization(self.world, owner);
            body.insert("organization".to_owned(), shape);
        }
    }

    fn run(&self, id: Id, action: &str) -> Vec<Told> {
        let Some(run) = self.repo.run(id) else {
            return Vec::new();
        };
        if self.world.kind == Kind::Forgejo {
            return self.forgejo_run(run).into_iter().collect();
        }
        let mut body = object(json!({
            "action": action,
            "workflow": shape::workflow(self.world, self.repo, run),
            "workflow_run": shape::run(self.world, self.repo, run),
        }));
        self.add_organization(&mut body);
        body.insert("repository".to_owned(), self.repository());
        body.insert("sender".to_owned(), self.sender());
        vec![Told::new("workflow_run", body)]
    }

    /// Forgejo tells ends only, and everything else is a failure.
    fn forgejo_run(&self, run: &crate::runs::Run) -> Option<Told> {
        let is_success = match run.conclusion.as_str() {
            "" => return None,
            conclusion => conclusion == "success",
        };
        let action = if is_success { "success" } else { "failure" };
        let body = object(json!({
            "action": action,
            "run": {
                "id": run.id,
                "title": run.title,
                "repository": self.repository(),
                "workflow_id": run.workflow,
                "index_in_repo": run.id,
                "trigger_user": shape::user_or_ghost(self.world, run.by),
                "ScheduleID": 0,
                "prettyref": run.branch,
                "is_ref_deleted": false,
                "commit_sha": run.sha,
                "is_fork_pull_request": false,
                "need_approval": false,
                "approved_by": 0,
                "event": if run.event == "workflow_dispatch" { "" } else { run.event.as_str() },
                "event_payload": "{}",
                "trigger_event": run.event,
                "status": run.conclusion,
                "started": time(run.at),
                "stopped": time(run.at),
                "created": time(run.at),
                "updated": time(run.at),
                "duration": 7_000_000_000_u64,
                "html_url": self.world.url(&format!("{}/actions/runs/{}", self.world.full_name(self.repo), run.id)),
            },
            "prior_status": if run.conclusion == "cancelled" { "waiting" } else { "running" },
        }));
        Some(Told::new(&format!("action_run_{action}"), body))
    }

    fn job(&self, run: Id, job: Id, action: &str) -> Vec<Told> {
        let found = self.repo.run(run);
        let Some((run, job)) = found.and_then(|run| Some((run, run.job(job)?))) else {
            return Vec::new();
        };
        if self.world.kind == Kind::Forgejo {
            return Vec::new();
        }
        let mut body = object(json!({
            "action": action,
            "workflow_job": job.shape(self.world, self.repo, run),
        }));
        self.add_organization(&mut body);
        body.insert("repository".to_owned(), self.repository());
        body.insert("sender".to_owned(), self.sender());
        vec![Told::new("workflow_job", body)]
    }

    fn repo_made(&self) -> Told {
        let owner = shape::user_or_ghost(self.world, self.repo.owner);
        let body = object(json!({
            "action": "created",
            "repository": self.repository(),
            "organization": owner,
            "sender": self.sender(),
        }));
        Told::new("repository", body)
    }
}

/// The word in `action`.
fn action(change: &Change) -> &'static str {
    match change {
        Change::Opened => "opened",
        Change::Title(_) | Change::Body(_) | Change::Base(_) | Change::ReadyForReview => "edited",
        Change::Closed(_) => "closed",
        Change::Reopened => "reopened",
        Change::Deleted => "deleted",
        Change::Assigned { .. } => "assigned",
        Change::Unassigned(_) => "unassigned",
        Change::Labels { shown, .. } => match shown {
            LabelsShown::Old(_) => "label_cleared",
            LabelsShown::True | LabelsShown::None => "label_updated",
        },
        Change::Milestoned => "milestoned",
        Change::Demilestoned => "demilestoned",
        Change::Synchronized { .. } => "synchronized",
        Change::ReviewRequested(_) => "review_requested",
        Change::ReviewRequestRemoved(_) => "review_request_removed",
        Change::Reviewed(_) => "reviewed",
    }
}

/// The exact type of the event.
fn exact(change: &Change, is_pull: bool) -> &'static str {
    let either = |issue, pull| if is_pull { pull } else { issue };
    match change {
        Change::Opened
        | Change::Title(_)
        | Change::Body(_)
        | Change::Base(_)
        | Change::Closed(_)
        | Change::Reopened
        | Change::Deleted
        | Change::ReadyForReview => either("issues", "pull_request"),
        Change::Assigned { .. } | Change::Unassigned(_) => {
            either("issue_assign", "pull_request_assign")
        }
        Change::Labels { .. } => either("issue_label", "pull_request_label"),
        Change::Milestoned | Change::Demilestoned => {
            either("issue_milestone", "pull_request_milestone")
        }
        Change::Synchronized { .. } => "pull_request_sync",
        Change::ReviewRequested(_) | Change::ReviewRequestRemoved(_) => {
            "pull_request_review_request"
        }
        Change::Reviewed(review) => match review.state {
            ReviewState::Approved => "pull_request_review_approved",
            ReviewState::Changes => "pull_request_review_rejected",
            ReviewState::Comment | ReviewState::Pending => "pull_request_review_comment",
        },
    }
}

/// All that a delivery says of a review: neither its id, nor its commit, nor its comments on lines.
fn review(change: &Change) -> Value {
    match change {
        Change::Reviewed(review) => {
            json!({"type": exact(change, true), "content": review.body})
        }
        _ => Value::Null,
    }
}
