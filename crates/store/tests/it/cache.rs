//! Cached states: returned only while nothing is in doubt.

use ledger::ids::{Hash, Seq};
use ledger::journal::Head;

use crate::kit::{Kit, raw, run};

#[test]
fn a_state_is_returned_while_its_line_stands() {
    let kit = Kit::written("r1", 3);
    let run = run("r1");
    let at = kit.store.head(&run).unwrap();
    assert_eq!(kit.store.get_cache(&run, "state-1"), None);
    kit.store.put_cache(&run, "state-1", at, b"older").unwrap();
    kit.store
        .put_cache(&run, "state-1", at, b"a state")
        .unwrap();
    assert_eq!(
        kit.store.get_cache(&run, "state-1"),
        Some((at, b"a state".to_vec()))
    );
    assert_eq!(kit.store.get_cache(&run, "state-2"), None);
    assert!(kit.store.put_cache(&run, "../state", at, b"x").is_err());

    let path = kit.dir.path().join("cache/r1@state-1.state");
    let good = std::fs::read(&path).unwrap();
    for at in [0, 10, 50, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        std::fs::write(&path, &bad).unwrap();
        assert_eq!(kit.store.get_cache(&run, "state-1"), None, "byte {at}");
    }
    std::fs::write(&path, &good[..20]).unwrap();
    assert_eq!(kit.store.get_cache(&run, "state-1"), None);
    std::fs::write(&path, &good).unwrap();
    assert!(kit.store.get_cache(&run, "state-1").is_some());

    let fork = Head {
        seq: Seq(2),
        hash: Hash::of(b"another line"),
    };
    kit.store.put_cache(&run, "state-2", fork, b"x").unwrap();
    assert_eq!(kit.store.get_cache(&run, "state-2"), None);
    raw(kit.dir.path())
        .execute_batch("DELETE FROM lines WHERE key & 1099511627775 = 3")
        .unwrap();
    assert_eq!(kit.store.get_cache(&run, "state-1"), None);
}
