//! Bytes of the ledger that change on the disk are found by `ledger verify`, wherever they are, and their place is named.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{Said, World};

const PAGE: usize = 8192;
const FRAME: usize = 24 + PAGE;

/// A world with a finished run of so many turns, and its name.
fn written(turns: usize) -> (World, String) {
    let text = "some words of a file\n".repeat(200);
    let mut replies: Vec<serde_json::Value> = (0..turns)
        .map(|nth| {
            let args = serde_json::json!({"path": format!("{nth}.txt"), "content": text});
            serde_json::json!({"calls": [{"tool": "write", "args": args}]})
        })
        .collect();
    replies.push(serde_json::json!({"calls": [{"tool": "done", "args": {"summary": "written"}}]}));
    let script = serde_json::json!({ "replies": replies }).to_string();
    let world = World::scripted(&[], &script, "");
    let said = world.run(&["run", "write them"]);
    assert_eq!(said.code, 0, "{said:?}");
    let run = world.json(&["status", "--json"])["run"]
        .as_str()
        .expect("a name")
        .to_owned();
    (world, run)
}

/// What `ledger verify` says once this byte of this file was changed.
fn changed(world: &World, name: &str, at: usize) -> [Said; 2] {
    let copy = tempfile::tempdir().expect("a directory");
    for name in ["ledger.db", "ledger.db-wal"] {
        fs::copy(world.path("state").join(name), copy.path().join(name)).expect("a copy");
    }
    fs::create_dir(copy.path().join("heads")).expect("a directory");
    for entry in fs::read_dir(world.path("state/heads")).expect("heads") {
        let entry = entry.expect("a head");
        fs::copy(
            entry.path(),
            copy.path().join("heads").join(entry.file_name()),
        )
        .expect("a copy");
    }
    let path = copy.path().join(name);
    let mut bytes = fs::read(&path).expect("a file");
    bytes[at] ^= 0x21;
    fs::write(&path, bytes).expect("a file");
    let verify =
        |args: &[&str]| world.finish(world.command(args).env("INTERLOCK_STATE", copy.path()));
    [
        verify(&["ledger", "verify"]),
        verify(&["--json", "ledger", "verify"]),
    ]
}

/// Found, and with these words.
fn found(said: &[Said; 2], what: &str, words: &[&str]) {
    for said in said {
        assert!(matches!(said.code, 1 | 2), "{what}: {said:?}");
        // A changed line is one run's business, changed files are everybody's.
        let one = words.contains(&"line ");
        assert!(one || !said.out.contains("whole"), "{what}: {said:?}");
        for word in words {
            let all = format!("{}{}", said.out, said.err);
            assert!(all.contains(word), "{what}: no `{word}` in {said:?}");
        }
    }
}

/// Pages of the frames that the log holds now, in order.
fn logged(log: &[u8]) -> Vec<usize> {
    let salts = &log[16..24];
    log[32..]
        .chunks_exact(FRAME)
        .take_while(|frame| &frame[8..16] == salts)
        .map(|frame| u32::from_be_bytes(frame[..4].try_into().expect("four bytes")) as usize)
        .collect()
}

#[test]
fn a_changed_byte_of_the_log_is_found() {
    let (world, run) = written(1);
    let said = world.run(&["ledger", "verify"]);
    assert!(
        said.code == 0 && said.out.contains("lines, whole"),
        "{said:?}"
    );
    let log = fs::read(world.path("state/ledger.db-wal")).expect("the log");
    let count = logged(&log).len();
    assert!(count > 30, "{count}");
    for at in [0, 10, 18, 30] {
        let said = changed(&world, "ledger.db-wal", at);
        found(&said, &format!("byte {at}"), &["ledger.db-wal", "byte 0"]);
    }
    let places = [2, 6, 12, 20, 24 + 3, 24 + 4000, FRAME - 3];
    for (nth, frame) in (0..count - 1).step_by(count / 10).enumerate() {
        let at = 32 + frame * FRAME + places[nth % places.len()];
        let said = changed(&world, "ledger.db-wal", at);
        let words = [
            format!("frame {} ", frame + 1),
            format!("byte {})", 32 + frame * FRAME),
        ];
        found(
            &said,
            &format!("byte {at}"),
            &words.each_ref().map(String::as_str),
        );
    }
    // The last commit: nothing in the log tells it from one that a crash cut off, but its line is missed.
    let said = changed(&world, "ledger.db-wal", 32 + count * FRAME - 7);
    found(&said, "the last frame", &[&run, "the tail was cut"]);
}

#[test]
fn a_changed_byte_of_the_database_is_found() {
    let (world, _) = written(15);
    // Until the log was moved into the database once and begun anew.
    let db = || fs::read(world.path("state/ledger.db")).expect("the database");
    for nth in 0..20 {
        if db().len() > 100 * PAGE {
            break;
        }
        let said = world.run(&["run", &format!("write them again, {nth}")]);
        assert!(matches!(said.code, 0 | 1 | 3), "{said:?}");
    }
    let db = db();
    let log = fs::read(world.path("state/ledger.db-wal")).expect("the log");
    let newer: BTreeSet<usize> = logged(&log).into_iter().collect();
    // In the text of lines, on pages that are not in the log as well. A leaf begins with 13, and with where its rows
    // begin; before them may be what was there once.
    let in_row = |at: usize| {
        let page = &db[at / PAGE * PAGE..];
        page[0] == 13 && at % PAGE > usize::from(u16::from_be_bytes([page[5], page[6]]))
    };
    let places: Vec<usize> = db
        .windows(9)
        .enumerate()
        .filter(|(at, bytes)| {
            bytes == b"\"mono_ms\"" && in_row(*at) && !newer.contains(&(at / PAGE + 1))
        })
        .map(|(at, _)| at + 3)
        .collect();
    assert!(places.len() > 100, "{}", places.len());
    for at in places.iter().step_by(places.len() / 10) {
        let said = changed(&world, "ledger.db", *at);
        found(&said, &format!("byte {at}"), &["line "]);
    }
    // In what holds the pages together.
    let pages = (1..db.len() / PAGE).filter(|page| !newer.contains(&(page + 1)));
    for page in pages.step_by(40) {
        let said = changed(&world, "ledger.db", page * PAGE + 3);
        found(&said, &format!("page {}", page + 1), &["ledger.db"]);
    }
}
