//! What others wrote. Nothing of it is an instruction but what somebody wrote who may decide here.

use std::fmt::Write as _;

use ledger::board::ActionType;
use ledger::forge::{Login, RelatedIssue, Subject};

use super::briefing::Briefing;
use super::cut::{
    BODY_BYTES_MAX, CHANGE_BYTES_MAX, COMMENTS_MAX, NOTICES_MAX, PRIOR_MAX, SAID_BYTES_MAX, cut,
    line,
};
use super::kind::{Kind, kind};
use super::section::Section;
use super::table::Words;
use super::words::words;

/// Title and text of the issue or pull request.
pub(super) fn subject(briefing: &Briefing) -> Option<Section> {
    let words = words(briefing.language);
    let body = match briefing.body.trim() {
        "" => words.no_text.to_owned(),
        body => cut(body, BODY_BYTES_MAX),
    };
    // A pull request that closes an issue is told by that one: what is wanted.
    let issue = briefing.issue.map(|number| Subject {
        repo: briefing.subject.repo.clone(),
        number,
    });
    let text = format!(
        "## {}: {}\n\n{}: {}\n\n{body}",
        words.subject(briefing.is_pull && issue.is_none()),
        issue.as_ref().unwrap_or(&briefing.subject),
        words.title,
        line(&briefing.title),
    );
    Some(Section {
        priority: 10,
        name: "subject",
        text,
        untrusted: !briefing.body_trusted,
    })
}

/// The change that is to be reviewed.
pub(super) fn change(briefing: &Briefing) -> Option<Section> {
    if kind(briefing) != Kind::Review || briefing.change.trim().is_empty() {
        return None;
    }
    let heading = words(briefing.language).change;
    let change = cut(&briefing.change, CHANGE_BYTES_MAX);
    Some(Section::untrusted(
        15,
        "change",
        format!("## {heading}\n\n{change}"),
    ))
}

/// Why the last attempt did not do: it may hold what commands and forges said.
pub(super) fn failure(briefing: &Briefing) -> Option<Section> {
    let retry = briefing.retry.as_ref()?;
    if retry.why.trim().is_empty() {
        return None;
    }
    let heading = words(briefing.language).failure;
    let why = cut(&retry.why, SAID_BYTES_MAX);
    Some(Section::untrusted(
        12,
        "failure",
        format!("## {heading}\n\n{why}"),
    ))
}

/// What the agent only has to know of.
pub(super) fn notices(briefing: &Briefing) -> Option<Section> {
    if briefing.notices.is_empty() {
        return None;
    }
    let mut text = format!("## {}\n", words(briefing.language).notices);
    for notice in briefing.notices.iter().take(NOTICES_MAX) {
        let _ = write!(text, "\n- {}", line(notice));
    }
    Some(Section::untrusted(16, "notices", text))
}

/// The issue that this one is a part of.
pub(super) fn parent(briefing: &Briefing) -> Option<Section> {
    let words = words(briefing.language);
    let parent = briefing.parent.as_ref()?;
    let text = format!("## {}\n\n{}", words.parent, issue(words, parent));
    Some(Section::untrusted(20, "parent", text))
}

/// The issues that this one depends on, or its parts.
pub(super) fn prior(briefing: &Briefing) -> Option<Section> {
    if briefing.prior.is_empty() {
        return None;
    }
    let words = words(briefing.language);
    let heading = if briefing.action == ActionType::RoundReview {
        words.parts
    } else {
        words.prior
    };
    let issues = briefing.prior.iter().take(PRIOR_MAX);
    let issues: Vec<String> = issues.map(|it| issue(words, it)).collect();
    let text = format!("## {heading}\n\n{}", issues.join("\n\n"));
    Some(Section::untrusted(20, "prior_context", text))
}

/// What was said on it.
pub(super) fn comments(briefing: &Briefing) -> Option<Section> {
    if briefing.comments.is_empty() || kind(briefing) == Kind::Notice {
        return None;
    }
    let words = words(briefing.language);
    let mut text = format!("## {}", words.comments);
    let left_out = briefing.comments.len().saturating_sub(COMMENTS_MAX);
    if left_out > 0 {
        let _ = write!(text, "\n\n[… {left_out}]");
    }
    for said in briefing.comments.iter().skip(left_out) {
        let author = said.author.as_ref().map_or("?", Login::as_str);
        let standing = words.standing(said.standing);
        let kind = line(&said.kind);
        let body = cut(&said.text, SAID_BYTES_MAX);
        let _ = write!(text, "\n\n### {author} ({standing}), {kind}\n\n{body}");
    }
    Some(Section::untrusted(22, "comments", text))
}

fn issue(words: &Words, prior: &RelatedIssue) -> String {
    let state = if prior.open { words.open } else { words.closed };
    let title = line(&prior.title);
    let report = cut(&prior.text, SAID_BYTES_MAX);
    format!("### #{} {title} ({state})\n\n{report}", prior.number)
        .trim_end()
        .to_owned()
}
