//! What should be known, and is no gap.

use ledger::report::{Category, Feedback, FeedbackStatus, Location};

use crate::rules::RuleId;

/// A note at a file; with an empty path, at none.
pub(super) fn note(
    rule: &RuleId,
    category: Category,
    path: &str,
    line: Option<u32>,
    text: String,
) -> Feedback {
    Feedback {
        status: FeedbackStatus::Warning,
        category,
        level: None,
        location: (!path.is_empty()).then(|| Location {
            file: path.to_owned(),
            line,
            column: None,
        }),
        message: match path {
            "" => text,
            path => format!("{path}: {text}"),
        },
        fixable: false,
        fix_suggestion: None,
        confidence_pct: 100,
        rule: rule.as_str().to_owned(),
    }
}
