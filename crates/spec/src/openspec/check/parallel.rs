//! Changes beside each other that touch the same requirement: whichever is archived last would silently win.

use std::collections::{BTreeMap, BTreeSet};

use crate::openspec::change::Change;
use crate::openspec::found::Found;
use crate::openspec::text::folded;

/// Changes that are named in one message.
const NAMED_MAX: usize = 5;

/// Says of each change what it shares with others. The lists are of the same length.
pub(in crate::openspec) fn parallel(changes: &[Change<'_>], found: &mut [Found]) {
    let mut touched: BTreeMap<(&str, String), BTreeSet<&str>> = BTreeMap::new();
    for change in changes {
        for delta in &change.deltas {
            for (_, named) in delta.touched() {
                let key = (delta.capability, folded(named.name));
                touched.entry(key).or_default().insert(change.place.id);
            }
        }
    }
    touched.retain(|_, ids| ids.len() > 1);
    if touched.is_empty() {
        return;
    }
    for (change, found) in changes.iter().zip(found) {
        for delta in &change.deltas {
            let mut said = BTreeSet::new();
            for (_, named) in delta.touched() {
                let key = (delta.capability, folded(named.name));
                let Some(ids) = touched.get(&key).filter(|_| said.insert(key.1.clone())) else {
                    continue;
                };
                let message = format!(
                    "`{}` touches requirement `{}` of `{}`, and so {}",
                    change.place.id,
                    named.name,
                    delta.capability,
                    others(ids, change.place.id)
                );
                let help = "finish one first, then write the other one against what stands then";
                found.error(&delta.text, named.at, &message, help);
            }
        }
    }
}

fn others(ids: &BTreeSet<&str>, own: &str) -> String {
    let others: Vec<String> = ids
        .iter()
        .filter(|id| **id != own)
        .map(|id| format!("`{id}`"))
        .collect();
    let verb = if others.len() == 1 { "does" } else { "do" };
    let shown = others.get(..NAMED_MAX).unwrap_or(&others).join(", ");
    match others.len().saturating_sub(NAMED_MAX) {
        0 => format!("{verb} {shown}"),
        more => format!("{verb} {shown} and {more} more"),
    }
}
