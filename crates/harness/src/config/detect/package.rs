//! Commands of a package of JavaScript or TypeScript: its scripts, by the program that the package is for.

use serde_json::Value as Json;
use std::collections::BTreeMap;

use super::folder::{Folder, Source};
use super::{Detected, Language, Purpose, workspaces};

/// Scripts of one package that are looked at.
const SCRIPTS_MAX: usize = 200;
/// What scripts for verification start with.
const SCRIPT_STEMS: [&str; 9] = [
    "test",
    "check",
    "lint",
    "typecheck",
    "type-check",
    "build",
    "coverage",
    "verify",
    "ci",
];
/// Parts of a script's name that say it does more than look.
const SCRIPT_DEEDS: [&str; 12] = [
    "deploy", "publish", "release", "push", "watch", "serve", "dev", "start", "fix", "write",
    "update", "upload",
];

/// Finds the scripts of a package; where it has no tests among them, those that node runs by itself.
pub(super) fn detect(dir: &Folder, found: &mut Detected) {
    let Some(manifest) = dir.text("package.json") else {
        return;
    };
    found.language(Language::JavaScript);
    let Ok(manifest) = serde_json::from_str::<Json>(&manifest) else {
        return;
    };
    let program = package_program(dir, &manifest);
    found
        .type_checks
        .extend(package_types(dir, &manifest, program));
    let scripts = manifest.get("scripts").and_then(Json::as_object);
    // By name, however the manifest or its reader orders them.
    let scripts: BTreeMap<&String, &Json> = scripts.into_iter().flatten().collect();
    for (name, script) in scripts.into_iter().take(SCRIPTS_MAX) {
        let body = script.as_str().unwrap_or_default();
        if !is_check_script(name) || body.contains("no test specified") {
            continue;
        }
        let purpose = match name.as_str() {
            "test" => Purpose::Test,
            "typecheck" | "type-check" | "lint" | "build" | "check" => Purpose::Check,
            _ => Purpose::Other,
        };
        if name == "test" {
            found.command(test_script(program), purpose, "package.json");
        }
        let purpose = if purpose == Purpose::Test {
            Purpose::Other
        } else {
            purpose
        };
        found.command(format!("{program} run {name}"), purpose, "package.json");
    }
    let own = test_script(program);
    if !found.commands.iter().any(|it| it.line == own) {
        workspaces::detect(dir, &manifest, program, found);
        by_runner(&manifest, found);
        by_node(dir, found);
    }
}

/// A runner of tests that the package depends on, which no script starts. Never one that is fetched for the purpose.
fn by_runner(manifest: &Json, found: &mut Detected) {
    for (runner, line) in [
        ("vitest", "npx --no-install vitest run"),
        ("jest", "npx --no-install jest"),
        ("mocha", "npx --no-install mocha"),
    ] {
        let depends = |section: &&str| {
            let path = format!("/{section}/{runner}");
            manifest.pointer(&path).is_some()
        };
        let is_first = !found.has_tests();
        if is_first && ["devDependencies", "dependencies"].iter().any(depends) {
            found.command(line, Purpose::Test, "package.json");
        }
    }
}

/// Tests that are written for the runner that node brings, which no script starts.
fn by_node(dir: &Folder, found: &mut Detected) {
    if found.has_tests() {
        return;
    }
    let of_node = |files: &[Source]| files.iter().any(|it| it.text.contains("node:test"));
    let places = [
        ("test", dir.files_below("test", is_script)),
        ("tests", dir.files_below("tests", is_named_test)),
        ("the tests", dir.files(is_named_test)),
    ];
    if let Some((place, _)) = places.into_iter().find(|(_, files)| of_node(files)) {
        found.command("node --test", Purpose::Test, place);
    }
}

fn is_script(name: &str) -> bool {
    [".js", ".mjs", ".cjs"].iter().any(|it| name.ends_with(it))
}

/// What `node --test` takes for a test in any folder.
fn is_named_test(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or("", |(stem, _)| stem);
    let marked = [".test", "-test", "_test"]
        .iter()
        .any(|it| stem.ends_with(it));
    is_script(name) && (marked || stem == "test" || stem.starts_with("test-"))
}

/// How a package checks its types: by its own script, else by the TypeScript that it depends on.
fn package_types(dir: &Folder, manifest: &Json, program: &str) -> Option<String> {
    for script in ["typecheck", "type-check"] {
        if manifest
            .pointer(&format!("/scripts/{script}"))
            .is_some_and(Json::is_string)
        {
            return Some(format!("{program} run {script}"));
        }
    }
    let depends = ["dependencies", "devDependencies"].iter().any(|section| {
        manifest
            .pointer(&format!("/{section}/typescript"))
            .is_some()
    });
    let is_configured = dir.text("tsconfig.json").is_some();
    // Never one that is fetched for the purpose.
    (depends && is_configured).then(|| "npx --no-install tsc --noEmit".to_owned())
}

/// What runs the script `test`. `bun test` is a runner of bun's own, whatever the script says.
fn test_script(program: &str) -> String {
    match program {
        "bun" => "bun run test".to_owned(),
        _ => format!("{program} test"),
    }
}

/// The program that the package itself names, else the one whose lock file is there.
fn package_program(dir: &Folder, manifest: &Json) -> &'static str {
    let named = manifest
        .get("packageManager")
        .and_then(Json::as_str)
        .unwrap_or_default();
    let locks = [
        ("pnpm", "pnpm-lock.yaml"),
        ("yarn", "yarn.lock"),
        ("bun", "bun.lock"),
    ];
    let is_named = |(program, _): &&(&str, &str)| named.starts_with(&format!("{program}@"));
    let is_locked = |(_, lock): &&(&str, &str)| dir.holds(lock);
    locks
        .iter()
        .find(is_named)
        .or_else(|| locks.iter().filter(|_| named.is_empty()).find(is_locked))
        .map_or("npm", |(program, _)| program)
}

/// Whether a script, by its name, looks and does not act.
fn is_check_script(name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_' | '.');
    let mut parts = name.split([':', '-', '_', '.']);
    let stem_fits = SCRIPT_STEMS.iter().any(|stem| {
        name.strip_prefix(stem)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '-', '_', '.']))
    });
    let is_deed = parts.any(|part| SCRIPT_DEEDS.contains(&part));
    stem_fits && !is_deed && name.len() <= 64 && name.chars().all(is_word)
}
