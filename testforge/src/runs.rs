//! Runs of workflows. Nothing is run: a test says how one ended, and the forge behaves as if.

use serde_json::{Value, json};

use crate::events::Happened;
use crate::options::{Kind, Refused};
use crate::shape::EPOCH;
use crate::world::{Id, Repo, Status, World, now, time};

/// A run of a workflow as a test wants it.
#[derive(Debug, Clone, Default)]
pub struct WorkflowRun {
    /// The file, as `ci.yml`.
    pub workflow: String,
    /// The commit, whole.
    pub sha: String,
    /// The branch.
    pub branch: String,
    /// What started it: `push`, `pull_request`, `workflow_dispatch`.
    pub event: String,
    /// The pull request, if one started it.
    pub pull: Option<u64>,
    /// What its job wrote.
    pub log: String,
    /// How it ended: `success`, `failure`, `cancelled`, `skipped`; empty: it has not.
    pub conclusion: String,
}

/// A run as the forge keeps it.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) id: Id,
    pub(crate) workflow: String,
    pub(crate) title: String,
    pub(crate) sha: String,
    pub(crate) branch: String,
    pub(crate) event: String,
    pub(crate) pull: Option<u64>,
    pub(crate) status: &'static str,
    pub(crate) conclusion: String,
    pub(crate) by: Id,
    pub(crate) at: i64,
    pub(crate) log: String,
    pub(crate) jobs: Vec<Job>,
}

#[derive(Debug, Clone)]
pub(crate) struct Job {
    pub(crate) id: Id,
    name: &'static str,
    status: &'static str,
    conclusion: String,
}

impl Run {
    pub(crate) fn reference(&self) -> String {
        match self.pull {
            Some(number) => format!("refs/pull/{number}/head"),
            None => format!("refs/heads/{}", self.branch),
        }
    }

    pub(crate) fn job(&self, id: Id) -> Option<&Job> {
        self.jobs.iter().find(|job| job.id == id)
    }
}

impl Job {
    pub(crate) fn shape(&self, world: &World, repo: &Repo, run: &Run) -> Value {
        let name = world.full_name(repo);
        let is_done = self.status == "completed";
        let started = self.status != "queued";
        let mut shape = json!({
            "id": self.id,
            "url": world.api_url(&format!("repos/{name}/actions/jobs/{}", self.id)),
            "html_url": world.url(&format!("{name}/actions/runs/{}/jobs/{}", run.id, self.id)),
            "run_id": run.id,
            "run_url": world.api_url(&format!("repos/{name}/actions/runs/{}", run.id)),
            "name": self.name,
            "labels": ["plain"],
            "run_attempt": u8::from(started),
            "head_sha": run.sha,
            "head_branch": run.branch,
            "status": self.status,
        });
        let mut add = |name: &str, value: Value| {
            shape
                .as_object_mut()
                .and_then(|map| map.insert(name.to_owned(), value));
        };
        if is_done {
            add("conclusion", json!(self.conclusion));
        }
        add("runner_id", json!(u8::from(started)));
        if started {
            add("runner_name", json!("runner"));
        }
        let steps = match started {
            true => json!([self.step(run)]),
            false => json!([]),
        };
        add("steps", steps);
        let when = |is_set: bool| {
            json!(if is_set {
                time(run.at)
            } else {
                EPOCH.to_owned()
            })
        };
        add("created_at", json!(time(run.at)));
        add("started_at", when(started));
        add("completed_at", when(is_done));
        shape
    }

    fn step(&self, run: &Run) -> Value {
        let mut step = json!({"name": "Run it", "number": 0, "status": self.status});
        if let Some(map) = step.as_object_mut() {
            if !self.conclusion.is_empty() {
                map.insert("conclusion".to_owned(), json!(self.conclusion));
            }
            map.insert("started_at".to_owned(), json!(time(run.at)));
            map.insert("completed_at".to_owned(), json!(time(run.at)));
        }
        step
    }
}

impl Repo {
    pub(crate) fn run(&self, id: Id) -> Option<&Run> {
        self.runs.iter().find(|run| run.id == id)
    }

    /// The last status of each context of a commit.
    pub(crate) fn last_statuses(&self, sha: &str) -> Vec<&Status> {
        let mut last: Vec<&Status> = Vec::new();
        for one in self.statuses.iter().filter(|one| one.sha == sha) {
            last.retain(|other| other.context != one.context);
            last.push(one);
        }
        last
    }
}

impl World {
    /// Sets a status, and tells it, even if nothing changed by it.
    pub(crate) fn set_status(
        &mut self,
        repo: Id,
        doer: Id,
        new: Status,
    ) -> Result<Status, Refused> {
        const STATES: [&str; 6] = [
            "pending", "success", "error", "failure", "warning", "skipped",
        ];
        if !STATES.contains(&new.state.as_str()) {
            return Err(Refused::invalid("invalid state"));
        }
        let known = self.repo(repo)?;
        let object = format!("{}^{{commit}}", new.sha);
        if new.sha.len() != 40 || known.git.maybe(&["cat-file", "-e", &object]).is_none() {
            return Err(Refused::missing());
        }
        let status = Status {
            id: self.next_id("status"),
            at: now(),
            ..new
        };
        self.repo_mut(repo)?.statuses.push(status.clone());
        self.tell(repo, doer, &Happened::Status(status.clone()));
        self.merge_what_waits(repo);
        Ok(status)
    }

    /// Starts a run, and ends it if the test says how.
    pub(crate) fn start_run(
        &mut self,
        repo: Id,
        doer: Id,
        new: WorkflowRun,
    ) -> Result<Id, Refused> {
        let id = self.next_id("run");
        let job = self.next_id("job");
        let run = Run {
            id,
            title: format!("run of {}", new.workflow),
            workflow: new.workflow,
            sha: new.sha,
            branch: new.branch,
            event: new.event,
            pull: new.pull,
            status: "queued",
            conclusion: String::new(),
            by: doer,
            at: now(),
            log: new.log,
            jobs: vec![Job {
                id: job,
                name: "test",
                status: "queued",
                conclusion: String::new(),
            }],
        };
        self.repo_mut(repo)?.runs.push(run);
        self.run_status(repo, id, "pending")?;
        self.tell(repo, doer, &Happened::Run(id, "requested"));
        self.tell(repo, doer, &Happened::Job(id, job, "queued"));
        self.set_run(repo, id, "in_progress", "")?;
        self.tell(repo, doer, &Happened::Job(id, job, "in_progress"));
        self.tell(repo, doer, &Happened::Run(id, "in_progress"));
        if !new.conclusion.is_empty() {
            self.end_run(repo, id, &new.conclusion)?;
        }
        Ok(id)
    }

    /// Ends a run. A run that failed is told twice, as the jobs behind the one that failed end too.
    pub(crate) fn end_run(&mut self, repo: Id, id: Id, conclusion: &str) -> Result<(), Refused> {
        self.set_run(repo, id, "completed", conclusion)?;
        self.run_status(repo, id, conclusion)?;
        let run = self.repo(repo)?.run(id).ok_or_else(Refused::missing)?;
        let (doer, job) = (run.by, run.jobs.first().map(|job| job.id));
        if let Some(job) = job {
            self.tell(repo, doer, &Happened::Job(id, job, "completed"));
        }
        self.tell(repo, doer, &Happened::Run(id, "completed"));
        if conclusion == "failure" && self.kind == Kind::Gitea {
            self.tell(repo, doer, &Happened::Run(id, "completed"));
        }
        Ok(())
    }

    fn set_run(
        &mut self,
        repo: Id,
        id: Id,
        status: &'static str,
        conclusion: &str,
    ) -> Result<(), Refused> {
        let mut runs = self.repo_mut(repo)?.runs.iter_mut();
        let run = runs.find(|run| run.id == id).ok_or_else(Refused::missing)?;
        run.status = status;
        conclusion.clone_into(&mut run.conclusion);
        for job in &mut run.jobs {
            job.status = status;
            conclusion.clone_into(&mut job.conclusion);
        }
        Ok(())
    }

    /// Only runs for pushes and pull requests make a status of the commit.
    fn run_status(&mut self, repo: Id, id: Id, state: &str) -> Result<(), Refused> {
        let run = self.repo(repo)?.run(id).ok_or_else(Refused::missing)?;
        if run.event == "workflow_dispatch" || self.kind == Kind::Github {
            return Ok(());
        }
        let state = match state {
            "cancelled" => "failure",
            state => state,
        };
        let status = Status {
            id: 0,
            sha: run.sha.clone(),
            context: format!("{} / test ({})", run.workflow, run.event),
            state: state.to_owned(),
            description: String::new(),
            target_url: self.url("actions"),
            by: 0,
            at: 0,
        };
        self.set_status(repo, 0, status).map(drop)
    }
}
