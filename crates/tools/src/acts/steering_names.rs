//! Names in a worktree that steer what others run, and that no command makes. Those that stand there are held by the
//! sandbox; one that does not can't be, so what a command made of them is taken away when it has ended.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What stood in a worktree before a command.
#[derive(Debug)]
pub(super) struct Before {
    root: PathBuf,
    protects: fn(&Path) -> Vec<PathBuf>,
    stood: BTreeSet<PathBuf>,
}

impl Before {
    pub(super) fn look(root: &Path, protects: fn(&Path) -> Vec<PathBuf>) -> Self {
        Self {
            root: root.to_owned(),
            protects,
            stood: protects(root).into_iter().collect(),
        }
    }

    /// Takes away what was made since, and says so; nothing if there is nothing.
    pub(super) fn put_back(&self) -> Option<String> {
        let made = (self.protects)(&self.root);
        let made: Vec<PathBuf> = made
            .into_iter()
            .filter(|it| !self.stood.contains(it))
            .collect();
        let told: Vec<String> = made
            .iter()
            .map(|it| self.told(it, &take_away(it)))
            .collect();
        (!told.is_empty()).then(|| told.join("\n"))
    }

    fn told(&self, path: &Path, taken: &io::Result<()>) -> String {
        let name = path.strip_prefix(&self.root).unwrap_or(path).display();
        match taken {
            Ok(()) => format!(
                "[`{name}` was taken away again: no command makes it; the tools for files can, where that is allowed]"
            ),
            Err(error) => {
                format!("[`{name}` is not for commands to make, and can't be taken away: {error}]")
            }
        }
    }
}

/// A link goes, and not where it leads.
fn take_away(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(root: &Path) -> Vec<PathBuf> {
        [".github", ".env"]
            .iter()
            .map(|it| root.join(it))
            .filter(|it| it.symlink_metadata().is_ok())
            .collect()
    }

    #[test]
    fn what_was_made_goes_and_what_stood_there_stays() {
        let room = tempfile::tempdir().unwrap();
        let root = room.path();
        fs::write(root.join(".env"), "A=1").unwrap();
        let before = Before::look(root, names);
        assert_eq!(before.put_back(), None);
        fs::create_dir_all(root.join(".github/workflows")).unwrap();
        fs::write(root.join(".github/workflows/x.yml"), "evil").unwrap();
        assert!(
            before
                .put_back()
                .unwrap()
                .starts_with("[`.github` was taken away again")
        );
        assert!(!root.join(".github").exists() && root.join(".env").exists());
    }

    #[test]
    fn a_link_is_taken_away_and_not_what_it_leads_to() {
        let room = tempfile::tempdir().unwrap();
        let root = room.path();
        fs::create_dir(root.join("elsewhere")).unwrap();
        fs::write(root.join("elsewhere/file"), "kept").unwrap();
        let before = Before::look(root, names);
        std::os::unix::fs::symlink(root.join("elsewhere"), root.join(".github")).unwrap();
        assert!(before.put_back().is_some());
        assert!(
            root.join("elsewhere/file").exists()
                && root.join(".github").symlink_metadata().is_err()
        );
    }
}
