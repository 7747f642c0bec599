//! Reading the files of a specification: text, within limits, named from the repository's top.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use ledger::promise::SourceFile;

use crate::repository::NoSite;

/// Longest file, in bytes; no format allows more.
const FILE_BYTES_MAX: u64 = 4 << 20;
/// All files of one specification, in bytes. They stand in one line of the ledger.
const ALL_BYTES_MAX: usize = 4 << 20;
/// Files of one specification.
const FILES_MAX: usize = 1_000;
/// Names that are looked at in one folder.
const NAMES_MAX: usize = 10_000;

/// A file's text. `shown` is its name in messages.
///
/// # Errors
/// [`NoSite::Plan`] when it can't be read, is too long, or is no text.
pub(crate) fn text(path: &Path, shown: &str) -> Result<String, NoSite> {
    let fail = |why: String| NoSite::Plan(format!("`{shown}` {why}"));
    let file = File::open(path).map_err(|error| fail(format!("can't be read: {error}")))?;
    let mut bytes = Vec::new();
    file.take(FILE_BYTES_MAX.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| fail(format!("can't be read: {error}")))?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > FILE_BYTES_MAX {
        return Err(fail(format!("has more than {FILE_BYTES_MAX} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| fail("is not UTF-8".to_owned()))
}

/// A path as it is called from the repository's top: `/` between names, links followed.
///
/// # Errors
/// [`NoSite::Plan`] when it stands outside of the repository.
pub(crate) fn below(root: &Path, path: &Path, shown: &str) -> Result<String, NoSite> {
    let plain = |path: &Path| path.canonicalize();
    let found = match (plain(root), plain(path)) {
        (Ok(root), Ok(path)) => path.strip_prefix(&root).ok().map(Path::to_path_buf),
        (Err(_), _) | (_, Err(_)) => None,
    };
    let names = found.iter().flat_map(|path| path.components());
    let names: Option<Vec<&str>> = names
        .map(|it| match it {
            Component::Normal(name) => name.to_str(),
            Component::Prefix(_)
            | Component::RootDir
            | Component::CurDir
            | Component::ParentDir => None,
        })
        .collect();
    match (found.is_some(), names) {
        (true, Some(names)) => Ok(names.join("/")),
        (false, _) | (true, None) => Err(NoSite::Plan(format!(
            "`{shown}` stands outside of the repository"
        ))),
    }
}

/// The names of the files in a folder that are wanted, sorted. Links are followed, for a file that is one.
///
/// # Errors
/// [`NoSite::Plan`] when the folder can't be read or holds too much.
pub(crate) fn names(
    folder: &Path,
    shown: &str,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<String>, NoSite> {
    let fail = |why: String| NoSite::Plan(format!("`{shown}` {why}"));
    let unread = |error: std::io::Error| fail(format!("can't be read: {error}"));
    let mut found = Vec::new();
    for (count, entry) in std::fs::read_dir(folder).map_err(unread)?.enumerate() {
        if count >= NAMES_MAX {
            return Err(fail(format!("holds more than {NAMES_MAX} names")));
        }
        let entry = entry.map_err(unread)?;
        let name = entry.file_name().to_str().map(str::to_owned);
        found.extend(name.filter(|name| wanted(name) && entry.path().is_file()));
    }
    found.sort();
    Ok(found)
}

/// Files of a specification as they are collected.
#[derive(Debug)]
pub(crate) struct Files {
    root: PathBuf,
    files: Vec<SourceFile>,
    bytes: usize,
}

impl Files {
    pub(crate) fn new(root: &Path) -> Self {
        Self {
            root: root.to_path_buf(),
            files: Vec::new(),
            bytes: 0,
        }
    }

    /// Takes a file in, by its path from the repository's top.
    ///
    /// # Errors
    /// [`NoSite::Plan`] when it can't be read, or all of it is too much.
    pub(crate) fn take(&mut self, path: String) -> Result<(), NoSite> {
        let file = self.root.join(&path);
        below(&self.root, &file, &path)?;
        let text = text(&file, &path)?;
        self.bytes = self.bytes.saturating_add(text.len());
        if self.bytes > ALL_BYTES_MAX || self.files.len() >= FILES_MAX {
            return Err(NoSite::Plan(format!(
                "the files of the specification are more than {FILES_MAX}, or have more than {ALL_BYTES_MAX} bytes"
            )));
        }
        self.files.push(SourceFile { path, text });
        Ok(())
    }

    pub(crate) fn done(self) -> Vec<SourceFile> {
        self.files
    }
}
