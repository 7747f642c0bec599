//! What a change has more of in its tests: assertions and rows that moved there from where they are missed.

use std::collections::BTreeSet;

use super::book::Entry;

/// What stands in new tests and could not have been there before: assertions and rows that moved.
pub(super) struct Spare<'e> {
    pub(super) asserted: BTreeSet<(&'e str, Option<&'e str>)>,
    pub(super) rows: BTreeSet<&'e str>,
}

impl<'e> Spare<'e> {
    pub(super) fn of(pairs: &[(Entry<'e>, Entry<'e>)], added: &[Entry<'e>]) -> Spare<'e> {
        let mut spare = Spare {
            asserted: BTreeSet::new(),
            rows: BTreeSet::new(),
        };
        let grown = pairs
            .iter()
            .filter(|(old, new)| new.case.assertions.len() > old.case.assertions.len());
        for entry in grown.map(|(_, new)| new).chain(added) {
            let visible = entry
                .case
                .assertions
                .iter()
                .filter(|it| it.hidden.is_none());
            spare
                .asserted
                .extend(visible.map(|it| (it.subject.as_str(), it.expected.as_deref())));
        }
        for entry in pairs.iter().map(|(_, new)| new).chain(added) {
            let rows = entry.case.rows.iter().flat_map(|it| &it.texts);
            spare.rows.extend(rows.map(String::as_str));
        }
        spare
    }
}
