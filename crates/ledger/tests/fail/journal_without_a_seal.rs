//! Who writes a storage of their own gets no entries from it: a journal is begun with the seal that the store has.

use ledger::ids::RunId;
use ledger::journal::{Broken, Disk, Head, Journal, Row, Seal};

struct Forged;

impl Disk for Forged {
    fn commit(&mut self, _: &RunId, _: u64, _: &[Row]) -> Result<(), Broken> {
        Ok(())
    }
}

fn forged(run: RunId) -> Journal<Forged> {
    Journal::new(&Seal(()), Forged, run, 1, Head::default())
}

fn without(run: RunId) -> Journal<Forged> {
    Journal::new(Forged, run, 1, Head::default())
}

fn copied(seal: &Seal) -> Seal {
    seal.clone()
}

fn main() {
    let _ = (forged, without, copied);
}
