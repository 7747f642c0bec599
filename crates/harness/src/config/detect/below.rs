//! Projects below the top of a repository whose top has no tests of its own.

use super::folder::{Folder, is_plain};
use super::{Detected, Purpose, here};

/// How deep they are looked for: a folder for each, or one for each below one for all.
const DEPTH_MAX: usize = 2;
/// Folders that are looked at.
const FOLDERS_MAX: usize = 200;
/// Projects whose commands are taken.
const PROJECTS_MAX: usize = 8;

/// Finds the tests of projects in folders, each started from the top.
pub(super) fn detect(dir: &Folder, found: &mut Detected) {
    let mut looked = 0;
    let mut projects = Vec::new();
    collect((dir, ""), DEPTH_MAX, &mut looked, &mut projects);
    for (folder, project) in projects {
        for language in project.languages {
            found.language(language);
        }
        for command in project.commands {
            let moved = from_top(&command.line, &folder);
            if let (Purpose::Test, Some(line)) = (command.purpose, moved) {
                let declared_in = match command.declared_in.as_str() {
                    file if dir.at(&folder).holds(file) => format!("{folder}/{file}"),
                    words => format!("{words} in {folder}"),
                };
                found.command(line, Purpose::Test, declared_in);
            }
        }
    }
}

fn collect(
    (dir, folder): (&Folder, &str),
    depth: usize,
    looked: &mut usize,
    projects: &mut Vec<(String, Detected)>,
) {
    for path in dir.folders(folder) {
        if *looked >= FOLDERS_MAX || projects.len() >= PROJECTS_MAX {
            return;
        }
        *looked += 1;
        // What stands in a folder of tests is what they work on.
        let is_of_tests = code::is_any_test_path(&format!("{path}/x.txt"));
        if is_of_tests || !is_plain(&path) {
            continue;
        }
        let project = here(&dir.at(&path));
        if project.has_tests() {
            projects.push((path, project));
        } else if depth > 1 {
            collect((dir, &path), depth - 1, looked, projects);
        }
    }
}

/// The command line that does at the top what `line` does in `folder`. A program that can be told its folder is told;
/// for the others a shell goes there.
fn from_top(line: &str, folder: &str) -> Option<String> {
    let (program, rest) = line.split_once(' ').unwrap_or((line, ""));
    let with = |option: &str| Some(format!("{program} {option} {folder} {rest}"));
    match program {
        "cargo" => Some(format!("{line} --manifest-path {folder}/Cargo.toml")),
        "npm" => with("--prefix"),
        "pnpm" => with("--dir"),
        "go" | "make" => with("-C"),
        _ => (!line.contains('\'')).then(|| format!("sh -c 'cd {folder} && {line}'")),
    }
}
