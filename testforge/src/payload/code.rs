//! Pushes, statuses and runs in deliveries.

use serde_json::{Map, json};

use super::{Teller, Told, object, pushed};
use crate::events::RefChange;
use crate::git::{Commit, ZERO};
use crate::options::Kind;
use crate::shape;
use crate::world::{Id, Status, time};

/// How many commits a push tells.
const COMMITS_MAX_GITEA: usize = 5;
const COMMITS_MAX_FORGEJO: usize = 15;

impl Teller<'_> {
    pub(super) fn push(&self, change: &RefChange, is_trial: bool) -> Told {
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

    pub(super) fn reference(&self, change: &RefChange, is_made: bool) -> Told {
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

    pub(super) fn status(&self, one: &Status) -> Vec<Told> {
        if self.world.kind == Kind::Forgejo {
            return Vec::new();
        }
        let commits = self.repo.git.log(&[&one.sha], 1).unwrap_or_default();
        let commit = commits.first();
        let sender = match one.by {
            0 => shape::actions_user(self.world),
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

    pub(super) fn run(&self, id: Id, action: &str) -> Vec<Told> {
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

    pub(super) fn job(&self, run: Id, job: Id, action: &str) -> Vec<Told> {
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

    pub(super) fn repo_made(&self) -> Told {
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
