//! What is asked for beyond one plan: a phase with its roadmap, and an OpenSpec change with its scenarios.

use std::path::{Path, PathBuf};

use ledger::promise::{Source, SourceFile};
use spec::{Severity, Spec};

use super::{Asked, PlanFile};
use crate::repository::NoSite;
use crate::source::{self, Kind};

/// What a folder asks for, with what is odd about it.
pub(super) fn folder(root: &Path, file: &PlanFile) -> Result<(Asked, Vec<String>), NoSite> {
    let read = match source::kind(&file.path) {
        Some(Kind::Change) => of_change(source::change::read(root, &file.path, false)?),
        Some(Kind::Phase) => of_phase(root, source::phase::read(root, &file.path, &file.shown)?),
        Some(Kind::Plan | Kind::Api) | None => None,
    };
    let Some(read) = read else {
        let why = format!(
            "`{}` is a folder that holds no plan and is no change",
            file.shown
        );
        return Err(NoSite::Plan(why));
    };
    let spec = read.map_err(|problems| {
        let errors = problems.iter().filter(|it| it.severity == Severity::Error);
        let errors: Vec<String> = errors.map(ToString::to_string).collect();
        NoSite::Plan(errors.join("\n\n"))
    })?;
    let warnings = spec.problems.iter().map(ToString::to_string).collect();
    let asked = Asked {
        said: Some(spec.promise.source),
        promise: spec.promise.clone(),
        plan: spec.into_plan().unwrap_or_default(),
    };
    Ok((asked, warnings))
}

type Read = Result<Spec, Vec<spec::Problem>>;

fn of_change(source: Source) -> Option<Read> {
    match source {
        Source::Change { path, files, .. } => Some(spec::openspec::whole(&path, &files)),
        Source::Phase { .. }
        | Source::Sentence { .. }
        | Source::Plan { .. }
        | Source::Api { .. }
        | Source::Issue(_) => None,
    }
}

fn of_phase(root: &Path, source: Source) -> Option<Read> {
    let (path, files) = phase(root, source)?;
    Some(spec::phase::whole(&path, &files))
}

/// A phase with the list of requirements, which its runs do not need.
fn phase(root: &Path, source: Source) -> Option<(String, Vec<SourceFile>)> {
    match source {
        Source::Phase { path, mut files } => {
            let list = source::phase::beside(&path, "REQUIREMENTS.md");
            files.extend(list.and_then(|path| {
                let text = source::files::text(&root.join(&path), &path).ok()?;
                Some(SourceFile { path, text })
            }));
            Some((path, files))
        }
        Source::Change { .. }
        | Source::Sentence { .. }
        | Source::Plan { .. }
        | Source::Api { .. }
        | Source::Issue(_) => None,
    }
}

/// Requirements of the phase that the plan belongs to and that none of its plans covers. Where the folder can't be read as
/// a phase, nothing is known of one.
pub(super) fn uncovered(root: &Path, plan: &Path) -> Vec<String> {
    let folder = plan.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let named = plan.file_name().and_then(|it| it.to_str());
    if !named.is_some_and(spec::phase::is_plan) {
        return Vec::new();
    }
    let source = source::phase::read(root, folder, &folder.display().to_string());
    let read = source.ok().and_then(|it| phase(root, it));
    read.map_or_else(Vec::new, |(path, files)| {
        spec::phase::uncovered(&path, &files)
    })
}

/// The page of a folder: `01-slugs` holds `01-VERIFICATION.md`, a change `VERIFICATION.md`.
pub(super) fn page(folder: &Path) -> PathBuf {
    let name = folder.file_name().map(|it| it.to_string_lossy());
    let number: String = name
        .iter()
        .flat_map(|it| it.chars())
        .take_while(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    folder.join(match number.is_empty() {
        true => "VERIFICATION.md".to_owned(),
        false => format!("{number}-VERIFICATION.md"),
    })
}
