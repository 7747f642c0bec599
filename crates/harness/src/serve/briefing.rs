//! What an agent is told of its task, and with which means it may do its part: from the board's plain data and what the forge
//! says, to the sections of a prompt.

use board::prompt::{self, Briefing, Prior, Retry, Said, Tool, Who};
use forge::client::Client;
use ledger::board::ActionType;
use ledger::forge::{Errand, ErrandSection, IssueTask, MeansKind, Publish, RelatedIssue};
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
    parts: Vec<Prior>,
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
        let report = newest.find(|it| board::text::is_report(&it.body).is_some());
        asked.parts.push(Prior {
            number: *number,
            title: ingress_redaction::text(&issue.title),
            open: issue.open,
            report: ingress_redaction::text(&report.map_or(issue.body, |it| it.body)),
        });
    }
    asked
}

/// Whether no file may change: the agent looks and speaks.
pub(super) fn talks_only(brief: &Brief) -> bool {
    match brief.action {
        ActionType::IssueAssigned | ActionType::CiFailure => false,
        ActionType::ReviewResult => brief.is_approval(),
        ActionType::IssueDiscussion
        | ActionType::IssueClosed
        | ActionType::ReviewRequest
        | ActionType::ReviewUpdated
        | ActionType::ReviewComment
        | ActionType::ReviewMerged
        | ActionType::Mention
        | ActionType::DeployFailure
        | ActionType::InfrastructureFailure
        | ActionType::RoundReview => true,
    }
}

/// The tools that a task has, and those of which one must have been used before it is done.
fn means(brief: &Brief) -> (Vec<MeansKind>, Vec<MeansKind>) {
    use MeansKind::{
        CloseIssue, Comment, MergePullRequest, OpenPullRequest, OpenSubIssue, SubmitReview,
    };
    match brief.action {
        ActionType::IssueAssigned => (vec![Comment, OpenSubIssue, OpenPullRequest], Vec::new()),
        ActionType::CiFailure => (vec![Comment, OpenSubIssue], vec![Comment, OpenSubIssue]),
        ActionType::ReviewResult if brief.is_approval() => {
            (vec![MergePullRequest, Comment], vec![MergePullRequest])
        }
        ActionType::ReviewResult => (vec![Comment, OpenSubIssue], Vec::new()),
        ActionType::ReviewRequest | ActionType::ReviewUpdated => {
            (vec![SubmitReview, Comment], vec![SubmitReview])
        }
        ActionType::RoundReview => (
            vec![Comment, OpenSubIssue, CloseIssue],
            vec![Comment, OpenSubIssue, CloseIssue],
        ),
        ActionType::IssueDiscussion
        | ActionType::IssueClosed
        | ActionType::ReviewComment
        | ActionType::ReviewMerged
        | ActionType::Mention
        | ActionType::DeployFailure
        | ActionType::InfrastructureFailure => (vec![Comment, OpenSubIssue], vec![Comment]),
    }
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
    let (means, wants) = means(brief);
    let briefing = briefing(place, brief, issue, publish, (asked, change));
    let sections = prompt::sections(&briefing).into_iter();
    Errand {
        action: brief.action,
        login: brief.agent.login.clone(),
        display_name: brief.agent.display_name.clone(),
        about: brief.subject.clone(),
        beside: publish.places.clone(),
        head: publish.pull.and_then(|_| publish.tip.clone()),
        means,
        wants,
        talks_only: talks_only(brief),
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
        related("depends").map(prior_of).collect()
    };
    let templates = &place.templates;
    Briefing {
        language: templates.language(),
        action: brief.action,
        business: brief.business,
        agent: who(&brief.agent),
        colleagues: others.map(who).collect(),
        coordinator: watched.coordinator().map(|it| it.login.clone()),
        infrastructure: watched.infrastructure().map(|it| it.login.clone()),
        subject: brief.subject.clone(),
        is_pull: publish.pull == Some(brief.subject.number),
        issue: publish.issue.filter(|it| *it != brief.subject.number),
        author: issue.author.clone(),
        assignees: Vec::new(),
        title: issue.title.clone(),
        body: issue.text.clone(),
        body_trusted: issue.standing.is_trusted(),
        comments: issue
            .comments
            .iter()
            .map(|it| Said {
                author: it.author.clone(),
                standing: it.standing,
                kind: it.kind.clone(),
                text: it.text.clone(),
            })
            .collect(),
        parent: related("parent").map(prior_of).next(),
        prior,
        change,
        retry: retry(brief, publish),
        notices: brief.notices.clone(),
        template: templates.get(brief.action, brief.business),
        discussion: templates.discussion().to_owned(),
        round_review: templates.round_review().map(str::to_owned),
        tools: tools(brief),
    }
}

fn prior_of(related: &RelatedIssue) -> Prior {
    Prior {
        number: related.number,
        title: related.title.clone(),
        open: related.open,
        report: related.text.clone(),
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

fn tools(brief: &Brief) -> Vec<Tool> {
    let (means, _) = means(brief);
    let of = |it: &MeansKind| match it {
        MeansKind::Comment => Some(Tool::Comment),
        MeansKind::OpenSubIssue => Some(Tool::OpenSubIssue),
        MeansKind::SubmitReview => Some(Tool::SubmitReview),
        MeansKind::OpenPullRequest => Some(Tool::OpenPullRequest),
        MeansKind::MergePullRequest => Some(Tool::MergePullRequest),
        MeansKind::CloseIssue => Some(Tool::CloseIssue),
    };
    let commits = (!talks_only(brief)).then_some(Tool::GitCommit);
    means.iter().filter_map(of).chain(commits).collect()
}
