//! A phase folder on the disk: its plans and summaries, and the roadmap above it.

use std::path::Path;

use ledger::promise::Source;

use super::files::{Files, below, names};
use crate::repository::NoSite;

/// The folder in which phases and their roadmap stand.
const PLANNING: &str = ".planning";
/// The folder below a phase's own where plans may stand too.
const NESTED: &str = "plans";

/// Whether a folder holds plans.
pub(super) fn is_one(folder: &Path) -> bool {
    let holds = |folder: &Path, prefix: &str| {
        let plan = |name: &str| spec::phase::is_plan(&format!("{prefix}{name}"));
        names(folder, "", plan).is_ok_and(|names| !names.is_empty())
    };
    holds(folder, "") || holds(&folder.join(NESTED), "plans/")
}

/// Reads a phase. `shown` is the folder in messages.
///
/// # Errors
/// [`NoSite::Plan`] when something can't be read; what the files say is not judged.
pub fn read(root: &Path, folder: &Path, shown: &str) -> Result<Source, NoSite> {
    let path = below(root, folder, shown)?;
    if path.is_empty() {
        let why = format!("`{shown}` is the whole repository; a phase has a folder of its own");
        return Err(NoSite::Plan(why));
    }
    let mut files = Files::new(root);
    let own = |name: &str| spec::phase::belongs(name);
    for name in names(folder, shown, own)? {
        files.take(format!("{path}/{name}"))?;
    }
    let nested = folder.join(NESTED);
    if nested.is_dir() {
        let own = |name: &str| spec::phase::belongs(&format!("{NESTED}/{name}"));
        for name in names(&nested, shown, own)? {
            files.take(format!("{path}/{NESTED}/{name}"))?;
        }
    }
    if let Some(roadmap) = roadmap(&path).filter(|it| root.join(it).is_file()) {
        files.take(roadmap)?;
    }
    let files = files.done();
    Ok(Source::Phase { path, files })
}

/// The roadmap of a phase: in the nearest folder above it that is made for that.
fn roadmap(path: &str) -> Option<String> {
    beside(path, "ROADMAP.md")
}

/// A file beside the roadmap.
pub(crate) fn beside(path: &str, name: &str) -> Option<String> {
    let names: Vec<&str> = path.split('/').collect();
    let at = names.iter().rposition(|name| *name == PLANNING)?;
    let above = names.get(..=at)?.join("/");
    Some(format!("{above}/{name}"))
}
