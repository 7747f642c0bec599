//! All rules, and each by its id.

use serde::{Deserialize, Deserializer};

use super::rule::Rule;
use super::{checks, plan, proof, sentences, tests, usage, work};

impl Rule {
    /// The rule of that id.
    pub(crate) fn of(id: &str) -> Option<Self> {
        all().find(|it| it.id() == id)
    }
}

/// All of them, by what they are about.
pub(super) fn all() -> impl Iterator<Item = Rule> {
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

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let id = String::deserialize(from)?;
        Rule::of(&id).ok_or_else(|| serde::de::Error::custom(format!("no rule `{id}`")))
    }
}
