//! One permit serves two acts.

use ledger::action::Look;
use ledger::permit::Permit;

fn twice(permit: Permit<Look>) {
    let _once = permit.spend();
    let _again = permit.spend();
}

fn main() {
    let _ = twice;
}
