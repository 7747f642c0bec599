//! Packages of JavaScript or TypeScript in one repository, whose tests are started from its top.

use serde_json::Value as Json;

use super::folder::Folder;
use super::{Detected, Purpose, yaml};

/// Packages that are looked at.
const PACKAGES_MAX: usize = 200;
/// Folders that are listed to find them.
const FOLDERS_MAX: usize = 2_000;

/// Finds the command that runs the tests of all packages, if any of them has tests.
pub(super) fn detect(dir: &Folder, manifest: &Json, program: &str, found: &mut Detected) {
    let (patterns, file) = patterns(dir, manifest);
    let packages = packages(dir, &patterns);
    let with_tests = packages.iter().filter(|it| has_test(dir, it)).count();
    if with_tests == 0 {
        return;
    }
    let line = match program {
        "pnpm" => "pnpm -r test",
        "bun" => "bun run --filter '*' test",
        "yarn" if is_classic(dir) => {
            // It ends with an error where one of them has no such script.
            if with_tests < packages.len() {
                return;
            }
            "yarn workspaces run test"
        }
        "yarn" => "yarn workspaces foreach -A run test",
        _ => "npm test --workspaces --if-present",
    };
    found.command(line, Purpose::Test, file);
}

fn patterns(dir: &Folder, manifest: &Json) -> (Vec<String>, &'static str) {
    let named = manifest.get("workspaces");
    let list = named.and_then(|it| it.get("packages").or(Some(it)));
    let list = list.and_then(Json::as_array);
    if let Some(list) = list {
        let texts = list.iter().filter_map(Json::as_str).map(str::to_owned);
        return (texts.collect(), "package.json");
    }
    let file = "pnpm-workspace.yaml";
    let texts = dir.text(file).map(|it| yaml::texts(&it, &["packages"]));
    (texts.unwrap_or_default(), file)
}

/// Folders with a manifest that the patterns name, without those that are excluded.
fn packages(dir: &Folder, patterns: &[String]) -> Vec<String> {
    let (out, within): (Vec<_>, Vec<_>) = patterns.iter().partition(|it| it.starts_with('!'));
    let mut found: Vec<String> = Vec::new();
    let mut left = FOLDERS_MAX;
    for pattern in within {
        let steps: Vec<&str> = pattern
            .split('/')
            .filter(|it| !matches!(*it, "" | "."))
            .collect();
        expand(dir, ("", &steps), &mut left, &mut found);
    }
    let is_out = |it: &String| {
        out.iter()
            .any(|pattern| pattern.trim_start_matches('!') == *it)
    };
    found.retain(|it| !is_out(it));
    found.sort();
    found.dedup();
    found
}

fn expand(
    dir: &Folder,
    (folder, steps): (&str, &[&str]),
    left: &mut usize,
    found: &mut Vec<String>,
) {
    if found.len() >= PACKAGES_MAX || *left == 0 {
        return;
    }
    *left -= 1;
    let Some((step, rest)) = steps.split_first() else {
        if dir.text(&format!("{folder}/package.json")).is_some() {
            found.push(folder.to_owned());
        }
        return;
    };
    if *step == "**" {
        expand(dir, (folder, rest), left, found);
    }
    for below in dir.folders(folder) {
        let name = below
            .rsplit_once('/')
            .map_or(below.as_str(), |(_, name)| name);
        match step.split_once('*') {
            _ if *step == "**" => expand(dir, (&below, steps), left, found),
            Some((before, after)) if name.starts_with(before) && name.ends_with(after) => {
                expand(dir, (&below, rest), left, found);
            }
            None if name == *step => expand(dir, (&below, rest), left, found),
            Some(_) | None => {}
        }
    }
}

fn has_test(dir: &Folder, package: &str) -> bool {
    let manifest = dir.text(&format!("{package}/package.json"));
    let manifest = manifest.and_then(|it| serde_json::from_str::<Json>(&it).ok());
    manifest
        .as_ref()
        .and_then(|it| it.pointer("/scripts/test"))
        .and_then(Json::as_str)
        .is_some_and(|it| !it.contains("no test specified"))
}

/// Yarn 1, by its lock file.
fn is_classic(dir: &Folder) -> bool {
    dir.text("yarn.lock")
        .is_some_and(|it| it.contains("# yarn lockfile v1"))
}
