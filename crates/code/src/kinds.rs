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
        Merged::of(kinds.map(|kind| self.list(usize::from(kind))))
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
        Merged::of(lists)
    }

    fn list(&self, kind: usize) -> &[u32] {
        let kind = kind.min(self.ends.len().saturating_sub(1));
        let at = |kind: usize| self.ends.get(kind).copied().map_or(0, index);
        let begin = kind.checked_sub(1).map_or(0, at);
        self.ids.get(begin..at(kind)).unwrap_or_default()
    }
}

/// Several rising lists as one.
pub(crate) struct Merged<'t> {
    lists: Vec<&'t [u32]>,
    /// The list whose turn it is, up to the first of what the others hold: of most kinds several stand before one of another.
    at: usize,
    until: Option<u32>,
}

impl<'t> Merged<'t> {
    fn of(lists: impl Iterator<Item = &'t [u32]>) -> Merged<'t> {
        Merged {
            lists: lists.filter(|list| !list.is_empty()).collect(),
            at: 0,
            until: None,
        }
    }

    /// Whose turn it is next; of lists with the same first, that of the one before.
    fn turn(&mut self) -> Option<()> {
        let (mut first, mut second) = (None, u32::MAX);
        for (at, list) in self.lists.iter().enumerate() {
            let Some(head) = list.first().copied() else {
                continue;
            };
            match first {
                Some((_, least)) if head >= least => second = second.min(head),
                Some((_, least)) => {
                    (first, second) = (Some((at, head)), least);
                }
                None => first = Some((at, head)),
            }
        }
        self.at = first?.0;
        self.until = Some(second);
        Some(())
    }
}

impl Iterator for Merged<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let until = self.until;
        let own = |list: &&[u32]| list.first().copied() <= until && !list.is_empty();
        if !self.lists.get(self.at).is_some_and(own) {
            self.turn()?;
        }
        let list = self.lists.get_mut(self.at)?;
        let (id, rest) = list.split_first()?;
        *list = rest;
        Some(*id)
    }
}
