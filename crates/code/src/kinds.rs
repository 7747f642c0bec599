//! Where the nodes of each kind stand, so that a pass that is about calls goes through calls alone.

use crate::syntax::index;

/// The ids of all nodes, one kind after the other, each kind's in source order.
pub(crate) struct Kinds {
    ids: Vec<u32>,
    /// Where each kind ends in `ids`; the next begins there. The last kind is what the grammar has no word for.
    ends: Vec<u32>,
}

impl Kinds {
    /// Sorts nodes, given as their kinds in source order, into the kinds of a grammar that knows `count`.
    pub(crate) fn of(count: usize, nodes: impl Iterator<Item = u16> + Clone) -> Kinds {
        let known = |kind: u16| usize::from(kind).min(count);
        let mut ends = vec![0u32; count.saturating_add(1)];
        let mut total = 0usize;
        for kind in nodes.clone() {
            total = total.saturating_add(1);
            if let Some(nodes) = ends.get_mut(known(kind)) {
                *nodes = nodes.saturating_add(1);
            }
        }
        // From how many there are of each to where each begins.
        let mut begin = 0u32;
        for end in &mut ends {
            begin = begin.saturating_add(std::mem::replace(end, begin));
        }
        // Each id that is put down moves the end of its kind on.
        let mut ids = vec![0u32; total];
        for (id, kind) in (0u32..).zip(nodes) {
            let Some(end) = ends.get_mut(known(kind)) else {
                continue;
            };
            if let Some(place) = ids.get_mut(index(*end)) {
                *place = id;
            }
            *end = end.saturating_add(1);
        }
        Kinds { ids, ends }
    }

    /// The nodes of some kinds, in source order.
    pub(crate) fn merged(&self, kinds: impl Iterator<Item = u16>) -> Merged<'_> {
        let lists = kinds.map(|kind| self.list(usize::from(kind)));
        Merged(lists.filter(|list| !list.is_empty()).collect())
    }

    /// The same from one id up to another, which is left out.
    pub(crate) fn merged_between(
        &self,
        kinds: impl Iterator<Item = u16>,
        from: u32,
        to: u32,
    ) -> Merged<'_> {
        let lists = kinds.map(|kind| {
            let list = self.list(usize::from(kind));
            let begin = list.partition_point(|id| *id < from);
            let end = list.partition_point(|id| *id < to);
            list.get(begin..end).unwrap_or_default()
        });
        Merged(lists.filter(|list| !list.is_empty()).collect())
    }

    fn list(&self, kind: usize) -> &[u32] {
        let kind = kind.min(self.ends.len().saturating_sub(1));
        let at = |kind: usize| self.ends.get(kind).copied().map_or(0, index);
        let begin = kind.checked_sub(1).map_or(0, at);
        self.ids.get(begin..at(kind)).unwrap_or_default()
    }
}

/// Several rising lists as one.
pub(crate) struct Merged<'t>(Vec<&'t [u32]>);

impl Iterator for Merged<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let first = |list: &&mut &[u32]| list.first().copied().unwrap_or(u32::MAX);
        let list = self.0.iter_mut().min_by_key(first)?;
        let (id, rest) = list.split_first()?;
        *list = rest;
        Some(*id)
    }
}
