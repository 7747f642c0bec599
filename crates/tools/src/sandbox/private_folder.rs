//! A folder on the disk for the private files of a sandbox that has no file systems of its own.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use super::leftover::PRIVATE_PREFIX;

/// The folder; gone when dropped.
#[derive(Debug)]
pub(crate) struct PrivateFolder(PathBuf);

impl PrivateFolder {
    /// Makes it, for this user alone. The name is to be nobody else's; a folder that has it already is not taken.
    pub(crate) fn new(name: &str) -> io::Result<Self> {
        let folder = Self(Path::new("/tmp").join(format!("{PRIVATE_PREFIX}{name}")));
        fs::DirBuilder::new().mode(0o700).create(&folder.0)?;
        fs::create_dir(folder.home())?;
        fs::create_dir(folder.home().join("tmp"))?;
        Ok(folder)
    }

    /// The home folder in it.
    pub(crate) fn home(&self) -> PathBuf {
        self.0.join("home")
    }

    /// What leads programs to it.
    pub(crate) fn variables(&self) -> Vec<(OsString, OsString)> {
        let home = self.home();
        vec![
            ("TMPDIR".into(), home.join("tmp").into_os_string()),
            ("HOME".into(), home.into_os_string()),
        ]
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // What can't be taken away is left for `doctor`.
        let _left = fs::remove_dir_all(&self.0);
    }
}
