//! Options before the verb: configuration for one command, another directory, other programs.

use super::{Objection, asks, hard};
use crate::git::Global;

/// Configuration keys whose value is shown, not run.
const KEYS_SHOWN: &[&str] = &["core.quotepath", "core.abbrev", "core.pager=cat", "log.date"];
/// Beginnings of keys whose value git runs, or that say where it goes.
const KEYS_RUN: &[&str] = &[
    "core.fsmonitor", "core.sshcommand", "core.pager", "core.editor", "core.hookspath",
    "core.askpass", "core.gitproxy", "core.worktree", "core.attributesfile",
    "core.alternaterefscommand", "credential.", "alias.", "diff.", "filter.", "merge.",
    "protocol.", "url.", "include.", "includeif.", "uploadpack.", "receive.", "remote.", "http.",
    "https.", "gpg.", "sequence.editor", "pager.", "difftool.", "mergetool.", "browser.", "man.",
    "web.", "interactive.", "sendemail.", "trailer.", "submodule.", "init.", "safe.", "ssh.",
    "transfer.", "fetch.", "push.", "branch.", "user.signingkey", "commit.gpgsign", "maintenance.",
    "gc.", "hook.", "format.", "tar.", "instaweb.", "guitool.",
];

/// What stands against an option before the verb.
pub(super) fn global(option: &Global) -> Option<Objection> {
    match option {
        Global::Config(setting) => {
            let key = setting.to_lowercase();
            let shown = KEYS_SHOWN.iter().any(|shown| key.starts_with(shown)) || key.starts_with("color.");
            if shown {
                return None;
            }
            let message = format!("`-c {setting}` changes what git does or runs");
            Some(if KEYS_RUN.iter().any(|run| key.starts_with(run)) {
                hard("option-injection", message)
            } else {
                asks("option-injection", message)
            })
        }
        Global::Directory(path) => {
            let message = format!("`-C {path}` runs git with the settings of another directory");
            Some(asks("other-repository", message))
        }
        Global::Other(option) => {
            let message = format!("`{option}` changes which repository or programs git uses");
            Some(hard("option-injection", message))
        }
    }
}
