//! What people do, without HTTP: the stories of tests. Everything is told to webhooks as if it came by the API.

use crate::forge::TestForge;
use crate::git::ZERO;
use crate::issues::{EditIssue, NewIssue};
use crate::merge::{Merge, MergeDone};
use crate::options::Refused;
use crate::pulls::{NewPull, NewReview};
use crate::runs::WorkflowRun;
use crate::world::{Id, Status, World};

impl TestForge {
    /// Does something in a repository as somebody.
    fn act<T>(
        &self,
        repo: &str,
        login: &str,
        what: impl FnOnce(&mut World, Id, Id) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let (repo, doer) = self.find(repo, login)?;
        what(&mut self.world(), repo, doer)
    }

    /// Opens an issue; its number.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn open_issue(&self, repo: &str, login: &str, new: NewIssue) -> Result<u64, Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.open_issue(repo, doer, new)
        })
    }

    /// Changes an issue or a pull request.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn edit(
        &self,
        repo: &str,
        login: &str,
        number: u64,
        edit: EditIssue,
    ) -> Result<(), Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.edit_issue(repo, doer, number, edit)
        })
    }

    /// Says who is assigned: the whole set.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn assign(&self, repo: &str, login: &str, number: u64, to: &[&str]) -> Result<(), Refused> {
        let to: Vec<String> = to.iter().map(|one| (*one).to_owned()).collect();
        self.act(repo, login, |world, repo, doer| {
            world.set_assignees(repo, doer, number, &to)
        })
    }

    /// Closes an issue or a pull request.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn close(&self, repo: &str, login: &str, number: u64) -> Result<(), Refused> {
        self.set_open(repo, login, number, false)
    }

    /// Opens it again.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn reopen(&self, repo: &str, login: &str, number: u64) -> Result<(), Refused> {
        self.set_open(repo, login, number, true)
    }

    fn set_open(&self, repo: &str, login: &str, number: u64, open: bool) -> Result<(), Refused> {
        let edit = EditIssue {
            open: Some(open),
            ..EditIssue::default()
        };
        self.edit(repo, login, number, edit)
    }

    /// Deletes an issue or a pull request. The forge's owner of the repository does it: few may.
    ///
    /// # Errors
    /// There is none of this number.
    pub fn delete_issue(&self, repo: &str, number: u64) -> Result<(), Refused> {
        let mut world = self.world();
        let id = world.find_repo(repo).ok_or_else(Refused::missing)?;
        let owner = world.repo(id)?.owner;
        world.delete_issue(id, owner, number)
    }

    /// Puts labels on, by name.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn add_labels(
        &self,
        repo: &str,
        login: &str,
        number: u64,
        names: &[&str],
    ) -> Result<(), Refused> {
        self.act(repo, login, |world, repo, doer| {
            let ids = names.iter().filter_map(|name| world.label_id(repo, name));
            let ids: Vec<Id> = ids.collect();
            world.add_labels(repo, doer, number, &ids)
        })
    }

    /// Takes a label off, by name.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn remove_label(
        &self,
        repo: &str,
        login: &str,
        number: u64,
        name: &str,
    ) -> Result<(), Refused> {
        self.act(repo, login, |world, repo, doer| {
            let id = world.label_id(repo, name).ok_or_else(Refused::missing)?;
            world.remove_label(repo, doer, number, id)
        })
    }

    /// Writes a comment; its id.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn comment(
        &self,
        repo: &str,
        login: &str,
        number: u64,
        body: &str,
    ) -> Result<u64, Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.comment(repo, doer, number, body)
        })
    }

    /// Changes a comment.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn edit_comment(
        &self,
        repo: &str,
        login: &str,
        id: u64,
        body: &str,
    ) -> Result<(), Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.edit_comment(repo, doer, id, body)
        })
    }

    /// Deletes a comment.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn delete_comment(&self, repo: &str, login: &str, id: u64) -> Result<(), Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.delete_comment(repo, doer, id)
        })
    }

    /// Opens a pull request; its number.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn open_pull(&self, repo: &str, login: &str, new: NewPull) -> Result<u64, Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.open_pull(repo, doer, new)
        })
    }

    /// Asks for reviews.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn request_reviews(
        &self,
        repo: &str,
        login: &str,
        number: u64,
        of: &[&str],
    ) -> Result<(), Refused> {
        let of: Vec<String> = of.iter().map(|one| (*one).to_owned()).collect();
        self.act(repo, login, |world, repo, doer| {
            world.request_reviews(repo, doer, number, &of)
        })
    }

    /// Submits a review; its id.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn review(
        &self,
        repo: &str,
        login: &str,
        number: u64,
        new: NewReview,
    ) -> Result<u64, Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.review(repo, doer, number, new)
        })
    }

    /// Takes a review out of the count. Nobody is told.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn dismiss_review(
        &self,
        repo: &str,
        login: &str,
        number: u64,
        review: u64,
    ) -> Result<(), Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.dismiss(repo, doer, number, review, true)
        })
    }

    /// Merges a pull request.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn merge(
        &self,
        repo: &str,
        login: &str,
        number: u64,
        merge: Merge,
    ) -> Result<MergeDone, Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.merge(repo, doer, number, merge)
        })
    }

    /// Commits files to a branch, which is made if it is not there, as a push of one commit; its id. `None` as content
    /// takes a file away.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn commit(
        &self,
        repo: &str,
        login: &str,
        branch: &str,
        message: &str,
        files: &[(&str, Option<&str>)],
    ) -> Result<String, Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.commit_files(repo, doer, branch, None, message, files)
        })
    }

    /// The same on top of another commit or branch than the branch's own: a force push.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn force_commit(
        &self,
        repo: &str,
        login: &str,
        (branch, start): (&str, &str),
        message: &str,
        files: &[(&str, Option<&str>)],
    ) -> Result<String, Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.commit_files(repo, doer, branch, Some(start), message, files)
        })
    }

    /// Makes a branch.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn make_branch(
        &self,
        repo: &str,
        login: &str,
        name: &str,
        from: &str,
    ) -> Result<(), Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.make_branch(repo, doer, name, from)
        })
    }

    /// Deletes a branch. Open pull requests from it are closed.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn delete_branch(&self, repo: &str, login: &str, name: &str) -> Result<(), Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.delete_branch(repo, doer, name)
        })
    }

    /// Renames a branch: as others see it, one is made and one deleted.
    ///
    /// # Errors
    /// What the API would refuse.
    pub fn rename_branch(
        &self,
        repo: &str,
        login: &str,
        old: &str,
        new: &str,
    ) -> Result<(), Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.make_branch(repo, doer, new, old)?;
            let tip = world.repo(repo)?.branch(old).cloned();
            let tip = tip.ok_or_else(Refused::missing)?;
            let name = format!("refs/heads/{old}");
            world.repo(repo)?.git.move_ref(&name, ZERO, &tip)?;
            world.refs_moved(repo, doer)
        })
    }

    /// Sets a status of a commit. Without a right to: whoever it is, the forge takes it.
    ///
    /// # Errors
    /// There is no such commit, or the state is none.
    pub fn set_status(
        &self,
        repo: &str,
        login: &str,
        sha: &str,
        context: &str,
        state: &str,
    ) -> Result<(), Refused> {
        self.act(repo, login, |world, repo, doer| {
            let status = Status {
                id: 0,
                sha: sha.to_owned(),
                context: context.to_owned(),
                state: state.to_owned(),
                description: String::new(),
                target_url: String::new(),
                by: doer,
                at: 0,
            };
            world.set_status(repo, doer, status).map(drop)
        })
    }

    /// Behaves as if a workflow ran; the run's id.
    ///
    /// # Errors
    /// There is no such commit.
    pub fn workflow_run(&self, repo: &str, login: &str, run: WorkflowRun) -> Result<u64, Refused> {
        self.act(repo, login, |world, repo, doer| {
            world.start_run(repo, doer, run)
        })
    }

    /// Ends a run that was started without an end.
    ///
    /// # Errors
    /// There is no such run.
    pub fn end_run(&self, repo: &str, run: u64, conclusion: &str) -> Result<(), Refused> {
        let mut world = self.world();
        let id = world.find_repo(repo).ok_or_else(Refused::missing)?;
        world.end_run(id, run, conclusion)
    }

    /// Gives a repository another name (`owner/name`); the owner must exist.
    ///
    /// # Errors
    /// There is no such repository or owner, or one of that name.
    pub fn move_repo(&self, old: &str, new: &str) -> Result<(), Refused> {
        let mut world = self.world();
        let id = world.find_repo(old).ok_or_else(Refused::missing)?;
        let (owner, name) = new.split_once('/').ok_or_else(Refused::missing)?;
        let owner = world.user_id(owner)?;
        world.move_repo(id, owner, name)
    }

    /// Deletes a repository.
    ///
    /// # Errors
    /// There is no such repository.
    pub fn delete_repo(&self, repo: &str) -> Result<(), Refused> {
        let mut world = self.world();
        let id = world.find_repo(repo).ok_or_else(Refused::missing)?;
        world.delete_repo(id)
    }
}
