//! `protected-path`: files that decide how work is checked, started or delivered are not changed in passing.

use ledger::gate::{Checkpoint, Finding};
use ledger::phase::Role;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard, revise_plan, soft, soft_with, use_path};
use crate::lookup::{self, Known};
use crate::paths::{folded_parts, is_ours};
use crate::touch::{Touch, touches};

const NAME: &str = "protected-path";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreWrite],
        summary: "Interlock's settings and configured paths are not changed; CI, hook, editor and agent settings ask.",
        why: "Who is checked must not edit the checker.",
        instead: "Name the file in the plan, or ask a person to change it.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

/// Directories and files that start programs, or say how work is checked: when the plan names them, they may change.
const SENSITIVE: &[&str] = &[
    ".github/workflows", ".github/actions", ".gitlab-ci.yml", ".gitea", ".forgejo", ".circleci",
    ".travis.yml", "azure-pipelines.yml", "jenkinsfile", ".woodpecker", ".drone.yml",
    ".buildkite", ".husky", ".githooks", "lefthook.yml", ".lefthook.yml", ".pre-commit-config.yaml",
    ".gitattributes", ".gitmodules", ".vscode", ".idea", ".devcontainer", ".envrc", ".editorconfig-exec",
    ".claude", ".codex", ".gemini", ".cursor", ".opencode", ".windsurf", ".aider.conf.yml", ".mcp.json",
    ".continue", ".roo", ".cline", ".cargo/config.toml", ".cargo/config", ".yarnrc", ".yarnrc.yml",
    ".pnpmfile.cjs", ".bundle/config", "codeowners", ".github/codeowners",
];

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(proposal) = asked.subject.proposal() else {
        return Vec::new();
    };
    if asked.context.role == Role::Harness {
        return Vec::new();
    }
    touches(proposal)
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
        return Some(hard(NAME, "own-settings", message, use_path("another file")));
    }
    if asked.policies.protected_broken {
        let message = "a protected path in the configuration can't be read, so every write asks";
        return Some(soft(NAME, "broken-glob", message));
    }
    if spellings.iter().any(|path| asked.policies.protects_path(path)) {
        let message = "the configuration says that agents must not change it";
        return Some(hard(NAME, "protected-path", message, use_path("another file")));
    }
    let planned = asked.context.task.is_some_and(|task| {
        let named = task.files.iter().chain(&task.deletes);
        named.into_iter().any(|file| spellings.contains(&file.as_str()))
    });
    if !planned && spellings.iter().any(|path| sensitive(path)) {
        let message = "it decides how work is started, checked or delivered";
        let next = revise_plan(touch.asked.as_str());
        return Some(soft_with(NAME, "sensitive-path", message, next));
    }
    None
}

fn sensitive(path: &str) -> bool {
    let path = folded_parts(path).join("/");
    SENSITIVE.iter().any(|known| {
        path == *known
            || path.starts_with(&format!("{known}/"))
            || path.ends_with(&format!("/{known}"))
            || path.contains(&format!("/{known}/"))
    })
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (r#"{"tool": "write_file", "args": {"path": ".interlock/config.yml", "content": "x"}}"#, "own-settings"),
    (r#"{"tool": "write_file", "args": {"path": "sub/.Interlock/x", "content": "x"}}"#, "own-settings"),
    (r#"{"tool": "delete_file", "args": {"path": ".gsd/config.yml"}}"#, "own-settings"),
    (r#"{"tool": "write_file", "args": {"path": "spec/openapi.yaml", "content": "x"}}"#, "protected-path"),
    (r#"{"tool": "write_file", "args": {"path": "ci/run.sh", "content": "x"}}"#, "protected-path"),
    (r#"{"tool": "write_file", "args": {"path": "CI/run.sh", "content": "x"}}"#, "protected-path"),
    (r#"{"tool": "write_file", "args": {"path": ".github/workflows/ci.yml", "content": "x"}}"#, "sensitive-path"),
    (r#"{"tool": "write_file", "args": {"path": ".vscode/settings.json", "content": "x"}}"#, "sensitive-path"),
    (r#"{"tool": "write_file", "args": {"path": ".husky/pre-commit", "content": "x"}}"#, "sensitive-path"),
    (r#"{"tool": "write_file", "args": {"path": ".gemini/settings.json", "content": "x"}}"#, "sensitive-path"),
    (r#"{"tool": "write_file", "args": {"path": "sub/.gitattributes", "content": "x"}}"#, "sensitive-path"),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "write_file", "args": {"path": "src/ci.rs", "content": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "docs/.github-notes.md", "content": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "docs/ci.md", "content": "x"}}"#,
    r#"{"tool": "read_file", "args": {"path": ".github/workflows/ci.yml"}}"#,
    r#"{"tool": "read_file", "args": {"path": ".interlock/config.yml"}}"#,
    r#"{"tool": "write_file", "args": {"path": ".github/workflows/ci.yml", "content": "x"}, "context": {"plan_files": [".github/workflows/ci.yml"]}}"#,
];
