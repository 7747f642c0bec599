//! The sandbox of ordinary work: a few folders that are changed, the system, and the toolchains that are there.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::layout::{Layout, Limits, Network};
use super::toolchains::{Toolchain, known};
use crate::process::command::allowed_env;

/// What a sandbox is for.
#[derive(Clone, Debug)]
pub struct Work {
    /// Folders that are changed.
    pub writable: Vec<PathBuf>,
    /// What is only read, beside the system and the toolchains.
    pub readable: Vec<PathBuf>,
    /// What stays as it is below the writable folders.
    pub protected: Vec<PathBuf>,
    /// What is not to be seen, wherever it is.
    pub hidden: Vec<PathBuf>,
    /// The home folder of the person.
    pub home: PathBuf,
    /// What of the network there is.
    pub network: Network,
    /// Ports of the machine's own loopback that are reached.
    pub forwarded: Vec<u16>,
    /// How much of the machine may be used.
    pub limits: Limits,
}

/// Names and values of variables.
pub type Variables = Vec<(OsString, OsString)>;

/// A layout and the variables that children get in it.
pub type Furnished = (Layout, Variables);

/// Variables that lead to places which a sandbox has of its own.
const OWN_PLACES: [&str; 2] = ["TMPDIR", "XDG_CACHE_HOME"];

impl Work {
    /// The sandbox for it, and which of these variables children get.
    #[must_use]
    pub fn furnish(&self, all: impl IntoIterator<Item = (OsString, OsString)>) -> Furnished {
        let all: Vec<_> = all.into_iter().collect();
        let toolchains = known();
        let mut layout = self.layout();
        for folder in toolchains.iter().flat_map(|it| it.found(&self.home, &all)) {
            if !self.reaches(&folder.path) {
                layout.hidden.extend(folder.hidden);
                layout.overlaid.push(folder.path);
            }
        }
        layout.overlaid.sort();
        layout.overlaid.dedup();
        // Over what lies in another folder of a tool is laid already.
        let outer = layout.overlaid.clone();
        layout.overlaid.retain(|it| {
            !outer
                .iter()
                .any(|other| it != other && it.starts_with(other))
        });
        let env = self.variables(all, &toolchains);
        let programs = env
            .iter()
            .find(|(name, _)| name == "PATH")
            .map(|(_, value)| value.clone());
        let programs: Vec<PathBuf> = std::env::split_paths(&programs.unwrap_or_default()).collect();
        for folder in programs
            .iter()
            .filter_map(|it| std::fs::canonicalize(it).ok())
        {
            let seen = [&layout.readable, &layout.overlaid, &layout.writable];
            let known = seen
                .iter()
                .any(|all| all.iter().any(|it| folder.starts_with(it)));
            if !known
                && folder.is_dir()
                && !self.home.starts_with(&folder)
                && !self.reaches(&folder)
            {
                layout.readable.push(folder);
            }
        }
        (layout, env)
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::system(&self.home);
        layout.writable = there(&self.writable);
        layout.readable.extend(there(&self.readable));
        layout.protected = there(&self.protected);
        layout.hidden.extend(there(&self.hidden));
        layout.network = self.network;
        layout.forwarded.clone_from(&self.forwarded);
        layout.limits = self.limits;
        layout
    }

    /// Whether a folder holds, or lies in, what is changed or not to be seen: then it is not shown beside it.
    fn reaches(&self, folder: &Path) -> bool {
        let mut named = self.writable.iter().chain(&self.hidden);
        named.any(|it| it.starts_with(folder) || folder.starts_with(it))
    }

    fn variables(&self, all: Variables, toolchains: &[Toolchain]) -> Variables {
        let known = toolchains.iter();
        let folders = known
            .clone()
            .flat_map(|it| &it.folders)
            .filter_map(|it| it.variable.clone());
        let also: Vec<String> = known
            .clone()
            .flat_map(|it| it.variables.iter().cloned())
            .chain(folders)
            .collect();
        let mut env = allowed_env(all, &also);
        env.retain(|(name, _)| !OWN_PLACES.iter().any(|it| name == OsStr::new(it)));
        for (name, value) in known.flat_map(|it| it.quiet.iter().chain(&it.offline)) {
            if !env.iter().any(|(it, _)| it == OsStr::new(name)) {
                env.push((name.into(), value.into()));
            }
        }
        env
    }
}

/// Those that are there, without links.
fn there(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths
        .iter()
        .filter_map(|it| std::fs::canonicalize(it).ok())
        .collect()
}
