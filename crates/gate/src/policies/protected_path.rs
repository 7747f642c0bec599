//! `protected-path`: files that decide how work is checked, started or delivered are not changed in passing.

use ledger::gate::{Checkpoint, Finding};
use ledger::phase::Role;
use shell::lookup::{self, Known};
use shell::paths::is_ours;

use super::{Asked, Policy, PolicyInfo};

mod decisive_names;
pub(crate) mod sensitive;
use crate::finding::{about, hard, revise_plan, soft, soft_with, use_path, warning};
use crate::touched_paths::Touch;

const NAME: &str = "protected-path";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreWrite],
        summary: "Interlock's settings and configured paths are not changed; CI, hook, editor, lint and agent settings and lock files ask.",
        why: "Who is checked must not edit the checker.",
        instead: "Name the file in the plan, or ask a person to change it.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    if asked.context.role == Role::Harness {
        return Vec::new();
    }
    asked
        .touches()
        .iter()
        .filter(|touch| touch.how.changes())
        .filter_map(|touch| one(asked, touch).map(|finding| about(finding, &touch.asked)))
        .collect()
}

fn one(asked: &Asked<'_>, touch: &Touch) -> Option<Finding> {
    let resolved = match lookup::path(asked.context.facts, &touch.asked) {
        Known::Yes(found) => found.resolved.as_ref().map(|path| path.as_str().to_owned()),
        Known::No(_) | Known::Unasked => None,
    };
    let spellings: Vec<&str> = [Some(touch.asked.as_str()), resolved.as_deref()]
        .into_iter()
        .flatten()
        .collect();
    if spellings.iter().any(|path| is_ours(path)) {
        let message = "Interlock's own settings are changed by people only";
        return Some(hard(
            NAME,
            "own-settings",
            message,
            use_path("another file"),
        ));
    }
    if asked.policies.protected_broken {
        let message = "a protected path in the configuration can't be read, so every write asks";
        return Some(soft(NAME, "broken-glob", message));
    }
    if spellings
        .iter()
        .any(|path| asked.policies.protects_path(path))
    {
        let message = "the configuration says that agents must not change it";
        return Some(hard(
            NAME,
            "protected-path",
            message,
            use_path("another file"),
        ));
    }
    let planned = asked.context.task.is_some_and(|task| {
        // A folder or a pattern is too wide to mean such a file.
        let named = task.files.files().chain(&task.deletes);
        named
            .into_iter()
            .any(|file| spellings.contains(&file.as_str()))
    });
    if !planned && spellings.iter().any(|path| sensitive::decides(path)) {
        let message = "it decides how work is started, checked or delivered";
        let next = revise_plan(touch.asked.as_str());
        return Some(soft_with(NAME, "sensitive-path", message, next));
    }
    if !planned && spellings.iter().any(|path| sensitive::is_manifest(path)) {
        let message = "a manifest can change what the checks run";
        return Some(warning(
            NAME,
            "manifest",
            message,
            revise_plan(touch.asked.as_str()),
        ));
    }
    None
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "write_file", "args": {"path": ".interlock/config.yml", "content": "x"}}"#,
        "own-settings",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "sub/.Interlock/x", "content": "x"}}"#,
        "own-settings",
    ),
    (
        r#"{"tool": "delete_file", "args": {"path": ".gsd/config.yml"}}"#,
        "own-settings",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "spec/openapi.yaml", "content": "x"}}"#,
        "protected-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "ci/run.sh", "content": "x"}}"#,
        "protected-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "CI/run.sh", "content": "x"}}"#,
        "protected-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".github/workflows/ci.yml", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".vscode/settings.json", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".husky/pre-commit", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".gemini/settings.json", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "sub/.gitattributes", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "INTERL~1/config.yml", "content": "x"}}"#,
        "own-settings",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".\uff49nterlock/config.yml", "content": "x"}}"#,
        "own-settings",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "AGENTS.md", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".hu\u017fky/pre-commit", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "VSCODE~1/tasks.json", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "Cargo.lock", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "web/eslint.config.mjs", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "app.code-workspace", "content": "x"}}"#,
        "sensitive-path",
    ),
    (
        r#"{"tool": "edit_file", "args": {"path": "package.json", "old": "a", "new": "b"}}"#,
        "manifest",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "write_file", "args": {"path": "src/ci.rs", "content": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "docs/.github-notes.md", "content": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "docs/ci.md", "content": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "src/agents.rs", "content": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "tests/eslint.rs", "content": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "src/cursor/mod.rs", "content": "x"}}"#,
    r#"{"tool": "read_file", "args": {"path": ".github/workflows/ci.yml"}}"#,
    r#"{"tool": "read_file", "args": {"path": ".interlock/config.yml"}}"#,
    r#"{"tool": "write_file", "args": {"path": ".github/workflows/ci.yml", "content": "x"}, "context": {"plan_files": [".github/workflows/ci.yml"]}}"#,
];
