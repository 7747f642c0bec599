//! Searching file contents with a regular expression, bounded in files, matches and bytes.

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ledger::ids::RelPath;
use regex::bytes::{Regex, RegexBuilder};

use super::list::walk;
use super::read::content;
use super::{FileError, Limits, Root};

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// In the order of paths and lines, one per line.
    pub matches: Vec<Match>,
    /// Files looked into.
    pub files: usize,
    /// Files that nobody may look into.
    pub hidden: usize,
    /// A limit cut the search short.
    pub truncated: bool,
}

/// One line that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Relative to the top of the worktree.
    pub path: String,
    /// From 1.
    pub line: u32,
    /// The line, cut at 400 bytes.
    pub text: String,
}

/// Bytes shown of one line.
const LINE_BYTES_MAX: usize = 400;
/// Bytes of memory that a compiled pattern may take.
const PATTERN_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Which files.
#[derive(Clone, Copy)]
pub struct Within<'a> {
    /// Below this folder; `None`: all.
    pub folder: Option<&'a RelPath>,
    /// Only those that match this.
    pub glob: Option<&'a str>,
    /// None of those for which this holds.
    pub hidden: &'a dyn Fn(&RelPath) -> bool,
}

impl std::fmt::Debug for Within<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Within")
            .field("folder", &self.folder)
            .field("glob", &self.glob)
            .finish_non_exhaustive()
    }
}

/// Searches files. Binary ones and those that git ignores are left out as well.
pub fn search(
    root: &Root,
    pattern: &str,
    within: Within<'_>,
    limits: &Limits,
) -> Result<Found, FileError> {
    let pattern = RegexBuilder::new(pattern)
        .multi_line(true)
        .size_limit(PATTERN_BYTES_MAX)
        .dfa_size_limit(PATTERN_BYTES_MAX)
        .build()
        .map_err(|error| FileError::Pattern(error.to_string()))?;
    let glob = within.glob.map(|glob| globbed(root, glob)).transpose()?;
    let mut found = Found {
        matches: Vec::new(),
        files: 0,
        hidden: 0,
        truncated: false,
    };
    let mut bytes_left = limits.answer_bytes_max;
    for entry in walk(root, within.folder)?.build().flatten() {
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry
            .path()
            .strip_prefix(root.path())
            .unwrap_or(entry.path());
        if glob
            .as_ref()
            .is_some_and(|glob| !glob.matched(path, false).is_ignore())
        {
            continue;
        }
        let Some(path) = path.to_str().and_then(|path| RelPath::held(path).ok()) else {
            continue;
        };
        if (within.hidden)(&path) {
            found.hidden += 1;
            continue;
        }
        if found.files >= limits.files_max {
            found.truncated = true;
            break;
        }
        found.files += 1;
        // What can't be read or is too large has no matches; the rest of the search goes on.
        let Ok(file) = root.read(&path) else { continue };
        let Ok(bytes) = content(&path, file, limits.file_bytes_max) else {
            continue;
        };
        if !look(
            &path,
            &bytes,
            &pattern,
            limits.items_max,
            &mut bytes_left,
            &mut found.matches,
        ) {
            found.truncated = true;
            break;
        }
    }
    Ok(found)
}

/// Collects the matches in one file; says no when a limit is reached.
fn look(
    path: &RelPath,
    bytes: &[u8],
    pattern: &Regex,
    items_max: usize,
    bytes_left: &mut usize,
    matches: &mut Vec<Match>,
) -> bool {
    if bytes.iter().take(8000).any(|byte| *byte == 0) {
        return true;
    }
    let (mut counted, mut line) = (0, 1_u32);
    let mut last = 0;
    for hit in pattern.find_iter(bytes) {
        let before = bytes[counted..hit.start()]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        line = line.saturating_add(u32::try_from(before).unwrap_or(u32::MAX));
        counted = hit.start();
        if line == last || hit.start() == bytes.len() && bytes.ends_with(b"\n") {
            continue;
        }
        last = line;
        let text = line_at(bytes, hit.start());
        if matches.len() >= items_max || text.len() > *bytes_left {
            return false;
        }
        *bytes_left -= text.len();
        matches.push(Match {
            path: path.as_str().to_owned(),
            line,
            text,
        });
    }
    true
}

/// The line around a position, without its end, cut.
fn line_at(bytes: &[u8], at: usize) -> String {
    let start = bytes[..at]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    let rest = &bytes[start..];
    let end = rest
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(rest.len());
    let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
    let mut text = String::from_utf8_lossy(line).into_owned();
    if text.len() > LINE_BYTES_MAX {
        text.truncate(text.floor_char_boundary(LINE_BYTES_MAX));
        text.push('…');
    }
    text
}

/// A glob with the meaning it has in a `.gitignore`: without a slash it matches a name anywhere.
fn globbed(root: &Root, glob: &str) -> Result<Gitignore, FileError> {
    let bad = |error: ignore::Error| FileError::Pattern(error.to_string());
    let mut builder = GitignoreBuilder::new(root.path());
    builder.add_line(None, glob).map_err(bad)?;
    builder.build().map_err(bad)
}
