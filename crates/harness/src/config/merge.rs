//! Layers to one set of values, each of which knows where it came from; and what an untrusted file may do to it.

use std::collections::BTreeMap;

use ledger::options::RuleAction;

use super::keys::{Key, Stricter};
use super::kind::Kind;
use super::layer::Given;
use super::value::{Layer, Origin, Value};

/// A value with its history.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub(crate) key: &'static Key,
    /// What counts.
    pub value: Value,
    /// Where it came from; for a united list, where the last addition came from.
    pub origin: Origin,
    /// For a list, where each item came from.
    pub items: Vec<Origin>,
    /// What it won over, the latest first; the built-in value is not mentioned.
    pub over: Vec<Origin>,
}

/// Something in an untrusted file that has no effect.
#[derive(Debug, Clone, PartialEq)]
pub struct Ignored {
    /// The key.
    pub path: String,
    /// Where it stands.
    pub origin: Origin,
    /// Why.
    pub why: &'static str,
}

/// Why a project's word does not count.
const YOURS: &str = "only your own configuration may set it";

/// All values that count.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Values {
    pub(crate) entries: BTreeMap<Vec<String>, Entry>,
}

impl Values {
    /// The entry at a path with dots, of a key without names of the user's.
    #[must_use]
    pub fn entry(&self, path: &str) -> Option<&Entry> {
        let path: Vec<String> = path.split('.').map(str::to_owned).collect();
        self.entries.get(&path)
    }

    /// Takes a layer whose word counts: it replaces, except that united lists grow.
    pub(crate) fn put(&mut self, layer: Vec<Given>) {
        for given in layer {
            let is_united = matches!(
                given.key.stricter,
                Stricter::United | Stricter::Asking | Stricter::Together
            );
            match self.entries.get_mut(&given.path) {
                Some(entry) if is_united => unite(entry, given),
                Some(entry) => {
                    let before = std::mem::replace(&mut entry.origin, given.origin);
                    if before.layer != Layer::Default {
                        entry.over.insert(0, before);
                    }
                    entry.value = given.value;
                    entry.items = given.items;
                }
                None => {
                    self.entries.insert(given.path.clone(), fresh(given));
                }
            }
        }
    }

    /// Takes a layer that may only tighten; what it may not is returned.
    pub(crate) fn tighten(&mut self, layer: Vec<Given>) -> Vec<Ignored> {
        let mut ignored = Vec::new();
        for mut given in layer {
            let refuse = |given: &Given, why| Ignored {
                path: given.path.join("."),
                origin: given.origin.clone(),
                why,
            };
            match given.key.stricter {
                Stricter::Ignored | Stricter::Together => {
                    ignored.push(refuse(&given, "only a trusted file may set it"))
                }
                Stricter::Yours => ignored.push(refuse(&given, YOURS)),
                Stricter::United | Stricter::Added => self.grow(given),
                Stricter::Asking => {
                    if hush(&mut given) {
                        ignored.push(refuse(&given, "rules that allow, and messages, need trust"));
                    }
                    self.grow(given);
                }
                Stricter::Lower | Stricter::Higher | Stricter::SwitchOn | Stricter::SwitchOff => {
                    let before = self.entries.get(&given.path);
                    let said = before.filter(|it| it.origin.layer != Layer::Default);
                    let same = said.is_some_and(|it| it.value == given.value);
                    if before.is_some_and(|it| is_looser(given.key, &it.value, &given.value)) {
                        ignored.push(refuse(&given, "it is looser than what counts already"));
                    } else if !same {
                        self.put(vec![given]);
                    }
                }
            }
        }
        ignored
    }

    /// Takes a trusted file of the project; what even that may not is returned.
    pub(crate) fn put_project(&mut self, layer: Vec<Given>) -> Vec<Ignored> {
        let (yours, rest): (Vec<Given>, Vec<Given>) = layer
            .into_iter()
            .partition(|given| given.key.stricter == Stricter::Yours);
        self.put(rest);
        let refused = |given: Given| Ignored {
            path: given.path.join("."),
            origin: given.origin,
            why: YOURS,
        };
        yours.into_iter().map(refused).collect()
    }

    fn grow(&mut self, given: Given) {
        match self.entries.get_mut(&given.path) {
            Some(entry) => unite(entry, given),
            None => {
                self.entries.insert(given.path.clone(), fresh(given));
            }
        }
    }
}

/// Whether the second value would hold less than the first, by the key's own measure. Values of different types, and
/// keys without a measure, are looser.
fn is_looser(key: &Key, before: &Value, after: &Value) -> bool {
    let order = match (before, after) {
        (Value::Count(before), Value::Count(after)) => after.partial_cmp(before),
        (Value::Decimal(before), Value::Decimal(after)) => after.partial_cmp(before),
        (Value::Switch(before), Value::Switch(after)) => after.partial_cmp(before),
        (Value::Text(before), Value::Text(after)) => match key.kind {
            Kind::Choice(words) => {
                let rank = |text: &String| words.iter().position(|word| word == text);
                rank(after).partial_cmp(&rank(before))
            }
            Kind::Text(_)
            | Kind::Switch
            | Kind::Count(..)
            | Kind::Decimal(..)
            | Kind::Rule
            | Kind::Requirement
            | Kind::Hook(_)
            | Kind::List(..) => None,
        },
        (
            Value::Text(_)
            | Value::Switch(_)
            | Value::Count(_)
            | Value::Decimal(_)
            | Value::Rule(_)
            | Value::Requirement(_)
            | Value::Hook(_)
            | Value::List(_),
            _,
        ) => None,
    };
    match key.stricter {
        Stricter::Lower | Stricter::SwitchOff => !order.is_some_and(std::cmp::Ordering::is_le),
        Stricter::Higher | Stricter::SwitchOn => !order.is_some_and(std::cmp::Ordering::is_ge),
        Stricter::United
        | Stricter::Added
        | Stricter::Asking
        | Stricter::Together
        | Stricter::Ignored
        | Stricter::Yours => true,
    }
}

/// Takes out what an untrusted rule may not be: one that allows, and words that an agent would read. Whether there was
/// anything.
fn hush(given: &mut Given) -> bool {
    let Value::List(rules) = &given.value else {
        return false;
    };
    let (mut kept, mut origins, mut is_changed) = (Vec::new(), Vec::new(), false);
    for (rule, origin) in rules.iter().zip(&given.items) {
        let Value::Rule(rule) = rule else { continue };
        if rule.action == RuleAction::Allow {
            is_changed = true;
            continue;
        }
        let mut rule = rule.clone();
        is_changed |= rule.message.take().is_some();
        kept.push(Value::Rule(rule));
        origins.push(origin.clone());
    }
    given.value = Value::List(kept);
    given.items = origins;
    is_changed
}

fn fresh(given: Given) -> Entry {
    Entry {
        key: given.key,
        value: given.value,
        origin: given.origin,
        items: given.items,
        over: Vec::new(),
    }
}

/// Adds the items of a list that are not there yet.
fn unite(entry: &mut Entry, given: Given) {
    let (Value::List(items), Value::List(more)) = (&mut entry.value, given.value) else {
        return;
    };
    let mut is_grown = false;
    for (item, origin) in more.into_iter().zip(given.items) {
        if !items.contains(&item) {
            items.push(item);
            entry.items.push(origin);
            is_grown = true;
        }
    }
    if is_grown {
        entry.origin = given.origin;
    }
}
