//! Lines changed behind the store's back are found, and named. So is what a damaged file says.

use ledger::ids::{Hash, RunId, Seq};
use ledger::wire::v1;
use rusqlite::{Connection, params};
use store::{Error, Meta, Store, Verdict};

use crate::kit::{Kit, journal, raw, run};

/// Key of a line of the first run.
fn key(seq: u64) -> u64 {
    (1 << 40) + seq
}

fn verdict(tamper: impl FnOnce(&Connection)) -> Verdict {
    let kit = Kit::written("r1", 9);
    tamper(&raw(kit.dir.path()));
    kit.store.verify(&run("r1"), &[]).unwrap()
}

/// The faults, one a line.
fn faults(tamper: impl FnOnce(&Connection)) -> String {
    let lines: Vec<String> = verdict(tamper)
        .faults
        .iter()
        .map(ToString::to_string)
        .collect();
    lines.join("\n")
}

fn bytes(db: &Connection, seq: u64) -> Vec<u8> {
    let sql = "SELECT bytes FROM lines WHERE key = ?1";
    db.query_one(sql, [key(seq)], |row| row.get(0)).unwrap()
}

fn set_bytes(db: &Connection, seq: u64, bytes: &[u8]) {
    let sql = "UPDATE lines SET bytes = ?2 WHERE key = ?1";
    assert_eq!(db.execute(sql, params![key(seq), bytes]).unwrap(), 1);
}

/// As [`bytes`], with one text for another.
fn edited(db: &Connection, seq: u64, from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(bytes(db, seq)).unwrap();
    assert!(text.contains(from), "{text}");
    text.replace(from, to).into_bytes()
}

#[test]
fn an_untouched_run_is_sound() {
    let sound = verdict(|_| {});
    assert!(sound.is_sound() && sound.lines == 9, "{sound:?}");
}

#[test]
fn a_changed_byte_is_found_in_any_line() {
    for seq in 1..=9 {
        let found = faults(|db| set_bytes(db, seq, &edited(db, seq, "a line", "a lime")));
        let want = format!("line {seq} was changed, or does not follow the one before it");
        assert_eq!(found, want);
    }
}

#[test]
fn a_changed_line_with_a_new_hash_is_found_at_the_next() {
    let found = faults(|db| {
        let new = edited(db, 5, "a line", "a lime");
        let sql = "SELECT hash FROM lines WHERE key = ?1";
        let before = db.query_one(sql, [key(4)], |row| row.get(0)).unwrap();
        let hash = v1::chain(&Hash(before), &new);
        set_bytes(db, 5, &new);
        db.execute(
            "UPDATE lines SET hash = ?2 WHERE key = ?1",
            params![key(5), hash.0],
        )
        .unwrap();
    });
    assert_eq!(
        found,
        "line 6 was changed, or does not follow the one before it"
    );
}

#[test]
fn swapped_lines_are_found() {
    let found = faults(|db| {
        for (from, to) in [(5, 100), (6, 5), (100, 6)] {
            let sql = "UPDATE lines SET key = ?2 WHERE key = ?1";
            assert_eq!(db.execute(sql, [key(from), key(to)]).unwrap(), 1);
        }
    });
    assert_eq!(
        found,
        "line 5 is another line: its bytes say line 6 of run `r1`\n\
         line 6 is another line: its bytes say line 5 of run `r1`"
    );
}

#[test]
fn cut_lines_are_found() {
    let cut = |which: &str| {
        faults(|db| {
            db.execute_batch(&format!("DELETE FROM lines WHERE {which}"))
                .unwrap()
        })
    };
    assert_eq!(
        cut(&format!("key > {}", key(7))),
        "the tail was cut: line 7 is the last, line 9 should be"
    );
    assert_eq!(
        cut("1"),
        "the tail was cut: line 0 is the last, line 9 should be"
    );
    assert_eq!(cut(&format!("key = {}", key(3))), "line 3 is missing");
    assert_eq!(
        cut(&format!("key BETWEEN {} AND {}", key(1), key(4))),
        "lines 1 to 4 are missing"
    );
}

#[test]
fn a_changed_head_record_is_found() {
    let found = faults(|db| db.execute_batch("UPDATE runs SET seq = 8").unwrap());
    assert_eq!(
        found,
        "the head record (line 8) is not that of the last line (9)"
    );
    let found = faults(|db| {
        db.execute_batch("UPDATE runs SET hash = zeroblob(32)")
            .unwrap()
    });
    assert_eq!(
        found,
        "the head record (line 9) is not that of the last line (9)"
    );
    let found = faults(|db| db.execute_batch("UPDATE runs SET epoch = 0").unwrap());
    assert!(
        found.starts_with("line 1 has epoch 1, after epoch 0"),
        "{found}"
    );
}

#[test]
fn lines_of_an_older_driver_are_found() {
    let kit = Kit::written("r1", 2);
    let _ = journal(&kit.store, "r1")
        .append(vec![crate::kit::note(1, "x")])
        .unwrap();
    let db = raw(kit.dir.path());
    set_bytes(&db, 1, &edited(&db, 1, "\"epoch\":1", "\"epoch\":2"));
    let verdict = kit.store.verify(&run("r1"), &[]).unwrap();
    let found: Vec<String> = verdict.faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "line 1 was changed, or does not follow the one before it",
            "line 2 has epoch 1, after epoch 2",
        ]
    );
}

#[test]
fn lines_that_are_none_are_named() {
    let found = faults(|db| {
        set_bytes(db, 2, b"not json");
        set_bytes(db, 4, &edited(db, 4, "\"v\":1", "\"v\":2"));
        set_bytes(db, 6, &edited(db, 6, "\"r1\"", "\"r2\""));
        db.execute("UPDATE lines SET hash = x'00' WHERE key = ?1", [key(8)])
            .unwrap();
    });
    let found: Vec<&str> = found.lines().collect();
    assert!(
        found[0].starts_with("line 2 can't be read: line can't be read: "),
        "{found:?}"
    );
    assert_eq!(
        found[1],
        "line 2 was changed, or does not follow the one before it"
    );
    assert!(
        found[2].starts_with("line 4 can't be read: line has version `2`"),
        "{found:?}"
    );
    assert_eq!(
        found[4],
        "line 6 is another line: its bytes say line 6 of run `r2`"
    );
    assert!(
        found[5].starts_with("the database can't be read from line 8 on: "),
        "{found:?}"
    );
    assert_eq!(
        found[6],
        "the tail was cut: line 7 is the last, line 9 should be"
    );
    assert_eq!(found.len(), 7);
}

#[test]
fn blobs_that_lines_need_are_checked() {
    let kit = Kit::written("r1", 1);
    let blobs = kit.store.blobs();
    let (good, bad) = (blobs.put(b"good").unwrap(), blobs.put(b"bad").unwrap());
    blobs.flush().unwrap();
    let db = raw(kit.dir.path());
    db.execute("UPDATE blobs SET bytes = x'00' WHERE hash = ?1", [bad.0])
        .unwrap();
    let none = Hash::of(b"none");
    let verdict = kit.store.verify(&run("r1"), &[good, none, bad]).unwrap();
    let found: Vec<String> = verdict.faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            format!("blob {none} is missing"),
            format!("blob {bad} was changed")
        ]
    );
}

#[test]
fn a_damaged_file_says_so() {
    let kit = Kit::written("r1", 200);
    let path = kit.dir.path().join("ledger.db");
    let db = raw(kit.dir.path());
    let leaf: usize = db
        .query_one(
            "SELECT max(pageno) FROM dbstat WHERE name = 'lines' AND pagetype = 'leaf'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    db.query_one("PRAGMA wal_checkpoint(truncate)", [], |_| Ok(()))
        .unwrap();
    drop((db, kit.store));
    let mut file = std::fs::read(&path).unwrap();
    file[(leaf - 1) * 8192..leaf * 8192].fill(0xee);
    std::fs::write(&path, &file).unwrap();

    let store = Store::open(kit.dir.path()).unwrap();
    let mut from = Seq(1);
    let error = loop {
        match store.lines(&run("r1"), from, 10) {
            Ok(rows) => from = rows.last().expect("it can't be read to its end").seq.next(),
            Err(error) => break error,
        }
    };
    assert!(matches!(error, Error::Damaged(_)), "{error:?}");
    assert!(error.to_string().contains("interlock ledger verify"));
    let verdict = store.verify(&run("r1"), &[]).unwrap();
    assert!(verdict.lines > 0, "what can be read is read");
    assert!(
        verdict
            .faults
            .iter()
            .any(|fault| fault.to_string().contains("can't be read from line"))
    );
}

#[test]
fn an_export_can_be_checked_by_anybody() {
    let kit = Kit::written("r1", 300);
    kit.store.create_run(&run("r2"), &Meta::default()).unwrap();
    let export = |name: &str| {
        let mut out = Vec::new();
        let count = kit
            .store
            .export(&RunId::new(name).unwrap(), &mut out)
            .unwrap();
        (count, String::from_utf8(out).unwrap())
    };
    assert_eq!(export("r2"), (0, String::new()));
    let (count, text) = export("r1");
    assert_eq!((count, text.lines().count()), (300, 300));
    let mut hash = Hash::default();
    for (at, line) in text.lines().enumerate() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let (_, bytes) = line.split_once("\"line\":").unwrap();
        hash = v1::chain(&hash, bytes.strip_suffix('}').unwrap().as_bytes());
        assert_eq!(object["hash"], hash.hex());
        assert_eq!(
            (&object["seq"], &object["line"]["seq"]),
            (&(at + 1).into(), &(at + 1).into())
        );
    }

    let db = raw(kit.dir.path());
    set_bytes(&db, 2, b"{\"a\":\n\xff");
    let (_, text) = export("r1");
    let second: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    assert_eq!(second["broken"], "{\"a\":\n\u{fffd}");
}

#[test]
fn an_end_that_is_lost_is_found_by_the_last_line_alone() {
    let faults = |tamper: &dyn Fn(&Connection)| {
        let kit = Kit::written("r1", 9);
        tamper(&raw(kit.dir.path()));
        let faults = kit.store.verify_head(&run("r1")).unwrap();
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        lines.join("\n")
    };
    assert_eq!(faults(&|_| {}), "");
    let cut = |db: &Connection| {
        let sql = format!("DELETE FROM lines WHERE key > {}", key(8));
        db.execute_batch(&sql).unwrap();
    };
    assert_eq!(
        faults(&cut),
        "the tail was cut: line 8 is the last, line 9 should be"
    );
    // With the head record cut as well, what its last driver left tells it.
    let with_head = |db: &Connection| {
        cut(db);
        let sql = "UPDATE runs SET seq = 8, hash = (SELECT hash FROM lines WHERE key = ?1)";
        db.execute(sql, [key(8)]).unwrap();
    };
    assert_eq!(
        faults(&with_head),
        "the tail was cut: line 8 is the last, line 9 should be"
    );
    let found = faults(&|db| {
        let sql = "UPDATE lines SET hash = zeroblob(32) WHERE key = ?1";
        db.execute(sql, [key(9)]).unwrap();
    });
    assert!(found.contains("line 9"), "{found}");
}
