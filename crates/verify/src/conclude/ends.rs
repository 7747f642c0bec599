//! Where the ends of key links lie: under the names that the plan gives them, or in the files that short names mean; and
//! the places of their facts there, which [`crate::inspect`] wrote down in the order of the plan.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ledger::ids::RelPath;
use ledger::plan::{KeyLink, Plan};

use super::files::{Files, Kind};
use super::take;
use crate::meant::Names;

/// Links in the order of the plan, counted by the files in which they may start and end.
pub(crate) struct Ends<'p> {
    names: Names<'p>,
    starts: BTreeMap<&'p str, usize>,
    ends: BTreeMap<&'p str, usize>,
}

impl<'p> Ends<'p> {
    pub(crate) fn new(plan: &'p Plan) -> Self {
        Self {
            names: Names::of(plan),
            starts: BTreeMap::new(),
            ends: BTreeMap::new(),
        }
    }

    /// The next link, between files, and its numbers among those that start, and end, in them.
    pub(crate) fn next(
        &mut self,
        link: &'p KeyLink,
        files: &Files<'_>,
    ) -> (Cow<'p, KeyLink>, (usize, usize)) {
        let from = self.names.meant(&link.from);
        let to = self.names.meant(&link.to);
        let start = counted(&mut self.starts, (&link.from, from), files);
        let end = counted(&mut self.ends, (&link.to, to), files);
        let places = (start.1, end.1);
        let same = start.0 == &link.from && end.0 == &link.to;
        // One file under two names is no link.
        if same || start.0 == end.0 {
            return (Cow::Borrowed(link), places);
        }
        let found = KeyLink {
            from: start.0.clone(),
            to: end.0.clone(),
            ..link.clone()
        };
        (Cow::Owned(found), places)
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
