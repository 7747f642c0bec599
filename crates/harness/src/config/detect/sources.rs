//! Files of tests, where no manifest says how they are run: their paths and texts, bounded in number and size.

use std::fs;
use std::path::Path;

use super::text;

/// Files that are read.
const FILES_MAX: usize = 64;
/// Names in one folder that are looked at.
const NAMES_MAX: usize = 1_000;
/// Folders that are looked into.
const FOLDERS_MAX: usize = 400;
/// How deep folders below the first one are looked into.
const DEPTH_MAX: usize = 3;

/// A file, by its path from the top of the project.
pub(super) struct Source {
    pub(super) path: String,
    pub(super) text: String,
}

impl Source {
    /// The folder that holds it, `""` for the top.
    pub(super) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Its own name.
    pub(super) fn name(&self) -> &str {
        self.path
            .rsplit_once('/')
            .map_or(&self.path, |(_, name)| name)
    }
}

/// The files below `folder` (`""` for the whole project) whose names fit, by name. Links are not followed, folders that
/// hold what nobody here wrote are passed over, and what can't be read is left out.
pub(super) fn below(dir: &Path, folder: &str, fits: impl Fn(&str) -> bool) -> Vec<Source> {
    let is_folder = fs::symlink_metadata(dir.join(folder)).is_ok_and(|it| it.is_dir());
    match is_folder {
        true => walk(dir, folder, DEPTH_MAX, &fits),
        false => Vec::new(),
    }
}

/// The same of the files that stand in `dir` itself.
pub(super) fn beside(dir: &Path, fits: impl Fn(&str) -> bool) -> Vec<Source> {
    walk(dir, "", 0, &fits)
}

/// Folders below `folder` that may hold work of this project, by name.
pub(super) fn folders(dir: &Path, folder: &str) -> Vec<String> {
    let mut found: Vec<String> = entries(dir, folder)
        .into_iter()
        .filter(|(name, is_folder)| *is_folder && is_own(dir, folder, name))
        .map(|(name, _)| joined(folder, &name))
        .collect();
    found.sort();
    found
}

/// Whether a path stands in a command line as it is.
pub(super) fn is_plain(path: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    !path.starts_with('-') && path.len() <= 200 && path.chars().all(is_word)
}

fn walk(dir: &Path, start: &str, depth: usize, fits: &dyn Fn(&str) -> bool) -> Vec<Source> {
    let mut found = Vec::new();
    let mut ahead = vec![(start.to_owned(), depth)];
    let mut looked = 0;
    while let Some((folder, depth)) = ahead.pop() {
        looked += 1;
        if looked > FOLDERS_MAX {
            break;
        }
        let mut names: Vec<String> = entries(dir, &folder)
            .into_iter()
            .filter(|(name, is_folder)| !is_folder && fits(name))
            .map(|(name, _)| name)
            .collect();
        names.sort();
        for name in names {
            if found.len() >= FILES_MAX {
                return found;
            }
            let path = joined(&folder, &name);
            found.extend(text(dir, &path).map(|text| Source { path, text }));
        }
        if depth > 0 {
            let below = folders(dir, &folder);
            ahead.extend(below.into_iter().rev().map(|it| (it, depth - 1)));
        }
    }
    found
}

/// Names of plain files and folders, and which of them are folders.
fn entries(dir: &Path, folder: &str) -> Vec<(String, bool)> {
    let entries = fs::read_dir(dir.join(folder)).into_iter().flatten();
    let named = entries.take(NAMES_MAX).flatten().filter_map(|entry| {
        let kind = entry.file_type().ok()?;
        let name = entry.file_name().into_string().ok()?;
        (kind.is_dir() || kind.is_file()).then_some((name, kind.is_dir()))
    });
    named.collect()
}

/// Hidden folders, installed packages, outputs of a build and environments of Python are nobody's own work.
fn is_own(dir: &Path, folder: &str, name: &str) -> bool {
    let is_of_others = matches!(
        name,
        "node_modules" | "vendor" | "third_party" | "target" | "dist" | "build" | "site-packages"
    );
    let path = dir.join(folder).join(name);
    !name.starts_with('.') && !is_of_others && !path.join("pyvenv.cfg").exists()
}

fn joined(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}
