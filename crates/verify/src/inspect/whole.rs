//! What can be said only of a change as a whole: its tests beside those before, and names that nobody wrote.

use std::collections::BTreeSet;

use code::Language;
use code::project::{is_any_test_path, is_beside_path};
use ledger::event::Inspection;
use ledger::ids::RelPath;
use ledger::scope::ScopeEntry;

use super::answers::{habits, hidden, moved, returned};
use super::errors::{fewer, refused};
use super::names::{
    absent, alone, called, flags, implemented, listed, named, offered, owed, parameters, quoted,
    several, sisters, stated, stays, touched, withdrawn,
};
use super::testing::{counted, unbuilt, untested, unwanted};
use super::{Ground, short, unmet};
use crate::facts::{VERSION, WeakenedFact, WholeFacts};
use crate::integrity::places::is_ci;
use crate::integrity::{Change, Conventions, Finding, Planned, Reading};
use crate::plain;

/// Findings that are kept.
const FINDINGS_MAX: usize = 500;
/// Files of one folder that are asked what they are there for.
const SAMPLES_MAX: usize = 60;

/// Names that the plan asks for, beside one that was written or by themselves.
fn unwritten(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let mut all: BTreeSet<String> = named::unwritten(ground, changes).into_iter().collect();
    all.extend(alone::missing(ground, changes));
    all.extend(called::unwritten(ground, changes));
    all.extend(listed::unlisted(ground, changes));
    all.extend(listed::unregistered(ground, changes));
    all.extend(stated::unwritten(ground, changes));
    all.extend(several::forgotten(ground, changes));
    all.extend(flags::unwritten(ground, changes));
    all.into_iter().collect()
}

/// What the plan says in so many words and the change does otherwise.
fn unmet(ground: &Ground<'_>, changes: &[Change<'_>], cut: bool) -> Vec<String> {
    let mut all = unmet::unmet(ground, changes);
    all.extend(absent::absent(ground, changes));
    all.extend(unbuilt::unbuilt(ground, changes));
    if !cut {
        all.extend(counted::fewer(ground, changes));
    }
    all.extend(owed::owed(ground, changes));
    all.extend(stays::stays(ground, changes));
    all.extend(refused::refused(ground, changes));
    all.extend(implemented::unimplemented(ground, changes));
    all.extend(touched::touched(ground, changes));
    all.extend(fewer::fewer(ground, changes));
    all.extend(sisters::unlike(ground, changes));
    all.extend(quoted::unsaid(ground, changes));
    all.extend(offered::unoffered(ground, changes));
    all.extend(parameters::unread(ground, changes));
    all.extend(habits::idle(ground, changes));
    if !cut {
        all.extend(moved::lost(ground, changes));
        all.extend(returned::kept(ground, changes));
        all.extend(withdrawn::withdrawn(ground, changes));
    }
    all
}

/// Tests that are named.
const TESTS_MAX: usize = 3;

/// A few of the tree's tests.
fn tests_named(ground: &Ground<'_>) -> Vec<String> {
    let tests = ground.project().tests().filter(|it| plain::is_code(it));
    tests.take(TESTS_MAX).map(str::to_owned).collect()
}

/// What is recorded where nobody could look at a change: no answer, and no pass.
#[must_use]
pub fn not_inspected() -> Inspection {
    Inspection::Change {
        facts: String::new(),
    }
}

/// Reads a change: its tests and checks before and after.
#[must_use]
pub fn read_change<'a>(ground: &Ground<'a>, changes: &'a [Change<'a>]) -> Reading<'a> {
    let tasks = ground.plan.tasks.iter();
    let entries = tasks.clone().flat_map(|task| task.files.entries());
    let files = entries.clone().filter_map(ScopeEntry::as_file);
    let deletes = tasks.flat_map(|task| &task.deletes);
    let planned = Planned {
        files: files.map(RelPath::as_str).collect(),
        wide: entries.filter(|it| it.as_file().is_none()).collect(),
        deletes: deletes.map(RelPath::as_str).collect(),
        rows: unwanted::rows(ground),
        going: unwanted::going(ground),
        shelves: unwanted::shelves(ground),
    };
    Reading::known(changes, planned, (ground.base, Some(ground.project)))
}

/// Compares the tests and checks of a change with those before. `cut`: some of the changed files are not among those that
/// were read; `moved`: files that stand somewhere else now, from where they stood.
#[must_use]
pub fn inspect_change(
    ground: &Ground<'_>,
    (reading, conventions): (&Reading<'_>, &Conventions),
    moved: Vec<String>,
    cut: bool,
) -> Inspection {
    let changes = reading.changes();
    let mut found = reading.weakened(conventions);
    found.retain(|it| it.rule != "judge-changed" || !is_among_samples(ground, &it.path));
    let found = in_groups(found);
    let facts = WholeFacts {
        v: VERSION,
        moved,
        cut: cut || found.len() > FINDINGS_MAX,
        unwritten: unwritten(ground, changes),
        left_alone: alone::left_alone(ground, changes),
        switches: hidden::switches(ground, changes),
        unmet: unmet(ground, changes, cut),
        untested: untested::untested(ground, changes)
            .filter(|_| !cut)
            .map(short),
        tests: tests_named(ground),
        weakened: found.into_iter().take(FINDINGS_MAX).collect(),
    };
    Inspection::Change {
        facts: serde_json::to_string(&facts).unwrap_or_default(),
    }
}

/// One row for all that one rule finds in one file: the first, with a word of how many more there are.
fn in_groups(found: Vec<Finding>) -> Vec<WeakenedFact> {
    let mut groups: Vec<(WeakenedFact, u32)> = Vec::new();
    for it in found {
        let same = groups.iter_mut().find(|(known, _)| {
            known.rule == it.rule && known.path == it.path && known.failed == it.failed
        });
        match same {
            Some((known, more)) => {
                *more = more.saturating_add(1);
                known.also.extend(it.line);
            }
            None => groups.push((
                WeakenedFact {
                    rule: it.rule.to_owned(),
                    path: it.path,
                    line: it.line,
                    also: Vec::new(),
                    message: it.message,
                    failed: it.failed,
                },
                0,
            )),
        }
    }
    let told = groups.into_iter().map(|(mut it, more)| {
        let lines: Vec<String> = it.also.iter().map(u32::to_string).collect();
        let lines = match lines.is_empty() {
            true => String::new(),
            false => format!(", lines {}", lines.join(", ")),
        };
        if more > 0 {
            it.message = format!("{}; and {more} more of the kind{lines}", it.message);
        }
        it
    });
    told.collect()
}

/// Whether a file stands among files that nothing starts or reaches, so that what it settles it settles for them.
fn is_among_samples(ground: &Ground<'_>, path: &str) -> bool {
    let Some((folder, _)) = path.rsplit_once('/').filter(|_| !is_ci(path)) else {
        return false;
    };
    let code = ground.project.below(folder);
    let mut code = code
        .filter(|it| ground.project.facts(it).is_some())
        .take(SAMPLES_MAX)
        .peekable();
    let test = is_any_test_path(&format!("{folder}/x"));
    code.peek().is_none() || test || code.all(|it| is_beside_path(it, Language::of_path(it)))
}
