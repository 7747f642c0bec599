//! `git config` and `git remote`: what git does from now on.

use shell::effect::Level;
use shell::git::call::Call;
use shell::git::config;

use super::Comes;
use super::verbs::{asks, denied};

/// What such a command comes to.
pub(super) fn comes(call: &Call) -> Comes {
    match call.verb.as_str() {
        "remote show" | "remote get-url" => Comes::Looks,
        "remote set-url" => denied("remote", "where git goes is not the agent's to change"),
        verb if verb.starts_with("remote ") => asks(
            "remote",
            format!("`git {verb}` changes the repository's remotes"),
        ),
        _ => config(call),
    }
}

/// The old spelling (`config key value`, `--get`) and the new (`config set key value`).
fn config(call: &Call) -> Comes {
    let words: Vec<&str> = call.operands.iter().map(String::as_str).collect();
    let subcommands = [
        "list",
        "get",
        "set",
        "unset",
        "rename-section",
        "remove-section",
        "edit",
    ];
    let (action, words) = match words.split_first() {
        Some((first, rest)) if subcommands.contains(first) => (*first, rest),
        Some(_) | None => (by_options(call, words.len()), words.as_slice()),
    };
    let changes = !matches!(action, "get" | "list");
    if changes && call.has(&["global", "system", "f", "file", "blob"]) {
        return denied(
            "config",
            "settings outside the worktree decide what git runs everywhere",
        );
    }
    let key = words.first().copied().unwrap_or_default();
    match action {
        "list" => asks(
            "reads-config",
            "git's settings may hold addresses with passwords in them",
        ),
        "get" if call.has(&["get-regexp"]) => {
            asks("reads-config", "git's settings may hold passwords")
        }
        "get" if config::is_plain(key) => Comes::Looks,
        "get" => asks("reads-config", format!("`{key}` may hold a password")),
        "set" => set(key, words.get(1).copied().unwrap_or("true")),
        "unset" => removed(key),
        _ => asks("config", "git's settings decide what git runs"),
    }
}

fn by_options(call: &Call, words: usize) -> &'static str {
    if call.has(&["unset", "unset-all"]) {
        "unset"
    } else if call.has(&["e", "edit", "rename-section", "remove-section"]) {
        "edit"
    } else if call.has(&["l", "list"]) {
        "list"
    } else if call.has(&[
        "get",
        "get-all",
        "get-regexp",
        "get-urlmatch",
        "get-color",
        "get-colorbool",
    ]) {
        "get"
    } else if call.has(&["add", "replace-all"]) || words > 1 {
        "set"
    } else {
        "get"
    }
}

fn set(key: &str, value: &str) -> Comes {
    match config::setting(key, value) {
        Some(it) if it.level == Level::Deny => denied("config", it.why),
        Some(it) => asks("config", it.why),
        None => asks(
            "config",
            format!("`{key}` is changed for everybody who uses the repository"),
        ),
    }
}

/// Taking a setting away may take a guard away.
fn removed(key: &str) -> Comes {
    match config::setting(key, "\u{fffd}") {
        Some(it) if it.level == Level::Deny => {
            denied("config", format!("`{key}` is not the agent's to take away"))
        }
        Some(_) | None => asks("config", format!("`{key}` is taken away")),
    }
}
