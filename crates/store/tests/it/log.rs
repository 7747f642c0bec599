//! Damage to the write-ahead log is found and its place named; what a crash or an older round of the log leaves in it is
//! no damage.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use store::{Error, Fault, Store, Tear};
use tempfile::TempDir;

use crate::kit::{Kit, journal, note, raw, run};

const FRAME: usize = 24 + 8192;

/// The state directory as a crash would leave it: without the shared memory, which is rebuilt.
fn copied(from: &Path) -> TempDir {
    let to = tempfile::tempdir().unwrap();
    fs::create_dir(to.path().join("heads")).unwrap();
    for name in ["ledger.db", "ledger.db-wal", "heads/r1.head"] {
        fs::copy(from.join(name), to.path().join(name)).unwrap();
    }
    to
}

fn edit(dir: &Path, name: &str, edit: impl FnOnce(&mut Vec<u8>)) {
    let path = dir.join(name);
    let mut bytes = fs::read(&path).unwrap();
    edit(&mut bytes);
    fs::write(&path, &bytes).unwrap();
}

/// Frames in use.
fn frames(kit: &Kit) -> usize {
    let sql = "PRAGMA wal_checkpoint(noop)";
    let count: i64 = raw(kit.dir.path())
        .query_one(sql, [], |row| row.get(1))
        .unwrap();
    usize::try_from(count).unwrap()
}

/// What is said of the files and of the run, or why they can't be opened.
fn found(dir: &Path) -> Vec<String> {
    let store = match Store::open(dir) {
        Ok(store) => store,
        Err(error) => return vec![error.to_string()],
    };
    let told = |faults: Vec<Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut words = told(store.verify_files().unwrap());
    match store.verify(&run("r1"), &[]) {
        Ok(verdict) => words.extend(told(verdict.faults)),
        // A run that was lost leaves nothing to say of it.
        Err(Error::NoSuchRun { .. }) => {}
        Err(error) => words.push(error.to_string()),
    }
    words
}

#[test]
fn a_changed_byte_anywhere_in_the_log_is_found() {
    let kit = Kit::written("r1", 12);
    assert_eq!(found(kit.dir.path()), [""; 0]);
    let count = frames(&kit);
    assert!(count > 24, "{count}");
    // Page number, size, salts, sums, and some places of the page.
    let places = [0, 3, 7, 9, 14, 17, 23, 24, 100, 4000, 8000, FRAME - 1];
    for frame in 0..count {
        for (nth, place) in places.into_iter().enumerate() {
            if nth % 6 != frame % 6 {
                continue;
            }
            let at = 32 + frame * FRAME + place;
            let copy = copied(kit.dir.path());
            edit(copy.path(), "ledger.db-wal", |log| log[at] ^= 0x10);
            let faults = found(copy.path());
            let what = format!("byte {place} of frame {}: {faults:?}", frame + 1);
            assert!(!faults.is_empty(), "{what}");
            if frame + 1 < count {
                let named = format!("frame {} of the write-ahead log", frame + 1);
                let byte = format!("byte {})", 32 + frame * FRAME);
                let one = faults.iter().find(|it| it.contains(&named));
                assert!(one.is_some_and(|it| it.contains(&byte)), "{what}");
            } else {
                assert_eq!(
                    faults,
                    ["the tail was cut: line 11 is the last, line 12 should be"]
                );
            }
        }
    }
}

#[test]
fn a_changed_header_is_found_and_nothing_goes_over_the_log() {
    let kit = Kit::written("r1", 12);
    for at in 0..32 {
        let copy = copied(kit.dir.path());
        edit(copy.path(), "ledger.db-wal", |log| log[at] ^= 1);
        let before = fs::read(copy.path().join("ledger.db-wal")).unwrap();
        let error = Store::open(copy.path()).unwrap_err();
        let Error::Torn { tear, .. } = &error else {
            panic!("{error:?}");
        };
        assert_eq!(*tear, Tear::Header, "byte {at}");
        assert!(error.to_string().contains("byte 0"), "{error}");
        assert_eq!(
            fs::read(copy.path().join("ledger.db-wal")).unwrap(),
            before,
            "byte {at}"
        );
    }
}

#[test]
fn a_lost_log_is_found() {
    let kit = Kit::written("r1", 12);
    raw(kit.dir.path())
        .query_one("PRAGMA wal_checkpoint(passive)", [], |_| Ok(()))
        .unwrap();
    let _ = journal(&kit.store, "r1")
        .append(vec![note(1, "x"), note(1, "y")])
        .unwrap();
    let copy = copied(kit.dir.path());
    fs::remove_file(copy.path().join("ledger.db-wal")).unwrap();
    assert_eq!(
        found(copy.path()),
        ["the tail was cut: line 12 is the last, line 14 should be"]
    );
    // As many lines again do not hide it.
    let store = Store::open(copy.path()).unwrap();
    let _ = journal(&store, "r1")
        .append(vec![note(2, "a"), note(2, "b")])
        .unwrap();
    drop(store);
    assert_eq!(
        found(copy.path()),
        [
            "line 14 is not the one that was written there first: it was replaced, and others before it may be"
        ]
    );
}

#[test]
fn damage_is_found_while_somebody_writes() {
    let kit = Kit::written("r1", 12);
    let mut journal = journal(&kit.store, "r1");
    let at = 32 + (frames(&kit) - 1) * FRAME + 500;
    let path = kit.dir.path().join("ledger.db-wal");
    let file = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, b"!!", at as u64).unwrap();
    let faults = kit.store.verify_files().unwrap();
    let [Fault::Log(Tear::Frame { frame, last, .. })] = faults.as_slice() else {
        panic!("{faults:?}");
    };
    assert_eq!((*frame, *last), (frames(&kit) as u64, frames(&kit) as u64));
    let _ = journal.append(vec![note(1, "goes on")]).unwrap();
    assert!(!kit.store.verify_files().unwrap().is_empty());
}

#[test]
fn a_log_torn_by_a_crash_is_no_damage() {
    let kit = Kit::written("r1", 12);
    let end = 32 + frames(&kit) * FRAME;
    for cut in (0..end).step_by(FRAME / 3 + 7).chain([0, 1, 31, 32, 33]) {
        let copy = copied(kit.dir.path());
        fs::remove_file(copy.path().join("heads/r1.head")).unwrap();
        edit(copy.path(), "ledger.db-wal", |log| log[cut..].fill(0));
        // A header without an end is written in one piece: it is torn by nothing.
        if (1..32).contains(&cut) {
            continue;
        }
        assert_eq!(found(copy.path()), [""; 0], "cut at {cut}");
        edit(copy.path(), "ledger.db-wal", |log| log.truncate(cut));
        assert_eq!(found(copy.path()), [""; 0], "truncated at {cut}");
    }
}

#[test]
fn what_was_rolled_back_is_no_damage() {
    let kit = Kit::written("r1", 3);
    let before = frames(&kit);
    let other = raw(kit.dir.path());
    other
        .execute_batch(
            "PRAGMA cache_size = 5; PRAGMA wal_autocheckpoint = 0; BEGIN IMMEDIATE;
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
             INSERT INTO blobs (hash, bytes) SELECT randomblob(32), randomblob(3000) FROM n;
             UPDATE blobs SET bytes = randomblob(3001); ROLLBACK;",
        )
        .unwrap();
    assert_eq!(frames(&kit), before);
    let log = fs::read(kit.dir.path().join("ledger.db-wal")).unwrap();
    let left = 32 + (before + 50) * FRAME;
    assert_eq!(
        log[left + 8..left + 16],
        log[16..24],
        "it left frames with the salts of now"
    );
    let _ = journal(&kit.store, "r1")
        .append(vec![note(1, "over it")])
        .unwrap();
    assert_eq!(found(kit.dir.path()), [""; 0]);
    assert_eq!(found(copied(kit.dir.path()).path()), [""; 0]);
}

#[test]
fn a_damaged_database_is_found() {
    let kit = Kit::written("r1", 200);
    raw(kit.dir.path())
        .query_one("PRAGMA wal_checkpoint(truncate)", [], |_| Ok(()))
        .unwrap();
    let length = fs::metadata(kit.dir.path().join("ledger.db"))
        .unwrap()
        .len();
    // The head of each page, but of the first: that one SQLite would not open.
    for page in 1..usize::try_from(length / 8192).unwrap() {
        let copy = copied(kit.dir.path());
        edit(copy.path(), "ledger.db", |db| db[page * 8192 + 4] ^= 0x2a);
        let faults = found(copy.path());
        let of_file = |it: &String| it.starts_with("`ledger.db`: ");
        assert!(faults.iter().any(of_file), "page {}: {faults:?}", page + 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn whatever_is_written_the_log_is_sound(
        rounds in prop::collection::vec((1..4_usize, 0..30_000_usize, any::<bool>()), 1..60),
        cut in 0.0..1.0_f64,
    ) {
        let kit = Kit::with("r1");
        let mut journal = kit.journal("r1");
        // Frames that are in the database already: they were synced before, so no crash tears them.
        let mut kept = 0;
        for (count, bytes, tidies) in rounds {
            let text = "x".repeat(bytes);
            let _ = journal.append(vec![note(1, &text); count]).unwrap();
            kept = kept.min(frames(&kit));
            if tidies {
                kit.store.tidy().unwrap();
                raw(kit.dir.path()).query_one("PRAGMA wal_checkpoint(passive)", [], |_| Ok(())).unwrap();
                kept = frames(&kit);
            }
            prop_assert_eq!(kit.store.verify_files().unwrap(), []);
        }
        let copy = copied(kit.dir.path());
        prop_assert_eq!(found(copy.path()), [""; 0]);
        // And torn anywhere in the others; the rest of an older round stays behind.
        let others = (frames(&kit) - kept) * FRAME;
        let at = 32 + kept * FRAME + (others as f64 * cut) as usize;
        edit(copy.path(), "ledger.db-wal", |log| {
            let end = log.len().min(32 + frames(&kit) * FRAME);
            log[at..end].fill(0);
        });
        fs::remove_file(copy.path().join("heads/r1.head")).unwrap();
        let store = Store::open(copy.path()).unwrap();
        prop_assert_eq!(store.verify_files().unwrap(), []);
    }
}
