//! What a change and a main spec have to be. Stricter than the format's own tool on purpose: what its `archive` would
//! refuse, and what it would silently pass over, is an error here before any work begins.

mod delta;
mod main_spec;
pub(super) mod parallel;
mod tasks;

use std::collections::BTreeMap;

use crate::openspec::apply::{Order, tried};
use crate::openspec::change::{Change, PROPOSAL};
use crate::openspec::found::Found;
use crate::openspec::main_spec::Standing;
use crate::openspec::metadata::{self, is_kebab};
pub(super) use main_spec::{UNWRITTEN, is_unwritten, main_spec, structure};

/// Checks a change against the main specs.
pub(super) fn change(change: &Change<'_>, mains: &BTreeMap<&str, Standing<'_>>, found: &mut Found) {
    if !is_kebab(change.place.id) {
        let message = format!("a change should not be called `{}`", change.place.id);
        let help = "use small letters and digits, with single hyphens between them";
        found.warn_of(change.place.path, &message, help);
    }
    proposal(change, found);
    strange(change, found);
    for one in &change.deltas {
        let before = found.errors();
        delta::delta(one, found);
        if found.errors() == before {
            let order = Order {
                change,
                may_stand: false,
            };
            tried(one, mains.get(one.capability), order, found);
        }
    }
    deltas(change, found);
    if let Some(tasks) = &change.tasks {
        tasks::tasks(tasks, found);
    }
}

/// That something changes, unless the change says that nothing does.
fn deltas(change: &Change<'_>, found: &mut Found) {
    let metadata = change.file(metadata::NAME);
    let has_files = !(change.deltas.is_empty() && change.strange.is_empty());
    if change.metadata.skips_specs {
        if has_files {
            let message = "`skip_specs` is set, and there are files below `specs/`";
            let help = "take one of them away";
            found.error_of(&metadata, message, help);
        }
        return;
    }
    let would_be = change.strange.iter().any(|(_, would_be)| *would_be);
    if change.deltas.is_empty() && !would_be {
        let help = format!(
            "write `specs/CAPABILITY/spec.md` with `## ADDED Requirements` and the like, or set `skip_specs: true` in \
             `{}`",
            metadata::NAME
        );
        let message = "the change touches no requirement";
        found.error_of(&change.file("specs"), message, &help);
    }
}

/// Files below `specs/` that nobody reads.
fn strange(change: &Change<'_>, found: &mut Found) {
    for (file, would_be) in &change.strange {
        if *would_be {
            let message = "a delta stands where nobody reads it";
            let help = "it has to be `specs/CAPABILITY/spec.md`";
            found.error_of(&file.path, message, help);
        }
    }
}

fn proposal(change: &Change<'_>, found: &mut Found) {
    let file = change.file(PROPOSAL);
    let Some(proposal) = &change.proposal else {
        let help = "say in `proposal.md` why, and what changes";
        return found.warn_of(&file, "the change has no proposal", help);
    };
    for (title, said) in [("Why", &proposal.why), ("What Changes", &proposal.what)] {
        if said.is_empty() {
            let message = format!("the proposal has no `## {title}`");
            found.warn_of(&file, &message, "");
        }
    }
}
