//! What hooks of the person's were asked and have answered.

use std::collections::BTreeMap;

use ledger::action::Moment;
use ledger::ids::TaskId;
use ledger::options::UserHook;

/// Hooks of a run.
#[derive(Debug, Clone, Default)]
pub struct Hooked {
    /// What each has answered, by what it was asked about and its name.
    pub answers: BTreeMap<(Moment, String), HookAnswer>,
    /// What hooks are still to be told, the oldest first.
    pub to_tell: Vec<Telling>,
    /// What agents are to be told that hooks said of what they did.
    pub to_say: Vec<(TaskId, String)>,
    /// The newest thing seen is this answer.
    pub just: Option<(Moment, String, HookAnswer)>,
}

/// What some hooks are to be told.
#[derive(Debug, Clone)]
pub struct Telling {
    /// Of what.
    pub moment: Moment,
    /// Which.
    pub hooks: Vec<UserHook>,
    /// The event, as they are told it.
    pub event: String,
}

/// What a hook has answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookAnswer {
    /// It may go on.
    GoOn,
    /// It may not, for this reason.
    Stop(String),
    /// It could not be asked, or what it said is no answer.
    Broken(String),
}
