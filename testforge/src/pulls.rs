//! What is done to pull requests, short of merging them. Head and base are branches of the same repository.

use crate::events::{Change, Happened};
use crate::issues::NewIssue;
use crate::options::{Access, Kind, Refused};
use crate::world::{Diff, Id, LineComment, Pull, Review, ReviewState, World, now};

/// A pull request as it is to be made.
#[derive(Debug, Clone, Default)]
pub struct NewPull {
    /// The branch with the work.
    pub head: String,
    /// The branch it is to come into.
    pub base: String,
    /// Its title, text, labels, assignees and milestone.
    pub issue: NewIssue,
    /// Logins of those who are asked to review it.
    pub reviewers: Vec<String>,
    /// Whether it is a draft, on GitHub; elsewhere its title tells.
    pub draft: bool,
}

/// A review as it is to be made.
#[derive(Debug, Clone, Default)]
pub struct NewReview {
    /// `APPROVED`, `REQUEST_CHANGES`, `COMMENT` or `PENDING`.
    pub event: String,
    /// Its text.
    pub body: String,
    /// The commit it is about; empty: the head.
    pub commit: String,
    /// Comments on lines: file, line of the new file, text.
    pub comments: Vec<(String, u64, String)>,
}

impl World {
    /// Opens a pull request; its number.
    pub(crate) fn open_pull(&mut self, repo: Id, doer: Id, new: NewPull) -> Result<u64, Refused> {
        self.need(repo, doer, Access::Read)?;
        self.need_live(repo)?;
        let (base_sha, head_sha) = self.check_pull(repo, &new)?;
        let mut issue = self.draft_issue(repo, doer, &new.issue)?;
        let number = issue.number;
        let assignees = std::mem::take(&mut issue.assignees);
        let id = self.next_id("pull");
        issue.pull = Some(Pull {
            id,
            head: new.head,
            base: new.base,
            head_sha,
            base_sha,
            merged: None,
            reviews: Vec::new(),
            requested: Vec::new(),
            requested_shown: Vec::new(),
            asks: Vec::new(),
            draft: new.draft,
            scheduled: None,
            diff: Diff::default(),
        });
        issue.assignees.clone_from(&assignees);
        self.repo_mut(repo)?.issues.insert(number, issue);
        self.keep_head(repo, number)?;
        self.refresh(repo, number)?;
        if self.kind == Kind::Gitea && !new.reviewers.is_empty() {
            self.request_reviews(repo, doer, number, &new.reviewers)?;
        }
        self.tell(repo, doer, &Happened::Subject(number, Change::Opened));
        self.tell_rest_of_new(repo, doer, number);
        for who in assignees {
            let what = Change::Assigned {
                who,
                at_creation: false,
            };
            self.tell(repo, doer, &Happened::Subject(number, what));
        }
        Ok(number)
    }

    /// Where base and head stand, if a pull request can be made of them.
    fn check_pull(&self, repo: Id, new: &NewPull) -> Result<(String, String), Refused> {
        let one = self.repo(repo)?;
        let tip = |name: &str| one.branch(name).cloned().ok_or_else(Refused::missing);
        let missing = |_| Refused::invalid("Validation Failed");
        let (base, head) = match self.kind {
            Kind::Gitea | Kind::Forgejo => (tip(&new.base)?, tip(&new.head)?),
            Kind::Github => (
                tip(&new.base).map_err(missing)?,
                tip(&new.head).map_err(missing)?,
            ),
        };
        let is_same = |pull: &Pull| pull.head == new.head && pull.base == new.base;
        let mut open = one.issues.values().filter(|issue| issue.open);
        if open.any(|issue| issue.pull.as_ref().is_some_and(is_same)) {
            let words = "pull request already exists for these targets";
            return Err(match self.kind {
                Kind::Gitea | Kind::Forgejo => Refused::new(409, words),
                Kind::Github => Refused::invalid("A pull request already exists"),
            });
        }
        let range = format!("{base}..{head}");
        if one.git.run(&["rev-list", "--count", &range])? == "0" {
            return Err(Refused::invalid(
                "there are no changes between the head and the base",
            ));
        }
        Ok((base, head))
    }

    /// Changes the branch that it is to come into.
    pub(crate) fn set_base(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        base: &str,
    ) -> Result<(), Refused> {
        if self.repo(repo)?.branch(base).is_none() {
            return Err(Refused::missing());
        }
        let pull = self.pull_mut(repo, number)?;
        if pull.base == base {
            return Ok(());
        }
        base.clone_into(&mut pull.base);
        self.refresh(repo, number)?;
        self.touch(repo, number)?;
        let what = Change::Base(base.to_owned());
        self.tell(repo, doer, &Happened::Subject(number, what));
        Ok(())
    }

    /// Makes a draft of a pull request, or none, as GitHub does.
    pub(crate) fn set_draft(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        draft: bool,
    ) -> Result<(), Refused> {
        let poster = self.issue(repo, number)?.poster;
        self.need_hand_in(repo, doer, poster)?;
        let pull = self.pull_mut(repo, number)?;
        if pull.draft == draft {
            return Ok(());
        }
        pull.draft = draft;
        self.touch(repo, number)?;
        let what = match draft {
            true => Change::Drafted,
            false => Change::ReadyForReview,
        };
        self.tell(repo, doer, &Happened::Subject(number, what));
        Ok(())
    }

    /// Asks for reviews. Deliveries show only the first of several who are asked at once.
    pub(crate) fn request_reviews(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        logins: &[String],
    ) -> Result<(), Refused> {
        let poster = self.issue(repo, number)?.poster;
        self.need_hand_in(repo, doer, poster)?;
        let mut new = Vec::new();
        for login in logins {
            let who = self.user_id(login)?;
            if who == poster || self.access(self.repo(repo)?, Some(who)).is_none() {
                return Err(Refused::invalid("this user cannot be asked for a review"));
            }
            if !self.pull(repo, number)?.requested.contains(&who) {
                new.push(who);
            }
        }
        let pull = self.pull_mut(repo, number)?;
        pull.requested.extend(&new);
        if let Some(first) = new
            .first()
            .filter(|who| !pull.requested_shown.contains(who))
        {
            pull.requested_shown.push(*first);
        }
        for who in &new {
            self.list_ask(repo, number, *who)?;
            let what = Change::ReviewRequested(*who);
            self.tell(repo, doer, &Happened::Subject(number, what));
        }
        Ok(())
    }

    fn list_ask(&mut self, repo: Id, number: u64, who: Id) -> Result<(), Refused> {
        let id = self.next_id("review");
        let pull = self.pull_mut(repo, number)?;
        let ask = Review {
            id,
            by: who,
            state: ReviewState::Requested,
            body: String::new(),
            commit: pull.head_sha.clone(),
            dismissed: false,
            stale: false,
            comments: Vec::new(),
            at: now(),
        };
        pull.asks.push(ask);
        Ok(())
    }

    pub(crate) fn withdraw_requests(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        logins: &[String],
    ) -> Result<(), Refused> {
        let poster = self.issue(repo, number)?.poster;
        self.need_hand_in(repo, doer, poster)?;
        for login in logins {
            let who = self.user_id(login)?;
            let pull = self.pull_mut(repo, number)?;
            if !pull.requested.contains(&who) {
                continue;
            }
            pull.requested.retain(|one| *one != who);
            pull.requested_shown.retain(|one| *one != who);
            pull.asks.retain(|one| one.by != who);
            let what = Change::ReviewRequestRemoved(who);
            self.tell(repo, doer, &Happened::Subject(number, what));
        }
        Ok(())
    }

    /// Submits a review; its id. A pending one is told to nobody.
    pub(crate) fn review(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        new: NewReview,
    ) -> Result<Id, Refused> {
        self.need(repo, doer, Access::Read)?;
        let state = self.check_review(repo, doer, number, &new)?;
        let head = self.pull(repo, number)?.head_sha.clone();
        let mut comments = Vec::new();
        for (path, line, body) in new.comments {
            comments.push(LineComment {
                id: self.next_id("comment"),
                path,
                line,
                body,
            });
        }
        let review = Review {
            id: self.next_id("review"),
            by: doer,
            state,
            body: new.body,
            commit: if new.commit.is_empty() {
                head
            } else {
                new.commit
            },
            dismissed: false,
            stale: false,
            comments,
            at: now(),
        };
        let id = review.id;
        let pull = self.pull_mut(repo, number)?;
        pull.reviews.push(review.clone());
        if matches!(state, ReviewState::Approved | ReviewState::Changes) {
            // Deliveries go on showing the request.
            pull.requested.retain(|one| *one != doer);
            pull.asks.retain(|one| one.by != doer);
        }
        self.touch(repo, number)?;
        if state != ReviewState::Pending {
            self.tell(
                repo,
                doer,
                &Happened::Subject(number, Change::Reviewed(review)),
            );
            self.merge_what_waits(repo);
        }
        Ok(id)
    }

    fn check_review(
        &self,
        repo: Id,
        doer: Id,
        number: u64,
        new: &NewReview,
    ) -> Result<ReviewState, Refused> {
        self.pull(repo, number)?;
        let issue = self.issue(repo, number)?;
        let state = match new.event.as_str() {
            "APPROVED" | "APPROVE" => ReviewState::Approved,
            "REQUEST_CHANGES" => ReviewState::Changes,
            "COMMENT" => ReviewState::Comment,
            "PENDING" | "" => ReviewState::Pending,
            other => return Err(Refused::invalid(format!("unknown event `{other}`"))),
        };
        let judges = matches!(state, ReviewState::Approved | ReviewState::Changes);
        if judges && issue.poster == doer {
            return Err(Refused::invalid(
                "approve or reject your own pull is not allowed",
            ));
        }
        let has_body = !new.body.trim().is_empty();
        let is_empty = match state {
            ReviewState::Changes => !has_body,
            ReviewState::Comment => !has_body && new.comments.is_empty(),
            ReviewState::Approved | ReviewState::Pending | ReviewState::Requested => false,
        };
        match is_empty {
            true => Err(Refused::invalid("review event type needs a body")),
            false => Ok(state),
        }
    }

    /// Submits a review that was pending.
    pub(crate) fn submit_review(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        id: Id,
        new: NewReview,
    ) -> Result<Id, Refused> {
        let pull = self.pull(repo, number)?;
        let review = pull.reviews.iter().find(|review| review.id == id);
        let review = review.ok_or_else(Refused::missing)?.clone();
        if review.by != doer || review.state != ReviewState::Pending {
            return Err(Refused::invalid("only pending reviews can be submitted"));
        }
        let new = NewReview {
            commit: review.commit.clone(),
            ..new
        };
        let mut reviews = std::mem::take(&mut self.pull_mut(repo, number)?.reviews);
        reviews.retain(|one| one.id != id);
        self.pull_mut(repo, number)?.reviews = reviews;
        let made = self.review(repo, doer, number, new)?;
        let pull = self.pull_mut(repo, number)?;
        if let Some(last) = pull.reviews.iter_mut().find(|one| one.id == made) {
            last.comments.extend(review.comments);
        }
        Ok(made)
    }

    /// Takes a review out of the count, or in again: nobody is told.
    pub(crate) fn dismiss(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        id: Id,
        dismissed: bool,
    ) -> Result<(), Refused> {
        self.need(repo, doer, Access::Write)?;
        let reviews = &mut self.pull_mut(repo, number)?.reviews;
        let review = reviews.iter_mut().find(|review| review.id == id);
        review.ok_or_else(Refused::missing)?.dismissed = dismissed;
        Ok(())
    }
}
