//! The specification that the configuration names, for a call that names none: `project.open_spec_path`.

use std::path::PathBuf;

use crate::repository::{NoSite, Site};
use crate::source::{self, FORMATS, Kind};

const KEY: &str = "project.open_spec_path";

/// A specification that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Specified {
    /// The file or folder.
    pub path: PathBuf,
    /// Its path from the repository's root, for messages.
    pub shown: String,
    /// What it is.
    pub kind: Kind,
}

/// The specification that the configuration names; `None` if it names none.
///
/// # Errors
/// [`NoSite::Plan`] when it names something that is no readable specification; with the place of the key.
pub fn specified(site: &Site) -> Result<Option<Specified>, NoSite> {
    let Some(configured) = &site.config().open_spec_path else {
        return Ok(None);
    };
    let shown = configured.display().to_string();
    let shown = shown.strip_prefix("./").unwrap_or(&shown).to_owned();
    let path = site.repo.root.join(configured);
    if let Some(kind) = source::kind(&path).filter(|_| path.exists()) {
        return Ok(Some(Specified { path, shown, kind }));
    }
    let what = if path.is_dir() {
        "is a folder that holds no plan"
    } else if !path.is_file() {
        "is not there"
    } else {
        "is in a format that is not read yet"
    };
    Err(NoSite::Plan(format!(
        "`{shown}` {what}: `{KEY}` names it ({})\n\
         help: what is read is {FORMATS}; name one there or on the command line, or say in words what is to be done",
        origin(site)
    )))
}

/// Where the key was set: file and line, variable or flag.
fn origin(site: &Site) -> String {
    let entry = site.loaded.values.entry(KEY);
    entry.map_or_else(|| "built in".to_owned(), |entry| entry.origin.to_string())
}
