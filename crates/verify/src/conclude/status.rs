//! How a report stands by what is in it: its status, its parts, and what is said first.

use ledger::options::Verification;
use ledger::report::{Feedback, FeedbackStatus, Item, ItemStatus, Part, ReportStatus};

/// Items of feedback in one report.
const FEEDBACK_MAX: usize = 500;

/// First what fails, then what nobody knows or a person has to see; only without both it is passed.
pub(super) fn status(items: &[Item]) -> ReportStatus {
    let any = |status: ItemStatus| items.iter().any(|item| item.status == status);
    if any(ItemStatus::Failed) {
        ReportStatus::GapsFound
    } else if any(ItemStatus::Human) || any(ItemStatus::Unknown) {
        ReportStatus::HumanNeeded
    } else {
        ReportStatus::Passed
    }
}

/// Which verifiers took part. One that was asked for and can't is named; it neither passes nor fails.
pub(super) fn parts(options: &Verification) -> Vec<Part> {
    let part = |verifier: &str, skipped: Option<String>| Part {
        verifier: verifier.to_owned(),
        duration_ms: 0,
        skipped,
    };
    let off: Vec<String> = (1..=3_u8)
        .filter(|level| !options.levels.contains(level))
        .map(|level| level.to_string())
        .collect();
    let why = (!off.is_empty()).then(|| format!("switched off: {}", off.join(", ")));
    let mut found = vec![part("levels", why)];
    if options.superpowers {
        let why = "whether the change means what was asked was not judged: there is no semantic evaluator yet";
        found.push(part("superpowers", Some(why.to_owned())));
    }
    found
}

/// Most serious first; within that, as they were found.
pub(super) fn sorted(mut feedback: Vec<Feedback>) -> Vec<Feedback> {
    let rank = |status: FeedbackStatus| match status {
        FeedbackStatus::Fail => 0,
        FeedbackStatus::Warning => 1,
        FeedbackStatus::Pass => 2,
    };
    feedback.sort_by_key(|it| rank(it.status));
    feedback.truncate(FEEDBACK_MAX);
    feedback
}
