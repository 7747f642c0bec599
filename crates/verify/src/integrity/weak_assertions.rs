//! New tests that look at everything but the result: that something is there, of some type, that nothing was thrown. One
//! such test may be meant so. Where code came, and all of the tests that came with it are like that, none of them would
//! notice if the code did something else.

use code::{Assertion, Case, Certainty, Hidden, Reason, Skip, Strength, Vacuity, says_it_runs};

use super::cases::asserts_by_convention;
use super::new_tests::is_owed;
use super::test_index::{Book, Entry};
use super::{Conventions, Findings};
use crate::rules::{SUBJECT_MOCKED, TEST_LOOKS_AWAY};

/// New functions that are looked at.
const NAMES_MAX: usize = 500;
/// Letters of the shortest name that a test is taken to be named after.
const NAME_MIN: usize = 3;

/// Words in the name of a test that say that to be there, or to fail, is what is asked.
const ASKED: [&str; 27] = [
    "throw",
    "reject",
    "raise",
    "fail",
    "invalid",
    "error",
    "refus",
    "bad",
    "panic",
    "export",
    "expose",
    "defin",
    "exist",
    "type",
    "instance",
    "implement",
    "accept",
    "allow",
    "valid",
    "snapshot",
    "render",
    "mount",
    "constant",
    "except",
    "support",
    "null",
    "nil",
];

/// Those of them that say that to be there, or to be of a sort, is what is asked.
const SORTS: [&str; 24] = [
    "export",
    "expose",
    "defin",
    "exist",
    "type",
    "instance",
    "implement",
    "snapshot",
    "render",
    "mount",
    "constant",
    "support",
    "kind",
    "class",
    "some",
    "number",
    "string",
    "list",
    "array",
    "object",
    "function",
    "present",
    "there",
    "found",
];

/// Judges the tests that a change adds.
pub(super) fn judge(
    (book, conventions): (&Book<'_>, &Conventions),
    (added, news): (&[Entry<'_>], &[Entry<'_>]),
    findings: &mut Findings,
) {
    let runs = |it: &&Entry<'_>| it.case.skipped != Some(Skip::Always);
    // What asserts as the tree does looks at what comes, as far as anybody can tell.
    if added
        .iter()
        .any(|it| asserts_by_convention(conventions, it))
    {
        return;
    }
    let running: Vec<&Entry<'_>> = added.iter().filter(runs).collect();
    let Some(first) = running.first() else {
        return;
    };
    replaced(book, &running, findings);
    // What asserts nothing at all is told elsewhere, if all of them are so. Beside others a row of inputs is no more.
    let empty = |it: &Entry<'_>| it.case.assertions.is_empty() && it.case.vacuity.is_some();
    let plain = |it: &Entry<'_>| {
        let all = &it.case.assertions;
        let idle = all.iter().all(|it| is_idle(it) || is_a_sort(book, it));
        it.case.rows.is_none() && !all.is_empty() && idle
    };
    let mixed = running.iter().any(|it| empty(it) || plain(it));
    // Beside tests that are to be written some day, one that asks whether there is anything is all there is.
    let owed = added.iter().any(|it| is_owed(it.case));
    let looks_away = |it: &&Entry<'_>| {
        let idle = !it.case.assertions.is_empty()
            && (mixed || it.case.rows.is_none() || it.case.assertions.iter().all(is_of_a_result))
            && it
                .case
                .assertions
                .iter()
                .all(|it| is_idle(it) || is_a_sort(book, it));
        // What it does stands elsewhere, where it is a function that is handed over by its name.
        let handed = it.case.calls.is_empty();
        (idle && !handed || empty(it)) && (owed || !is_meant(book, it.case)) && !it.suite.damaged
    };
    // Nor what asserts only what always holds: each is told of by itself.
    let told = |it: &Entry<'_>| {
        let certain =
            |it: &Vacuity| it.certainty == Certainty::Certain && it.reason != Reason::NoAssertion;
        it.case.vacuity.as_ref().is_some_and(certain) && !it.suite.damaged
    };
    if running.iter().all(|it| empty(it)) || running.iter().all(|it| told(it)) {
        return;
    }
    if !book.sources {
        only_types(&running, findings);
        return;
    }
    if !running.iter().all(looks_away) {
        of_one(book, &running, news, findings);
        return;
    }
    let text = format!(
        "none of the new tests, such as `{}`, looks at what the code gives: they ask that it is there, or runs",
        first.case.name
    );
    let line = Some(first.case.span.line);
    findings.say(TEST_LOOKS_AWAY, first.path, line, true, text);
}

/// New functions after which a new test is named, where neither that one nor any other which calls it looks at what it gives.
fn of_one(book: &Book<'_>, running: &[&Entry<'_>], news: &[Entry<'_>], findings: &mut Findings) {
    let fresh = book.defined.1.difference(&book.defined.0);
    let looks = |it: &&Entry<'_>| {
        let all = &it.case.assertions;
        it.suite.damaged || is_asked(it.case) || all.is_empty()
    };
    for name in fresh.take(NAMES_MAX).filter(|it| it.len() >= NAME_MIN) {
        let own = plain(name);
        let of_it =
            |it: &&&Entry<'_>| plain(&it.case.name).ends_with(&own) && it.case.calls.contains(name);
        let Some(first) = running.iter().find(of_it) else {
            continue;
        };
        let mut calling = news.iter().filter(|it| it.case.calls.contains(name));
        // One with rows of what is expected may compare them by a way that is not known.
        let known = first.case.rows.is_none() || first.case.assertions.iter().all(is_of_a_result);
        // What gives nothing but an error is looked at whole.
        let of_error = |it: &Assertion| it.subject.to_lowercase().contains("err");
        let errors = first.case.assertions.iter().all(of_error);
        let value = book.values.contains(name);
        let there = |it: &Assertion| value && is_only_true(it, name) || asks_the_class(it, name);
        let idle = |it: &Assertion| is_idle(it) || there(it);
        let asks = |it: &&Entry<'_>| looks(it) || !it.case.assertions.iter().all(idle);
        if known && !errors && !calling.any(|it| asks(&it)) {
            let text = format!(
                "no test looks at what `{name}` gives: `{}` asks that it is there, or runs",
                first.case.name
            );
            let line = Some(first.case.span.line);
            findings.say(TEST_LOOKS_AWAY, first.path, line, true, text);
        }
    }
}

/// Whether an assertion asks of what a function gives only that it counts as true: `assert slug(x)`, `expect(slug(x)).toBeTruthy()`.
fn is_only_true(assertion: &Assertion, name: &str) -> bool {
    let subject = assertion.subject.as_str();
    let called = subject
        .strip_prefix(name)
        .is_some_and(|it| it.starts_with(" (") && it.ends_with(')'));
    let kept = assertion.callees.len() == 1
        && assertion.callees.contains(name)
        && subject.chars().all(|c| c.is_alphanumeric() || c == '_');
    assertion.expected.as_deref() == Some("true") && (called || kept)
}

/// `isinstance(slug(x), str)`: of what a function gives, one of Python's own types.
fn asks_the_class(assertion: &Assertion, name: &str) -> bool {
    const PLAIN: [&str; 8] = [
        "str", "int", "float", "bool", "bytes", "list", "dict", "tuple",
    ];
    let subject = assertion.subject.as_str();
    let asked = subject.strip_prefix("isinstance ( ");
    let of_it = asked
        .and_then(|it| it.strip_prefix(name))
        .filter(|it| it.starts_with(" ("));
    let class = of_it.and_then(|it| it.trim_end_matches([')', ' ']).rsplit(' ').next());
    class.is_some_and(|it| PLAIN.contains(&it))
}

/// A name in small letters, without what parts its words.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|it| it.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// New functions that every new test which calls them replaces by something of its own.
fn replaced(book: &Book<'_>, running: &[&Entry<'_>], findings: &mut Findings) {
    let fresh = book.defined.1.difference(&book.defined.0);
    let python = |it: &Entry<'_>| it.path.ends_with(".py");
    for name in fresh.take(NAMES_MAX) {
        let calls = |it: &&&Entry<'_>| python(it) && it.case.calls.contains(name);
        let calling: Vec<&&Entry<'_>> = running.iter().filter(calls).collect();
        let mocks = |it: &Entry<'_>| it.case.mocks.contains(name);
        if let Some(first) = calling
            .first()
            .filter(|_| calling.iter().all(|it| mocks(it)))
        {
            let text = format!(
                "the new test `{}` calls `{name}`, which it replaces itself, and no other test asks it",
                first.case.name
            );
            let line = Some(first.case.span.line);
            findings.say(SUBJECT_MOCKED, first.path, line, true, text);
        }
    }
}

/// Tests that come by themselves, for code that was there, and that ask of what it gives no more than its type, or that it is there.
fn only_types(running: &[&Entry<'_>], findings: &mut Findings) {
    let typed = |it: &&&Entry<'_>| {
        let mut all = it.case.assertions.iter();
        let types = all.all(asks_the_type);
        types && !it.case.assertions.is_empty() && !is_asked(it.case) && !it.suite.damaged
    };
    let Some(first) = running
        .first()
        .filter(|_| running.iter().all(|it| typed(&it)))
    else {
        return;
    };
    let text = format!(
        "the new tests, such as `{}`, ask of what the code gives no more than its type, or that it is there",
        first.case.name
    );
    let line = Some(first.case.span.line);
    findings.say(TEST_LOOKS_AWAY, first.path, line, true, text);
}

/// `typeof f(x)`, `t.type(f(x), "string")`.
fn asks_the_type(assertion: &Assertion) -> bool {
    const TYPES: [&str; 6] = [
        "\"string\"",
        "\"number\"",
        "\"boolean\"",
        "\"object\"",
        "\"function\"",
        "\"array\"",
    ];
    let expected = assertion.expected.as_deref().unwrap_or_default();
    let named = assertion.strength == Strength::Loose && TYPES.contains(&expected);
    // Of the answer of a function, that there is one.
    let there = assertion.strength == Strength::Loose
        && expected == "undefined"
        && !assertion.callees.is_empty();
    named || there || assertion.subject.starts_with("typeof ")
}

/// Whether the name of a test says that no more is asked. That something fails, or goes through, says nothing of tests that ask
/// for the sort of what comes.
fn is_meant(book: &Book<'_>, case: &Case) -> bool {
    let lower = case.name.to_lowercase();
    let mut all = case.assertions.iter();
    let sorts = !case.assertions.is_empty() && all.all(|it| is_a_sort(book, it));
    // That nothing fails is no word about what comes: `returns null for "x"`.
    let call = |it: &Assertion| it.expected.is_none() && it.subject.contains("=>");
    let goes = case.assertions.iter().all(call);
    let fails = |word: &&&str| !SORTS.contains(*word) && !matches!(**word, "null" | "nil");
    match (sorts, goes && !case.assertions.is_empty()) {
        (true, _) => SORTS.iter().any(|it| lower.contains(it)),
        (false, true) => {
            let mut words = ASKED.iter().filter(fails);
            says_it_runs(&case.name) || words.any(|it| lower.contains(it))
        }
        (false, false) => is_asked(case),
    }
}

/// Whether an assertion asks of what comes only that there is something, or of which sort it is: `x.is_some()`,
/// `typeof x === 'number'`, `isinstance(x, dict)`, `t.ok(parse(x))` of a function that never answers yes or no.
fn is_a_sort(book: &Book<'_>, assertion: &Assertion) -> bool {
    const ENDS: [&str; 3] = [". is_some ( )", ". isPresent ( )", ". isDefined ( )"];
    const STARTS: [&str; 4] = [
        "isinstance ( ",
        "Array . isArray ( ",
        "hasattr ( ",
        "callable ( ",
    ];
    let subject = assertion.subject.as_str();
    let holds = assertion.expected.as_deref() == Some("true");
    let there = ENDS.iter().any(|it| subject.ends_with(it))
        || STARTS
            .iter()
            .any(|it| subject.starts_with(it) && subject.ends_with(')'));
    let value = |name: &String| book.values.contains(name) && is_only_true(assertion, name);
    holds && (there || assertion.callees.iter().any(value)) || subject.starts_with("typeof ")
}

fn is_asked(case: &Case) -> bool {
    let lower = case.name.to_lowercase();
    says_it_runs(&case.name) || ASKED.iter().any(|it| lower.contains(it))
}

/// Whether an assertion is about what comes, and not about whether something fails.
fn is_of_a_result(assertion: &Assertion) -> bool {
    let subject = assertion.subject.to_lowercase();
    assertion.hidden.is_none() && !subject.contains("err") && !assertion.subject.contains('(')
}

/// Whether it asks only that something is a list, or that what a test drew is there: `Array.isArray(x)`, and
/// `expect(container).toBeTruthy()` after `const { container } = render(..)`.
fn is_there_anyway(assertion: &Assertion) -> bool {
    const DRAWING: [&str; 4] = ["render", "mount", "shallow", "renderHook"];
    let holds = assertion.expected.as_deref() == Some("true");
    let name = |c: char| c.is_alphanumeric() || c == '_';
    let drawn = assertion.subject.chars().all(name)
        && assertion.strength == Strength::Loose
        && !assertion.callees.is_empty()
        && assertion
            .callees
            .iter()
            .all(|it| DRAWING.contains(&it.as_str()));
    holds && (drawn || assertion.subject.starts_with("Array . isArray ( "))
}

/// Whether an assertion would hold of nearly any result, or its failure would not show.
fn is_idle(assertion: &Assertion) -> bool {
    let lost = match assertion.hidden {
        Some(Hidden::Handled | Hidden::Unawaited | Hidden::Swallowed | Hidden::Unreachable) => true,
        Some(Hidden::Guarded) | None => false,
    };
    let condition = matches!(assertion.expected.as_deref(), Some("true" | "false"));
    if is_there_anyway(assertion) {
        return true;
    }
    let loose = match assertion.strength {
        Strength::Vacuous => true,
        Strength::Loose => !condition && assertion.stands_for <= 1,
        Strength::Partial | Strength::Throws | Strength::Exact => {
            assertion.subject.starts_with("typeof ")
        }
    };
    lost || loose
}
