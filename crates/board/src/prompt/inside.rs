//! What we say: by the configuration, its templates and our own rules. Of the forge only numbers, names of repositories and
//! accounts come in here.

use std::fmt::Write as _;

use ledger::board::ActionType;
use ledger::forge::Login;

use super::briefing::{Briefing, Who};
use super::kind::{Kind, kind};
use super::put::put;
use super::section::Section;
use super::words::words;

/// Links to earlier attempts.
const LINKS_MAX: usize = 20;

/// What the event is, and what is to be done, step by step.
pub(super) fn context(briefing: &Briefing) -> Option<Section> {
    let words = words(briefing.language);
    let known = known(briefing);
    let mut subject = format!("{} {}", words.subject(briefing.is_pull), briefing.subject);
    if let Some(issue) = briefing.issue {
        let _ = write!(subject, "{}{} #{issue}", words.semicolon, words.issue);
    }
    let mut text = format!(
        "## {}\n\n{}\n\n",
        words.task,
        put(&briefing.template.hint, &known)
    );
    let _ = write!(text, "{subject}");
    if let Some(author) = &briefing.author {
        let _ = write!(text, "{}{} @{author}", words.semicolon, words.opened_by);
    }
    if let Some(retry) = &briefing.retry {
        let known = [
            ("attempt", retry.attempt.to_string()),
            ("attempts_max", retry.attempts_max.to_string()),
        ];
        let _ = write!(text, "\n\n{}", put(words.retry, &known));
        for link in retry.links.iter().take(LINKS_MAX) {
            let _ = write!(text, "\n- {link}");
        }
    }
    let questions = briefing.round_review.as_deref();
    let questions = questions.filter(|_| briefing.action == ActionType::RoundReview);
    if let Some(questions) = questions {
        let _ = write!(text, "\n\n{}", put(questions, &known));
    } else if !briefing.template.steps.is_empty() {
        let _ = write!(text, "\n\n### {}\n", words.steps);
        for (step, number) in briefing.template.steps.iter().zip(1_u32..) {
            let _ = write!(text, "\n{number}. {}", put(step, &known));
        }
    }
    Some(Section::trusted(10, "toolchain_context", &text))
}

/// Who the agent is, and who else is there.
pub(super) fn role(briefing: &Briefing) -> Option<Section> {
    let words = words(briefing.language);
    unless_notice(briefing)?;
    let mut text = format!(
        "## {}\n\n{}",
        words.who,
        put(words.you_are, &known(briefing))
    );
    let others = briefing.colleagues.iter();
    let others: Vec<&Who> = others
        .filter(|it| it.login != briefing.agent.login)
        .collect();
    if !others.is_empty() {
        let _ = write!(text, "\n\n{}\n", words.colleagues);
    }
    for who in others {
        let _ = write!(text, "\n- @{} ({})", who.login, who.name());
        let abilities = who.capabilities.join(words.comma);
        for part in [&who.role, &abilities] {
            if !part.trim().is_empty() {
                let _ = write!(text, "{}{part}", words.semicolon);
            }
        }
    }
    Some(Section::trusted(30, "role_skill", &text))
}

/// What to do with git, and what not.
pub(super) fn git(briefing: &Briefing) -> Option<Section> {
    let words = words(briefing.language);
    unless_notice(briefing)?;
    let text = match briefing.duty().talks_only {
        false => words.git_work,
        true => words.git_reading,
    };
    Some(Section::trusted(35, "git_operation", text))
}

/// Which tools there are on the forge, and what for.
pub(super) fn means(briefing: &Briefing) -> Option<Section> {
    unless_notice(briefing)?;
    let words = words(briefing.language);
    let mut text = format!("## {}\n\n{}\n", words.means, words.means_rule);
    let duty = briefing.duty();
    for means in duty.means {
        let _ = write!(text, "\n- `{}`: {}", means.tool(), words.tool(*means));
    }
    if !duty.talks_only {
        let _ = write!(text, "\n- `git_commit`: {}", words.git_commit);
    }
    Some(Section::trusted(40, "forge_means", &text))
}

/// What is expected in a discussion, of a review, and of the review of a round.
pub(super) fn duty(briefing: &Briefing) -> Option<Section> {
    let words = words(briefing.language);
    let (name, text) = match briefing.action {
        ActionType::IssueDiscussion => ("discussion", briefing.discussion.as_str()),
        ActionType::ReviewRequest | ActionType::ReviewUpdated => ("review", words.review),
        ActionType::RoundReview => ("round_review", words.round),
        ActionType::IssueAssigned
        | ActionType::IssueClosed
        | ActionType::CiFailure
        | ActionType::ReviewResult
        | ActionType::ReviewComment
        | ActionType::ReviewMerged
        | ActionType::Mention
        | ActionType::DeployFailure
        | ActionType::InfrastructureFailure => return None,
    };
    Some(Section::trusted(45, name, &put(text, &known(briefing))))
}

/// What holds whatever the task is, and when to stop.
pub(super) fn constraints(briefing: &Briefing) -> Option<Section> {
    unless_notice(briefing)?;
    let words = words(briefing.language);
    let text = put(words.constraints, &known(briefing));
    Some(Section::trusted(50, "constraints", &text))
}

/// How titles, texts, branches and commits are written.
pub(super) fn conventions(briefing: &Briefing) -> Option<Section> {
    let words = words(briefing.language);
    let text = match kind(briefing) {
        Kind::Work | Kind::Report | Kind::Answer => put(words.conventions, &known(briefing)),
        Kind::Review | Kind::Merge | Kind::Notice => return None,
    };
    Some(Section::trusted(55, "conventions", &text))
}

/// Where what is not said here can be found.
pub(super) fn knowledge(briefing: &Briefing) -> Option<Section> {
    unless_notice(briefing)?;
    let text = words(briefing.language).knowledge;
    Some(Section::trusted(60, "knowledge", text))
}

/// What must stand at the end, and what the report holds.
pub(super) fn delivery(briefing: &Briefing) -> Option<Section> {
    let words = words(briefing.language);
    let (list, rule) = match kind(briefing) {
        Kind::Work => (words.delivery_work, Some(words.report_made)),
        Kind::Report => (words.delivery_report, Some(words.report_written)),
        Kind::Answer => (words.delivery_answer, Some(words.report_written)),
        Kind::Review => (words.delivery_review, Some(words.report_written)),
        Kind::Merge => (words.delivery_merge, None),
        Kind::Notice => return None,
    };
    let known = known(briefing);
    let mut text = format!("## {}\n\n{}", words.delivery, put(list, &known));
    let report = briefing.template.report.trim();
    if let Some(rule) = rule.filter(|_| !report.is_empty()) {
        let report = put(report, &known);
        let _ = write!(text, "\n\n### {}\n\n{rule}\n\n{report}", words.report);
    }
    Some(Section::trusted(65, "delivery_checklist", &text))
}

/// What names in braces stand for. Nothing that others wrote is among it.
fn known(briefing: &Briefing) -> Vec<(&'static str, String)> {
    let words = words(briefing.language);
    let agent = &briefing.agent;
    let told = |text: &str| match text.trim() {
        "" => words.not_told.to_owned(),
        text => text.to_owned(),
    };
    let number = briefing.subject.number;
    let mut known = vec![
        ("login", agent.login.to_string()),
        ("display_name", agent.name().to_owned()),
        ("role", told(&agent.role)),
        ("capabilities", told(&agent.capabilities.join(words.comma))),
        ("repo", briefing.subject.repo.to_string()),
        (
            "coordinator",
            or_word(briefing.coordinator.as_ref(), words.coordinator),
        ),
        (
            "infrastructure",
            or_word(briefing.infrastructure.as_ref(), words.in_charge),
        ),
    ];
    if briefing.is_pull {
        known.push(("pr_number", number.to_string()));
    }
    let issue = briefing.issue.or((!briefing.is_pull).then_some(number));
    if let Some(issue) = issue {
        known.push(("issue_number", issue.to_string()));
    }
    known
}

fn or_word(login: Option<&Login>, word: &str) -> String {
    login.map_or_else(|| word.to_owned(), |it| format!("@{it}"))
}

fn unless_notice(briefing: &Briefing) -> Option<()> {
    (kind(briefing) != Kind::Notice).then_some(())
}
