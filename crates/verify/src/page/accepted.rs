//! What was found and is accepted: no part of how a report stands, and listed with its reason.

use ledger::report::Report;

use super::cell;

/// The section of the page.
pub(super) fn for_people(report: &Report) -> String {
    let mut text = String::new();
    for it in &report.accepted {
        if text.is_empty() {
            let count = report.accepted.len();
            text.push_str(&format!(
                "\n## What is accepted\n\n{count} found, and accepted before the change.\n\n"
            ));
        }
        let place = it
            .location
            .as_ref()
            .map_or_else(|| it.place.clone(), |at| at.place());
        text.push_str(&format!(
            "- {}: {} (`{}`): {}\n",
            cell(&place),
            cell(&it.message),
            it.rule,
            cell(&it.reason)
        ));
    }
    text
}
