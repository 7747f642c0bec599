//! The journal: lines follow each other, a changed byte shows, and a disk that says no makes no entry.

use ledger::event::{Decided, Event, Stamp};
use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::{Broken, Disk, Draft, Head, Journal, Row};
use ledger::wire::v1;
use proptest::prelude::*;

/// A disk in memory, which can be told to refuse.
#[derive(Default)]
struct Memory {
    rows: Vec<Row>,
    refuses: bool,
}

impl Disk for &mut Memory {
    fn commit(&mut self, run: &RunId, _: u64, rows: &[Row]) -> Result<(), Broken> {
        if self.refuses {
            return Err(Broken::Full("full".into()));
        }
        for row in rows {
            if row.seq.0 != self.rows.len() as u64 + 1 {
                return Err(Broken::OutOfOrder {
                    run: run.clone(),
                    seq: row.seq,
                });
            }
            self.rows.push(row.clone());
        }
        Ok(())
    }
}

fn run() -> RunId {
    RunId::new("r1").unwrap()
}

fn note(text: &str) -> Draft {
    Draft {
        stamp: Stamp {
            at_ms: 1,
            mono_ms: 1,
            task: None,
        },
        event: Event::Decided(Decided::Noted {
            kind: "test".into(),
            text: text.into(),
        }),
    }
}

/// Whether the rows are a whole chain.
fn whole(rows: &[Row]) -> bool {
    let mut before = Hash::default();
    rows.iter().enumerate().all(|(at, row)| {
        let hash = v1::chain(&before, &row.bytes);
        before = row.hash;
        let line = v1::decode(&row.bytes);
        hash == row.hash && line.is_ok_and(|it| it.seq == Seq(at as u64 + 1) && it.seq == row.seq)
    })
}

#[test]
fn a_disk_that_says_no_makes_no_entry() {
    let mut memory = Memory {
        refuses: true,
        ..Memory::default()
    };
    let mut journal = Journal::new(crate::seal(), &mut memory, run(), 1, Head::default());
    assert!(matches!(
        journal.append(vec![note("a")]),
        Err(Broken::Full(_))
    ));
    assert_eq!(journal.head(), Head::default());
}

proptest! {
    #[test]
    fn batches_make_one_chain(batches in prop::collection::vec(prop::collection::vec(".{0,40}", 0..5), 0..8)) {
        let mut memory = Memory::default();
        let mut journal = Journal::new(crate::seal(), &mut memory, run(), 1, Head::default());
        let mut entries = 0;
        for batch in &batches {
            entries += journal.append(batch.iter().map(|it| note(it)).collect()).unwrap().len();
        }
        prop_assert_eq!(entries, memory.rows.len());
        prop_assert!(whole(&memory.rows));
    }

    #[test]
    fn a_changed_byte_a_swap_and_a_gap_show(texts in prop::collection::vec("[a-z]{1,20}", 2..6), at in any::<prop::sample::Index>(), byte in any::<prop::sample::Index>()) {
        let mut memory = Memory::default();
        let mut journal = Journal::new(crate::seal(), &mut memory, run(), 1, Head::default());
        let drafts = texts.iter().enumerate().map(|(n, it)| note(&format!("{n}{it}"))).collect();
        journal.append(drafts).unwrap();
        let rows = memory.rows;
        let at = at.index(rows.len());

        let mut changed = rows.clone();
        let place = byte.index(changed[at].bytes.len());
        changed[at].bytes[place] ^= 1;
        prop_assert!(!whole(&changed));

        let mut swapped = rows.clone();
        let other = (at + 1) % rows.len();
        swapped.swap(at, other);
        prop_assert!(!whole(&swapped));

        let mut gap = rows.clone();
        gap.remove(at);
        prop_assert!(at == rows.len() - 1 || !whole(&gap));
    }

    #[test]
    fn hostile_bytes_are_no_line(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = v1::decode(&bytes);
    }
}
