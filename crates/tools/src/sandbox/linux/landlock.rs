//! Landlock: what of the files may be read, executed and changed by a thread and everything that it starts, and that
//! none of them signals or looks into a process outside.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, make_bitflags,
    path_beneath_rules,
};

use crate::sandbox::layout::{Layout, Means, Network};

/// The newest version of Landlock whose rights were tried here. Older kernels enforce what they know of it.
const KNOWN: ABI = ABI::V6;

/// Restricts this thread. Says whether the kernel has Landlock at all.
pub(super) fn restrict(layout: &Layout, means: Means) -> Result<bool, RulesetError> {
    let all = AccessFs::from_all(KNOWN);
    let look = make_bitflags!(AccessFs::{Execute | ReadFile | ReadDir});
    let devices = make_bitflags!(AccessFs::{ReadFile | WriteFile | ReadDir | IoctlDev});
    let change = all & !make_bitflags!(AccessFs::{MakeChar | MakeBlock});
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .scope(Scope::from_all(KNOWN))?;
    if means == Means::Landlock && layout.network == Network::Loopback {
        rules = rules.handle_access(AccessNet::from_all(KNOWN))?;
    }
    let mut rules = rules.create()?;
    rules = match means {
        // What is not to be seen is not mounted.
        Means::Namespaces => beneath(rules, &[PathBuf::from("/")], look)?,
        Means::Landlock | Means::Seatbelt => {
            let seen = [&layout.readable[..], &layout.overlaid, &["/proc".into()]].concat();
            let (whole, listed) = without(&seen, &layout.hidden);
            let rules = beneath(rules, &whole, look)?;
            beneath(rules, &listed, make_bitflags!(AccessFs::{ReadDir}))?
        }
    };
    rules = beneath(rules, &changed(layout, means), change)?;
    rules = beneath(rules, &["/dev".into()], devices)?;
    Ok(rules.restrict_self()?.ruleset != RulesetStatus::NotEnforced)
}

/// Folders in which everything may be done.
fn changed(layout: &Layout, means: Means) -> Vec<PathBuf> {
    let mut all = layout.writable.clone();
    match means {
        Means::Namespaces => {
            all.extend(layout.scratch());
            all.extend(layout.overlaid.iter().cloned());
        }
        // The places of the machine with these names are everybody's.
        Means::Landlock | Means::Seatbelt => all.push(layout.home.clone()),
    }
    all
}

fn beneath(
    rules: RulesetCreated,
    paths: &[PathBuf],
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    rules.add_rules(path_beneath_rules(paths, access))
}

/// The folders without what is hidden below them: what may be seen whole, and what may only be listed. A rule counts for
/// everything below its folder, so a folder that holds something hidden is taken apart.
fn without(seen: &[PathBuf], hidden: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut whole, mut listed) = (Vec::new(), Vec::new());
    let mut open: Vec<PathBuf> = seen.to_vec();
    while let Some(path) = open.pop() {
        if hidden.iter().any(|it| path.starts_with(it)) {
            continue;
        }
        if !hidden.iter().any(|it| it.starts_with(&path)) {
            whole.push(path);
            continue;
        }
        open.extend(entries(&path));
        listed.push(path);
    }
    (whole, listed)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect()
}
