//! A permit is copied before it is spent.

use ledger::action::Exec;
use ledger::permit::Permit;

fn copied(permit: &Permit<Exec>) -> Permit<Exec> {
    permit.clone()
}

fn main() {
    let _ = copied;
}
