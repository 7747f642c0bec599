//! One line allows two acts.

use ledger::action::{Action, Exec};
use ledger::journal::Entry;
use ledger::permit::Permit;

fn twice(entry: Entry, action: Action) {
    let _once = Permit::<Exec>::redeem(entry, action.clone());
    let _again = Permit::<Exec>::redeem(entry, action);
}

fn main() {
    let _ = twice;
}
