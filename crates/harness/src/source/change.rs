//! OpenSpec folders on disk: one change with the main specs that it touches, or a whole folder to be checked. Links are
//! not followed out of the repository, and nothing is read without a limit. What the files say is `spec`'s to tell.

use std::fs::{self, DirEntry, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use ledger::promise::{Source, SourceFile};
use spec::openspec;

use crate::repository::NoSite;

/// Bytes of one file.
const FILE_BYTES_MAX: u64 = 1024 * 1024;
/// Bytes of all files that are read at once.
const ALL_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// Files and folders of one change.
const CHANGE_ENTRIES_MAX: usize = 1_000;
/// Files and folders of a whole folder.
const ALL_ENTRIES_MAX: usize = 100_000;
/// Folders within folders.
const DEPTH_MAX: usize = 12;
/// What systems leave in folders.
const LITTER: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];
/// A change's file that begins with a dot.
const METADATA: &str = ".openspec.yaml";

/// A folder `openspec` with what is to be checked in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// The folder, from the repository's top; empty if it is the top.
    pub path: String,
    /// Its files by path, without what is archived. Of those that no check reads there is only the name.
    pub files: Vec<SourceFile>,
}

/// Whether a folder is that of a change: it stands in a folder `changes`, and is not the archive.
#[must_use]
pub fn is_change(folder: &Path) -> bool {
    let name = |path: Option<&Path>| path.and_then(Path::file_name).map(ToOwned::to_owned);
    let own = name(Some(folder));
    let above = name(folder.parent());
    above.is_some_and(|it| it == "changes") && own.is_some_and(|it| it != "archive")
}

/// Reads one change: what is in its folder, and the main specs that it touches. `top` is the repository's top directory.
/// A change that is to be archived is moved as a whole, so every file of it has to be text then.
///
/// # Errors
/// [`NoSite::Plan`] when it is no change of this repository, or a file of it can't be read within the limits.
pub fn read(top: &Path, folder: &Path, archive: bool) -> Result<Source, NoSite> {
    let mut reader = Reader::new(top, CHANGE_ENTRIES_MAX)?;
    let (folder, path) = reader.place(folder)?;
    if !is_change(&folder) {
        return Err(refused(
            &path,
            "is no change",
            "a change is a folder in `openspec/changes`",
        ));
    }
    reader.walk(&folder, &path, 0, &|name| {
        let last = last(name);
        if LITTER.contains(&last) {
            Want::Nothing
        } else if archive || is_page(last) || last == METADATA {
            Want::Text
        } else {
            Want::TextIfAny
        }
    })?;
    let own: Vec<&str> = reader.files.iter().map(|it| it.path.as_str()).collect();
    for needed in openspec::needed(&path, own) {
        let at = reader.top.join(&needed);
        if at.symlink_metadata().is_ok() {
            reader.linked(&at, &needed, Want::Text)?;
        }
    }
    Ok(Source::Change {
        path,
        files: reader.sorted(),
        archive,
    })
}

/// Reads a whole folder `openspec`: its main specs and its changes, without the archive.
///
/// # Errors
/// [`NoSite::Plan`] when it is no folder of this repository, or a file of it can't be read within the limits.
pub fn all(top: &Path, folder: &Path) -> Result<Folder, NoSite> {
    let mut reader = Reader::new(top, ALL_ENTRIES_MAX)?;
    let (folder, path) = reader.place(folder)?;
    let root = match path.as_str() {
        "" => String::new(),
        path => format!("{path}/"),
    };
    for part in ["specs", "changes"] {
        let at = folder.join(part);
        let name = format!("{root}{part}");
        if at.is_dir() {
            reader.walk(&at, &name, 0, &|name| {
                checked(name.strip_prefix(root.as_str()).unwrap_or(name))
            })?;
        }
    }
    Ok(Folder {
        path,
        files: reader.sorted(),
    })
}

/// What is wanted of a file or a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Want {
    /// Of a folder, what is in it, as of one that anything else is wanted of; of a file, nothing.
    Inside,
    /// Its text, and it has to be one.
    Text,
    /// Its text if it is one.
    TextIfAny,
    /// That it is there.
    Name,
    /// Nothing, of a folder either.
    Nothing,
}

/// What a check reads of a folder `openspec`; the name begins below it.
fn checked(name: &str) -> Want {
    let parts: Vec<&str> = name.split('/').collect();
    let page = last(name);
    match parts.as_slice() {
        ["changes", "archive", ..] => Want::Nothing,
        ["changes", _, file] if *file == METADATA => Want::Text,
        [.., last] if last.starts_with('.') => Want::Nothing,
        ["changes", _, "proposal.md" | "tasks.md"] | ["specs", ..] if is_page(page) => Want::Text,
        ["changes", _, "specs", ..] if is_page(page) => Want::Text,
        ["changes", _, "specs", ..] | ["specs", ..] => Want::Name,
        ["changes", _] => Want::Inside,
        _ => Want::Nothing,
    }
}

struct Reader {
    /// The repository's top, links resolved.
    top: PathBuf,
    files: Vec<SourceFile>,
    entries_left: usize,
    bytes_left: u64,
}

impl Reader {
    fn new(top: &Path, entries_max: usize) -> Result<Self, NoSite> {
        let shown = top.display().to_string();
        let top = top.canonicalize();
        Ok(Self {
            top: top.map_err(|error| unreadable(&shown, &error))?,
            files: Vec::new(),
            entries_left: entries_max,
            bytes_left: ALL_BYTES_MAX,
        })
    }

    /// A folder with links resolved, and its path from the repository's top.
    fn place(&self, folder: &Path) -> Result<(PathBuf, String), NoSite> {
        let shown = folder.display().to_string();
        let found = folder.canonicalize();
        let found = found.map_err(|error| unreadable(&shown, &error))?;
        if !found.is_dir() {
            return Err(refused(&shown, "is no folder", "name the folder itself"));
        }
        let Ok(below) = found.strip_prefix(&self.top) else {
            let help = "it has to be a folder of this repository";
            return Err(refused(&shown, "is not in the repository", help));
        };
        let Some(path) = below.to_str() else {
            return Err(refused(&shown, "has a name that is no text", "rename it"));
        };
        Ok((found.clone(), path.replace('\\', "/")))
    }

    /// Reads what is wanted of a folder, deeper ones included.
    fn walk(
        &mut self,
        folder: &Path,
        path: &str,
        depth: usize,
        want: &dyn Fn(&str) -> Want,
    ) -> Result<(), NoSite> {
        if depth > DEPTH_MAX {
            let what = format!("has more than {DEPTH_MAX} folders within folders");
            return Err(refused(path, &what, "name a folder further up"));
        }
        let entries = fs::read_dir(folder).map_err(|error| unreadable(path, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| unreadable(path, &error))?;
            let Some(name) = entry.file_name().to_str().map(|it| format!("{path}/{it}")) else {
                return Err(refused(path, "holds a name that is no text", "rename it"));
            };
            self.entries_left = self.entries_left.checked_sub(1).ok_or_else(|| {
                refused(path, "holds too many files", "is this the right folder?")
            })?;
            self.entry(&entry, &name, depth, want)?;
        }
        Ok(())
    }

    fn entry(
        &mut self,
        entry: &DirEntry,
        name: &str,
        depth: usize,
        want: &dyn Fn(&str) -> Want,
    ) -> Result<(), NoSite> {
        let wanted = want(name);
        let kind = entry
            .file_type()
            .map_err(|error| unreadable(name, &error))?;
        if wanted == Want::Nothing {
            Ok(())
        } else if kind.is_dir() {
            self.walk(&entry.path(), name, depth + 1, want)
        } else if wanted == Want::Inside {
            Ok(())
        } else if kind.is_symlink() {
            self.linked(&entry.path(), name, wanted)
        } else if kind.is_file() {
            self.file(&entry.path(), name, wanted)
        } else {
            Ok(())
        }
    }

    /// A file that a link may lead to. One that leads nowhere or to a folder is passed over, as the format's tool does.
    fn linked(&mut self, at: &Path, name: &str, wanted: Want) -> Result<(), NoSite> {
        let Ok(real) = at.canonicalize() else {
            return Ok(());
        };
        if !real.starts_with(&self.top) {
            let help = "put the file itself in place of the link";
            return Err(refused(name, "leads out of the repository", help));
        }
        if real.is_file() {
            self.file(&real, name, wanted)
        } else {
            Ok(())
        }
    }

    fn file(&mut self, at: &Path, name: &str, wanted: Want) -> Result<(), NoSite> {
        let mut text = String::new();
        if wanted != Want::Name {
            let file = File::open(at).map_err(|error| unreadable(name, &error))?;
            let mut bytes = Vec::new();
            file.take(FILE_BYTES_MAX + 1)
                .read_to_end(&mut bytes)
                .map_err(|error| unreadable(name, &error))?;
            let long = bytes.len() as u64 > FILE_BYTES_MAX;
            match String::from_utf8(bytes) {
                Ok(read) if !long => text = read,
                Ok(_) | Err(_) if wanted == Want::TextIfAny => return Ok(()),
                Ok(_) => {
                    let help = "a file of a specification has at most 1 MiB";
                    return Err(refused(name, "is too long", help));
                }
                Err(_) => return Err(refused(name, "is no text in UTF-8", "convert or move it")),
            }
        }
        let left = self.bytes_left.checked_sub(text.len() as u64);
        self.bytes_left =
            left.ok_or_else(|| refused(name, "is one file too many", "is this the right folder?"))?;
        self.files.push(SourceFile {
            path: name.to_owned(),
            text,
        });
        Ok(())
    }

    fn sorted(mut self) -> Vec<SourceFile> {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.files
    }
}

fn last(name: &str) -> &str {
    name.rsplit_once('/').map_or(name, |(_, last)| last)
}

fn is_page(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|it| it.eq_ignore_ascii_case("md"))
}

fn unreadable(name: &str, error: &std::io::Error) -> NoSite {
    NoSite::Plan(format!("`{name}` can't be read: {error}"))
}

fn refused(name: &str, what: &str, help: &str) -> NoSite {
    NoSite::Plan(format!("`{name}` {what}\nhelp: {help}"))
}

#[cfg(test)]
mod tests;
