//! A report compared with the one before, by the stable names of items.

use std::collections::BTreeMap;

use ledger::report::{Item, ItemStatus, ReVerification, Report};

/// What became of what had failed, and of what had been verified.
pub(super) fn compare(before: &Report, items: &[Item]) -> ReVerification {
    let now: BTreeMap<&str, ItemStatus> = items
        .iter()
        .map(|item| (item.id.as_str(), item.status))
        .collect();
    let (verified, all) = before.score();
    let mut compared = ReVerification {
        previous_status: before.status,
        previous_score: format!("{verified}/{all}"),
        gaps_closed: Vec::new(),
        gaps_remaining: Vec::new(),
        regressions: Vec::new(),
    };
    for item in &before.items {
        let id = item.id.clone();
        match (item.status, now.get(item.id.as_str())) {
            // What failed and is no item any more, such as a deletion that was taken back, does not fail any more.
            (ItemStatus::Failed, Some(ItemStatus::Verified) | None) => {
                compared.gaps_closed.push(id);
            }
            (ItemStatus::Failed, Some(_)) => compared.gaps_remaining.push(id),
            (ItemStatus::Verified, Some(ItemStatus::Failed)) => compared.regressions.push(id),
            (ItemStatus::Verified | ItemStatus::Unknown | ItemStatus::Human, _) => {}
        }
    }
    compared
}
