//! What does compile: the twin of the cases that do not.

use ledger::action::{Action, Look};
use ledger::journal::Entry;
use ledger::permit::{NotAllowed, Permit};

fn hand(permit: Permit<Look>) {
    let (_, look) = permit.spend();
    let _ = look.at;
}

fn right(entry: Entry, action: Action) -> Result<(), NotAllowed> {
    hand(Permit::redeem(entry, action)?);
    Ok(())
}

fn main() {
    let _ = right;
}
