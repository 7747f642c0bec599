//! What is left after a crash at any moment, and what the write-ahead log does: never shorter, written from its start.

use std::path::Path;

use ledger::ids::Seq;
use proptest::prelude::*;
use store::Store;

use crate::kit::{Kit, journal, note, raw, run};

/// The files as a crash would leave them: without the shared memory, which is rebuilt.
fn copied(from: &Path) -> tempfile::TempDir {
    let to = tempfile::tempdir().unwrap();
    for name in ["ledger.db", "ledger.db-wal"] {
        std::fs::copy(from.join(name), to.path().join(name)).unwrap();
    }
    to
}

fn log_bytes(kit: &Kit) -> u64 {
    std::fs::metadata(kit.dir.path().join("ledger.db-wal"))
        .unwrap()
        .len()
}

#[test]
fn every_committed_line_is_there_after_a_crash() {
    let kit = Kit::with("r1");
    let mut journal = kit.journal("r1");
    let text = "x".repeat(3000);
    for at in 1..=120 {
        let _ = journal.append(vec![note(at, &text)]).unwrap();
        if at % 20 == 0 {
            let copy = copied(kit.dir.path());
            let store = Store::open(copy.path()).unwrap();
            let verdict = store.verify(&run("r1"), &[]).unwrap();
            assert_eq!((verdict.lines, verdict.head.seq), (at, Seq(at)));
            assert!(verdict.is_sound(), "{:?}", verdict.faults);
            kit.store.tidy().unwrap();
        }
    }
}

#[test]
fn a_log_torn_anywhere_loses_only_its_end() {
    let kit = Kit::with("r1");
    let mut journal = kit.journal("r1");
    for at in 1..=10 {
        let _ = journal
            .append(vec![note(at, "a line"), note(at, "another")])
            .unwrap();
    }
    for cut in [0, 31, 32, 5000, 40_000, 100_000, 150_000, 200_000] {
        let copy = copied(kit.dir.path());
        let path = copy.path().join("ledger.db-wal");
        let mut log = std::fs::read(&path).unwrap();
        log[cut..].fill(0);
        std::fs::write(&path, &log).unwrap();
        let Ok(store) = Store::open(copy.path()) else {
            continue;
        };
        let Ok(verdict) = store.verify(&run("r1"), &[]) else {
            continue;
        };
        assert!(verdict.is_sound(), "{:?}", verdict.faults);
        assert_eq!(verdict.lines % 2, 0, "all of a batch or none");
    }
}

#[test]
fn the_log_keeps_its_length_and_is_written_again() {
    let kit = Kit::with("r1");
    let mut journal = kit.journal("r1");
    assert_eq!(log_bytes(&kit), 4 << 20);
    let text = "x".repeat(9000);
    for at in 0..300 {
        let _ = journal.append(vec![note(at, &text)]).unwrap();
        kit.store.tidy().unwrap();
    }
    assert_eq!(log_bytes(&kit), 4 << 20);
    drop(journal);
    drop(Store::open(kit.dir.path()).unwrap());
    assert_eq!(log_bytes(&kit), 4 << 20);
    assert_eq!(kit.store.verify(&run("r1"), &[]).unwrap().lines, 300);
}

#[test]
fn a_reader_does_not_stop_tidying_or_writing() {
    let kit = Kit::with("r1");
    let mut journal = kit.journal("r1");
    let reader = raw(kit.dir.path());
    reader
        .execute_batch("BEGIN; SELECT count(*) FROM runs")
        .unwrap();
    let text = "x".repeat(9000);
    for at in 0..150 {
        let _ = journal.append(vec![note(at, &text)]).unwrap();
        kit.store.tidy().unwrap();
    }
    reader.execute_batch("COMMIT").unwrap();
    kit.store.tidy().unwrap();
    let length = log_bytes(&kit);
    for at in 0..150 {
        let _ = journal.append(vec![note(at, &text)]).unwrap();
        kit.store.tidy().unwrap();
    }
    assert_eq!(log_bytes(&kit), length);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_batches_make_a_chain_that_holds(
        batches in prop::collection::vec(
            (0..2_usize, any::<bool>(), prop::collection::vec(0..6000_usize, 0..5)),
            1..20,
        ),
    ) {
        let kit = Kit::with("r0");
        kit.store.create_run(&run("r1"), &store::Meta::default()).unwrap();
        let names = ["r0", "r1"];
        let mut pens = names.map(|name| Some(kit.journal(name)));
        let mut counts = [0_u64; 2];
        for (which, again, sizes) in batches {
            if again {
                drop(pens[which].take());
                pens[which] = Some(journal(&kit.store, names[which]));
            }
            counts[which] += sizes.len() as u64;
            let drafts = sizes.iter().map(|size| note(1, &"é".repeat(*size))).collect();
            let _ = pens[which].as_mut().unwrap().append(drafts).unwrap();
        }
        for (name, count) in names.iter().zip(counts) {
            let verdict = kit.store.verify(&run(name), &[]).unwrap();
            prop_assert_eq!(&verdict.faults, &[]);
            prop_assert_eq!((verdict.lines, verdict.head.seq.0), (count, count));
        }
    }
}
