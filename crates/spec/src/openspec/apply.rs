//! What a main spec becomes when a delta is applied to it: first what is renamed, then what is removed, modified and
//! added. What no operation names keeps its bytes.

use std::collections::{BTreeMap, BTreeSet};

use crate::openspec::block::Block;
use crate::openspec::change::Change;
use crate::openspec::check::{main_spec, structure};
use crate::openspec::delta::{Delta, Named};
use crate::openspec::found::Found;
use crate::openspec::main_spec::Main;
use crate::openspec::rebuild::{rebuild, unnamed};
use crate::openspec::skeleton::{self, skeleton};
use crate::openspec::text::folded;
use crate::problem::{Problem, Severity};

/// What a main spec becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// What it is.
    Same,
    /// This.
    Text(String),
    /// It goes: its last requirement is removed, and the change may do that.
    Retired,
}

/// How a delta is to be applied.
#[derive(Debug, Clone, Copy)]
pub(super) struct Order<'a, 't> {
    /// Whose delta it is.
    pub(super) change: &'a Change<'t>,
    /// What is so already is no error.
    pub(super) may_stand: bool,
}

/// A requirement of the main spec, or one that comes to it.
#[derive(Debug, Clone)]
pub(super) struct Slot<'a, 't> {
    /// As it stands in the main spec.
    pub(super) own: Option<&'a Block<'t>>,
    /// What becomes of it.
    pub(super) state: State<'a, 't>,
}

/// What becomes of a requirement.
#[derive(Debug, Clone)]
pub(super) enum State<'a, 't> {
    /// Nothing.
    Kept,
    /// It has a new name.
    Renamed(&'t str),
    /// It is written as the delta has it.
    Written(&'a Block<'t>),
    /// It goes.
    Gone,
}

/// Applies a delta that is good by itself. `None` after an error.
pub(super) fn apply<'t>(
    delta: &Delta<'t>,
    main: Option<&Main<'t>>,
    order: Order<'_, 't>,
    found: &mut Found,
) -> Option<Outcome> {
    let before = found.errors();
    if let Some(main) = main {
        sound(delta, main, found);
    }
    let mut desk = Desk::new(delta, main, order, found);
    desk.rename();
    desk.remove();
    desk.modify();
    desk.add();
    let slots = desk.slots;
    if found.errors() > before {
        return None;
    }
    let outcome = match main {
        Some(main) => rebuilt(delta, main, &slots, order, found)?,
        None if slots.is_empty() => Outcome::Same,
        None => Outcome::Text(skeleton(delta, order, found)),
    };
    if let Outcome::Text(text) = &outcome {
        valid(delta, order, text, found);
    }
    (found.errors() == before).then_some(outcome)
}

/// The main spec has to be one that can be changed at all.
fn sound(delta: &Delta<'_>, main: &Main<'_>, found: &mut Found) {
    let mut own = Found::default();
    structure(main, &mut own);
    if let Some(first) = own.into_problems().first() {
        blame(delta, "can't be changed before it is mended", first, found);
    }
}

/// What comes out has to be a good main spec.
fn valid(delta: &Delta<'_>, order: Order<'_, '_>, text: &str, found: &mut Found) {
    let file = order.change.place.main_spec(delta.capability);
    let mut own = Found::default();
    let result = Main::read(&file, text);
    main_spec(&result, &mut own);
    unseen(delta, &result, &mut own);
    let problems = own.into_problems();
    let first = problems.first();
    if let Some(first) = first.filter(|it| it.severity == Severity::Error) {
        blame(
            delta,
            "would not be a good main spec afterwards",
            first,
            found,
        );
    }
}

/// What was written has to be found again: a code fence that does not end hides what stands below it.
fn unseen(delta: &Delta<'_>, result: &Main<'_>, found: &mut Found) {
    let hashes = result.hashes();
    let blocks = delta.added.iter().chain(&delta.modified);
    let unseen = blocks.filter(|block| !hashes.contains_key(block.name));
    for block in unseen {
        let message = format!("nobody would find `{}` in it", block.name);
        let help = "look for a code fence that does not end";
        found.error_of(result.text.file, &message, help);
    }
}

fn blame(delta: &Delta<'_>, what: &str, problem: &Problem, found: &mut Found) {
    let message = format!("`{}` {what}: {}", problem.file, problem.message);
    let help = problem.help.as_deref().unwrap_or("");
    found.error(&delta.text, delta.place(), &message, help);
}

/// The main spec with what the delta does to it.
fn rebuilt<'t>(
    delta: &Delta<'t>,
    main: &Main<'t>,
    slots: &[Slot<'_, 't>],
    order: Order<'_, 't>,
    found: &mut Found,
) -> Option<Outcome> {
    let changes = |slot: &Slot<'_, '_>| !matches!(slot.state, State::Kept);
    if !slots.iter().any(changes) {
        return Some(Outcome::Same);
    }
    skeleton::ignored(delta, main, found);
    let is_emptied = slots.iter().all(|slot| matches!(slot.state, State::Gone));
    if !is_emptied {
        return Some(Outcome::Text(rebuild(delta, main, slots)));
    }
    let message = format!("the last requirement of `{}` goes", delta.capability);
    if !order.change.metadata.retires {
        let help =
            "set `retire_capabilities: true` in `.openspec.yaml` if its main spec is to go as well";
        found.error(&delta.text, delta.place(), &message, help);
        return None;
    }
    if let Some(index) = unnamed(main) {
        let line = main.text.line(index).text.trim();
        let message =
            format!("{message}, and its main spec holds more than requirements: `{line}`");
        let help = "move that elsewhere, or take the main spec away by hand";
        found.error(&delta.text, delta.place(), &message, help);
        return None;
    }
    Some(Outcome::Retired)
}

/// The requirements while operations are applied to them.
struct Desk<'f, 'a, 't> {
    delta: &'a Delta<'t>,
    main: Option<&'a Main<'t>>,
    may_stand: bool,
    slots: Vec<Slot<'a, 't>>,
    names: BTreeMap<&'t str, usize>,
    /// Names as slips of the pen are found.
    near: BTreeMap<String, BTreeSet<&'t str>>,
    found: &'f mut Found,
}

impl<'f, 'a, 't> Desk<'f, 'a, 't> {
    fn new(
        delta: &'a Delta<'t>,
        main: Option<&'a Main<'t>>,
        order: Order<'_, 't>,
        found: &'f mut Found,
    ) -> Self {
        let mut desk = Self {
            delta,
            main,
            may_stand: order.may_stand,
            slots: Vec::new(),
            names: BTreeMap::new(),
            near: BTreeMap::new(),
            found,
        };
        for block in main.into_iter().flat_map(|main| &main.blocks) {
            desk.put(block.name, desk.slots.len());
            desk.slots.push(Slot {
                own: Some(block),
                state: State::Kept,
            });
        }
        desk
    }

    fn put(&mut self, name: &'t str, slot: usize) {
        self.names.insert(name, slot);
        self.near.entry(folded(name)).or_default().insert(name);
    }

    fn take(&mut self, name: &str) -> Option<usize> {
        let slot = self.names.remove(name)?;
        if let Some(names) = self.near.get_mut(&folded(name)) {
            names.remove(name);
        }
        Some(slot)
    }

    /// Another name that differs only in capitals or gaps.
    fn alike(&self, name: &str) -> Option<&'t str> {
        let names = self.near.get(&folded(name))?;
        names.iter().find(|it| **it != name).copied()
    }

    fn error(&mut self, at: usize, message: &str, help: &str) {
        self.found.error(&self.delta.text, at, message, help);
    }

    fn set(&mut self, slot: usize, state: State<'a, 't>) {
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.state = state;
        }
    }

    /// An operation names something that is not there.
    fn missing(&mut self, word: &str, named: Named<'_>) {
        let capability = self.delta.capability;
        let message = format!(
            "{word} names `{}`, which `{capability}` does not have",
            named.name
        );
        let help = match (self.main, self.alike(named.name)) {
            (None, _) => {
                format!("there is no main spec of `{capability}`: all it can have is ADDED")
            }
            (Some(_), Some(alike)) => {
                format!("it has `{alike}`: write the name as it stands there")
            }
            (Some(_), None) => String::new(),
        };
        self.error(named.at, &message, &help);
    }

    fn rename(&mut self) {
        let delta = self.delta;
        for (from, to) in &delta.renamed {
            let stands = self.names.contains_key(to.name);
            if !self.names.contains_key(from.name) {
                let slip = self.alike(from.name).is_some_and(|alike| alike != to.name);
                if stands && !slip {
                    self.stands(*to, "is called so already");
                } else {
                    self.missing("RENAMED", *from);
                }
                continue;
            }
            let alike = self.alike(to.name).filter(|alike| *alike != from.name);
            if stands {
                let message = format!("there is a requirement `{}` already", to.name);
                self.error(to.at, &message, "choose another name");
            } else if let Some(alike) = alike {
                let message = format!(
                    "`{}` is there, and differs from `{}` only in its spelling",
                    alike, to.name
                );
                self.error(to.at, &message, "choose another name");
            } else if let Some(slot) = self.take(from.name) {
                self.put(to.name, slot);
                self.set(slot, State::Renamed(to.name));
            }
        }
    }

    /// What an operation asks for is so already.
    fn stands(&mut self, named: Named<'_>, how: &str) {
        if !self.may_stand {
            let message = format!("`{}` {how}", named.name);
            let help = "nothing is left to do for it: take it out of the change";
            self.found.warn(&self.delta.text, named.at, &message, help);
        }
    }

    fn remove(&mut self) {
        let delta = self.delta;
        for named in &delta.removed {
            match self.take(named.name) {
                Some(slot) => self.set(slot, State::Gone),
                None if self.may_stand && self.alike(named.name).is_none() => {}
                None => self.missing("REMOVED", *named),
            }
        }
    }

    fn modify(&mut self) {
        let delta = self.delta;
        for block in &delta.modified {
            let at = block.at(&delta.text);
            let name = block.name;
            let Some(slot) = self.names.get(name).copied() else {
                self.missing("MODIFIED", Named { name, at });
                continue;
            };
            let own = self.slots.get(slot).and_then(|slot| slot.own);
            let (Some(own), Some(main)) = (own, self.main) else {
                continue;
            };
            self.lost(own, main, block);
            let is_kept = self
                .slots
                .get(slot)
                .is_some_and(|it| matches!(it.state, State::Kept));
            if !is_kept || own.joined(&main.text) != block.joined(&delta.text) {
                self.set(slot, State::Written(block));
            }
        }
    }

    /// Scenarios that the main spec has and the new text of a requirement has not.
    fn lost(&mut self, own: &Block<'t>, main: &Main<'t>, block: &Block<'t>) {
        let mut kept: BTreeMap<&str, usize> = BTreeMap::new();
        for scenario in block.scenarios(&self.delta.text) {
            let count = kept.entry(scenario.name).or_default();
            *count = count.saturating_add(1);
        }
        let mut lost: Vec<String> = Vec::new();
        for scenario in own.own(&main.text).scenarios(&main.text) {
            match kept.get_mut(scenario.name).filter(|count| **count > 0) {
                Some(count) => *count = count.saturating_sub(1),
                None => lost.push(format!("`{}`", scenario.name)),
            }
        }
        if !lost.is_empty() {
            let message = format!(
                "MODIFIED `{}` drops scenarios that stand today: {}",
                block.name,
                lost.join(", ")
            );
            let help = "MODIFIED replaces the whole requirement: copy what is to stay";
            self.error(block.at(&self.delta.text), &message, help);
        }
    }

    fn add(&mut self) {
        let delta = self.delta;
        for block in &delta.added {
            let at = block.at(&delta.text);
            let name = block.name;
            if let Some(slot) = self.names.get(name).copied() {
                let own = self
                    .slots
                    .get(slot)
                    .and_then(|slot| slot.own)
                    .zip(self.main);
                let same = own
                    .is_some_and(|(own, main)| own.joined(&main.text) == block.joined(&delta.text));
                if same {
                    self.stands(Named { name, at }, "stands already, word for word");
                } else {
                    let message = format!(
                        "there is a requirement `{name}` in `{}` already",
                        delta.capability
                    );
                    self.error(
                        at,
                        &message,
                        "use MODIFIED to change it, or choose another name",
                    );
                }
            } else if let Some(alike) = self.alike(name) {
                let message =
                    format!("`{alike}` is there, and differs from `{name}` only in its spelling");
                self.error(
                    at,
                    &message,
                    "use MODIFIED with that name, or choose another one",
                );
            } else {
                self.put(name, self.slots.len());
                self.slots.push(Slot {
                    own: None,
                    state: State::Written(block),
                });
            }
        }
    }
}
