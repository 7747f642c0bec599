//! Whether anything can have changed since the last full look: a look at every known file and folder in order, instead
//! of a walk with all the rules about what is ignored. It is the usual answer after a command, and the cheap one.
//!
//! Nothing can have changed while each folder that was walked has its times (no name came or went in it), and each file
//! of the tree has its own. On any doubt the walk is made. Where that is enough, the kernel is asked first.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::os::unix::ffi::OsStrExt;

use rustix::fs::{AtFlags, fstat, statat};

use super::leaf::{Mode, Stat};
use super::tree::Tree;
use super::watch::Watch;
use crate::files::Root;

/// The name of the files that say what is ignored.
const RULES: &str = ".gitignore";

/// How sure one must be that nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// The kernel saw nothing.
    Glance,
    /// Every file is looked at.
    Look,
}

/// What a walk came by that is no file of the tree.
#[derive(Debug, Default)]
pub(super) struct Quiet {
    /// Folders in the order of the walk, each with what was said of it before it was read.
    folders: Vec<(Vec<u8>, Stat)>,
    /// Whether one of them may change without its times telling.
    unsettled: bool,
    /// Set when everything last was as it had been.
    watch: Option<Watch>,
}

impl Quiet {
    /// Takes down a folder that is about to be read. Times from `settled` on may stand for more than one change.
    pub(super) fn folder(&mut self, path: &[u8], metadata: &Metadata, settled: (u32, u32)) {
        let stat = Stat::of(metadata);
        self.unsettled |= !stat.is_before(settled);
        self.folders.push((path.to_vec(), stat));
    }

    /// The whole, after a walk that left nothing out; `None` where times do not tell.
    pub(super) fn of_walk(self, root: &Root, tree: &mut Tree) -> Option<Self> {
        let hidden_rules = self.folders.iter().any(|(folder, _)| {
            let path = below(folder, RULES.as_bytes());
            let full = root.path().join(OsStr::from_bytes(&path));
            tree.get_mut(&path).is_none() && full.symlink_metadata().is_ok()
        });
        (!self.unsettled && !hidden_rules).then_some(self)
    }

    /// Whether everything is as it was.
    pub(super) fn holds(&mut self, root: &Root, tree: &Tree, care: Care) -> bool {
        if care == Care::Glance && self.watch.as_ref().is_some_and(Watch::is_silent) {
            return true;
        }
        // First the watch, then the look: nothing falls between the two.
        let folders = self.folders.iter();
        self.watch =
            Watch::over(folders.map(|(path, _)| root.path().join(OsStr::from_bytes(path))));
        self.stands(root, tree)
    }

    fn stands(&self, root: &Root, tree: &Tree) -> bool {
        let mut files = 0;
        for (path, known) in &self.folders {
            let Ok(folder) = root.folder_raw(OsStr::from_bytes(path)) else {
                return false;
            };
            if fstat(&folder).ok().map(|it| Stat::told(&it)) != Some(*known) {
                return false;
            }
            for (name, leaf) in tree.leaves_in(path) {
                let Some(known) = leaf.stat else { return false };
                if leaf.mode == Mode::Module && is_filled(root, &below(path, name)) {
                    return false;
                }
                let name = OsStr::from_bytes(name);
                let now = statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW);
                if now.ok().map(|it| Stat::told(&it)) != Some(known) {
                    return false;
                }
                files += 1;
            }
        }
        // A file below an ignored folder was not come by.
        files == tree.files
    }
}

/// Whether another repository stands there: where that is shows in none of these times.
fn is_filled(root: &Root, module: &[u8]) -> bool {
    let git = root.path().join(OsStr::from_bytes(module)).join(".git");
    git.symlink_metadata().is_ok()
}

fn below(folder: &[u8], name: &[u8]) -> Vec<u8> {
    match folder {
        b"" => name.to_vec(),
        folder => [folder, b"/", name].concat(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    use super::super::leaf::Leaf;
    use super::super::object::Id;
    use super::*;

    const NEVER: (u32, u32) = (u32::MAX, 0);

    /// A folder with `a`, `sub/b` and an empty folder, all of them with old times, and what is known of them.
    fn known() -> (tempfile::TempDir, Root, Tree, Quiet) {
        let room = tempfile::tempdir().unwrap();
        let top = room.path();
        for folder in ["sub", "empty"] {
            fs::create_dir(top.join(folder)).unwrap();
        }
        let (mut tree, mut quiet) = (Tree::default(), Quiet::default());
        for file in ["a", "sub/b"] {
            fs::write(top.join(file), "text").unwrap();
            age(&top.join(file));
            let stat = Stat::of(&top.join(file).symlink_metadata().unwrap());
            let leaf = Leaf {
                mode: Mode::File,
                id: Id([0; 20]),
                stat: Some(stat),
                seen: 0,
                own: false,
            };
            tree.set(file.as_bytes(), leaf);
        }
        for folder in ["", "empty", "sub"] {
            age(&top.join(folder));
            let metadata = top.join(folder).symlink_metadata().unwrap();
            quiet.folder(folder.as_bytes(), &metadata, NEVER);
        }
        let root = Root::open(top).unwrap();
        (room, root, tree, quiet)
    }

    fn age(path: &Path) {
        let old = SystemTime::now() - Duration::from_secs(60);
        fs::File::open(path).unwrap().set_modified(old).unwrap();
    }

    #[test]
    fn any_change_ends_it() {
        let check = |change: &str, make: &dyn Fn(&Path)| {
            for care in [Care::Look, Care::Glance] {
                let (room, root, mut tree, quiet) = known();
                let mut quiet = quiet.of_walk(&root, &mut tree).unwrap();
                for _ in 0..3 {
                    assert!(quiet.holds(&root, &tree, care), "before: {change}");
                }
                make(room.path());
                assert!(!quiet.holds(&root, &tree, care), "{care:?}: {change}");
            }
        };
        check("other content", &|top| {
            fs::write(top.join("sub/b"), "else").unwrap();
        });
        check("a new file", &|top| {
            fs::write(top.join("sub/c"), "").unwrap();
        });
        check("a file in an empty folder", &|top| {
            fs::write(top.join("empty/c"), "").unwrap();
        });
        check("a new folder", &|top| {
            fs::create_dir(top.join("more")).unwrap();
        });
        check("a file gone", &|top| {
            fs::remove_file(top.join("a")).unwrap();
        });
        check("a folder gone", &|top| {
            fs::remove_dir(top.join("empty")).unwrap();
        });
        check("a link for a folder", &|top| {
            fs::rename(top.join("sub"), top.join("aside")).unwrap();
            std::os::unix::fs::symlink("aside", top.join("sub")).unwrap();
            age(top);
        });
    }

    #[test]
    fn there_is_none_where_times_do_not_tell() {
        let (room, root, mut tree, mut quiet) = known();
        let metadata = room.path().symlink_metadata().unwrap();
        quiet.folder(b"", &metadata, (0, 0));
        assert!(quiet.of_walk(&root, &mut tree).is_none());
        // Rules that are ignored themselves may change unseen.
        let (room, root, mut tree, quiet) = known();
        fs::write(room.path().join("sub/.gitignore"), "*\n").unwrap();
        assert!(quiet.of_walk(&root, &mut tree).is_none());
        // A file of the tree that was not come by.
        let (_room, root, mut tree, quiet) = known();
        let leaf = *tree.get_mut(b"a").unwrap();
        tree.set(b"ignored/x", leaf);
        let mut quiet = quiet.of_walk(&root, &mut tree).unwrap();
        assert!(!quiet.holds(&root, &tree, Care::Glance));
    }

    #[test]
    fn the_kernel_is_asked_again_after_something_that_changed_nothing() {
        let (room, root, mut tree, quiet) = known();
        let mut quiet = quiet.of_walk(&root, &mut tree).unwrap();
        assert!(quiet.holds(&root, &tree, Care::Glance));
        let append = || {
            let mut options = fs::File::options();
            options.append(true).open(room.path().join("a"))
        };
        drop(append().unwrap());
        assert!(quiet.holds(&root, &tree, Care::Glance));
        fs::write(room.path().join("a"), "other").unwrap();
        assert!(!quiet.holds(&root, &tree, Care::Glance));
    }
}
