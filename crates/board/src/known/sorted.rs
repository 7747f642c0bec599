//! Few things by their keys, in little memory: most issues have one comment, most commits one check, and a tree takes room
//! for eleven at once.

use serde::{Deserialize, Serialize};

/// Values in the order of their keys.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Sorted<K, V>(Vec<(K, V)>);

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<K, V> Sorted<K, V> {
    pub(crate) const NONE: Self = Self(Vec::new());

    /// All of them, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The values, in the order of their keys.
    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }
}

impl<K: Ord, V> Sorted<K, V> {
    /// The value of a key; where there is none yet, a new one. None where there are as many as may be.
    pub(crate) fn entry(
        &mut self,
        key: K,
        count_max: usize,
        new: impl FnOnce() -> V,
    ) -> Option<&mut V> {
        let at = match self.0.binary_search_by(|(it, _)| it.cmp(&key)) {
            Ok(at) => at,
            Err(_) if self.0.len() >= count_max => return None,
            Err(at) => {
                if self.0.is_empty() {
                    self.0.reserve_exact(1);
                }
                self.0.insert(at, (key, new()));
                at
            }
        };
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// The values of the keys that come after one.
    pub(crate) fn after(&self, key: &K) -> impl Iterator<Item = &V> {
        let from = self.0.partition_point(|(it, _)| it <= key);
        self.0.iter().skip(from).map(|(_, value)| value)
    }
}
