//! What commands reach through the proxy, and what they reached: the proxy is told the one, the ledger the other.

use ledger::connection::{Connected, Connection};
use ledger::event::Seen;
use ledger::ids::TaskId;

use super::{Driver, now_ms};
use crate::ingress_redaction;

impl Driver<'_> {
    /// Lets commands reach what is allowed by now, also those that run.
    pub(super) fn open_network(&mut self) {
        let allowed = engine::network::reachable(&self.state, now_ms());
        if allowed != self.network {
            self.workshop.allow_network(&allowed);
            self.network = allowed;
        }
    }

    /// What was connected to since the last time becomes seen, before what came of the command.
    pub(super) fn see_connections(&mut self, task: &TaskId) {
        for (of, connected) in self.workshop.connected() {
            let task = of.unwrap_or_else(|| task.clone());
            let seen = Seen::Connected(self.clean(connected));
            self.queue.push_back((Some(task), seen));
        }
    }

    /// The same for what is left when the driver ends.
    pub(super) fn see_last_connections(&mut self) {
        for (task, connected) in self.workshop.connected_at_end() {
            self.take_in(task, Seen::Connected(self.clean(connected)));
        }
    }

    /// A name can carry a secret, too.
    fn clean(&self, connected: Connected) -> Connected {
        match connected {
            Connected::One(it) => Connected::One(Connection {
                host: ingress_redaction::text(&self.given.masked(&it.host)),
                ..it
            }),
            more @ Connected::More(_) => more,
        }
    }
}
