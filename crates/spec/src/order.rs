//! What comes first: things numbered from 0, and what each depends on. Not what they are.

use std::collections::BTreeSet;

/// An order without circles.
#[derive(Debug)]
pub(crate) struct Order {
    waves: Vec<u32>,
    /// All that has to come before each, directly or not.
    before: Vec<BTreeSet<usize>>,
}

impl Order {
    /// The wave of a thing, from 1: one later than the last of what it depends on.
    pub(crate) fn wave(&self, of: usize) -> u32 {
        self.waves.get(of).copied().unwrap_or(1)
    }

    /// Whether one comes before another, directly or not.
    pub(crate) fn precedes(&self, first: usize, second: usize) -> bool {
        self.before
            .get(second)
            .is_some_and(|before| before.contains(&first))
    }

    /// Whether nothing says which of the two comes first, so that they can run side by side.
    pub(crate) fn side_by_side(&self, a: usize, b: usize) -> bool {
        a != b && !self.precedes(a, b) && !self.precedes(b, a)
    }
}

/// Orders things by what each of them depends on.
///
/// # Errors
/// Circles that have nothing in common, each in an order in which everything depends on the next, and the last on the
/// first.
pub(crate) fn order(depends: &[Vec<usize>]) -> Result<Order, Vec<Vec<usize>>> {
    let mut waves = vec![1_u32; depends.len()];
    let mut before = vec![BTreeSet::new(); depends.len()];
    let mut open: BTreeSet<usize> = (0..depends.len()).collect();
    loop {
        let ready: Vec<usize> = open
            .iter()
            .copied()
            .filter(|at| needs(depends, *at).all(|needed| !open.contains(&needed)))
            .collect();
        if ready.is_empty() {
            break;
        }
        for at in ready {
            let mut all = BTreeSet::new();
            let mut wave = 1;
            for needed in needs(depends, at) {
                all.insert(needed);
                all.extend(before.get(needed).into_iter().flatten().copied());
                let after = waves.get(needed).map_or(1, |wave| wave.saturating_add(1));
                wave = after.max(wave);
            }
            if let (Some(slot), Some(place)) = (before.get_mut(at), waves.get_mut(at)) {
                *slot = all;
                *place = wave;
            }
            open.remove(&at);
        }
    }
    if open.is_empty() {
        Ok(Order { waves, before })
    } else {
        Err(circles(depends, open))
    }
}

/// What a thing depends on, as far as it is there.
fn needs(depends: &[Vec<usize>], at: usize) -> impl Iterator<Item = usize> {
    let needed = depends.get(at).map_or(&[][..], Vec::as_slice);
    needed.iter().copied().filter(|it| *it < depends.len())
}

/// The circles among things that can't be ordered. Each of these depends on another of them.
fn circles(depends: &[Vec<usize>], mut open: BTreeSet<usize>) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    while let Some(first) = open.first().copied() {
        let mut way = vec![first];
        let mut here = first;
        let circle = loop {
            let Some(next) = needs(depends, here).find(|it| open.contains(it)) else {
                // It only waited for a circle that was found before.
                open.remove(&here);
                break None;
            };
            if let Some(from) = way.iter().position(|at| *at == next) {
                break Some(way.split_off(from));
            }
            way.push(next);
            here = next;
        };
        for at in circle.iter().flatten() {
            open.remove(at);
        }
        found.extend(circle);
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::order;

    #[test]
    fn a_diamond_has_three_waves() {
        let order = order(&[vec![], vec![0], vec![0], vec![1, 2]]).unwrap();
        let waves: Vec<u32> = (0..4).map(|at| order.wave(at)).collect();
        assert_eq!(waves, [1, 2, 2, 3]);
        assert!(order.precedes(0, 3) && !order.precedes(3, 0));
        assert!(order.side_by_side(1, 2) && !order.side_by_side(0, 3) && !order.side_by_side(1, 1));
    }

    #[test]
    fn circles_are_named_and_what_waits_for_them_is_not() {
        for (depends, circles) in [
            (vec![vec![0]], vec![vec![0]]),
            (vec![vec![1], vec![2], vec![0]], vec![vec![0, 1, 2]]),
            (vec![vec![1], vec![2], vec![1], vec![]], vec![vec![1, 2]]),
            (
                vec![vec![1], vec![0], vec![3], vec![2, 0]],
                vec![vec![0, 1], vec![2, 3]],
            ),
        ] {
            assert_eq!(order(&depends).unwrap_err(), circles, "{depends:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn waves_keep_dependence_and_circles_are_real(
            depends in prop::collection::vec(prop::collection::vec(0..12_usize, 0..3), 0..12)
        ) {
            let there = |at: usize| at < depends.len();
            match order(&depends) {
                Ok(order) => for (at, needed) in depends.iter().enumerate() {
                    let needed: Vec<usize> = needed.iter().copied().filter(|it| there(*it)).collect();
                    for it in &needed {
                        prop_assert!(order.precedes(*it, at) && !order.precedes(at, *it));
                    }
                    let last = needed.iter().map(|it| order.wave(*it)).max().unwrap_or(0);
                    prop_assert_eq!(order.wave(at), last + 1);
                },
                Err(circles) => {
                    prop_assert!(!circles.is_empty());
                    for circle in circles {
                        for (at, member) in circle.iter().enumerate() {
                            let next = circle[(at + 1) % circle.len()];
                            prop_assert!(depends[*member].contains(&next));
                        }
                    }
                }
            }
        }
    }
}
