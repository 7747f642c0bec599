//! Tests that went, were switched off, were emptied, or had what they are about replaced; and new ones that can't fail.

use std::collections::BTreeSet;

use code::{Certainty, Reason, Skip, Strength, Vacuity};

use super::added_assertions::Room;
use super::assertions;
use super::conventions::is_silent;
use super::moved_assertions::Spare;
use super::replaced::{Successors, warns};
use super::test_index::{Book, Entry};
use super::{
    Conventions, Findings, Planned, gone, made, matching, new_tests, split, tabled, weak_assertions,
};
use crate::rules::{
    SUBJECT_MOCKED, TEST_EMPTIED, TEST_FOCUSED, TEST_REMOVED, TEST_RENAMED_AWAY, TEST_SKIPPED,
    TEST_UNREADABLE,
};

/// Judges all tests of a change.
pub(super) fn judge(
    (book, conventions): (&Book<'_>, &Conventions),
    planned: &Planned<'_>,
    findings: &mut Findings,
) {
    let (olds, news) = (book.olds(), book.news());
    let matched = matching::of(&olds, &news);
    let pairs: Vec<(Entry<'_>, Entry<'_>)> = matched
        .pairs
        .iter()
        .filter_map(|(old, new)| Some((*olds.get(*old)?, *news.get(*new)?)))
        .collect();
    let added: Vec<Entry<'_>> = matched
        .added
        .iter()
        .filter_map(|it| news.get(*it).copied())
        .collect();
    let removed: Vec<Entry<'_>> = matched
        .removed
        .iter()
        .filter_map(|it| olds.get(*it).copied())
        .collect();
    let mut room = Room::of(&pairs, &added);
    let spare = Spare::of(&pairs, &added);
    let mut successors = Successors::of(&removed, &added);
    let at = (book, news.as_slice());
    for it in &removed {
        gone_or_not(at, planned, it, (&mut room, &mut successors), findings);
    }
    for (old, new) in &pairs {
        switched(old, new, findings);
        if !still_asserted(book, old, new) && !asserts_by_convention(conventions, new) {
            emptied(old, new, findings);
        }
        mocked(book, old, new, findings);
        tabled::judge(book, (old, new), &spare, findings);
        assertions::judge(book, (old, new), &spare, findings);
    }
    new_tests::judge((book, conventions), &added, findings);
    weak_assertions::judge((book, conventions), (&added, &news), findings);
    split::judge(book, &removed, (&added, &news), findings);
    for page in &book.pages {
        if page.after.damaged && !page.after.cases.is_empty() && !page.before.damaged {
            let text =
                "it can't be read whole any more, so what its tests hold is not known".to_owned();
            findings.say(TEST_UNREADABLE, page.path, None, false, text);
        }
    }
}

fn gone_or_not(
    (book, news): (&Book<'_>, &[Entry<'_>]),
    planned: &Planned<'_>,
    old: &Entry<'_>,
    (room, successors): (&mut Room, &mut Successors<'_>),
    findings: &mut Findings,
) {
    let case = old.case;
    let page = book.page(old.path);
    let off = case.skipped == Some(Skip::Always) || page.is_some_and(|it| it.with_source);
    let empty = case
        .vacuity
        .as_ref()
        .is_some_and(|it| it.certainty == Certainty::Certain);
    let own = case
        .name
        .rsplit(['.', ':', ' '])
        .next()
        .unwrap_or(&case.name);
    if off
        || empty
        || planned.going.contains(own)
        || room.bodies.contains(&case.body)
        || page.is_some_and(|it| made::stands_for(case, &it.after.made))
    {
        return;
    }
    // In a file that the plan leaves out, nothing was to stand for it but itself.
    let replaced = match book.leaves_out(old.path) {
        true => gone::any_undefined(book, &case.calls),
        false => gone::subject_of(book, case) || gone::feature_of(book, old) || room.take(case),
    };
    if replaced {
        return;
    }
    let unread = page.is_some_and(|it| it.after.damaged && !it.deleted);
    // One without assertions that are known may hold something all the same: a call of `fail`, a helper of its own.
    let held = !case.assertions.is_empty() || case.vacuity.is_none();
    let sure =
        !planned.deletes.contains(old.path) && !unread && held && !successors.take(book, old, news);
    let sure = sure && !gone::may_be_about(book, case);
    let text = format!(
        "the test `{}` is gone, and what it is about is not",
        case.name
    );
    findings.say_of(&case.name, TEST_REMOVED, old.path, None, sure, text);
}

fn switched(old: &Entry<'_>, new: &Entry<'_>, findings: &mut Findings) {
    let (name, line) = (&new.case.name, Some(new.case.span.line));
    if new.case.skipped > old.case.skipped {
        let sure = new.case.skipped >= Some(Skip::MayFail);
        let how = match new.case.skipped {
            Some(Skip::MayFail) => "may fail now without anybody noticing",
            Some(Skip::Sometimes) => "runs only under a condition now",
            Some(Skip::Always) | None => "is switched off",
        };
        findings.say(
            TEST_SKIPPED,
            new.path,
            line,
            sure,
            format!("the test `{name}` {how}"),
        );
    }
    if new.case.focused && !old.case.focused {
        let text = format!("the test `{name}` is singled out, so that others do not run");
        findings.say(TEST_FOCUSED, new.path, line, true, text);
    }
    if old.path != new.path && is_collected(old.path) && !is_collected(new.path) {
        let text = format!("the test `{name}` moved to a file that its runner does not look into");
        findings.say(TEST_RENAMED_AWAY, new.path, line, true, text);
    }
}

/// Whether test runners find tests in a file of that name without being told.
fn is_collected(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    match extension {
        "py" => stem.starts_with("test_") || stem.ends_with("_test"),
        "go" => stem.ends_with("_test"),
        "java" => {
            ["Test", "Tests", "TestCase", "IT"]
                .iter()
                .any(|it| stem.ends_with(it))
                || stem.starts_with("Test")
                // What other classes of tests extend runs with them.
                || stem.starts_with("Abstract") && stem.contains("Test")
        }
        "ts" | "tsx" | "js" | "jsx" | "mjs" | "cjs" | "mts" | "cts" => {
            let marked = [".test", ".spec", "-test", "_test", ".cy", ".e2e"]
                .iter()
                .any(|it| stem.ends_with(it));
            marked
                || path
                    .split('/')
                    .any(|it| matches!(it, "__tests__" | "test" | "tests" | "e2e"))
        }
        _ => true,
    }
}

/// Whether a test that asserts nothing which is known asserts as the tree does.
pub(super) fn asserts_by_convention(conventions: &Conventions, it: &Entry<'_>) -> bool {
    is_silent(it.case) && conventions.asserts_by(it.path, it.case).is_some()
}

pub(super) fn why(vacuity: &Vacuity) -> &'static str {
    match vacuity.reason {
        Reason::EmptyTest => "holds no statement",
        Reason::ConstantAssertion => "asserts what holds whatever the code does",
        Reason::MocksSubject => "asserts what its own mock was told to return",
        Reason::NotImplemented => "is not written yet",
        Reason::NoAssertion
        | Reason::Empty
        | Reason::OnlyPreventsDefault
        | Reason::FixedValue
        | Reason::DefaultValue
        | Reason::Identity
        | Reason::SwallowedError
        | Reason::ResultDiscarded
        | Reason::StateNeverFed
        | Reason::ParameterIgnored
        | Reason::Admitted
        | Reason::NeverRead => "has no assertion whose failure would show",
    }
}

/// Whether the function by which a test asserts left for another file, where the test still calls it.
pub(super) fn still_asserted(book: &Book<'_>, old: &Entry<'_>, new: &Entry<'_>) -> bool {
    let calls = |it: &Entry<'_>, name: &String| it.case.calls.contains(name);
    let mut moved = book.moved.iter();
    moved.any(|name| calls(old, name) && calls(new, name))
}

fn emptied(old: &Entry<'_>, new: &Entry<'_>, findings: &mut Findings) {
    let Some(now) = &new.case.vacuity else { return };
    let known = old
        .case
        .vacuity
        .as_ref()
        .is_some_and(|it| it.reason == now.reason || it.certainty <= now.certainty);
    let mut held = old.case.assertions.iter();
    // That something is on its way out is asked as long as it is there.
    if known || held.all(|it| it.strength == Strength::Vacuous || warns(it)) {
        return;
    }
    let text = format!(
        "the test `{}` {}, which was not so before",
        new.case.name,
        why(now)
    );
    findings.say(TEST_EMPTIED, new.path, Some(now.line), true, text);
}

/// What the test asserts about is replaced now, and was not before.
fn mocked(book: &Book<'_>, old: &Entry<'_>, new: &Entry<'_>, findings: &mut Findings) {
    let had = |name: &str| old.case.mocks.contains(name) || old.suite.mocks.contains(name);
    let fresh: Vec<&String> = new
        .case
        .mocks
        .iter()
        .chain(&new.suite.mocks)
        .filter(|it| !had(it))
        .collect();
    if fresh.is_empty() {
        return;
    }
    let subjects: BTreeSet<&String> = new
        .case
        .assertions
        .iter()
        .filter(|it| it.strength >= Strength::Partial)
        .flat_map(|it| &it.callees)
        .collect();
    let imports = book
        .page(new.path)
        .map(|it| it.imports.as_slice())
        .unwrap_or_default();
    for mock in fresh {
        let from_it = |subject: &&String| {
            imports
                .iter()
                .any(|(local, path)| local == *subject && path == mock)
        };
        let Some(subject) = subjects.iter().find(|it| **it == mock || from_it(it)) else {
            continue;
        };
        // What was asserted to be called is there to be replaced.
        let was = old
            .case
            .assertions
            .iter()
            .any(|it| it.callees.contains(*subject));
        let text = format!(
            "the test `{}` replaces `{subject}`, whose work it asserts",
            new.case.name
        );
        findings.say(
            SUBJECT_MOCKED,
            new.path,
            Some(new.case.span.line),
            was,
            text,
        );
    }
}
