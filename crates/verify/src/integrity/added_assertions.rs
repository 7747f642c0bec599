//! Checks that a change adds: room for tests that were merged, split, rewritten or made into a table.

use std::collections::{BTreeMap, BTreeSet};

use code::{Assertion, Case, Skip, Strength};

use super::test_index::Entry;

/// How many checks a table stands for whose rows can't be counted.
const UNCOUNTED: usize = 32;

/// Rows that are kept as they stand.
const TEXTS_MAX: usize = 1_000;

/// What makes another value of one, and is not what a test is about: `str(error.value)`.
const CONVERTS: [&str; 8] = [
    "str", "repr", "list", "sorted", "set", "dict", "tuple", "String",
];

/// Letters of the shortest text that hardly stands in a row by chance.
const TEXT_MIN: usize = 6;

/// How many checks a test makes.
pub(super) fn checks(case: &Case) -> usize {
    let firm = case
        .assertions
        .iter()
        .filter(|it| it.strength > Strength::Loose && it.hidden.is_none())
        .count();
    let rows = case.rows.as_ref().map_or(1, |it| match it.more {
        true => it.texts.len().saturating_add(UNCOUNTED),
        // Loops that stand in each other run for each pair.
        false => it.texts.len().max(it.times).max(1),
    });
    let some = usize::from(!case.assertions.is_empty());
    firm.max(some).saturating_mul(rows)
}

/// How many checks of other tests a test has room for: one that compares a whole value stands for several.
fn room_of(case: &Case) -> usize {
    let values = case
        .assertions
        .iter()
        .filter(|it| it.strength > Strength::Loose)
        .map(|it| it.values.len().max(1));
    checks(case).max(values.fold(0, usize::saturating_add))
}

/// What a test is about: functions whose work it asserts, else all that it calls.
fn about(case: &Case) -> BTreeSet<&str> {
    let asserted: BTreeSet<&str> = case
        .assertions
        .iter()
        .flat_map(|it| &it.callees)
        .map(String::as_str)
        .collect();
    if asserted.is_empty() {
        case.calls.iter().map(String::as_str).collect()
    } else {
        asserted
    }
}

/// Names of constants in what an assertion expects: `MAX_SIZE`.
pub(super) fn constants(assertion: &Assertion) -> impl Iterator<Item = String> {
    let words = assertion.expected.iter().flat_map(|it| it.split(' '));
    let shouted = |it: &&str| {
        let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        it.len() > 3 && it.chars().all(plain) && it.starts_with(|c: char| c.is_ascii_uppercase())
    };
    words.filter(shouted).map(str::to_owned)
}

/// Checks that the change added, by what they are about: room for tests that were merged or made into a table.
pub(super) struct Room {
    by_name: BTreeMap<String, usize>,
    pub(super) bodies: BTreeSet<u64>,
    /// Literals that the change added to tests.
    literals: BTreeSet<String>,
    /// The rows of tables that came, as they stand.
    texts: Vec<String>,
    /// Rows of tables that came.
    rows: usize,
    /// What is asserted of in tests that came, and in those that have more to assert.
    subjects: BTreeSet<String>,
    /// What is called by tests whose inputs stand somewhere else.
    fed: BTreeSet<String>,
}

impl Room {
    pub(super) fn of(pairs: &[(Entry<'_>, Entry<'_>)], added: &[Entry<'_>]) -> Room {
        let mut room = Room {
            by_name: BTreeMap::new(),
            bodies: BTreeSet::new(),
            literals: BTreeSet::new(),
            texts: Vec::new(),
            rows: 0,
            subjects: BTreeSet::new(),
            fed: BTreeSet::new(),
        };
        for (old, new) in pairs {
            // Rows that came are room, whatever their values are.
            let rows = checks(new.case).saturating_sub(checks(old.case));
            let grown = room_of(new.case)
                .saturating_sub(room_of(old.case))
                .max(rows);
            room.add(new.case, grown);
        }
        for new in added {
            room.add(new.case, room_of(new.case));
        }
        let all = pairs.iter().map(|(_, new)| new).chain(added);
        room.bodies = all.map(|it| it.case.body).collect();
        room
    }

    fn add(&mut self, case: &Case, checks: usize) {
        let off = case.skipped == Some(Skip::Always) || case.vacuity.is_some();
        if checks == 0 || off {
            return;
        }
        if case.rows.as_ref().is_some_and(|it| it.more) {
            self.fed.extend(case.calls.iter().cloned());
        }
        let firm = case
            .assertions
            .iter()
            .filter(|it| it.strength > Strength::Loose);
        let subjects = firm.map(|it| it.subject.clone());
        self.subjects.extend(subjects);
        let values = case
            .assertions
            .iter()
            .flat_map(|it| &it.values)
            .chain(&case.words);
        self.literals.extend(values.cloned());
        let rows = case
            .rows
            .iter()
            .flat_map(|it| &it.texts)
            .flat_map(|it| it.split([' ', ',', '"']));
        self.literals.extend(rows.map(str::to_owned));
        let whole = case.rows.iter().flat_map(|it| &it.texts);
        let whole = whole.flat_map(|it| it.split('"'));
        self.literals.extend(whole.map(str::to_owned));
        let texts = case.rows.iter().flat_map(|it| it.texts.iter().cloned());
        let left = TEXTS_MAX.saturating_sub(self.texts.len());
        self.texts.extend(texts.take(left));
        let count = case.rows.as_ref().map_or(0, |it| it.texts.len());
        self.rows = self.rows.saturating_add(count);
        // What a row names is what its run is about: `(strategy_union, "abcd")`.
        for row in case.rows.iter().flat_map(|it| &it.texts) {
            let words = row.split(|c: char| !c.is_alphanumeric() && c != '_');
            for word in words.filter(|it| it.len() > 2).collect::<BTreeSet<_>>() {
                let room = self.by_name.entry(word.to_owned()).or_default();
                *room = room.saturating_add(1);
            }
        }
        for name in case
            .calls
            .iter()
            .map(String::as_str)
            .chain(about(case))
            .collect::<BTreeSet<_>>()
        {
            let room = self.by_name.entry(name.to_owned()).or_default();
            *room = room.saturating_add(checks);
        }
    }

    /// Takes room for a test that went, assertion by assertion; whether there was enough.
    pub(super) fn take(&mut self, case: &Case) -> bool {
        let firm: Vec<&Assertion> = case
            .assertions
            .iter()
            .filter(|it| it.strength > Strength::Loose && !it.callees.is_empty())
            .collect();
        let mut values: BTreeSet<&String> = firm.iter().flat_map(|it| &it.values).collect();
        // Where nothing but constants is expected, by their names. A table may give them by others.
        let named: BTreeSet<String> = match values.is_empty() && self.rows == 0 {
            true => firm.iter().flat_map(|it| constants(it)).collect(),
            false => BTreeSet::new(),
        };
        values.extend(&named);
        let known = values
            .iter()
            .filter(|it| self.is_said(it) || self.stands_in_a_row(it))
            .count();
        // A test of the same function with other values is another test.
        let mut callees = firm.iter().flat_map(|it| &it.callees);
        let fed = callees.any(|it| self.fed.contains(it));
        if !fed && known.saturating_mul(2) < values.len() {
            return false;
        }
        if firm.is_empty() && self.by_row(case) {
            return true;
        }
        let rows = case.rows.as_ref().map_or(1, |it| it.texts.len().max(1));
        if firm.is_empty() {
            // Where no function is known by whose work it is asserted, the same has to be asserted of, or the same be said.
            let said = |it: &Assertion| {
                let mut values = it.values.iter();
                !it.values.is_empty() && values.all(|value| self.is_said(value))
            };
            let mut all = case.assertions.iter();
            let same = all.all(|it| {
                it.strength <= Strength::Loose || self.subjects.contains(&it.subject) || said(it)
            });
            return same && self.one(&about(case), checks(case).max(1));
        }
        firm.iter().all(|it| {
            let names = it.callees.iter().map(String::as_str);
            let names: BTreeSet<&str> = names.filter(|it| !CONVERTS.contains(it)).collect();
            names.is_empty() || self.one(&names, rows)
        })
    }

    /// Whether a literal stands in a test that came, among those of an inner loop as well.
    fn is_said(&self, value: &str) -> bool {
        let plain = value.trim_matches(['"', '\'', '`']);
        self.literals.contains(value) || self.literals.contains(plain)
    }

    /// Whether a text of some length is part of a row that came.
    fn stands_in_a_row(&self, value: &str) -> bool {
        let plain = value.trim_matches(['"', '\'', '`']);
        plain.len() >= TEXT_MIN && self.texts.iter().any(|it| it.contains(plain))
    }

    /// Whether a test that asserts by a function of its own became a row: all that it says stands in a table that came.
    fn by_row(&mut self, case: &Case) -> bool {
        let values: BTreeSet<&String> = case.assertions.iter().flat_map(|it| &it.values).collect();
        let known = values.iter().filter(|it| self.literals.contains(**it));
        let stands = !values.is_empty() && known.count().saturating_mul(2) >= values.len();
        let row = stands && self.rows > 0;
        self.rows = self.rows.saturating_sub(usize::from(row));
        row
    }

    fn one(&mut self, names: &BTreeSet<&str>, needed: usize) -> bool {
        let best = names.iter().filter_map(|it| self.by_name.get(*it)).max();
        if best.is_none_or(|it| *it < needed) {
            return false;
        }
        for name in names {
            if let Some(room) = self.by_name.get_mut(*name) {
                *room = room.saturating_sub(needed);
            }
        }
        true
    }
}
