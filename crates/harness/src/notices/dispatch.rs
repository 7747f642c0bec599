//! Which lines people are told of, and that they are told: beside the run, which waits for it at its end alone, and no
//! longer than the notices' own limits.

use std::rc::Rc;

use engine::state::State;
use ledger::event::{Event, Seen};
use ledger::journal::Entry;
use ledger::notice::{NoticeKind, NoticeWay, Notified};
use ledger::telling::{self, Notice};
use ledger::wire::v1::Line;
use tokio::sync::mpsc;
use tools::acts::Workshop;

use super::deliver::{by_command, by_webhook, not_begun};
use super::message::Message;
use super::notifier::Notifier;
use super::owed::{Owed, owed};

/// What a driver has to tell people, and what of it is under way.
#[derive(Debug)]
pub(crate) struct Dispatch {
    notifier: Option<Notifier>,
    /// What the driver before did not get to.
    owed: Vec<Owed>,
    under_way: usize,
    report: mpsc::UnboundedSender<Notified>,
    reports: mpsc::UnboundedReceiver<Notified>,
}

impl Dispatch {
    /// For a run with these lines.
    pub(crate) fn new(notifier: Option<Notifier>, lines: &[Line]) -> Self {
        let owed = notifier.as_ref().map(|it| owed(lines, it));
        let (report, reports) = mpsc::unbounded_channel();
        Self {
            owed: owed.unwrap_or_default(),
            notifier,
            under_way: 0,
            report,
            reports,
        }
    }

    /// What people are told of.
    pub(crate) fn kinds(&self) -> Vec<NoticeKind> {
        let kinds = self.notifier.as_ref().map(Notifier::kinds);
        kinds.unwrap_or_default().to_vec()
    }

    /// Whether everybody was told, or could not be.
    pub(crate) fn is_out(&self) -> bool {
        self.under_way == 0
    }

    /// What came of the next notice that is under way; for ever, while there is none.
    pub(crate) async fn next(&mut self) -> Option<Notified> {
        let next = self.reports.recv().await;
        self.under_way = self.under_way.saturating_sub(1);
        next
    }

    /// Tells people of a line that just became durable, if they are told of such, and with the line of a new driver what
    /// is owed. Must be called within a local set.
    pub(crate) fn tell(&mut self, entry: &Entry, state: &State, workshop: &Workshop) {
        let Some(notifier) = self.notifier.clone() else {
            return;
        };
        let line = entry.line();
        if let Event::Seen(Seen::Claimed(_)) = &line.event {
            for owed in std::mem::take(&mut self.owed) {
                for way in &owed.ways {
                    let notice = Notice::again(entry, &owed.line);
                    self.deliver(&notifier, notice, *way, (&owed.message, workshop));
                }
            }
        }
        if !telling::kind_of(&line.event).is_some_and(|it| notifier.tells(it)) {
            return;
        }
        let Some(message) = Message::of(line, state) else {
            return;
        };
        for way in notifier.ways() {
            self.deliver(&notifier, Notice::of(entry), way, (&message, workshop));
        }
    }

    /// Sends a notice on its way. What came of it is reported.
    fn deliver(
        &mut self,
        notifier: &Notifier,
        notice: Option<Notice>,
        way: NoticeWay,
        (message, workshop): (&Message, &Workshop),
    ) {
        let Some(notice) = notice else {
            return;
        };
        let (message, patience) = (message.clone(), notifier.patience());
        let report = self.report.clone();
        let ended = move |notified: Notified| {
            // Nobody listens any more where the driver has gone; the next one sends it again.
            let _gone = report.send(notified);
        };
        match (way, notifier.command(), notifier.webhook()) {
            (NoticeWay::Command, Some(argv), _) => {
                self.under_way += 1;
                let (about, kind) = (notice.about(), notice.kind());
                match workshop.messenger(notice) {
                    Ok(messenger) => {
                        tokio::task::spawn_local(async move {
                            ended(by_command(messenger, &argv, &message, patience).await);
                        });
                    }
                    Err(why) => ended(not_begun((about, kind), &argv, &why)),
                }
            }
            (NoticeWay::Webhook, _, Some(webhook)) => {
                self.under_way += 1;
                tokio::task::spawn_local(async move {
                    let webhook = Rc::clone(&webhook);
                    ended(by_webhook(&notice, &webhook, &message, patience).await);
                });
            }
            (NoticeWay::Command, None, _) | (NoticeWay::Webhook, _, None) => {}
        }
    }
}
