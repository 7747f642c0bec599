//! A folder of a project and the small files in it: each folder is listed once, however many manifests are asked for.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::config::files::{self, Links};

/// Files that are read.
const FILES_MAX: usize = 64;
/// Names in one folder that are looked at.
const NAMES_MAX: usize = 1_000;
/// Folders that are looked into.
const FOLDERS_MAX: usize = 400;
/// How deep folders below the first one are looked into.
const DEPTH_MAX: usize = 3;

/// A file of tests or a manifest, by its path from the folder that it was asked of.
pub(super) struct Source {
    pub(super) path: String,
    pub(super) text: String,
}

impl Source {
    /// The folder that holds it, `""` for the top.
    pub(super) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Its own name.
    pub(super) fn name(&self) -> &str {
        self.path
            .rsplit_once('/')
            .map_or(&self.path, |(_, name)| name)
    }
}

/// What stands in a folder by name, links left out.
#[derive(Default)]
struct Listing {
    files: Vec<String>,
    folders: Vec<String>,
    /// Whether there is a name that it does not have: a link, or one of too many.
    is_partial: bool,
}

/// A folder on disk, asked about by paths from it. Links are not followed, and what can't be read is not there.
pub(super) struct Folder {
    path: PathBuf,
    /// The listing of each folder that was asked about, by its path.
    listings: Rc<RefCell<HashMap<PathBuf, Rc<Listing>>>>,
}

impl Folder {
    /// `path` itself may be a link.
    pub(super) fn new(path: &Path) -> Folder {
        Folder {
            path: path.to_owned(),
            listings: Rc::default(),
        }
    }

    /// A folder in this one.
    pub(super) fn at(&self, path: &str) -> Folder {
        Folder {
            path: self.path.join(path),
            listings: Rc::clone(&self.listings),
        }
    }

    /// The text of a plain file of bearable size.
    pub(super) fn text(&self, path: &str) -> Option<String> {
        if !self.may_hold(path) {
            return None;
        }
        let bytes = files::read(&self.path.join(path), path, Links::Refused).ok()??;
        files::text(bytes, path).ok()
    }

    /// Whether a file stands here, by its path.
    pub(super) fn holds(&self, path: &str) -> bool {
        self.may_hold(path) && self.path.join(path).is_file()
    }

    /// The files below `folder` (`""` for the whole of this one) whose names fit, by name. Folders that hold what nobody
    /// here wrote are passed over.
    pub(super) fn files_below(&self, folder: &str, fits: impl Fn(&str) -> bool) -> Vec<Source> {
        self.walk(folder, DEPTH_MAX, &fits)
    }

    /// The same of the files that stand here themselves.
    pub(super) fn files(&self, fits: impl Fn(&str) -> bool) -> Vec<Source> {
        self.walk("", 0, &fits)
    }

    /// Folders in `folder` that may hold work of this project, by name.
    pub(super) fn folders(&self, folder: &str) -> Vec<String> {
        let listing = self.listing(folder);
        let paths = listing.folders.iter().map(|name| joined(folder, name));
        paths.filter(|path| self.is_own(path)).collect()
    }

    fn walk(&self, start: &str, depth: usize, fits: &dyn Fn(&str) -> bool) -> Vec<Source> {
        let mut found = Vec::new();
        let mut ahead = vec![(start.to_owned(), depth)];
        let mut looked = 0;
        while let Some((folder, depth)) = ahead.pop() {
            looked += 1;
            if looked > FOLDERS_MAX {
                break;
            }
            let listing = self.listing(&folder);
            for name in listing.files.iter().filter(|it| fits(it)) {
                if found.len() >= FILES_MAX {
                    return found;
                }
                let path = joined(&folder, name);
                found.extend(self.text(&path).map(|text| Source { path, text }));
            }
            if depth > 0 {
                let below = self.folders(&folder);
                ahead.extend(below.into_iter().rev().map(|it| (it, depth - 1)));
            }
        }
        found
    }

    /// Hidden folders, installed packages, outputs of a build and environments of Python are nobody's own work.
    fn is_own(&self, path: &str) -> bool {
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        let is_of_others = matches!(
            name,
            "node_modules"
                | "vendor"
                | "third_party"
                | "target"
                | "dist"
                | "build"
                | "site-packages"
        );
        !name.starts_with('.') && !is_of_others && !self.holds(&joined(path, "pyvenv.cfg"))
    }

    /// Whether it is worth asking the disk for a file.
    fn may_hold(&self, path: &str) -> bool {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let listing = self.listing(folder);
        listing.is_partial || listing.files.iter().any(|it| it == name)
    }

    fn listing(&self, folder: &str) -> Rc<Listing> {
        let path = match folder {
            "" => self.path.clone(),
            _ => self.path.join(folder),
        };
        let known = self.listings.borrow().get(&path).cloned();
        known.unwrap_or_else(|| {
            // The first folder may be a link: whoever asks about it chose it.
            let is_there =
                folder.is_empty() || fs::symlink_metadata(&path).is_ok_and(|it| it.is_dir());
            let listing = if is_there {
                list(&path)
            } else {
                Listing::default()
            };
            let listing = Rc::new(listing);
            let mut listings = self.listings.borrow_mut();
            listings.insert(path, Rc::clone(&listing));
            listing
        })
    }
}

/// Whether a path stands in a command line as it is.
pub(super) fn is_plain(path: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    !path.starts_with('-') && path.len() <= 200 && path.chars().all(is_word)
}

fn list(path: &Path) -> Listing {
    let mut found = Listing::default();
    let entries = fs::read_dir(path).into_iter().flatten();
    for (count, entry) in entries.flatten().enumerate() {
        let (kind, name) = (entry.file_type(), entry.file_name().into_string());
        match (kind, name) {
            (Ok(kind), Ok(name)) if count < NAMES_MAX && kind.is_dir() => found.folders.push(name),
            (Ok(kind), Ok(name)) if count < NAMES_MAX && kind.is_file() => found.files.push(name),
            _ => found.is_partial = true,
        }
        if count >= NAMES_MAX {
            break;
        }
    }
    found.files.sort();
    found.folders.sort();
    found
}

fn joined(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}
