//! Reading: a window of lines of a text file, with the digest of the whole.

use std::fs::File;
use std::io::Read;

use ledger::ids::{Hash, RelPath};

use super::{FileError, Limits, Root, disk, encoding, refused};

/// Which lines of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// First line, from 1; `None` is the first.
    pub from: Option<u32>,
    /// How many; `None` is all.
    pub lines: Option<u32>,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The lines, as they stand in the file.
    pub text: String,
    /// Number of the first one, from 1.
    pub from: u32,
    /// How many lines `text` holds.
    pub lines: u32,
    /// Lines of the whole file.
    pub lines_total: u32,
    /// Bytes of the whole file.
    pub bytes_total: u64,
    /// The limit cut the window short.
    pub truncated: bool,
    /// Digest of the whole file: the precondition of a change.
    pub hash: Hash,
}

/// Reads lines of a text file.
pub fn read(
    root: &Root,
    path: &RelPath,
    window: Window,
    limits: &Limits,
) -> Result<Text, FileError> {
    let file = root.read(path).map_err(refused(path))?;
    let bytes = content(path, file, limits.file_bytes_max)?;
    let (hash, bytes_total) = (Hash::of(&bytes), bytes.len() as u64);
    let Some((_, text)) = encoding::decode(&bytes) else {
        return Err(FileError::Binary {
            path: path.clone(),
            bytes: bytes_total,
        });
    };
    let text = cut(&text, window, limits.answer_bytes_max, hash);
    Ok(Text {
        bytes_total,
        ..text
    })
}

/// The whole content of a regular file that is not too large.
pub(super) fn content(path: &RelPath, file: File, bytes_max: u64) -> Result<Vec<u8>, FileError> {
    let metadata = file.metadata().map_err(disk(path))?;
    if metadata.is_dir() {
        return Err(FileError::Folder(path.clone()));
    }
    if !metadata.is_file() {
        return Err(FileError::Special(path.clone()));
    }
    let too_large = |bytes| FileError::TooLarge {
        path: path.clone(),
        bytes,
        bytes_max,
    };
    if metadata.len() > bytes_max {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0) + 1);
    // It may have grown since.
    file.take(bytes_max + 1)
        .read_to_end(&mut bytes)
        .map_err(disk(path))?;
    if bytes.len() as u64 > bytes_max {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

fn cut(text: &str, window: Window, bytes_max: usize, hash: Hash) -> Text {
    let from = window.from.unwrap_or(1).max(1);
    let lines_max = window.lines.unwrap_or(u32::MAX);
    let mut picked = String::new();
    let mut lines = 0;
    let mut lines_total: u32 = 0;
    let mut truncated = false;
    for line in text.split_inclusive('\n') {
        lines_total = lines_total.saturating_add(1);
        if lines_total < from || lines >= lines_max || truncated {
            continue;
        }
        let room = bytes_max - picked.len();
        if line.len() > room {
            truncated = true;
            // A single long line is shown in part rather than not at all.
            if lines == 0 {
                picked.push_str(&line[..line.floor_char_boundary(room)]);
                lines = 1;
            }
            continue;
        }
        picked.push_str(line);
        lines += 1;
    }
    let bytes_total = text.len() as u64;
    Text {
        text: picked,
        from,
        lines,
        lines_total,
        bytes_total,
        truncated,
        hash,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, from: u32, lines: u32, bytes_max: usize, expected: (&str, u32, bool)) {
        let window = Window {
            from: Some(from),
            lines: Some(lines),
        };
        let cut = cut(text, window, bytes_max, Hash::default());
        assert_eq!((cut.text.as_str(), cut.lines, cut.truncated), expected);
        assert_eq!(cut.lines_total as usize, text.split_inclusive('\n').count());
    }

    #[test]
    fn cuts_windows() {
        check("a\nb\nc\n", 1, 9, 99, ("a\nb\nc\n", 3, false));
        check("a\nb\nc", 2, 1, 99, ("b\n", 1, false));
        check("a\nb\nc", 3, 5, 99, ("c", 1, false));
        check("a\nb\nc", 9, 5, 99, ("", 0, false));
        check("a\nb\nc", 0, 1, 99, ("a\n", 1, false));
        check("aa\nbb\ncc\n", 1, 9, 7, ("aa\nbb\n", 2, true));
        check("ééé\nb\n", 1, 9, 3, ("é", 1, true));
        check("", 1, 9, 9, ("", 0, false));
    }
}
