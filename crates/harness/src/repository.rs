//! A repository with its configuration: what every command that works on one begins with.

mod held;
mod ready;
mod state;

use std::path::{Path, PathBuf};

use ledger::money::Usd;
use ledger::options::Wire;
use ledger::phase::Mode;
use model::ask::Model;
use model::http::{Endpoint, Timeouts};
use model::price::Prices;
use model::scripted::Script;
use model::secret::Secret;
use store::Store;
use tools::acts::{ReadOutput, Workshop};
use tools::git::{GitError, NotReady, Repo};

use crate::config::{self, AgentSettings, Config, Loaded, Problem, Problems, Sources};
use crate::environment::{apart, leads};

/// How a person called the program, as far as it concerns a repository.
#[derive(Debug, Clone, Default)]
pub struct Call {
    /// The directory to work in.
    pub directory: PathBuf,
    /// A configuration file to take instead of the project's.
    pub file: Option<PathBuf>,
    /// Keys with dots and their values, from flags.
    pub flags: Vec<(String, String)>,
    /// Whether the project's configuration is trusted for this once.
    pub trust_once: bool,
}

/// A repository with its configuration.
#[derive(Debug)]
pub struct Site {
    /// The repository.
    pub repo: Repo,
    /// Its configuration, with where it comes from.
    pub loaded: Loaded,
    /// What it was read from.
    pub sources: Sources,
}

/// Why there is nothing to work on. Each is one clear sentence for a person, with what to do next.
#[derive(Debug, thiserror::Error)]
pub enum NoSite {
    /// Not a repository, or not a usable one.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A run can't begin in the repository as it is.
    #[error(transparent)]
    NotReady(#[from] NotReady),
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] Problems),
    /// The store can't be had.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The model can't be had.
    #[error("{0}")]
    Model(String),
    /// The plan can't be used.
    #[error("{0}")]
    Plan(String),
    /// A run could not spend anything.
    #[error(
        "the budget of {total} is below the floor of {floor}: the run could not spend anything"
    )]
    Budget {
        /// What it may spend.
        total: Usd,
        /// What must be left for anything new.
        floor: Usd,
    },
    /// Somebody took a worktree away under a run.
    #[error("the worktree of run `{run}` is gone: `{directory}`")]
    Gone {
        /// The run.
        run: ledger::ids::RunId,
        /// Where it was.
        directory: String,
        /// Its branch.
        branch: String,
        /// The ref that keeps what stood in it, if anything had changed there.
        snapshots: Option<String>,
    },
    /// A run keeps what it was opened with.
    #[error("`{key}` of run `{run}` is what it was opened with")]
    Fixed {
        /// The key.
        key: String,
        /// The run.
        run: ledger::ids::RunId,
    },
    /// Another key holds the size of prompts.
    #[error("`loop.context_tokens_max` holds every prompt at {most} tokens")]
    Held {
        /// So many.
        most: u32,
    },
    /// The run belongs to another repository.
    #[error("run `{run}` belongs to `{repository}`")]
    Elsewhere {
        /// The run.
        run: ledger::ids::RunId,
        /// Its repository.
        repository: String,
    },
}

/// What to do when somebody holds the ledger.
pub(crate) const LOCKED: &str =
    "end the process that holds `ledger.db`, or try again when it is done";

/// What to do when the ledger can't be written.
pub(crate) const DISK: &str = "look at the disk with the state directory (full, read-only, a limit on files?), then try again";

impl NoSite {
    /// Whether we are in no repository at all.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        matches!(self, Self::Git(GitError::NotARepository(_)))
    }

    /// What to do next.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match self {
            NoSite::Git(error) => return ready::git(error),
            NoSite::NotReady(why) => return ready::help(why),
            NoSite::Store(
                store::Error::Damaged(_)
                | store::Error::NotALedger { .. }
                | store::Error::Torn { .. },
            ) => {
                "move `ledger.db` out of the way, together with its `-wal` and `-shm`, and a new ledger begins; branches and worktrees of runs stay"
            }
            NoSite::Store(
                store::Error::File { .. }
                | store::Error::NetworkDisk { .. }
                | store::Error::NoLog { .. },
            ) => {
                "the state directory must be a folder on a local disk that you can write; `INTERLOCK_STATE` names another one"
            }
            NoSite::Store(store::Error::Locked(_)) => LOCKED,
            NoSite::Store(store::Error::Full(_) | store::Error::Sql(_)) => DISK,
            NoSite::Budget { .. } => {
                "give it more with `--budget`, or lower `budget.floor` in the configuration"
            }
            NoSite::Elsewhere { .. } => "go there, or name it with `-C`",
            NoSite::Fixed { key, .. } if key == "budget.total" => {
                "`interlock resume RUN --budget DOLLARS` gives it more"
            }
            NoSite::Fixed { .. } => {
                "a run that goes on takes `loop.*`, `context.*`, `tasks.*`, `models.*` and `budget.*` but for the sum; a new run takes the rest"
            }
            NoSite::Held { .. } => "set it with `--set` as well, to the same number",
            NoSite::Gone {
                directory,
                branch,
                snapshots,
                ..
            } => {
                let directory = directory.replace('\'', "'\\''");
                let mut steps = vec![
                    "nothing is lost; these bring it back as it was, then resume:".to_owned(),
                    format!("git worktree add --force '{directory}' {branch}"),
                ];
                steps.extend(
                    snapshots
                        .iter()
                        .map(|it| format!("git -C '{directory}' restore --source {it} -- .")),
                );
                return Some(steps.join("\n  "));
            }
            NoSite::Config(_) | NoSite::Store(_) | NoSite::Model(_) | NoSite::Plan(_) => {
                return None;
            }
        };
        Some(help.to_owned())
    }
}

impl From<Problem> for NoSite {
    fn from(problem: Problem) -> Self {
        Self::Config(problem.into())
    }
}

/// The top directory of the repository around a directory.
///
/// # Errors
/// [`NoSite::Git`].
pub fn root(call: &Call) -> Result<PathBuf, NoSite> {
    Ok(Repo::discover(&call.directory)?.root)
}

/// What the configuration of a repository is read from.
///
/// # Errors
/// [`NoSite::Git`].
pub fn sources(call: &Call) -> Result<Sources, NoSite> {
    let repo = Repo::discover(&call.directory)?;
    let mut sources = Sources::new(repo.root.clone());
    state::set_apart(&repo, &sources)?;
    sources.flags = call.flags.clone();
    sources.file = call.file.clone();
    sources.is_trusted_once = call.trust_once;
    Ok(sources)
}

impl Site {
    /// Finds the repository around a directory, and reads its configuration.
    ///
    /// # Errors
    /// [`NoSite`].
    pub fn find(call: &Call) -> Result<Self, NoSite> {
        let mut repo = Repo::discover(&call.directory)?;
        let sources = sources(call)?;
        let loaded = config::load(&sources)?;
        repo.allow_programs(&loaded.config.git_programs);
        Ok(Self {
            repo,
            loaded,
            sources,
        })
    }

    /// The resolved configuration.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.loaded.config
    }

    /// Whether everything that the project configures was accepted.
    #[must_use]
    pub fn trusted(&self) -> bool {
        self.loaded.untrusted.is_empty()
    }

    /// The store.
    ///
    /// # Errors
    /// [`NoSite::Store`].
    pub fn store(&self) -> Result<Store, NoSite> {
        Ok(Store::open(self.store_dir())?)
    }

    /// The directory that holds the ledger and what stands beside it.
    #[must_use]
    pub fn store_dir(&self) -> &Path {
        self.config().store_dir()
    }

    /// The model that writes the change.
    ///
    /// # Errors
    /// [`NoSite::Config`] when none is configured, [`NoSite::Model`] when it can't be had.
    pub fn model(&self) -> Result<Model, NoSite> {
        let prices = Prices::from(&self.config().options(&config::Detected::default()).budget);
        let endpoint = match self.loaded.executor() {
            Ok(endpoint) => endpoint,
            // An agent of somebody else has a model of its own.
            Err(_) if self.config().worker().is_some_and(AgentSettings::executes) => {
                return Ok(Model::scripted(Script::default(), prices));
            }
            Err(why) => return Err(why.into()),
        };
        if endpoint.wire == Wire::Scripted {
            let path = endpoint
                .script
                .as_deref()
                .unwrap_or_else(|| Path::new(&endpoint.model));
            let script = script(path)?;
            return Ok(Model::scripted(script, prices).called(&endpoint.name, None));
        }
        let key = match &endpoint.key_env {
            None => None,
            Some(name) => match self.sources.env.get(name).filter(|it| !it.is_empty()) {
                Some(key) => Some(Secret::new(key)),
                None if local(&endpoint.base_url) => None,
                None => {
                    return Err(NoSite::Model(format!(
                        "model `{}` needs a key, and the environment variable `{name}` is not set\n\
                         help: `export {name}=…`, or name another variable with `models.{}.key_env`",
                        endpoint.name, endpoint.name
                    )));
                }
            },
        };
        let http = Endpoint {
            wire: endpoint.wire,
            base_url: endpoint.base_url.clone(),
            key,
            headers: endpoint
                .headers
                .iter()
                .map(|(name, value)| (name.clone(), Secret::new(value)))
                .collect(),
            timeouts: timeouts(endpoint),
            proxy: None,
        };
        let model = Model::http(http, prices).map_err(|error| NoSite::Model(error.to_string()))?;
        let model = model.called(&endpoint.name, endpoint.key_env.as_deref());
        model.warm();
        Ok(model)
    }

    /// Hands for a run of this repository.
    #[must_use]
    pub fn workshop(&self, run: &ledger::ids::RunId) -> Workshop {
        let mut workshop = Workshop::new(
            self.repo.clone(),
            run.clone(),
            self.config().worktree_base.clone(),
            self.config().state_dir.join("runs").join(run.as_str()),
            self.trusted(),
        );
        workshop.read_output(ReadOutput {
            tests: verify::tests_in,
            failure: verify::failure,
        });
        workshop.check_env(apart);
        workshop.leads(leads);
        workshop.declares(|folder| config::detect(folder).checks());
        workshop
    }

    /// The branch that a run is merged into: the configured one if it stands, else the one that is checked out.
    ///
    /// # Errors
    /// [`GitError`] when there is none, or it has no commit.
    pub fn target(&self) -> Result<(String, ledger::ids::GitId), GitError> {
        match &self.config().target_branch {
            Some(name) => {
                let tip = self.repo.find(&format!("refs/heads/{name}"))?;
                tip.map(|tip| (name.clone(), tip))
                    .ok_or_else(|| GitError::MissingBranch(name.clone()))
            }
            None => self.repo.branch(),
        }
    }

    /// What decisions will depend on.
    #[must_use]
    pub fn options(&self, mode: Option<Mode>) -> ledger::options::Options {
        let detected = config::detect(&self.repo.root);
        let mut options = self.config().options(&detected);
        if let Some(mode) = mode {
            options.mode = mode;
        }
        options
    }
}

/// Patience with a provider, as far as it is configured.
fn timeouts(endpoint: &config::Endpoint) -> Timeouts {
    let usual = Timeouts::default();
    let ms = |seconds: Option<u32>| seconds.map(|it| u64::from(it).saturating_mul(1000));
    Timeouts {
        first_byte_ms: ms(endpoint.first_byte_timeout_s).unwrap_or(usual.first_byte_ms),
        idle_ms: ms(endpoint.idle_timeout_s).unwrap_or(usual.idle_ms),
        ..usual
    }
}

/// A provider on this machine may do without a key.
fn local(base_url: &str) -> bool {
    ["http://127.0.0.1", "http://localhost", "http://[::1]"]
        .iter()
        .any(|it| base_url.starts_with(it))
}

fn script(path: &Path) -> Result<Script, NoSite> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        NoSite::Model(format!(
            "the script `{}` can't be read: {error}",
            path.display()
        ))
    })?;
    Script::from_json(&text).map_err(|error| {
        let cause = std::error::Error::source(&error)
            .map(|it| format!(": {it}"))
            .unwrap_or_default();
        NoSite::Model(format!(
            "the script `{}` can't be used: {error}{cause}",
            path.display()
        ))
    })
}
