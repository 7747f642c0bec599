//! Which program a word names, and what it says by its place alone.

use crate::model::{Model, Operand, Role};
use crate::value::Field;

/// Directories whose programs are the ones of the name.
pub(super) const SYSTEM: [&str; 8] = [
    "/bin/",
    "/usr/bin/",
    "/usr/local/bin/",
    "/sbin/",
    "/usr/sbin/",
    "/opt/homebrew/bin/",
    "/usr/local/sbin/",
    "/snap/bin/",
];

/// Whether operands that are no verb are a command.
pub(super) fn wraps(model: &Model) -> bool {
    let command = |place: &Operand| matches!(place.role, Role::Command | Role::ShellWords);
    model.operands.iter().any(|it| it.it.iter().any(command))
}

/// Whether a path is that of the system's loader of programs: `/lib64/ld-linux-x86-64.so.2`.
pub(super) fn loader(path: &str) -> bool {
    let base = path.rsplit('/').next().unwrap_or_default();
    path.starts_with("/lib") && (base.starts_with("ld-") || base.starts_with("ld."))
}

/// Whether the one argument asks for the version or the help text.
pub(super) fn introduces_itself(rest: &[Field]) -> bool {
    let [only] = rest else {
        return false;
    };
    matches!(only.whole().as_deref(), Some("--version" | "--help"))
}

/// An absolute path without `.`, `..` and doubled slashes.
pub(super) fn normal(name: &str) -> String {
    if !name.starts_with('/') {
        return name.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// `python3.11` and `gcc-12` are `python3` and `gcc`.
pub(super) fn unversioned(name: &str) -> Option<&'static Model> {
    let trimmed = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    (trimmed.len() < name.len() && !trimmed.is_empty())
        .then(|| Model::of(trimmed))
        .flatten()
}
