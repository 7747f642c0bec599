//! What was delivered long ago is forgotten: first the bodies, which were taken in, later that there were such deliveries.

use store::{Forget, Store};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Bodies stay so long, for whoever asks what a forge had said.
const BODIES_MS_MAX: u64 = 7 * DAY_MS;
/// Ids stay so long: forges deliver again what is younger.
const IDS_MS_MAX: u64 = 90 * DAY_MS;
/// Rounds of [`store::limits::DELIVERIES_MAX`] deliveries at once: whoever delivers meanwhile waits for one of them.
const ROUNDS_MAX: usize = 4;
/// Nothing is looked for so soon after nothing was left.
const REST_MS: u64 = 60 * 60 * 1000;

/// When it is due again.
#[derive(Debug, Default)]
pub(super) struct Retention {
    due_ms: u64,
}

impl Retention {
    /// Forgets what is old among the deliveries of a forge up to the number `taken_in`, a bounded part of it at once. Times
    /// are in milliseconds since 1970.
    ///
    /// # Errors
    /// What the store said; it is tried again the next time.
    pub(super) fn forget(
        &mut self,
        store: &Store,
        (forge, taken_in): (&str, u64),
        now_ms: u64,
    ) -> Result<usize, store::Error> {
        if now_ms < self.due_ms {
            return Ok(0);
        }
        let older_than = |age_ms| Forget {
            forge,
            no_max: taken_in,
            received_before_ms: now_ms.saturating_sub(age_ms),
        };
        let bodies = rounds(|| store.forget_delivery_bodies(older_than(BODIES_MS_MAX)))?;
        let ids = rounds(|| store.forget_delivery_ids(older_than(IDS_MS_MAX)))?;
        if bodies.is_all && ids.is_all {
            self.due_ms = now_ms.saturating_add(REST_MS);
        }
        Ok(bodies.count.saturating_add(ids.count))
    }
}

/// What was forgotten.
#[derive(Default)]
struct Forgotten {
    count: usize,
    /// Nothing is left.
    is_all: bool,
}

fn rounds(
    mut forget: impl FnMut() -> Result<usize, store::Error>,
) -> Result<Forgotten, store::Error> {
    let mut forgotten = Forgotten::default();
    for _ in 0..ROUNDS_MAX {
        match forget()? {
            0 => {
                forgotten.is_all = true;
                break;
            }
            more => forgotten.count = forgotten.count.saturating_add(more),
        }
    }
    Ok(forgotten)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use store::{Delivery, DeliveryCounts};

    use super::*;

    const NOW_MS: u64 = 1_800_000_000_000;

    fn delivery(forge: &str, at: u64, days: u64) -> Delivery {
        Delivery {
            forge: forge.to_owned(),
            id: format!("id-{at}"),
            event: "issues".to_owned(),
            received_ms: NOW_MS - days * DAY_MS - 1,
            headers: BTreeMap::new(),
            body: b"{}".to_vec(),
        }
    }

    fn counts(store: &Store) -> (u64, u64) {
        let DeliveryCounts { ids, bodies } = store.delivery_counts().unwrap();
        (ids, bodies)
    }

    #[test]
    fn bodies_go_after_a_week_and_ids_after_ninety_days() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let days = [91, 89, 8, 6, 0];
        let all: Vec<Delivery> = (0..)
            .zip(days)
            .map(|(at, it)| delivery("home", at, it))
            .collect();
        store.accept(&all).unwrap();
        store.accept(&[delivery("other", 0, 100)]).unwrap();
        let mut retention = Retention::default();
        // Nothing was taken in yet.
        assert_eq!(retention.forget(&store, ("home", 0), NOW_MS).unwrap(), 0);
        let mut retention = Retention::default();
        assert_eq!(retention.forget(&store, ("home", 2), NOW_MS).unwrap(), 3);
        assert_eq!(counts(&store), (5, 4));
        // The next look is due in an hour.
        assert_eq!(
            retention.forget(&store, ("home", 9), NOW_MS + 1).unwrap(),
            0
        );
        let later_ms = NOW_MS + REST_MS;
        assert_eq!(retention.forget(&store, ("home", 9), later_ms).unwrap(), 1);
        assert_eq!(counts(&store), (5, 3), "another forge's stay");
    }

    #[test]
    fn what_is_left_of_many_is_due_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let many = (store::limits::DELIVERIES_MAX * ROUNDS_MAX + 1) as u64;
        let all: Vec<Delivery> = (0..many).map(|at| delivery("home", at, 8)).collect();
        store.accept(&all).unwrap();
        let mut retention = Retention::default();
        let mut forgotten = || retention.forget(&store, ("home", many), NOW_MS).unwrap() as u64;
        assert_eq!([forgotten(), forgotten(), forgotten()], [many - 1, 1, 0]);
    }
}
