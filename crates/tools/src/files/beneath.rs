//! Opening things below one folder and nowhere else: no link is followed, at the end or on the way.
//!
//! Paths come here with their links resolved by `lookups`; one that stands there now is a change
//! since then, or an attack. On Linux the kernel confines in one step (`openat2`); elsewhere, and
//! where that call is refused, every component is opened by itself. Nothing here looks at a path
//! first and opens it afterwards.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use ledger::ids::RelPath;
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, Stat, mkdirat, openat, readlinkat, statat};
use rustix::io::Errno;

/// A folder that nothing opened through it can leave.
#[derive(Debug)]
pub struct Root {
    fd: OwnedFd,
    path: PathBuf,
}

impl Root {
    /// Opens the folder.
    pub fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let fd = openat(CWD, path, flags, Mode::empty())?;
        Ok(Self {
            fd,
            path: path.to_owned(),
        })
    }

    /// The folder's own path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a file to read it. Special files are opened without waiting for anybody: check the
    /// kind of what comes back.
    pub fn read(&self, path: &RelPath) -> Result<File, Errno> {
        self.read_raw(path.as_str().as_ref())
    }

    /// The same for a name that came from the disk and need not be UTF-8.
    pub(crate) fn read_raw(&self, path: &OsStr) -> Result<File, Errno> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        self.open_at(path, flags).map(File::from)
    }

    /// Opens a folder; `None` is the root itself.
    pub fn folder(&self, path: Option<&RelPath>) -> Result<OwnedFd, Errno> {
        let path = path.map_or(".", RelPath::as_str);
        self.open_at(path.as_ref(), OFlags::RDONLY | OFlags::DIRECTORY)
    }

    /// The same for a name that came from the disk and need not be UTF-8; an empty one is the root itself.
    pub(crate) fn folder_raw(&self, path: &OsStr) -> Result<OwnedFd, Errno> {
        let path = if path.is_empty() {
            OsStr::new(".")
        } else {
            path
        };
        self.open_at(path, OFlags::RDONLY | OFlags::DIRECTORY)
    }

    /// The folder that holds `path`, and the name in it. No link is followed; with `create`,
    /// folders that are missing are made.
    pub fn parent<'p>(
        &self,
        path: &'p RelPath,
        create: bool,
    ) -> Result<(OwnedFd, &'p OsStr), Errno> {
        self.parent_raw(path.as_str().as_ref(), create)
    }

    /// The same for a name that came from the disk and need not be UTF-8.
    pub(crate) fn parent_raw<'p>(
        &self,
        path: &'p OsStr,
        create: bool,
    ) -> Result<(OwnedFd, &'p OsStr), Errno> {
        let path = Path::new(path);
        let folder = path.parent().map_or(OsStr::new(""), Path::as_os_str);
        let folder = if folder.is_empty() {
            OsStr::new(".")
        } else {
            folder
        };
        let name = path.file_name().ok_or(Errno::INVAL)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        let opened = match self.open_at(folder, flags) {
            Err(Errno::NOENT) if create => self.make_folders(folder)?,
            opened => opened?,
        };
        Ok((opened, name))
    }

    /// What stands at `path` itself, a link not followed, nor any on the way.
    pub fn stat(&self, path: &RelPath) -> Result<Stat, Errno> {
        let (folder, name) = self.parent(path, false)?;
        statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)
    }

    /// The same for a name that came from the disk and need not be UTF-8. What is mounted below the
    /// folder is part of it: this only looks.
    pub(crate) fn stat_raw(&self, path: &OsStr) -> Result<Stat, Errno> {
        let (folder, name) = self.holder(path)?;
        statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)
    }

    /// Where a link leads to.
    pub(crate) fn link_raw(&self, path: &OsStr) -> Result<OsString, Errno> {
        let (folder, name) = self.holder(path)?;
        let target = readlinkat(&folder, name, Vec::new())?;
        Ok(OsString::from_vec(target.into_bytes()))
    }

    /// The names in a folder; an empty path is the root itself.
    pub(crate) fn names_raw(&self, path: &OsStr) -> Result<Vec<OsString>, Errno> {
        let path = if path.is_empty() {
            OsStr::new(".")
        } else {
            path
        };
        let folder = self.open_mounted(path, OFlags::RDONLY | OFlags::DIRECTORY)?;
        let entries = Dir::read_from(&folder)?;
        entries
            .map(|it| Ok(OsString::from_vec(it?.file_name().to_bytes().to_vec())))
            .collect()
    }

    /// A name in a folder that begins with a dash, as far as it is text; an empty path is the root itself.
    ///
    /// # Errors
    /// What stands in the way of listing it; a folder of more than `names_max` names is too large to be told of.
    pub(crate) fn dashed_name(
        &self,
        path: &OsStr,
        names_max: usize,
    ) -> Result<Option<String>, Errno> {
        let path = if path.is_empty() {
            OsStr::new(".")
        } else {
            path
        };
        let folder = self.open_mounted(path, OFlags::RDONLY | OFlags::DIRECTORY)?;
        for (at, entry) in Dir::read_from(&folder)?.enumerate() {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name.starts_with(b"-") {
                let shown: String = String::from_utf8_lossy(name).chars().take(80).collect();
                return Ok(Some(shown));
            }
            if at >= names_max {
                return Err(Errno::FBIG);
            }
        }
        Ok(None)
    }

    /// The names in a folder, sorted; those that are no UTF-8 are left out.
    ///
    /// # Errors
    /// What the system said, and `FBIG` where there are more.
    pub(crate) fn names(&self, path: &OsStr, names_max: usize) -> Result<Vec<String>, Errno> {
        let path = if path.is_empty() {
            OsStr::new(".")
        } else {
            path
        };
        let folder = self.open_mounted(path, OFlags::RDONLY | OFlags::DIRECTORY)?;
        let mut names = Vec::new();
        for entry in Dir::read_from(&folder)? {
            let entry = entry?;
            match entry.file_name().to_str() {
                Ok("." | "..") | Err(_) => continue,
                Ok(_) if names.len() >= names_max => return Err(Errno::FBIG),
                Ok(name) => names.push(name.to_owned()),
            }
        }
        names.sort();
        Ok(names)
    }

    /// Opens a file only to look into it, as [`Root::read`] does, also where something is mounted.
    pub(crate) fn look_raw(&self, path: &OsStr) -> Result<File, Errno> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        self.open_mounted(path, flags).map(File::from)
    }

    fn holder<'p>(&self, path: &'p OsStr) -> Result<(OwnedFd, &'p OsStr), Errno> {
        let path = Path::new(path);
        let folder = path
            .parent()
            .map(Path::as_os_str)
            .filter(|it| !it.is_empty());
        let folder = folder.unwrap_or(OsStr::new("."));
        let name = path.file_name().ok_or(Errno::INVAL)?;
        let folder = self.open_mounted(folder, OFlags::RDONLY | OFlags::DIRECTORY)?;
        Ok((folder, name))
    }

    /// As `open_at`, through mounts; still no link is followed and nothing above is reached.
    fn open_mounted(&self, path: &OsStr, flags: OFlags) -> Result<OwnedFd, Errno> {
        match self.open_at(path, flags) {
            Err(Errno::XDEV) => self.walk(path, flags | OFlags::CLOEXEC),
            opened => opened,
        }
    }

    fn open_at(&self, path: &OsStr, flags: OFlags) -> Result<OwnedFd, Errno> {
        let flags = flags | OFlags::CLOEXEC;
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{ResolveFlags, openat2};
            let resolve = ResolveFlags::BENEATH
                | ResolveFlags::NO_SYMLINKS
                | ResolveFlags::NO_MAGICLINKS
                | ResolveFlags::NO_XDEV;
            match openat2(&self.fd, path, flags, Mode::empty(), resolve) {
                // Not in this kernel, or hidden by a filter around us.
                Err(Errno::NOSYS | Errno::PERM) => {}
                // A rename raced with the look-up; the kernel asks to try again.
                Err(Errno::AGAIN) => {
                    return openat2(&self.fd, path, flags, Mode::empty(), resolve);
                }
                opened => return opened,
            }
        }
        self.walk(path, flags)
    }

    /// Opens one component after the other and follows nothing.
    fn walk(&self, path: &OsStr, flags: OFlags) -> Result<OwnedFd, Errno> {
        let step = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut folder = openat(&self.fd, ".", step, Mode::empty())?;
        let mut parts = path.as_bytes().split(|byte| *byte == b'/').peekable();
        while let Some(part) = parts.next() {
            if part == b".." {
                return Err(Errno::XDEV);
            }
            let last = parts.peek().is_none();
            let flags = if last { flags | OFlags::NOFOLLOW } else { step };
            folder = openat(&folder, OsStr::from_bytes(part), flags, Mode::empty())?;
        }
        Ok(folder)
    }

    fn make_folders(&self, path: &OsStr) -> Result<OwnedFd, Errno> {
        let step = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut folder = openat(&self.fd, ".", step, Mode::empty())?;
        for part in path.as_bytes().split(|byte| *byte == b'/') {
            let part = OsStr::from_bytes(part);
            match mkdirat(&folder, part, Mode::from_raw_mode(0o777)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error),
            }
            folder = openat(&folder, part, step, Mode::empty())?;
        }
        Ok(folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// Both ways to open must give the same answer: systems differ, promises don't.
    #[test]
    fn both_ways_agree() {
        let room = tempfile::tempdir().unwrap();
        let top = room.path().join("top");
        std::fs::create_dir_all(top.join("a/b")).unwrap();
        std::fs::write(top.join("a/b/file"), "x").unwrap();
        symlink("a", top.join("inside")).unwrap();
        symlink("..", top.join("outside")).unwrap();
        symlink("a/b/file", top.join("link")).unwrap();
        let root = Root::open(&top).unwrap();
        for (path, expected) in [
            ("a/b/file", true),
            (".", true),
            ("a/none", false),
            ("a/b/file/x", false),
            ("inside/b/file", false),
            ("outside/top/a/b/file", false),
            ("a/../../top/a/b/file", false),
            ("link", false),
        ] {
            let walked = root.walk(path.as_ref(), OFlags::RDONLY);
            let opened = root.open_at(path.as_ref(), OFlags::RDONLY);
            assert_eq!(
                (walked.is_ok(), opened.is_ok()),
                (expected, expected),
                "{path}"
            );
        }
        assert_eq!(root.path(), top);
    }
}
