//! What is done to issues, and to pull requests as issues.

use crate::events::{Change, Happened};
use crate::options::{Access, Kind, Refused};
use crate::world::{Id, Issue, World, now};

/// An issue as it is to be made.
#[derive(Debug, Clone, Default)]
pub struct NewIssue {
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: String,
    /// Ids of its labels.
    pub labels: Vec<u64>,
    /// Logins of those who are assigned.
    pub assignees: Vec<String>,
    /// Id of its milestone.
    pub milestone: Option<u64>,
    /// Whether it is closed at once.
    pub closed: bool,
}

/// What is to be changed of an issue: only what is said.
#[derive(Debug, Clone, Default)]
pub struct EditIssue {
    /// Its title.
    pub title: Option<String>,
    /// Its text.
    pub body: Option<String>,
    /// Logins of all who are assigned afterwards.
    pub assignees: Option<Vec<String>>,
    /// Id of its milestone; 0: none.
    pub milestone: Option<u64>,
    /// Whether it is open.
    pub open: Option<bool>,
    /// Of a pull request: the branch it is to come into.
    pub base: Option<String>,
    /// The number of changes of the text that the writer has seen.
    pub content_version: Option<u64>,
}

const TITLE_BYTES_MAX: usize = 255;

impl World {
    /// Opens an issue. Who may not write has labels and assignees left out.
    pub(crate) fn open_issue(&mut self, repo: Id, doer: Id, new: NewIssue) -> Result<u64, Refused> {
        self.need(repo, doer, Access::Read)?;
        self.need_live(repo)?;
        let mut issue = self.draft_issue(repo, doer, &new)?;
        let number = issue.number;
        let assignees = std::mem::take(&mut issue.assignees);
        self.repo_mut(repo)?.issues.insert(number, issue);
        self.tell_assigned_of_new(repo, doer, number, &assignees)?;
        self.tell(repo, doer, &Happened::Subject(number, Change::Opened));
        self.tell_rest_of_new(repo, doer, number);
        if self.kind == Kind::Github {
            self.tell_assigned_of_github(repo, doer, number, &assignees);
        }
        if new.closed {
            self.set_open(repo, doer, number, false, "")?;
        }
        Ok(number)
    }

    /// On Gitea and Forgejo assignments are told before the issue they belong to.
    fn tell_assigned_of_new(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        assignees: &[Id],
    ) -> Result<(), Refused> {
        for who in assignees {
            self.issue_mut(repo, number)?.assignees.push(*who);
            if self.kind != Kind::Github {
                let what = Change::Assigned {
                    who: *who,
                    at_creation: true,
                };
                self.tell(repo, doer, &Happened::Subject(number, what));
            }
        }
        Ok(())
    }

    fn tell_assigned_of_github(&mut self, repo: Id, doer: Id, number: u64, assignees: &[Id]) {
        for who in assignees {
            let what = Change::Assigned {
                who: *who,
                at_creation: true,
            };
            self.tell(repo, doer, &Happened::Subject(number, what));
        }
    }

    /// Labels and milestone of what was just made.
    pub(crate) fn tell_rest_of_new(&mut self, repo: Id, doer: Id, number: u64) {
        let Ok(issue) = self.issue(repo, number) else {
            return;
        };
        let (labels, milestone) = (issue.labels.clone(), issue.milestone);
        if !labels.is_empty() {
            let what = labels_changed(labels, Vec::new());
            self.tell(repo, doer, &Happened::Subject(number, what));
        }
        if milestone.is_some() {
            self.tell(repo, doer, &Happened::Subject(number, Change::Milestoned));
        }
    }

    /// The issue, not yet among the others; its number is taken.
    pub(crate) fn draft_issue(
        &mut self,
        repo: Id,
        doer: Id,
        new: &NewIssue,
    ) -> Result<Issue, Refused> {
        let one = self.repo(repo)?;
        if new.title.trim().is_empty() || new.title.len() > TITLE_BYTES_MAX {
            return Err(Refused::invalid("[Title]: Required"));
        }
        let may_write = self.access(one, Some(doer)) >= Some(Access::Write);
        let (mut labels, mut assignees) = (Vec::new(), Vec::new());
        if may_write {
            for login in &new.assignees {
                let who = self.assignable(repo, login);
                assignees.push(who.ok_or_else(|| {
                    Refused::invalid(format!("Assignee does not exist: [name: {login}]"))
                })?);
            }
            labels.clone_from(&new.labels);
            labels.retain(|id| one.label(*id).is_some());
        }
        let id = self.next_id("issue");
        let one = self.repo_mut(repo)?;
        one.last_number += 1;
        Ok(Issue {
            id,
            number: one.last_number,
            poster: doer,
            title: new.title.clone(),
            body: new.body.clone(),
            labels,
            milestone: new.milestone.filter(|id| may_write && *id > 0),
            assignees,
            open: true,
            comments: Vec::new(),
            created: now(),
            updated: now(),
            closed: None,
            content_version: 0,
            pull: None,
        })
    }

    /// Who may be assigned: people who may write and, but for GitHub, those of a team that may read.
    pub(crate) fn assignable(&self, repo: Id, login: &str) -> Option<Id> {
        let who = self.find_user(login)?;
        let one = self.repo(repo).ok()?;
        let by_team = self.kind != Kind::Github && one.team_readers.contains(&who.id);
        let may_write = self.access(one, Some(who.id)) >= Some(Access::Write);
        (may_write || by_team).then_some(who.id)
    }

    /// Refuses what changes an archived repository.
    pub(crate) fn need_live(&self, repo: Id) -> Result<(), Refused> {
        match self.repo(repo)?.archived {
            true => Err(Refused::new(423, "Repo is archived.")),
            false => Ok(()),
        }
    }

    /// Refuses whoever neither wrote it nor may write in the repository.
    pub(crate) fn need_hand_in(&self, repo: Id, doer: Id, poster: Id) -> Result<(), Refused> {
        match doer == poster {
            true => self.need(repo, doer, Access::Read),
            false => self.need(repo, doer, Access::Write),
        }
    }

    /// Changes an issue or a pull request: the title first, the state last.
    pub(crate) fn edit_issue(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        edit: EditIssue,
    ) -> Result<(), Refused> {
        let issue = self.issue(repo, number)?;
        self.need_hand_in(repo, doer, issue.poster)?;
        self.need_live(repo)?;
        let version = edit.content_version;
        if self.kind == Kind::Gitea && version.is_some_and(|seen| seen != issue.content_version) {
            return Err(Refused::new(409, "content version does not match"));
        }
        self.edit_texts(repo, doer, number, &edit)?;
        if let Some(base) = edit.base {
            self.set_base(repo, doer, number, &base)?;
        }
        if let Some(logins) = edit.assignees {
            self.set_assignees(repo, doer, number, &logins)?;
        }
        if let Some(milestone) = edit.milestone {
            self.set_milestone(repo, doer, number, milestone)?;
        }
        if let Some(open) = edit.open {
            self.set_open(repo, doer, number, open, "")?;
        }
        Ok(())
    }

    fn edit_texts(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        edit: &EditIssue,
    ) -> Result<(), Refused> {
        let issue = self.issue_mut(repo, number)?;
        let mut changes = Vec::new();
        if let Some(title) = edit.title.as_ref().filter(|title| **title != issue.title) {
            let old = std::mem::replace(&mut issue.title, title.clone());
            changes.push(Change::Title(old));
        }
        if let Some(body) = edit.body.as_ref().filter(|body| **body != issue.body) {
            let old = std::mem::replace(&mut issue.body, body.clone());
            issue.content_version += 1;
            changes.push(Change::Body(old));
        }
        if !changes.is_empty() {
            issue.updated = now();
        }
        for change in changes {
            self.tell(repo, doer, &Happened::Subject(number, change));
        }
        Ok(())
    }

    /// Replaces the set of assignees. Unknown ones break the forge, as they do real ones.
    pub(crate) fn set_assignees(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        logins: &[String],
    ) -> Result<(), Refused> {
        self.need(repo, doer, Access::Write)?;
        let mut new = Vec::new();
        for login in logins {
            match (self.assignable(repo, login), self.kind) {
                (Some(who), _) => new.push(who),
                // GitHub leaves out whom it does not know.
                (None, Kind::Github) => {}
                (None, Kind::Gitea | Kind::Forgejo) => return Err(Refused::broken()),
            }
        }
        let old = self.issue(repo, number)?.assignees.clone();
        for who in old.iter().filter(|who| !new.contains(who)) {
            self.issue_mut(repo, number)?
                .assignees
                .retain(|one| one != who);
            self.touch(repo, number)?;
            self.tell(
                repo,
                doer,
                &Happened::Subject(number, Change::Unassigned(*who)),
            );
        }
        for who in new.iter().filter(|who| !old.contains(who)) {
            self.issue_mut(repo, number)?.assignees.push(*who);
            self.touch(repo, number)?;
            let what = Change::Assigned {
                who: *who,
                at_creation: false,
            };
            self.tell(repo, doer, &Happened::Subject(number, what));
        }
        Ok(())
    }

    fn set_milestone(&mut self, repo: Id, doer: Id, number: u64, to: Id) -> Result<(), Refused> {
        self.need(repo, doer, Access::Write)?;
        let new = (to > 0).then_some(to);
        let issue = self.issue_mut(repo, number)?;
        if issue.milestone == new {
            return Ok(());
        }
        issue.milestone = new;
        self.touch(repo, number)?;
        let what = match new {
            Some(_) => Change::Milestoned,
            None => Change::Demilestoned,
        };
        self.tell(repo, doer, &Happened::Subject(number, what));
        Ok(())
    }

    /// Closes or opens; whether anything changed by it.
    pub(crate) fn set_open(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        open: bool,
        commit: &str,
    ) -> Result<bool, Refused> {
        let issue = self.issue_mut(repo, number)?;
        if issue.open == open {
            return Ok(false);
        }
        if open
            && issue
                .pull
                .as_ref()
                .is_some_and(|pull| pull.merged.is_some())
        {
            return Err(Refused::new(412, "pull request is merged"));
        }
        issue.open = open;
        issue.closed = (!open).then(now);
        self.touch(repo, number)?;
        let what = match open {
            true => Change::Reopened,
            false => Change::Closed(commit.to_owned()),
        };
        self.tell(repo, doer, &Happened::Subject(number, what));
        Ok(true)
    }

    pub(crate) fn touch(&mut self, repo: Id, number: u64) -> Result<(), Refused> {
        self.issue_mut(repo, number)?.updated = now();
        Ok(())
    }

    /// Deletes an issue or a pull request. Forgejo tells nobody.
    pub(crate) fn delete_issue(&mut self, repo: Id, doer: Id, number: u64) -> Result<(), Refused> {
        self.need(repo, doer, Access::Admin)?;
        self.issue(repo, number)?;
        if self.kind != Kind::Forgejo {
            self.tell(repo, doer, &Happened::Subject(number, Change::Deleted));
        }
        self.repo_mut(repo)?.issues.remove(&number);
        Ok(())
    }
}

/// Labels that came and went, shown as they are.
pub(crate) fn labels_changed(added: Vec<Id>, removed: Vec<Id>) -> Change {
    Change::Labels {
        added,
        removed,
        shown: crate::events::LabelsShown::True,
    }
}
