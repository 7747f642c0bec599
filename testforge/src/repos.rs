//! People, repositories and branches: made, renamed, given away, deleted.

use std::collections::{BTreeMap, BTreeSet};

use crate::events::Happened;
use crate::git::{Git, Person, ZERO};
use crate::options::{Access, Refused};
use crate::sign::unique;
use crate::world::{Id, Repo, Token, User, World, now};

impl World {
    /// Makes a person or an organisation, unless there is one of this name.
    pub(crate) fn make_user(&mut self, login: &str, is_org: bool) -> Id {
        if let Some(user) = self.find_user(login) {
            return user.id;
        }
        let id = self.next_id("user");
        self.users.push(User {
            id,
            login: login.to_owned(),
            is_org,
            is_admin: false,
            tokens: Vec::new(),
            owners: Vec::new(),
            created: now(),
        });
        id
    }

    /// Makes a token; its value. Two of the same name are refused.
    pub(crate) fn make_token(&mut self, user: Id, name: &str) -> Result<String, Refused> {
        let number = self.next_id("token").to_string();
        let value = unique(&["token", name, &number, &user.to_string()]);
        let known = self.users.iter_mut().find(|one| one.id == user);
        let user = known.ok_or_else(Refused::missing)?;
        if user.tokens.iter().any(|token| token.name == name) {
            return Err(Refused::new(400, "access token name has been used already"));
        }
        user.tokens.push(Token {
            name: name.to_owned(),
            value: value.clone(),
        });
        Ok(value)
    }

    /// Makes a repository with one commit in it.
    pub(crate) fn make_repo(
        &mut self,
        owner: Id,
        name: &str,
        doer: Id,
        private: bool,
    ) -> Result<Id, Refused> {
        let full_name = format!("{}/{name}", self.login(owner));
        let is_fine = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(is_fine) {
            return Err(Refused::invalid("repository name is invalid"));
        }
        if self.find_repo(&full_name).is_some() {
            return Err(Refused::new(
                409,
                "The repository with the same name already exists.",
            ));
        }
        let id = self.next_id("repo");
        let git = Git::init(self.folder.join(format!("{id}.git")), "main")?;
        let tree = git.tree_with(None, &[("README.md", Some(&format!("# {name}\n")))])?;
        let who = self.person(doer);
        let first = git.commit(&tree, &[], "Initial commit\n", &who, &who)?;
        git.move_ref("refs/heads/main", &first, ZERO)?;
        let refs = git.refs()?;
        self.moved.remove(&full_name.to_lowercase());
        self.repos.push(Repo {
            id,
            owner,
            name: name.to_owned(),
            private,
            archived: false,
            default_branch: "main".to_owned(),
            git,
            refs,
            access: BTreeMap::new(),
            team_readers: BTreeSet::new(),
            labels: Vec::new(),
            milestones: Vec::new(),
            issues: BTreeMap::new(),
            last_number: 0,
            statuses: Vec::new(),
            protections: Vec::new(),
            runs: Vec::new(),
            created: now(),
            updated: now(),
        });
        self.tell(id, doer, &Happened::RepoMade);
        Ok(id)
    }

    /// Gives a repository another name, another owner, or both. Calls under the old name are sent on; nobody is told.
    pub(crate) fn move_repo(&mut self, repo: Id, owner: Id, name: &str) -> Result<(), Refused> {
        let old = self.full_name(self.repo(repo)?).to_lowercase();
        let new = format!("{}/{name}", self.login(owner));
        if self.find_repo(&new).is_some_and(|other| other != repo) {
            return Err(Refused::invalid(
                "The repository with the same name already exists.",
            ));
        }
        self.moved.remove(&new.to_lowercase());
        self.moved.insert(old, repo);
        let one = self.repo_mut(repo)?;
        one.owner = owner;
        name.clone_into(&mut one.name);
        Ok(())
    }

    /// Deletes a repository with its hooks.
    pub(crate) fn delete_repo(&mut self, repo: Id) -> Result<(), Refused> {
        let folder = self.repo(repo)?.git.folder.clone();
        self.repos.retain(|one| one.id != repo);
        self.hooks
            .retain(|hook| hook.place != crate::hooks::Place::Repo(repo));
        std::fs::remove_dir_all(folder).map_err(|_| Refused::broken())
    }

    pub(crate) fn make_branch(
        &mut self,
        repo: Id,
        doer: Id,
        name: &str,
        from: &str,
    ) -> Result<(), Refused> {
        self.need(repo, doer, Access::Write)?;
        let one = self.repo(repo)?;
        let from = if from.is_empty() {
            &one.default_branch
        } else {
            from
        };
        let start = match one.branch(from) {
            Some(sha) => sha.clone(),
            None => self.commit_of(repo, from)?,
        };
        let one = self.repo(repo)?;
        if one.branch(name).is_some() {
            return Err(Refused::new(409, "branch already exists"));
        }
        let full = format!("refs/heads/{name}");
        one.git.move_ref(&full, &start, ZERO)?;
        self.refs_moved(repo, doer)
    }

    pub(crate) fn delete_branch(&mut self, repo: Id, doer: Id, name: &str) -> Result<(), Refused> {
        self.need(repo, doer, Access::Write)?;
        let one = self.repo(repo)?;
        let tip = one.branch(name).cloned().ok_or_else(Refused::missing)?;
        let is_protected = one.protections.iter().any(|rule| rule.branch == name);
        if name == one.default_branch || is_protected {
            return Err(Refused::forbidden("branch protected"));
        }
        let full = format!("refs/heads/{name}");
        one.git.move_ref(&full, ZERO, &tip)?;
        self.refs_moved(repo, doer)
    }

    /// The commit that a name, a branch or an id stands for.
    pub(crate) fn commit_of(&self, repo: Id, name: &str) -> Result<String, Refused> {
        let one = self.repo(repo)?;
        if let Some(sha) = one.branch(name) {
            return Ok(sha.clone());
        }
        let wanted = format!("{name}^{{commit}}");
        let arguments = [
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &wanted,
        ];
        one.git.maybe(&arguments).ok_or_else(Refused::missing)
    }

    /// Commits files to a branch, as a push of one commit does. A force push starts from another commit.
    pub(crate) fn commit_files(
        &mut self,
        repo: Id,
        doer: Id,
        branch: &str,
        start: Option<&str>,
        message: &str,
        files: &[(&str, Option<&str>)],
    ) -> Result<String, Refused> {
        self.need(repo, doer, Access::Write)?;
        let who: Person = self.person(doer);
        let one = self.repo(repo)?;
        let full = format!("refs/heads/{branch}");
        let old = one.branch(branch).cloned();
        let parent = match (start, &old) {
            (Some(start), _) => self.commit_of(repo, start)?,
            (None, Some(old)) => old.clone(),
            (None, None) => self.commit_of(repo, &one.default_branch.clone())?,
        };
        let one = self.repo(repo)?;
        let tree = one.git.tree_with(Some(&parent), files)?;
        let message = format!("{}\n", message.trim_end_matches('\n'));
        let made = one.git.commit(&tree, &[&parent], &message, &who, &who)?;
        one.git
            .move_ref(&full, &made, old.as_deref().unwrap_or(ZERO))?;
        self.refs_moved(repo, doer)?;
        Ok(made)
    }
}
