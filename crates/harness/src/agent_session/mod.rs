//! In front of an agent that acts by itself: one event of its hook in, one answer out, and all of it in the session's own
//! stream. What the answer is follows from the gates and from [`agents::session`]; nothing is decided here.
//!
//! Whatever goes wrong here refuses: a tool is not used because its event could not be read, or its line not written.

pub(crate) mod asked;
pub(crate) mod calls;
mod canary;
mod coverage;
mod done;
mod error;
mod install;
mod listed;
mod of_run;
mod stream;
mod version;

use std::thread;

use agents::answer::{self, Answer, Printed};
use agents::event::{self, HookEvent, Told, Unread};
use agents::host::{Card, Host};
use ledger::session::SessionSeen;

use crate::ingress_redaction;
use crate::repository::Call;
use asked::Asked;
use error::NotAnswered;

pub use coverage::{Coverage, coverage};
pub use install::{Installed, NotInstalled, Place, install, remove};
pub use listed::{Listed, list, of};
pub use of_run::{ask_run, is_of_a_run};
pub use stream::name_of;

/// An event of an agent, as it came.
pub struct Incoming {
    host: Host,
    read: Result<(Card, HookEvent), (Option<Card>, Unread)>,
}

impl Incoming {
    /// Reads it. `bytes` is what stood on standard input; `None`: more than is read.
    #[must_use]
    pub fn read(host: Host, bytes: Option<&[u8]>) -> Self {
        thread::spawn(gate::secret::read_ahead);
        let read = match host.card() {
            Err(why) => Err((None, Unread::whole(why))),
            Ok(card) => {
                let read = match bytes {
                    Some(bytes) => event::read(&card, bytes),
                    None => Err(Unread::whole("the event is longer than what is read")),
                };
                match read {
                    Ok(event) => Ok((card, event)),
                    Err(unread) => Err((Some(card), unread)),
                }
            }
        };
        Self { host, read }
    }

    /// Whether the answer may take as long as a verification.
    #[must_use]
    pub fn takes_long(&self) -> bool {
        let event = self.read.as_ref().ok().map(|(_, event)| event);
        event.is_some_and(|it| matches!(it.told, Told::Stop { .. }))
    }

    /// Answers it.
    #[must_use]
    pub fn answer(&self, call: &Call) -> Printed {
        let host = self.host;
        match &self.read {
            Ok((card, event)) => match Asked::of(host, card, event, call).and_then(Asked::answer) {
                Ok(answer) => answer::print(host, &event.name, &answer),
                Err(why) => failed(host, event, &why),
            },
            Err((card, unread)) => {
                let noted = card
                    .as_ref()
                    .map(|card| note_unread(host, card, unread, call));
                let more = noted.and_then(Result::err);
                let more = more.map(|it| format!(" ({it})")).unwrap_or_default();
                closed(&format!("{}{more}", unread.why))
            }
        }
    }
}

/// The answer where nothing is known of what was asked.
fn closed(why: &str) -> Printed {
    Printed::refusal(&format!("refused by Interlock: {why}"))
}

/// The answer where something went wrong. What is no call of a tool goes on: the next call is refused.
fn failed(host: Host, event: &HookEvent, why: &NotAnswered) -> Printed {
    match event.told {
        Told::Before(_) | Told::After { .. } => closed(&why.to_string()),
        Told::Start { .. }
        | Told::Prompt(_)
        | Told::Stop { .. }
        | Told::End { .. }
        | Told::Noted => {
            let mut printed = answer::print(host, &event.name, &Answer::Pass);
            printed.stderr = format!("Interlock could not note `{}`: {why}\n", event.name);
            printed
        }
    }
}

/// Notes an event that could not be read, where its session is known.
fn note_unread(host: Host, card: &Card, unread: &Unread, call: &Call) -> Result<(), NotAnswered> {
    let Some(session) = &unread.session else {
        return Ok(());
    };
    let event = HookEvent {
        session: session.clone(),
        name: String::new(),
        cwd: unread.cwd.clone(),
        version: None,
        transcript: None,
        unattended: true,
        told: Told::Noted,
    };
    let mut asked = Asked::of(host, card, &event, call)?;
    let why = ingress_redaction::text(&unread.why);
    let seen = SessionSeen::Unread { why };
    let answer = Answer::Deny(unread.why.clone());
    asked.opened_if_new("joined");
    asked.seen(seen);
    asked.finish(None, answer).map(|_| ())
}
