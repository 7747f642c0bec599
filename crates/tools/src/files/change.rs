//! Changing one file as a transaction: what was decided on must still stand there, the new content
//! is staged beside it and put in its place in one step, and what stands there then is read again.
//! Whatever goes wrong on the way, the file is what it was.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::sync::atomic::{AtomicU64, Ordering};

use ledger::ids::{Hash, RelPath};
use rustix::fs::{AtFlags, Mode, OFlags, openat, renameat, unlinkat};
use rustix::io::Errno;

use super::edit::{Edit, replaced};
use super::read::content;
use super::{FileError, Limits, Root, disk, encoding, ends, parses, refused};

/// What a transaction did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Digest before; `None`: there was no file.
    pub before: Option<Hash>,
    /// Digest now; `None`: there is no file.
    pub after: Option<Hash>,
    /// Bytes now.
    pub bytes: u64,
    /// What stood there, where it was text.
    pub old: Option<String>,
    /// What stands there, where it is text.
    pub new: Option<String>,
}

/// Creates or replaces a file. `before` is the digest of what must stand there; `None`: nothing. A text that is replaced
/// keeps its mark, its encoding and the ends of its lines, as far as the new one does not say otherwise itself.
pub(crate) fn write(
    root: &Root,
    path: &RelPath,
    new: &[u8],
    before: Option<Hash>,
    limits: &Limits,
) -> Result<Changed, FileError> {
    let place = Place::open(root, path, before.is_none())?;
    let Some(old) = place.expect(before, limits)? else {
        return place.replace(None, new, limits);
    };
    let Ok(text) = std::str::from_utf8(new) else {
        return place.replace(Some(&old), new, limits);
    };
    let Some((encoding, was)) = encoding::decode(&old.bytes) else {
        return Err(FileError::Unreadable {
            path: path.clone(),
            bytes: old.bytes.len() as u64,
        });
    };
    let new = encoding.encode(&ends::kept(&was, text, None));
    place.replace(Some(&old), &new, limits)
}

/// Replaces one place in a text file.
pub(crate) fn edit(
    root: &Root,
    path: &RelPath,
    edit: Edit<'_>,
    before: Option<Hash>,
    limits: &Limits,
) -> Result<Changed, FileError> {
    let place = Place::open(root, path, false)?;
    let Some(old) = place.expect(before, limits)? else {
        return Err(FileError::Missing(path.clone()));
    };
    let Some((encoding, was)) = encoding::decode(&old.bytes) else {
        return Err(FileError::Binary {
            path: path.clone(),
            bytes: old.bytes.len() as u64,
        });
    };
    let new = encoding.encode(&replaced(path, &was, edit)?);
    place.replace(Some(&old), &new, limits)
}

/// Deletes a file.
pub(crate) fn delete(
    root: &Root,
    path: &RelPath,
    before: Option<Hash>,
    limits: &Limits,
) -> Result<Changed, FileError> {
    let place = Place::open(root, path, false)?;
    let Some(old) = place.expect(before, limits)? else {
        return Err(FileError::Missing(path.clone()));
    };
    let aside = place.aside();
    renameat(&place.folder, place.name, &place.folder, &aside).map_err(refused(path))?;
    place.settle(&aside, &old, limits)?;
    Ok(Changed {
        before: Some(old.hash),
        after: None,
        bytes: 0,
        old: encoding::decode(&old.bytes).map(|(_, text)| text),
        new: None,
    })
}

/// A name in an opened folder.
struct Place<'p> {
    path: &'p RelPath,
    folder: OwnedFd,
    name: &'p OsStr,
}

/// A file as it was found.
struct Old {
    bytes: Vec<u8>,
    hash: Hash,
    mode: u32,
    inode: u64,
}

impl<'p> Place<'p> {
    fn open(root: &Root, path: &'p RelPath, create: bool) -> Result<Self, FileError> {
        if path
            .as_str()
            .split('/')
            .any(|part| part.eq_ignore_ascii_case(".git"))
        {
            return Err(FileError::Git(path.clone()));
        }
        let (folder, name) = root.parent(path, create).map_err(refused(path))?;
        Ok(Self { path, folder, name })
    }

    /// What stands at a name in this folder, if anything.
    fn look(&self, name: &OsStr, limits: &Limits) -> Result<Option<Old>, FileError> {
        let flags =
            OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = match openat(&self.folder, name, flags, Mode::empty()) {
            Err(Errno::NOENT) => return Ok(None),
            opened => File::from(opened.map_err(refused(self.path))?),
        };
        let metadata = file.metadata().map_err(disk(self.path))?;
        if metadata.is_file() && metadata.nlink() > 1 {
            return Err(FileError::HardLinked(self.path.clone(), metadata.nlink()));
        }
        let bytes = content(self.path, file, limits.file_bytes_max)?;
        let hash = Hash::of(&bytes);
        let mode = metadata.permissions().mode() & 0o7777;
        Ok(Some(Old {
            bytes,
            hash,
            mode,
            inode: metadata.ino(),
        }))
    }

    /// What stands there, which must be what the decision was made on.
    fn expect(&self, before: Option<Hash>, limits: &Limits) -> Result<Option<Old>, FileError> {
        let old = self.look(self.name, limits)?;
        let found = old.as_ref().map(|old| old.hash);
        if found != before {
            return Err(FileError::Stale {
                path: self.path.clone(),
                found,
            });
        }
        Ok(old)
    }

    /// A name in this folder that nobody uses.
    fn aside(&self) -> OsString {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        format!(".interlock-{}-{number}", std::process::id()).into()
    }

    fn replace(
        &self,
        old: Option<&Old>,
        new: &[u8],
        limits: &Limits,
    ) -> Result<Changed, FileError> {
        let bytes = new.len() as u64;
        if bytes > limits.file_bytes_max {
            let (path, bytes_max) = (self.path.clone(), limits.file_bytes_max);
            return Err(FileError::TooLarge {
                path,
                bytes,
                bytes_max,
            });
        }
        let text = |bytes: &[u8]| encoding::decode(bytes).map(|(_, text)| text);
        let texts = old.and_then(|it| text(&it.bytes)).zip(text(new));
        let path = self.path.as_str();
        let broken = texts.and_then(|(old, new)| parses::broken(path, &old, &new));
        if let Some(why) = broken {
            let path = self.path.clone();
            return Err(FileError::Broken { path, why });
        }
        let aside = self.aside();
        let done = self.stage(&aside, old, new).and_then(|()| match old {
            Some(old) => self.swap(&aside, old, limits),
            None => self.create(&aside),
        });
        if done.is_err() {
            self.forget(&aside);
        }
        done?;
        let after = Hash::of(new);
        let found = self.look(self.name, limits)?.map(|now| now.hash);
        if found != Some(after) {
            // Somebody changed it behind us: theirs stands, and the agent is told.
            return Err(FileError::Stale {
                path: self.path.clone(),
                found,
            });
        }
        Ok(Changed {
            before: old.map(|old| old.hash),
            after: Some(after),
            bytes,
            old: old.and_then(|it| text(&it.bytes)),
            new: text(new),
        })
    }

    /// Writes the new content beside the old, with the old one's permissions.
    fn stage(&self, aside: &OsStr, old: Option<&Old>, new: &[u8]) -> Result<(), FileError> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(if old.is_some() { 0o600 } else { 0o666 });
        let staged = openat(&self.folder, aside, flags, mode).map_err(refused(self.path))?;
        let mut staged = File::from(staged);
        staged.write_all(new).map_err(disk(self.path))?;
        if let Some(old) = old {
            let mode = std::fs::Permissions::from_mode(old.mode);
            staged.set_permissions(mode).map_err(disk(self.path))?;
        }
        Ok(())
    }

    /// Puts a new file in its place, unless something has come to stand there.
    fn create(&self, aside: &OsStr) -> Result<(), FileError> {
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        {
            use rustix::fs::{RenameFlags, renameat_with};
            let flags = RenameFlags::NOREPLACE;
            match renameat_with(&self.folder, aside, &self.folder, self.name, flags) {
                Ok(()) => return Ok(()),
                Err(Errno::EXIST) => {
                    return Err(FileError::Stale {
                        path: self.path.clone(),
                        found: None,
                    });
                }
                // The file system can't.
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
                Err(error) => return Err(refused(self.path)(error)),
            }
        }
        // A second name, then one less: fails if something stands there.
        let linked = rustix::fs::linkat(
            &self.folder,
            aside,
            &self.folder,
            self.name,
            AtFlags::empty(),
        );
        linked.map_err(refused(self.path))?;
        self.forget(aside);
        Ok(())
    }

    /// Puts new content in the place of old, which is looked at once more after it was taken out.
    fn swap(&self, aside: &OsStr, old: &Old, limits: &Limits) -> Result<(), FileError> {
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        {
            use rustix::fs::{RenameFlags, renameat_with};
            let flags = RenameFlags::EXCHANGE;
            match renameat_with(&self.folder, aside, &self.folder, self.name, flags) {
                Ok(()) => {
                    if self.is_still(aside, old, limits) {
                        self.forget(aside);
                        return Ok(());
                    }
                    renameat_with(&self.folder, aside, &self.folder, self.name, flags)
                        .map_err(refused(self.path))?;
                    return Err(FileError::Stale {
                        path: self.path.clone(),
                        found: None,
                    });
                }
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
                Err(error) => return Err(refused(self.path)(error)),
            }
        }
        if !self.is_still(self.name, old, limits) {
            return Err(FileError::Stale {
                path: self.path.clone(),
                found: None,
            });
        }
        renameat(&self.folder, aside, &self.folder, self.name).map_err(refused(self.path))
    }

    /// Drops what was moved aside if it is what was decided on, else puts it back.
    fn settle(&self, aside: &OsStr, old: &Old, limits: &Limits) -> Result<(), FileError> {
        if self.is_still(aside, old, limits) {
            self.forget(aside);
            return Ok(());
        }
        renameat(&self.folder, aside, &self.folder, self.name).map_err(refused(self.path))?;
        Err(FileError::Stale {
            path: self.path.clone(),
            found: None,
        })
    }

    fn is_still(&self, name: &OsStr, old: &Old, limits: &Limits) -> bool {
        let now = self.look(name, limits).ok().flatten();
        now.is_some_and(|now| now.inode == old.inode && now.hash == old.hash)
    }

    fn forget(&self, aside: &OsStr) {
        // What is left then is a hidden file that the next scan shows.
        let _best_effort = unlinkat(&self.folder, aside, AtFlags::empty());
    }
}
