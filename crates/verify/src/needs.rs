//! What a verification needs: the files to look at, the commands to run. Both follow from plan, change and
//! configuration alone.

use std::collections::BTreeSet;

use code::Language;
use ledger::ids::RelPath;
use ledger::observation::ChangedFile;
use ledger::options::Verification;
use ledger::plan::Plan;

/// Files that are looked at, at most; those that the plan names come before those that only changed.
const PATHS_MAX: usize = 20_000;
/// Commands that are run, at most.
const COMMANDS_MAX: usize = 200;
/// Folders above a file that may pass on what it offers.
const FOLDERS_MAX: usize = 8;

/// The files to look at, each once: artifacts, both ends of links, files that may pass on what a link uses, manifests
/// that say how modules are called, and every changed file that still stands.
#[must_use]
pub fn paths(plan: &Plan, changed: &[ChangedFile]) -> Vec<RelPath> {
    let artifacts = plan
        .tasks
        .iter()
        .flat_map(|task| &task.must_haves.artifacts);
    let mut named: BTreeSet<RelPath> = artifacts.map(|it| it.path.clone()).collect();
    named.extend(of_links(plan));
    let standing = changed.iter().filter(|file| file.kind != 'D');
    let standing = standing.filter_map(|file| RelPath::new(&file.path).ok());
    let standing: BTreeSet<RelPath> = standing.filter(|path| !named.contains(path)).collect();
    named.into_iter().chain(standing).take(PATHS_MAX).collect()
}

/// The files that say something about the plan's links.
fn of_links(plan: &Plan) -> BTreeSet<RelPath> {
    let mut found = BTreeSet::new();
    for link in plan
        .tasks
        .iter()
        .flat_map(|task| &task.must_haves.key_links)
    {
        found.extend([link.from.clone(), link.to.clone()]);
        found.extend(around(link.to.as_str(), passing(&link.to)));
        for end in [&link.from, &link.to] {
            found.extend(around(end.as_str(), manifests(end)));
        }
    }
    found
}

/// Both ends of the plan's links.
pub(crate) fn ends(plan: &Plan) -> BTreeSet<&str> {
    let links = plan
        .tasks
        .iter()
        .flat_map(|task| &task.must_haves.key_links);
    links
        .flat_map(|link| [link.from.as_str(), link.to.as_str()])
        .collect()
}

/// Whether a file is an end of a link, or may pass on what one offers.
pub(crate) fn matters(path: &str, ends: &BTreeSet<&str>) -> bool {
    const NAMES: [&str; 7] = [
        "mod.rs",
        "lib.rs",
        "main.rs",
        "index.ts",
        "index.tsx",
        "index.js",
        "index.mjs",
    ];
    let name = path.rsplit('/').next().unwrap_or(path);
    let holds_an_end = |stem: &str| {
        let folder = format!("{stem}/");
        let first = ends.range(folder.as_str()..).next();
        first.is_some_and(|end| end.starts_with(&folder))
    };
    ends.contains(path)
        || (!ends.is_empty() && NAMES.contains(&name))
        || path.strip_suffix(".rs").is_some_and(holds_an_end)
}

/// The commands whose exit code 0 is needed, in order, each once: the configuration's, then those of the plan's
/// steps, then those of its truths, then those that check types where that gate is on.
#[must_use]
pub fn commands(plan: &Plan, options: &Verification) -> Vec<String> {
    let mut all = asked(plan, options);
    for command in &options.type_check {
        if !all.contains(command) && all.len() < COMMANDS_MAX {
            all.push(command.clone());
        }
    }
    all
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

/// Names of files that pass on what others of their folder, or of folders below it, offer.
fn passing(path: &RelPath) -> &'static [&'static str] {
    match Language::of_path(path.as_str()) {
        Language::Rust => &["mod.rs", "lib.rs", "main.rs"],
        Language::TypeScript | Language::Tsx => &["index.ts", "index.tsx", "index.js", "index.mjs"],
        Language::Other => &[],
    }
}

fn manifests(path: &RelPath) -> &'static [&'static str] {
    match Language::of_path(path.as_str()) {
        Language::Rust => &["Cargo.toml"],
        Language::TypeScript | Language::Tsx => &["tsconfig.json", "jsconfig.json"],
        Language::Other => &[],
    }
}

/// Files of these names in the folder of a path and in those above it; for Rust, the folders' own modules too.
fn around<'n>(path: &str, names: &'n [&'n str]) -> impl Iterator<Item = RelPath> + use<'n> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let folders: Vec<String> = std::iter::successors(Some(folder), |at| {
        (!at.is_empty()).then(|| at.rsplit_once('/').map_or("", |(up, _)| up))
    })
    .take(FOLDERS_MAX)
    .map(str::to_owned)
    .collect();
    let modules = names.contains(&"mod.rs");
    folders.into_iter().flat_map(move |folder| {
        let inside = names.iter().map(|name| format!("{folder}/{name}"));
        let own = (modules && !folder.is_empty()).then(|| format!("{folder}.rs"));
        let all: Vec<String> = inside.chain(own).collect();
        all.into_iter()
            .filter_map(|path| RelPath::new(path.trim_start_matches('/')).ok())
    })
}
