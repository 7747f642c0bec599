//! Bringing work together: a task into the run branch, the run branch and the target into the tree that would be merged.

use ledger::action::{Candidate, Integrate, Restore};
use ledger::ids::{GitId, RelPath};
use ledger::observation::{
    CandidateTree, ChangedFile, LinkChange, Observation, Outcome, Rewritten, Status,
};
use ledger::permit::Permit;

use super::{Workshop, failed, undone_by_merge, words};
use crate::git::{Difference, GitError, Held, Merged, Repo};

/// Commits that a rewritten branch no longer has, of which so many are told.
const GONE_MAX: usize = 20;
/// Messages of the work's own commits that are put together, at most.
const MESSAGES_MAX: usize = 50;

impl Workshop {
    /// Brings a task's commits into the run branch.
    pub fn integrate(&mut self, permit: Permit<Integrate>) -> Observation {
        let (_, integrate) = permit.spend();
        let name = format!("refs/heads/{}", integrate.run_branch);
        match integrated(&self.repo, &name, &integrate) {
            Ok(Ok(commit)) => Observation::plain(
                Status::Ok,
                format!("the run branch is at {}", commit.short()),
            )
            .with(Outcome::Integrated { commit }),
            Ok(Err(paths)) => conflicted(paths, None, Vec::new()),
            Err(error) => failed(format!(
                "the task can't be brought into the run branch: {}",
                words(&error)
            )),
        }
    }

    /// Builds the tree that would be merged, and lays it out in the worktree.
    pub fn candidate(&mut self, permit: Permit<Candidate>) -> Observation {
        let (_, candidate) = permit.spend();
        let built = match candidate_tree(&self.repo, &candidate) {
            Ok(Ok(built)) => built,
            Ok(Err(conflict)) => return self.hand_back(&candidate, conflict),
            Err(error) => {
                return failed(format!("the candidate can't be built: {}", words(&error)));
            }
        };
        if let Err(why) = self.lay_out(&candidate.task, &built.tree) {
            return failed(why);
        }
        let mut text = format!(
            "tree {}, {} files differ from {}",
            built.tree.short(),
            built.changed.len(),
            candidate.target
        );
        if let Some(rewritten) = &built.rewritten {
            text.push_str(&format!(
                "; {} was rewritten, so only what changed since {} is brought over",
                candidate.target,
                rewritten.since.short()
            ));
        }
        Observation::plain(Status::Ok, text).with(Outcome::Candidate(built))
    }

    /// A conflict goes back to its task: its branches take the target in, with marks where both sides differ, and the
    /// worktree shows them. Verification finds marks that are left. What the target took away stays away.
    fn hand_back(&mut self, candidate: &Candidate, conflict: Conflict) -> Observation {
        let restore = Restore {
            task: candidate.task.clone(),
            tree: conflict.tree.clone(),
            commit: Some(conflict.commit.clone()),
            run_branch: Some(candidate.run_branch.clone()),
            run_commit: None,
        };
        if let Err(error) = self.point_branches(&restore, &conflict.commit) {
            return failed(format!(
                "the conflict can't be handed back: {}",
                words(&error)
            ));
        }
        match self.lay_out(&candidate.task, &conflict.tree) {
            Ok(()) => conflicted(conflict.files, Some(conflict.target_tip), conflict.removed),
            Err(why) => failed(why),
        }
    }
}

/// The run branch and the target's tip do not go together.
struct Conflict {
    target_tip: GitId,
    /// Both, with marks where they differ.
    tree: GitId,
    /// A commit of that tree that has the target's tip, and the run branch unless the target was rewritten.
    commit: GitId,
    files: Vec<String>,
    /// Those of them that the target took away.
    removed: Vec<String>,
}

fn conflicted(paths: Vec<String>, target_tip: Option<GitId>, removed: Vec<String>) -> Observation {
    let text = format!("both sides changed the same lines of: {}", paths.join(", "));
    Observation::plain(Status::Ok, text).with(Outcome::Conflicted {
        paths,
        target_tip,
        removed,
    })
}

fn integrated(
    repo: &Repo,
    name: &str,
    integrate: &Integrate,
) -> Result<Result<GitId, Vec<String>>, GitError> {
    let tip = repo
        .find(name)?
        .ok_or_else(|| GitError::MissingBranch(integrate.run_branch.clone()))?;
    let commit = &integrate.commit;
    let base = repo.merge_base(&tip, commit)?;
    if base.as_ref() == Some(commit) {
        return Ok(Ok(tip));
    }
    let new = if base.as_ref() == Some(&tip) {
        commit.clone()
    } else {
        match repo.merge_trees(&tip, commit)? {
            Merged::Clean(tree) => {
                let message = format!("Merge task {}", integrate.task);
                repo.commit_tree(&tree, &[tip.clone(), commit.clone()], &message)?
            }
            Merged::Conflicts { files, .. } => return Ok(Err(files)),
        }
    };
    repo.update_ref(name, &new, Some(&tip))?;
    Ok(Ok(new))
}

/// What a candidate is built from.
struct Sides<'a> {
    repo: &'a Repo,
    candidate: &'a Candidate,
    target_tip: GitId,
    run_tip: GitId,
}

fn candidate_tree(
    repo: &Repo,
    candidate: &Candidate,
) -> Result<Result<CandidateTree, Conflict>, GitError> {
    let find = |branch: &str| {
        repo.find(&format!("refs/heads/{branch}"))?
            .ok_or_else(|| GitError::MissingBranch(branch.to_owned()))
    };
    let sides = Sides {
        repo,
        candidate,
        target_tip: find(&candidate.target)?,
        run_tip: find(&candidate.run_branch)?,
    };
    let since = sides.rewritten_since()?;
    let commit = match &since {
        None => sides.merged()?,
        Some(since) => sides.brought_over(since)?,
    };
    let commit = match commit {
        Ok(commit) => commit,
        Err(conflict) => return Ok(Err(conflict)),
    };
    let Sides {
        target_tip,
        run_tip,
        ..
    } = sides;
    let differences = repo.differences(&target_tip, &commit)?;
    let changed: Vec<ChangedFile> = differences.iter().map(Difference::changed).collect();
    let lost = match &candidate.since {
        Some(since) => undone_by_merge::lost(repo, since, (&target_tip, &commit), &changed)?,
        None => Vec::new(),
    };
    let rewritten = since.map(|since| {
        let gone = repo.subjects(&target_tip, &since, GONE_MAX)?;
        Ok::<_, GitError>(Box::new(Rewritten { since, gone }))
    });
    Ok(Ok(CandidateTree {
        lost,
        tree: repo.tree_of(&commit)?,
        changed,
        protected: repo.protected(),
        target_tip,
        run_tip,
        commit,
        links: differences.iter().filter_map(link).collect(),
        rewritten: rewritten.transpose()?,
    }))
}

/// What becomes of a link to another repository, if it is about one.
fn link(it: &Difference) -> Option<LinkChange> {
    let link = |held: &Option<Held>| {
        let held = held.as_ref().filter(|it| it.is_link())?;
        Some(held.id.clone())
    };
    let (before, after) = (link(&it.old), link(&it.new));
    (before.is_some() || after.is_some()).then(|| LinkChange {
        path: it.changed().path,
        before,
        after,
    })
}

impl Sides<'_> {
    /// Where the work began, if the target no longer has that: the last tip of it that the work has taken in. Merging
    /// would bring back what somebody removed.
    fn rewritten_since(&self) -> Result<Option<GitId>, GitError> {
        let known = self.candidate.since.iter().chain(&self.candidate.taken);
        if known.clone().all(|tip| *tip == self.target_tip) {
            return Ok(None);
        }
        for tip in known.rev() {
            if self.repo.is_ancestor(tip, &self.run_tip)? {
                let stands = self.repo.is_ancestor(tip, &self.target_tip)?;
                return Ok((!stands).then(|| tip.clone()));
            }
        }
        Ok(None)
    }

    /// A commit that has both, where their histories fit.
    fn merged(&self) -> Result<Result<GitId, Conflict>, GitError> {
        let (target_tip, run_tip) = (&self.target_tip, &self.run_tip);
        let base = self.repo.merge_base(target_tip, run_tip)?;
        if base.as_ref() == Some(target_tip) {
            return Ok(Ok(run_tip.clone()));
        }
        if base.as_ref() == Some(run_tip) {
            return Ok(Ok(target_tip.clone()));
        }
        let merged = self.repo.merge_trees(target_tip, run_tip)?;
        let both = [target_tip.clone(), run_tip.clone()];
        let message = &self.candidate.message;
        match merged {
            Merged::Clean(tree) => Ok(Ok(self.repo.commit_tree(&tree, &both, message)?)),
            conflicts @ Merged::Conflicts { .. } => {
                let [target_tip, run_tip] = both;
                self.conflict(conflicts, &[run_tip, target_tip])
            }
        }
    }

    /// A commit on the target's tip with what the work changed since then, and nothing of its history.
    fn brought_over(&self, since: &GitId) -> Result<Result<GitId, Conflict>, GitError> {
        let merged = self
            .repo
            .merge_since(since, &self.target_tip, &self.run_tip)?;
        let parent = std::slice::from_ref(&self.target_tip);
        match merged {
            Merged::Clean(tree) if tree == self.repo.tree_of(&self.target_tip)? => {
                Ok(Ok(self.target_tip.clone()))
            }
            Merged::Clean(tree) => {
                let message = self.message(since)?;
                Ok(Ok(self.repo.commit_tree(&tree, parent, &message)?))
            }
            conflicts @ Merged::Conflicts { .. } => self.conflict(conflicts, parent),
        }
    }

    fn conflict(
        &self,
        conflicts: Merged,
        parents: &[GitId],
    ) -> Result<Result<GitId, Conflict>, GitError> {
        let Merged::Conflicts {
            tree,
            files,
            removed,
        } = conflicts
        else {
            return Err(GitError::Unexpected("merge-tree".to_owned()));
        };
        let gone: Vec<RelPath> = removed.iter().flat_map(|it| RelPath::held(it)).collect();
        let tree = self.repo.tree_without(&tree, &gone)?;
        let commit = self
            .repo
            .commit_tree(&tree, parents, &self.candidate.message)?;
        Ok(Err(Conflict {
            target_tip: self.target_tip.clone(),
            tree,
            commit,
            files,
            removed,
        }))
    }

    /// What a commit says that stands for those of the work: their only message, or all their subjects.
    fn message(&self, since: &GitId) -> Result<String, GitError> {
        let messages = self.repo.messages(since, &self.run_tip, MESSAGES_MAX)?;
        if let [only] = messages.as_slice() {
            return Ok(only.clone());
        }
        let about = self.candidate.message.split_once('\n');
        let rest = about.map_or("", |(_, rest)| rest.trim_start());
        let subjects = messages.iter().filter_map(|it| it.lines().next());
        let subjects: String = subjects.map(|it| format!("- {it}\n")).collect();
        let candidate = self.candidate;
        Ok(format!(
            "Bring {} to {}\n\n{subjects}\n{rest}",
            candidate.run_branch, candidate.target
        ))
    }
}
