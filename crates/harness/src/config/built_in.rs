//! Names that the keys of the configuration take, and values that are always there.

/// Other spellings, from the seed: written, meant.
pub(crate) const SPELLINGS: [(&str, &str); 2] = [
    ("openSpecPath", "open_spec_path"),
    ("targetBranch", "target_branch"),
];

/// Providers that a model may have.
pub(crate) const PROVIDERS: [&str; 5] = [
    "openai",
    "openai-responses",
    "openai-compatible",
    "anthropic",
    "scripted",
];
/// Hooks that are built in and run around acts.
pub(crate) const HOOKS: [&str; 3] = [
    "prevent-secrets-commit",
    "log-operations",
    "enforce-pr-description",
];
/// Hooks that are built in and run after a failure.
pub(crate) const FAILURE_HOOKS: [&str; 1] = ["cleanup-worktree-on-fail"];
/// What people may be told of.
pub(crate) const NOTICES: [&str; 4] = ["park", "question", "stop", "end"];
/// Quality gates.
pub(crate) const GATES: [&str; 4] = ["coverage", "complexity", "security", "type-check"];
/// Branches that are always protected.
pub(crate) const PROTECTED_BRANCHES: [&str; 3] = ["main", "master", "release/*"];
/// Paths that an agent must never change: what governs it, and what runs code for people and for CI.
pub(crate) const PROTECTED_PATHS: [&str; 14] = [
    ".git/**",
    ".interlock/**",
    ".gsd/config.yml",
    ".gsd/context.yml",
    ".github/workflows/**",
    ".gitea/workflows/**",
    ".forgejo/workflows/**",
    ".gitlab-ci.yml",
    ".husky/**",
    ".cargo/config.toml",
    ".npmrc",
    ".claude/settings*.json",
    ".codex/**",
    ".gemini/settings.json",
];
