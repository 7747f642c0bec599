//! Copies of folders: files with their times and modes, links as links, nothing of git's.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

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
pub enum NoCopy {
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

/// Copies what is in `from` into `to`, which is made if need be. `link` says where a link leads in the copy, given where
/// it leads. What is named `.git` is left out.
pub(crate) fn copy_folder(
    (from, to): (&Path, &Path),
    limits: &Limits,
    link: &dyn Fn(PathBuf) -> PathBuf,
) -> Result<(), NoCopy> {
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
                let (from, to) = (entry.path(), to.join(&path));
                copy_file((&from, &to), link).map_err(disk(&from))?;
            }
        }
    }
    Ok(())
}

/// Copies one file or link. Sockets, pipes and devices are left out.
pub(crate) fn copy_file(
    (from, to): (&Path, &Path),
    link: &dyn Fn(PathBuf) -> PathBuf,
) -> io::Result<()> {
    let there = from.symlink_metadata()?;
    if there.is_symlink() {
        return std::os::unix::fs::symlink(link(fs::read_link(from)?), to);
    }
    if !there.is_file() {
        return Ok(());
    }
    fs::copy(from, to)?;
    let times = fs::FileTimes::new()
        .set_modified(there.modified()?)
        .set_accessed(there.accessed()?);
    // Tools that build tell by its time what has changed. A file that nobody may write keeps the time of the copy.
    if let Ok(file) = fs::File::options().write(true).open(to) {
        file.set_times(times)?;
    }
    Ok(())
}

type Left = (usize, u64);

fn spend(left: Left, entry: &fs::DirEntry, limits: &Limits) -> Result<Left, NoCopy> {
    let bytes = entry
        .metadata()
        .map_or(0, |it| if it.is_file() { it.len() } else { 0 });
    let next = left.0.checked_sub(1).zip(left.1.checked_sub(bytes));
    next.ok_or(NoCopy::TooMuch {
        entries_max: limits.entries_max,
        bytes_max: limits.bytes_max,
    })
}

fn disk(path: &Path) -> impl Fn(io::Error) -> NoCopy {
    let path = path.to_owned();
    move |source| NoCopy::Disk {
        path: path.clone(),
        source,
    }
}
