//! A sample repository with a written plan and a written agent: first it hands in a stub, reaches for a secret, and
//! pushes to `main`; then it is corrected. No key, no network, and no program that git itself does not need: the sample is
//! written for the shell.

use std::path::{Path, PathBuf};

use ledger::promise::Source;
use tools::new_folder::NewFolder;

use crate::config::{self, Sources};
use crate::repository::NoSite;
use crate::runs;

/// Where the plan stands in the sample.
const PLAN: &str = ".planning/phases/01-slugs/01-01-PLAN.md";

/// The sample's files. Their names have an ending of ours, so that no tool takes them for its own here.
const FILES: &[(&str, &str)] = &[
    (".gitignore", include_str!("../demo/gitignore.in")),
    ("AGENTS.md", include_str!("../demo/AGENTS.md.in")),
    ("lib/words.sh", include_str!("../demo/lib/words.sh.in")),
    ("lib/pages.sh", include_str!("../demo/lib/pages.sh.in")),
    ("tests/slug.sh", include_str!("../demo/tests/slug.sh.in")),
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
        let folder = NewFolder::make(&repository).map_err(disk)?;
        for (name, text) in FILES {
            write(&folder.path().join(name), text).map_err(disk)?;
        }
        // Not committed: it is the secret that the agent must not read.
        write(&folder.path().join(".env"), include_str!("../demo/env.in")).map_err(disk)?;
        folder.commit_all("main", "A sample: titles of pages")?;
        let repository = folder.path().to_owned();
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
             Its agent is a written conversation. It will reach for a secret, hand in a stub,\n\
             push to main, and say that it is done. Watch what comes of it.\n\n",
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
