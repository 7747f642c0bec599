//! How TypeScript and JavaScript names files of a tree, and where its programs and libraries begin.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::world::World;
use super::{At, Entry, Target};
use code::Import;

mod alias;
mod bundles;
mod config;
mod entries;
mod files;
mod frameworks;
mod globs;
mod json;
mod named;
mod packages;
mod patterns;
mod specifier;

use alias::Alias;
use config::{Config, Rules};
use packages::Package;

/// Most files of one sort that are read.
const FILES_MAX: usize = 5_000;

/// What manifests say.
#[derive(Debug, Default)]
pub(crate) struct Manifests {
    /// By folder.
    packages: BTreeMap<String, Package>,
    /// By path.
    configs: BTreeMap<String, Config>,
    /// By folder.
    aliases: BTreeMap<String, Vec<Alias>>,
    /// Patterns of folders that belong together, by the folder they are meant from.
    workspaces: BTreeMap<String, Vec<String>>,
    /// Files that other manifests and pages name, with the folder they are meant from and what names them.
    named: Vec<named::Named>,
    rules: OnceLock<BTreeMap<String, Rules>>,
    starts: OnceLock<BTreeMap<String, Entry>>,
    /// Folders of packages by their names.
    names: OnceLock<BTreeMap<String, Vec<String>>>,
}

impl Manifests {
    /// Reads a file of that name in that folder, if it is one that matters here.
    pub(super) fn add(&mut self, folder: &str, name: &str, text: &str) {
        let path = match folder {
            "" => name.to_owned(),
            folder => format!("{folder}/{name}"),
        };
        if matches!(name, "deno.json" | "deno.jsonc") {
            let found = alias::mapped(text);
            self.aliases
                .entry(folder.to_owned())
                .or_default()
                .extend(found);
            self.named.extend(named::read(folder, name, text));
        }
        if name == "package.json" {
            if let Some(package) = Package::read(text).filter(|_| self.packages.len() < FILES_MAX) {
                if !package.workspaces.is_empty() {
                    let known = self.workspaces.entry(folder.to_owned()).or_default();
                    known.extend(package.workspaces.iter().cloned());
                }
                self.packages.insert(folder.to_owned(), package);
            }
        } else if is_typescript_config(name) {
            let config = Config::read(text).filter(|_| self.configs.len() < FILES_MAX);
            self.configs.extend(config.map(|config| (path, config)));
        } else if alias::is_config(name) {
            let found = alias::read(text);
            self.aliases
                .entry(folder.to_owned())
                .or_default()
                .extend(found);
            self.named.extend(named::read(folder, name, text));
        } else if let Some(patterns) = members(name, text) {
            self.workspaces
                .entry(folder.to_owned())
                .or_default()
                .extend(patterns);
        } else if self.named.len() < FILES_MAX {
            self.named.extend(named::read(folder, name, text));
        }
    }

    /// What every configuration comes to.
    fn rules(&self) -> &BTreeMap<String, Rules> {
        self.rules.get_or_init(|| {
            let packages = self.packages.iter();
            let packages = packages.filter(|(_, package)| !package.name.is_empty());
            let packages =
                packages.map(|(folder, package)| (package.name.as_str(), folder.as_str()));
            let packages: BTreeMap<&str, &str> = packages.collect();
            let paths = self.configs.keys();
            paths
                .map(|path| (path.clone(), config::rules(&self.configs, &packages, path)))
                .collect()
        })
    }

    /// The packages that bear a name, with their folders.
    fn named_so<'m>(&'m self, name: &str) -> Vec<(&'m str, &'m Package)> {
        let names = self.names.get_or_init(|| {
            let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for (folder, package) in self.packages.iter().filter(|(_, p)| !p.name.is_empty()) {
                names
                    .entry(package.name.clone())
                    .or_default()
                    .push(folder.clone());
            }
            names
        });
        let folders = names.get(name).into_iter().flatten();
        folders
            .filter_map(|folder| Some((folder.as_str(), self.packages.get(folder)?)))
            .collect()
    }

    /// The package that a folder belongs to: the nearest one above that is more than a note to the loader, with its
    /// folder.
    fn package_of<'m>(&'m self, folder: &'m str) -> Option<(&'m str, &'m Package)> {
        let mut above =
            super::world::above(folder).filter_map(|at| Some((at, self.packages.get(at)?)));
        above.find(|(_, package)| package.is_whole())
    }
}

/// Whether a file of that name is wanted.
pub(super) fn is_manifest(name: &str) -> bool {
    name == "package.json"
        || is_typescript_config(name)
        || alias::is_config(name)
        || matches!(
            name,
            "pnpm-workspace.yaml" | "lerna.json" | "deno.json" | "deno.jsonc"
        )
        || named::is_wanted(name)
}

/// What an import means.
pub(super) fn resolve(world: &World, at: At<'_>, import: &Import) -> Target {
    specifier::resolve(world, at, import)
}

/// Why a file begins something by itself, if it does.
pub(super) fn entry(world: &World, at: At<'_>) -> Option<Entry> {
    entries::entry(world, at)
}

/// What others write to import a file that its manifest does not name.
pub(super) fn name_outside(world: &World, path: &str) -> Option<String> {
    entries::name_outside(world, path)
}

/// Whether a file holds nothing but types.
pub(super) fn is_declaration(path: &str) -> bool {
    files::is_declaration(path)
}

fn is_typescript_config(name: &str) -> bool {
    name == "jsconfig.json"
        || (name.ends_with(".json")
            && (name.starts_with("tsconfig.") || name.ends_with(".tsconfig.json")))
        || (name.starts_with("tsconfig-") && name.ends_with(".json"))
}

/// The folders that a manifest other than `package.json` says belong together.
fn members(name: &str, text: &str) -> Option<Vec<String>> {
    match name {
        "pnpm-workspace.yaml" => Some(packages::listed(text)),
        "lerna.json" => Some(json::texts(&json::read(text)?, "packages", FILES_MAX)),
        "deno.json" | "deno.jsonc" => Some(json::texts(&json::read(text)?, "workspace", FILES_MAX)),
        _ => None,
    }
}
