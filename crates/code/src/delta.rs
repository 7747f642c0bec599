//! What became of the definitions of a file from one version to the next. It compares; it does not say whether a change
//! was meant.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Facts;
use crate::parts::{Body, Certainty, Definition, Hollow, ParameterUse, Reason, Stub};

/// What two versions of a file differ in, as far as it matters to whoever asks whether work was taken away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delta {
    /// Definitions that held work and hold none any more: the name, the line now, and why.
    pub gutted: Vec<(String, u32, Hollow)>,
    /// What functions looked at before and do not any more.
    pub neglected: Vec<Neglected>,
    /// Places in the list of stubs of the newer version that the older one has not.
    pub stubs: Vec<usize>,
    /// Places in the list of definitions of the newer version that the older one has not.
    pub definitions: Vec<usize>,
    /// Places in the list of fields of the newer version that the older one has not.
    pub fields: Vec<usize>,
    /// Names that the older version used and the newer one does not.
    pub dropped: Vec<String>,
    /// Names that the older version offered to others and the newer one does not.
    pub withdrawn: Vec<String>,
}

/// A function that does less with what it is given than it did, or than it now says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neglected {
    /// Its name.
    pub name: String,
    /// The line now.
    pub line: u32,
    /// What it neglects.
    pub what: Neglect,
}

/// What a function neglects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Neglect {
    /// A parameter that it read.
    NoLongerRead(String),
    /// A parameter that it takes since the change, and never reads.
    NeverRead(String),
    /// An error that it told of, and now drops.
    Dropped,
}

/// Compares two versions of a file; `None` for the older one: the file is new.
#[must_use]
pub fn delta(before: Option<&Facts>, after: &Facts) -> Delta {
    let Some(before) = before else {
        return Delta {
            stubs: (0..after.stubs.len()).collect(),
            definitions: (0..after.definitions.len()).collect(),
            fields: (0..after.fields.len()).collect(),
            ..Delta::default()
        };
    };
    let known = by_name(before);
    let fresh = |(_, it): &(usize, &Definition)| !known.contains_key(&key(it));
    let definitions = after.definitions.iter().enumerate();
    let uses = before.references.keys().chain(before.members.keys());
    let still = |name: &&String| {
        !after.references.contains_key(*name) && !after.members.contains_key(*name)
    };
    let offered = before.exports.iter().map(|it| &it.name);
    let gone = |name: &&String| !after.exports.iter().any(|it| it.name == **name);
    let mut dropped: Vec<String> = uses.filter(still).cloned().collect();
    dropped.sort_unstable();
    dropped.dedup();
    Delta {
        gutted: gutted(&known, after),
        neglected: neglected(before, after),
        stubs: fresh_stubs(before, after),
        definitions: definitions.filter(fresh).map(|(at, _)| at).collect(),
        fields: fresh_fields(before, after),
        dropped,
        withdrawn: offered.filter(gone).cloned().collect(),
    }
}

type Key<'f> = (&'f str, &'f str, bool);

fn key(definition: &Definition) -> Key<'_> {
    (
        &definition.module,
        &definition.name,
        definition.kind.is_function(),
    )
}

fn by_name(facts: &Facts) -> BTreeMap<Key<'_>, Vec<&Definition>> {
    let mut names: BTreeMap<Key<'_>, Vec<&Definition>> = BTreeMap::new();
    for definition in &facts.definitions {
        names.entry(key(definition)).or_default().push(definition);
    }
    names
}

fn gutted(
    known: &BTreeMap<Key<'_>, Vec<&Definition>>,
    after: &Facts,
) -> Vec<(String, u32, Hollow)> {
    let now = by_name(after);
    let lost = now.iter().flat_map(|(key, all)| {
        let before = known.get(key).map(Vec::as_slice).unwrap_or_default();
        all.iter().enumerate().filter_map(move |(at, it)| {
            let Body::Hollow(hollow) = it.body else {
                return None;
            };
            lost(before, all, at).then_some((*it, hollow))
        })
    });
    let mut found: Vec<(String, u32, Hollow)> = lost
        .map(|(it, hollow)| (it.name.clone(), it.span.line, hollow))
        .collect();
    found.sort_by_key(|(_, line, _)| *line);
    found
}

/// Whether the definition at a place, hollow now, held work before.
fn lost(before: &[&Definition], now: &[&Definition], at: usize) -> bool {
    let worked = |it: &&Definition| it.body == Body::Substantive;
    // Where as many work as did, one that does nothing came beside them.
    let fewer =
        now.iter().filter(|it| worked(it)).count() < before.iter().filter(|it| worked(it)).count();
    if !fewer {
        return false;
    }
    // Of several of one name (overloads), as many as before, each stands where it stood.
    before.iter().all(worked) || before.len() == now.len() && before.get(at).is_some_and(worked)
}

fn neglected(before: &Facts, after: &Facts) -> Vec<Neglected> {
    let mut found = Vec::new();
    for (name, now) in &after.parameter_use {
        let Some(then) = before.parameter_use.get(name) else {
            continue;
        };
        found.extend(neglects(then, now).into_iter().map(|what| Neglected {
            name: name.clone(),
            line: now.line,
            what,
        }));
    }
    found.sort_by_key(|it| it.line);
    found
}

fn neglects(then: &ParameterUse, now: &ParameterUse) -> Vec<Neglect> {
    let ignored = now.ignores.iter().filter_map(|parameter| {
        if then.reads.contains(parameter) {
            Some(Neglect::NoLongerRead(parameter.clone()))
        } else if (now.free || now.last.as_ref() == Some(parameter))
            && !then.ignores.contains(parameter)
        {
            Some(Neglect::NeverRead(parameter.clone()))
        } else {
            None
        }
    });
    let mut found: Vec<Neglect> = ignored.collect();
    if now.told < then.told && now.dropped > then.dropped {
        found.push(Neglect::Dropped);
    }
    found
}

/// Each stub of the older version accounts for one of the newer, in the same function if there is one. What hardly meant
/// anything accounts for nothing worse.
fn fresh_stubs(before: &Facts, after: &Facts) -> Vec<usize> {
    let mut known: BTreeMap<Stands<'_>, usize> = BTreeMap::new();
    for stub in &before.stubs {
        let place = (named(stub), within(before, stub));
        let count = known.entry(place).or_default();
        *count = count.saturating_add(1);
    }
    let all: Vec<(usize, &Stub)> = after.stubs.iter().enumerate().collect();
    let mut left = all;
    left.retain(|(_, stub)| {
        let place = (named(stub), within(after, stub));
        !take(known.get_mut(&place))
    });
    // What stood in another function moved with its code.
    let mut moved: BTreeMap<Named<'_>, usize> = BTreeMap::new();
    for ((name, _), count) in known {
        let all = moved.entry(name).or_default();
        *all = all.saturating_add(count);
    }
    left.retain(|(_, stub)| {
        let (what, reason, faint) = named(stub);
        let same = take(moved.get_mut(&(what, reason, faint)));
        !(same || faint && take(moved.get_mut(&(what, reason, false))))
    });
    left.into_iter().map(|(at, _)| at).collect()
}

/// Takes one of so many, if any is left.
fn take(count: Option<&mut usize>) -> bool {
    match count {
        Some(count) if *count > 0 => {
            *count = count.saturating_sub(1);
            true
        }
        Some(_) | None => false,
    }
}

/// The name of the innermost function around a stub; empty for none.
fn within<'f>(facts: &'f Facts, stub: &Stub) -> &'f str {
    let around = facts.definitions.iter().filter(|it| {
        it.kind.is_function() && (it.span.line..=it.span.end_line).contains(&stub.line)
    });
    let inner = around.max_by_key(|it| it.span.line);
    inner.map_or("", |it| &it.name)
}

fn fresh_fields(before: &Facts, after: &Facts) -> Vec<usize> {
    let named = before.fields.iter();
    let known: BTreeSet<(&str, &str)> = named.map(|it| (&*it.owner, &*it.name)).collect();
    let fields = after.fields.iter().enumerate();
    fields
        .filter(|(_, it)| !known.contains(&(&it.owner, &it.name)))
        .map(|(at, _)| at)
        .collect()
}

/// What is found, why, and whether it hardly means anything.
type Named<'f> = (&'f str, Reason, bool);
/// The same with the function around it.
type Stands<'f> = (Named<'f>, &'f str);

fn named(stub: &Stub) -> Named<'_> {
    (&stub.what, stub.reason, stub.certainty == Certainty::Faint)
}
