//! Checks of a commit: how each stands, and how it stood.

use ledger::forge::CheckState;
use serde::{Deserialize, Serialize};

use super::sorted::Sorted;

/// Checks of one commit that are kept.
const CHECKS_MAX: usize = 256;

/// Checks of one commit, by their names.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Checks(Sorted<Box<str>, Check>);

/// A check.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct Check {
    /// When it was first red.
    red_ms: Option<u64>,
    /// When it last passed.
    passed_ms: Option<u64>,
    /// When it was last told of, and whether it says nothing or had not ended then.
    last: (u64, Says),
}

/// What a check says. Of one second what has ended is the later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
enum Says {
    #[default]
    Pending,
    Nothing,
    Something,
}

impl Checks {
    /// Takes in how a check stood at a time.
    pub(crate) fn take(&mut self, context: &str, at_ms: u64, state: CheckState) {
        let Some(check) = self.0.entry(context.into(), CHECKS_MAX, Check::default) else {
            return;
        };
        let says = match state {
            CheckState::Pending => Says::Pending,
            CheckState::Neutral => Says::Nothing,
            CheckState::Success | CheckState::Failure | CheckState::Error => Says::Something,
        };
        check.last = check.last.max((at_ms, says));
        if state.is_red() {
            check.red_ms = Some(check.red_ms.map_or(at_ms, |it| it.min(at_ms)));
        }
        if state == CheckState::Success {
            check.passed_ms = check.passed_ms.max(Some(at_ms));
        }
    }

    /// When the commit was first red, if it ever was: a check that is run again does not undo that.
    pub(crate) fn red_since(&self) -> Option<u64> {
        self.0.values().filter_map(|it| it.red_ms).min()
    }

    /// Whether all of them that say something have passed, after they were red, and one has.
    pub(crate) fn are_green(&self) -> bool {
        let mut says = self.0.values().filter(|it| it.counts()).peekable();
        says.peek().is_some() && says.all(Check::has_passed)
    }
}

impl Check {
    fn counts(&self) -> bool {
        self.red_ms.is_some() || self.passed_ms.is_some() || self.last.1 != Says::Nothing
    }

    fn has_passed(&self) -> bool {
        self.passed_ms.is_some_and(|it| Some(it) > self.red_ms)
    }
}
