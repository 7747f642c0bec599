//! A copy of a folder in which things may be broken: files with their times and modes, links as links, nothing of git's.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ledger::ids::RelPath;

/// Limits of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Files and folders.
    pub entries_max: usize,
    /// Bytes.
    pub bytes_max: u64,
}

impl Default for Limits {
    /// 200,000 entries, 2 GiB.
    fn default() -> Self {
        Self {
            entries_max: 200_000,
            bytes_max: 2 << 30,
        }
    }
}

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum NoScratch {
    /// There is more than may be copied.
    #[error("there is more than {entries_max} files or {bytes_max} bytes to copy")]
    TooMuch {
        /// The limit.
        entries_max: usize,
        /// The limit.
        bytes_max: u64,
    },
    /// A file or folder can't be copied.
    #[error("`{}` can't be copied", .path.display())]
    Disk {
        /// Which.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
}

/// A copy; gone when dropped.
#[derive(Debug)]
pub struct Scratch {
    root: PathBuf,
}

impl Scratch {
    /// Copies a folder to a place that does not exist yet.
    ///
    /// # Errors
    /// [`NoScratch`]; what was copied by then is taken away.
    pub fn of(from: &Path, to: &Path, limits: &Limits) -> Result<Self, NoScratch> {
        let scratch = Self {
            root: to.to_owned(),
        };
        let mut left = (limits.entries_max, limits.bytes_max);
        let mut open = vec![PathBuf::new()];
        while let Some(folder) = open.pop() {
            let (source, target) = (from.join(&folder), to.join(&folder));
            fs::create_dir_all(&target).map_err(disk(&target))?;
            for entry in fs::read_dir(&source).map_err(disk(&source))? {
                let entry = entry.map_err(disk(&source))?;
                if entry.file_name() == ".git" {
                    continue;
                }
                let path = folder.join(entry.file_name());
                left = spend(left, &entry, limits)?;
                if entry.file_type().is_ok_and(|it| it.is_dir()) {
                    open.push(path);
                } else {
                    copy(&entry, &to.join(&path)).map_err(disk(&entry.path()))?;
                }
            }
        }
        Ok(scratch)
    }

    /// Gives a file of the copy this content, or with `None` takes it away. A link in its place is replaced.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::InvalidInput`] where the way to it goes through a link, which may lead out
    /// of the copy.
    pub fn put(&self, path: &RelPath, content: Option<&[u8]>) -> io::Result<()> {
        let path = Path::new(path.as_str());
        let mut folder = self.root.clone();
        for part in path.parent().into_iter().flat_map(Path::components) {
            folder.push(part);
            match fs::symlink_metadata(&folder) {
                Ok(it) if it.is_dir() => {}
                Ok(_) => return Err(io::ErrorKind::InvalidInput.into()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => match content {
                    Some(_) => fs::create_dir(&folder)?,
                    None => return Ok(()),
                },
                Err(error) => return Err(error),
            }
        }
        let file = self.root.join(path);
        let there = fs::symlink_metadata(&file).map(|it| it.is_file());
        match (there, content) {
            (Ok(true), Some(content)) => fs::write(&file, content),
            (Ok(_), _) => {
                fs::remove_file(&file)?;
                content.map_or(Ok(()), |it| fs::write(&file, it))
            }
            (Err(_), Some(content)) => fs::write(&file, content),
            (Err(_), None) => Ok(()),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What can't be taken away is left for `doctor`.
        let _ = fs::remove_dir_all(&self.root);
    }
}

type Left = (usize, u64);

fn spend(left: Left, entry: &fs::DirEntry, limits: &Limits) -> Result<Left, NoScratch> {
    let bytes = entry
        .metadata()
        .map_or(0, |it| if it.is_file() { it.len() } else { 0 });
    let next = left.0.checked_sub(1).zip(left.1.checked_sub(bytes));
    next.ok_or(NoScratch::TooMuch {
        entries_max: limits.entries_max,
        bytes_max: limits.bytes_max,
    })
}

/// Sockets, pipes and devices are left out.
fn copy(entry: &fs::DirEntry, to: &Path) -> io::Result<()> {
    let kind = entry.file_type()?;
    if kind.is_symlink() {
        return std::os::unix::fs::symlink(fs::read_link(entry.path())?, to);
    }
    if !kind.is_file() {
        return Ok(());
    }
    fs::copy(entry.path(), to)?;
    let times = entry.metadata()?;
    let times = fs::FileTimes::new()
        .set_modified(times.modified()?)
        .set_accessed(times.accessed()?);
    // Tools that build tell by its time what has changed. A file that nobody may write keeps the time of the copy.
    if let Ok(file) = fs::File::options().write(true).open(to) {
        file.set_times(times)?;
    }
    Ok(())
}

fn disk(path: &Path) -> impl Fn(io::Error) -> NoScratch {
    let path = path.to_owned();
    move |source| NoScratch::Disk {
        path: path.clone(),
        source,
    }
}
