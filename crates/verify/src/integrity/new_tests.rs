//! New tests that can't fail, or are born switched off.

use code::{Case, Certainty, Reason, Skip, says_it_runs};

use super::cases::{asserts_by_convention, why};
use super::skip_reason::is_outside;
use super::test_index::{Book, Entry};
use super::{Conventions, Findings};
use crate::rules::{NEW_TEST_SKIPPED, TEST_CANNOT_FAIL, TEST_FOCUSED};

/// Judges the tests that a change adds, each by itself and all together.
pub(super) fn judge(
    (book, conventions): (&Book<'_>, &Conventions),
    added: &[Entry<'_>],
    findings: &mut Findings,
) {
    let asserts = |it: &Entry<'_>| asserts_by_convention(conventions, it);
    // Where code came, and none of the tests that came with it can fail, nothing shows that it works.
    let none = book.sources
        && added
            .iter()
            .all(|it| it.case.vacuity.is_some() && !asserts(it) || waits(it.case));
    let several = added.len() > 1;
    // One that switches an inherited test off leaves the others of its base.
    let idle = |it: &Entry<'_>| {
        it.case.skipped == Some(Skip::Always) && !it.case.words.contains("Override")
    };
    let off = book.sources && !added.is_empty() && added.iter().all(idle);
    let owed = added.iter().all(|it| is_owed(it.case));
    for it in added {
        let is_new = book.page(it.path).is_some_and(|page| page.is_new);
        let by_tree = asserts(it);
        worthless(
            book,
            (it, by_tree),
            (is_new, none && (is_new || several)),
            findings,
        );
        if off && (is_new || owed) {
            let text = format!(
                "the new test `{}` never runs, nor does any other that came",
                it.case.name
            );
            let line = Some(it.case.span.line);
            findings.say(NEW_TEST_SKIPPED, it.path, line, true, text);
        }
    }
}

/// Whether a test is a name alone, to be written some day: `it.todo("tells two units")`.
pub(super) fn is_owed(case: &Case) -> bool {
    let empty = case.assertions.is_empty() && case.calls.is_empty();
    empty && case.skipped == Some(Skip::Always)
}

/// New tests that can't fail, or are born switched off. `none`: no new test of the change can fail.
/// `by_tree`: it asserts as other tests of the tree do.
fn worthless(
    book: &Book<'_>,
    (new, by_tree): (&Entry<'_>, bool),
    (is_new, none): (bool, bool),
    findings: &mut Findings,
) {
    let (name, line) = (&new.case.name, Some(new.case.span.line));
    if let Some(vacuity) = new.case.vacuity.as_ref().filter(|_| !by_tree) {
        // One test that only runs something may be meant so; a whole file of them proves nothing.
        let runs = says_it_runs(name);
        let several = new.suite.cases.len() > 1 || (is_new && !runs);
        let all = several && new.suite.cases.iter().all(|it| it.vacuity.is_some());
        let all = all || (none && !runs);
        let certain = vacuity.certainty == Certainty::Certain;
        let sure = match vacuity.reason == Reason::NoAssertion {
            true => all || certain || !runs && !is_of_a_sort_that_runs(new.path),
            false => all || certain,
        };
        let sure = sure && !new.suite.damaged;
        let text = format!("the new test `{name}` {}", why(vacuity));
        findings.say(TEST_CANNOT_FAIL, new.path, Some(vacuity.line), sure, text);
    }
    if none && waits(new.case) {
        let text = format!("the new test `{name}` runs only where a variable is set");
        findings.say(NEW_TEST_SKIPPED, new.path, line, true, text);
    }
    if new.case.focused {
        let text = format!("the new test `{name}` is singled out, so that others do not run");
        findings.say(TEST_FOCUSED, new.path, line, true, text);
    }
    if new.case.skipped >= Some(Skip::MayFail) {
        findings.say(
            NEW_TEST_SKIPPED,
            new.path,
            line,
            is_shelved(book, new.case) && !is_run_by_another(new),
            format!("the new test `{name}` does not count, and nothing outside the change keeps it from running"),
        );
    }
}

/// Whether a file says by its name that what stands in it is run for its own sake: to show, to measure, to break something.
fn is_of_a_sort_that_runs(path: &str) -> bool {
    const FILES: [&str; 4] = ["smoke", "bench", "example", "fuzz"];
    let path = path.to_lowercase();
    FILES.iter().any(|it| path.contains(it))
}

/// Whether a test came switched off for good, for no reason that lies outside the change. One that switches an inherited test
/// off leaves the others of its base.
fn is_shelved(book: &Book<'_>, new: &Case) -> bool {
    let holds = !new.assertions.is_empty() || !new.calls.is_empty();
    let inherited = new.words.contains("Override");
    holds && !inherited && !book.shelves && !is_outside(&new.reason)
}

/// Whether the class or group of a test that is switched off is named by a test of its file that runs: then that one runs it, as
/// the tests of a runner do.
fn is_run_by_another(new: &Entry<'_>) -> bool {
    let group = new.case.group.rsplit(" > ").next().unwrap_or_default();
    let runs = |it: &&Case| it.skipped.is_none() && it.group != new.case.group;
    let mut others = new.suite.cases.iter().filter(runs);
    !group.is_empty() && others.any(|it| it.words.contains(group))
}

/// Whether a test runs only where somebody has set a variable of the environment.
fn waits(case: &Case) -> bool {
    const ASKS: [&str; 5] = ["Getenv", "LookupEnv", "getenv", "skipif", "skipUnless"];
    case.skipped == Some(Skip::Sometimes) && case.calls.iter().any(|it| ASKS.contains(&it.as_str()))
}
