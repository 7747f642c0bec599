//! The requirements of a main spec while a delta is applied to them: first what is renamed, then what is removed, modified
//! and added. Nothing is written here.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::openspec::block::Block;
use crate::openspec::delta::{Delta, Named};
use crate::openspec::found::Found;
use crate::openspec::main_spec::{Main, Standing};
use crate::openspec::text::folded;

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

/// The requirements while operations are applied to them.
pub(super) struct Desk<'f, 'a, 't> {
    delta: &'a Delta<'t>,
    main: Option<&'a Main<'t>>,
    may_stand: bool,
    /// The requirements of the main spec in order, then those that come to it.
    pub(super) slots: Vec<Slot<'a, 't>>,
    /// The names that it has now, and whose they are.
    pub(super) names: BTreeMap<&'t str, usize>,
    /// The same as slips of the pen are found.
    near: BTreeMap<Cow<'a, str>, Vec<&'t str>>,
    /// What is wrong.
    pub(super) found: &'f mut Found,
}

impl<'f, 'a, 't> Desk<'f, 'a, 't> {
    pub(super) fn new(
        delta: &'a Delta<'t>,
        standing: Option<&'a Standing<'t>>,
        may_stand: bool,
        found: &'f mut Found,
    ) -> Self {
        let mut desk = Self {
            delta,
            main: standing.map(|it| &it.main),
            may_stand,
            slots: Vec::new(),
            names: BTreeMap::new(),
            near: BTreeMap::new(),
            found,
        };
        if let Some(standing) = standing {
            for (block, folded) in standing.main.blocks.iter().zip(&standing.folded) {
                desk.put(block.name, Cow::Borrowed(folded), desk.slots.len());
                desk.slots.push(Slot {
                    own: Some(block),
                    state: State::Kept,
                });
            }
        }
        desk
    }

    /// Does all of it, in the order of the format.
    pub(super) fn work(&mut self) {
        self.rename();
        self.remove();
        self.modify();
        self.add();
    }

    fn put(&mut self, name: &'t str, folded: Cow<'a, str>, slot: usize) {
        self.names.insert(name, slot);
        self.near.entry(folded).or_default().push(name);
    }

    fn take(&mut self, name: &str) -> Option<usize> {
        let slot = self.names.remove(name)?;
        if let Some(names) = self.near.get_mut(folded(name).as_str()) {
            names.retain(|it| *it != name);
        }
        Some(slot)
    }

    /// Another name that differs only in capitals or gaps.
    fn alike(&self, name: &str) -> Option<&'t str> {
        let names = self.near.get(folded(name).as_str())?;
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
                self.put(to.name, Cow::Owned(folded(to.name)), slot);
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
                self.put(name, Cow::Owned(folded(name)), self.slots.len());
                self.slots.push(Slot {
                    own: None,
                    state: State::Written(block),
                });
            }
        }
    }
}
