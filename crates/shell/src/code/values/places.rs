//! The home directory and the environment, as programs name them.

use super::unknown;
use crate::effect::Origin;
use crate::value::{Origins, Text};

/// Ways to write the home directory.
pub(super) fn is_home(path: &[String]) -> bool {
    let last = path.last().map_or("", String::as_str);
    let before = path
        .len()
        .checked_sub(2)
        .and_then(|at| path.get(at))
        .map_or("", String::as_str);
    match last {
        "homedir" | "user_home" | "homeDirectoryForCurrentUser" | "NSHomeDirectory" => true,
        "home" => matches!(before, "Path" | "Dir" | "PosixPath" | "pathlib"),
        "HOME" => matches!(before, "env" | "environ"),
        _ => false,
    }
}

/// The value of a variable of the environment.
pub(super) fn variable_value(path: &[String], name: Option<&str>) -> Text {
    let last = path.last().map_or("", String::as_str);
    let environment = matches!(
        last,
        "environ" | "env" | "ENV" | "$ENV" | "$_ENV" | "$_SERVER" | "getenv" | "$env"
    );
    match name {
        Some("HOME" | "USERPROFILE") if environment => Text::known("~"),
        Some("TMPDIR" | "TEMP") if environment => Text::known("/tmp"),
        Some("PWD") if environment => Text::known("."),
        Some(name) if environment && crate::eval::is_secret_variable(name) => {
            Text::unknown(Origins::of(Origin::Secret))
        }
        Some(_) | None => unknown(),
    }
}
