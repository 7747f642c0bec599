//! Looking on while a run is driven: progress, and questions at the terminal.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::BufRead as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use harness::drive::{self, Notice, Watcher};
use harness::session::{self, Ear, Mouth, Rest};
use ledger::authorisation::Terms;
use ledger::event::{Ask, Decided, Event, Need};
use ledger::ids::{ActId, RunId};
use ledger::message::Body;
use ledger::phase::Stop;
use ledger::wire::v1::Line;

use super::live::Live;
use crate::args::Global;
use crate::exit::Failure;
use crate::{choice, render, screen};

/// Somebody who looks on.
pub(crate) struct Follower {
    quiet: bool,
    attended: bool,
    live: Option<Live>,
    teller: RefCell<render::Teller>,
}

/// Questions that the terminal is to answer, the oldest first.
type Open = Arc<Mutex<VecDeque<Waiting>>>;

/// A question that was not answered here yet.
struct Waiting {
    question: ActId,
    /// What it takes.
    takes: Takes,
    /// Whether the terminal was told that its turn has come.
    told: bool,
}

/// What a question takes as its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Takes {
    /// Words, or the number of one of these.
    Words(Vec<String>),
    /// Yes or no.
    Yes,
    /// Yes for once, yes for the run, or no.
    Leave,
}

impl Takes {
    fn of(ask: &Ask) -> Self {
        match ask {
            Ask::Question { options, .. } => Takes::Words(options.clone()),
            Ask::Permission { bound, .. }
                if bound.as_ref().is_some_and(|it| it.loose().is_none()) =>
            {
                Takes::Leave
            }
            Ask::Permission { .. } | Ask::Plan { .. } | Ask::Tools { .. } | Ask::Review { .. } => {
                Takes::Yes
            }
        }
    }

    fn hint(&self) -> &'static str {
        match self {
            Takes::Words(options) if choice::are_numbered(options) => {
                "your answer, or the number of one:"
            }
            Takes::Words(_) => "your answer:",
            Takes::Yes => {
                "y = yes, once; n = no; anything else = no, with these words as the reason"
            }
            Takes::Leave => {
                "y = yes, once; r = yes, for this run; n = no; anything else = no, with these words as the reason"
            }
        }
    }

    /// What a line at the terminal says.
    fn said(&self, question: ActId, text: &str) -> Body {
        let no = |reason: &str| Body::Deny {
            question,
            reason: reason.to_owned(),
        };
        let yes = |terms| Body::Approve { question, terms };
        match (self, text) {
            (Takes::Words(options), text) => Body::Answer {
                question,
                text: choice::chosen(options, text).to_owned(),
            },
            (Takes::Yes | Takes::Leave, "y" | "yes" | "Y") => yes(None),
            (Takes::Leave, "r" | "run" | "R") => yes(Some(Terms::RUN)),
            (Takes::Yes | Takes::Leave, "n" | "no" | "N" | "") => no(""),
            (Takes::Yes | Takes::Leave, reason) => no(reason),
        }
    }
}

impl Follower {
    pub(crate) fn new(global: &Global, run: &RunId) -> Self {
        Self::looking_on(global, run, screen::is_attended() && !global.json)
    }

    fn looking_on(global: &Global, run: &RunId, attended: bool) -> Self {
        let quiet = global.quiet || global.json;
        let style = screen::progress_style(global.verbose);
        let live = (!quiet && screen::is_watched()).then(|| Live::new(global.verbose));
        let teller = render::Teller::new(&style, true).of(run);
        Self {
            quiet,
            attended,
            live,
            teller: RefCell::new(teller.closing(attended)),
        }
    }

    /// Knows what happened before, without telling more of it than which run it is.
    pub(crate) fn knowing(self, run: &RunId, lines: &[Line]) -> Self {
        if !self.quiet {
            screen::say(&format!("run {run}"));
        }
        for line in lines {
            if let Some(live) = &self.live {
                live.take(&line.stamp, &line.event, None);
            }
            let _told_before = self
                .teller
                .borrow_mut()
                .tell(line.seq, &line.stamp, &line.event);
        }
        self
    }

    /// Somebody who looks on and answers nothing.
    pub(crate) fn unattended(global: &Global, run: &RunId) -> Self {
        Self::looking_on(global, run, false)
    }

    /// Drives, and shows what happens.
    pub(crate) fn drive(
        &self,
        drive: impl FnOnce(Option<Ear>, Watcher<'_>) -> Result<Rest, drive::Error>,
    ) -> Result<Rest, Failure> {
        let open: Open = Arc::default();
        let ear = self.attended.then(|| {
            let (mouth, ear) = session::console();
            let open = Arc::clone(&open);
            std::thread::spawn(move || listen(&mouth, &open));
            ear
        });
        let rest = drive(ear, Box::new(|notice| self.show(&notice, &open)));
        if let Some(live) = &self.live {
            live.hide();
        }
        Ok(rest?)
    }

    fn show(&self, notice: &Notice<'_>, open: &Open) {
        match notice {
            Notice::Line {
                seq,
                stamp,
                event,
                state,
            } => {
                let waiting = if self.attended {
                    note(event, open)
                } else {
                    None
                };
                if self.quiet {
                    return;
                }
                if self.attended && calls_people(event) {
                    screen::ring();
                }
                if let Some(live) = &self.live {
                    live.take(stamp, event, Some(audit::progress(state)));
                }
                // Before a question is told: it must not be drawn anew below it.
                self.stand_back(open);
                let text = self.teller.borrow_mut().tell(*seq, stamp, event);
                if !text.is_empty() {
                    self.say(text.trim_end_matches('\n'));
                }
                if let Some(waiting) = waiting {
                    self.say(&waiting);
                }
            }
            Notice::Delta(_) => {
                if let Some(live) = &self.live {
                    live.answers();
                }
            } // The line tells how long it takes.
        }
    }

    /// The line that moves is gone while somebody is to type, and once nothing happens any more.
    fn stand_back(&self, open: &Open) {
        let Some(live) = &self.live else { return };
        let asked = self.attended && !locked(open).is_empty();
        if asked || live.rests() {
            live.hide();
        } else {
            live.show();
        }
    }

    fn say(&self, text: &str) {
        match &self.live {
            Some(live) => live.suspend(|| screen::say(text)),
            None => screen::say(text),
        }
    }
}

/// Whether somebody is to look up from something else: a question, or a run that can't go on without people.
fn calls_people(event: &Event) -> bool {
    match event {
        Event::Decided(Decided::Asked { .. }) => true,
        Event::Decided(Decided::Parked(park)) => {
            let by_itself = |it: &Need| matches!(it, Need::Time { .. });
            park.stop != Stop::Stopped && !park.needs.iter().all(by_itself)
        }
        Event::Decided(_) | Event::Seen(_) => false,
    }
}

/// Keeps the questions that stand; what the terminal is told about the one whose turn it is, when that is another one.
fn note(event: &Event, open: &Open) -> Option<String> {
    let mut open = locked(open);
    match event {
        Event::Decided(Decided::Asked { act, ask, .. }) => open.push_back(Waiting {
            question: *act,
            takes: Takes::of(ask),
            told: false,
        }),
        Event::Decided(Decided::Settled { act, .. }) => open.retain(|it| it.question != *act),
        Event::Decided(_) | Event::Seen(_) => return None,
    }
    let front = open.front_mut().filter(|it| !it.told)?;
    front.told = true;
    let act = front.question;
    let hint = front.takes.hint();
    Some(format!("  {act}: {hint}"))
}

/// What a thread that fell over left is as good as before.
fn locked(open: &Open) -> MutexGuard<'_, VecDeque<Waiting>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads answers, line by line, for as long as the terminal gives them.
fn listen(mouth: &Mouth, open: &Open) {
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let asked = locked(open).pop_front();
        let Some(Waiting {
            question, takes, ..
        }) = asked
        else {
            continue;
        };
        mouth.say(takes.said(question, line.trim()));
    }
}

#[cfg(test)]
mod tests {
    use super::{ActId, Body, Takes, Terms};

    #[test]
    fn a_terminal_says_yes_once_yes_for_the_run_or_no() {
        let question = ActId(7);
        let said = |takes: Takes, text: &str| takes.said(question, text);
        let yes = |terms| Body::Approve { question, terms };
        assert_eq!(said(Takes::Leave, "y"), yes(None));
        assert_eq!(said(Takes::Leave, "r"), yes(Some(Terms::RUN)));
        for (takes, text, reason) in [
            (Takes::Leave, "", ""),
            (Takes::Leave, "n", ""),
            (Takes::Leave, "yes please", "yes please"),
            (Takes::Yes, "r", "r"),
        ] {
            let reason = reason.to_owned();
            assert_eq!(said(takes, text), Body::Deny { question, reason });
        }
        let words = Takes::Words(Vec::new());
        let text = "y".to_owned();
        assert_eq!(said(words, "y"), Body::Answer { question, text });
    }
}
