//! Claiming and writing: locks, batches, a full disk, a damaged file.

use ledger::ids::{Hash, Seq};
use ledger::journal::{Broken, Disk as _, Row};
use store::{Driver, Error, Meta, Store};

use crate::contract::rows;
use crate::kit::{Kit, journal, note, run};

#[test]
fn lines_survive_their_driver() {
    let kit = Kit::with("r1");
    let mut journal = kit.journal("r1");
    let entries = journal
        .append(vec![note(1, "one"), note(2, "two")])
        .unwrap();
    let head = journal.head();
    drop(journal);

    let store = Store::open(kit.dir.path()).unwrap();
    let lines = store.lines(&run("r1"), Seq(1), 10).unwrap();
    let hashes: Vec<_> = lines.iter().map(|line| line.hash).collect();
    assert_eq!(
        hashes,
        entries
            .iter()
            .map(ledger::journal::Entry::hash)
            .collect::<Vec<_>>()
    );
    let claim = store.claim(&run("r1")).unwrap();
    assert_eq!((claim.epoch, claim.head), (2, head));
}

#[test]
fn a_run_has_one_driver() {
    let kit = Kit::with("r1");
    assert_eq!(kit.store.driver(&run("r1")).unwrap(), None);
    let first = kit.store.claim(&run("r1")).unwrap();
    let other = Store::open(kit.dir.path()).unwrap();
    let Err(Error::Busy { run: busy, pid }) = other.claim(&run("r1")) else {
        panic!("claimed twice");
    };
    assert_eq!((busy, pid), (run("r1"), Some(std::process::id())));
    assert_eq!(
        other.driver(&run("r1")).unwrap(),
        Some(Driver {
            pid: Some(std::process::id())
        })
    );
    drop(first);
    assert_eq!(other.driver(&run("r1")).unwrap(), None);
    assert_eq!(other.claim(&run("r1")).unwrap().epoch, 2);
    assert!(matches!(
        other.claim(&run("r2")),
        Err(Error::NoSuchRun { .. })
    ));
}

#[test]
fn runs_do_not_mix() {
    let kit = Kit::with("r1");
    kit.store.create_run(&run("r2"), &Meta::default()).unwrap();
    let (mut one, mut two) = (kit.journal("r1"), journal(&kit.store, "r2"));
    for at in 0..20 {
        let _ = one.append(vec![note(at, "one")]).unwrap();
        let _ = two.append(vec![note(at, "two"), note(at, "two")]).unwrap();
    }
    let seqs = |name| -> Vec<u64> {
        let lines = kit.store.lines(&run(name), Seq(1), 1000).unwrap();
        lines.iter().map(|line| line.seq.0).collect()
    };
    assert_eq!(seqs("r1"), (1..=20).collect::<Vec<_>>());
    assert_eq!(seqs("r2"), (1..=40).collect::<Vec<_>>());
}

#[test]
fn lines_come_in_batches() {
    let kit = Kit::written("r1", 7);
    let seqs = |from, count| -> Vec<u64> {
        let lines = kit.store.lines(&run("r1"), Seq(from), count).unwrap();
        lines.iter().map(|line| line.seq.0).collect()
    };
    assert_eq!(seqs(1, 3), [1, 2, 3]);
    assert_eq!(seqs(4, 3), [4, 5, 6]);
    assert_eq!(seqs(7, 3), [7]);
    assert_eq!(seqs(8, 3), [0; 0]);
    assert_eq!(seqs(0, 1), [1]);
}

#[test]
fn a_batch_of_large_lines_is_short() {
    let kit = Kit::with("r1");
    let mut claim = kit.store.claim(&run("r1")).unwrap();
    let mut rows = rows(claim.head, &["one"]);
    for seq in 2..=4 {
        rows.push(Row {
            seq: Seq(seq),
            bytes: vec![b'x'; 5 << 20],
            hash: Hash::default(),
        });
    }
    claim.pen.commit(&run("r1"), claim.epoch, &rows).unwrap();
    let count = |from| kit.store.lines(&run("r1"), Seq(from), 10).unwrap().len();
    assert_eq!((count(1), count(2), count(4)), (2, 1, 1));
}

#[test]
fn a_line_may_be_too_large() {
    let kit = Kit::with("r1");
    let mut claim = kit.store.claim(&run("r1")).unwrap();
    let row = Row {
        seq: Seq(1),
        bytes: vec![b'x'; (16 << 20) + 1],
        hash: Hash::default(),
    };
    let broken = claim.pen.commit(&run("r1"), claim.epoch, &[row]);
    assert!(matches!(broken, Err(Broken::Storage(_))), "{broken:?}");
}

#[test]
fn many_open_and_write_one_store_at_once() {
    const WRITERS: u64 = 4;
    const BATCHES: u64 = 12;
    let dir = tempfile::tempdir().unwrap();
    let path = &dir.path().join("state");
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            scope.spawn(move || {
                let store = Store::open(path).unwrap();
                let name = format!("r{writer}");
                store.create_run(&run(&name), &Meta::default()).unwrap();
                let mut journal = journal(&store, &name);
                for at in 0..BATCHES {
                    store.blobs().put(&at.to_le_bytes()).unwrap();
                    let _ = journal
                        .append(vec![note(at, &name), note(at, "x")])
                        .unwrap();
                    store.tidy().unwrap();
                }
            });
        }
    });
    let store = Store::open(path).unwrap();
    for writer in 0..WRITERS {
        let verdict = store.verify(&run(&format!("r{writer}")), &[]).unwrap();
        assert!(verdict.is_sound(), "{:?}", verdict.faults);
        assert_eq!(verdict.lines, 2 * BATCHES);
    }
    for at in 0..BATCHES {
        let hash = Hash::of(&at.to_le_bytes());
        assert_eq!(store.blobs().get(&hash).unwrap(), at.to_le_bytes());
    }
}

#[test]
fn of_many_that_claim_one_run_one_gets_it() {
    let kit = Kit::with("r1");
    let path = kit.dir.path();
    let gate = std::sync::Barrier::new(4);
    let held = std::thread::scope(|scope| {
        let claimers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let store = Store::open(path).unwrap();
                    gate.wait();
                    let claim = store.claim(&run("r1"));
                    // Nobody lets go before all have tried.
                    gate.wait();
                    matches!(claim, Ok(claim) if claim.epoch == 1)
                })
            })
            .collect();
        claimers
            .into_iter()
            .map(|claimer| claimer.join().unwrap())
            .filter(|got| *got)
            .count()
    });
    assert_eq!(held, 1);
}

#[test]
fn nobody_drives_a_run_that_is_held() {
    let kit = Kit::with("r1");
    let other = Store::open(kit.dir.path()).unwrap();
    let journal = kit.journal("r1");
    assert!(matches!(other.hold(&run("r1")), Err(Error::Busy { .. })));
    drop(journal);
    let epoch = kit.store.run(&run("r1")).unwrap().epoch;
    let hold = other.hold(&run("r1")).unwrap();
    assert!(matches!(
        kit.store.claim(&run("r1")),
        Err(Error::Busy { .. })
    ));
    drop(hold);
    // It was not driven: the next driver is the next one.
    assert_eq!(kit.store.claim(&run("r1")).unwrap().epoch, epoch + 1);
    assert!(matches!(
        other.hold(&run("r2")),
        Err(Error::NoSuchRun { .. })
    ));
}
