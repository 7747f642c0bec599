//! Deliveries: kept once for each id, in one order, all of a batch or none, and there after a crash once they were answered.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use store::{
    Accepted, Delivery, DeliveryContent, DeliveryCounts, Error, Forget, Store, StoredDelivery,
};

use crate::kit::{Kit, raw};

/// Where the child of a test keeps its store.
const LOAD_DIR: &str = "STORE_TEST_LOAD_DIR";

/// Deliveries in one batch of a load.
const LOAD_BATCH: u64 = 16;

/// A delivery of a few kilobytes that deflates no better than a real one.
pub(crate) fn delivery(at: u64) -> Delivery {
    let mut state = at.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut body = br#"{"action":"opened","number":"#.to_vec();
    while body.len() < 9000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        write!(body, r#"{{"id":{state},"login":"ann","full_name":""}},"#).unwrap();
    }
    Delivery {
        forge: "home".into(),
        id: format!("id-{at}"),
        event: "issues".into(),
        received_ms: 1_000 + at,
        headers: BTreeMap::from([("x-gitea-event-type".into(), "issue_assign".into())]),
        body,
    }
}

fn kept(no: u64, delivery: Delivery) -> StoredDelivery {
    let Delivery {
        forge,
        id,
        event,
        received_ms,
        headers,
        body,
    } = delivery;
    StoredDelivery {
        no,
        forge,
        id,
        event,
        received_ms,
        content: Some(DeliveryContent { headers, body }),
    }
}

fn all(store: &Store) -> Vec<StoredDelivery> {
    let mut found: Vec<StoredDelivery> = Vec::new();
    loop {
        let after = found.last().map_or(0, |it| it.no);
        let more = store.deliveries_after(after, 7).unwrap();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

fn log_bytes(dir: &Path) -> u64 {
    std::fs::metadata(dir.join("ledger.db-wal")).unwrap().len()
}

#[test]
fn what_was_accepted_comes_back_byte_for_byte_and_in_order() {
    let kit = Kit::new();
    assert_eq!(kit.store.last_delivery_no().unwrap(), 0);
    assert_eq!(kit.store.accept(&[]).unwrap(), []);
    let mut batch = vec![delivery(1), delivery(2), delivery(3)];
    batch[0].body = Vec::new();
    batch[1].body = (0..=255).cycle().take(70_000).collect();
    let accepted = kit.store.accept(&batch).unwrap();
    let numbers: Vec<u64> = accepted.iter().map(|it| it.no()).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let other = Store::open(kit.dir.path()).unwrap();
    let expected: Vec<_> = (1..).zip(batch).map(|(no, it)| kept(no, it)).collect();
    assert_eq!(other.deliveries_after(0, 10).unwrap(), expected);
    assert_eq!(other.deliveries_after(1, 1).unwrap(), expected[1..2]);
    assert_eq!(other.deliveries_after(3, 10).unwrap(), []);
    assert_eq!(other.last_delivery_no().unwrap(), 3);
}

#[test]
fn a_body_is_kept_as_it_is_where_deflating_does_not_help() {
    let kit = Kit::new();
    let mut state = 1_u64;
    let mut noise = delivery(1);
    noise.body = (0..100_000)
        .map(|_| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 56) as u8
        })
        .collect();
    kit.store.accept(&[noise.clone(), delivery(2)]).unwrap();
    assert_eq!(all(&kit.store), [kept(1, noise), kept(2, delivery(2))]);
    let sql = "SELECT group_concat(deflated || ' ' || (length(body) < 9000)) FROM delivery_bodies";
    let how: String = raw(kit.dir.path())
        .query_row(sql, [], |row| row.get(0))
        .unwrap();
    assert_eq!(how, "0 0,1 1");
    raw(kit.dir.path())
        .execute("UPDATE delivery_bodies SET deflated = 1", [])
        .unwrap();
    let damaged = kit.store.deliveries_after(0, 1);
    assert!(
        matches!(damaged, Err(Error::Unreadable { .. })),
        "{damaged:?}"
    );
}

#[test]
fn an_id_is_kept_once_for_each_forge() {
    let kit = Kit::new();
    let other = Store::open(kit.dir.path()).unwrap();
    let mut elsewhere = delivery(1);
    elsewhere.forge = "work".into();
    let mut changed = delivery(1);
    changed.body = b"{}".to_vec();
    let accepted = kit
        .store
        .accept(&[delivery(1), elsewhere, changed.clone(), delivery(2)])
        .unwrap();
    let [
        Accepted::New { no: one },
        Accepted::New { no: two },
        Accepted::Known { no: again },
        Accepted::New { no: three },
    ] = accepted[..]
    else {
        panic!("{accepted:?}");
    };
    assert_eq!(again, one);
    assert!(one < two && two < three);
    assert_eq!(
        other.accept(&[changed]).unwrap(),
        [Accepted::Known { no: one }]
    );
    assert_eq!(all(&other)[0], kept(one, delivery(1)), "the first stands");
    assert_eq!(all(&other).len(), 3);
}

#[test]
fn one_that_is_too_large_keeps_its_whole_batch_out() {
    let kit = Kit::new();
    let edits: [fn(&mut Delivery); 5] = [
        |it| it.id = "x".repeat(256),
        |it| it.forge = "x".repeat(256),
        |it| it.event = "x".repeat(256),
        |it| it.body = vec![b'x'; (64 << 20) + 1],
        |it| {
            it.headers.insert("x".into(), "x".repeat(16 << 10));
        },
    ];
    for edit in edits {
        let mut large = delivery(2);
        edit(&mut large);
        assert!(matches!(large.check(), Err(Error::TooLarge { .. })));
        let refused = kit.store.accept(&[delivery(1), large]);
        assert!(matches!(refused, Err(Error::TooLarge { .. })));
    }
    assert_eq!(all(&kit.store), []);
}

#[test]
fn a_batch_that_fails_midway_leaves_nothing() {
    let kit = Kit::new();
    kit.store.accept(&[delivery(0)]).unwrap();
    let broken = raw(kit.dir.path());
    broken
        .execute_batch(
            "CREATE TRIGGER broken AFTER INSERT ON delivery_bodies WHEN new.no > 5
         BEGIN SELECT raise(ABORT, 'broken'); END",
        )
        .unwrap();
    let batch: Vec<_> = (1..10).map(delivery).collect();
    assert!(kit.store.accept(&batch).is_err());
    assert_eq!(all(&kit.store).len(), 1);
    broken.execute_batch("DROP TRIGGER broken").unwrap();
    assert_eq!(kit.store.accept(&batch).unwrap().len(), 9);
}

#[test]
fn what_is_read_at_once_is_bounded() {
    let kit = Kit::new();
    let mut batch: Vec<_> = (0..5).map(delivery).collect();
    for delivery in &mut batch {
        delivery.body = vec![b'x'; 3 << 20];
    }
    batch[4].body = vec![b'x'; 20 << 20];
    kit.store.accept(&batch).unwrap();
    let count = |after| kit.store.deliveries_after(after, 100).unwrap().len();
    assert_eq!([count(0), count(2), count(4)], [2, 2, 1]);
    let small: Vec<_> = (10..1_100).map(delivery).map(without_body).collect();
    kit.store.accept(&small).unwrap();
    let found = kit.store.deliveries_after(5, usize::MAX).unwrap();
    assert_eq!(found.len(), store::limits::DELIVERIES_MAX);
}

fn without_body(mut delivery: Delivery) -> Delivery {
    delivery.body.clear();
    delivery
}

#[test]
fn bodies_are_forgotten_before_ids_and_neither_before_its_time() {
    let kit = Kit::new();
    let batch: Vec<_> = (1..=6).map(delivery).collect();
    kit.store.accept(&batch).unwrap();
    let which = |no_max, received_before_ms| Forget {
        forge: "home",
        no_max,
        received_before_ms,
    };
    let bodies = |it| kit.store.forget_delivery_bodies(it).unwrap();
    let ids = |it| kit.store.forget_delivery_ids(it).unwrap();
    assert_eq!(ids(which(u64::MAX, u64::MAX)), 0, "their bodies are there");
    let elsewhere = Forget {
        forge: "other",
        ..which(u64::MAX, u64::MAX)
    };
    assert_eq!(bodies(elsewhere), 0, "they are of another forge");
    assert_eq!(bodies(which(2, u64::MAX)), 2);
    assert_eq!(ids(elsewhere), 0);
    assert_eq!(bodies(which(u64::MAX, 1_004)), 1);
    assert_eq!(bodies(which(3, 1_004)), 0);
    let counts = DeliveryCounts { ids: 6, bodies: 3 };
    assert_eq!(kit.store.delivery_counts().unwrap(), counts);
    let late = kit.store.accept(&[delivery(2)]).unwrap();
    assert_eq!(late, [Accepted::Known { no: 2 }], "a late replay is known");
    let found = kit.store.deliveries_after(0, 10).unwrap();
    assert_eq!(found.len(), 6);
    assert!(found[..3].iter().all(|it| it.content.is_none()));
    assert!(found[3..].iter().all(|it| it.content.is_some()));
    assert_eq!(ids(which(2, u64::MAX)), 2);
    let [Accepted::New { no }] = kit.store.accept(&[delivery(2)]).unwrap()[..] else {
        panic!("its id was forgotten");
    };
    assert!(no > 6);
}

#[test]
fn a_number_is_never_given_twice() {
    let kit = Kit::new();
    kit.store.accept(&[delivery(1), delivery(2)]).unwrap();
    let every = Forget {
        forge: "home",
        no_max: u64::MAX,
        received_before_ms: u64::MAX,
    };
    kit.store.forget_delivery_bodies(every).unwrap();
    kit.store.forget_delivery_ids(every).unwrap();
    assert_eq!(kit.store.last_delivery_no().unwrap(), 0);
    let again = kit.store.accept(&[delivery(1)]).unwrap();
    assert_eq!(again, [Accepted::New { no: 3 }]);
}

#[test]
fn the_log_stays_bounded_under_load_and_forgotten_pages_are_used_again() {
    let kit = Kit::new();
    let database = || {
        let sql = "SELECT page_count FROM pragma_page_count";
        let conn = raw(kit.dir.path());
        conn.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap()
    };
    let load = |from: u64| {
        for first in (from..from + 1_280).step_by(64) {
            let batch: Vec<_> = (first..first + 64).map(delivery).collect();
            kit.store.accept(&batch).unwrap();
            kit.store.tidy().unwrap();
        }
    };
    load(0);
    let pages = database();
    for round in 1..4 {
        let every = Forget {
            forge: "home",
            no_max: u64::MAX,
            received_before_ms: u64::MAX,
        };
        while kit.store.forget_delivery_bodies(every).unwrap() > 0 {}
        load(round * 10_000);
    }
    assert!(log_bytes(kit.dir.path()) <= 8 << 20);
    // Ids alone are more than before.
    assert!(database() < pages + pages / 4, "{} {pages}", database());
}

/// What the child of the test below does: accepts batch after batch, and says so only when each is durable.
#[test]
fn load_until_killed() {
    let Some(dir) = std::env::var_os(LOAD_DIR) else {
        return;
    };
    let store = Store::open(Path::new(&dir)).unwrap();
    let first = store.last_delivery_no().unwrap();
    for round in 0.. {
        let from = first + round * LOAD_BATCH;
        let batch: Vec<_> = (from..from + LOAD_BATCH).map(delivery).collect();
        store.accept(&batch).unwrap();
        // Past the harness, which would keep it.
        let mut out = std::io::stdout().lock();
        writeln!(out, "\nanswered {from}").unwrap();
        out.flush().unwrap();
        store.tidy().unwrap();
    }
}

#[test]
fn a_kill_in_the_middle_of_load_loses_nothing_that_was_answered() {
    let dir = tempfile::tempdir().unwrap();
    let mut answered: Vec<u64> = Vec::new();
    for kill_after in [1, 9, 40, 23] {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["deliveries::load_until_killed", "--exact", "--nocapture"])
            .env(LOAD_DIR, dir.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut batches = lines
            .by_ref()
            .map_while(Result::ok)
            .filter_map(|line| line.strip_prefix("answered ")?.parse::<u64>().ok());
        answered.extend(batches.by_ref().take(kill_after));
        child.kill().unwrap();
        child.wait().unwrap();
        // What it still said before it was killed counts, too.
        answered.extend(batches);

        let store = Store::open(dir.path()).unwrap();
        let found = all(&store);
        assert_eq!(found.len() as u64 % LOAD_BATCH, 0, "all of a batch or none");
        for (at, stored) in (0..).zip(&found) {
            assert_eq!(*stored, kept(stored.no, delivery(at)));
        }
        let last = answered.iter().max().unwrap();
        assert!(found.len() as u64 >= last + LOAD_BATCH);
        assert_eq!(store.verify_files().unwrap(), []);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_batches_keep_each_id_once_in_the_order_of_acceptance(
        batches in prop::collection::vec(prop::collection::vec(0..30_u64, 0..12), 1..12),
    ) {
        let kit = Kit::new();
        let mut order: Vec<u64> = Vec::new();
        for batch in batches {
            let deliveries: Vec<_> = batch.iter().map(|at| delivery(*at)).collect();
            let accepted = kit.store.accept(&deliveries).unwrap();
            prop_assert_eq!(accepted.len(), batch.len());
            for (at, accepted) in batch.into_iter().zip(accepted) {
                let is_new = matches!(accepted, Accepted::New { .. });
                prop_assert_eq!(is_new, !order.contains(&at));
                if is_new {
                    order.push(at);
                }
            }
        }
        let found: Vec<_> = all(&kit.store).into_iter().map(|it| it.id).collect();
        let expected: Vec<_> = order.iter().map(|at| format!("id-{at}")).collect();
        prop_assert_eq!(found, expected);
    }
}
