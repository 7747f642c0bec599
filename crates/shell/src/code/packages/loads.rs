//! Code that interpreters and test runners load: plugins, paths, settings.

use super::ask;
use super::registry::is_address;
use crate::code::Deed;

/// `-p name`: plugins are code; `no:name` switches one off, and some come with pytest or are well known.
pub(super) fn pytest_plugin(text: &str) -> Vec<Deed> {
    const KNOWN: &[&str] = &[
        "xdist",
        "pytest_cov",
        "asyncio",
        "pytest_asyncio",
        "randomly",
        "timeout",
        "django",
        "pytest_django",
        "anyio",
        "pytester",
        "cacheprovider",
        "pytest_mock",
    ];
    if text.starts_with("no:") || KNOWN.contains(&text) {
        return Vec::new();
    }
    ask("loads-code", "pytest loads it as a plugin")
}

pub(super) fn pytest_ini(text: &str) -> Vec<Deed> {
    match text.split_once('=') {
        Some(("addopts" | "pythonpath" | "testpaths" | "required_plugins", value))
            if !value.is_empty() =>
        {
            ask("config", "it adds options or places to load code from")
        }
        Some(_) | None => Vec::new(),
    }
}

/// `tests/a.py::test_x`, a configuration: it is code, so it must be the project's.
pub(super) fn own_path(text: &str) -> Vec<Deed> {
    let path = text.split("::").next().unwrap_or_default();
    let drive = path
        .get(1..3)
        .is_some_and(|sign| sign == ":\\" || sign == ":/");
    if path.starts_with("\\\\") {
        return vec![Deed::deny(
            "runs-foreign-text",
            "code of another machine would be run",
        )];
    }
    let leaves = path.starts_with(['/', '~'])
        || path.contains("://")
        || path.starts_with("\\\\")
        || drive
        || path.split('/').any(|part| part == "..");
    if leaves {
        return ask("runs-outside", "code outside the worktree would be run");
    }
    Vec::new()
}

/// The settings of a test runner: a file, or themselves in JSON.
pub(super) fn test_config(text: &str) -> Vec<Deed> {
    if text.trim_start().starts_with('{') {
        return ask("loads-code", "settings of a test runner can name code");
    }
    vec![Deed::Read(text.to_owned())]
}

/// Directories from which code is loaded: they must be the project's.
pub(super) fn path_list(text: &str) -> Vec<Deed> {
    if is_address(text) {
        return vec![Deed::deny(
            "loads-code",
            "code would be loaded from an address",
        )];
    }
    text.split(':')
        .filter(|one| !one.is_empty())
        .flat_map(own_path)
        .collect()
}

/// Directories and archives in which an interpreter looks for modules: the project's own code, where it stands in one of
/// the directories for that.
pub(super) fn module_path(text: &str) -> Vec<Deed> {
    let mut deeds = path_list(text);
    let own = |one: &&str| {
        let fixed = one.split(['*', '?', '\u{fffd}']).next().unwrap_or_default();
        let archive = [".jar", ".zip", ".whl", ".egg"]
            .iter()
            .any(|end| fixed.ends_with(end));
        let folder = if archive {
            fixed.rsplit_once('/').map_or("", |(folder, _)| folder)
        } else {
            fixed
        };
        !one.contains("$") && crate::own::holds_code(folder)
    };
    if deeds.is_empty()
        && let Some(other) = text.split([':', ';']).find(|one| !own(one))
    {
        let why = format!("modules would be loaded from `{other}`, which is no directory for code");
        deeds.extend(ask("loads-code", &why));
    }
    deeds
}

/// A module that node loads first: one of the project's packages by its name, or a file or address.
pub(super) fn node_module(text: &str) -> Vec<Deed> {
    if is_address(text) || text.starts_with("data:") {
        return vec![Deed::deny(
            "loads-code",
            "node loads this text from elsewhere first",
        )];
    }
    if text.starts_with(['.', '/', '~']) || text.contains(':') || text.contains('\\') {
        return ask("loads-code", "node loads this file first");
    }
    Vec::new()
}

pub(super) fn ruby_require(text: &str) -> Vec<Deed> {
    if text.starts_with(['.', '/', '~']) {
        return ask("loads-code", "ruby loads this file first");
    }
    Vec::new()
}

pub(super) fn php_ini(text: &str) -> Vec<Deed> {
    let name = text.split('=').next().unwrap_or_default();
    if matches!(
        name,
        "auto_prepend_file"
            | "auto_append_file"
            | "extension"
            | "zend_extension"
            | "extension_dir"
            | "sendmail_path"
            | "allow_url_include"
            | "include_path"
            | "disable_functions"
    ) {
        return vec![Deed::deny("loads-code", "php loads or runs it")];
    }
    Vec::new()
}

/// What `gawk -i` loads: `inplace` is its own.
pub(super) fn awk_library(name: &str) -> Vec<Deed> {
    if name == "inplace" || name == "inplace.awk" {
        return Vec::new();
    }
    ask("loads-code", "awk loads another file first")
}
