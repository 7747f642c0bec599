//! Bringing work together: a task into the run branch, the run branch and the target into the tree that would be merged.

use ledger::action::{Candidate, Integrate, Restore};
use ledger::ids::GitId;
use ledger::observation::{CandidateTree, Observation, Outcome, Status};
use ledger::permit::Permit;

use super::{Workshop, failed, lost, words};
use crate::git::{GitError, Merged, Repo};

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
            Ok(Err(paths)) => conflicted(paths),
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
        let text = format!(
            "tree {}, {} files differ from {}",
            built.tree.short(),
            built.changed.len(),
            candidate.target
        );
        Observation::plain(Status::Ok, text).with(Outcome::Candidate(built))
    }

    /// A conflict goes back to its task: its branches take the target in, with marks where both sides differ, and the
    /// worktree shows them. Verification finds marks that are left.
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
            Ok(()) => conflicted(conflict.files),
            Err(why) => failed(why),
        }
    }
}

/// The run branch and the target's tip do not go together.
struct Conflict {
    /// Both, with marks where they differ.
    tree: GitId,
    /// A commit of that tree, with both as parents.
    commit: GitId,
    files: Vec<String>,
}

fn conflicted(paths: Vec<String>) -> Observation {
    let text = format!("both sides changed the same lines of: {}", paths.join(", "));
    Observation::plain(Status::Ok, text).with(Outcome::Conflicted { paths })
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

fn candidate_tree(
    repo: &Repo,
    candidate: &Candidate,
) -> Result<Result<CandidateTree, Conflict>, GitError> {
    let find = |branch: &str| {
        repo.find(&format!("refs/heads/{branch}"))?
            .ok_or_else(|| GitError::MissingBranch(branch.to_owned()))
    };
    let target_tip = find(&candidate.target)?;
    let run_tip = find(&candidate.run_branch)?;
    let base = repo.merge_base(&target_tip, &run_tip)?;
    let commit = if base.as_ref() == Some(&target_tip) {
        run_tip.clone()
    } else if base.as_ref() == Some(&run_tip) {
        target_tip.clone()
    } else {
        match repo.merge_trees(&target_tip, &run_tip)? {
            Merged::Clean(tree) => repo.commit_tree(
                &tree,
                &[target_tip.clone(), run_tip.clone()],
                &candidate.message,
            )?,
            Merged::Conflicts { tree, files } => {
                let parents = [run_tip, target_tip];
                let commit = repo.commit_tree(&tree, &parents, &candidate.message)?;
                return Ok(Err(Conflict {
                    tree,
                    commit,
                    files,
                }));
            }
        }
    };
    let changed = repo.changes(&target_tip, &commit)?;
    let lost = match &candidate.since {
        Some(since) => lost::lost(repo, since, (&target_tip, &commit), &changed)?,
        None => Vec::new(),
    };
    Ok(Ok(CandidateTree {
        lost,
        tree: repo.tree_of(&commit)?,
        changed,
        protected: repo.protected(),
        target_tip,
        run_tip,
        commit,
    }))
}
