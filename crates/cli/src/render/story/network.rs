//! What is told of what commands connected to.

use ledger::connection::Connected;

use super::Teller;
use crate::render::style::Mark;
use crate::render::text::{count, duration, one_line};

impl Teller {
    /// What was carried is told where more is wanted, what was refused always.
    pub(super) fn connected(&mut self, connected: &Connected) {
        match connected {
            Connected::One(it) => {
                let whom = match it.host.as_str() {
                    "" => "what a request asked for".to_owned(),
                    host => one_line(&format!("{host}:{}", it.port)),
                };
                match &it.refused {
                    Some(why) => {
                        let text = format!("not reached: {whom}, {}", one_line(why));
                        self.line(Mark::Warn, &text);
                    }
                    None => {
                        let address = it.address.as_deref().unwrap_or("an unknown address");
                        let text = format!(
                            "connected to {whom} at {}: {} bytes out, {} in, {}",
                            one_line(address),
                            count(it.bytes_out),
                            count(it.bytes_in),
                            duration(it.duration_ms),
                        );
                        self.aside(&text);
                    }
                }
            }
            Connected::More(more) => {
                let text = format!(
                    "{} more connections were refused, {} were carried: {} bytes out, {} in",
                    count(more.refused),
                    count(more.carried),
                    count(more.bytes_out),
                    count(more.bytes_in),
                );
                self.line(Mark::Warn, &text);
            }
        }
    }
}
