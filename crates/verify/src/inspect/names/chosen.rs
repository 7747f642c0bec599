//! New named values that the plan asks for and that nothing gives to anybody: of "the reason is Deleted, Expired or Flushed",
//! the third. Only where the others of the list are given and nothing compares them: a value that is only looked for may be
//! the one that is left when no other fits.

use std::collections::BTreeSet;

use code::project::{FieldUse, SymbolUse};
use code::{Definition, DefinitionKind, Delta, Facts, Field, Language, Reason};

use crate::facts::StubFact;
use crate::inspect::known::last;
use crate::inspect::prose::sentences;
use crate::inspect::{Subject, finding};
use crate::rules::PLAN_VALUE_NEVER_GIVEN;

/// How many lines apart two values of one list stand, with what is said of them.
const APART_MAX: u32 = 6;
/// Values that are looked at.
const VALUES_MAX: usize = 200;

impl Subject<'_> {
    /// Values of a list that nothing uses although the others are used.
    pub(in crate::inspect) fn never_given(&self, delta: &Delta) -> Vec<StubFact> {
        if !matches!(self.code.language, Language::Go | Language::Java) {
            return Vec::new();
        }
        let fresh = delta.definitions.iter();
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let values = fresh.filter(|it| it.kind == DefinitionKind::Constant && !it.test);
        let mut values: Vec<&Definition> = values.take(VALUES_MAX).collect();
        values.sort_by_key(|it| it.span.line);
        let mut lists: Vec<Vec<&Definition>> = Vec::new();
        for value in values {
            let near = |it: &&Definition| value.span.line.abs_diff(it.span.end_line) <= APART_MAX;
            match lists.last_mut() {
                Some(list) if list.last().is_some_and(near) => list.push(value),
                Some(_) | None => lists.push(vec![value]),
            }
        }
        let lists = lists.into_iter().filter(|it| it.len() > 2);
        lists.flat_map(|it| self.idle_of(&it)).collect()
    }

    /// New cases of an enum of Rust that nothing makes, where another file names all the others of it and not this one: what
    /// leads from outside to the others leads to none of these.
    pub(in crate::inspect) fn unmapped(&self, delta: &Delta) -> Vec<StubFact> {
        let before = self.ground.base.and_then(|it| it.facts(self.path.as_str()));
        let Some(before) = before.filter(|_| self.code.language == Language::Rust) else {
            return Vec::new();
        };
        let project = self.ground.project;
        let fresh = delta.fields.iter().take(VALUES_MAX);
        let fresh = fresh.filter_map(|at| self.code.fields.get(*at));
        let cases = fresh.filter(|it| it.name.starts_with(char::is_uppercase) && !it.private);
        let idle = cases.filter(|it| {
            let others = before.fields.iter().filter(|old| old.owner == it.owner);
            let others: Vec<&str> = others.map(|old| old.name.as_str()).collect();
            let asked = Field {
                private: true,
                ..(*it).clone()
            };
            let unmade = project.field(&asked) == FieldUse::NeverRead;
            let leads = || {
                project.all().any(|(path, facts)| {
                    let all = names(facts, &it.owner) && others.iter().all(|old| names(facts, old));
                    all && path != self.path.as_str()
                })
            };
            others.len() > 1 && unmade && leads()
        });
        idle.map(|it| {
            let what = format!("{}::{}", it.owner, it.name);
            let why = "is a case that nothing ever makes, though all others of its type are made";
            finding(it.line, &what, Reason::NeverRead, why).ruled(PLAN_VALUE_NEVER_GIVEN)
        })
        .collect()
    }

    /// Defaults and bounds that nothing goes by: `DefaultLimit`, `MAX_SIZE`.
    pub(in crate::inspect) fn bounds(&self, delta: &Delta) -> Vec<StubFact> {
        if !matches!(self.code.language, Language::Go | Language::Java) {
            return Vec::new();
        }
        let fresh = delta.definitions.iter();
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let bounds = fresh.filter(|it| {
            let lower = last(it).to_lowercase();
            let named = ["default", "max", "min"]
                .iter()
                .any(|word| lower.starts_with(word));
            let longer = lower.len() > 7;
            it.kind == DefinitionKind::Constant
                && !it.test
                && !it.nested
                && named
                && longer
                && self.stands_for_itself(it)
        });
        let idle = bounds.take(VALUES_MAX).filter(|it| {
            let found = self.ground.project.symbol(self.path.as_str(), it);
            matches!(
                found,
                SymbolUse::Nobody | SymbolUse::Tests(..) | SymbolUse::Offered
            )
        });
        let found = idle.map(|it| {
            let why = "is a default or a bound that nothing goes by";
            finding(it.span.line, &it.name, Reason::NeverRead, why).ruled(PLAN_VALUE_NEVER_GIVEN)
        });
        found.collect()
    }

    /// Whether a value is written down, and is none of a list that counts up.
    fn stands_for_itself(&self, value: &Definition) -> bool {
        let line = usize::try_from(value.span.line.saturating_sub(1)).unwrap_or(usize::MAX);
        let text = self.source.lines().nth(line).unwrap_or_default();
        let value = text.split_once('=').map_or("", |it| it.1).trim();
        value.starts_with(|c: char| c.is_ascii_digit()) && !text.contains("iota")
    }

    fn idle_of(&self, list: &[&Definition]) -> Vec<StubFact> {
        let project = self.ground.project;
        if list.iter().any(|it| project.compares(last(it))) {
            return Vec::new();
        }
        let used = |it: &&&Definition| {
            let found = project.symbol(self.path.as_str(), it);
            matches!(found, SymbolUse::Used(..) | SymbolUse::Unknown(_))
        };
        let (given, idle): (Vec<&&Definition>, Vec<&&Definition>) = list.iter().partition(used);
        // The first is what is there where nobody chooses.
        let first = list.first().map(|it| it.span.line);
        let idle = idle.into_iter().filter(|it| Some(it.span.line) != first);
        let words: BTreeSet<&str> = sentences(self.ground)
            .iter()
            .copied()
            .flat_map(|it| it.split(|c: char| !(c.is_alphanumeric() || c == '_')))
            .collect();
        let asked = idle.filter(|it| words.contains(last(it)));
        let found = asked.map(|it| {
            let why = "is a value that nothing ever gives, though the others of its list are given";
            finding(it.span.line, &it.name, Reason::NeverRead, why).ruled(PLAN_VALUE_NEVER_GIVEN)
        });
        match given.len() > 1 {
            true => found.collect(),
            false => Vec::new(),
        }
    }
}

/// Whether code of a file that is no test names something.
fn names(facts: &Facts, name: &str) -> bool {
    let members = facts.members.get(name).into_iter().flatten();
    let mut all = members.chain(facts.references.get(name).into_iter().flatten());
    all.any(|it| !it.test)
}
