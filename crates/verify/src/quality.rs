//! Words of the quality gates that both measuring and judging use.

use ledger::options::Verification;

pub(crate) const COMPLEXITY: &str = "complexity";
pub(crate) const COVERAGE: &str = "coverage";
pub(crate) const SECURITY: &str = "security";
pub(crate) const TYPE_CHECK: &str = "type-check";

/// Ways through one function, at most.
pub(crate) fn complexity_max(options: &Verification) -> u32 {
    threshold(options, COMPLEXITY, 10)
}

/// Hundredths of all lines that have to run, at least.
pub(crate) fn coverage_min(options: &Verification) -> u32 {
    threshold(options, COVERAGE, 80)
}

fn threshold(options: &Verification, gate: &str, usual: u32) -> u32 {
    options.thresholds.get(gate).copied().unwrap_or(usual)
}
