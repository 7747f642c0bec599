//! What every `Disk` owes the journal. SQLite is asked here; another storage adds a test that calls [`contract`].

use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::{Broken, Disk, Head, Row};
use ledger::wire::v1;

use crate::kit::{Kit, run};

/// A storage with one run in it.
pub(crate) trait Bench {
    type Disk: Disk;

    /// Takes the run: a new epoch, whose number and disk are returned. An older disk stays usable, to be refused.
    fn take(&mut self) -> (u64, Self::Disk);

    /// Lines as they would be read after a crash.
    fn lines(&self) -> Vec<Row>;

    /// The head as it would be read after a crash.
    fn head(&self) -> Head;
}

/// Rows that follow a head.
pub(crate) fn rows(head: Head, texts: &[&str]) -> Vec<Row> {
    let mut head = head;
    let mut rows = Vec::new();
    for text in texts {
        let bytes = text.as_bytes().to_vec();
        head = Head {
            seq: head.seq.next(),
            hash: v1::chain(&head.hash, &bytes),
        };
        rows.push(Row {
            seq: head.seq,
            bytes,
            hash: head.hash,
        });
    }
    rows
}

/// The contract. `run` is the bench's run, and has no lines.
pub(crate) fn contract(mut bench: impl Bench, run: &RunId) {
    let (epoch, mut disk) = bench.take();
    assert_eq!(bench.head(), Head::default());

    // Nothing is a batch, too.
    disk.commit(run, epoch, &[]).unwrap();
    let first = rows(Head::default(), &["one", "two", ""]);
    disk.commit(run, epoch, &first).unwrap();
    assert_eq!(bench.lines(), first, "all of a batch stands, in its order");
    let head = Head {
        seq: Seq(3),
        hash: first[2].hash,
    };
    assert_eq!(bench.head(), head);

    // What does not follow the head is refused, whole.
    let out_of_order =
        |disk: &mut dyn Disk, batch: &[Row], seq: u64| match disk.commit(run, epoch, batch) {
            Err(Broken::OutOfOrder { seq: got, .. }) => assert_eq!(got, Seq(seq)),
            other => panic!("{other:?} for line {seq}"),
        };
    out_of_order(&mut disk, &first, 1);
    let mut next = rows(head, &["four", "five", "six"]);
    out_of_order(&mut disk, &next[1..], 5);
    let five = next.remove(1);
    out_of_order(&mut disk, &next, 6);
    next.insert(1, five);
    out_of_order(
        &mut disk,
        &rows(
            Head {
                seq: Seq(3),
                hash: Hash::of(b"fork"),
            },
            &["four"],
        ),
        4,
    );
    assert_eq!(bench.lines(), first, "a refused batch leaves nothing");

    // Another run is not this disk's.
    let other = RunId::new("somebody-elses").unwrap();
    assert!(
        disk.commit(&other, epoch, &rows(Head::default(), &["x"]))
            .is_err()
    );

    // A new epoch ends the old one.
    let (newer, mut heir) = bench.take();
    assert!(newer > epoch);
    match disk.commit(run, epoch, &next) {
        Err(Broken::Fenced { ours, found, .. }) => assert_eq!((ours, found), (epoch, newer)),
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        heir.commit(run, epoch, &next),
        Err(Broken::Fenced { .. })
    ));
    assert!(matches!(
        heir.commit(run, newer + 1, &next),
        Err(Broken::Fenced { .. })
    ));
    heir.commit(run, newer, &next).unwrap();
    assert_eq!(bench.lines(), [first, next].concat());
}

struct Sqlite(Kit);

impl Bench for Sqlite {
    type Disk = store::Pen;

    fn take(&mut self) -> (u64, store::Pen) {
        // The lock keeps two drivers apart; what is asked here is whether the epoch would do it alone.
        let lock = self.0.dir.path().join("locks/run.r1.lock");
        let _ = std::fs::remove_file(lock);
        let claim = self.0.store.claim(&run("r1")).unwrap();
        (claim.epoch, claim.pen)
    }

    fn lines(&self) -> Vec<Row> {
        let store = store::Store::open(self.0.dir.path()).unwrap();
        store.lines(&run("r1"), Seq(1), 1000).unwrap()
    }

    fn head(&self) -> Head {
        let store = store::Store::open(self.0.dir.path()).unwrap();
        store.head(&run("r1")).unwrap()
    }
}

#[test]
fn sqlite_keeps_the_contract() {
    contract(Sqlite(Kit::with("r1")), &run("r1"));
}
