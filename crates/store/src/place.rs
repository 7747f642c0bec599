//! Where the store may live: a directory of the user's own, on a disk of this machine. Not where that is by default.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The state directory, and what is in it.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    dir: PathBuf,
}

impl Place {
    /// Makes the directory (mode 0700) unless it is there, and refuses a network file system.
    pub(crate) fn prepare(dir: &Path) -> Result<Self, Error> {
        make_dir(dir)?;
        let dir = dir.canonicalize().map_err(Error::file(dir))?;
        if let Some(kind) = network(&dir) {
            return Err(Error::NetworkDisk { path: dir, kind });
        }
        Ok(Self { dir })
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.dir.join("ledger.db")
    }

    pub(crate) fn wal(&self) -> PathBuf {
        self.dir.join("ledger.db-wal")
    }

    /// A directory in it, made if need be.
    pub(crate) fn room(&self, name: &str) -> Result<PathBuf, Error> {
        let path = self.dir.join(name);
        make_dir(&path)?;
        Ok(path)
    }
}

/// Makes a directory that only its owner can enter, and those above it.
pub(crate) fn make_dir(path: &Path) -> Result<(), Error> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .map_err(Error::file(path))
}

/// Makes an empty file that only its owner can read, unless there is one.
///
/// An existing file is not even opened: closing any descriptor of a database drops the locks that this process holds
/// on it (POSIX).
pub(crate) fn make_file(path: &Path) -> Result<(), Error> {
    let made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    match made {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(Error::file(path)(error)),
    }
}

/// Opens a lock file that only its owner can read, making it if need be.
pub(crate) fn lock_file(path: &Path) -> Result<File, Error> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
        .map_err(Error::file(path))
}

/// The network file system that holds the path, as far as the system tells.
fn network(path: &Path) -> Option<String> {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    network_in(&mounts, path)
}

fn network_in(mounts: &str, path: &Path) -> Option<String> {
    let mount = mounts
        .lines()
        .filter_map(Mount::parse)
        .filter(|mount| path.starts_with(&mount.point))
        .max_by_key(|mount| mount.point.as_os_str().len())?;
    mount.is_network().then(|| mount.kind.to_owned())
}

/// One line of `/proc/self/mountinfo`.
struct Mount<'a> {
    point: PathBuf,
    kind: &'a str,
    options: &'a str,
}

impl<'a> Mount<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (left, right) = line.split_once(" - ")?;
        let mut right = right.split(' ');
        Some(Self {
            point: PathBuf::from(unescape(left.split(' ').nth(4)?)),
            kind: right.next()?,
            options: right.nth(1).unwrap_or(""),
        })
    }

    /// Shared between machines. A `9p` mount over a bare descriptor is a sandbox's own root, not a share.
    fn is_network(&self) -> bool {
        const KINDS: [&str; 22] = [
            "nfs",
            "nfs4",
            "cifs",
            "smb3",
            "smbfs",
            "ncpfs",
            "afs",
            "coda",
            "ceph",
            "lustre",
            "gpfs",
            "beegfs",
            "pvfs2",
            "glusterfs",
            "fuse.sshfs",
            "fuse.glusterfs",
            "fuse.ceph",
            "fuse.rclone",
            "fuse.s3fs",
            "fuse.gcsfuse",
            "fuse.davfs",
            "davfs",
        ];
        let share = || {
            let has = |option: &str| self.options.split([',', ';']).any(|one| one == option);
            has("aname=drvfs") || !has("trans=fd")
        };
        KINDS.contains(&self.kind) || (self.kind == "9p" && share())
    }
}

/// Undoes the octal escapes of `mountinfo`: `\040` is a space.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let code = after
            .get(..3)
            .and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) => {
                out.push(char::from(code));
                rest = after.get(3..).unwrap_or("");
            }
            None => {
                out.push('\\');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 24 0:26 / /home/ann rw shared:2 - nfs4 server:/home rw,vers=4.2
31 30 0:27 / /home/ann/local\\040disk rw - xfs /dev/sdb1 rw
32 24 0:28 / /mnt/c rw - 9p C:\\134 rw,aname=drvfs;path=C:\\;uid=0,trans=fd,rfd=8,wfd=8
33 24 0:29 / /sandbox rw - 9p none rw,trans=fd,rfdno=4,wfdno=4,aname=/
34 24 0:30 / /share rw - 9p host rw,trans=virtio
35 24 0:31 / /ssh rw - fuse.sshfs ann@host: rw,user_id=1000
36 24 0:32 / /home/annex rw - tmpfs tmpfs rw
not a mount";

    #[test]
    fn shares_are_told_from_disks() {
        let check = |path: &str, want: Option<&str>| {
            let got = network_in(MOUNTS, Path::new(path));
            assert_eq!(got.as_deref(), want, "{path}");
        };
        check("/var/lib/interlock", None);
        check("/home/ann/.local/state", Some("nfs4"));
        check("/home/ann/local disk/state", None);
        check("/home/annex/state", None);
        check("/mnt/c/Users", Some("9p"));
        check("/sandbox/state", None);
        check("/share/state", Some("9p"));
        check("/ssh/state", Some("fuse.sshfs"));
    }
}
