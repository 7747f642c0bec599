//! Who works where: the daemon's part of the configuration, resolved.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use board::templates::{Language, Templates};
use forge::secret::Secret;
use ledger::board::{AgentOptions, BoardOptions};
use ledger::forge::{Login, RepoName};

use crate::config::{Config, ForgeEntry, RosterEntry};
use crate::forges::NoForge;
use crate::http::check::Checks;
use crate::http::health::Health;
use crate::http::limits::Limits;
use crate::http::{genuine, listen, report};

/// The capability of whoever gets what is assigned to nobody.
const COORDINATOR: &str = "coordinator";
/// The capability of whoever gets what is broken outside the code.
const INFRASTRUCTURE: &str = "infrastructure";

/// The capability of whoever reviews pull requests of others.
const REVIEW: &str = "review";

/// Why nothing can be served as it is configured.
#[derive(Debug, thiserror::Error)]
pub enum NotSetUp {
    /// No forge is configured.
    #[error("no forge is configured")]
    NoForge,
    /// A forge watches nothing.
    #[error("the forge `{0}` watches no repository")]
    NothingWatched(String),
    /// Nobody works on a forge.
    #[error("no agent of the roster works on the forge `{0}`")]
    NobodyWorks(String),
    /// Deliveries can't be checked.
    #[error("the secret of deliveries of the forge `{forge}` is missing: {why}")]
    NoSecret {
        /// The forge.
        forge: String,
        /// Why.
        why: String,
    },
    /// Where to listen can't be read.
    #[error("`serve.listen` is no address and port: `{0}`")]
    NoAddress(String),
    /// The templates can't be used.
    #[error("`{path}` can't be used: {why}")]
    Templates {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A token is missing.
    #[error(transparent)]
    Forge(#[from] NoForge),
}

impl NotSetUp {
    /// What to do next.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            NotSetUp::NoForge => {
                "name one in your own configuration: `forge.NAME.kind`, `url`, `repositories`, `hook_secret_env`"
                    .to_owned()
            }
            NotSetUp::NothingWatched(name) => {
                format!("name them: `forge.{name}.repositories: [owner/name]`")
            }
            NotSetUp::NobodyWorks(_) => {
                "name one: `roster.NAME.login` and `roster.NAME.token_env`".to_owned()
            }
            NotSetUp::NoSecret { forge, .. } => format!(
                "name the variable with `forge.{forge}.hook_secret_env`, and set it to what the hook of the forge signs with"
            ),
            NotSetUp::NoAddress(_) => "write it as `127.0.0.1:8470`".to_owned(),
            NotSetUp::Templates { .. } => {
                "mend the file, or leave `serve.templates` out for the built-in ones".to_owned()
            }
            NotSetUp::Forge(error) => error.help(),
        }
    }
}

/// A forge that is watched.
#[derive(Debug, Clone)]
pub struct Watched {
    /// Its name.
    pub name: String,
    /// Its entry in the configuration.
    pub entry: ForgeEntry,
    /// The agents that work there.
    pub agents: Vec<RosterEntry>,
    /// What its deliveries are signed with.
    pub secrets: Vec<Secret>,
}

impl Watched {
    /// Repositories that are named one by one; those of whole owners are known from their deliveries.
    #[must_use]
    pub fn named_repositories(&self) -> Vec<RepoName> {
        let named = self.entry.repositories.iter();
        named
            .filter_map(|it| RepoName::new(it.clone()).ok())
            .collect()
    }

    fn with_capability(&self, word: &str) -> Option<&RosterEntry> {
        let has = |it: &&RosterEntry| {
            let mut all = it.capabilities.iter();
            all.any(|it| it.eq_ignore_ascii_case(word))
        };
        self.agents.iter().find(has)
    }

    /// Who gets what is assigned to nobody.
    #[must_use]
    pub fn coordinator(&self) -> Option<&RosterEntry> {
        self.with_capability(COORDINATOR)
    }

    /// Who reads for all: the coordinator, else the first agent.
    #[must_use]
    pub fn reader(&self) -> Option<&RosterEntry> {
        self.coordinator().or_else(|| self.agents.first())
    }

    /// Who reviews what an agent opens.
    #[must_use]
    pub fn reviewers(&self, author: &Login) -> Vec<Login> {
        let reviews = |it: &&RosterEntry| {
            let mut all = it.capabilities.iter();
            all.any(|it| it.eq_ignore_ascii_case(REVIEW)) && it.login != *author
        };
        let all = self.agents.iter().filter(reviews);
        all.map(|it| it.login.clone()).collect()
    }

    /// Who gets what is broken outside the code.
    #[must_use]
    pub fn infrastructure(&self) -> Option<&RosterEntry> {
        self.with_capability(INFRASTRUCTURE)
    }
}

/// Everything that a daemon is started with.
#[derive(Debug)]
pub struct Setup {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where forges reach it.
    pub public_url: String,
    /// Bytes of one delivery.
    pub body_bytes_max: usize,
    /// Seconds between two looks at what deliveries may have missed.
    pub poll_s: u32,
    /// The forges that are watched.
    pub forges: Vec<Watched>,
    /// What is to be done, by kind of event and of work.
    pub templates: Templates,
    /// The folder of the ledger.
    pub store_dir: PathBuf,
    timeout_s: u32,
    attempts_max: u32,
    rounds_max: u32,
    parallel_max: u32,
}

impl Setup {
    /// What a listener is given that takes the deliveries of all forges.
    pub(super) fn listener(&self, health: Arc<Health>, log: report::Log) -> listen::Options {
        let checks = self.forges.iter().map(|it| {
            let check = genuine::by_signature(it.secrets.clone());
            (it.name.clone(), check)
        });
        listen::Options {
            checks: Checks(checks.collect()),
            limits: Limits {
                body_bytes_max: self.body_bytes_max,
                ..Limits::default()
            },
            health,
            log,
        }
    }

    /// By the configuration, with the secrets that this environment holds.
    ///
    /// # Errors
    /// [`NotSetUp`].
    pub fn of(config: &Config, env: &BTreeMap<String, String>) -> Result<Self, NotSetUp> {
        let serve = &config.serve;
        let listen = address(&serve.listen);
        let listen = listen.ok_or_else(|| NotSetUp::NoAddress(serve.listen.clone()))?;
        let mut forges = Vec::new();
        for entry in config.forges.forges.values() {
            if entry.repositories.is_empty() && entry.hook_secret_env.is_none() {
                // One that only runs of people go to.
                continue;
            }
            forges.push(watched(config, entry, env)?);
        }
        if forges.is_empty() {
            return Err(NotSetUp::NoForge);
        }
        Ok(Self {
            listen,
            public_url: serve
                .public_url
                .clone()
                .unwrap_or_else(|| format!("http://{listen}")),
            body_bytes_max: usize::try_from(serve.body_mb_max).unwrap_or(25) << 20,
            poll_s: serve.poll_s,
            forges,
            templates: templates(config)?,
            store_dir: config.store_dir().to_path_buf(),
            timeout_s: serve.timeout_s,
            attempts_max: serve.attempts_max,
            rounds_max: serve.rounds_max,
            parallel_max: serve.parallel_max,
        })
    }

    /// What decisions about tasks of a forge depend on.
    #[must_use]
    pub fn options(&self, forge: &Watched) -> BoardOptions {
        let agent = |it: &RosterEntry| AgentOptions {
            name: it.name.clone(),
            login: it.login.clone(),
            parallel_max: it.parallel_max,
        };
        BoardOptions {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            forge: forge.name.clone(),
            agents: forge.agents.iter().map(agent).collect(),
            coordinator: forge.coordinator().map(|it| it.login.clone()),
            infrastructure: forge.infrastructure().map(|it| it.login.clone()),
            timeout_ms: u64::from(self.timeout_s).saturating_mul(1000),
            attempts_max: self.attempts_max,
            rounds_max: self.rounds_max,
            parallel_max: self.parallel_max,
            templates: self.templates.digest(),
        }
    }
}

fn watched(
    config: &Config,
    entry: &ForgeEntry,
    env: &BTreeMap<String, String>,
) -> Result<Watched, NotSetUp> {
    let name = entry.name.clone();
    if entry.repositories.is_empty() {
        return Err(NotSetUp::NothingWatched(name));
    }
    let no_secret = |why: String| NotSetUp::NoSecret {
        forge: name.clone(),
        why,
    };
    let Some(variable) = &entry.hook_secret_env else {
        return Err(no_secret("nothing names its variable".to_owned()));
    };
    let text = env.get(variable).map(String::as_str).unwrap_or_default();
    let all = text.split(',').map(str::trim).filter(|it| !it.is_empty());
    let secrets: Vec<Secret> = all.map(Secret::new).collect();
    if secrets.is_empty() {
        return Err(no_secret(format!(
            "the environment variable `{variable}` is not set"
        )));
    }
    let agents: Vec<RosterEntry> = config
        .forges
        .roster
        .values()
        .filter(|it| it.forge == name)
        .cloned()
        .collect();
    if agents.is_empty() {
        return Err(NotSetUp::NobodyWorks(name));
    }
    Ok(Watched {
        name,
        entry: entry.clone(),
        agents,
        secrets,
    })
}

fn templates(config: &Config) -> Result<Templates, NotSetUp> {
    let language = Language::named(&config.serve.language).unwrap_or_default();
    let Some(path) = &config.serve.templates else {
        return Ok(Templates::built_in(language));
    };
    let shown = path.display().to_string();
    let unusable = |why: String| NotSetUp::Templates {
        path: shown.clone(),
        why,
    };
    let text = std::fs::read_to_string(path).map_err(|error| unusable(error.to_string()))?;
    Templates::parse(&text).map_err(|problems| {
        let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
        unusable(all.join("; "))
    })
}

/// Where a daemon listens, by its configuration.
fn address(text: &str) -> Option<SocketAddr> {
    text.trim().parse().ok()
}
