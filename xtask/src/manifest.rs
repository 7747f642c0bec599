//! The workspace's manifests as cargo understands them: which crate wants which, and for what.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

/// What a dependency is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    /// To build the crate (build scripts too).
    Build,
    /// For its tests only.
    Dev,
}

/// One line of a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The package's own name, whatever it is renamed to.
    pub to: String,
    /// A crate of this workspace, not a library from outside.
    pub is_room: bool,
    /// What for.
    pub want: Want,
}

/// One crate of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Crate {
    /// Its package name.
    pub name: String,
    /// Its folder from the root, with `/`: `crates/gate`.
    pub folder: String,
    /// What it depends on.
    pub edges: Vec<Edge>,
}

/// Every crate of the workspace at `root`.
pub(crate) fn read(root: &Path) -> anyhow::Result<Vec<Crate>> {
    crates(&metadata(root, &["--no-deps", "--offline"])?)
}

/// What `cargo metadata` says, with more arguments.
pub(crate) fn metadata(root: &Path, more: &[&str]) -> anyhow::Result<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1"])
        .args(more)
        .current_dir(root)
        .output()
        .context("cannot start `cargo metadata`")?;
    if !output.status.success() {
        bail!(
            "`cargo metadata` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    serde_json::from_slice(&output.stdout).context("`cargo metadata` printed no JSON")
}

/// The text at `key`, empty when there is none.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The list at `key`, empty when there is none.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value
        .get(key)
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default()
}

fn crates(metadata: &Value) -> anyhow::Result<Vec<Crate>> {
    let root = text(metadata, "workspace_root");
    let mut found = Vec::new();
    for package in list(metadata, "packages") {
        let manifest = Path::new(text(package, "manifest_path"));
        let folder = manifest
            .parent()
            .and_then(|folder| folder.strip_prefix(root).ok());
        let folder = folder.context("a package outside the workspace")?;
        found.push(Crate {
            name: text(package, "name").to_owned(),
            folder: folder.to_string_lossy().replace('\\', "/"),
            edges: list(package, "dependencies").iter().map(edge).collect(),
        });
    }
    found.sort_by(|a, b| a.folder.cmp(&b.folder));
    Ok(found)
}

fn edge(dependency: &Value) -> Edge {
    Edge {
        to: text(dependency, "name").to_owned(),
        is_room: dependency.get("path").is_some_and(Value::is_string),
        want: if text(dependency, "kind") == "dev" {
            Want::Dev
        } else {
            Want::Build
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_cargo_prints() {
        let metadata = serde_json::json!({
            "workspace_root": "/r",
            "packages": [{
                "name": "gate", "manifest_path": "/r/crates/gate/Cargo.toml",
                "dependencies": [
                    { "name": "ledger", "kind": null, "path": "/r/crates/ledger" },
                    { "name": "proptest", "kind": "dev" },
                ],
            }],
        });
        let crates = crates(&metadata).expect("readable");
        let gate = crates.first().expect("one");
        assert_eq!(
            (gate.name.as_str(), gate.folder.as_str()),
            ("gate", "crates/gate")
        );
        assert_eq!(
            gate.edges,
            [
                Edge {
                    to: "ledger".into(),
                    is_room: true,
                    want: Want::Build
                },
                Edge {
                    to: "proptest".into(),
                    is_room: false,
                    want: Want::Dev
                },
            ]
        );
    }
}
