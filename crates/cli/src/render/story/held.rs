//! What is told of a driver that takes a run, and of what holds the commands that it starts.

use ledger::event::{Claimed, Held};

use super::Teller;
use crate::render::style::Mark;
use crate::render::text::one_line;

impl Teller {
    pub(super) fn claimed(&mut self, claimed: &Claimed) {
        let text = format!(
            "driven by process {} (epoch {})",
            claimed.driver.pid, claimed.epoch
        );
        if claimed.epoch > 1 {
            self.line(Mark::Again, &format!("taken up again, {text}"));
        } else {
            self.aside(&text);
        }
        self.commands_held(&claimed.held);
        self.reached(&claimed.held);
    }

    /// What commands reach outside, and where that comes to nothing.
    fn reached(&mut self, held: &Held) {
        let allowed = one_line(&held.network.join(", "));
        if allowed.is_empty() {
            return;
        }
        if held.has_proxy() {
            self.aside(&format!(
                "commands reach {allowed} through a proxy, and no other host"
            ));
        } else {
            let text = format!(
                "commands do not reach what `network.allow` names ({allowed}): without a whole sandbox by namespaces there is no proxy (`interlock doctor` says more)"
            );
            self.line(Mark::Warn, &text);
        }
    }

    /// What holds the commands, where it is less than it should be: then many of them ask.
    fn commands_held(&mut self, held: &Held) {
        match (held.lacks(), &held.by) {
            (Some(lacks), _) => {
                let text =
                    format!("{lacks}; only what looks runs unasked (`interlock doctor` says more)");
                self.line(Mark::Warn, &text);
            }
            (None, by) => {
                let by = by.as_deref().unwrap_or_default();
                self.aside(&format!("commands are held by {by}"));
            }
        }
    }
}
