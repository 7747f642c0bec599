//! OpenSpec: a change folder becomes a promise and a plan, its deltas become the main specs, and everything that is wrong
//! with it is said before and not after. It does not know where the folder lies.
//!
//! Reading order: `text` (lines), `block`, `delta`, `main_spec`, `tasks` (what files hold) → `change` → `check` and
//! `apply` (what is good, and what becomes of the main specs) → [`read()`] → [`close()`].

mod apply;
mod block;
mod change;
mod check;
mod close;
mod commands;
mod delta;
mod desk;
mod found;
mod main_spec;
mod metadata;
mod plan;
mod promise;
mod proposal;
mod rebuild;
mod skeleton;
mod tasks;
mod text;

use std::collections::BTreeMap;

use ledger::promise::SourceFile;

use crate::openspec::change::{Change, Place, below, capability, is_seen};
use crate::openspec::found::Found;
use crate::problem::{Problem, Severity};
use crate::said::{Spec, Work};

pub use close::close;

/// The folder of changes that are done, beside the others.
const ARCHIVE: &str = "archive";

/// A change or a main spec with what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: Kind,
    /// Its name: a change's folder, a capability's path.
    pub id: String,
    /// What is wrong: errors first, each by file and place.
    pub problems: Vec<Problem>,
}

/// What an [`Item`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A change.
    Change,
    /// A main spec.
    Spec,
}

impl Item {
    /// Whether it can be used: there is no error.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let mut problems = self.problems.iter();
        !problems.any(|problem| problem.severity == Severity::Error)
    }
}

/// The promise and the plan of a change. `path` is its folder, and `files` holds what is in it and the main specs of
/// [`needed`], all from the repository's top. Without tasks there is no plan, and with ticked ones alone nothing to be done.
///
/// # Errors
/// Everything that is wrong with it, errors first; at least one is an error.
pub fn read(path: &str, files: &[SourceFile]) -> Result<Spec, Vec<Problem>> {
    let place = Place::of(path);
    let mut found = Found::default();
    let change = Change::read(place, files, &mut found);
    let mains = change::main_specs(place.root, files);
    check::change(&change, &mains, &mut found);
    let work = plan::work(&change, &mut found);
    if found.failed() {
        return Err(found.into_problems());
    }
    Ok(Spec {
        promise: promise::promise(&change, files),
        work,
        problems: found.into_problems(),
    })
}

/// A change as it is verified: every scenario of what it adds or modifies is a truth, shown by all the commands that its
/// tasks name, ticked or not. `path` and `files` are those of [`read()`].
///
/// # Errors
/// Everything that is wrong with it, errors first; at least one is an error.
pub fn whole(path: &str, files: &[SourceFile]) -> Result<Spec, Vec<Problem>> {
    let place = Place::of(path);
    let mut found = Found::default();
    let change = Change::read(place, files, &mut found);
    let mains = change::main_specs(place.root, files);
    check::change(&change, &mains, &mut found);
    if found.failed() {
        return Err(found.into_problems());
    }
    Ok(Spec {
        promise: promise::promise(&change, files),
        work: plan::whole(&change).map_or(Work::Unplanned, Work::Planned),
        problems: found.into_problems(),
    })
}

/// Checks one change: what is wrong with it, errors first. `path` is its folder, and `files` holds what is in it and the
/// main specs of [`needed`], all from the repository's top.
#[must_use]
pub fn check_change(path: &str, files: &[SourceFile]) -> Vec<Problem> {
    let place = Place::of(path);
    let mut found = Found::default();
    let change = Change::read(place, files, &mut found);
    let mains = change::main_specs(place.root, files);
    check::change(&change, &mains, &mut found);
    found.into_problems()
}

/// Checks every change and every main spec of a folder `openspec`, and that no two changes touch the same requirement.
/// `root` is the folder, from the repository's top as the paths of its files are.
#[must_use]
pub fn check(root: &str, files: &[SourceFile]) -> Vec<Item> {
    let root = root.trim_start_matches("./").trim_end_matches('/');
    let mains = change::main_specs(root, files);
    let mut folders: BTreeMap<&str, (&str, Vec<&SourceFile>)> = BTreeMap::new();
    for file in files {
        if let Some((id, path)) = folder(root, &file.path) {
            let entry = folders.entry(id).or_insert((path, Vec::new()));
            entry.1.push(file);
        }
    }
    let mut changes = Vec::new();
    let mut found = Vec::new();
    for (path, files) in folders.into_values() {
        let mut own = Found::default();
        let change = Change::read(Place::of(path), files, &mut own);
        check::change(&change, &mains, &mut own);
        changes.push(change);
        found.push(own);
    }
    check::parallel::parallel(&changes, &mut found);
    let changes = changes.iter().zip(found).map(|(change, found)| Item {
        kind: Kind::Change,
        id: change.place.id.to_owned(),
        problems: found.into_problems(),
    });
    let specs = mains.into_iter().map(|(id, standing)| Item {
        kind: Kind::Spec,
        id: id.to_owned(),
        problems: standing.problems,
    });
    changes.chain(specs).collect()
}

/// The main specs that a change touches, by the paths of the files in its folder.
pub fn needed<'p>(path: &str, files: impl IntoIterator<Item = &'p str>) -> Vec<String> {
    let place = Place::of(path);
    let mut found: Vec<String> = files
        .into_iter()
        .filter_map(|file| below(change::SPECS, below(place.path, file)?))
        .filter(|name| is_seen(name))
        .filter_map(|name| Some(place.main_spec(capability(name)?)))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The change that a file belongs to, and the change's folder.
fn folder<'t>(root: &str, path: &'t str) -> Option<(&'t str, &'t str)> {
    let rest = below("changes", below(root, path)?)?;
    let (id, name) = rest.split_once('/')?;
    let length = path.len().checked_sub(name.len())?.checked_sub(1)?;
    (id != ARCHIVE && is_seen(id)).then_some((id, path.get(..length)?))
}
