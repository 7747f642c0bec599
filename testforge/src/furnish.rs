//! What a test puts into the forge before its story begins.

use crate::forge::TestForge;
use crate::hooks::{Hook, Place, subscribed};
use crate::options::{Access, Refused};
use crate::world::{Id, Label, Milestone, Protection, World, now};

/// A webhook as a test wants it.
#[derive(Debug, Clone)]
pub struct NewHook {
    /// Where deliveries go: `http://127.0.0.1:...`.
    pub url: String,
    /// What they are signed with.
    pub secret: String,
    /// The words of the subscription.
    pub events: Vec<String>,
    /// `gitea`, or on Forgejo also `forgejo`.
    pub flavour: String,
    /// `json` or `form`.
    pub content_type: String,
}

impl NewHook {
    /// A hook for everything that there is, in JSON.
    #[must_use]
    pub fn all(url: &str, secret: &str) -> NewHook {
        let words = "issues issue_comment pull_request pull_request_review pull_request_comment push create delete \
                     repository status workflow_run workflow_job action_run_failure action_run_success \
                     check_run pull_request_review_comment";
        NewHook {
            url: url.to_owned(),
            secret: secret.to_owned(),
            events: words
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect(),
            flavour: "gitea".to_owned(),
            content_type: "json".to_owned(),
        }
    }
}

impl TestForge {
    /// Makes a person, unless there is one of this name; a new token of theirs.
    pub fn user(&self, login: &str) -> String {
        let mut world = self.world();
        let id = world.make_user(login, false);
        let name = format!("token {}", world.next_id("token name"));
        world.make_token(id, &name).unwrap_or_default()
    }

    /// Makes a person an administrator of the whole forge.
    ///
    /// # Errors
    /// There is nobody of this name.
    pub fn make_admin(&self, login: &str) -> Result<(), Refused> {
        let mut world = self.world();
        let id = world.user_id(login)?;
        let mut users = world.users.iter_mut();
        if let Some(user) = users.find(|user| user.id == id) {
            user.is_admin = true;
        }
        Ok(())
    }

    /// Makes an organisation, unless there is one of this name.
    pub fn org(&self, login: &str) {
        self.world().make_user(login, true);
    }

    /// Makes a token worthless.
    pub fn revoke(&self, token: &str) {
        for user in &mut self.world().users {
            user.tokens.retain(|one| one.value != token);
        }
    }

    /// Makes a private repository with one commit on `main`; its owner is made, too, as an organisation, if there is
    /// none of that name. Its id.
    ///
    /// # Errors
    /// It exists, or its name is none.
    pub fn repo(&self, full_name: &str) -> Result<u64, Refused> {
        let (owner, name) = full_name.split_once('/').ok_or_else(Refused::missing)?;
        let mut world = self.world();
        let owner = world.make_user(owner, true);
        world.make_repo(owner, name, owner, true)
    }

    /// Says whether only those who were let in see a repository, and whether it is archived.
    ///
    /// # Errors
    /// There is no such repository.
    pub fn set_repo(&self, repo: &str, private: bool, archived: bool) -> Result<(), Refused> {
        let mut world = self.world();
        let id = world.find_repo(repo).ok_or_else(Refused::missing)?;
        let one = world.repo_mut(id)?;
        (one.private, one.archived) = (private, archived);
        Ok(())
    }

    /// Lets somebody into a repository, or (`None`) out of it.
    ///
    /// # Errors
    /// There is no such repository, or nobody of this name.
    pub fn allow(&self, repo: &str, login: &str, access: Option<Access>) -> Result<(), Refused> {
        let (repo, who) = self.find(repo, login)?;
        let mut world = self.world();
        let one = world.repo_mut(repo)?;
        match access {
            Some(access) => one.access.insert(who, access),
            None => one.access.remove(&who),
        };
        Ok(())
    }

    /// Puts somebody into the team of an organisation that may read a repository, and no more. Gitea and Forgejo let such
    /// people be assigned.
    ///
    /// # Errors
    /// There is no such repository, or nobody of this name.
    pub fn add_team_reader(&self, repo: &str, login: &str) -> Result<(), Refused> {
        let (repo, who) = self.find(repo, login)?;
        self.world().repo_mut(repo)?.team_readers.insert(who);
        Ok(())
    }

    /// Makes a label; its id. One with a `/` in its name takes the place of others with the same beginning.
    ///
    /// # Errors
    /// There is no such repository.
    pub fn label(&self, repo: &str, name: &str) -> Result<u64, Refused> {
        let mut world = self.world();
        let id = world.find_repo(repo).ok_or_else(Refused::missing)?;
        let label = Label {
            id: 0,
            name: name.to_owned(),
            color: "00aabb".to_owned(),
            description: String::new(),
            exclusive: name.contains('/'),
        };
        world.make_label(id, label)
    }

    /// Makes a milestone; its id.
    ///
    /// # Errors
    /// There is no such repository.
    pub fn milestone(&self, repo: &str, title: &str) -> Result<u64, Refused> {
        let mut world = self.world();
        let repo = world.find_repo(repo).ok_or_else(Refused::missing)?;
        let id = world.next_id("milestone");
        world.repo_mut(repo)?.milestones.push(Milestone {
            id,
            title: title.to_owned(),
            created: now(),
        });
        Ok(id)
    }

    /// Hangs a webhook on a repository; its id.
    ///
    /// # Errors
    /// There is no such repository.
    pub fn hook(&self, repo: &str, new: NewHook) -> Result<u64, Refused> {
        let mut world = self.world();
        let repo = world.find_repo(repo).ok_or_else(Refused::missing)?;
        Ok(hang(&mut world, Place::Repo(repo), new))
    }

    /// Hangs a webhook on an organisation, or (an empty name) on the whole forge; its id.
    ///
    /// # Errors
    /// There is no such organisation.
    pub fn wide_hook(&self, org: &str, new: NewHook) -> Result<u64, Refused> {
        let mut world = self.world();
        let place = match org {
            "" => Place::System,
            org => Place::Org(world.user_id(org)?),
        };
        Ok(hang(&mut world, place, new))
    }

    /// Protects a branch, or changes how it is protected.
    ///
    /// # Errors
    /// There is no such repository.
    pub fn protect(&self, repo: &str, rule: Protection) -> Result<(), Refused> {
        let mut world = self.world();
        let id = world.find_repo(repo).ok_or_else(Refused::missing)?;
        world.protect(id, rule)
    }
}

fn hang(world: &mut World, place: Place, new: NewHook) -> Id {
    let id = world.next_id("hook");
    let events = subscribed(world.kind, &new.events);
    world.hooks.push(Hook {
        id,
        place,
        flavour: new.flavour,
        name: String::new(),
        active: true,
        url: new.url,
        content_type: new.content_type,
        secret: new.secret,
        events,
        branch_filter: String::new(),
        authorization: String::new(),
        created: now(),
        updated: now(),
    });
    id
}
