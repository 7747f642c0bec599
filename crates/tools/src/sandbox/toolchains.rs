//! What toolchains keep outside of a project: folders in the home folder, variables, and the servers that they load packages
//! from. It is data, a file for each in `toolchains/`.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::proxy::Registry;

/// One toolchain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Toolchain {
    /// As the configuration calls it.
    #[serde(rename = "toolchain")]
    pub name: String,
    /// Where it is told what it keeps where.
    pub source: String,
    /// Its folders.
    pub folders: Vec<ToolFolder>,
    /// Variables that it reads and that hold no secrets.
    #[serde(default)]
    pub variables: Vec<String>,
    /// Variables by which it does not try the network where there is none.
    #[serde(default)]
    pub offline: BTreeMap<String, String>,
    /// Variables by which it tells nobody of itself and asks for nothing that was not asked of it.
    #[serde(default)]
    pub quiet: BTreeMap<String, String>,
    /// Variables that it needs for a proxy besides the usual ones; `{host}` and `{port}` stand for the proxy's. What a
    /// variable holds already stays before it.
    #[serde(default)]
    pub proxied: BTreeMap<String, String>,
    /// What `network.allow` calls the registry that it loads packages from.
    pub registry: Option<String>,
    /// The servers of that registry.
    #[serde(default)]
    pub registries: Vec<String>,
}

/// A folder of a toolchain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolFolder {
    /// The variable that says where it is.
    pub variable: Option<String>,
    /// Where it is otherwise; `~` is the home folder.
    path: String,
    /// What of it holds keys or decides what is run, below it.
    #[serde(default)]
    hidden: Vec<PathBuf>,
}

/// A folder of a toolchain that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFolder {
    /// Where, without links.
    pub path: PathBuf,
    /// What is not to be seen of it, absolute.
    pub hidden: Vec<PathBuf>,
}

/// All toolchains that are known.
#[must_use]
pub fn known() -> Vec<Toolchain> {
    let text = include_str!(concat!(env!("OUT_DIR"), "/toolchains.json"));
    // A test reads it too, so that a file that can't be read never gets here.
    serde_json::from_str(text).unwrap_or_default()
}

/// All registries that are known, by name, with the servers of every toolchain that loads from them.
#[must_use]
pub fn registries() -> Vec<Registry> {
    let mut all: BTreeMap<String, Registry> = BTreeMap::new();
    for toolchain in known() {
        let Some(name) = toolchain.registry else {
            continue;
        };
        let registry = all.entry(name.clone()).or_insert_with(|| Registry {
            name,
            hosts: Vec::new(),
            tools: Vec::new(),
        });
        registry.tools.push(toolchain.name);
        registry.hosts.extend(toolchain.registries);
        registry.hosts.sort();
        registry.hosts.dedup();
    }
    all.into_values().collect()
}

impl Toolchain {
    /// Those of its folders that are there. A folder that holds the home folder, or is it, is none: a variable that says so
    /// would show all of it.
    #[must_use]
    pub fn found(&self, home: &Path, env: &[(OsString, OsString)]) -> Vec<FoundFolder> {
        self.folders
            .iter()
            .filter_map(|it| it.found(home, env))
            .collect()
    }
}

impl ToolFolder {
    fn found(&self, home: &Path, env: &[(OsString, OsString)]) -> Option<FoundFolder> {
        let variable = self.variable.as_deref();
        let said = variable.and_then(|name| env.iter().find(|(it, _)| it == OsStr::new(name)));
        let path = match said {
            Some((_, path)) => PathBuf::from(path),
            None => match self.path.strip_prefix("~/") {
                Some(below) => home.join(below),
                None => PathBuf::from(&self.path),
            },
        };
        let path = std::fs::canonicalize(path).ok()?;
        let there = path.is_dir() && !home.starts_with(&path);
        let hidden = self.hidden.iter().map(|it| path.join(it)).collect();
        there.then_some(FoundFolder { path, hidden })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_can_be_read() {
        let all: Vec<Toolchain> =
            serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/toolchains.json")))
                .unwrap();
        assert!(all.len() > 30);
        let names: std::collections::BTreeSet<_> = all.iter().map(|it| &it.name).collect();
        assert_eq!(names.len(), all.len());
        for it in &all {
            assert!(!it.folders.is_empty() && it.source.len() > 5, "{}", it.name);
            let relative = it
                .folders
                .iter()
                .flat_map(|it| &it.hidden)
                .all(|it| it.is_relative());
            assert!(relative, "{}", it.name);
            assert_eq!(
                it.registry.is_some(),
                !it.registries.is_empty(),
                "{}",
                it.name
            );
            assert!(
                it.registries
                    .iter()
                    .all(|it| it.contains('.') && !it.contains('/')),
                "{}",
                it.name
            );
        }
    }

    #[test]
    fn a_variable_that_leads_to_the_home_folder_shows_nothing() {
        let home = tempfile::tempdir().unwrap();
        let home = std::fs::canonicalize(home.path()).unwrap();
        std::fs::create_dir_all(home.join(".cargo")).unwrap();
        let cargo = known().into_iter().find(|it| it.name == "cargo").unwrap();
        let found = |env: &[(OsString, OsString)]| {
            cargo
                .found(&home, env)
                .into_iter()
                .map(|it| it.path)
                .collect::<Vec<_>>()
        };
        assert_eq!(found(&[]), [home.join(".cargo")]);
        for path in [&home, Path::new("/"), home.parent().unwrap()] {
            assert!(
                found(&[("CARGO_HOME".into(), path.into())]).is_empty(),
                "{}",
                path.display()
            );
        }
    }
}
