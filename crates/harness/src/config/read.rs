//! Values by path, as the types that the resolved configuration is made of.

use ledger::money::Usd;
use ledger::options::{Requirement, Rule, RuleOrigin, UserHook};

use super::merge::Values;
use super::value::{Layer, Value};

/// Values by path. A key that is not set reads as empty, zero or off; which ones always are is the table's business.
pub(crate) struct Read<'a>(pub(crate) &'a Values);

impl<'a> Read<'a> {
    pub(crate) fn has(&self, path: &str) -> bool {
        self.0.entry(path).is_some()
    }

    /// Whether somebody says it, and not only the built-in value.
    pub(crate) fn is_chosen(&self, path: &str) -> bool {
        let entry = self.0.entry(path);
        entry.is_some_and(|it| it.origin.layer != Layer::Default)
    }

    fn value(&self, path: &str) -> Option<&'a Value> {
        self.0.entry(path).map(|entry| &entry.value)
    }

    pub(crate) fn text(&self, path: &str) -> Option<String> {
        self.value(path)?.text()
    }

    pub(crate) fn switch(&self, path: &str) -> bool {
        self.value(path) == Some(&Value::Switch(true))
    }

    pub(crate) fn whole(&self, path: &str) -> u64 {
        self.value(path).and_then(Value::count).unwrap_or(0)
    }

    pub(crate) fn count(&self, path: &str) -> u32 {
        u32::try_from(self.whole(path)).unwrap_or(u32::MAX)
    }

    pub(crate) fn decimal(&self, path: &str) -> f64 {
        match self.value(path) {
            Some(Value::Decimal(number)) => *number,
            Some(
                Value::Text(_)
                | Value::Switch(_)
                | Value::Count(_)
                | Value::Rule(_)
                | Value::Requirement(_)
                | Value::Hook(_)
                | Value::List(_),
            )
            | None => 0.0,
        }
    }

    pub(crate) fn dollars(&self, path: &str) -> Usd {
        Usd::from_dollars(self.decimal(path))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share is from 0 to 1"
    )]
    pub(crate) fn percent(&self, path: &str) -> u8 {
        (self.decimal(path) * 100.0).round().clamp(0.0, 100.0) as u8
    }

    pub(crate) fn list(&self, path: &str) -> impl Iterator<Item = &'a Value> {
        self.value(path)
            .map(Value::items)
            .unwrap_or_default()
            .iter()
    }

    pub(crate) fn texts(&self, path: &str) -> Vec<String> {
        self.list(path).filter_map(Value::text).collect()
    }

    /// Evidence that some changes need.
    pub(crate) fn requirements(&self, path: &str) -> Vec<Requirement> {
        self.list(path)
            .filter_map(|value| match value {
                Value::Requirement(it) => Some(it.clone()),
                Value::Text(_)
                | Value::Switch(_)
                | Value::Count(_)
                | Value::Decimal(_)
                | Value::Rule(_)
                | Value::Hook(_)
                | Value::List(_) => None,
            })
            .collect()
    }

    /// Hooks of the person's.
    pub(crate) fn hooks(&self, path: &str) -> Vec<UserHook> {
        self.list(path)
            .filter_map(|value| match value {
                Value::Hook(it) => Some(it.clone()),
                Value::Text(_)
                | Value::Switch(_)
                | Value::Count(_)
                | Value::Decimal(_)
                | Value::Rule(_)
                | Value::Requirement(_)
                | Value::List(_) => None,
            })
            .collect()
    }

    /// Rules, each with whose it is.
    pub(crate) fn rules(&self, path: &str) -> Vec<Rule> {
        let Some(entry) = self.0.entry(path) else {
            return Vec::new();
        };
        let items = entry.value.items().iter().zip(&entry.items);
        items
            .filter_map(|(value, origin)| match value {
                Value::Rule(rule) => Some(Rule {
                    origin: whose(origin.layer),
                    ..rule.clone()
                }),
                Value::Text(_)
                | Value::Switch(_)
                | Value::Requirement(_)
                | Value::Hook(_)
                | Value::Count(_)
                | Value::Decimal(_)
                | Value::List(_) => None,
            })
            .collect()
    }
}

/// Whose a rule of a layer is.
pub(crate) fn whose(layer: Layer) -> RuleOrigin {
    match layer {
        Layer::Default | Layer::User | Layer::Env | Layer::Flag => RuleOrigin::User,
        Layer::Project | Layer::Untrusted => RuleOrigin::Project,
    }
}
