//! Must-haves of a plan that names none: what follows from its tasks and files. They are marked, since nobody wrote them
//! down; and a truth among them always is, so that files alone never make a pass.

use ledger::plan::{Artifact, MustHaves, StepKind, Truth};
use ledger::scope::ScopeEntry;

use super::front::Front;
use super::steps::Steps;
use crate::sentence::headline;

/// Truths that are derived.
const TRUTHS_MAX: usize = 100;

/// What has to hold: that each step is done as it says, shown by its own commands, and that each file is there and real.
pub(super) fn must_haves(front: &Front, steps: &Steps, objective: &str) -> MustHaves {
    let own = steps.steps.iter().filter(|it| it.kind == StepKind::Auto);
    let mut truths: Vec<Truth> = own
        .filter(|step| !step.done.is_empty() || !step.commands.is_empty())
        .map(|step| Truth {
            text: headline(if step.done.is_empty() {
                &step.name
            } else {
                &step.done
            }),
            commands: step.commands.clone(),
            ..Truth::default()
        })
        .take(TRUTHS_MAX)
        .collect();
    if truths.is_empty() {
        truths.push(Truth {
            text: headline(objective),
            ..Truth::default()
        });
    }
    let files = front.files.iter().filter_map(ScopeEntry::as_file);
    let files = files.filter(|it| !front.deletes.contains(it));
    let artifacts = files.map(|path| Artifact {
        path: path.clone(),
        provides: None,
        min_lines: None,
        contains: None,
        contains_regex: None,
        exports: Vec::new(),
    });
    MustHaves {
        truths,
        artifacts: artifacts.collect(),
        key_links: Vec::new(),
        derived: true,
    }
}
