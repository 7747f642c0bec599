//! Objects as git keeps them: named by the SHA-1 of what they hold, deflated, one file each.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use ledger::ids::GitId;
use sha1::{Digest, Sha1};

use super::{SnapshotError, disk};

/// The name of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(pub(super) [u8; 20]);

/// What an object holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Blob,
    Tree,
    Commit,
}

/// The folder where a repository keeps its objects.
#[derive(Debug)]
pub(super) struct Objects {
    folder: PathBuf,
}

impl Id {
    pub(super) fn of(kind: Kind, content: &[u8]) -> Self {
        let mut hasher = Sha1::new();
        hasher.update(header(kind, content.len()));
        hasher.update(content);
        Self(hasher.finalize().into())
    }

    pub(super) fn parse(hex: &str) -> Option<Self> {
        let mut id = [0; 20];
        if hex.len() != 40 || !hex.is_ascii() {
            return None;
        }
        for (byte, at) in id.iter_mut().zip((0..40).step_by(2)) {
            *byte = u8::from_str_radix(hex.get(at..at + 2)?, 16).ok()?;
        }
        Some(Self(id))
    }

    pub(super) fn hex(&self) -> String {
        use std::fmt::Write;
        self.0
            .iter()
            .fold(String::with_capacity(40), |mut hex, byte| {
                // Writing to a string can't fail.
                let _never = write!(hex, "{byte:02x}");
                hex
            })
    }

    #[expect(
        clippy::expect_used,
        reason = "forty hex digits are always an object id"
    )]
    pub(super) fn to_git_id(self) -> GitId {
        GitId::new(self.hex()).expect("an object id")
    }
}

impl Objects {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Writes an object unless it is there already.
    pub(super) fn write(&self, kind: Kind, content: &[u8]) -> Result<Id, SnapshotError> {
        let id = Id::of(kind, content);
        let hex = id.hex();
        let (fan, rest) = hex.split_at(2);
        let folder = self.folder.join(fan);
        let file = folder.join(rest);
        if !file.exists() {
            let staged = folder.join(staged_name());
            let stage = || stage(&staged, kind, content);
            let done = match stage() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    fs::create_dir_all(&folder).and_then(|()| stage())
                }
                done => done,
            };
            done.and_then(|()| fs::rename(&staged, &file))
                .map_err(disk(&file))?;
        }
        Ok(id)
    }
}

/// Name of a file that becomes an object; git's own clean-up knows the prefix.
fn staged_name() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("tmp_obj_interlock{}_{number}", std::process::id())
}

fn stage(staged: &std::path::Path, kind: Kind, content: &[u8]) -> io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut deflated = ZlibEncoder::new(Vec::new(), Compression::fast());
    deflated.write_all(header(kind, content.len()).as_bytes())?;
    deflated.write_all(content)?;
    let deflated = deflated.finish()?;
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true).mode(0o444);
    options.open(staged)?.write_all(&deflated)
}

fn header(kind: Kind, length: usize) -> String {
    let kind = match kind {
        Kind::Blob => "blob",
        Kind::Tree => "tree",
        Kind::Commit => "commit",
    };
    format!("{kind} {length}\0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_git() {
        let id = Id::of(Kind::Blob, b"hello\n");
        assert_eq!(id.hex(), "ce013625030ba8dba906f756967f9e9ca394464a");
        assert_eq!(Id::parse(&id.hex()), Some(id));
        assert_eq!(
            Id::of(Kind::Tree, b"").hex(),
            "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
        );
        assert_eq!(Id::parse("zz"), None);
    }
}
