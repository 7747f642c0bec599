//! Programs that run a repository's hooks, by the files that are theirs: how each checks the whole tree, without a commit.

use std::path::Path;

use super::folder::Folder;

/// A command line for each runner, and the file that is its.
const RUNNERS: [(&str, &str); 6] = [
    (".pre-commit-config.yaml", "pre-commit run --all-files"),
    ("lefthook.yml", "lefthook run pre-commit --all-files"),
    ("lefthook.yaml", "lefthook run pre-commit --all-files"),
    (".lefthook.yml", "lefthook run pre-commit --all-files"),
    (".lefthook.yaml", "lefthook run pre-commit --all-files"),
    (".overcommit.yml", "overcommit --run"),
];
/// The hook of husky, a script.
const HUSKY: &str = ".husky/pre-commit";
/// Commands that are taken out of a script, at most.
const LINES_MAX: usize = 10;

/// What could be asked before a merge instead of the hooks that these files are for.
pub(in crate::config) fn hook_commands(dir: &Path) -> Vec<(String, &'static str)> {
    let dir = Folder::new(dir);
    let mut found: Vec<(String, &'static str)> = Vec::new();
    for (file, line) in RUNNERS {
        if dir.text(file).is_some() && found.iter().all(|it| it.0 != line) {
            found.push((line.to_owned(), file));
        }
    }
    let script = dir.text(HUSKY).unwrap_or_default();
    let lines = script.lines().map(str::trim);
    // What sources the runner itself is no check.
    let lines = lines.filter(|it| shell::argv_of(it).is_some_and(|words| is_check(&words)));
    found.extend(lines.take(LINES_MAX).map(|it| (it.to_owned(), HUSKY)));
    found
}

fn is_check(words: &[String]) -> bool {
    !matches!(
        words.first().map_or("", String::as_str),
        "" | "." | "source" | "export" | "cd" | "set"
    )
}
