//! What people say: as it stands in lines, and as agents read it.

/// How an approval is settled.
pub(crate) const APPROVED: &str = "approved";

/// What a person said, as the agent reads it.
pub(crate) fn said(hint: &str) -> String {
    format!("[a person says] {hint}")
}
