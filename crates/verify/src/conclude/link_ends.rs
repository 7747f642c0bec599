//! Where the ends of key links lie: under the names that the plan gives them, or in the files that short names mean; and
//! the places of their facts there, which [`crate::inspect`] wrote down in the order of the plan.

use std::collections::BTreeMap;

use ledger::ids::RelPath;
use ledger::plan::{KeyLink, Plan};

use super::files::{Files, Kind};
use super::take;
use crate::short_names::Names;

/// Links in the order of the plan, counted by the files in which they may start and end.
pub(crate) struct Ends<'p> {
    names: Names<'p>,
    starts: BTreeMap<&'p str, usize>,
    ends: BTreeMap<&'p str, usize>,
}

/// Between which files a link lies, as far as its ends speak of any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Between<'p> {
    /// The file that uses.
    pub(crate) from: Option<&'p RelPath>,
    /// Its number among the links that start there.
    pub(crate) start: usize,
    /// The file that is used.
    pub(crate) to: Option<&'p RelPath>,
    /// Its number among the links that end there.
    pub(crate) end: usize,
    /// Whether the plan names the file that uses.
    pub(crate) from_planned: bool,
}

impl<'p> Ends<'p> {
    pub(crate) fn new(plan: &'p Plan) -> Self {
        Self {
            names: Names::of(plan),
            starts: BTreeMap::new(),
            ends: BTreeMap::new(),
        }
    }

    /// Where the next link lies.
    pub(crate) fn next(&mut self, link: &'p KeyLink, files: &Files<'_>) -> Between<'p> {
        let (from, to) = (link.from.path(), link.to.path());
        let (from_meant, to_meant) = (self.meant(from), self.meant(to));
        let start = from.map(|it| counted(&mut self.starts, (it, from_meant), files));
        let end = to.map(|it| counted(&mut self.ends, (it, to_meant), files));
        // One file under two names is no link: then each is what it is called.
        let same = start.zip(end).is_some_and(|(start, end)| start.0 == end.0);
        let named = |counted: Option<(&'p RelPath, usize)>, own: Option<&'p RelPath>| match same {
            true => own,
            false => counted.map(|it| it.0).or(own),
        };
        let from = named(start, from);
        Between {
            from,
            start: start.map_or(0, |it| it.1),
            to: named(end, to),
            end: end.map_or(0, |it| it.1),
            from_planned: from.is_some_and(|it| self.names.has(it)),
        }
    }

    fn meant(&self, end: Option<&RelPath>) -> Option<&'p RelPath> {
        self.names.meant(end?)
    }
}

/// The file that an end lies in, and its number there. It is counted under both names, as when it was looked at.
fn counted<'p>(
    counts: &mut BTreeMap<&'p str, usize>,
    (end, meant): (&'p RelPath, Option<&'p RelPath>),
    files: &Files<'_>,
) -> (&'p RelPath, usize) {
    let own = take(counts, end.as_str());
    let Some(meant) = meant else {
        return (end, own);
    };
    let other = take(counts, meant.as_str());
    match files.get(end.as_str()).map(|it| it.kind) {
        Some(Kind::Absent | Kind::Ignored | Kind::Directory) => (meant, other),
        Some(
            Kind::File
            | Kind::LinkOutside
            | Kind::Special
            | Kind::TooLarge
            | Kind::NotText
            | Kind::Strange,
        )
        | None => (end, own),
    }
}
