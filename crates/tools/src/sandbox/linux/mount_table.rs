//! The table of mounts as the kernel prints it: which there are below a folder, and how each is held.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use rustix::mount::MountFlags;

/// One mount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mounted {
    /// Where it is, as seen from the folder that was asked about.
    pub path: PathBuf,
    /// What it is held by already. A mount that another user made must keep these.
    pub flags: MountFlags,
}

/// The mounts at and below a folder, from the text of `/proc/self/mountinfo`, in the order in which they were made.
pub(super) fn mounted_below(table: &[u8], folder: &Path) -> Vec<Mounted> {
    let line = |line: &[u8]| {
        let fields: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
        let path = unescaped(fields.get(4)?);
        let path = Path::new("/").join(path.strip_prefix(folder).ok()?);
        Some(Mounted {
            path,
            flags: flags(fields.get(5)?),
        })
    };
    table
        .split(|byte| *byte == b'\n')
        .filter_map(line)
        .collect()
}

fn flags(options: &[u8]) -> MountFlags {
    let flag = |option: &[u8]| match option {
        b"ro" => MountFlags::RDONLY,
        b"nosuid" => MountFlags::NOSUID,
        b"nodev" => MountFlags::NODEV,
        b"noexec" => MountFlags::NOEXEC,
        b"noatime" => MountFlags::NOATIME,
        b"nodiratime" => MountFlags::NODIRATIME,
        b"relatime" => MountFlags::RELATIME,
        _ => MountFlags::empty(),
    };
    options.split(|byte| *byte == b',').map(flag).collect()
}

/// Blanks, line ends and backslashes stand as three octal digits.
fn unescaped(field: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((first, after)) = rest.split_first() {
        let digits = after
            .get(..3)
            .filter(|it| *first == b'\\' && it.iter().all(|it| matches!(it, b'0'..=b'7')));
        match digits {
            Some(digits) => {
                bytes.push(
                    digits
                        .iter()
                        .fold(0_u8, |sum, it| sum.wrapping_mul(8).wrapping_add(it - b'0')),
                );
                rest = &after[3..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    PathBuf::from(OsString::from_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_places_and_flags() {
        let table = b"22 1 0:20 / /new rw,nosuid shared:2 - tmpfs tmpfs rw\n\
            23 22 0:21 / /new/a\\040b ro,nodev,noexec,relatime - ext4 /dev/a rw\n\
            24 1 0:22 / /newer rw - tmpfs tmpfs rw\n\nrubbish\n";
        let found = mounted_below(table, Path::new("/new"));
        let held =
            MountFlags::RDONLY | MountFlags::NODEV | MountFlags::NOEXEC | MountFlags::RELATIME;
        assert_eq!(
            found,
            [
                Mounted {
                    path: "/".into(),
                    flags: MountFlags::NOSUID
                },
                Mounted {
                    path: "/a b".into(),
                    flags: held
                },
            ]
        );
    }
}
