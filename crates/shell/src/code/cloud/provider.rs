//! Words of commands for a cloud: what is changed, shown or copied there.

use super::found;
use crate::code::{Deed, Found};

/// Verbs that only look; in clouds they stand anywhere: `compute instances list`, `describe-instances`.
const LOOKS: &[&str] = &[
    "list",
    "ls",
    "describe",
    "show",
    "get",
    "logs",
    "log",
    "status",
    "info",
    "version",
    "help",
    "tail",
    "head",
    "view",
    "search",
    "lint",
    "template",
    "filter",
    "lookup",
    "validate",
    "dev",
    "emulators",
    "start",
    "instances",
    "wait",
];

/// Verbs that change, run or give away something elsewhere.
const ACTS: &[&str] = &[
    "delete",
    "destroy",
    "remove",
    "rm",
    "rb",
    "terminate",
    "stop",
    "reboot",
    "create",
    "update",
    "put",
    "set",
    "unset",
    "add",
    "attach",
    "detach",
    "modify",
    "deploy",
    "publish",
    "apply",
    "scale",
    "reset",
    "restore",
    "rollback",
    "promote",
    "run",
    "invoke",
    "exec",
    "ssh",
    "start-session",
    "send",
    "purge",
    "drop",
    "import",
    "export",
    "disable",
    "enable",
    "revoke",
    "grant",
    "change",
    "associate",
    "disassociate",
    "register",
    "deregister",
    "cancel",
    "failover",
    "uninstall",
    "install",
    "upgrade",
    "copy",
    "sync",
    "upload",
    "cp",
    "mv",
    "load",
    "execute",
    "reset-password",
    "suspend",
    "push",
    "leave",
    "down",
    "up",
    "teardown",
    "rebuild",
    "redeploy",
    "archive",
    "move",
    "rename",
    "authorize",
    "allocate",
    "release",
    "transfer",
    "batch",
    "kill",
    "restart",
    "resize",
    "schedule",
    "revert",
    "write",
    "rotate",
    "clear",
    "flush",
    "drain",
    "cordon",
    "patch",
    "replace",
    "edit",
    "unlock",
    "wipe",
    "login",
    "pull",
];

/// Words behind which stand credentials.
const GIVES: &[&str] = &[
    "token",
    "tokens",
    "access-token",
    "credentials",
    "print-access-token",
    "print-identity-token",
    "get-access-token",
    "secret",
    "secrets",
    "keys",
    "key",
    "password",
    "login-password",
    "variables",
    "vars",
    "kubeconfig",
    "connection-string",
    "connection-strings",
    "credential",
    "appsettings",
    "publishing-profiles",
    "publish-profile",
    "generate-sas",
    "get-credentials",
];

/// A word of a command for a cloud.
pub(in crate::code) fn action(word: &str) -> Found {
    let lower = word.to_ascii_lowercase();
    let head = lower.split(['-', ':', '_']).next().unwrap_or_default();
    if gives(&lower) {
        return found(Some(Deed::Secret(format!(
            "`{word}` of a cloud shows or makes credentials"
        ))));
    }
    let last = lower.rsplit(':').next().unwrap_or_default();
    let acts = ACTS.contains(&head) || ACTS.contains(&last) || ACTS.contains(&lower.as_str());
    found(
        (acts && !LOOKS.contains(&head))
            .then(|| Deed::deny("production", format!("`{word}` changes what is elsewhere"))),
    )
}

fn gives(lower: &str) -> bool {
    GIVES.contains(&lower)
        || GIVES
            .iter()
            .any(|it| lower.ends_with(&format!("-{it}")) || lower.ends_with(&format!(":{it}")))
}

/// A word behind `auth`, `config` and the like: all but looking at names shows credentials.
pub(in crate::code) fn credential(word: &str) -> Found {
    let harmless = [
        "list",
        "ls",
        "status",
        "whoami",
        "--help",
        "current",
        "get-value",
        "describe",
    ];
    found(
        (!harmless.contains(&word))
            .then(|| Deed::Secret(format!("`{word}` shows or changes credentials or settings"))),
    )
}

/// The source of a copy: a file here leaves for the store.
pub(in crate::code) fn store(word: &str, to: bool) -> Found {
    let far = word.contains("://");
    found(match (far, to) {
        (true, true) => Some(Deed::deny("uploads", "data leaves for a store")),
        (true, false) => None,
        (false, true) if word != "-" => Some(Deed::Write(word.to_owned())),
        (false, true) => None,
        (false, false) => Some(Deed::Read(word.to_owned())),
    })
}
