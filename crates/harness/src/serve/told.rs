//! What comes back to a desk from what it began.

use ledger::board::{AttemptEnd, LookAt, TaskNo};
use ledger::forge::Fact;
use ledger::ids::{ActId, RunId};
use ledger::observation::Observation;

use super::answers::Given;
use super::saying::Saying;

/// What comes back to the desk.
pub(super) enum Told {
    /// Something was looked at.
    Looked(LookAt, Vec<Fact>, Option<String>),
    /// An attempt is over: what is on the forge now, and how it ended.
    Ended(TaskNo, u32, RunId, Vec<Fact>, AttemptEnd),
    /// An act on the forge is done.
    Done(ActId, Box<Observation>),
    /// A look that failed is due again.
    LookAgain(LookAt),
    /// What could not be said on the forge is due again.
    SayAgain(Box<Saying>),
    /// Somebody who may decide has answered something.
    Answered(Given),
}
