//! A line of the past is redeemed.

use ledger::action::{Action, Exec};
use ledger::permit::Permit;
use ledger::wire::v1::Line;

fn past(line: Line, action: Action) {
    let _permit = Permit::<Exec>::redeem(line, action);
}

fn main() {
    let _ = past;
}
