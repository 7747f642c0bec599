//! All that the forge knows. Everything is in memory; only the repositories' objects are on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::git::Git;
use crate::hooks::Hook;
use crate::options::{Access, Kind, Refused};
use crate::runs::Run;
use crate::sender::Sender;

pub(crate) type Id = u64;

/// The whole forge.
pub(crate) struct World {
    pub(crate) kind: Kind,
    pub(crate) public_url: String,
    pub(crate) folder: PathBuf,
    pub(crate) users: Vec<User>,
    pub(crate) repos: Vec<Repo>,
    pub(crate) hooks: Vec<Hook>,
    /// Names that repositories had, in lower case.
    pub(crate) moved: BTreeMap<String, Id>,
    pub(crate) sender: Arc<Sender>,
    last_ids: BTreeMap<&'static str, Id>,
}

/// A person or an organisation.
#[derive(Debug, Clone, Default)]
pub(crate) struct User {
    pub(crate) id: Id,
    pub(crate) login: String,
    pub(crate) is_org: bool,
    pub(crate) is_admin: bool,
    pub(crate) tokens: Vec<Token>,
    /// Of an organisation: who may do everything in it.
    pub(crate) owners: Vec<Id>,
    pub(crate) created: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// A repository.
pub(crate) struct Repo {
    pub(crate) id: Id,
    pub(crate) owner: Id,
    pub(crate) name: String,
    pub(crate) private: bool,
    pub(crate) archived: bool,
    pub(crate) default_branch: String,
    pub(crate) git: Git,
    /// Full names of references, with where they stand; read anew after each change.
    pub(crate) refs: BTreeMap<String, String>,
    pub(crate) access: BTreeMap<Id, Access>,
    /// Members of a team of the organisation that may only read.
    pub(crate) team_readers: BTreeSet<Id>,
    pub(crate) labels: Vec<Label>,
    pub(crate) milestones: Vec<Milestone>,
    /// By number; pull requests are among them.
    pub(crate) issues: BTreeMap<u64, Issue>,
    pub(crate) last_number: u64,
    pub(crate) statuses: Vec<Status>,
    pub(crate) protections: Vec<Protection>,
    pub(crate) runs: Vec<Run>,
    pub(crate) created: i64,
    pub(crate) updated: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Label {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) color: String,
    pub(crate) description: String,
    pub(crate) exclusive: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Milestone {
    pub(crate) id: Id,
    pub(crate) title: String,
    pub(crate) created: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Issue {
    pub(crate) id: Id,
    pub(crate) number: u64,
    pub(crate) poster: Id,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) labels: Vec<Id>,
    pub(crate) milestone: Option<Id>,
    pub(crate) assignees: Vec<Id>,
    pub(crate) open: bool,
    pub(crate) comments: Vec<Comment>,
    pub(crate) created: i64,
    pub(crate) updated: i64,
    pub(crate) closed: Option<i64>,
    pub(crate) content_version: u64,
    pub(crate) pull: Option<Pull>,
}

#[derive(Debug, Clone)]
pub(crate) struct Comment {
    pub(crate) id: Id,
    pub(crate) poster: Id,
    pub(crate) body: String,
    pub(crate) created: i64,
    pub(crate) updated: i64,
}

/// What a pull request is more than an issue.
#[derive(Debug, Clone)]
pub(crate) struct Pull {
    pub(crate) id: Id,
    /// The branch with the work; `refs/pull/N/head` once it is gone.
    pub(crate) head: String,
    pub(crate) base: String,
    pub(crate) head_sha: String,
    pub(crate) base_sha: String,
    pub(crate) merged: Option<Merged>,
    pub(crate) reviews: Vec<Review>,
    pub(crate) requested: Vec<Id>,
    /// Who stands in deliveries as asked: real forges are late with it.
    pub(crate) requested_shown: Vec<Id>,
    /// Requests as Gitea and Forgejo list them, among the reviews.
    pub(crate) asks: Vec<Review>,
    /// Of GitHub; elsewhere the title tells.
    pub(crate) draft: bool,
    /// Whoever asked for a merge once all is well, and how.
    pub(crate) scheduled: Option<(Id, crate::merge::Merge)>,
    pub(crate) diff: Diff,
}

#[derive(Debug, Clone)]
pub(crate) struct Merged {
    pub(crate) by: Id,
    pub(crate) at: i64,
    pub(crate) commit: String,
}

/// What git says of a pull request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Diff {
    /// Of which base and which head.
    pub(crate) of: (String, String),
    pub(crate) merge_base: String,
    pub(crate) mergeable: bool,
    pub(crate) additions: u64,
    pub(crate) deletions: u64,
    pub(crate) changed_files: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct Review {
    pub(crate) id: Id,
    pub(crate) by: Id,
    pub(crate) state: ReviewState,
    pub(crate) body: String,
    pub(crate) commit: String,
    pub(crate) dismissed: bool,
    /// Whether another commit came since; forges are late with it.
    pub(crate) stale: bool,
    pub(crate) comments: Vec<LineComment>,
    pub(crate) at: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReviewState {
    Approved,
    Changes,
    Comment,
    Pending,
    /// None yet: it is asked for.
    Requested,
}

#[derive(Debug, Clone)]
pub(crate) struct LineComment {
    pub(crate) id: Id,
    pub(crate) path: String,
    pub(crate) line: u64,
    pub(crate) body: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Status {
    pub(crate) id: Id,
    pub(crate) sha: String,
    pub(crate) context: String,
    pub(crate) state: String,
    pub(crate) description: String,
    pub(crate) target_url: String,
    pub(crate) by: Id,
    pub(crate) at: i64,
}

/// What a branch asks of a merge.
#[derive(Debug, Clone, Default)]
pub struct Protection {
    /// The branch.
    pub branch: String,
    /// So many approvals of people who may write.
    pub required_approvals: u64,
    /// Contexts of statuses that must have passed.
    pub required_contexts: Vec<String>,
    /// Whether a request for changes stops it.
    pub block_on_rejected_reviews: bool,
    /// Whether anybody may push to it.
    pub enable_push: bool,
}

impl World {
    pub(crate) fn new(
        kind: Kind,
        public_url: String,
        folder: PathBuf,
        sender: Arc<Sender>,
    ) -> World {
        World {
            kind,
            public_url,
            folder,
            users: Vec::new(),
            repos: Vec::new(),
            hooks: Vec::new(),
            moved: BTreeMap::new(),
            sender,
            last_ids: BTreeMap::new(),
        }
    }

    /// The next id in one row of ids.
    pub(crate) fn next_id(&mut self, row: &'static str) -> Id {
        let last = self.last_ids.entry(row).or_default();
        *last += 1;
        *last
    }

    pub(crate) fn user(&self, id: Id) -> Option<&User> {
        self.users.iter().find(|user| user.id == id)
    }

    pub(crate) fn find_user(&self, login: &str) -> Option<&User> {
        self.users
            .iter()
            .find(|user| user.login.eq_ignore_ascii_case(login))
    }

    /// Who is called so; refused when nobody is.
    pub(crate) fn user_id(&self, login: &str) -> Result<Id, Refused> {
        self.find_user(login)
            .map(|user| user.id)
            .ok_or_else(Refused::missing)
    }

    pub(crate) fn login(&self, id: Id) -> String {
        self.user(id)
            .map_or_else(|| "Ghost".to_owned(), |user| user.login.clone())
    }

    /// Whose token this is.
    pub(crate) fn by_token(&self, value: &str) -> Option<Id> {
        let has = |user: &&User| user.tokens.iter().any(|token| token.value == value);
        self.users.iter().find(has).map(|user| user.id)
    }

    pub(crate) fn repo(&self, id: Id) -> Result<&Repo, Refused> {
        self.repos
            .iter()
            .find(|repo| repo.id == id)
            .ok_or_else(Refused::missing)
    }

    pub(crate) fn repo_mut(&mut self, id: Id) -> Result<&mut Repo, Refused> {
        self.repos
            .iter_mut()
            .find(|repo| repo.id == id)
            .ok_or_else(Refused::missing)
    }

    pub(crate) fn full_name(&self, repo: &Repo) -> String {
        format!("{}/{}", self.login(repo.owner), repo.name)
    }

    /// The repository of this name, as it is called now.
    pub(crate) fn find_repo(&self, full_name: &str) -> Option<Id> {
        let is_it = |repo: &&Repo| self.full_name(repo).eq_ignore_ascii_case(full_name);
        self.repos.iter().find(is_it).map(|repo| repo.id)
    }

    pub(crate) fn issue(&self, repo: Id, number: u64) -> Result<&Issue, Refused> {
        let issues = &self.repo(repo)?.issues;
        issues.get(&number).ok_or_else(Refused::missing)
    }

    pub(crate) fn issue_mut(&mut self, repo: Id, number: u64) -> Result<&mut Issue, Refused> {
        let issues = &mut self.repo_mut(repo)?.issues;
        issues.get_mut(&number).ok_or_else(Refused::missing)
    }

    pub(crate) fn pull(&self, repo: Id, number: u64) -> Result<&Pull, Refused> {
        let issue = self.issue(repo, number)?;
        issue.pull.as_ref().ok_or_else(Refused::missing)
    }

    pub(crate) fn pull_mut(&mut self, repo: Id, number: u64) -> Result<&mut Pull, Refused> {
        let issue = self.issue_mut(repo, number)?;
        issue.pull.as_mut().ok_or_else(Refused::missing)
    }

    /// What somebody may do in a repository; `None`: not even see it.
    pub(crate) fn access(&self, repo: &Repo, who: Option<Id>) -> Option<Access> {
        let open = (!repo.private).then_some(Access::Read);
        let Some(who) = who else { return open };
        let owner = self.user(repo.owner);
        let owns = repo.owner == who || owner.is_some_and(|owner| owner.owners.contains(&who));
        if owns || self.user(who).is_some_and(|user| user.is_admin) {
            return Some(Access::Admin);
        }
        let by_team = repo.team_readers.contains(&who).then_some(Access::Read);
        repo.access.get(&who).copied().max(by_team).max(open)
    }

    /// Refuses whoever may do less than this; who may not even see the repository is told that there is none.
    pub(crate) fn need(&self, repo: Id, who: Id, least: Access) -> Result<(), Refused> {
        match self.access(self.repo(repo)?, Some(who)) {
            None => Err(Refused::missing()),
            Some(has) if has < least => Err(Refused::forbidden("user should have a permission")),
            Some(_) => Ok(()),
        }
    }

    /// An address on the forge as people would use it.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}/{path}", self.public_url)
    }

    pub(crate) fn api_url(&self, path: &str) -> String {
        match self.kind {
            Kind::Gitea | Kind::Forgejo => format!("{}/api/v1/{path}", self.public_url),
            Kind::Github => format!("{}/{path}", self.public_url),
        }
    }
}

impl Repo {
    pub(crate) fn branch(&self, name: &str) -> Option<&String> {
        self.refs.get(&format!("refs/heads/{name}"))
    }

    pub(crate) fn label(&self, id: Id) -> Option<&Label> {
        self.labels.iter().find(|label| label.id == id)
    }

    /// Branches by short name.
    pub(crate) fn branches(&self) -> impl Iterator<Item = (&str, &str)> {
        self.refs.iter().filter_map(|(name, sha)| {
            let short = name.strip_prefix("refs/heads/")?;
            Some((short, sha.as_str()))
        })
    }
}

impl Issue {
    /// Whether it is a pull request that is not to be merged yet.
    pub(crate) fn is_draft(&self, kind: Kind) -> bool {
        let title = self.title.to_ascii_uppercase();
        match kind {
            Kind::Gitea | Kind::Forgejo => {
                self.pull.is_some() && (title.starts_with("WIP:") || title.starts_with("[WIP]"))
            }
            Kind::Github => self.pull.as_ref().is_some_and(|pull| pull.draft),
        }
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

/// As forges write times.
pub(crate) fn time(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds).map_or_else(
        |_| "0001-01-01T00:00:00Z".to_owned(),
        |time| time.to_string(),
    )
}
