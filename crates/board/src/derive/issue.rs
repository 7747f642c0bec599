//! Tasks about an issue.

use ledger::board::{ActionType, BusinessType, Cause, Ending};

use super::wanted::{Key, Team, Wanted, mentioned};
use crate::known::{Issue, Known, Labels};
use crate::names::{Place, Who};

pub(super) fn tasks(
    known: &Known,
    team: &Team,
    (place, issue): (Place, &Issue),
    wanted: &mut Vec<Wanted>,
) {
    let here = Here {
        known,
        place,
        issue,
    };
    for agent in &team.agents {
        assigned(*agent, &here, wanted);
    }
    unassigned(team, &here, wanted);
    closed(team, &here, wanted);
    mentions(team, &here, wanted);
}

struct Here<'a> {
    known: &'a Known,
    place: Place,
    issue: &'a Issue,
}

impl Here<'_> {
    fn key(&self, action: ActionType, agent: Who, cause: Cause) -> Key {
        Key {
            place: self.place,
            action,
            agent,
            cause,
        }
    }

    fn gone(&self) -> Option<Ending> {
        self.issue.is_gone().then_some(Ending::Withdrawn)
    }

    /// Whether a pull request that closes the issue was merged between two times.
    fn merged(&self, from_ms: u64, until_ms: u64) -> Option<Ending> {
        let merged = self
            .known
            .closing(self.place)
            .filter_map(|it| it.merged_ms());
        let mut within = merged.filter(|at| *at >= from_ms && *at <= until_ms);
        within.next().map(|_| Ending::Merged)
    }

    /// Whether a pull request of the agent that closes the issue waits for others: opened, and not sent back since. That
    /// others say so of theirs does not mean that the agent's work is done.
    fn in_review(&self, agent: Who) -> bool {
        let pulls = self.known.closing(self.place);
        let mut own = pulls.filter(|it| it.author == Some(agent));
        own.any(|it| it.is_open() && !it.is_draft() && !it.is_sent_back())
    }
}

/// Each time that an agent got the issue is a task.
fn assigned(agent: Who, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    for (nth, stint) in here.issue.stints(agent).into_iter().enumerate() {
        let cause = Cause::Assigned(u16::try_from(nth).unwrap_or(u16::MAX));
        let until_ms = stint.over.map_or(u64::MAX, |(at_ms, _)| at_ms);
        let over = stint.over.map(|(_, is_closed)| match is_closed {
            true => Ending::Closed,
            false => Ending::Withdrawn,
        });
        let ending = here.gone();
        let ending = ending.or_else(|| here.merged(stint.from_ms, until_ms));
        let ending = ending.or(over);
        let key = here.key(ActionType::IssueAssigned, agent, cause);
        wanted.push(Wanted {
            business: here.issue.business(),
            in_review: ending.is_none() && here.in_review(agent),
            ..Wanted::open(key).ended(ending)
        });
    }
}

/// What was opened and assigned to nobody: to be discussed, or a failure that somebody sees to. What kind it is may be told
/// later, or change; each is a task.
fn unassigned(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let since_ms = here.known.since_ms.unwrap_or_default();
    let free = here.issue.free(since_ms);
    let mut actions: Vec<ActionType> = free.filter_map(|it| kind(it.labels?)).collect();
    actions.sort();
    actions.dedup();
    for action in actions {
        let agent = match action == ActionType::IssueDiscussion {
            true => team.coordinator,
            // Whoever reports a failure himself knows of it.
            false => team
                .infrastructure
                .filter(|it| Some(*it) != here.issue.author),
        };
        let Some(agent) = team.agent(agent) else {
            continue;
        };
        let key = here.key(action, agent, Cause::Opened(0));
        let mut task = Wanted::open(key).ended(unassigned_ending(here, action, agent));
        task.business = here.issue.business();
        wanted.push(task);
    }
}

fn kind(labels: Labels) -> Option<ActionType> {
    if labels.is_deploy {
        Some(ActionType::DeployFailure)
    } else if labels.business == BusinessType::Infrastructure {
        Some(ActionType::InfrastructureFailure)
    } else {
        labels.is_typed.then_some(ActionType::IssueDiscussion)
    }
}

fn unassigned_ending(here: &Here<'_>, action: ActionType, agent: Who) -> Option<Ending> {
    let is_report_due = action != ActionType::IssueDiscussion;
    let talk = here.known.talk(here.place);
    if is_report_due && talk.has_report_since(agent, 0) {
        return Some(Ending::Reported);
    }
    let merged = here.gone().or_else(|| here.merged(0, u64::MAX));
    merged.or(here.issue.closed_ms().map(|_| Ending::Closed))
}

/// Whoever opened an issue is told each time that somebody else closed it.
fn closed(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let Some(author) = team.agent(here.issue.author) else {
        return;
    };
    for nth in 0..here.issue.closings_by_others(author) {
        let key = here.key(ActionType::IssueClosed, author, Cause::Closed(nth));
        wanted.push(Wanted::open(key).ended(Some(Ending::Notice)));
    }
}

/// Agents that are mentioned in the text.
fn mentions(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let talk = here.known.talk(here.place);
    for agent in mentioned(team, here.issue.author, &here.issue.mentions) {
        let key = here.key(ActionType::Mention, agent, Cause::Body);
        let ending = if talk.has_after(agent, 0) {
            Some(Ending::Commented)
        } else if here.issue.begins_with(agent) {
            // It has the issue as a task already.
            Some(Ending::Superseded)
        } else {
            here.gone()
        };
        wanted.push(Wanted::open(key).ended(ending));
    }
}
