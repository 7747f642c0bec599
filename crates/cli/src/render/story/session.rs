//! What is told of a session of an agent that acts by itself.

use ledger::ids::CallId;
use ledger::session::{Canary, HookAnswer, SessionDecided, SessionOpened, SessionSeen};

use crate::render::style::{Mark, Tone};
use crate::render::text::{count, first_line, one_line};

/// Something that is told.
pub(super) enum Telling {
    /// Two lines above all others.
    Head(String, String),
    /// A line.
    Line(Mark, Tone, String),
    /// A line where more is wanted.
    Aside(String),
    /// A text that belongs to the line before, to its last character.
    Whole(String),
}

fn line(mark: Mark, text: impl Into<String>) -> Vec<Telling> {
    vec![Telling::Line(mark, Tone::Plain, text.into())]
}

fn toned(mark: Mark, tone: Tone, text: impl Into<String>) -> Vec<Telling> {
    vec![Telling::Line(mark, tone, text.into())]
}

fn aside(text: impl Into<String>) -> Vec<Telling> {
    vec![Telling::Aside(text.into())]
}

/// What is told of a thing seen. `what` says what a call is about, in place of its tool's name.
pub(super) fn seen(
    seen: &SessionSeen,
    name: &str,
    what: &dyn Fn(&CallId, &str) -> String,
    of_run: bool,
) -> Vec<Telling> {
    match seen {
        SessionSeen::Opened(it) => opened(it, name),
        SessionSeen::Working { session, version } => {
            let version = version.as_ref().map(|it| format!(", version {it}"));
            aside(format!(
                "its session is {session}{}",
                version.unwrap_or_default()
            ))
        }
        SessionSeen::Prompted { text } => toned(
            Mark::Go,
            Tone::Strong,
            format!("told: {}", first_line(text)),
        ),
        SessionSeen::Proposed { .. } => Vec::new(),
        SessionSeen::Returned {
            call,
            tool,
            bytes,
            failed,
            masked,
            ..
        } => {
            let what = what(call, tool);
            let how = if *failed { "failed" } else { "came back" };
            match masked.as_slice() {
                [] if *failed => line(Mark::Warn, format!("{what}: failed")),
                [] if of_run => line(Mark::Good, what),
                [] => aside(format!("{what}: came back, {} bytes", count(*bytes))),
                kinds => {
                    let kinds = kinds.join(", ");
                    line(Mark::Warn, format!("{what}: masked {kinds} in what {how}"))
                }
            }
        }
        SessionSeen::SaidDone { words, again } => {
            let again = if *again { " again" } else { "" };
            let words = first_line(words);
            line(Mark::Note, format!("says{again} that it is done: {words}"))
        }
        SessionSeen::Canary(it) => canary(it, what),
        SessionSeen::NotVerified { why } => {
            let why = one_line(why);
            line(
                Mark::Warn,
                format!("what was changed is not verified: {why}"),
            )
        }
        SessionSeen::Noted { event } => aside(one_line(event)),
        SessionSeen::Unread { why } => {
            let why = one_line(why);
            line(Mark::Warn, format!("an event could not be read: {why}"))
        }
        SessionSeen::Ended { reason } => {
            let why = match reason.as_str() {
                "" => String::new(),
                reason => format!(": {}", one_line(reason)),
            };
            toned(Mark::Stop, Tone::Strong, format!("the session ended{why}"))
        }
    }
}

fn opened(opened: &SessionOpened, name: &str) -> Vec<Telling> {
    let version = opened.version.as_deref().unwrap_or("of an unknown version");
    let base = opened.base.as_ref().map(|it| format!(" at {}", it.short()));
    let head = format!("session {name}: {} {version}", opened.agent);
    let about = format!(
        "{}{}, {}",
        opened.repository,
        base.unwrap_or_default(),
        opened.how
    );
    let mut out = vec![Telling::Head(one_line(&head), one_line(&about))];
    let lacks = opened.lacks.iter();
    out.extend(lacks.map(|it| Telling::Line(Mark::Warn, Tone::Plain, it.clone())));
    out
}

fn canary(canary: &Canary, what: &dyn Fn(&CallId, &str) -> String) -> Vec<Telling> {
    match canary {
        Canary::Set { .. } => {
            aside("it is told to try something that is refused, to see whether that binds")
        }
        Canary::Bound => aside("refusals bind: it went on without what was refused"),
        Canary::Known { .. } => {
            aside("refusals bind, as an earlier session with this version showed")
        }
        Canary::Unasked { call } => {
            let what = what(call, "a call");
            let text = format!("{what}: done, and the hook was not asked before");
            toned(Mark::Warn, Tone::Bad, text)
        }
        Canary::Unbound { call } => {
            let what = what(call, "a call");
            toned(
                Mark::Warn,
                Tone::Bad,
                format!("{what}: done, although it was refused"),
            )
        }
    }
}

/// What is told of a decision.
pub(super) fn decided(
    decided: &SessionDecided,
    what: &dyn Fn(&CallId, &str) -> String,
) -> Vec<Telling> {
    match decided {
        SessionDecided::Answered {
            call,
            answer,
            words,
        } => {
            let about = call.as_ref().map(|it| what(it, "a call"));
            answered(about, *answer, words)
        }
        SessionDecided::TrustLowered { why } => toned(Mark::Warn, Tone::Bad, one_line(why)),
    }
}

fn answered(about: Option<String>, answer: HookAnswer, words: &str) -> Vec<Telling> {
    let what = about.as_deref().unwrap_or("an event");
    match answer {
        HookAnswer::Pass if about.is_some() => aside(format!("{what}: may be done")),
        HookAnswer::Pass => Vec::new(),
        HookAnswer::Ask => line(Mark::Ask, format!("{what}: the person is asked")),
        HookAnswer::Deny => line(Mark::Stop, format!("{what}: refused")),
        HookAnswer::Replaced => aside(one_line(words)),
        HookAnswer::SentBack => {
            let head = "it is sent back with what is missing";
            let mut out = toned(Mark::Again, Tone::Strong, head);
            out.push(Telling::Whole(words.to_owned()));
            out
        }
        HookAnswer::Told => aside(format!("it is told: {}", first_line(words))),
    }
}
