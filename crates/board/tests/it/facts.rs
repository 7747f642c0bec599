//! Makers of facts. Times are seconds of the story; a made thing keeps changing, and each change is a fact.

use ledger::forge::{
    BranchTip, CheckState, CommentAction, CommentSeen, Fact, IssueAction, IssueSeen, Origin,
    PullAction, PullSeen, ReviewSeen, ReviewVerdict, What,
};
use ledger::ids::GitId;

use crate::kit::{login, ms, repo};

fn fact(by: &str, what: What) -> Fact {
    Fact {
        repo: repo(),
        by: (!by.is_empty()).then(|| login(by)),
        origin: Origin::Delivery,
        what,
    }
}

fn looked(what: What) -> Fact {
    Fact {
        repo: repo(),
        by: None,
        origin: Origin::Look,
        what,
    }
}

/// A commit, by a letter of the hexadecimal digits.
pub(crate) fn commit(letter: char) -> GitId {
    GitId::new(letter.to_string().repeat(40)).unwrap()
}

/// An issue that changes.
#[derive(Clone)]
pub(crate) struct Issue(pub(crate) IssueSeen);

impl Issue {
    /// Opened by a person in second 10, assigned to nobody, without labels.
    pub(crate) fn new(number: u64) -> Self {
        Self(IssueSeen {
            number,
            title: format!("Something of {number}"),
            body: String::new(),
            author: Some(login("maria")),
            open: true,
            assignees: Vec::new(),
            labels: Some(Vec::new()),
            created_ms: ms(10),
            updated_ms: ms(10),
            closed_ms: 0,
            comments: 0,
        })
    }

    pub(crate) fn by(mut self, author: &str) -> Self {
        self.0.author = Some(login(author));
        self
    }

    pub(crate) fn titled(mut self, title: &str) -> Self {
        self.0.title = title.to_owned();
        self
    }

    pub(crate) fn saying(mut self, body: &str) -> Self {
        self.0.body = body.to_owned();
        self
    }

    pub(crate) fn to(mut self, agents: &[&str]) -> Self {
        self.0.assignees = agents.iter().map(|it| login(it)).collect();
        self
    }

    pub(crate) fn labelled(mut self, labels: &[&str]) -> Self {
        self.0.labels = Some(labels.iter().map(|it| (*it).to_owned()).collect());
        self
    }

    pub(crate) fn created(mut self, second: u64) -> Self {
        self.0.created_ms = ms(second);
        self.0.updated_ms = ms(second);
        self
    }

    fn what(&self, action: IssueAction) -> What {
        let issue = Box::new(self.0.clone());
        What::Issue { action, issue }
    }

    /// How it was when something happened to it.
    pub(crate) fn told(&self, action: IssueAction) -> Fact {
        let by = self.0.author.as_ref().map_or("", |it| it.as_str());
        fact(by, self.what(action))
    }

    pub(crate) fn opened(&self) -> Fact {
        self.told(IssueAction::Opened)
    }

    pub(crate) fn look(&self) -> Fact {
        looked(self.what(IssueAction::Seen))
    }

    fn change(&mut self, by: &str, second: u64, action: IssueAction) -> Fact {
        self.0.updated_ms = ms(second);
        fact(by, self.what(action))
    }

    pub(crate) fn assign(&mut self, by: &str, agents: &[&str], second: u64) -> Fact {
        self.0.assignees = agents.iter().map(|it| login(it)).collect();
        self.change(by, second, IssueAction::Assigned)
    }

    pub(crate) fn unassign(&mut self, by: &str, agents: &[&str], second: u64) -> Fact {
        self.0.assignees = agents.iter().map(|it| login(it)).collect();
        self.change(by, second, IssueAction::Unassigned)
    }

    pub(crate) fn label(&mut self, labels: &[&str], second: u64) -> Fact {
        *self = self.clone().labelled(labels);
        self.change("maria", second, IssueAction::Labelled)
    }

    pub(crate) fn edit(&mut self, title: &str, body: &str, second: u64) -> Fact {
        *self = self.clone().titled(title).saying(body);
        self.change("maria", second, IssueAction::Edited)
    }

    pub(crate) fn close(&mut self, by: &str, second: u64) -> Fact {
        (self.0.open, self.0.closed_ms) = (false, ms(second));
        self.change(by, second, IssueAction::Closed)
    }

    pub(crate) fn reopen(&mut self, by: &str, second: u64) -> Fact {
        (self.0.open, self.0.closed_ms) = (true, 0);
        self.change(by, second, IssueAction::Reopened)
    }

    pub(crate) fn delete(&mut self, by: &str) -> Fact {
        fact(by, self.what(IssueAction::Deleted))
    }
}

/// A pull request that changes.
#[derive(Clone)]
pub(crate) struct Pull(pub(crate) PullSeen);

impl Pull {
    /// Opened by `coder` in second 20 with the head `a` on a branch whose name says nothing.
    pub(crate) fn new(number: u64) -> Self {
        Self(PullSeen {
            number,
            title: format!("Work of {number}"),
            body: String::new(),
            author: Some(login("coder")),
            open: true,
            merged: false,
            merged_by: None,
            draft: false,
            head: BranchTip {
                branch: "work".to_owned(),
                commit: Some(commit('a')),
            },
            from_fork: false,
            base: "main".to_owned(),
            assignees: Vec::new(),
            labels: Some(Vec::new()),
            created_ms: ms(20),
            updated_ms: ms(20),
            closed_ms: 0,
        })
    }

    /// That closes an issue.
    pub(crate) fn closing(number: u64, issue: u64) -> Self {
        Self::new(number).saying(&format!("Closes #{issue}"))
    }

    pub(crate) fn by(mut self, author: &str) -> Self {
        self.0.author = Some(login(author));
        self
    }

    pub(crate) fn saying(mut self, body: &str) -> Self {
        self.0.body = body.to_owned();
        self
    }

    pub(crate) fn on(mut self, branch: &str) -> Self {
        self.0.head.branch = branch.to_owned();
        self
    }

    pub(crate) fn draft(mut self) -> Self {
        self.0.draft = true;
        self
    }

    pub(crate) fn created(mut self, second: u64) -> Self {
        self.0.created_ms = ms(second);
        self.0.updated_ms = ms(second);
        self
    }

    fn what(&self, action: PullAction) -> What {
        let pull = Box::new(self.0.clone());
        What::Pull { action, pull }
    }

    pub(crate) fn opened(&self) -> Fact {
        let by = self.0.author.as_ref().map_or("", |it| it.as_str());
        fact(by, self.what(PullAction::Opened))
    }

    pub(crate) fn look(&self) -> Fact {
        looked(self.what(PullAction::Seen))
    }

    fn change(&mut self, by: &str, second: u64, action: PullAction) -> Fact {
        self.0.updated_ms = ms(second);
        fact(by, self.what(action))
    }

    pub(crate) fn push(&mut self, by: &str, letter: char, second: u64) -> Fact {
        self.0.head.commit = Some(commit(letter));
        self.change(by, second, PullAction::Synchronized)
    }

    pub(crate) fn edit(&mut self, body: &str, second: u64) -> Fact {
        self.0.body = body.to_owned();
        self.change("coder", second, PullAction::Edited)
    }

    pub(crate) fn ready(&mut self, second: u64) -> Fact {
        self.0.draft = false;
        self.change("coder", second, PullAction::Edited)
    }

    pub(crate) fn close(&mut self, by: &str, second: u64) -> Fact {
        (self.0.open, self.0.closed_ms) = (false, ms(second));
        self.change(by, second, PullAction::Closed)
    }

    pub(crate) fn reopen(&mut self, by: &str, second: u64) -> Fact {
        (self.0.open, self.0.closed_ms) = (true, 0);
        self.change(by, second, PullAction::Reopened)
    }

    pub(crate) fn merge(&mut self, by: &str, second: u64) -> Fact {
        self.0.merged = true;
        self.0.merged_by = Some(login(by));
        self.close(by, second)
    }

    pub(crate) fn delete(&mut self, by: &str) -> Fact {
        fact(by, self.what(PullAction::Deleted))
    }

    /// A review of its head; the pull request as it was then is told as well.
    pub(crate) fn review(
        &mut self,
        by: &str,
        verdict: ReviewVerdict,
        body: &str,
        second: u64,
    ) -> Vec<Fact> {
        self.0.updated_ms = ms(second);
        let review = ReviewSeen {
            number: self.0.number,
            id: None,
            reviewer: login(by),
            verdict,
            body: body.to_owned(),
            commit: self.0.head.commit.clone(),
            at_ms: ms(second),
        };
        vec![
            fact("", self.what(PullAction::Seen)),
            fact(by, What::Review(review)),
        ]
    }

    pub(crate) fn changes(&mut self, by: &str, body: &str, second: u64) -> Vec<Fact> {
        self.review(by, ReviewVerdict::Changes, body, second)
    }

    pub(crate) fn approve(&mut self, by: &str, second: u64) -> Vec<Fact> {
        self.review(by, ReviewVerdict::Approved, "", second)
    }

    /// Somebody is asked for a review, or is not any more.
    pub(crate) fn ask(&mut self, by: &str, reviewer: &str, removed: bool, second: u64) -> Fact {
        self.0.updated_ms = ms(second);
        let asked = What::ReviewRequest {
            number: self.0.number,
            reviewer: Some(login(reviewer)),
            removed,
            head: self.0.head.commit.clone(),
            at_ms: ms(second),
        };
        fact(by, asked)
    }
}

/// A comment that was written.
pub(crate) fn comment(number: u64, id: u64, by: &str, body: &str, second: u64) -> Fact {
    comment_told(CommentAction::Created, (number, id), by, body, second)
}

/// A comment to which something happened.
pub(crate) fn comment_told(
    action: CommentAction,
    (number, id): (u64, u64),
    by: &str,
    body: &str,
    second: u64,
) -> Fact {
    let comment = CommentSeen {
        id,
        number,
        author: Some(login(by)),
        body: body.to_owned(),
        created_ms: ms(second),
    };
    fact(by, What::Comment { action, comment })
}

/// A check of a commit.
pub(crate) fn check(letter: char, context: &str, state: CheckState, second: u64) -> Fact {
    let check = What::Check {
        commit: commit(letter),
        context: context.to_owned(),
        state,
        branch: None,
        at_ms: ms(second),
    };
    fact("", check)
}

/// The same fact as a look shows it.
pub(crate) fn as_looked(fact: &Fact) -> Fact {
    looked(fact.what.clone())
}
