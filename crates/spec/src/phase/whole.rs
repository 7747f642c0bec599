//! A phase as it is verified: all its plans, those that are done included, and every requirement that the roadmap and
//! the list of requirements ask of it. Not what is still to be run.

use ledger::plan::Plan;
use ledger::promise::SourceFile;

use super::folder::{Folder, State};
use super::join::{promise, title};
use super::names::number;
use crate::notes::{For, Notes};
use crate::plan_md::{self, Part, Role};
use crate::problem::{Problem, Severity};
use crate::said::{Spec, Work};

/// What must hold when the phase is done.
///
/// # Errors
/// Everything that is wrong with its plans; at least one is an error.
pub fn whole(path: &str, files: &[SourceFile]) -> Result<Spec, Vec<Problem>> {
    let folder = Folder::new(path, files);
    let mut problems = Vec::new();
    let mut parts: Vec<(usize, Part)> = Vec::new();
    let plans = folder.plans.iter().enumerate();
    for (at, plan) in plans.filter(|(_, it)| it.state != State::Superseded) {
        let mut notes = Notes::of(&plan.file.path, &plan.file.text, For::Verifying);
        let part = plan_md::part(&plan.file.text, Role::InPhase, &mut notes);
        if part.is_none() && !notes.failed() {
            notes.error(0, "the plan can't be read", "");
        }
        problems.extend(notes.into_problems());
        parts.extend(part.map(|part| (at, part)));
    }
    problems.sort_by_key(|it| it.severity);
    if parts.is_empty() && problems.is_empty() {
        problems.push(Problem::at(
            Severity::Error,
            path,
            "",
            0,
            "the folder holds no plan",
        ));
    }
    if problems.iter().any(|it| it.severity == Severity::Error) {
        return Err(problems);
    }
    let mut promise = promise(&folder, &parts);
    for id in asked(&folder, files) {
        if !promise.requirements.contains(&id) {
            promise.requirements.push(id);
        }
    }
    Ok(Spec {
        promise,
        work: Work::Planned(Plan {
            title: title(&folder, path),
            phase: parts.first().map(|(_, part)| part.phase.clone()),
            tasks: parts.into_iter().map(|(_, part)| part.task).collect(),
        }),
        problems,
    })
}

/// Requirements of the phase that no plan of it covers, by their ids.
#[must_use]
pub fn uncovered(path: &str, files: &[SourceFile]) -> Vec<String> {
    let asks =
        |it: &SourceFile| it.path.ends_with("ROADMAP.md") || it.path.ends_with("REQUIREMENTS.md");
    if !files.iter().any(asks) {
        // Plans are large, and none needs to be read.
        return Vec::new();
    }
    let folder = Folder::new(path, files);
    let plans = folder.plans.iter();
    let plans = plans.filter(|it| it.state != State::Superseded);
    let covered: Vec<&String> = plans.flat_map(|it| &it.glance.requirements).collect();
    let mut open = asked(&folder, files);
    open.retain(|id| !covered.contains(&id));
    open
}

/// What roadmap and requirements ask of the phase.
fn asked(folder: &Folder<'_>, files: &[SourceFile]) -> Vec<String> {
    let section = folder.section().map(|it| it.requirements);
    let section = section.into_iter().flatten();
    let mut ids: Vec<String> = section.map(|(id, _)| id).collect();
    let page = files
        .iter()
        .find(|it| it.path.rsplit('/').next() == Some("REQUIREMENTS.md"));
    if let (Some(page), Some(number)) = (page, folder.number.as_deref()) {
        for id in traced(&page.text, number) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    ids
}

/// The ids that the table of a list of requirements gives to a phase: `| AUTH-01 | Phase 1 | Pending |`.
fn traced(text: &str, phase: &str) -> Vec<String> {
    let rows = text.lines().map(str::trim).filter(|it| it.starts_with('|'));
    rows.filter_map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let (id, to) = (cells.next()?.trim_matches('`'), cells.next()?);
        let to = to.strip_prefix("Phase ").or(to.strip_prefix("phase "))?;
        let to = number(to.split([':', ' ', ',']).next()?)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let named = id.contains(|c: char| c.is_ascii_digit()) && id.chars().all(plain);
        (named && to == phase).then(|| id.to_owned())
    })
    .collect()
}
