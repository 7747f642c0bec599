//! Somebody adds a kind of act from outside.

use ledger::action::Action;
use ledger::permit::Act;

struct Mine;

impl Act for Mine {
    fn into_action(self) -> Action {
        unimplemented!()
    }
    fn from_action(_: Action) -> Option<Self> {
        None
    }
}

fn main() {}
