//! What the daemon tells whoever started it.

use std::sync::Arc;

use ledger::board::{AttemptEnd, BoardDecided, LookAt, TaskNo};
use ledger::ids::RunId;

use crate::http::report::Event as ListenerEvent;

/// Takes what the daemon tells. Called on several threads: it has to be quick.
pub type Log = Arc<dyn Fn(Event) + Send + Sync>;

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// It serves.
    Serving {
        /// Where it listens.
        address: String,
        /// For which forges.
        forges: Vec<String>,
    },
    /// The listener tells something.
    Listener(ListenerEvent),
    /// A delivery was taken in.
    Delivered {
        /// The forge.
        forge: String,
        /// Its number.
        no: u64,
        /// The kind of event.
        event: String,
        /// Why it could not be read, if it could not.
        unread: Option<String>,
    },
    /// Something was decided.
    Decided {
        /// The forge.
        forge: String,
        /// What.
        decided: Box<BoardDecided>,
    },
    /// Something could not be looked at; it is tried again.
    NotLooked {
        /// The forge.
        forge: String,
        /// What.
        at: LookAt,
        /// Why not.
        why: String,
    },
    /// Deliveries that were taken in long ago could not be forgotten; it is tried again.
    NotForgotten {
        /// The forge.
        forge: String,
        /// Why not.
        why: String,
    },
    /// An attempt ended.
    Ended {
        /// The forge.
        forge: String,
        /// The task.
        task: TaskNo,
        /// Its run.
        run: RunId,
        /// How.
        end: AttemptEnd,
    },
    /// Something was said on the forge.
    Said {
        /// The forge.
        forge: String,
        /// What came of it.
        text: String,
    },
    /// It stops: attempts are parked and go on with the next start.
    Stopping {
        /// The forge.
        forge: String,
        /// How many attempts are under way.
        active: usize,
    },
}
