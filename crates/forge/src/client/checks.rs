//! How the checks of a commit stand, and what failed ones said.

use ledger::forge::{CheckState, RepoName};
use ledger::ids::GitId;

use super::call::{Call, Client};
use super::failure::Failure;
use crate::seen;
use crate::text::{ending, kept};
use crate::wire::{CheckRun, Status, WorkflowRun, lenient};

/// The most jobs of which the log is read.
const JOBS_MAX: usize = 5;
/// The most bytes of one job's log: its end, where the failure is.
const LOG_BYTES_MAX: usize = 16 << 10;

/// How the checks of a commit stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combined {
    /// Each by its name, as it stands last.
    pub checks: Vec<(String, CheckState)>,
}

/// What a job that failed left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobLog {
    /// The job's name.
    pub name: String,
    /// The end of its log, or what else is told of it.
    pub text: String,
}

/// A check as it stands.
pub(crate) struct CheckSeen {
    pub(crate) context: String,
    pub(crate) state: CheckState,
    pub(crate) description: String,
    pub(crate) at_ms: u64,
}

impl Client {
    /// How the checks of a commit stand: its statuses and, on GitHub, its check runs.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn combined_status(
        &self,
        repo: &RepoName,
        commit: &GitId,
    ) -> Result<Combined, Failure> {
        let found = self.checks(repo, commit).await?;
        let checks = found.into_iter().map(|check| (check.context, check.state));
        Ok(Combined {
            checks: checks.collect(),
        })
    }

    pub(crate) async fn checks(
        &self,
        repo: &RepoName,
        commit: &GitId,
    ) -> Result<Vec<CheckSeen>, Failure> {
        let parts = ["commits", commit.as_str(), "status"];
        let found = self
            .list::<Status>(Call::get(repo, &parts), Some("statuses"))
            .await?;
        let mut checks: Vec<CheckSeen> = found.iter().map(of_status).collect();
        if self.is_github() {
            let runs = self.check_runs(repo, commit).await?;
            checks.extend(runs.iter().map(|run| CheckSeen {
                context: seen::name(&run.name),
                state: seen::run_state(&run.status, &run.conclusion),
                description: kept(&run.output.title),
                at_ms: seen::first_ms(&[&run.completed_at, &run.started_at]),
            }));
        }
        Ok(checks)
    }

    async fn check_runs(&self, repo: &RepoName, commit: &GitId) -> Result<Vec<CheckRun>, Failure> {
        let parts = ["commits", commit.as_str(), "check-runs"];
        self.list(Call::get(repo, &parts), Some("check_runs")).await
    }

    /// What the jobs that failed at a commit left: the ends of their logs, as far as this forge gives them out, else what
    /// their statuses say. GitHub gives logs only by way of another host, to which this client does not go; there it is
    /// what the checks themselves report.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn failed_job_logs(
        &self,
        repo: &RepoName,
        commit: &GitId,
    ) -> Result<Vec<JobLog>, Failure> {
        if self.is_github() {
            return self.reports(repo, commit).await;
        }
        match self.logs(repo, commit).await {
            Ok(logs) if !logs.is_empty() => return Ok(logs),
            // Forgejo, and Gitea before 1.25, have no such calls.
            Ok(_) | Err(Failure::NotFound { .. } | Failure::NotJson) => {}
            Err(failure) => return Err(failure),
        }
        let checks = self.checks(repo, commit).await?;
        let red = checks.into_iter().filter(|check| check.state.is_red());
        let told = red.map(|check| JobLog {
            name: check.context,
            text: check.description,
        });
        Ok(told.take(JOBS_MAX).collect())
    }

    async fn logs(&self, repo: &RepoName, commit: &GitId) -> Result<Vec<JobLog>, Failure> {
        let call = Call::get(repo, &["actions", "runs"]).query("head_sha", commit.as_str());
        let runs: Vec<WorkflowRun> = self.list(call, Some("workflow_runs")).await?;
        let mut logs: Vec<JobLog> = Vec::new();
        // Where the query is not known, all runs come.
        for run in runs.iter().filter(|run| run.head_sha == commit.as_str()) {
            if !seen::run_state(&run.status, &run.conclusion).is_red() {
                continue;
            }
            let parts = ["actions", "runs", &run.id.to_string(), "jobs"];
            let jobs: Vec<WorkflowRun> = self.list(Call::get(repo, &parts), Some("jobs")).await?;
            let is_red =
                |job: &&WorkflowRun| seen::run_state(&job.status, &job.conclusion).is_red();
            for job in jobs.iter().filter(is_red) {
                if logs.len() >= JOBS_MAX {
                    return Ok(logs);
                }
                logs.push(self.log(repo, job).await?);
            }
        }
        Ok(logs)
    }

    async fn log(&self, repo: &RepoName, job: &WorkflowRun) -> Result<JobLog, Failure> {
        let parts = ["actions", "jobs", &job.id.to_string(), "logs"];
        let call = Call::get(repo, &parts).ending(LOG_BYTES_MAX);
        let text = self.send(&call).await?.body;
        let text = String::from_utf8_lossy(&text);
        Ok(JobLog {
            name: seen::name(&job.name),
            text: ending(&text, LOG_BYTES_MAX).to_owned(),
        })
    }

    async fn reports(&self, repo: &RepoName, commit: &GitId) -> Result<Vec<JobLog>, Failure> {
        let runs = self.check_runs(repo, commit).await?;
        let is_red = |run: &&CheckRun| seen::run_state(&run.status, &run.conclusion).is_red();
        let mut logs = Vec::new();
        for run in runs.iter().filter(is_red).take(JOBS_MAX) {
            let mut text = [&run.output.title, &run.output.summary, &run.output.text]
                .map(String::as_str)
                .join("\n");
            let parts = ["check-runs", &run.id.to_string(), "annotations"];
            let notes: Vec<Annotation> = self.list(Call::get(repo, &parts), None).await?;
            for note in notes {
                let place = format!("{}:{}", note.path, note.start_line);
                text = format!(
                    "{text}\n{place}: {}: {}",
                    note.annotation_level, note.message
                );
            }
            logs.push(JobLog {
                name: seen::name(&run.name),
                text: ending(text.trim(), LOG_BYTES_MAX).to_owned(),
            });
        }
        Ok(logs)
    }
}

/// What a check says about a place.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct Annotation {
    #[serde(deserialize_with = "lenient")]
    path: String,
    #[serde(deserialize_with = "lenient")]
    start_line: u64,
    #[serde(deserialize_with = "lenient")]
    annotation_level: String,
    #[serde(deserialize_with = "lenient")]
    message: String,
}

fn of_status(status: &Status) -> CheckSeen {
    let word = match status.status.as_str() {
        "" => &status.state,
        word => word,
    };
    CheckSeen {
        context: seen::name(&status.context),
        state: seen::check_state(word),
        description: kept(&status.description),
        at_ms: seen::first_ms(&[&status.updated_at, &status.created_at]),
    }
}
