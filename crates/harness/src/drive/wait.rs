//! Waiting: for replies, commands, messages, timers and signals.

use std::time::Duration;

use engine::state::ActKind;
use ledger::event::Seen;
use ledger::ids::ActId;
use ledger::message::{Body, Message};
use ledger::notice::Notified;
use tokio::sync::{mpsc, watch};

use super::under_way::Report;
use super::{Driver, Error, Notice, now_ms};
use crate::ingress_redaction;

/// How often the inbox is looked into. A look costs a read of one page that is in memory.
const INBOX_EVERY: Duration = Duration::from_millis(250);

/// What a wait ended with.
enum Woken {
    Report(Option<Report>),
    Console(Option<Body>),
    Notified(Option<Notified>),
    Tick,
}

impl Driver<'_> {
    /// Waits for the next thing, and puts it into the queue.
    pub(super) async fn wait(&mut self) -> Result<(), Error> {
        let sleep = self.next_timer().map_or(INBOX_EVERY, |(_, at_ms)| {
            Duration::from_millis(at_ms.saturating_sub(now_ms())).min(INBOX_EVERY)
        });
        let woken = tokio::select! {
            biased;
            report = self.reports.recv() => Woken::Report(report),
            body = self.console.recv(), if !self.console.is_closed() => Woken::Console(body),
            notified = self.notices.next(), if !self.notices.is_out() => Woken::Notified(notified),
            () = tokio::time::sleep(sleep) => Woken::Tick,
        };
        match woken {
            Woken::Report(Some(report)) => self.reported(report),
            Woken::Console(Some(body)) => self.say(&body)?,
            Woken::Notified(Some(it)) => self.queue.push_back((None, Seen::Notified(it))),
            Woken::Notified(None) | Woken::Report(None) | Woken::Console(None) | Woken::Tick => {}
        }
        self.ring();
        self.read_inbox()
    }

    fn reported(&mut self, report: Report) {
        match report {
            Report::Model(act, result) => self.replied(act, result),
            Report::Command(act, task, done) => self.command_done(act, &task, *done),
            Report::Trials(act, task, tried) => self.trials_done(act, task, &tried),
            Report::Turn(act, task, over) => self.turn_done(act, &task, *over),
            Report::Hook(task, event, answer) => self.hook_asked(&task, &event, answer),
            Report::Server(told) => self.server_told(told),
            Report::Forge(act, task, observation) => self.finished(act, task, *observation),
            Report::AgentCall(task, call, answer) => self.call_asked(&task, call, answer),
            Report::Session(task, seen) => self.session_seen(&task, seen),
            Report::Delta(text) => (self.watcher)(Notice::Delta(&text)),
            Report::Interrupted => self.signalled(),
        }
    }

    /// Timers whose time has come.
    fn ring(&mut self) {
        if let Some((act, at_ms)) = self.next_timer()
            && at_ms <= now_ms()
        {
            let task = self.state.acts.get(&act).and_then(|it| it.task.clone());
            self.queue.push_back((task, Seen::Woke { act }));
        }
    }

    fn next_timer(&self) -> Option<(ActId, u64)> {
        let alarm = self.state.alarm.filter(|it| !it.rang);
        self.state
            .acts
            .iter()
            .filter_map(|(act, open)| match open.kind {
                ActKind::Timer { at_ms } => Some((*act, at_ms)),
                ActKind::Model { .. } | ActKind::World { .. } | ActKind::Inspect { .. } => None,
            })
            .chain(alarm.map(|it| (it.act, it.at_ms)))
            .min_by_key(|(_, at_ms)| *at_ms)
    }

    /// What somebody said at the terminal goes the way of all messages: through the inbox, where it is durable.
    fn say(&mut self, body: &Body) -> Result<(), Error> {
        self.store.tell(
            &self.state.run,
            "terminal",
            &ingress_redaction::body(body.clone()),
            now_ms(),
        )?;
        self.read_inbox()
    }

    /// Takes in what is new in the inbox.
    pub(super) fn read_inbox(&mut self) -> Result<(), Error> {
        let queued = self.queue.iter().filter_map(|(_, seen)| match seen {
            Seen::Told(message) => Some(message.id),
            Seen::Opened(_)
            | Seen::Claimed(_)
            | Seen::Replied { .. }
            | Seen::ModelFailed { .. }
            | Seen::Proposed { .. }
            | Seen::Finished { .. }
            | Seen::Scanned { .. }
            | Seen::Inspected { .. }
            | Seen::Measured { .. }
            | Seen::Compared { .. }
            | Seen::Falsified { .. }
            | Seen::Ranked { .. }
            | Seen::Connected(_)
            | Seen::Server(_)
            | Seen::Session(_)
            | Seen::Board(_)
            | Seen::Gathered { .. }
            | Seen::Woke { .. }
            | Seen::Notified(_)
            | Seen::Interrupted
            | Seen::Rewound { .. } => None,
        });
        let after = queued.max().unwrap_or(self.state.told).max(self.state.told);
        for message in self.store.inbox(&self.state.run, after)? {
            let message: Message = message;
            self.queue.push_back((None, Seen::Told(message)));
        }
        Ok(())
    }

    /// The first signal parks the run; the second one ends the process, and resume sees what was interrupted.
    fn signalled(&mut self) {
        self.interrupts = self.interrupts.saturating_add(1);
        self.queue.push_back((None, Seen::Interrupted));
    }
}

/// How many signals came, for drivers that share a process: one of them can't miss what came before it listened.
pub type Signals = watch::Receiver<u32>;

/// Reports signals for as long as somebody listens: those of the process, or those that were counted for it.
pub(super) async fn listen(reports: mpsc::UnboundedSender<Report>, counted: Option<Signals>) {
    let Some(mut counted) = counted else {
        return signals(|| reports.send(Report::Interrupted).is_ok()).await;
    };
    let mut told = 0;
    loop {
        let count = *counted.borrow_and_update();
        for _ in told..count {
            if reports.send(Report::Interrupted).is_err() {
                return;
            }
        }
        told = count;
        if counted.changed().await.is_err() {
            return;
        }
    }
}

/// Calls for each Ctrl-C and each polite request to end, as long as the answer is yes.
#[cfg(unix)]
pub(crate) async fn signals(mut heard: impl FnMut() -> bool) {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) = (
        signal(SignalKind::interrupt()),
        signal(SignalKind::terminate()),
    ) else {
        return;
    };
    loop {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        if !heard() {
            return;
        }
    }
}

#[cfg(not(unix))]
pub(crate) async fn signals(mut heard: impl FnMut() -> bool) {
    while tokio::signal::ctrl_c().await.is_ok() && heard() {}
}
