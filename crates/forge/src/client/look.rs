//! Looking: the same facts as deliveries tell, from how things stand now.

use std::collections::BTreeMap;

use ledger::forge::{
    CommentAction, CommentSeen, Fact, IssueAction, Login, Origin, PullAction, RepoName, What,
};
use ledger::ids::GitId;

use super::call::Client;
use super::failure::Failure;
use crate::seen;
use crate::wire::{Pull, Review};

impl Client {
    /// Everything about an issue or a pull request: its comments and, of a pull request, its reviews, who is asked for
    /// one, and how the checks of its head stand.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn look(&self, repo: &RepoName, number: u64) -> Result<Vec<Fact>, Failure> {
        let issue = self.issue_wire(repo, number).await?;
        let mut whats = Vec::new();
        if issue.pull_request.is_none() {
            whats.push(What::Issue {
                action: IssueAction::Seen,
                issue: Box::new(seen::issue(&issue)),
            });
        } else {
            self.look_at_pull(repo, number, &mut whats).await?;
        }
        if issue.comments > 0 {
            let comments = self.comments_wire(repo, number).await?;
            let comments = comments.iter().map(|it| comment(seen::comment(it, number)));
            whats.extend(comments);
        }
        Ok(facts(repo, whats))
    }

    /// Everything that changed in a repository since then (milliseconds since 1970): issues, pull requests as
    /// [`Client::look`] tells of them, and comments. What was deleted since is not told.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn look_since(&self, repo: &RepoName, since_ms: u64) -> Result<Vec<Fact>, Failure> {
        let (issues, pulls) = self.issues_since(repo, since_ms).await?;
        let mut whats = Vec::new();
        whats.extend(issues.into_iter().map(|issue| What::Issue {
            action: IssueAction::Seen,
            issue: Box::new(issue),
        }));
        for number in pulls {
            self.look_at_pull(repo, number, &mut whats).await?;
        }
        let comments = self.comments_since(repo, since_ms).await?;
        whats.extend(comments.into_iter().map(comment));
        Ok(facts(repo, whats))
    }

    /// How the checks of a commit stand, as facts.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn look_at_checks(
        &self,
        repo: &RepoName,
        commit: &GitId,
    ) -> Result<Vec<Fact>, Failure> {
        Ok(facts(repo, self.check_whats(repo, commit).await?))
    }

    async fn look_at_pull(
        &self,
        repo: &RepoName,
        number: u64,
        whats: &mut Vec<What>,
    ) -> Result<(), Failure> {
        let wire = self.pull_wire(repo, number).await?;
        let pull = seen::pull(&wire);
        let (head, updated_ms) = (pull.head.commit.clone(), pull.updated_ms);
        whats.push(What::Pull {
            action: PullAction::Seen,
            pull: Box::new(pull),
        });
        let reviews = self.reviews_wire(repo, number).await?;
        for reviewer in self.requested(&wire, &reviews) {
            whats.push(What::ReviewRequest {
                number,
                reviewer: Some(reviewer),
                removed: false,
                head: head.clone(),
                at_ms: updated_ms,
            });
        }
        let reviews = self.reviews_of(&reviews, number);
        whats.extend(reviews.into_iter().map(What::Review));
        if let Some(head) = head {
            whats.extend(self.check_whats(repo, &head).await?);
        }
        Ok(())
    }

    async fn check_whats(&self, repo: &RepoName, commit: &GitId) -> Result<Vec<What>, Failure> {
        let checks = self.checks(repo, commit).await?;
        let whats = checks.into_iter().map(|check| What::Check {
            commit: commit.clone(),
            context: check.context,
            state: check.state,
            branch: None,
            at_ms: check.at_ms,
        });
        Ok(whats.collect())
    }

    /// Whose review is awaited. What a pull request of Gitea or Forgejo says of it is not reliable: there a request stands
    /// among the reviews, and what its reviewer last did counts.
    pub(crate) fn requested(&self, pull: &Pull, reviews: &[Review]) -> Vec<Login> {
        if self.is_github() {
            let users = pull.requested_reviewers.iter();
            return users.filter_map(|user| seen::login(Some(user))).collect();
        }
        let mut last: BTreeMap<Login, (u64, bool)> = BTreeMap::new();
        for review in reviews {
            let Some(login) = seen::login(review.user.as_ref()) else {
                continue;
            };
            let asked = review.state == "REQUEST_REVIEW";
            let (id, is_asked) = last.entry(login).or_default();
            if review.id >= *id {
                (*id, *is_asked) = (review.id, asked);
            }
        }
        let asked = last.into_iter().filter(|(_, (_, asked))| *asked);
        asked.map(|(login, _)| login).collect()
    }
}

fn comment(comment: CommentSeen) -> What {
    What::Comment {
        action: CommentAction::Created,
        comment,
    }
}

fn facts(repo: &RepoName, whats: Vec<What>) -> Vec<Fact> {
    let fact = |what| Fact {
        repo: repo.clone(),
        by: None,
        origin: Origin::Look,
        what,
    };
    whats.into_iter().map(fact).collect()
}
