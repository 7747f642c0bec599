//! An entry is made of a line that was read back.

use ledger::ids::Hash;
use ledger::journal::Entry;
use ledger::wire::v1::Line;

fn forged(line: Line) -> Entry {
    Entry { line, hash: Hash::default() }
}

fn main() {
    let _ = forged;
}
