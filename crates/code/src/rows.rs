//! Where the lines of a text begin.

use crate::syntax::small;

/// The first byte of each line.
pub(crate) struct Rows(Vec<u32>);

impl Rows {
    pub(crate) fn of(source: &str) -> Rows {
        let ends = source.match_indices('\n').map(|(at, _)| at);
        let begins = ends.map(|at| small(at.saturating_add(1)));
        Rows([0].into_iter().chain(begins).collect())
    }

    /// The line that a byte stands in, from 1.
    pub(crate) fn line(&self, byte: u32) -> u32 {
        small(self.0.partition_point(|start| *start <= byte))
    }

    /// The same, for bytes of which none stands before the last that was asked for; `line` is the answer that was given
    /// then. Most stand in the same line, or in the next.
    pub(crate) fn line_from(&self, mut line: u32, byte: u32) -> u32 {
        while line < small(self.0.len()) && self.start(line.saturating_add(1)) <= byte {
            line = line.saturating_add(1);
        }
        line
    }

    /// Where a line begins, from 1.
    pub(crate) fn start(&self, line: u32) -> u32 {
        let at = line.checked_sub(1).map(crate::syntax::index);
        at.and_then(|at| self.0.get(at)).copied().unwrap_or(0)
    }
}
