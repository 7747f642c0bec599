//! Values by path, as the types that the resolved configuration is made of.

use ledger::money::Usd;

use super::merge::Values;
use super::value::Value;

/// Values by path. A key that is not set reads as empty, zero or off; which ones always are is the table's business.
pub(crate) struct Read<'a>(pub(crate) &'a Values);

impl<'a> Read<'a> {
    pub(crate) fn has(&self, path: &str) -> bool {
        self.0.entry(path).is_some()
    }

    fn value(&self, path: &str) -> Option<&'a Value> {
        self.0.entry(path).map(|entry| &entry.value)
    }

    pub(crate) fn text(&self, path: &str) -> Option<String> {
        text(self.value(path)?)
    }

    pub(crate) fn switch(&self, path: &str) -> bool {
        self.value(path) == Some(&Value::Switch(true))
    }

    pub(crate) fn whole(&self, path: &str) -> u64 {
        match self.value(path) {
            Some(Value::Count(number)) => *number,
            Some(
                Value::Text(_)
                | Value::Switch(_)
                | Value::Decimal(_)
                | Value::Rule(_)
                | Value::List(_),
            )
            | None => 0,
        }
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
        self.list(path).filter_map(text).collect()
    }

    pub(crate) fn rules(&self, path: &str) -> Vec<ledger::options::Rule> {
        self.list(path)
            .filter_map(|value| match value {
                Value::Rule(rule) => Some(rule.clone()),
                Value::Text(_)
                | Value::Switch(_)
                | Value::Count(_)
                | Value::Decimal(_)
                | Value::List(_) => None,
            })
            .collect()
    }
}

/// The words of a text.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Switch(_)
        | Value::Count(_)
        | Value::Decimal(_)
        | Value::Rule(_)
        | Value::List(_) => None,
    }
}
