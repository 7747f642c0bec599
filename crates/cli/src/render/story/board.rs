//! The story of a daemon's stream: what the forge told, and which tasks follow from it.

use ledger::board::{AttemptEnd, BoardDecided, BoardSeen};
use ledger::forge::Delivered;

use super::Teller;
use crate::render::board::{attempt_end, board_decided, looked_at};
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
                let text = format!("{task}: attempt {attempt} {}", attempt_end(end));
                self.line(mark(end), &text);
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
        let text = board_decided(decided);
        match decided {
            BoardDecided::Moved { to, ending, .. } => {
                let mark = match ending.is_some_and(|it| it.is_failure()) {
                    true => Mark::Bad,
                    false if to.is_terminal() => Mark::Good,
                    false => Mark::Note,
                };
                self.line(mark, &text);
            }
            BoardDecided::Look(_) => self.aside(&text),
            BoardDecided::Cancelled { .. } | BoardDecided::Anomaly { .. } => {
                self.line(Mark::Warn, &text);
            }
            BoardDecided::Created { .. }
            | BoardDecided::Dispatched { .. }
            | BoardDecided::Told { .. } => self.line(Mark::Note, &text),
        }
    }
}

fn mark(end: &AttemptEnd) -> Mark {
    match end {
        AttemptEnd::Done => Mark::Good,
        AttemptEnd::Unfinished { .. } => Mark::Warn,
        AttemptEnd::Failed { .. } => Mark::Bad,
        AttemptEnd::NotNeeded { .. }
        | AttemptEnd::Waiting { .. }
        | AttemptEnd::Cancelled
        | AttemptEnd::Deferred { .. } => Mark::Note,
    }
}
