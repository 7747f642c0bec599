//! Switches that nobody is told of: new code that asks for a variable of the environment before it does its work, where
//! neither the plan nor anything else of the change knows that variable.

use std::collections::BTreeSet;

use code::Language;
use code::project::is_test_path;

use crate::inspect::Ground;
use crate::inspect::prose::sentences;
use crate::integrity::Change;

/// Variables that are kept.
const FOUND_MAX: usize = 20;
/// How a line asks for a variable of the environment; its name follows.
const ASKS: [&str; 11] = [
    "os.environ.get(",
    "os.environ[",
    "environ.get(",
    "in os.environ",
    "getenv(",
    "os.Getenv(",
    "os.LookupEnv(",
    "process.env.",
    "process.env[",
    "env::var(",
    "env::var_os(",
];
/// Beginnings of variables that systems, shells and runners set.
const COMMON: [&str; 40] = [
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CI",
    "TERM",
    "COLORTERM",
    "HOME",
    "PATH",
    "USER",
    "TMP",
    "TEMP",
    "EDITOR",
    "PAGER",
    "VISUAL",
    "SHELL",
    "COLUMNS",
    "LINES",
    "LANG",
    "LC_",
    "XDG_",
    "DEBUG",
    "HTTP",
    "NO_PROXY",
    "ALL_PROXY",
    "GITHUB_",
    "PYTHON",
    "PYTEST",
    "GO",
    "JAVA",
    "NODE_",
    "APPDATA",
    "PROGRAM",
    "WINDIR",
    "SYSTEM",
    "COMSPEC",
    "SSH_",
    "DISPLAY",
    "WAYLAND",
    "RUST",
    "CARGO",
];
/// Words of a plan that speaks of the surroundings.
const TOLD: [&str; 6] = ["environ", "env var", "env.", " env ", "variable", "getenv"];

/// Variables that decide whether new code works, and that nobody is told of.
pub(in crate::inspect) fn switches(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let told = sentences(ground).iter().any(|text| {
        let lower = text.to_lowercase();
        TOLD.iter().any(|word| lower.contains(word))
    });
    if told || ground.base.is_none() {
        return Vec::new();
    }
    let mut found = BTreeSet::new();
    for change in changes {
        let language = Language::of_path(change.path);
        if !language.has_syntax() || is_test_path(change.path, language) {
            continue;
        }
        let before: BTreeSet<&str> = change.before.unwrap_or_default().lines().collect();
        let now = change.after.unwrap_or_default().lines();
        for line in now.filter(|it| !before.contains(it)) {
            found.extend(asked(line).filter(|name| !is_known(changes, name)));
        }
    }
    found
        .into_iter()
        .take(FOUND_MAX)
        .map(str::to_owned)
        .collect()
}

/// The variable on which a line lets something depend.
fn asked(line: &str) -> Option<&str> {
    let code = line.trim_start();
    if code.starts_with(['#', '/', '*']) || !decides(code) {
        return None;
    }
    let after = ASKS.iter().find_map(|it| {
        let at = code.find(it)?;
        match it.starts_with("in ") {
            true => code.get(..at)?.trim_end().rsplit(' ').next(),
            false => code.get(at.saturating_add(it.len())..),
        }
    })?;
    let name = after.trim_start_matches(['"', '\'', '`']);
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let name = name.get(..end.unwrap_or(name.len()))?;
    let own = name.contains('_') && !name.contains(|c: char| c.is_ascii_lowercase());
    let common = COMMON.iter().any(|it| name.starts_with(it));
    (own && !common).then_some(name)
}

/// Whether a line is a condition, and no default or path that is taken from the surroundings.
fn decides(code: &str) -> bool {
    const BEGINS: [&str; 6] = ["if ", "if(", "} else if", "elif ", "and ", "&& "];
    const COMPARES: [&str; 8] = [
        "== \"1\"",
        "== '1'",
        "=== \"1\"",
        "=== '1'",
        "== \"true\"",
        "!= \"\"",
        "== \"\"",
        " else ",
    ];
    BEGINS.iter().any(|it| code.starts_with(it)) || COMPARES.iter().any(|it| code.contains(it))
}

/// Whether anything but one line of code knows a variable: a page, a test, a constant, what stood there before.
fn is_known(changes: &[Change<'_>], name: &str) -> bool {
    let before = changes.iter().filter_map(|it| it.before);
    let now = changes.iter().filter_map(|it| it.after);
    let times = |text: &str| text.matches(name).count();
    let all = now.map(times).fold(0_usize, usize::saturating_add);
    all > 1 || before.map(times).any(|it| it > 0)
}
