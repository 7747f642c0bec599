//! A change as its files say it, and where files of an `openspec` folder belong. Not whether it is good.

use std::collections::BTreeMap;

use ledger::promise::SourceFile;

use crate::openspec::delta::Delta;
use crate::openspec::found::Found;
use crate::openspec::main_spec::Standing;
use crate::openspec::metadata::{self, Metadata};
use crate::openspec::proposal::{self, Proposal};
use crate::openspec::tasks::Tasks;

/// Files of a change by their names in its folder.
pub(super) const PROPOSAL: &str = "proposal.md";
pub(super) const DESIGN: &str = "design.md";
pub(super) const TASKS: &str = "tasks.md";
/// The folder of specs, of a change as of all.
pub(super) const SPECS: &str = "specs";
/// What a spec is called.
pub(super) const SPEC: &str = "spec.md";

/// Where a change stands: `openspec/changes/add-limit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place<'t> {
    /// The folder, without a slash at its end.
    pub(super) path: &'t str,
    /// The folder that holds `changes` and `specs`; empty for the repository's top.
    pub(super) root: &'t str,
    /// The folder's name.
    pub(super) id: &'t str,
}

impl<'t> Place<'t> {
    /// Takes a path apart.
    pub(super) fn of(path: &'t str) -> Self {
        let path = path.trim_start_matches("./").trim_end_matches('/');
        let (above, id) = path.rsplit_once('/').unwrap_or(("", path));
        let root = match above.rsplit_once('/') {
            Some((root, "changes")) => root,
            None if above == "changes" => "",
            Some(_) | None => above,
        };
        Self { path, root, id }
    }

    /// A path below the folder that holds `changes` and `specs`.
    pub(super) fn below_root(&self, rest: &str) -> String {
        match self.root {
            "" => rest.to_owned(),
            root => format!("{root}/{rest}"),
        }
    }

    /// The main spec of a capability.
    pub(super) fn main_spec(&self, capability: &str) -> String {
        self.below_root(&format!("{SPECS}/{capability}/{SPEC}"))
    }
}

/// A change with what its files say.
#[derive(Debug)]
pub(super) struct Change<'t> {
    /// Where it stands.
    pub(super) place: Place<'t>,
    /// What it allows itself.
    pub(super) metadata: Metadata,
    /// Why and what.
    pub(super) proposal: Option<Proposal>,
    /// How, in words.
    pub(super) design: Option<&'t str>,
    /// What is to be done.
    pub(super) tasks: Option<Tasks<'t>>,
    /// What it does to the main specs, by capability.
    pub(super) deltas: Vec<Delta<'t>>,
    /// Files below `specs/` that are no delta of a capability, and whether they would be one elsewhere.
    pub(super) strange: Vec<(&'t SourceFile, bool)>,
}

impl<'t> Change<'t> {
    /// Reads the files of a change's folder; others are passed over.
    pub(super) fn read(
        place: Place<'t>,
        files: impl IntoIterator<Item = &'t SourceFile>,
        found: &mut Found,
    ) -> Self {
        let mut change = Self {
            place,
            metadata: Metadata::default(),
            proposal: None,
            design: None,
            tasks: None,
            deltas: Vec::new(),
            strange: Vec::new(),
        };
        for file in files {
            let Some(name) = below(place.path, &file.path) else {
                continue;
            };
            match name {
                metadata::NAME => change.metadata = metadata::read(&file.path, &file.text, found),
                PROPOSAL => change.proposal = Some(proposal::read(&file.path, &file.text)),
                DESIGN => change.design = Some(&file.text),
                TASKS => change.tasks = Some(Tasks::read(&file.path, &file.text)),
                _ => change.spec(name, file),
            }
        }
        change.deltas.sort_by_key(|delta| delta.capability);
        change
    }

    /// The file of this name in the folder.
    pub(super) fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.place.path)
    }

    fn spec(&mut self, name: &'t str, file: &'t SourceFile) {
        let Some(name) = below(SPECS, name).filter(|name| is_seen(name)) else {
            return;
        };
        match capability(name) {
            Some(capability) => {
                let delta = Delta::read(capability, &file.path, &file.text);
                self.deltas.push(delta);
            }
            None => {
                let ending = name.len().checked_sub(3).and_then(|at| name.get(at..));
                let is_page = ending.is_some_and(|it| it.eq_ignore_ascii_case(".md"));
                let would_be = name == SPEC
                    || (is_page && !Delta::read("", &file.path, &file.text).sections.is_empty());
                self.strange.push((file, would_be));
            }
        }
    }
}

/// The main specs among some files, by capability.
pub(super) fn main_specs<'t>(
    root: &str,
    files: impl IntoIterator<Item = &'t SourceFile>,
) -> BTreeMap<&'t str, Standing<'t>> {
    let mut found = BTreeMap::new();
    for file in files {
        let name = below(root, &file.path).and_then(|name| below(SPECS, name));
        if let Some(capability) = name.filter(|name| is_seen(name)).and_then(capability) {
            found.insert(capability, Standing::read(&file.path, &file.text));
        }
    }
    found
}

/// The rest of a path below a folder; the empty folder holds everything.
pub(super) fn below<'t>(folder: &str, path: &'t str) -> Option<&'t str> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix('/')
}

/// `area/runner` of `area/runner/spec.md`.
pub(super) fn capability(name: &str) -> Option<&str> {
    name.strip_suffix(SPEC)?.strip_suffix('/')
}

/// Whether no part of a path begins with a dot.
pub(super) fn is_seen(name: &str) -> bool {
    !name.split('/').any(|part| part.starts_with('.'))
}
