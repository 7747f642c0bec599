//! Why an attempt drives no run.

use ledger::board::AttemptEnd;

use crate::drive;
use crate::from_issue::NoIssue;
use crate::repository::NoSite;

/// Why no run could be driven.
pub(super) enum NotDriven {
    /// There is nothing to do, after all.
    NotNeeded(String),
    Issue(NoIssue),
    Site(NoSite),
    Drive(drive::Error),
}

impl NotDriven {
    /// How an attempt ends for it.
    pub(super) fn end(self) -> AttemptEnd {
        match self {
            Self::NotNeeded(why) => AttemptEnd::NotNeeded { why },
            // The forge, the repository or the model may be there again in a while.
            Self::Issue(NoIssue::Refused { why, .. }) => AttemptEnd::Failed { why },
            Self::Issue(NoIssue::Gone(subject)) => AttemptEnd::NotNeeded {
                why: format!("{subject} is gone"),
            },
            Self::Issue(error) => AttemptEnd::Deferred {
                why: error.to_string(),
            },
            Self::Site(error) => AttemptEnd::Failed {
                why: error.to_string(),
            },
            Self::Drive(drive::Error::Store(store::Error::Busy { .. })) => AttemptEnd::Deferred {
                why: "another process drives its run".to_owned(),
            },
            Self::Drive(error) => AttemptEnd::Failed {
                why: error.to_string(),
            },
        }
    }
}

impl From<NoIssue> for NotDriven {
    fn from(error: NoIssue) -> Self {
        Self::Issue(error)
    }
}

impl From<NoSite> for NotDriven {
    fn from(error: NoSite) -> Self {
        Self::Site(error)
    }
}

impl From<drive::Error> for NotDriven {
    fn from(error: drive::Error) -> Self {
        Self::Drive(error)
    }
}
