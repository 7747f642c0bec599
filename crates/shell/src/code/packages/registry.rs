//! Packages by name, as managers take them: from a registry, or past it.

use super::ask;
use crate::code::Deed;

pub(super) fn npm(text: &str) -> Vec<Deed> {
    // `alias@npm:name`, `name@https://…`.
    let spec = text.rsplit_once('@').map_or(text, |(_, rest)| rest);
    let local = text.starts_with(['.', '/', '~']) || text.starts_with("file:");
    let short = !text.starts_with('@') && text.matches('/').count() == 1;
    if is_address(text) || is_address(spec) || (short && !local) {
        return foreign();
    }
    Vec::new()
}

pub(super) fn pip(text: &str) -> Vec<Deed> {
    let (_, spec) = text
        .split_once(" @ ")
        .or_else(|| text.split_once('@'))
        .unwrap_or(("", text));
    if is_address(text) || is_address(spec.trim()) {
        return foreign();
    }
    Vec::new()
}

/// What a container is built from: a directory, or a repository elsewhere.
pub(super) fn build_context(text: &str) -> Vec<Deed> {
    if text == "-" {
        return Vec::new();
    }
    if is_address(text) || text.starts_with("git@") {
        return vec![Deed::deny(
            "foreign-package",
            "what is built comes straight from an address",
        )];
    }
    vec![Deed::Read(text.to_owned())]
}

/// A list of packages: a file of the machine, or one that is fetched.
pub(super) fn pip_requirement(text: &str) -> Vec<Deed> {
    if is_address(text) {
        return foreign();
    }
    vec![Deed::Read(text.to_owned())]
}

pub(super) fn go(text: &str) -> Vec<Deed> {
    if text.contains("://") {
        return foreign();
    }
    if text.contains('@') {
        return ask(
            "remote-package",
            "a package from elsewhere is fetched and run",
        );
    }
    if text.starts_with('/') || text.starts_with('~') || text.starts_with("../") {
        return ask("runs-outside", "a program outside the worktree is run");
    }
    Vec::new()
}

pub(super) fn deno(text: &str) -> Vec<Deed> {
    let known = ["https://deno.land/", "https://jsr.io/", "npm:", "jsr:"];
    if known.iter().any(|start| text.starts_with(start)) {
        return ask(
            "remote-package",
            "a module from elsewhere is fetched and run",
        );
    }
    if is_address(text) {
        return foreign();
    }
    ask("runs-file", "what this file does is not known")
}

pub(super) fn sumdb(text: &str) -> Vec<Deed> {
    if text.trim().eq_ignore_ascii_case("off") {
        return vec![Deed::deny("trust", "it switches the check of packages off")];
    }
    Vec::new()
}

fn foreign() -> Vec<Deed> {
    vec![Deed::deny(
        "foreign-package",
        "a package comes straight from an address, past the registry",
    )]
}

/// Whether a text begins with the scheme of an address.
pub(super) fn is_address(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.contains("://")
        || [
            "git+",
            "github:",
            "gitlab:",
            "bitbucket:",
            "gist:",
            "git@",
            "hg+",
            "svn+",
            "bzr+",
        ]
        .iter()
        .any(|start| lower.starts_with(start))
}
