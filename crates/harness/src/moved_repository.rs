//! Runs that began in this repository when it stood elsewhere: they are found by their branches and refs, which move with
//! it, and go on where it stands now.

use std::collections::BTreeSet;
use std::path::Path;

use ledger::ids::RunId;
use store::{Filter, Store, StreamKind};

use crate::repository::{NoSite, Site};
use crate::runs::Told;

/// A run, and where its repository stood when it began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The run.
    pub run: RunId,
    /// The repository's top folder then; there is no repository any more.
    pub from: String,
}

impl Moved {
    /// What a person is told.
    #[must_use]
    pub fn words(&self) -> String {
        format!(
            "it began in {}, which is gone; this repository has its branches, so it goes on here",
            self.from
        )
    }
}

/// Runs that began in this repository before it was moved to where it stands.
///
/// # Errors
/// [`store::Error`].
pub fn runs(site: &Site, store: &Store) -> Result<Vec<Moved>, store::Error> {
    let here = site.repo.main_root().display().to_string();
    let mut gone = BTreeSet::new();
    let mut stands = BTreeSet::new();
    let mut candidates = Vec::new();
    for run in store.runs(&Filter {
        kind: StreamKind::Runs,
        ..Filter::default()
    })? {
        let root = run.meta.repository;
        if root == here || stands.contains(&root) {
            continue;
        }
        if !gone.contains(&root) && is_repository(Path::new(&root)) {
            stands.insert(root);
            continue;
        }
        gone.insert(root.clone());
        candidates.push(Moved {
            run: run.id,
            from: root,
        });
    }
    if candidates.is_empty() {
        return Ok(Vec::new());
    }
    let known = site.repo.names_of_runs().unwrap_or_default();
    candidates.retain(|it| known.contains(it.run.as_str()));
    Ok(candidates)
}

/// Refuses to drive a run in another repository than its own.
///
/// # Errors
/// [`NoSite::Elsewhere`] with the directory to go to.
pub fn same_repository(site: &Site, store: &Store, told: &Told) -> Result<(), NoSite> {
    let Some(opened) = &told.state.opened else {
        return Ok(());
    };
    let run = told.state.run.clone();
    let here = site.repo.main_root().display().to_string();
    if opened.repository == here || runs(site, store)?.iter().any(|it| it.run == run) {
        return Ok(());
    }
    Err(NoSite::Elsewhere {
        run,
        repository: opened.repository.clone(),
    })
}

/// Whether there is a repository at a path, with or without a checkout.
fn is_repository(root: &Path) -> bool {
    root.join(".git").exists() || root.join("HEAD").is_file() && root.join("objects").is_dir()
}
