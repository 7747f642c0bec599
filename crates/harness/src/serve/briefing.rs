//! What an agent is told of its task, and with which means it may do its part: from the board's plain data and what the forge
//! says, to the sections of a prompt.

use board::prompt::{self, Briefing, Retry, Who};
use forge::client::Client;
use ledger::board::ActionType;
use ledger::forge::{Errand, ErrandSection, IssueTask, Publish, RelatedIssue};
use ledger::ids::GitId;

use super::brief::{Brief, Place};
use crate::config::RosterEntry;
use crate::ingress_redaction;
use crate::repository::Site;

/// Bytes of a change that a reviewer is shown; the rest it reads in the worktree.
const CHANGE_BYTES_MAX: usize = 48 * 1024;
/// Parts of an issue that its coordinator is told of.
const PARTS_MAX: usize = 50;

/// What is asked of the forge beside the issue itself.
#[derive(Debug, Default)]
pub(super) struct Asked {
    parts: Vec<RelatedIssue>,
}

/// Looks at the parts of the issue, where its round is reviewed.
pub(super) async fn gather(client: &Client, brief: &Brief) -> Asked {
    let mut asked = Asked::default();
    if brief.action != ActionType::RoundReview {
        return asked;
    }
    for number in brief.parts.iter().take(PARTS_MAX) {
        let repo = &brief.subject.repo;
        let Ok(issue) = client.issue(repo, *number).await else {
            continue;
        };
        let comments = client.comments(repo, *number).await.unwrap_or_default();
        let mut newest = comments.into_iter().rev();
        let report = newest.find(|it| board::text::is_report(&it.body));
        asked.parts.push(RelatedIssue {
            how: "part".to_owned(),
            number: *number,
            title: ingress_redaction::text(&issue.title),
            open: issue.open,
            text: ingress_redaction::text(&report.map_or(issue.body, |it| it.body)),
        });
    }
    asked
}

/// The change of a pull request, as far as it is shown.
pub(super) fn change(site: &Site, publish: &Publish, head: &GitId) -> String {
    if publish.pull.is_none() {
        return String::new();
    }
    let Ok((_, target)) = site.target() else {
        return String::new();
    };
    let Ok(patch) = site.repo.patch(&target, head, &[], CHANGE_BYTES_MAX) else {
        return String::new();
    };
    ingress_redaction::text(&patch.text)
}

/// The errand of a run: who, where, with which means, and what the agent is told.
pub(super) fn errand(
    place: &Place,
    brief: &Brief,
    issue: &IssueTask,
    publish: &Publish,
    (asked, change): (Asked, String),
) -> Errand {
    let duty = brief.duty();
    let briefing = briefing(place, brief, issue, publish, (asked, change));
    let sections = prompt::sections(&briefing).into_iter();
    Errand {
        action: brief.action,
        login: brief.agent.login.clone(),
        display_name: brief.agent.display_name.clone(),
        about: brief.subject.clone(),
        beside: publish.places.clone(),
        head: publish.pull.and_then(|_| publish.tip.clone()),
        means: duty.means.to_vec(),
        wants: duty.wants.to_vec(),
        talks_only: duty.talks_only,
        sections: sections
            .map(|it| ErrandSection {
                name: it.name.to_owned(),
                text: it.text,
                untrusted: it.untrusted,
            })
            .collect(),
    }
}

fn briefing(
    place: &Place,
    brief: &Brief,
    issue: &IssueTask,
    publish: &Publish,
    (asked, change): (Asked, String),
) -> Briefing {
    let watched = &place.watched;
    let others = watched
        .agents
        .iter()
        .filter(|it| it.login != brief.agent.login);
    let related = |how: &'static str| issue.related.iter().filter(move |it| it.how == how);
    let prior = if brief.action == ActionType::RoundReview {
        asked.parts
    } else {
        related("depends").cloned().collect()
    };
    let templates = &place.templates;
    Briefing {
        language: templates.language(),
        action: brief.action,
        is_approval: brief.is_approval(),
        business: brief.business,
        agent: who(&brief.agent),
        colleagues: others.map(who).collect(),
        coordinator: watched.coordinator().map(|it| it.login.clone()),
        infrastructure: watched.infrastructure().map(|it| it.login.clone()),
        subject: brief.subject.clone(),
        is_pull: publish.pull == Some(brief.subject.number),
        issue: publish.issue.filter(|it| *it != brief.subject.number),
        author: issue.author.clone(),
        title: issue.title.clone(),
        body: issue.text.clone(),
        body_trusted: issue.standing.is_trusted(),
        comments: issue.comments.clone(),
        parent: related("parent").next().cloned(),
        prior,
        change,
        retry: retry(brief, publish),
        notices: brief.notices.clone(),
        template: templates.get(brief.action, brief.business),
        discussion: templates.discussion().to_owned(),
        round_review: templates.round_review().map(str::to_owned),
    }
}

fn who(entry: &RosterEntry) -> Who {
    Who {
        login: entry.login.clone(),
        display_name: entry.display_name.clone(),
        role: entry.role.clone(),
        capabilities: entry.capabilities.clone(),
    }
}

fn retry(brief: &Brief, publish: &Publish) -> Option<Retry> {
    if brief.attempt < 2 {
        return None;
    }
    let mut links = Vec::new();
    if publish.tip.is_some() {
        links.push(publish.branch.clone());
    }
    links.extend(publish.pull.map(|it| format!("#{it}")));
    Some(Retry {
        attempt: brief.attempt,
        attempts_max: brief.attempts_max,
        why: ingress_redaction::text(&brief.why),
        links,
    })
}
