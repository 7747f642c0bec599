//! What is to be done, by kind of event and kind of work.

use ledger::board::{ActionType, BusinessType};

/// The language of the built-in templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    En,
    /// Chinese.
    Zh,
}

/// What one kind of task is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Template {
    /// What kind of thing it is.
    pub hint: String,
    /// What is to be done.
    pub steps: Vec<String>,
    /// What its report holds.
    pub report: String,
}

/// All templates.
#[derive(Debug, Clone, Default)]
pub struct Templates;

impl Templates {
    /// The built-in ones.
    #[must_use]
    pub fn built_in(_: Language) -> Self {
        Self
    }

    /// What a kind of task is told.
    #[must_use]
    pub fn get(&self, _: ActionType, _: BusinessType) -> Template {
        Template::default()
    }

    /// What branches of such work begin with.
    #[must_use]
    pub fn branch_type(&self, business: BusinessType) -> &str {
        business.branch_type()
    }
}
