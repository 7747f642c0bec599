//! Recipes of a program that runs them by name: those that are usual for verification. Where a language has its own tests,
//! a recipe is another form of them.

use super::folder::Folder;
use super::{Detected, Purpose, yaml};

/// Names that are usual for looking at the work.
const USUAL: [&str; 4] = ["test", "check", "lint", "build"];

/// Finds those of `make`, `just`, `task` and `rake`.
pub(super) fn detect(dir: &Folder, found: &mut Detected) {
    let has_tests = found.has_tests();
    for (program, files, declares) in [
        (
            "make",
            &["GNUmakefile", "makefile", "Makefile"][..],
            is_rule as fn(&str, &str) -> bool,
        ),
        ("just", &["justfile", "Justfile", ".justfile"], is_recipe),
        (
            "task",
            &["Taskfile.yml", "Taskfile.yaml", "taskfile.yml"],
            is_task,
        ),
    ] {
        let content = files.iter().find_map(|it| Some((*it, dir.text(it)?)));
        let Some((file, content)) = content else {
            continue;
        };
        for name in USUAL {
            if declares(&content, name) {
                let purpose = match name {
                    "test" if !has_tests => Purpose::Test,
                    _ => Purpose::Other,
                };
                found.command(format!("{program} {name}"), purpose, file);
            }
        }
    }
}

/// A rule of a makefile; an assignment is none.
fn is_rule(content: &str, name: &str) -> bool {
    let mut rests = content.lines().filter_map(|line| line.strip_prefix(name));
    rests.any(|rest| {
        let rest = rest.trim_start();
        rest.starts_with(':') && !rest.starts_with(":=")
    })
}

/// A recipe of `just` that can be run without a value for its parameters.
fn is_recipe(content: &str, name: &str) -> bool {
    let head = |line: &str| -> Option<bool> {
        let line = line.strip_prefix('@').unwrap_or(line);
        let rest = line.strip_prefix(name)?;
        let (parameters, after) = rest.split_once(':')?;
        let fits = parameters.is_empty() || parameters.starts_with(' ');
        let wants_no_value = |word: &str| word.starts_with('*') || word.contains('=');
        Some(fits && !after.starts_with('=') && parameters.split_whitespace().all(wants_no_value))
    };
    content.lines().any(|line| head(line) == Some(true))
}

/// A task of a Taskfile.
fn is_task(content: &str, name: &str) -> bool {
    yaml::at(content, &["tasks", name]).is_some()
}
