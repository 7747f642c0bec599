//! What a verification needs: the files to look at, the commands to run. Both follow from plan, change and
//! configuration alone.

use std::collections::BTreeSet;

use ledger::event::RepositoryHook;
use ledger::ids::RelPath;
use ledger::observation::ChangedFile;
use ledger::options::Verification;
use ledger::plan::Plan;

use crate::short_names::Names;

/// Files that are looked at, at most; those that the plan names come before those that only changed.
const PATHS_MAX: usize = 20_000;
/// Commands that are run, at most.
const COMMANDS_MAX: usize = 200;

/// The files to look at, each once: artifacts, both ends of links, fixtures of prohibitions, and every changed file that still stands.
#[must_use]
pub fn paths(plan: &Plan, changed: &[ChangedFile]) -> Vec<RelPath> {
    let artifacts = plan
        .tasks
        .iter()
        .flat_map(|task| &task.must_haves.artifacts);
    let mut named: BTreeSet<&RelPath> = artifacts.map(|it| &it.path).collect();
    let names = Names::of(plan);
    named.extend(of_links(plan, &names));
    let truths = plan.tasks.iter().flat_map(|task| &task.must_haves.truths);
    let guards = truths.filter_map(|it| it.guard.as_ref());
    named.extend(guards.flat_map(|it| it.violation.iter().chain(&it.clean)));
    let standing = changed.iter().filter(|file| file.kind != 'D');
    let standing = standing.filter_map(|file| RelPath::held(&file.path).ok());
    let standing: BTreeSet<RelPath> = standing.filter(|path| !named.contains(path)).collect();
    let named = named.into_iter().cloned();
    named.chain(standing).take(PATHS_MAX).collect()
}

/// Both ends of the plan's links, and what they may mean.
fn of_links<'p>(plan: &'p Plan, names: &Names<'p>) -> BTreeSet<&'p RelPath> {
    let tasks = plan.tasks.iter();
    let links = tasks.flat_map(|task| &task.must_haves.key_links);
    links
        .flat_map(|link| [link.from.path(), link.to.path()])
        .flatten()
        .flat_map(|end| [Some(end), names.meant(end)])
        .flatten()
        .collect()
}

/// The commands whose exit code 0 is needed, in order, each once: the configuration's, then those of the plan's
/// steps, then those of its truths, then those that check types where that gate is on, then the repository's hooks that are
/// to be asked.
#[must_use]
pub fn commands(plan: &Plan, options: &Verification) -> Vec<String> {
    let mut all = asked(plan, options);
    for command in &options.type_check {
        if !all.contains(command) && all.len() < COMMANDS_MAX {
            all.push(command.clone());
        }
    }
    all.extend(options.hooks.iter().map(RepositoryHook::command));
    all
}

/// Those of the commands that neither plan nor configuration asks for: somebody only found them in the project.
#[must_use]
pub fn found(plan: &Plan, options: &Verification) -> Vec<String> {
    match options.commands_found {
        true => beside_plan(plan, options),
        false => Vec::new(),
    }
}

/// Those of the commands that the configuration asks for and the plan does not. What a plan asks for is to pass once its
/// work is done, whatever it did before.
#[must_use]
pub fn beside_plan(plan: &Plan, options: &Verification) -> Vec<String> {
    let mut all = commands(plan, options);
    let chosen = Verification {
        commands: Vec::new(),
        ..options.clone()
    };
    let chosen = commands(plan, &chosen);
    all.retain(|it| chosen.iter().all(|own| own.trim() != it.trim()));
    all
}

/// The tests by whose names truths of a plan are bound.
#[must_use]
pub fn tests(plan: &Plan) -> Vec<String> {
    let truths = plan.tasks.iter().flat_map(|task| &task.must_haves.truths);
    let names: BTreeSet<&String> = truths.flat_map(|truth| &truth.tests).collect();
    names.into_iter().cloned().collect()
}

/// Those of them that configuration and plan ask for themselves.
pub(crate) fn asked(plan: &Plan, options: &Verification) -> Vec<String> {
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
