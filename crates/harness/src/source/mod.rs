//! What a path holds, read from the disk: a `PLAN.md`, a phase of several, an OpenSpec change, an OpenAPI
//! description. What it says is judged in `spec`.

pub mod change;
pub mod phase;

pub(crate) mod files;

mod api;

use std::path::Path;

use ledger::promise::Source;
use spec::{Severity, Work};

use crate::repository::NoSite;

/// What can be read, for messages.
pub const FORMATS: &str = "a `PLAN.md` (a file that ends in `.md`), a phase folder of several, an OpenSpec change, or an OpenAPI file (`.yaml`, `.yml`, `.json`)";

/// The kind of specification that stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A `PLAN.md`.
    Plan,
    /// A folder of several.
    Phase,
    /// An OpenSpec change: a folder below `changes`.
    Change,
    /// An OpenAPI description.
    Api,
}

/// What stands at a path, by its name and by what a folder holds. `None`: nothing that could be read.
#[must_use]
pub fn kind(path: &Path) -> Option<Kind> {
    if path.is_dir() {
        return if change::is_change(path) {
            Some(Kind::Change)
        } else {
            phase::is_one(path).then_some(Kind::Phase)
        };
    }
    let ending = path.extension().and_then(|it| it.to_str());
    match ending.map(str::to_lowercase).as_deref() {
        Some("md") => Some(Kind::Plan),
        Some("yaml" | "yml" | "json") => Some(Kind::Api),
        Some(_) | None => None,
    }
}

/// A specification that was read.
#[derive(Debug, Clone)]
pub struct Found {
    /// What it says.
    pub source: Source,
    /// Why nothing is left to be done, if that is so.
    pub done: Option<String>,
}

/// Reads and checks what stands at a path, before a run is made of it. `root` is the repository's top, `shown` the path
/// as the person gave it; `archive` says that a change is archived when it is merged.
///
/// # Errors
/// [`NoSite::Plan`] with everything that is wrong with it, each with its place.
pub fn of_path(
    root: &Path,
    path: &Path,
    shown: &str,
    kind: Kind,
    archive: bool,
) -> Result<Found, NoSite> {
    let shown = shown.to_owned();
    let source = match kind {
        Kind::Phase => phase::read(root, path, &shown)?,
        Kind::Change => change::read(root, path, archive)?,
        Kind::Plan => Source::Plan {
            text: files::text(path, &shown)?,
            path: shown,
        },
        Kind::Api => api::read(root, path, shown)?,
    };
    match spec::read(&source) {
        Ok(spec) => {
            let done = match (spec.work, kind) {
                (Work::Done(why), _) => Some(why),
                (Work::Planned(_), Kind::Plan) => summary(path),
                (Work::Planned(_) | Work::Unplanned, _) => None,
            };
            Ok(Found { source, done })
        }
        Err(problems) => {
            let errors = problems.iter().filter(|it| it.severity == Severity::Error);
            let errors: Vec<String> = errors.map(ToString::to_string).collect();
            Err(NoSite::Plan(errors.join("\n\n")))
        }
    }
}

/// Where a summary stands beside a plan and ends it.
fn summary(plan: &Path) -> Option<String> {
    let folder = plan.parent()?;
    let names = spec::phase::summaries(plan.file_name()?.to_str()?);
    let name = names.into_iter().find(|it| {
        let path = folder.join(it);
        path.is_file() && files::text(&path, it).is_ok_and(|text| spec::phase::is_end(&text))
    })?;
    Some(format!(
        "the plan is done, its summary `{name}` stands beside it"
    ))
}

#[cfg(test)]
mod tests;
