//! A report compared with the one before, by the stable names of items. The one before only says what to compare: how an
//! item stands now is never taken from it.

use std::collections::BTreeMap;

use ledger::report::{Item, ItemStatus, ReVerification, Report, ReportStatus};

/// What such a name begins with that the plan asks for by itself.
const MUST_HAVES: [&str; 4] = ["truth:", "artifact:", "key_link:", "requirement:"];
/// Gates that are there because somebody asked for them, not because something was found.
const ASKED_GATES: [&str; 3] = ["checkpoint", "falsifiable", "type-check"];

/// A report before, as far as the next one is compared with it. It may be a page that anybody wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Before {
    /// How it stood.
    pub status: ReportStatus,
    /// Its score, as `1/3`.
    pub score: String,
    /// Items that failed, by name or by their words.
    pub failed: Vec<String>,
    /// Items that were verified, the same way.
    pub verified: Vec<String>,
}

impl Before {
    /// What there is to compare with in a report.
    #[must_use]
    pub fn of(report: &Report) -> Self {
        let (verified, all) = report.score();
        let with = |status: ItemStatus| {
            let items = report.items.iter().filter(move |it| it.status == status);
            items.map(|it| it.id.clone()).collect()
        };
        Self {
            status: report.status,
            score: format!("{verified}/{all}"),
            failed: with(ItemStatus::Failed),
            verified: with(ItemStatus::Verified),
        }
    }
}

/// What became of what had failed, and of what had been verified.
#[must_use]
pub fn compare(before: &Before, items: &[Item]) -> ReVerification {
    let mut now: BTreeMap<&str, &Item> = BTreeMap::new();
    for item in items {
        now.entry(item.text.as_str()).or_insert(item);
    }
    now.extend(items.iter().map(|item| (item.id.as_str(), item)));
    let mut compared = ReVerification {
        previous_status: before.status,
        previous_score: before.score.clone(),
        gaps_closed: Vec::new(),
        gaps_remaining: Vec::new(),
        regressions: Vec::new(),
        gaps_unasked: Vec::new(),
    };
    for name in &before.failed {
        match now.get(name.trim()) {
            Some(item) if item.status == ItemStatus::Verified => {
                compared.gaps_closed.push(item.id.clone());
            }
            Some(item) => compared.gaps_remaining.push(item.id.clone()),
            None if was_found(name) => compared.gaps_closed.push(name.clone()),
            None => compared.gaps_unasked.push(name.clone()),
        }
    }
    for name in &before.verified {
        if let Some(item) = now.get(name.trim())
            && item.status == ItemStatus::Failed
        {
            compared.regressions.push(item.id.clone());
        }
    }
    compared
}

/// Whether an item of this name is there only while something is found, such as a deletion that nobody declared: what
/// failed so and is not found any more does not fail any more. What the plan asked for and asks no more is another matter.
fn was_found(name: &str) -> bool {
    if name == "gate:nothing-to-check" {
        return true;
    }
    let rule = name
        .strip_prefix("gate:")
        .and_then(|it| it.split_once(':'))
        .map(|(rule, _)| rule);
    let plain = |rule: &&str| rule.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    let asked = MUST_HAVES.iter().any(|it| name.starts_with(it));
    !asked
        && rule
            .filter(plain)
            .is_some_and(|it| !ASKED_GATES.contains(&it))
}
