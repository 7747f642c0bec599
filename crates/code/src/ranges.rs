//! A set of bytes, as sorted ranges that do not touch: "is this byte in there?" in logarithmic time.

use crate::facts::{ByteRange, Region, RegionKind};

/// Merged byte ranges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges(Vec<ByteRange>);

impl Ranges {
    pub(crate) fn of_kind(regions: &[Region], kind: RegionKind) -> Ranges {
        regions
            .iter()
            .filter(|region| region.kind == kind)
            .map(|region| region.bytes)
            .collect()
    }

    /// Asks about bytes that never fall, each in constant time.
    pub(crate) fn rising(&self) -> impl FnMut(usize) -> bool {
        let mut ahead = self.0.iter().peekable();
        move |byte| {
            while ahead.next_if(|range| range.end <= byte).is_some() {}
            ahead.peek().is_some_and(|range| range.start <= byte)
        }
    }

    /// Whether the byte lies in one of the ranges.
    #[inline]
    pub(crate) fn contains(&self, byte: usize) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let after = self.0.partition_point(|range| range.start <= byte);
        after
            .checked_sub(1)
            .and_then(|last| self.0.get(last))
            .is_some_and(|range| byte < range.end)
    }
}

impl FromIterator<ByteRange> for Ranges {
    fn from_iter<I: IntoIterator<Item = ByteRange>>(ranges: I) -> Ranges {
        let mut sorted: Vec<ByteRange> = ranges.into_iter().filter(|r| r.start < r.end).collect();
        sorted.sort_unstable();
        sorted.dedup_by(|next, last| {
            let touches = next.start <= last.end;
            if touches {
                last.end = last.end.max(next.end);
            }
            touches
        });
        Ranges(sorted)
    }
}
