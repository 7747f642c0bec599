//! Folders that a sandbox leaves if everything of it is killed at once: private files, and canaries of a proof.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What their names start with; then come id and start time of the process that made them, and a number where it makes several.
pub(crate) const PREFIXES: [&str; 2] = [PRIVATE_PREFIX, CANARIES_PREFIX];
/// Private files, where they lie on the disk.
pub(crate) const PRIVATE_PREFIX: &str = "interlock-sandbox-";
/// Canaries.
pub(crate) const CANARIES_PREFIX: &str = "interlock-canaries-";

/// Folders of ours whose process is gone; `lives` tells whether one with this id and start time is there.
pub(crate) fn left_behind(lives: impl Fn(i32, u64) -> bool) -> Vec<PathBuf> {
    let mut places = vec![PathBuf::from("/tmp"), std::env::temp_dir()];
    places.dedup();
    let entries = places
        .iter()
        .filter_map(|it| fs::read_dir(it).ok())
        .flatten()
        .flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| is_left(path, &lives))
        .collect()
}

/// Takes away what a process with this id left, which is gone.
pub(crate) fn take_away(pid: i32, lives: impl Fn(i32, u64) -> bool) {
    let name = format!("{PRIVATE_PREFIX}{pid}-");
    let of_it = |path: &PathBuf| {
        let here = path.file_name().and_then(|it| it.to_str());
        here.is_some_and(|it| it.starts_with(&name))
    };
    for path in left_behind(lives).into_iter().filter(of_it) {
        // What can't be taken away is left for `doctor`.
        let _left = fs::remove_dir_all(path);
    }
}

/// Whether this is one of them.
pub(crate) fn is_left(path: &Path, lives: &impl Fn(i32, u64) -> bool) -> bool {
    let name = path
        .file_name()
        .and_then(|it| it.to_str())
        .unwrap_or_default();
    let rest = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
    let mut parts = rest.unwrap_or_default().splitn(3, '-');
    let process = parts.next().zip(parts.next());
    let process = process.and_then(|(pid, start)| Some((pid.parse().ok()?, start.parse().ok()?)));
    // Others may use these names too, where everybody may make folders.
    let ours = fs::symlink_metadata(path)
        .is_ok_and(|it| it.is_dir() && it.uid() == rustix::process::geteuid().as_raw());
    ours && process.is_some_and(|(pid, start)| !lives(pid, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_processes_that_are_gone_are_left() {
        let room = tempfile::tempdir().unwrap();
        let is = |name: &str, lives: bool| {
            let path = room.path().join(name);
            fs::create_dir_all(&path).unwrap();
            is_left(&path, &|pid, start| lives && (pid, start) == (7, 9))
        };
        assert!(is("interlock-sandbox-7-9", false) && is("interlock-canaries-7-9", false));
        assert!(is("interlock-sandbox-7-10", true) && is("interlock-canaries-7-10-2", true));
        assert!(!is("interlock-canaries-7-9-2", true));
        for name in [
            "interlock-sandbox-7-9",
            "interlock-sandbox-x-9",
            "interlock-sandbox-7",
            "other-7-9",
        ] {
            assert!(!is(name, true), "{name}");
        }
        let file = room.path().join("interlock-sandbox-8-9");
        fs::write(&file, "").unwrap();
        assert!(!is_left(&file, &|_, _| false));
    }
}
