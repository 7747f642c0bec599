//! What commands of a run reach beside what their work needs, and how much of the machine they may use.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tools::sandbox::{Limits, Network};

use super::read::Read;

/// What commands reach, beside what their work needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SandboxSettings {
    /// Files and folders that are read.
    pub read: Vec<PathBuf>,
    /// What of the network there is.
    pub network: Network,
    /// Registries and hosts that are reached through a proxy where there is none.
    pub allow: Vec<String>,
    /// How much of the machine may be used.
    pub limits: Limits,
    /// What is run for a person outside of a run is held too.
    pub verify: bool,
    /// Variables that commands get, by name: a text, or `secret:NAME`.
    pub env: BTreeMap<String, String>,
}

impl SandboxSettings {
    /// From values; `root` is the repository.
    pub(super) fn of(read: &Read<'_>, root: &Path) -> Self {
        let mib = |key| u64::from(read.count(key)) << 20;
        let paths = read.texts("sandbox.read").into_iter();
        Self {
            read: paths.map(|path| root.join(path)).collect(),
            network: match read.text("sandbox.network").as_deref() {
                Some("machine") => Network::Machine,
                Some(_) | None => Network::Loopback,
            },
            verify: read.switch("sandbox.verify"),
            env: env(read),
            allow: read.texts("network.allow"),
            limits: Limits {
                processes: read.count("sandbox.processes"),
                memory_bytes: mib("sandbox.memory_mb"),
                scratch_bytes: mib("sandbox.scratch_mb"),
                ..Limits::default()
            },
        }
    }
}

fn env(read: &Read<'_>) -> BTreeMap<String, String> {
    let entries = read.0.entries.iter();
    let named = entries.filter_map(|(path, entry)| match path.as_slice() {
        [section, key, name] if section == "sandbox" && key == "env" => {
            Some((name.clone(), entry.value.text()?))
        }
        _ => None,
    });
    named.collect()
}
