//! A report for others: `VERIFICATION.md` and JSON.

use ledger::report::Report;

/// The page `VERIFICATION.md`. `verified_at` is a time of ISO 8601 in UTC.
#[must_use]
pub fn markdown(report: &Report, verified_at: &str) -> String {
    format!(
        "---\nverified: {verified_at}\nstatus: {}\n---\n",
        report.status.word()
    )
}

/// The same fields as JSON, and every item.
#[must_use]
pub fn json(report: &Report, verified_at: &str) -> serde_json::Value {
    serde_json::json!({ "verified": verified_at, "status": report.status.word() })
}
