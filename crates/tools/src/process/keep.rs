//! Bounded memory for one output stream: its head, its tail, a count, and a file for all of it.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use super::command::Captured;

/// What is kept of one stream.
pub(super) struct Kept {
    /// Everything until the limit is passed, then the first half of it.
    head: Vec<u8>,
    /// The last half of the limit, once it was passed.
    tail: VecDeque<u8>,
    overflowed: bool,
    bytes: u64,
    bytes_max: usize,
    spill: Option<Spill>,
}

struct Spill {
    path: PathBuf,
    file: Option<File>,
    bytes_left: u64,
}

impl Kept {
    pub(super) fn new(bytes_max: usize, spill: Option<PathBuf>, spill_bytes_max: u64) -> Self {
        Self {
            head: Vec::new(),
            tail: VecDeque::new(),
            overflowed: false,
            bytes: 0,
            bytes_max,
            spill: spill.map(|path| Spill {
                path,
                file: None,
                bytes_left: spill_bytes_max,
            }),
        }
    }

    /// Bytes written so far, kept or not.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The last bytes written, `bytes_max` at most.
    pub(super) fn last(&self, bytes_max: usize) -> Vec<u8> {
        let from = if self.overflowed {
            &self.tail
        } else {
            &VecDeque::new()
        };
        let mut last: Vec<u8> = from.iter().rev().take(bytes_max).rev().copied().collect();
        if !self.overflowed {
            last.extend_from_slice(&self.head[self.head.len().saturating_sub(bytes_max)..]);
        }
        last
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        if !self.overflowed {
            let room = self.bytes_max.saturating_sub(self.head.len());
            let (fits, rest) = bytes.split_at(bytes.len().min(room));
            self.head.extend_from_slice(fits);
            if rest.is_empty() {
                return;
            }
            self.overflow();
            self.spill(rest);
            self.push_tail(rest);
            return;
        }
        self.spill(bytes);
        self.push_tail(bytes);
    }

    pub(super) fn into_captured(mut self) -> Captured {
        let spilled = self
            .spill
            .filter(|spill| spill.file.is_some())
            .map(|spill| spill.path);
        Captured::from_parts(&self.head, self.tail.make_contiguous(), self.bytes, spilled)
    }

    /// The limit is passed: splits what was kept in two and opens the spill file.
    fn overflow(&mut self) {
        self.overflowed = true;
        let kept = std::mem::take(&mut self.head);
        if let Some(spill) = &mut self.spill {
            spill.file = OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(&spill.path)
                .ok();
        }
        self.spill(&kept);
        let middle = kept.len().min(self.bytes_max / 2);
        let (head, rest) = kept.split_at(middle);
        self.head = head.to_vec();
        self.push_tail(rest);
    }

    fn push_tail(&mut self, bytes: &[u8]) {
        let room = self.bytes_max - self.bytes_max / 2;
        let bytes = &bytes[bytes.len().saturating_sub(room)..];
        let excess = (self.tail.len() + bytes.len()).saturating_sub(room);
        self.tail.drain(..excess);
        self.tail.extend(bytes);
    }

    fn spill(&mut self, bytes: &[u8]) {
        let Some(spill) = &mut self.spill else { return };
        let Some(file) = &mut spill.file else { return };
        let room = usize::try_from(spill.bytes_left).unwrap_or(usize::MAX);
        let bytes = &bytes[..bytes.len().min(room)];
        // A full disk costs the spill file, never the command.
        if file.write_all(bytes).is_err() {
            spill.file = None;
            return;
        }
        spill.bytes_left -= bytes.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(chunks: &[&str], bytes_max: usize, expected: &str) {
        let mut kept = Kept::new(bytes_max, None, 0);
        for chunk in chunks {
            kept.push(chunk.as_bytes());
        }
        assert_eq!(kept.into_captured().text, expected);
    }

    #[test]
    fn keeps_head_and_tail() {
        check(&["abc", "def"], 6, "abcdef");
        check(
            &["abc", "def", "g"],
            6,
            "abc\n[... 1 bytes left out ...]\nefg",
        );
        check(&["abcdefghij"], 4, "ab\n[... 6 bytes left out ...]\nij");
        check(
            &["ab", "cdefghi", "j"],
            4,
            "ab\n[... 6 bytes left out ...]\nij",
        );
        check(&["abcdef"], 0, "\n[... 6 bytes left out ...]\n");
    }

    #[test]
    fn spills_everything_up_to_its_limit() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("out");
        let mut kept = Kept::new(4, Some(path.clone()), 7);
        kept.push(b"abc");
        assert!(!path.exists());
        kept.push(b"defg");
        kept.push(b"hij");
        assert_eq!(std::fs::read(&path).unwrap(), b"abcdefg");
        assert_eq!(kept.last(2), b"ij");
        assert_eq!(kept.into_captured().spill, Some(path));
    }
}
