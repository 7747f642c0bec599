//! Files of tests, where no manifest says how they are run: their texts, bounded in number and size.

use std::fs;
use std::path::Path;

use super::text;

/// Texts that are looked at.
const TEXTS_MAX: usize = 64;
/// Names in one folder that are looked at.
const NAMES_MAX: usize = 1_000;
/// How deep folders below the first one are looked into.
const DEPTH_MAX: usize = 3;

/// The texts of the files below `folder` whose names fit, by name. Links are not followed, and what can't be read is left out.
pub(super) fn below(dir: &Path, folder: &str, fits: fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let is_folder = fs::symlink_metadata(dir.join(folder)).is_ok_and(|it| it.is_dir());
    if is_folder {
        collect((dir, folder), DEPTH_MAX, fits, &mut found);
    }
    found
}

/// The same of the files that stand in `dir` itself.
pub(super) fn beside(dir: &Path, fits: fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    collect((dir, ""), 0, fits, &mut found);
    found
}

fn collect(
    (dir, folder): (&Path, &str),
    depth: usize,
    fits: fn(&str) -> bool,
    found: &mut Vec<String>,
) {
    let entries = fs::read_dir(dir.join(folder)).into_iter().flatten();
    let named = entries.take(NAMES_MAX).flatten().filter_map(|entry| {
        let kind = entry.file_type().ok()?;
        let name = entry.file_name().into_string().ok()?;
        Some((name, kind))
    });
    let mut named: Vec<_> = named.collect();
    named.sort_by(|a, b| a.0.cmp(&b.0));
    for (name, kind) in named {
        if found.len() >= TEXTS_MAX {
            return;
        }
        let path = match folder {
            "" => name.clone(),
            _ => format!("{folder}/{name}"),
        };
        if kind.is_dir() && depth > 0 {
            collect((dir, &path), depth - 1, fits, found);
        } else if kind.is_file() && fits(&name) {
            found.extend(text(dir, &path));
        }
    }
}
