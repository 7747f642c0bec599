//! Checkouts that did not follow a merge: what is in git's index there would undo it at the next commit, until somebody
//! brings them along.

use std::path::Path;

use ledger::event::{Event, Seen};
use ledger::ids::GitId;
use ledger::observation::{LeftBehind, Outcome};

use crate::repository::Site;
use crate::runs::Told;

/// A checkout that a run left behind when it was merged, and the commit that it should show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// The checkout.
    pub checkout: LeftBehind,
    /// The commit that was merged.
    pub to: GitId,
}

/// The checkout that a run left behind, whether it still is or not.
#[must_use]
pub fn of(told: &Told) -> Option<Left> {
    told.lines.iter().rev().find_map(|line| {
        if let Event::Seen(Seen::Finished { observation, .. }) = &line.event
            && let Outcome::Merged {
                commit,
                left: Some(left),
                ..
            } = &observation.outcome
        {
            return Some(Left {
                checkout: left.as_ref().clone(),
                to: commit.clone(),
            });
        }
        None
    })
}

impl Left {
    /// Whether it still shows what stood there before. What can't be looked at is nobody's any more.
    #[must_use]
    pub fn stands(&self, site: &Site) -> bool {
        let checkout = Path::new(&self.checkout.checkout);
        site.repo
            .is_left_behind(checkout, &self.checkout.from, &self.to)
            .unwrap_or(false)
    }

    /// What is the matter, in a sentence.
    #[must_use]
    pub fn words(&self) -> String {
        format!(
            "it did not follow a merge into {} ({}), and a commit there would undo it",
            self.checkout.branch, self.checkout.why
        )
    }
}
