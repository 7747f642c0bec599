//! The clean checkout: one folder of the run in which evidence is gathered, and which no command of an agent enters. It
//! holds a tree, what was brought beside it from the person's checkout, what declared commands made of it, and caches
//! that tools mark as such.

mod bring;
mod clean;
mod lacks;

use std::path::{Path, PathBuf};

use ledger::action::Checkout;
use ledger::ids::{GitId, TaskId};
use ledger::observation::{CheckedOut, Observation, Outcome, Status};
use ledger::permit::Permit;

use super::{Leads, Place, Whereabouts, Workshop, failed, words};
use crate::git::Repo;
use clean::Tracked;

pub(super) use clean::remove;

/// What the folder is called beside those of the run's tasks. No plan names a task so.
pub const CHECKOUT: &str = "_checks";

/// Tells which commands a project in a folder declares as its tests.
pub type Declares = fn(&Path) -> Vec<String>;

impl Workshop {
    /// Lays a tree out in the clean checkout.
    pub fn checkout(&mut self, permit: Permit<Checkout>) -> Observation {
        let (_, checkout) = permit.spend();
        match self.check_out(&checkout) {
            Ok(done) => {
                let mut text = format!("tree {} in {}", done.tree.short(), done.directory);
                for brought in &done.brought {
                    text.push_str(&format!("; with `{}`", brought.path));
                }
                for missing in &done.missing {
                    text.push_str(&format!("; not brought: {missing}"));
                }
                Observation::plain(Status::Ok, text).with(Outcome::CheckedOut(done))
            }
            Err(why) => failed(format!("the tree can't be checked out: {why}")),
        }
    }

    fn check_out(&mut self, checkout: &Checkout) -> Result<CheckedOut, String> {
        let mut place = self.checkout_at(&checkout.commit)?;
        let tree = place.repo.tree_of(&checkout.commit);
        let tree = tree.map_err(|it| words(&it))?;
        if checkout.tree.as_ref().is_some_and(|it| *it != tree) {
            return Err(format!(
                "commit {} has another tree",
                checkout.commit.short()
            ));
        }
        let tracked = Tracked::of(&place.repo, &tree).map_err(|it| words(&it))?;
        let root = place.repo.root.clone();
        clean::clear_beside(&root, &tracked, &checkout.bring)
            .map_err(|error| format!("what stands beside the tree can't be removed: {error}"))?;
        let bring = bring::Bring {
            from: &self.repo,
            to: &root,
            tracked: &tracked,
        };
        let (brought, missing) = bring.all(&checkout.bring);
        let stands = place.snapshots.tree_now("checked out");
        let stands = stands.map_err(|error| words(&error))?;
        if stands != tree {
            let differs = place.repo.changes(&tree, &stands);
            let differs = differs.unwrap_or_default();
            let first = differs.first().map_or("", |it| it.path.as_str());
            return Err(format!(
                "{} files differ from tree {}, `{first}` among them; what is brought has to be ignored by git",
                differs.len(),
                tree.short(),
            ));
        }
        place.tree = stands;
        self.clean = Some(place);
        self.brought = brought.iter().map(|it| it.path.clone()).collect();
        let lacks = match checkout.compare {
            true => lacks::lacks(&self.repo, &root, &tracked),
            false => Vec::new(),
        };
        Ok(CheckedOut {
            directory: root.display().to_string(),
            tree,
            brought,
            missing,
            declared: (self.declares)(&root),
            leads: self.leads_from(&root),
            lacks,
        })
    }

    /// The folder with the files of a commit: the one that stands, brought to it, or a new one.
    fn checkout_at(&mut self, commit: &GitId) -> Result<Place, String> {
        let path = self.checkout_path();
        let stands = match self.clean.take() {
            Some(place) => Some(place),
            None => self.checkout_left_at(&path, commit),
        };
        if let Some(place) = stands
            && let Ok(()) = moved(&place, commit)
        {
            return Ok(place);
        }
        self.checkout_new(&path, commit).map_err(|it| words(&*it))
    }

    /// The folder as an earlier driver left it.
    fn checkout_left_at(&self, path: &Path, commit: &GitId) -> Option<Place> {
        let repo = Repo::discover(path).ok()?;
        let ours = repo.root == path && repo.common_dir == self.repo.common_dir;
        self.checkout_place(repo, commit).ok().filter(|_| ours)
    }

    fn checkout_new(
        &mut self,
        path: &Path,
        commit: &GitId,
    ) -> Result<Place, Box<dyn std::error::Error>> {
        self.hide_worktrees(path)?;
        self.hold();
        if path.exists() {
            if self.repo.worktree_remove(path, true).is_err() {
                // git does not know it: then it holds nothing but what we began to write.
                std::fs::remove_dir_all(path)?;
            }
            self.repo.worktree_prune()?;
        }
        let repo = self.repo.detached_add(path, commit)?.wait()?;
        self.checkout_place(repo, commit)
    }

    fn checkout_place(
        &self,
        repo: Repo,
        commit: &GitId,
    ) -> Result<Place, Box<dyn std::error::Error>> {
        let tree = repo.tree_of(commit)?;
        let name = TaskId::new(CHECKOUT)?;
        Ok(self.place(&name, repo, commit, &tree)?)
    }

    pub(super) fn checkout_path(&self) -> PathBuf {
        let run = self.worktrees.join(self.run.as_str());
        // As git will call it.
        let run = std::fs::canonicalize(&run).unwrap_or(run);
        run.join(CHECKOUT)
    }

    /// The folder of the clean checkout, if this driver laid one out.
    #[must_use]
    pub fn checkout_root(&self) -> Option<&Path> {
        self.clean.as_ref().map(|it| it.repo.root.as_path())
    }

    /// What leads commands in this folder to the person's checkout.
    fn leads_from(&self, root: &Path) -> Vec<String> {
        let whereabouts = Whereabouts {
            here: root,
            elsewhere: &[&self.repo.root],
        };
        (self.leads)(whereabouts, &self.env)
    }

    /// How it is told what leads commands elsewhere.
    pub fn leads(&mut self, leads: Leads) {
        self.leads = leads;
    }

    /// How it is told which commands a project declares as its tests.
    pub fn declares(&mut self, declares: Declares) {
        self.declares = declares;
    }
}

/// Brings a checkout that stands to another commit.
fn moved(place: &Place, commit: &GitId) -> Result<(), crate::git::GitError> {
    let _stale = place.repo.unlock_index()?;
    place.repo.detached_move(commit)
}
