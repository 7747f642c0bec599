//! The specification that the configuration names, for a call that names none: `project.open_spec_path`.

use std::path::PathBuf;

use crate::site::{NoSite, Site};

const KEY: &str = "project.open_spec_path";
/// What can be read, for messages.
const FORMATS: &str = "a `PLAN.md` (a file that ends in `.md`)";

/// A specification that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Specified {
    /// The file.
    pub path: PathBuf,
    /// Its path from the repository's root, for messages.
    pub shown: String,
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
    let what = if path.is_dir() {
        "is a folder"
    } else if !path.is_file() {
        "is not there"
    } else if !has_plan_name(&shown) {
        "is in a format that is not read yet"
    } else {
        return Ok(Some(Specified { path, shown }));
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

fn has_plan_name(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
}
