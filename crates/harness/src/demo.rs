//! A sample repository with a written plan and a written agent: first it hands in a stub, reaches for a secret, and
//! pushes to `main`; then it is corrected. No key, no network.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ledger::promise::Source;
use tools::git::Repo;
use tools::sandbox::{Command, Exit};

use crate::config::{self, Sources};
use crate::runs;
use crate::session::by_hand;
use crate::site::NoSite;

/// Where the plan stands in the sample.
const PLAN: &str = ".planning/phases/01-slugs/01-01-PLAN.md";

/// How long `cargo` may take to say which one it is.
const CARGO_TIMEOUT: Duration = Duration::from_secs(60);

/// The sample's files. Their names have an ending of ours, so that no tool takes them for its own here.
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../demo/Cargo.toml.in")),
    ("Cargo.lock", include_str!("../demo/Cargo.lock.in")),
    (".gitignore", include_str!("../demo/gitignore.in")),
    ("AGENTS.md", include_str!("../demo/AGENTS.md.in")),
    ("src/lib.rs", include_str!("../demo/src/lib.rs.in")),
    ("tests/slug.rs", include_str!("../demo/tests/slug.rs.in")),
    (
        PLAN,
        include_str!("../demo/.planning/phases/01-slugs/01-01-PLAN.md.in"),
    ),
    (
        ".interlock/config.yml",
        include_str!("../demo/.interlock/config.yml.in"),
    ),
    (
        ".interlock/agent.json",
        include_str!("../demo/.interlock/agent.json.in"),
    ),
];

/// A sample that was laid out.
#[derive(Debug)]
pub struct Demo {
    /// Its directory.
    pub repository: PathBuf,
}

impl Demo {
    /// Whether the sample's tests can be run here: it is a small crate.
    ///
    /// # Errors
    /// What `cargo` says, or that it is not there.
    pub fn ready() -> Result<(), String> {
        let by_hand = by_hand().map_err(|error| error.to_string())?;
        let words = ["cargo", "--version"].map(str::to_owned);
        let mut job = Command::new(words, std::env::temp_dir());
        job.timeout = CARGO_TIMEOUT;
        job.merge_stderr = true;
        let output = by_hand.run(job, |env| env);
        match output.exit {
            Exit::Exited(0) => Ok(()),
            Exit::NotStarted(why) => Err(why),
            Exit::Exited(_)
            | Exit::Signalled(_)
            | Exit::TimedOut
            | Exit::Cancelled
            | Exit::Lost => Err(format!("`cargo --version`: {}", output.stdout.text.trim())),
        }
    }

    /// Lays the sample out in a new directory, commits it, and trusts its configuration.
    ///
    /// # Errors
    /// [`NoSite`].
    pub fn lay_out(into: Option<PathBuf>) -> Result<Self, NoSite> {
        let repository = match into {
            Some(into) => into,
            None => std::env::temp_dir().join(format!("interlock-demo-{}", runs::letters()?)),
        };
        let disk = |error: std::io::Error| {
            NoSite::Model(format!(
                "the sample can't be laid out in `{}`: {error}",
                repository.display()
            ))
        };
        if repository.exists() {
            return Err(NoSite::Model(format!(
                "`{}` is there already",
                repository.display()
            )));
        }
        for (name, text) in FILES {
            write(&repository.join(name), text).map_err(disk)?;
        }
        // Not committed: it is the secret that the agent must not read.
        write(&repository.join(".env"), include_str!("../demo/env.in")).map_err(disk)?;
        let repository = repository.canonicalize().map_err(disk)?;
        Repo::init(&repository, "main")?.commit_all("A sample: titles of pages")?;
        config::trust(&Sources::new(repository.clone()))?;
        Ok(Self { repository })
    }

    /// The task: the plan.
    ///
    /// # Errors
    /// [`NoSite::Plan`].
    pub fn source(&self) -> Result<Source, NoSite> {
        let text = runs::read_plan(&self.repository.join(PLAN), PLAN)?;
        Ok(Source::Plan {
            path: PLAN.to_owned(),
            text,
        })
    }

    /// What is about to be seen.
    #[must_use]
    pub fn introduction(&self) -> String {
        format!(
            "A sample repository with a plan: {}\n\
             Its agent is a written conversation. It will reach for a secret, hand in a stub, push to main,\n\
             and say that it is done. Watch what comes of it.\n\n",
            self.repository.display()
        )
    }
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, text)
}
