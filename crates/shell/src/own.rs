//! Which directories of a project hold its own code, by their names.

/// Directories at the top of a project in which its own scripts and programs stand.
pub const OWN: &[&str] = &[
    "scripts",
    "script",
    "bin",
    "tools",
    "tool",
    "ci",
    "hack",
    "dev",
    "src",
    "lib",
    "app",
    "apps",
    "packages",
    "crates",
    "cmd",
    "internal",
    "test",
    "tests",
    "spec",
    "e2e",
    "examples",
    "example",
    "bench",
    "benches",
    "benchmarks",
    "util",
    "utils",
    "xtask",
    "docs",
    "server",
    "client",
    "core",
    "cli",
];

/// Directories that builds fill with programs.
pub const BUILT: &[&str] = &[
    ".venv",
    "venv",
    "target",
    "dist",
    "build",
    "out",
    "obj",
    "_build",
    "zig-out",
    ".build",
    "node_modules",
];

/// Whether code that stands in a directory is the project's, by its place: at the top, in a directory for code, or in one
/// that builds fill.
pub(crate) fn holds_code(directory: &str) -> bool {
    let mut parts = directory
        .split('/')
        .filter(|part| !matches!(*part, "" | "."));
    let Some(first) = parts.next() else {
        return true;
    };
    let all: Vec<&str> = std::iter::once(first).chain(parts).collect();
    let hidden = all
        .iter()
        .any(|part| part.starts_with('.') && !BUILT.contains(part));
    !hidden && (OWN.contains(&first) || all.iter().any(|part| BUILT.contains(part)))
}
