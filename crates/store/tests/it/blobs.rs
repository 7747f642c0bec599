//! Blobs: what comes out is what went in or an error; small ones ride with lines, large ones are files.

use ledger::ids::Hash;
use proptest::prelude::*;
use store::{Error, Store};

use crate::kit::{Kit, note, raw};

/// Bytes that no deflate makes smaller.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[0]
    };
    (0..count).map(|_| next()).collect()
}

fn rows(kit: &Kit) -> i64 {
    raw(kit.dir.path())
        .query_one("SELECT count(*) FROM blobs", [], |row| row.get(0))
        .unwrap()
}

fn file(kit: &Kit, hash: &Hash) -> std::path::PathBuf {
    let hex = hash.hex();
    kit.dir.path().join("blobs").join(&hex[..2]).join(&hex[2..])
}

#[test]
fn blobs_of_every_size_come_back() {
    let kit = Kit::new();
    let blobs = kit.store.blobs();
    for bytes in [
        Vec::new(),
        b"x".to_vec(),
        b"x".repeat(10_000),
        noise(1000),
        noise(65_535),
        noise(65_536),
        noise(300_000),
        b"y".repeat(1 << 20),
    ] {
        let hash = blobs.put(&bytes).unwrap();
        assert_eq!(hash, Hash::of(&bytes));
        assert_eq!(blobs.put(&bytes).unwrap(), hash);
        assert_eq!(blobs.get(&hash).unwrap(), bytes, "before it is durable");
        blobs.flush().unwrap();
        let fresh = Store::open(kit.dir.path()).unwrap();
        assert_eq!(fresh.blobs().get(&hash).unwrap(), bytes, "after it");
        assert_eq!(fresh.blobs().put(&bytes).unwrap(), hash);
        fresh.blobs().flush().unwrap();
    }
    assert_eq!(rows(&kit), 6, "the same bytes are kept once");
    let none = Hash::of(b"none");
    assert!(matches!(blobs.get(&none), Err(Error::NoBlob { hash }) if hash == none));
    let huge = blobs.put(&vec![0; (64 << 20) + 1]);
    assert!(matches!(huge, Err(Error::TooLarge { .. })));
}

#[test]
fn small_blobs_are_durable_with_the_lines_that_follow() {
    let kit = Kit::with("r1");
    let mut journal = kit.journal("r1");
    let hash = kit.store.blobs().put(b"a section of a prompt").unwrap();
    assert_eq!(rows(&kit), 0);
    let _ = journal.append(vec![note(1, "refers to it")]).unwrap();
    assert_eq!(rows(&kit), 1);

    // A refused batch takes no blob away: it waits for the next one.
    let heir = Store::open(kit.dir.path()).unwrap();
    raw(kit.dir.path())
        .execute_batch("UPDATE runs SET epoch = epoch + 1")
        .unwrap();
    let waits = kit.store.blobs().put(b"another").unwrap();
    assert!(journal.append(vec![note(2, "fenced")]).is_err());
    assert_eq!(rows(&kit), 1);
    assert!(heir.blobs().get(&waits).is_err());
    drop(journal);
    let _ = kit.journal("r1").append(vec![note(2, "again")]).unwrap();
    assert_eq!(heir.blobs().get(&waits).unwrap(), b"another");
    assert_eq!(heir.blobs().get(&hash).unwrap(), b"a section of a prompt");
}

#[test]
fn much_that_waits_does_not_wait() {
    let kit = Kit::new();
    let bytes = noise(63_000 + 140);
    for at in 0..140 {
        kit.store.blobs().put(&bytes[at..at + 63_000]).unwrap();
    }
    assert!(rows(&kit) > 100);
}

#[test]
fn a_changed_blob_is_not_returned() {
    let kit = Kit::new();
    let blobs = kit.store.blobs();
    let small = blobs.put(b"small").unwrap();
    let large = noise(100_000);
    let in_file = blobs.put(&large).unwrap();
    blobs.flush().unwrap();

    raw(kit.dir.path())
        .execute_batch("UPDATE blobs SET bytes = x'00736d616c4c'")
        .unwrap();
    let path = file(&kit, &in_file);
    let mut content = std::fs::read(&path).unwrap();
    content[50_000] ^= 1;
    std::fs::write(&path, &content).unwrap();
    for hash in [small, in_file] {
        assert!(matches!(blobs.get(&hash), Err(Error::BadBlob { .. })));
    }
    // Whoever has the bytes mends the file by putting them.
    let fresh = Store::open(kit.dir.path()).unwrap();
    fresh.blobs().put(&large).unwrap();
    assert_eq!(fresh.blobs().get(&in_file).unwrap(), large);
    for content in [&b""[..], &[7, 7, 7], &[1, 255, 255]] {
        std::fs::write(&path, content).unwrap();
        assert!(
            matches!(blobs.get(&in_file), Err(Error::BadBlob { .. })),
            "{content:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn any_bytes_come_back(all in prop::collection::vec(prop::collection::vec(0..4_u8, 0..3000), 1..8)) {
        let kit = Kit::new();
        let hashes: Vec<Hash> = all.iter().map(|b| kit.store.blobs().put(b).unwrap()).collect();
        kit.store.blobs().flush().unwrap();
        let fresh = Store::open(kit.dir.path()).unwrap();
        for (hash, bytes) in hashes.iter().zip(&all) {
            prop_assert_eq!(&fresh.blobs().get(hash).unwrap(), bytes);
        }
    }
}
