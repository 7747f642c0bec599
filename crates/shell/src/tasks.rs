//! What names of scripts and tasks say about them.

/// What names of scripts say that do more than build and check.
const FURTHER: &[&str] = &[
    "deploy",
    "release",
    "publish",
    "push",
    "upload",
    "install",
    "uninstall",
    "setup",
    "bootstrap",
    "provision",
    "migrate",
    "migration",
    "seed",
    "reset",
    "drop",
    "destroy",
    "wipe",
    "purge",
    "delete",
    "remove",
    "cleanup",
    "clean",
    "prod",
    "production",
    "staging",
    "rollback",
    "restore",
    "backup",
    "sync",
    "send",
    "evil",
    "payload",
    "exploit",
    "pwn",
    "hook",
    "postinstall",
    "preinstall",
    "update",
    "upgrade",
    "login",
    "token",
    "secret",
    "secrets",
    "cron",
    "daemon",
];

/// Whether a name says that this does more than build and check.
#[must_use]
pub fn goes_further(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| FURTHER.contains(&word))
}
