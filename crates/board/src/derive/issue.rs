//! Tasks about an issue.

use ledger::board::{ActionType, BusinessType, Cause, Ending};

use super::{Key, Team, Wanted, mentioned};
use crate::known::{Issue, IssueLook, Known, Life, Pull};
use crate::names::{Place, Who};

pub(super) fn tasks(
    known: &Known,
    team: &Team,
    (place, issue): (Place, &Issue),
    wanted: &mut Vec<Wanted>,
) {
    let lives = issue.lives();
    for (at, life) in lives.iter().enumerate() {
        let until_ms = lives
            .get(at.saturating_add(1))
            .and_then(|it| it.looks.first())
            .map_or(u64::MAX, |it| it.at_ms);
        let here = Here {
            known,
            place,
            issue,
            life,
            until_ms,
        };
        assigned(team, &here, wanted);
        unassigned(team, &here, wanted);
        closed(team, &here, wanted);
    }
    mentions(team, (place, issue), wanted);
}

/// One life of an issue.
struct Here<'a> {
    known: &'a Known,
    place: Place,
    issue: &'a Issue,
    life: &'a Life<'a>,
    /// When the next life begins.
    until_ms: u64,
}

impl Here<'_> {
    /// What ends whatever is to be done about the issue in this life.
    fn ending(&self) -> Option<Ending> {
        if self.issue.is_gone() {
            return Some(Ending::Withdrawn);
        }
        if self.merged() {
            return Some(Ending::Merged);
        }
        self.life.closed.is_some().then_some(Ending::Closed)
    }

    fn begins_ms(&self) -> u64 {
        self.life.looks.first().map_or(0, |it| it.at_ms)
    }

    fn pulls(&self) -> impl Iterator<Item = &Pull> {
        let closing = self.known.closing.get(&self.place).into_iter().flatten();
        closing.filter_map(|it| self.known.pulls.get(it))
    }

    /// Whether a pull request that closes the issue was merged in this life.
    fn merged(&self) -> bool {
        let begins = self.begins_ms();
        self.pulls().any(|it| {
            it.merged_ms()
                .is_some_and(|at| at >= begins && at < self.until_ms)
        })
    }

    /// Whether a pull request that closes the issue waits for others: opened, and not sent back since.
    fn in_review(&self) -> bool {
        let mut open = self.pulls().filter(|it| it.is_open() && !it.is_draft());
        open.any(|it| !it.is_sent_back())
    }
}

/// Each time that an agent was assigned is a task.
fn assigned(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    for agent in &team.agents {
        for (nth, is_over) in stints(here.life.looks, *agent).into_iter().enumerate() {
            let cause = Cause::Assigned {
                life: here.life.no,
                nth: u16::try_from(nth).unwrap_or(u16::MAX),
            };
            let key = Key {
                place: here.place,
                action: ActionType::IssueAssigned,
                agent: *agent,
                cause,
            };
            let withdrawn = is_over.then_some(Ending::Withdrawn);
            let mut task = Wanted::open(key).ended(withdrawn.or_else(|| here.ending()));
            task.business = here.issue.business();
            task.in_review = task.ending.is_none() && here.in_review();
            wanted.push(task);
        }
    }
}

/// The times in which an account was assigned, each with whether it ended before the issue was closed.
fn stints(looks: &[IssueLook], who: Who) -> Vec<bool> {
    let mut stints: Vec<bool> = Vec::new();
    let mut is_in = false;
    for look in looks {
        let is_assigned = look.assignees.contains(&who);
        if is_assigned && !is_in {
            stints.push(false);
        } else if !is_assigned
            && is_in
            && let Some(last) = stints.last_mut()
        {
            *last = true;
        }
        is_in = is_assigned;
    }
    stints
}

/// What was opened and assigned to nobody: to be discussed, or a failure that somebody sees to.
fn unassigned(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let mut created = here
        .life
        .looks
        .iter()
        .filter(|it| here.issue.is_creation(it));
    let Some(first) = created.next().filter(|_| here.life.no == 0) else {
        return;
    };
    if !first.assignees.is_empty() || created.any(|it| !it.assignees.is_empty()) {
        return;
    }
    let free = here.life.looks.iter().filter(|it| it.assignees.is_empty());
    let labels: Vec<(BusinessType, bool, bool)> = free.filter_map(|it| it.labels).collect();
    let is_deploy = labels.iter().any(|(.., is_deploy)| *is_deploy);
    let is_broken = labels
        .iter()
        .any(|(business, ..)| *business == BusinessType::Infrastructure);
    let is_typed = labels.iter().any(|(_, is_typed, _)| *is_typed);
    let (action, agent) = match (is_deploy, is_broken, is_typed) {
        (true, ..) => (ActionType::DeployFailure, team.infrastructure),
        (false, true, _) => (ActionType::InfrastructureFailure, team.infrastructure),
        (false, false, true) => (ActionType::IssueDiscussion, team.coordinator),
        (false, false, false) => return,
    };
    let Some(agent) = team.agent(agent) else {
        return;
    };
    let key = Key {
        place: here.place,
        action,
        agent,
        cause: Cause::Opened(here.life.no),
    };
    let reported = action != ActionType::IssueDiscussion
        && here.issue.talk.has_report_since(agent, here.begins_ms());
    let ending = match reported {
        true => Some(Ending::Reported),
        false => here.ending(),
    };
    let mut task = Wanted::open(key).ended(ending);
    task.business = here.issue.business();
    wanted.push(task);
}

/// Whoever opened an issue is told that somebody else closed it.
fn closed(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let Some(author) = team.agent(here.issue.author) else {
        return;
    };
    let by = here.life.closed.and_then(|it| it.closed_by);
    let Some(by) = by else { return };
    if by == author {
        return;
    }
    let key = Key {
        place: here.place,
        action: ActionType::IssueClosed,
        agent: author,
        cause: Cause::Closed(here.life.no),
    };
    wanted.push(Wanted::open(key).ended(Some(Ending::Notice)));
}

/// Agents that are mentioned in the text or in a comment.
fn mentions(team: &Team, (place, issue): (Place, &Issue), wanted: &mut Vec<Wanted>) {
    let gone = issue.is_gone().then_some(Ending::Withdrawn);
    let assigned_first = |who: Who| {
        let lives = issue.lives();
        let first = lives.first().and_then(|it| it.looks.first());
        first.is_some_and(|it| it.assignees.contains(&who))
    };
    let in_text = mentioned(team, issue.author, &issue.mentions);
    // Whoever is assigned from the beginning has the issue as a task already.
    for agent in in_text.filter(|it| !assigned_first(*it)) {
        let key = Key {
            place,
            action: ActionType::Mention,
            agent,
            cause: Cause::Body,
        };
        let said = issue.talk.has_after(agent, 0).then_some(Ending::Commented);
        wanted.push(Wanted::open(key).ended(said.or(gone)));
    }
    super::talk_mentions(team, place, &issue.talk, gone, wanted);
}
