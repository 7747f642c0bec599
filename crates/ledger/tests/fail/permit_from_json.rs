//! A permit is read from a file.

use ledger::action::Exec;
use ledger::permit::Permit;

fn main() {
    let _permit: Permit<Exec> = serde_json::from_str("{}").unwrap();
}
