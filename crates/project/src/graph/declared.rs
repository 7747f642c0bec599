//! What the declaration of a module of Rust is worth: a module may do its work by being declared alone.

use std::collections::BTreeSet;

use super::edges::Walk;
use super::targets;
use crate::rust;
use code::Facts;
use code::links::{self, Used};
use code::{DefinitionKind, Exported, Import, ImportKind};

/// How deep, and how wide, modules are looked into for what they add to others.
const DEPTH_MAX: u8 = 3;
const MODULES_MAX: usize = 32;

impl Walk<'_> {
    /// How one import makes use of a file.
    pub(super) fn used(&self, import: &Import, target: Option<&Facts>, file: &str) -> Used {
        let used = links::used(self.facts, import, target);
        if target.is_none() || !is_mod(import) {
            return used;
        }
        match used {
            // A test is run because it is declared.
            Used::No if rust::is_in_tests(&self.project.world, self.path) => {
                Used::InTests { line: import.line }
            }
            Used::Yes { .. } => used,
            Used::No | Used::InTests { .. } | Used::Unknown(_) if !import.test => {
                match (self.adds(file, DEPTH_MAX), used) {
                    (Some(true), _) => Used::Yes { line: import.line },
                    (Some(false), Used::No | Used::InTests { .. }) => {
                        Used::Unknown("what it adds to types of others may be used")
                    }
                    (_, used) => self.unless_named(import, file, used),
                }
            }
            Used::No | Used::InTests { .. } | Used::Unknown(_) => {
                self.unless_named(import, file, used)
            }
        }
    }

    /// Whoever names what is in a module says more about it than its declaration does.
    fn unless_named(&self, import: &Import, file: &str, used: Used) -> Used {
        match used {
            Used::Unknown(_) if self.is_named_otherwise(import, file) => Used::No,
            Used::Yes { .. } | Used::InTests { .. } | Used::No | Used::Unknown(_) => used,
        }
    }

    /// Whether a module, or one below it, does something by being declared alone: it gives methods to types of others,
    /// or macros to everybody. True where that is for others too, so that nobody here need make use of it.
    fn adds(&self, file: &str, depth: u8) -> Option<bool> {
        let facts = self.project.facts(file)?;
        let depth = depth.checked_sub(1)?;
        if offers_macros(facts) {
            return Some(true);
        }
        if adds_to_others(facts) {
            return Some(rust::is_in_library(&self.project.world, file));
        }
        let below = facts
            .imports
            .iter()
            .filter(|it| is_mod(it) && !it.test)
            .take(MODULES_MAX);
        below
            .filter_map(|import| {
                let files = targets(self.project, file, import).ok()?;
                self.adds(files.first()?, depth)
            })
            .max()
    }

    /// Whether another import of this file means the file too.
    fn is_named_otherwise(&self, import: &Import, file: &str) -> bool {
        let others = self.facts.imports.iter().filter(|it| !is_mod(it));
        let mut others = others.filter(|it| it.line != import.line);
        others.any(|it| {
            let files = targets(self.project, self.path, it);
            files.is_ok_and(|files| files.iter().any(|it| it == file))
        })
    }
}

fn is_mod(import: &Import) -> bool {
    matches!(import.kind, ImportKind::Mod | ImportKind::ModAt)
}

/// Whether a file gives methods to types that it does not define, so that nobody need name it.
fn adds_to_others(facts: &Facts) -> bool {
    let defined: BTreeSet<&str> = facts
        .definitions
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    facts.definitions.iter().any(|it| {
        let owner = it.name.rsplit_once("::").map(|(owner, _)| owner);
        it.kind == DefinitionKind::Method && owner.is_some_and(|owner| !defined.contains(owner))
    })
}

fn offers_macros(facts: &Facts) -> bool {
    let mut definitions = facts.definitions.iter();
    definitions.any(|it| it.kind == DefinitionKind::Macro && it.exported == Exported::Yes)
}
