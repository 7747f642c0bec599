//! What a change does beyond the plan: files that go, change or come though nobody declared them.

use std::collections::BTreeSet;

use ledger::event::Inspection;
use ledger::report::{Category, Feedback};
use ledger::scope::ScopeEntry;

use super::findings::{Doubt, Finding};
use super::input::Input;
use super::judgement::Judged;
use super::note::note;
use super::scan::Scan;
use crate::facts::WholeFacts;
use crate::integrity::places;
use crate::rules::{FILE_DELETED, OUT_OF_SCOPE, UNDECLARED_CHANGE, UNDECLARED_DELETION};

/// What is held against all of them.
const UNNAMED: &str = "the plan does not name it";

/// Looks at every changed file that no task of the plan names.
pub(super) fn judge(input: &Input<'_>, scan: &mut Scan) {
    let tasks = &input.plan.tasks;
    let declares = tasks.iter().any(|task| !task.files.is_any());
    let deletes = tasks.iter().flat_map(|task| &task.deletes);
    let deletes: BTreeSet<&str> = deletes.map(|path| path.as_str()).collect();
    let entries = || tasks.iter().flat_map(|task| task.files.entries());
    let files: BTreeSet<&str> = entries()
        .filter_map(|it| it.as_file())
        .map(|it| it.as_str())
        .collect();
    let wide: Vec<&ScopeEntry> = entries().filter(|it| it.as_file().is_none()).collect();
    let covers = |path: &str| files.contains(path) || wide.iter().any(|it| it.covers(path));
    let moved = moved(input);
    let mut said = BTreeSet::new();
    for file in input.changed {
        let path = file.path.as_str();
        let declared = deletes.contains(path) || (file.kind != 'D' && covers(path));
        if declared || !said.insert(path) {
            continue;
        }
        match (file.kind, declares) {
            ('D', true) => deleted(path, scan),
            ('D', false) if moved.contains(path) => {}
            ('D', false) => {
                let text = "it was deleted".to_owned();
                let found = Finding::new(FILE_DELETED, (path, None), "MISSING", text);
                scan.findings.push(Finding {
                    category: Category::Security,
                    ..found.doubted(Doubt::Much)
                });
            }
            ('M' | 'T', true) if !input.gated && !goes_along(path) => {
                beyond(path, format!("it was changed, and {UNNAMED}"), scan);
            }
            ('A', true) if !input.gated && decides(path) && !spoken(input, path) => {
                let reason = format!(
                    "it is new and decides how the project is built or checked, and {UNNAMED}"
                );
                beyond(path, reason, scan);
            }
            ('A', true) if !input.gated && is_left_over(path) && !spoken(input, path) => {
                beyond(
                    path,
                    format!("it is new, looks like something left over, and {UNNAMED}"),
                    scan,
                );
            }
            (_, true) => scan.notes.push(undeclared(path)),
            (_, false) => {}
        }
    }
    for path in input.undeclared {
        if said.insert(path.as_str()) {
            scan.notes.push(undeclared(path));
        }
    }
}

/// Files that were not deleted: they stand under another path now.
fn moved(input: &Input<'_>) -> BTreeSet<String> {
    let whole = input.inspections.iter().filter_map(|it| match it {
        Inspection::Change { facts } => WholeFacts::parse(facts),
        Inspection::File { .. } => None,
    });
    whole.flat_map(|it| it.moved).collect()
}

fn deleted(path: &str, scan: &mut Scan) {
    let reason = "it was deleted, and the plan does not say so";
    let judged = Judged::failed("FAILED", 0, UNDECLARED_DELETION, reason).no_level();
    let judged = judged.mend(format!("bring `{path}` back"));
    let id = format!("gate:undeclared-deletion:{path}");
    scan.fail(judged, id, "no undeclared deletion".to_owned(), path);
}

fn beyond(path: &str, reason: String, scan: &mut Scan) {
    let judged = Judged::failed("FAILED", 0, OUT_OF_SCOPE, reason).no_level();
    let judged = judged.mend(format!("put `{path}` back, or plan for it"));
    let id = format!("gate:out-of-scope:{path}");
    scan.fail(judged, id, "nothing outside the plan".to_owned(), path);
}

/// Whether a file says for the whole project how it is built, checked or published. New code that nobody planned may be a
/// part that the work needed; a new judge of the work is none.
fn decides(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let compiler = name.starts_with("tsconfig") && name.ends_with(".json");
    let registry = [".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc"].contains(&name);
    let sample = super::scan::is_sample(path);
    !sample && (places::is_judge(path) || compiler || registry)
}

/// Whether a file is what editors, merges and runs leave behind.
fn is_left_over(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, end)| end);
    let known = ["bak", "orig", "rej", "swp", "tmp", "old"].contains(&extension);
    known && !super::scan::is_sample(path)
}

/// Whether the plan speaks of a file in its prose, though it does not list it.
fn spoken(input: &Input<'_>, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    input
        .plan
        .tasks
        .iter()
        .any(|task| task.brief.contains(name) || task.title.contains(name))
}

/// Whether a file changes along with others, so that no plan names it: lock files, papers of the plan itself, prose, and
/// tests, which are compared with those before.
pub(super) fn goes_along(path: &str) -> bool {
    const LOCKS: [&str; 9] = [
        "Cargo.lock",
        "package-lock.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "poetry.lock",
        "uv.lock",
        "go.sum",
        "Pipfile.lock",
        "gradle.lockfile",
    ];
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or("", |(_, end)| end);
    LOCKS.contains(&name)
        || path.starts_with(".planning/")
        || path.starts_with("openspec/")
        || ["md", "rst", "txt", "adoc", "snap"].contains(&extension)
        || code::is_test_path(path, code::Language::of_path(path))
}

fn undeclared(path: &str) -> Feedback {
    let text = format!("it was changed, and {UNNAMED}");
    note(
        &UNDECLARED_CHANGE.into(),
        Category::Security,
        path,
        None,
        text,
    )
}
