//! What is read of a forge: itself, repositories, issues, pull requests, branches.

use ledger::forge::{CommentSeen, IssueSeen, Login, PullSeen, RepoName, ReviewSeen, Standing};
use ledger::ids::GitId;
use reqwest::Method;
use reqwest::header::DATE;
use serde_json::Value;

use super::call::{Answer, Call, Client};
use super::failure::Failure;
use crate::seen;
use crate::text::{kept, time_ms, time_text};
use crate::wire::{self, Comment, Issue, Pull, Repository, User};

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its login.
    pub login: Login,
    /// When the forge answered, by its own clock, in milliseconds since 1970; in whole seconds. `None`: it did not say.
    pub answered_ms: Option<u64>,
}

/// A repository as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositorySeen {
    /// Its id, which it keeps when it is renamed.
    pub id: u64,
    /// Its default branch; empty while it has none.
    pub default_branch: String,
    /// Whether it is archived: nothing in it can be changed.
    pub archived: bool,
    /// What this account may do in it.
    pub permission: Standing,
}

/// When an answer was given, by the forge's clock.
fn date_ms(answer: &Answer) -> Option<u64> {
    let text = answer.headers.get(DATE)?.to_str().ok()?;
    let time = jiff::fmt::rfc2822::parse(text).ok()?;
    u64::try_from(time.timestamp().as_millisecond()).ok()
}

impl Client {
    /// Whose token it is.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn whoami(&self) -> Result<Account, Failure> {
        let answer = self.send(&Call::top(Method::GET, &["user"])).await?;
        let user: User = answer.object()?;
        let login = seen::login(Some(&user)).ok_or_else(|| answer.wrong_shape())?;
        Ok(Account {
            login,
            answered_ms: date_ms(&answer),
        })
    }

    /// Whose token it is, asked for once.
    pub(crate) async fn login(&self) -> Result<&Login, Failure> {
        let ask = async || Ok(self.whoami().await?.login);
        self.login.get_or_try_init(ask).await
    }

    /// A repository, also under a name that it had before if its id is remembered.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn repository(&self, repo: &RepoName) -> Result<RepositorySeen, Failure> {
        let answer = self.send(&Call::get(repo, &[])).await?;
        let found: Repository = answer.object()?;
        if found.id == 0 || seen::repository(Some(&found)).is_none() {
            return Err(answer.wrong_shape());
        }
        self.remember(repo, found.id);
        Ok(RepositorySeen {
            id: found.id,
            default_branch: seen::name(&found.default_branch),
            archived: found.archived,
            permission: match &found.permissions {
                it if it.admin => Standing::Admin,
                it if it.push => Standing::Write,
                it if it.pull => Standing::Read,
                _ => Standing::None,
            },
        })
    }

    /// An issue. A pull request is one too, as far as an issue's fields go.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn issue(&self, repo: &RepoName, number: u64) -> Result<IssueSeen, Failure> {
        Ok(seen::issue(&self.issue_wire(repo, number).await?))
    }

    pub(crate) async fn issue_wire(&self, repo: &RepoName, number: u64) -> Result<Issue, Failure> {
        let call = Call::get(repo, &["issues", &number.to_string()]);
        let answer = self.send(&call).await?;
        let issue: Issue = answer.object()?;
        match issue.number == number {
            true => Ok(issue),
            false => Err(answer.wrong_shape()),
        }
    }

    /// A pull request.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn pull(&self, repo: &RepoName, number: u64) -> Result<PullSeen, Failure> {
        Ok(seen::pull(&self.pull_wire(repo, number).await?))
    }

    pub(crate) async fn pull_wire(&self, repo: &RepoName, number: u64) -> Result<Pull, Failure> {
        let call = Call::get(repo, &["pulls", &number.to_string()]);
        let answer = self.send(&call).await?;
        let pull: Pull = answer.object()?;
        match pull.number == number {
            true => Ok(pull),
            false => Err(answer.wrong_shape()),
        }
    }

    /// Every comment on an issue or a pull request; not those on lines.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn comments(
        &self,
        repo: &RepoName,
        number: u64,
    ) -> Result<Vec<CommentSeen>, Failure> {
        let found = self.comments_wire(repo, number).await?;
        let seen = found.iter().map(|one| seen::comment(one, number));
        Ok(seen.collect())
    }

    pub(crate) async fn comments_wire(
        &self,
        repo: &RepoName,
        number: u64,
    ) -> Result<Vec<Comment>, Failure> {
        let parts = ["issues", &number.to_string(), "comments"];
        let mut found: Vec<Comment> = self.list(Call::get(repo, &parts), None).await?;
        found.retain(|comment| comment.id > 0);
        Ok(found)
    }

    /// The comments of a whole repository that were written or changed since then (milliseconds since 1970).
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn comments_since(
        &self,
        repo: &RepoName,
        since_ms: u64,
    ) -> Result<Vec<CommentSeen>, Failure> {
        let call = Call::get(repo, &["issues", "comments"]).query("since", time_text(since_ms));
        let found: Vec<Comment> = self.list(call, None).await?;
        let numbered = found
            .iter()
            .filter(|comment| comment.id > 0)
            .filter_map(|comment| Some((comment, comment.number()?)));
        let seen = numbered.map(|(one, number)| seen::comment(one, number));
        Ok(seen.collect())
    }

    /// The reviews of a pull request that say something now: neither those that were not submitted nor those that were
    /// dismissed.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn reviews(&self, repo: &RepoName, number: u64) -> Result<Vec<ReviewSeen>, Failure> {
        let found = self.reviews_wire(repo, number).await?;
        Ok(self.reviews_of(&found, number))
    }

    pub(super) fn reviews_of(&self, reviews: &[wire::Review], number: u64) -> Vec<ReviewSeen> {
        reviews.iter().filter_map(|it| review(it, number)).collect()
    }

    pub(crate) async fn reviews_wire(
        &self,
        repo: &RepoName,
        number: u64,
    ) -> Result<Vec<wire::Review>, Failure> {
        let parts = ["pulls", &number.to_string(), "reviews"];
        self.list(Call::get(repo, &parts), None).await
    }

    /// The issues that were changed since then (milliseconds since 1970), and the numbers of such pull requests.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn issues_since(
        &self,
        repo: &RepoName,
        since_ms: u64,
    ) -> Result<(Vec<IssueSeen>, Vec<u64>), Failure> {
        let call = Call::get(repo, &["issues"])
            .query("state", "all")
            .query("since", time_text(since_ms));
        let found: Vec<Issue> = self.list(call, None).await?;
        let found = found.into_iter().filter(|issue| issue.number > 0);
        let (pulls, issues): (Vec<Issue>, Vec<Issue>) =
            found.partition(|issue| issue.pull_request.is_some());
        let pulls = pulls.iter().map(|pull| pull.number).collect();
        Ok((issues.iter().map(seen::issue).collect(), pulls))
    }

    /// The open pull requests.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn open_pulls(&self, repo: &RepoName) -> Result<Vec<PullSeen>, Failure> {
        let call = Call::get(repo, &["pulls"]).query("state", "open");
        let found: Vec<Pull> = self.list(call, None).await?;
        let found = found.iter().filter(|pull| pull.number > 0);
        Ok(found.map(seen::pull).collect())
    }

    /// Where a branch stands; `None`: there is none of this name.
    ///
    /// # Errors
    /// [`Failure`]: also where the repository is not shown, since then nothing is known of its branches.
    pub async fn branch(&self, repo: &RepoName, name: &str) -> Result<Option<GitId>, Failure> {
        let answer = match self.send(&Call::get(repo, &["branches", name])).await {
            Ok(answer) => answer,
            Err(Failure::NotFound { .. }) => {
                self.repository(repo).await?;
                return Ok(None);
            }
            Err(failure) => return Err(failure),
        };
        let value = answer.value()?;
        let tip = value.get("commit");
        let tip = tip.and_then(|tip| tip.get("sha").or_else(|| tip.get("id")));
        let tip = tip.and_then(Value::as_str).and_then(seen::commit);
        tip.map(Some).ok_or_else(|| answer.wrong_shape())
    }

    pub(crate) fn is_github(&self) -> bool {
        self.kind == ledger::forge::ForgeKind::Github
    }
}

fn review(review: &wire::Review, number: u64) -> Option<ReviewSeen> {
    Some(ReviewSeen {
        number,
        id: Some(review.id).filter(|id| *id > 0),
        reviewer: seen::login(review.user.as_ref())?,
        verdict: seen::verdict(&review.state).filter(|_| !review.dismissed)?,
        body: kept(&review.body),
        commit: seen::commit(&review.commit_id),
        at_ms: time_ms(&review.submitted_at),
    })
}
