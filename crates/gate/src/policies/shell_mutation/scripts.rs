//! Which files of a project are its own scripts and programs: they run as its tests do.

use shell::goes_further;
use shell::{BUILT, OWN};

/// Names of files at the top by which projects call what builds and checks them, without their endings.
const TOP: &[&str] = &[
    "build",
    "test",
    "tests",
    "check",
    "lint",
    "format",
    "fmt",
    "bench",
    "configure",
    "run-tests",
    "run_tests",
    "runtests",
    "main",
    "index",
    "app",
    "cli",
    "server",
    "ci",
    "coverage",
    "generate",
    "gen",
];

/// Endings of files that are loaded into a program rather than run.
const LOADED: &[&str] = &[".so", ".dylib", ".dll", ".nse", ".node", ".jar", ".pyz"];

/// Whether a path from the top of the worktree is a script or program of the project that builds, checks or is what the
/// project makes, by where it stands and what it is called.
pub(super) fn is_project_script(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let hidden = |part: &&&str| part.starts_with('.') && !BUILT.contains(part);
    if parts.iter().any(|part| hidden(&part))
        || name.starts_with('.')
        || LOADED.iter().any(|end| name.ends_with(end))
    {
        return false;
    }
    let lower = name.to_ascii_lowercase();
    if goes_further(&lower) {
        return false;
    }
    match parts.first() {
        Some(first) => OWN.contains(first) || parts.iter().any(|part| BUILT.contains(part)),
        None => TOP.contains(&lower.split('.').next().unwrap_or_default()),
    }
}
