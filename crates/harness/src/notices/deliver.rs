//! Getting a notice there: tried a few times with a growing pause, each time within its limits; and what came of it.

use std::time::{Duration, Instant};

use ledger::ids::Seq;
use ledger::notice::{NoticeKind, NoticeWay, Notified};
use ledger::telling::Notice;
use model::webhook::{NotTaken, Webhook};
use tools::acts::Messenger;
use tools::process::{Exit, Output};

use super::message::Message;
use super::notifier::{Patience, program_name};
use crate::ingress_redaction;

/// The pause before the second attempt; each further one is four times as long.
const PAUSE: Duration = Duration::from_millis(500);
/// The longest pause.
const PAUSE_MAX: Duration = Duration::from_secs(60);
/// Characters of what a program says when it fails.
const WORDS_CHARS_MAX: usize = 300;

/// Calls the person's own program.
pub(crate) async fn by_command(
    messenger: Messenger,
    argv: &[String],
    message: &Message,
    patience: Patience,
) -> Notified {
    let json = message.json();
    let mut tries = Tries::new(patience);
    while tries.go_on().await {
        let output = messenger.call(argv, json.clone(), patience.timeout).await;
        tries.ended(called(&output));
    }
    tries.told(messenger.notice(), NoticeWay::Command, program_name(argv))
}

/// Sends it to an address.
pub(crate) async fn by_webhook(
    notice: &Notice,
    webhook: &Webhook,
    message: &Message,
    patience: Patience,
) -> Notified {
    let json = message.json_for_chat().into_bytes();
    let mut tries = Tries::new(patience);
    while tries.go_on().await {
        tries.ended(webhook.post(json.clone(), patience.timeout).await);
    }
    let host = webhook.host().to_owned();
    tries.told(notice, NoticeWay::Webhook, host)
}

/// What is recorded of a notice that nobody could be started for.
pub(crate) fn not_begun((about, kind): (Seq, NoticeKind), argv: &[String], why: &str) -> Notified {
    Notified {
        about,
        kind,
        way: NoticeWay::Command,
        to: program_name(argv),
        attempts: 0,
        failed: Some(ingress_redaction::text(why)),
        duration_ms: 0,
    }
}

/// The attempts so far.
struct Tries {
    begun: Instant,
    patience: Patience,
    attempts: u32,
    pause: Duration,
    last: Option<Result<(), NotTaken>>,
}

impl Tries {
    fn new(patience: Patience) -> Self {
        Self {
            begun: Instant::now(),
            patience,
            attempts: 0,
            pause: PAUSE,
            last: None,
        }
    }

    /// Whether there is another attempt; it is counted, after its pause.
    async fn go_on(&mut self) -> bool {
        match &self.last {
            None => {}
            Some(Ok(()))
            | Some(Err(NotTaken {
                may_help: false, ..
            })) => return false,
            Some(Err(_)) if self.attempts >= self.patience.attempts_max => return false,
            Some(Err(_)) => {
                tokio::time::sleep(self.pause).await;
                self.pause = self.pause.saturating_mul(4).min(PAUSE_MAX);
            }
        }
        self.attempts = self.attempts.saturating_add(1);
        true
    }

    fn ended(&mut self, result: Result<(), NotTaken>) {
        self.last = Some(result);
    }

    fn told(self, notice: &Notice, way: NoticeWay, to: String) -> Notified {
        let failed = self.last.and_then(Result::err).map(|it| it.why);
        Notified {
            about: notice.about(),
            kind: notice.kind(),
            way,
            to: ingress_redaction::text(&to),
            attempts: self.attempts,
            failed: failed.map(|it| ingress_redaction::text(&it)),
            duration_ms: u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// What the end of a program says.
fn called(output: &Output) -> Result<(), NotTaken> {
    let (why, may_help) = match &output.exit {
        Exit::Exited(0) => return Ok(()),
        Exit::Exited(code) => (format!("exit status {code}"), true),
        Exit::Signalled(signal) => (format!("ended by signal {signal}"), true),
        Exit::TimedOut => {
            let after = output.duration.as_secs();
            (format!("ended after {after} s, for its time was up"), true)
        }
        Exit::Cancelled => ("it was ended".to_owned(), false),
        Exit::Exceeded(what) => (format!("ended: {what}"), true),
        // A program that is not there will not be there in a second either.
        Exit::NotStarted(why) => (format!("it can't be started: {why}"), false),
        Exit::Lost => ("the supervisor ended while it ran".to_owned(), false),
    };
    let words = ingress_redaction::output(&output.stdout.text);
    let last = words.lines().rev().find(|it| !it.trim().is_empty());
    let why = match last {
        Some(line) => {
            let line: String = line.trim().chars().take(WORDS_CHARS_MAX).collect();
            format!("{why}: {line}")
        }
        None => why,
    };
    Err(NotTaken { why, may_help })
}
