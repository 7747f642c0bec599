//! What a verification needs: the files to look at, the commands to run. Both follow from plan, change and
//! configuration alone.

use std::collections::BTreeSet;

use ledger::ids::RelPath;
use ledger::observation::ChangedFile;
use ledger::options::Verification;
use ledger::plan::Plan;

/// Files that are looked at, at most.
const PATHS_MAX: usize = 5_000;
/// Commands that are run, at most.
const COMMANDS_MAX: usize = 200;

/// The files to look at, in order, each once: artifacts and both ends of links, files that may pass on what a link
/// uses, and every changed file that still stands.
#[must_use]
pub fn paths(plan: &Plan, changed: &[ChangedFile]) -> Vec<RelPath> {
    let mut found = BTreeSet::new();
    for must in plan.tasks.iter().map(|task| &task.must_haves) {
        found.extend(must.artifacts.iter().map(|artifact| artifact.path.clone()));
        for link in &must.key_links {
            found.extend([link.from.clone(), link.to.clone()]);
        }
    }
    for file in changed.iter().filter(|file| file.kind != 'D') {
        found.extend(RelPath::new(&file.path).ok());
    }
    found.into_iter().take(PATHS_MAX).collect()
}

/// The commands whose exit code 0 is needed, in order, each once: the configuration's, then those of the plan's
/// steps, then those of its truths.
#[must_use]
pub fn commands(plan: &Plan, options: &Verification) -> Vec<String> {
    let steps = plan.tasks.iter().flat_map(|task| &task.steps);
    let truths = plan.tasks.iter().flat_map(|task| &task.must_haves.truths);
    let all = options
        .commands
        .iter()
        .chain(steps.flat_map(|step| &step.commands))
        .chain(truths.flat_map(|truth| &truth.commands));
    let mut seen = BTreeSet::new();
    all.map(|command| command.trim())
        .filter(|command| !command.is_empty() && seen.insert(*command))
        .take(COMMANDS_MAX)
        .map(str::to_owned)
        .collect()
}
