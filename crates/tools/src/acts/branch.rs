//! Worktrees, commits, and the one move of the target ref. Every act can be done again after it was cut off: it looks
//! at what stands before it does anything.

use std::path::Path;

use ledger::action::{Commit, Prepare, Record, Restore};
use ledger::ids::{GitId, RelPath, TaskId};
use ledger::observation::{Committed, Observation, Outcome, Prepared, Status};
use ledger::permit::Permit;
use regex::RegexSet;

use super::instructions::instructions;
use super::skills::skills;
use super::{Workshop, failed, no_place, words};
use crate::git::{Difference, GitError, Repo};
use crate::snapshot::SnapshotError;

impl Workshop {
    /// Makes the worktree of a task.
    pub fn prepare(&mut self, permit: Permit<Prepare>) -> Observation {
        let (_, prepare) = permit.spend();
        match self.make(&prepare) {
            Ok(prepared) => {
                let text = format!("{} on {}", prepared.directory, prepared.branch);
                Observation::plain(Status::Ok, text).with(Outcome::Prepared(prepared))
            }
            Err(error) => failed(format!("the worktree can't be made: {}", words(&error))),
        }
    }

    fn make(&mut self, prepare: &Prepare) -> Result<Prepared, SnapshotError> {
        let base = match &prepare.base {
            Some(base) => base.clone(),
            None => self.repo.resolve(&prepare.run_branch)?,
        };
        let path = self
            .worktrees
            .join(prepare.run.as_str())
            .join(prepare.task.as_str());
        self.hide_worktrees(&path)?;
        self.hold();
        self.make_room(&prepare.task, &path, &prepare.branch, &base)?;
        let checkout = self.repo.worktree_add(&path, &prepare.branch, &base)?;
        // While the files are written:
        let run_ref = format!("refs/heads/{}", prepare.run_branch);
        match self.repo.find(&run_ref)? {
            None => self.repo.new_branch(&prepare.run_branch, &base)?,
            // The first task begins anew, and with it the run branch.
            Some(tip) if prepare.base.is_some() && tip != base => {
                self.keep(&tip)?;
                self.repo.update_ref(&run_ref, &base, Some(&tip))?;
            }
            Some(_) => {}
        }
        // Where programs have a hand in it, or files come from elsewhere, it may well fail: then nothing is to begin.
        let (repo, checkout) = match self.repo.may_fail_to_show_files(&base)? {
            true => (checkout.wait()?, None),
            false => (checkout.repo().clone(), Some(checkout)),
        };
        let tree = repo.tree_of(&base)?;
        let instructions = instructions(&repo, &tree, &prepare.files, self.trusted)?;
        let skills = skills(&repo, &tree, self.trusted)?;
        let directory = repo.root.display().to_string();
        let mut place = self.place(&prepare.task, repo, &base, &tree)?;
        place.checkout = checkout;
        self.places.insert(prepare.task.clone(), place);
        Ok(Prepared {
            directory,
            branch: prepare.branch.clone(),
            base,
            tree,
            instructions,
            skills: Box::new(skills),
            declared: Vec::new(),
            protected: self.repo.protected(),
        })
    }

    /// A folder for worktrees that is inside the repository must not show up in it.
    pub(super) fn hide_worktrees(&self, path: &Path) -> Result<(), GitError> {
        let parent = path.parent().unwrap_or(path);
        let disk = |source| GitError::Disk {
            path: parent.to_owned(),
            source,
        };
        std::fs::create_dir_all(parent).map_err(disk)?;
        let ignore = self.worktrees.join(".gitignore");
        if self.worktrees.starts_with(&self.repo.root) && !ignore.exists() {
            std::fs::write(&ignore, "*\n").map_err(disk)?;
        }
        Ok(())
    }

    /// Commits what was declared and changed.
    pub fn commit(&mut self, permit: Permit<Commit>) -> Observation {
        let (_, commit) = permit.spend();
        let tree = match self.tree_or_why(&commit.task) {
            Ok(tree) => tree,
            Err(why) => return *why,
        };
        let Some(place) = self.places.get(&commit.task) else {
            return no_place(&commit.task);
        };
        match committed(&place.repo, &place.base, &tree, &commit) {
            Ok(done) => {
                let left_out = place.snapshots.left_out().to_vec();
                let done = Committed { left_out, ..done };
                let mut text = match &done.commit {
                    Some(id) => format!(
                        "committed {} ({} files against the base)",
                        id.short(),
                        done.changed.len()
                    ),
                    None => "there was nothing to commit".to_owned(),
                };
                if !done.undeclared.is_empty() {
                    text.push_str(&format!(
                        "; not declared, left out: {}",
                        done.undeclared.join(", ")
                    ));
                }
                Observation::plain(Status::Ok, text).with(Outcome::Committed(done))
            }
            Err(error) => failed(format!("the commit can't be made: {}", words(&error))),
        }
    }

    /// Makes the worktree show a tree. What stood there is in a snapshot.
    pub(super) fn lay_out(&mut self, task: &TaskId, tree: &GitId) -> Result<(), String> {
        if self.tree(task).as_ref() == Some(tree) {
            return Ok(());
        }
        let place = self.places.get_mut(task).ok_or("the worktree is gone")?;
        place
            .snapshots
            .restore(tree)
            .map_err(|error| words(&error))?;
        place.tree = tree.clone();
        // The files stand; this is for the index.
        place
            .repo
            .reset_index(tree)
            .map_err(|error| words(&error))?;
        match self.tree(task) {
            Some(now) if now == *tree => Ok(()),
            Some(now) => Err(format!(
                "the worktree shows tree {} instead of {}",
                now.short(),
                tree.short()
            )),
            None => Err("the worktree's tree can't be told".to_owned()),
        }
    }

    /// Puts a worktree back to a tree, and its branches to a commit.
    pub fn restore(&mut self, permit: Permit<Restore>) -> Observation {
        let (_, restore) = permit.spend();
        if let Some(commit) = &restore.commit
            && let Err(error) = self.make_again(&restore.task, commit)
        {
            return failed(format!(
                "the worktree can't be made again: {}",
                words(&error)
            ));
        }
        if let Some(commit) = &restore.commit
            && let Err(error) = self.point_branches(&restore, commit)
        {
            return failed(format!("the branches can't be put back: {}", words(&error)));
        }
        match self.lay_out(&restore.task, &restore.tree) {
            Ok(()) => Observation::plain(
                Status::Ok,
                format!("the worktree is at tree {}", restore.tree.short()),
            )
            .with(Outcome::Restored {
                tree: restore.tree.clone(),
            }),
            Err(why) => failed(format!("the worktree can't be put back: {why}")),
        }
    }

    pub(super) fn point_branches(&self, restore: &Restore, commit: &GitId) -> Result<(), GitError> {
        let Some(place) = self.places.get(&restore.task) else {
            return Ok(());
        };
        let (branch, _) = place.repo.branch()?;
        let run_commit = restore.run_commit.as_ref().unwrap_or(commit);
        let run_branch = restore.run_branch.clone().map(|it| (it, run_commit));
        for (name, commit) in std::iter::once((branch, commit)).chain(run_branch) {
            let full = format!("refs/heads/{name}");
            match self.repo.find(&full)? {
                Some(tip) if tip != *commit => {
                    self.keep(&tip)?;
                    self.repo.update_ref(&full, commit, Some(&tip))?;
                }
                Some(_) => {}
                None => self.repo.update_ref(&full, commit, None)?,
            }
        }
        Ok(())
    }

    /// Keeps a commit reachable under a ref of ours.
    pub(super) fn keep(&self, commit: &GitId) -> Result<String, GitError> {
        let name = format!("refs/interlock/{}/kept/{}", self.run, commit.short());
        if self.repo.find(&name)?.is_none() {
            self.repo.update_ref(&name, commit, None)?;
        }
        Ok(name)
    }

    /// Texts of files at the tip of a branch; what is not there, or is no text, is left out.
    #[must_use]
    pub fn texts_of(&self, branch: &str, paths: &[String]) -> Vec<(String, String)> {
        let texts = || -> Result<Vec<(String, String)>, GitError> {
            let Some(tip) = self.repo.find(&format!("refs/heads/{branch}"))? else {
                return Ok(Vec::new());
            };
            let tree = self.repo.tree_of(&tip)?;
            let mut wanted = Vec::new();
            for path in paths {
                match path.strip_suffix('/') {
                    Some(folder) => wanted.extend(self.repo.files_below(&tree, folder)?),
                    None => wanted.extend(RelPath::held(path).ok()),
                }
            }
            let texts = self.repo.texts_at(&tree, &wanted)?;
            let both = wanted.iter().zip(texts);
            Ok(both
                .filter_map(|(path, text)| Some((path.to_string(), text?)))
                .collect())
        };
        texts().unwrap_or_default()
    }

    /// Commits pages of our own onto the run branch.
    pub fn record(&mut self, permit: Permit<Record>) -> Observation {
        let (_, record) = permit.spend();
        let name = format!("refs/heads/{}", record.run_branch);
        let recorded = (|| -> Result<GitId, SnapshotError> {
            let tip = self.repo.find(&name)?;
            let tip = tip.ok_or_else(|| GitError::MissingBranch(record.run_branch.clone()))?;
            let made = self
                .repo
                .commit_texts(&tip, &record.files, &record.message)?;
            match made {
                Some(commit) => {
                    self.repo.update_ref(&name, &commit, Some(&tip))?;
                    Ok(commit)
                }
                None => Ok(tip),
            }
        })();
        match recorded {
            Ok(commit) => Observation::plain(
                Status::Ok,
                format!("the run branch is at {}", commit.short()),
            )
            .with(Outcome::Recorded { commit }),
            Err(error) => failed(format!("the pages can't be committed: {}", words(&error))),
        }
    }
}

fn committed(
    repo: &Repo,
    base: &GitId,
    tree: &GitId,
    commit: &Commit,
) -> Result<Committed, GitError> {
    let (_, parent) = repo.branch()?;
    let never = RegexSet::new(&commit.never).unwrap_or_default();
    let all = repo.differences(&parent, tree)?;
    let goes = |it: &&Difference| {
        let path = it.changed().path;
        commit.declared.covers(&path) && !never.is_match(&path)
    };
    let (going, undeclared): (Vec<&Difference>, Vec<&Difference>) = all.iter().partition(goes);
    let made = match (going.is_empty(), undeclared.is_empty()) {
        (true, _) => None,
        // All of it goes in, and the snapshot is the tree already.
        (false, true) => Some(repo.commit_whole(tree, &commit.message)?),
        (false, false) => repo.commit_some(&going, &commit.message)?,
    };
    let undeclared: Vec<String> = undeclared.iter().map(|it| it.changed().path).collect();
    let whole = undeclared.is_empty() && parent == *base;
    let tip = made.unwrap_or(parent);
    let changed = if whole {
        all.iter().map(Difference::changed).collect()
    } else {
        repo.changes(base, &tip)?
    };
    Ok(Committed {
        tree: repo.tree_of(&tip)?,
        commit: (tip != *base).then_some(tip),
        changed,
        undeclared,
        left_out: Vec::new(),
    })
}
