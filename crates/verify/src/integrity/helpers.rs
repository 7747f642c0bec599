//! Functions that tests call to assert: where they assert less than before, so does every test that calls them.

use code::Helper;

use super::Findings;
use super::test_index::{Book, Page};
use crate::rules::HELPER_WEAKENED;

/// Judges the helpers of every changed file of tests.
pub(super) fn judge(book: &Book<'_>, findings: &mut Findings) {
    for (name, then, now) in book.thinned() {
        let calls = |it: &&Page<'_>| it.after.cases.iter().any(|it| it.words.contains(name));
        if let Some(page) = book.pages.iter().find(calls) {
            let text = format!("`{name}` asserted {then} things where it stood, and asserts {now}");
            let sure = now.saturating_mul(2) <= then;
            findings.say(HELPER_WEAKENED, page.path, None, sure, text);
        }
    }
    for page in &book.pages {
        if page.before.damaged || page.after.damaged {
            continue;
        }
        for (name, before) in &page.before.helpers {
            let Some(after) = page.after.helpers.get(name) else {
                // It is there as it was called, and asserts nothing.
                let test = page.after.cases.iter().any(|it| it.name == *name);
                let line = page.functions.get(name).copied();
                let hollow = line.is_some() && before.asserts > 0 && !test;
                if hollow && page.after.helpers.len() < page.before.helpers.len() {
                    let text = format!("`{name}` asserted something, and asserts nothing any more");
                    let called = page.after.cases.iter().any(|it| it.calls.contains(name));
                    findings.say(HELPER_WEAKENED, page.path, line, called, text);
                }
                continue;
            };
            let called = page.after.cases.iter().any(|it| it.calls.contains(name));
            if called && before != after {
                one(page, name, before, after, findings);
            }
        }
    }
}

fn one(page: &Page<'_>, name: &str, before: &Helper, after: &Helper, findings: &mut Findings) {
    let same = before.takes == after.takes;
    if after.leaves > before.leaves && after.asserts <= before.asserts {
        let text = format!("`{name}` leaves now before it asserts, and did not before");
        findings.say(HELPER_WEAKENED, page.path, Some(after.line), same, text);
        return;
    }
    let lost = before.asked.difference(&after.reads).next();
    if let Some(lost) = lost.filter(|_| same && after.asserts <= before.asserts) {
        let text = format!(
            "`{name}` asserted something of `{lost}`, which it is given, and does not any more"
        );
        findings.say(HELPER_WEAKENED, page.path, Some(after.line), true, text);
        return;
    }
    // What left a helper may stand in another, or in the tests themselves.
    let all = |helpers: &code::Suite| {
        let own = helpers.helpers.values().map(|it| it.asserts);
        let cases = helpers.cases.iter().flat_map(|it| &it.assertions);
        let cases = cases.map(|it| it.stands_for.max(1));
        own.chain(cases).fold(0_u32, u32::saturating_add)
    };
    let moved = all(&page.after) >= all(&page.before);
    if after.asserts < before.asserts && !moved {
        let text = format!(
            "`{name}` asserted {} things and asserts {}",
            before.asserts, after.asserts
        );
        let sure = same && after.asserts.saturating_mul(2) <= before.asserts;
        findings.say(HELPER_WEAKENED, page.path, Some(after.line), sure, text);
    }
}
