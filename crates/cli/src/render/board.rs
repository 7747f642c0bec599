//! What is decided about work of a forge, in words: for the story of a daemon's stream and for its log.

use ledger::board::{AttemptEnd, BoardDecided, LookAt};

use super::text::visible;

/// A decision, on one line.
pub(crate) fn board_decided(decided: &BoardDecided) -> String {
    let text = match decided {
        BoardDecided::Created {
            task, key, title, ..
        } => format!(
            "{task}: {} for {} on {}: {title}",
            key.action.word(),
            key.agent,
            key.subject
        ),
        BoardDecided::Moved {
            task,
            from,
            to,
            ending,
            why,
        } => {
            let how = ending.map(|it| format!(" ({})", it.word()));
            let why = match why.as_str() {
                "" => String::new(),
                why => format!(": {why}"),
            };
            let how = how.unwrap_or_default();
            format!("{task}: {} → {}{how}{why}", from.word(), to.word())
        }
        BoardDecided::Dispatched { task, attempt, run } => {
            format!("{task}: attempt {attempt} is run {run}")
        }
        BoardDecided::Cancelled { task, run, why } => format!("{task}: run {run} is ended: {why}"),
        BoardDecided::Look(at) => format!("looks at {}", looked_at(at)),
        BoardDecided::Told { task, text } => {
            let first = text.lines().next().unwrap_or_default();
            format!("{task}: people are told: {first}")
        }
        BoardDecided::Anomaly { task, text } => {
            let task = task.map(|it| format!("{it}: ")).unwrap_or_default();
            format!("{task}{text}")
        }
    };
    visible(&text)
}

/// What is looked at.
pub(crate) fn looked_at(at: &LookAt) -> String {
    match at {
        LookAt::Subject(subject) => subject.to_string(),
        LookAt::Parts(subject) => format!("the parts of {subject}"),
        LookAt::Since { repo, .. } => format!("what changed in {repo}"),
    }
}

/// How an attempt ended.
pub(crate) fn attempt_end(end: &AttemptEnd) -> String {
    let text = match end {
        AttemptEnd::Done => "did its part".to_owned(),
        AttemptEnd::Unfinished { why } => format!("is unfinished: {why}"),
        AttemptEnd::Failed { why } => format!("failed: {why}"),
        AttemptEnd::NotNeeded { why } => format!("was not needed: {why}"),
        // The questions themselves stand on the forge.
        AttemptEnd::Waiting { .. } => "waits for a person".to_owned(),
        AttemptEnd::Cancelled => "was ended".to_owned(),
        AttemptEnd::Deferred { why } => format!("did not begin: {why}"),
    };
    visible(&text)
}
