//! What stands on the forge, for asserts.

use std::collections::BTreeMap;

use crate::forge::TestForge;
use crate::options::Refused;
use crate::world::{Id, Issue, ReviewState, World};

/// An issue, or a pull request as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueView {
    /// Its number.
    pub number: u64,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: String,
    /// Who opened it.
    pub poster: String,
    /// Whether it is open.
    pub open: bool,
    /// Names of its labels.
    pub labels: Vec<String>,
    /// Who is assigned.
    pub assignees: Vec<String>,
    /// Whether it is a pull request.
    pub is_pull: bool,
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentView {
    /// Its id.
    pub id: u64,
    /// Who wrote it.
    pub poster: String,
    /// Its text.
    pub body: String,
}

/// A pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullView {
    /// What it has as an issue.
    pub issue: IssueView,
    /// The branch with the work.
    pub head: String,
    /// Where that stands.
    pub head_sha: String,
    /// The branch it is to come into.
    pub base: String,
    /// Whether it is a draft.
    pub draft: bool,
    /// Whether git can merge it.
    pub mergeable: bool,
    /// The commit by which it was merged.
    pub merged: Option<String>,
    /// Who is asked for a review.
    pub requested: Vec<String>,
    /// Its reviews.
    pub reviews: Vec<ReviewView>,
}

/// A review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewView {
    /// Its id.
    pub id: u64,
    /// Who wrote it.
    pub by: String,
    /// As the API says it.
    pub state: &'static str,
    /// Its text.
    pub body: String,
    /// The commit it is about.
    pub commit: String,
    /// Whether it does not count any more.
    pub dismissed: bool,
    /// Comments on lines: file, line, text.
    pub comments: Vec<(String, u64, String)>,
}

/// A status of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusView {
    /// Its context.
    pub context: String,
    /// Its state.
    pub state: String,
    /// Its one line.
    pub description: String,
    /// Who set it.
    pub by: String,
}

impl TestForge {
    fn look<T>(
        &self,
        repo: &str,
        what: impl FnOnce(&World, Id) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let world = self.world();
        let id = world.find_repo(repo).ok_or_else(Refused::missing)?;
        what(&world, id)
    }

    /// An issue or a pull request.
    ///
    /// # Errors
    /// There is none of this number.
    pub fn issue(&self, repo: &str, number: u64) -> Result<IssueView, Refused> {
        self.look(repo, |world, id| view(world, id, world.issue(id, number)?))
    }

    /// All issues and pull requests, by number.
    ///
    /// # Errors
    /// There is no such repository.
    pub fn issues(&self, repo: &str) -> Result<Vec<IssueView>, Refused> {
        self.look(repo, |world, id| {
            let all = world.repo(id)?.issues.values();
            all.map(|issue| view(world, id, issue)).collect()
        })
    }

    /// The comments on an issue or a pull request, oldest first.
    ///
    /// # Errors
    /// There is none of this number.
    pub fn comments(&self, repo: &str, number: u64) -> Result<Vec<CommentView>, Refused> {
        self.look(repo, |world, id| {
            let all = world.issue(id, number)?.comments.iter();
            Ok(all
                .map(|one| CommentView {
                    id: one.id,
                    poster: world.login(one.poster),
                    body: one.body.clone(),
                })
                .collect())
        })
    }

    /// A pull request.
    ///
    /// # Errors
    /// There is none of this number.
    pub fn pull(&self, repo: &str, number: u64) -> Result<PullView, Refused> {
        self.look(repo, |world, id| {
            let issue = world.issue(id, number)?;
            let pull = world.pull(id, number)?;
            let logins = |ids: &[Id]| ids.iter().map(|who| world.login(*who)).collect();
            let reviews = pull.reviews.iter().map(|one| ReviewView {
                id: one.id,
                by: world.login(one.by),
                state: match one.state {
                    ReviewState::Approved => "APPROVED",
                    ReviewState::Changes => "REQUEST_CHANGES",
                    ReviewState::Comment => "COMMENT",
                    ReviewState::Pending => "PENDING",
                    ReviewState::Requested => "REQUEST_REVIEW",
                },
                body: one.body.clone(),
                commit: one.commit.clone(),
                dismissed: one.dismissed,
                comments: one
                    .comments
                    .iter()
                    .map(|one| (one.path.clone(), one.line, one.body.clone()))
                    .collect(),
            });
            Ok(PullView {
                issue: view(world, id, issue)?,
                head: pull.head.clone(),
                head_sha: pull.head_sha.clone(),
                base: pull.base.clone(),
                draft: issue.is_draft(world.kind),
                mergeable: pull.diff.mergeable,
                merged: pull.merged.as_ref().map(|merged| merged.commit.clone()),
                requested: logins(&pull.requested),
                reviews: reviews.collect(),
            })
        })
    }

    /// The branches, with where they stand.
    ///
    /// # Errors
    /// There is no such repository.
    pub fn branches(&self, repo: &str) -> Result<BTreeMap<String, String>, Refused> {
        self.look(repo, |world, id| {
            let all = world.repo(id)?.branches();
            Ok(all
                .map(|(name, sha)| (name.to_owned(), sha.to_owned()))
                .collect())
        })
    }

    /// All statuses of a commit, oldest first.
    ///
    /// # Errors
    /// There is no such repository.
    pub fn statuses(&self, repo: &str, sha: &str) -> Result<Vec<StatusView>, Refused> {
        self.look(repo, |world, id| {
            let all = world.repo(id)?.statuses.iter();
            Ok(all
                .filter(|one| one.sha == sha)
                .map(|one| StatusView {
                    context: one.context.clone(),
                    state: one.state.clone(),
                    description: one.description.clone(),
                    by: world.login(one.by),
                })
                .collect())
        })
    }

    /// What a file holds at a branch or a commit; `None`: it is not there.
    ///
    /// # Errors
    /// There is no such repository or commit.
    pub fn file(&self, repo: &str, at: &str, path: &str) -> Result<Option<String>, Refused> {
        self.look(repo, |world, id| {
            let sha = world.commit_of(id, at)?;
            let object = format!("{sha}:{path}");
            Ok(world.repo(id)?.git.maybe(&["cat-file", "blob", &object]))
        })
    }

    /// The whole messages of a branch's commits, newest first.
    ///
    /// # Errors
    /// There is no such repository or branch.
    pub fn messages(&self, repo: &str, branch: &str) -> Result<Vec<String>, Refused> {
        const COMMITS_MAX: usize = 1000;
        self.look(repo, |world, id| {
            let sha = world.commit_of(id, branch)?;
            let commits = world.repo(id)?.git.log(&[&sha], COMMITS_MAX)?;
            Ok(commits.into_iter().map(|one| one.message).collect())
        })
    }
}

fn view(world: &World, repo: Id, issue: &Issue) -> Result<IssueView, Refused> {
    let at = world.repo(repo)?;
    let labels = issue.labels.iter().filter_map(|id| at.label(*id));
    Ok(IssueView {
        number: issue.number,
        title: issue.title.clone(),
        body: issue.body.clone(),
        poster: world.login(issue.poster),
        open: issue.open,
        labels: labels.map(|label| label.name.clone()).collect(),
        assignees: issue
            .assignees
            .iter()
            .map(|who| world.login(*who))
            .collect(),
        is_pull: issue.pull.is_some(),
    })
}
