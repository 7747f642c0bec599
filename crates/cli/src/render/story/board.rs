//! The story of a daemon's stream: what the forge told, and which tasks follow from it.

use ledger::board::{AttemptEnd, BoardDecided, BoardSeen, LookAt};
use ledger::forge::Delivered;

use super::Teller;
use crate::render::style::Mark;

impl Teller {
    pub(super) fn board_seen(&mut self, seen: &BoardSeen) {
        match seen {
            BoardSeen::Opened(options) => {
                let text = format!("the daemon begins: {} agents", options.agents.len());
                self.line(Mark::Note, &text);
            }
            BoardSeen::Delivered(delivered) => self.delivered(delivered),
            BoardSeen::Looked { at, facts, failed } => {
                let what = looked_at(at);
                match failed {
                    Some(why) => {
                        self.line(Mark::Warn, &format!("{what} can't be looked at: {why}"))
                    }
                    None => self.aside(&format!("looked at {what}: {} facts", facts.len())),
                }
            }
            BoardSeen::Ended { task, attempt, end } => {
                let (mark, text) = ended(end);
                self.line(mark, &format!("{task}: attempt {attempt} {text}"));
            }
            BoardSeen::Answered { task } => {
                self.line(Mark::Note, &format!("{task}: a person has answered"));
            }
            BoardSeen::Ticked => {}
            BoardSeen::Stopping => self.line(Mark::Note, "the daemon stops"),
        }
    }

    fn delivered(&mut self, delivered: &Delivered) {
        match &delivered.unread {
            Some(why) => {
                let text = format!("{} can't be read: {why}", delivered.event);
                self.line(Mark::Warn, &text);
            }
            None => self.aside(&format!("{} ({})", delivered.event, delivered.id)),
        }
    }

    pub(super) fn board_decided(&mut self, decided: &BoardDecided) {
        match decided {
            BoardDecided::Created {
                task, key, title, ..
            } => {
                let text = format!(
                    "{task}: {} for {} on {}: {title}",
                    key.action.word(),
                    key.agent,
                    key.subject
                );
                self.line(Mark::Note, &text);
            }
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
                let mark = match ending.is_some_and(|it| it.is_failure()) {
                    true => Mark::Bad,
                    false if to.is_terminal() => Mark::Good,
                    false => Mark::Note,
                };
                let how = how.unwrap_or_default();
                let text = format!("{task}: {} → {}{how}{why}", from.word(), to.word());
                self.line(mark, &text);
            }
            BoardDecided::Dispatched { task, attempt, run } => {
                self.line(
                    Mark::Note,
                    &format!("{task}: attempt {attempt} is run {run}"),
                );
            }
            BoardDecided::Cancelled { task, run, why } => {
                self.line(Mark::Warn, &format!("{task}: run {run} is ended: {why}"));
            }
            BoardDecided::Look(at) => self.aside(&format!("looks at {}", looked_at(at))),
            BoardDecided::Told { task, text } => {
                self.line(Mark::Note, &format!("{task}: people are told: {text}"));
            }
            BoardDecided::Anomaly { task, text } => {
                let task = task.map(|it| format!("{it}: ")).unwrap_or_default();
                self.line(Mark::Warn, &format!("{task}{text}"));
            }
        }
    }
}

fn looked_at(at: &LookAt) -> String {
    match at {
        LookAt::Subject(subject) => subject.to_string(),
        LookAt::Parts(subject) => format!("the parts of {subject}"),
        LookAt::Since { repo, .. } => format!("what changed in {repo}"),
    }
}

fn ended(end: &AttemptEnd) -> (Mark, String) {
    match end {
        AttemptEnd::Done => (Mark::Good, "did its part".to_owned()),
        AttemptEnd::Unfinished { why } => (Mark::Warn, format!("is unfinished: {why}")),
        AttemptEnd::Failed { why } => (Mark::Bad, format!("failed: {why}")),
        AttemptEnd::TimedOut => (Mark::Bad, "took too long".to_owned()),
        AttemptEnd::Waiting { why } => (Mark::Note, format!("waits for a person: {why}")),
        AttemptEnd::Cancelled => (Mark::Note, "was ended".to_owned()),
        AttemptEnd::Deferred { why } => (Mark::Note, format!("did not begin: {why}")),
    }
}
