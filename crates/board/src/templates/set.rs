//! What one file of templates says.

use std::collections::BTreeMap;

use ledger::board::{ActionType, BusinessType};

/// What one file says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Set {
    pub(super) sections: BTreeMap<ActionType, Section>,
    pub(super) discussion: Option<String>,
    pub(super) round_review: Option<String>,
}

/// What one file says of one kind of event.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Section {
    pub(super) whole: Part,
    pub(super) default: Part,
    pub(super) business: BTreeMap<BusinessType, Part>,
}

/// What is said in one place. What is not said is looked for in the next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Part {
    pub(super) hint: Option<String>,
    pub(super) steps: Option<Vec<String>>,
    pub(super) report: Option<String>,
}
