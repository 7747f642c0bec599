//! Leave to act, once. A hand takes its arguments *from* a permit, so it cannot do anything else.
//!
//! The proof is per process and per crate boundary: inside this process, a side effect in a hand needs a `Permit`,
//! a `Permit` needs an [`Entry`], and an `Entry` exists only for a line that is on disk. That hands do not act on their
//! own is held by the checks for absences, not by this type.

use std::fmt;

use crate::action::{
    Action, Candidate, Change, Check, Checkout, Commit, Connect, Delegate, Discard, Exec, HandOver,
    HookRun, Integrate, Look, Merge, Prepare, Record, Restore, Trials, UseTool,
};
use crate::event::{Decided, Event};
use crate::forge::{ForgeAct, Push};
use crate::ids::ActId;
use crate::journal::Entry;

mod sealed {
    pub trait Sealed {}
}

/// Kinds of act that a permit can be for.
pub trait Act: sealed::Sealed + Sized {
    /// The act as data.
    fn into_action(self) -> Action;
    /// The act, if the data is of this kind.
    fn from_action(action: Action) -> Option<Self>;
}

macro_rules! acts {
    ($($kind:ident is $act:ident),* $(,)?) => {$(
        impl sealed::Sealed for $act {}
        impl Act for $act {
            fn into_action(self) -> Action {
                Action::$kind(self)
            }
            fn from_action(action: Action) -> Option<Self> {
                if let Action::$kind(act) = action { Some(act) } else { None }
            }
        }
    )*};
}

acts!(
    Prepare is Prepare, Look is Look, Change is Change, Exec is Exec, Delegate is Delegate, Commit is Commit,
    Integrate is Integrate, Record is Record, Candidate is Candidate, Checkout is Checkout,
    Check is Check, Trials is Trials, Restore is Restore, Merge is Merge, HandOver is HandOver,
    Discard is Discard, Hook is HookRun, Connect is Connect, UseTool is UseTool, Push is Push, Forge is ForgeAct,
);

/// The unforgeable, single-use proof that a written decision allowed this very act.
#[must_use = "a permit that is not spent is an act that was decided and not done"]
pub struct Permit<A: Act> {
    id: ActId,
    act: A,
}

/// Why an entry is no leave for an act.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAllowed {
    /// The line allows nothing.
    #[error("line {0} allows nothing")]
    NoLeave(crate::ids::Seq),
    /// The line allows another act.
    #[error("line {0} allows another act than this one")]
    Other(crate::ids::Seq),
}

impl<A: Act> Permit<A> {
    /// Spends a durable line for the act whose digest it holds.
    ///
    /// # Errors
    /// [`NotAllowed`] when the line allows nothing, or another act. The entry is spent all the same.
    pub fn redeem(entry: Entry, action: Action) -> Result<Self, NotAllowed> {
        let line = entry.into_line();
        let Event::Decided(Decided::Allowed { act, digest, .. }) = line.event else {
            return Err(NotAllowed::NoLeave(line.seq));
        };
        if action.digest() != digest {
            return Err(NotAllowed::Other(line.seq));
        }
        let id = act;
        let act = A::from_action(action).ok_or(NotAllowed::Other(line.seq))?;
        Ok(Self { id, act })
    }

    /// The act's number.
    #[must_use]
    pub fn id(&self) -> ActId {
        self.id
    }

    /// What may be done; looking at it does not spend the permit.
    #[must_use]
    pub fn act(&self) -> &A {
        &self.act
    }

    /// Spends the permit.
    pub fn spend(self) -> (ActId, A) {
        (self.id, self.act)
    }
}

impl<A: Act> fmt::Debug for Permit<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Permit({})", self.id)
    }
}
