//! What can be said only of a change as a whole: its tests beside those before, and names that nobody wrote.

use std::collections::BTreeMap;

use code::Language;
use code::{is_any_test_path, is_beside_path};
use ledger::event::Inspection;
use ledger::ids::RelPath;
use ledger::scope::ScopeEntry;

use super::answers::result_dependence;
use super::names::{
    class_members, flags, listed_words, parameters, planned_calls, planned_names, quoted_lists,
    quoted_messages, single_names, unwritten_names,
};
use super::testing::{missing_tests, removed_tests};
use super::{InspectionContext, short};
use crate::accepted::AcceptedList;
use crate::facts::{UnmetFact, VERSION, WeakenedFact, WholeFacts};
use crate::integrity::places::is_ci;
use crate::integrity::{Change, Conventions, Planned, Reading};
use crate::plain_text;
use crate::rules::{self, Rule};

/// Findings that are kept.
const FINDINGS_MAX: usize = 500;
/// Files of one folder that are asked what they are there for.
const SAMPLES_MAX: usize = 60;

/// Names that the plan asks for, beside one that was written or by themselves; each once.
fn unwritten(context: &InspectionContext<'_>, changes: &[Change<'_>]) -> Vec<UnmetFact> {
    let all = [
        (
            planned_names::unwritten(context, changes),
            rules::PLAN_LIST_UNWRITTEN,
        ),
        (
            single_names::missing(context, changes),
            rules::PLAN_NAME_UNWRITTEN,
        ),
        (
            planned_calls::unwritten(context, changes)
                .into_iter()
                .collect(),
            rules::PLAN_CALL_UNWRITTEN,
        ),
        (
            listed_words::unlisted(context, changes),
            rules::PLAN_WORD_MISSING,
        ),
        (
            listed_words::unregistered(context, changes)
                .into_iter()
                .collect(),
            rules::PLAN_ENTRY_MISSING,
        ),
        (
            class_members::unwritten(context, changes),
            rules::PLAN_MEMBER_UNWRITTEN,
        ),
        (
            quoted_lists::forgotten(context, changes),
            rules::PLAN_TEXT_MISSING,
        ),
        (flags::unwritten(context, changes), rules::PLAN_FLAG_MISSING),
    ];
    let mut names: BTreeMap<String, Rule> = BTreeMap::new();
    for (found, rule) in all {
        for name in found {
            names.entry(name).or_insert(rule);
        }
    }
    let found = names.into_iter().map(|(name, rule)| UnmetFact {
        rule,
        message: format!("the plan asks for `{name}`, and no file holds that name"),
        name,
    });
    found.collect()
}

/// What the plan says in so many words and the change does otherwise.
fn unmet(context: &InspectionContext<'_>, changes: &[Change<'_>]) -> Vec<UnmetFact> {
    let all = [
        (
            unwritten_names::absent(context, changes),
            rules::PLAN_NAME_ABSENT,
        ),
        (
            quoted_messages::unsaid(context, changes),
            rules::PLAN_MESSAGE_MISSING,
        ),
        (
            parameters::unread(context, changes),
            rules::PLAN_PARAMETER_UNREAD,
        ),
        (
            result_dependence::idle(context, changes),
            rules::PLAN_ANSWER_IDLE,
        ),
    ];
    let found = all.into_iter().flat_map(|(found, rule)| {
        found.into_iter().map(move |message| UnmetFact {
            rule,
            name: String::new(),
            message,
        })
    });
    found.collect()
}

/// Tests that the plan asks for and that nobody wrote.
fn untested(context: &InspectionContext<'_>, changes: &[Change<'_>]) -> Option<UnmetFact> {
    let sentence = short(missing_tests::untested(context, changes)?);
    Some(UnmetFact {
        rule: rules::PLAN_TESTS_MISSING,
        name: String::new(),
        message: format!("the plan asks for tests (\"{sentence}\"), and the change brings none"),
    })
}

/// Tests that are named.
const TESTS_MAX: usize = 3;

/// A few of the tree's tests.
fn tests_named(context: &InspectionContext<'_>) -> Vec<String> {
    let tests = context
        .project()
        .tests()
        .filter(|it| plain_text::is_code(it));
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
pub fn read_change<'a>(context: &InspectionContext<'a>, changes: &'a [Change<'a>]) -> Reading<'a> {
    let tasks = context.plan.tasks.iter();
    let entries = tasks.clone().flat_map(|task| task.files.entries());
    let files = entries.clone().filter_map(ScopeEntry::as_file);
    let deletes = tasks.flat_map(|task| &task.deletes);
    let planned = Planned {
        files: files.map(RelPath::as_str).collect(),
        wide: entries.filter(|it| it.as_file().is_none()).collect(),
        deletes: deletes.map(RelPath::as_str).collect(),
        rows: removed_tests::rows(context),
        going: removed_tests::going(context),
        shelves: removed_tests::shelves(context),
    };
    Reading::known(changes, planned, (context.base, Some(context.project)))
}

/// Compares the tests and checks of a change with those before. `cut`: some of the changed files are not among those that
/// were read; `moved`: files that stand somewhere else now, from where they stood.
#[must_use]
pub fn inspect_change(
    context: &InspectionContext<'_>,
    (reading, conventions): (&Reading<'_>, &Conventions),
    moved: Vec<String>,
    cut: bool,
) -> Inspection {
    let changes = reading.changes();
    let mut found = reading.weakened(conventions);
    found.retain(|it| it.rule != rules::JUDGE_CHANGED || !is_among_samples(context, &it.path));
    let mut said = unwritten(context, changes);
    said.extend(unmet(context, changes));
    said.extend(untested(context, changes).filter(|_| !cut));
    let told = context.accepted.map(|it| it.told(context.project, changes));
    let told = told.unwrap_or_default();
    let facts = WholeFacts {
        v: VERSION,
        moved,
        cut: cut || found.len() > FINDINGS_MAX,
        unmet: said,
        accepted: context
            .accepted
            .map(AcceptedList::facts)
            .unwrap_or_default(),
        tests: tests_named(context),
        written_tests: reading.written_tests(),
        weakened: found
            .into_iter()
            .take(FINDINGS_MAX)
            .map(|it| WeakenedFact {
                rule: it.rule,
                path: it.path,
                name: short(&it.name),
                line: it.line,
                message: it.message,
                failed: it.failed,
            })
            .chain(told)
            .collect(),
    };
    Inspection::Change {
        facts: serde_json::to_string(&facts).unwrap_or_default(),
    }
}

/// Whether a file stands among files that nothing starts or reaches, so that what it settles it settles for them.
fn is_among_samples(context: &InspectionContext<'_>, path: &str) -> bool {
    let Some((folder, _)) = path.rsplit_once('/').filter(|_| !is_ci(path)) else {
        return false;
    };
    let code = context.project.below(folder);
    let mut code = code
        .filter(|it| context.project.facts(it).is_some())
        .take(SAMPLES_MAX)
        .peekable();
    let test = is_any_test_path(&format!("{folder}/x"));
    code.peek().is_none() || test || code.all(|it| is_beside_path(it, Language::of_path(it)))
}
