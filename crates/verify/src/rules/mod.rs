//! Every kind of finding: its id, what it finds, why that matters, what to do instead, and what it leads to. A finding is
//! made with one of these, so that no id exists which the list does not explain.
//!
//! Shapes of code that are data of their own ([`code::rules`]) have their texts there; [`explained`] is the list of both.

mod checks;
mod explain;
mod kinds;
mod plan;
mod proof;
mod sentences;
mod tests;
mod usage;
mod work;

use std::cmp::Ordering;
use std::fmt;

use ledger::options::Severity;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) use checks::*;
pub use explain::{Explained, SHAPES, explained};
pub(crate) use kinds::{Group, Looks};
pub(crate) use plan::*;
pub(crate) use proof::*;
pub(crate) use sentences::*;
pub(crate) use tests::*;
pub(crate) use usage::*;
pub(crate) use work::*;

/// All that is known of a rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct About {
    pub(crate) id: &'static str,
    pub(crate) group: Group,
    pub(crate) looks: Looks,
    /// What it leads to where a plan stands behind the change.
    pub(crate) planned: Severity,
    /// What it leads to where nothing but the change is known.
    pub(crate) alone: Severity,
    /// What should hold, in a few words.
    pub(crate) holds: &'static str,
    pub(crate) finds: &'static str,
    pub(crate) why: &'static str,
    pub(crate) instead: &'static str,
}

/// A kind of finding. It can't be made outside of this list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rule(&'static About);

impl Rule {
    /// Its name, which findings carry.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.0.id
    }

    /// What should hold, in a few words.
    pub(crate) fn holds(self) -> &'static str {
        self.0.holds
    }

    /// What it leads to, where nobody says otherwise.
    pub(crate) fn severity(self, planned: bool) -> Severity {
        match planned {
            true => self.0.planned,
            false => self.0.alone,
        }
    }

    /// Whether it can be switched off, turned to a note, or accepted at a place.
    pub(crate) fn is_switchable(self) -> bool {
        !self.0.group.is_asked_for()
    }

    /// The rule of that id.
    pub(crate) fn of(id: &str) -> Option<Self> {
        all().find(|it| it.id() == id)
    }
}

/// All of them, by what they are about.
pub(crate) fn all() -> impl Iterator<Item = Rule> {
    let lists = [
        plan::ALL,
        proof::ALL,
        work::ALL,
        usage::ALL,
        tests::ALL,
        checks::ALL,
        sentences::ALL,
    ];
    lists.into_iter().flatten().copied()
}

impl PartialEq<&str> for Rule {
    fn eq(&self, other: &&str) -> bool {
        self.id() == *other
    }
}

impl PartialOrd for Rule {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rule {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id().cmp(other.id())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let id = String::deserialize(from)?;
        Rule::of(&id).ok_or_else(|| serde::de::Error::custom(format!("no rule `{id}`")))
    }
}

/// The rule of a finding: one of this list, or a shape that is data, built in or the repository's own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RuleId {
    /// One of this list.
    Known(Rule),
    /// A shape, by its id.
    Shape(String),
}

impl RuleId {
    /// Its name.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            RuleId::Known(rule) => rule.id(),
            RuleId::Shape(id) => id,
        }
    }

    /// Its name, to be kept.
    pub(crate) fn into_string(self) -> String {
        match self {
            RuleId::Known(rule) => rule.id().to_owned(),
            RuleId::Shape(id) => id,
        }
    }

    /// What to do instead; empty where nobody says.
    pub(crate) fn instead(&self) -> &'static str {
        match self {
            RuleId::Known(rule) => rule.0.instead,
            RuleId::Shape(_) => "",
        }
    }

    /// What should hold, in a few words.
    pub(crate) fn holds(&self) -> &'static str {
        match self {
            RuleId::Known(rule) => rule.holds(),
            RuleId::Shape(_) => "no rule broken",
        }
    }

    /// What it leads to, where nobody says otherwise. What a shape finds for certain no honest code has.
    pub(crate) fn severity(&self, planned: bool) -> Severity {
        match self {
            RuleId::Known(rule) => rule.severity(planned),
            RuleId::Shape(_) => Severity::Gap,
        }
    }

    /// Whether it can be switched off, turned to a note, or accepted at a place.
    pub(crate) fn is_switchable(&self) -> bool {
        match self {
            RuleId::Known(rule) => rule.is_switchable(),
            RuleId::Shape(_) => true,
        }
    }
}

impl From<Rule> for RuleId {
    fn from(rule: Rule) -> Self {
        RuleId::Known(rule)
    }
}

/// Writes down rules of one group, each as a constant and all as `ALL`. One that nothing names is an error of the compiler.
macro_rules! rules {
    ($group:ident: $($name:ident = $id:literal, $looks:expr, $planned:ident / $alone:ident,
        $holds:literal, $finds:literal, $why:literal, $instead:literal;)*) => {
        $(
            #[doc = $finds]
            pub(crate) const $name: $crate::rules::Rule = $crate::rules::Rule(&$crate::rules::About {
                id: $id,
                group: $crate::rules::Group::$group,
                looks: $looks,
                planned: ledger::options::Severity::$planned,
                alone: ledger::options::Severity::$alone,
                holds: $holds,
                finds: $finds,
                why: $why,
                instead: $instead,
            });
        )*
        /// All of them.
        pub(super) const ALL: &[$crate::rules::Rule] = &[$(
            $crate::rules::Rule(&$crate::rules::About {
                id: $id,
                group: $crate::rules::Group::$group,
                looks: $looks,
                planned: ledger::options::Severity::$planned,
                alone: ledger::options::Severity::$alone,
                holds: $holds,
                finds: $finds,
                why: $why,
                instead: $instead,
            }),
        )*];
    };
}
use rules;
