//! A value of the configuration, and where it came from.

use std::fmt;

use ledger::options::{Requirement, Rule, RuleAction, UserHook};

use super::place::Place;

/// A value that was checked.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Words.
    Text(String),
    /// On or off.
    Switch(bool),
    /// A whole number.
    Count(u64),
    /// A number.
    Decimal(f64),
    /// One of the user's rules.
    Rule(Rule),
    /// Evidence that some changes need.
    Requirement(Requirement),
    /// A hook of the person's.
    Hook(UserHook),
    /// Several.
    List(Vec<Value>),
}

impl Value {
    /// As JSON, for `config show --json`.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        match self {
            Value::Text(text) => text.clone().into(),
            Value::Switch(on) => (*on).into(),
            Value::Count(number) => (*number).into(),
            Value::Decimal(number) => (*number).into(),
            Value::List(items) => items.iter().map(Value::json).collect(),
            Value::Requirement(it) => serde_json::json!({
                "when": it.when,
                "kind": it.kind,
                "message": it.message,
            }),
            // Our own types can always be written.
            Value::Hook(hook) => serde_json::to_value(hook).unwrap_or_default(),
            Value::Rule(rule) => {
                let mut map = serde_json::Map::new();
                map.insert("name".to_owned(), rule.name.clone().into());
                if !rule.pattern.is_empty() {
                    map.insert("pattern".to_owned(), rule.pattern.clone().into());
                }
                if let Some(when) = &rule.when {
                    map.insert("when".to_owned(), when.clone().into());
                }
                map.insert("action".to_owned(), action_word(rule.action).into());
                if !rule.applies_to.is_empty() {
                    map.insert("applies_to".to_owned(), rule.applies_to.clone().into());
                }
                if let Some(message) = &rule.message {
                    map.insert("message".to_owned(), message.clone().into());
                }
                map.into()
            }
        }
    }

    /// The words of a text.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            Value::Text(text) => Some(text.clone()),
            Value::Switch(_)
            | Value::Count(_)
            | Value::Decimal(_)
            | Value::Rule(_)
            | Value::Requirement(_)
            | Value::Hook(_)
            | Value::List(_) => None,
        }
    }

    /// A whole number.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match self {
            Value::Count(number) => Some(*number),
            Value::Text(_)
            | Value::Switch(_)
            | Value::Decimal(_)
            | Value::Rule(_)
            | Value::Requirement(_)
            | Value::Hook(_)
            | Value::List(_) => None,
        }
    }

    /// The items of a list; none for anything else.
    #[must_use]
    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            Value::Text(_)
            | Value::Switch(_)
            | Value::Count(_)
            | Value::Decimal(_)
            | Value::Rule(_)
            | Value::Requirement(_)
            | Value::Hook(_) => &[],
        }
    }
}

/// The word of a rule's action.
pub(crate) fn action_word(action: RuleAction) -> &'static str {
    match action {
        RuleAction::Allow => "allow",
        RuleAction::Ask => "ask",
        RuleAction::Deny => "deny",
    }
}

/// Which layer a value came from; a later one wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Built in.
    Default,
    /// The user's own file.
    User,
    /// A file of the project that was trusted.
    Project,
    /// A file of the project that was not trusted: it can only tighten.
    Untrusted,
    /// The environment.
    Env,
    /// The command line.
    Flag,
}

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The layer.
    pub layer: Layer,
    /// The place in it.
    pub place: Place,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.layer, &self.place) {
            (Layer::Default, _) => f.write_str("default"),
            (layer, Place::At { source, line, .. }) => {
                write!(f, "{}:{line}{}", source.name, mark(layer))
            }
            (layer, place) => write!(f, "{place}{}", mark(layer)),
        }
    }
}

fn mark(layer: Layer) -> &'static str {
    match layer {
        Layer::Untrusted => " (not trusted)",
        Layer::Default | Layer::User | Layer::Project | Layer::Env | Layer::Flag => "",
    }
}
