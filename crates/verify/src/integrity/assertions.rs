//! Assertions of one test, before and after: which went, which demand less, which expect something else, which are hidden.

use code::{Assertion, Hidden, Strength};

use super::assertion_strength::{asks_itself, canonical, covers, is_as_good, looser, rank};
use super::moved_assertions::Spare;
use super::replaced::WHOLE;
use super::test_index::{Book, Entry};
use super::{Findings, gone};
use crate::rules::{
    ASSERTION_HIDDEN, ASSERTION_VACUOUS, ASSERTION_WEAKENED, ERROR_WIDENED, EXPECTATION_CHANGED,
    Rule, TOLERANCE_LOOSENED,
};

/// How far two versions of a test are searched for the same assertion.
pub(super) const NEAR_MAX: usize = 500;

/// Judges the assertions of a test that stands on both sides.
pub(super) fn judge(
    book: &Book<'_>,
    (old, new): (&Entry<'_>, &Entry<'_>),
    spare: &Spare<'_>,
    findings: &mut Findings,
) {
    if old.case.body == new.case.body && old.suite.rest == new.suite.rest {
        return;
    }
    let mut left: Vec<&Assertion> = old.case.assertions.iter().collect();
    let mut right: Vec<&Assertion> = new.case.assertions.iter().collect();
    let mut pairs = Vec::new();
    let same: [fn(&Assertion, &Assertion) -> bool; 5] = [
        |a, b| {
            a.subject == b.subject
                && a.expected == b.expected
                && a.strength == b.strength
                && a.hidden == b.hidden
                && a.tolerance == b.tolerance
        },
        |a, b| a.subject == b.subject && a.expected == b.expected,
        // The same of a variable under another name.
        |a, b| {
            a.expected.is_some()
                && a.expected == b.expected
                && a.strength == b.strength
                && a.hidden == b.hidden
                && without_variables(&a.subject) == without_variables(&b.subject)
        },
        |a, b| a.subject == b.subject,
        |a, b| !a.callees.is_empty() && a.callees == b.callees && a.expected == b.expected,
    ];
    for is_same in same {
        left.retain(|old| {
            let at = right
                .iter()
                .take(NEAR_MAX)
                .position(|new| is_same(old, new));
            if let Some(at) = at {
                pairs.push((*old, right.remove(at)));
            }
            at.is_none()
        });
    }
    let sheet = Sheet {
        book,
        old,
        new,
        spare,
    };
    let alone = left.is_empty() && right.is_empty();
    for (before, after) in &pairs {
        sheet.pair(before, after, &right, alone, findings);
    }
    sheet.passes_over(findings);
    let more = pairs
        .iter()
        .map(|(old, new)| new.values.difference(&old.values).count());
    let more = more.fold(0_usize, usize::saturating_add);
    sheet.lost(left, right, more, findings);
}

/// What an assertion is about, as it stands in the source.
pub(super) fn shown(it: &Assertion) -> String {
    match it.subject.as_str() {
        WHOLE => WHOLE.to_owned(),
        _ => format!("`{}`", it.subject_text),
    }
}

/// Whether the word at a place of a subject is a member of what stands before it.
pub(super) fn is_member(words: &[&str], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|it| words.get(it));
    before.is_some_and(|it| matches!(*it, "." | "::" | "?."))
}

/// A text with one sign for each name that is neither called nor a member of another: `lines . len ( )` and `rows . len ( )`.
fn without_variables(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut out = String::new();
    for (at, word) in words.iter().enumerate() {
        let member = is_member(&words, at);
        let next = words.get(at.saturating_add(1));
        let used = next.is_some_and(|it| matches!(*it, "(" | "::" | "!"));
        let name = word.starts_with(|c: char| c.is_lowercase() || c == '_');
        out.push_str(match name && !member && !used {
            true => "_",
            false => word,
        });
        out.push(' ');
    }
    out
}

pub(super) struct Sheet<'s, 'b> {
    pub(super) book: &'s Book<'b>,
    pub(super) old: &'s Entry<'s>,
    pub(super) new: &'s Entry<'s>,
    pub(super) spare: &'s Spare<'s>,
}

impl Sheet<'_, '_> {
    pub(super) fn say(
        &self,
        rule: Rule,
        line: u32,
        failed: bool,
        text: String,
        findings: &mut Findings,
    ) {
        findings.say(
            rule,
            self.new.path,
            Some(line),
            failed,
            format!("{text}, in the test `{}`", self.new.case.name),
        );
    }

    /// A branch that leaves the test, or goes on with the next input, where nothing is asserted yet.
    fn passes_over(&self, findings: &mut Findings) {
        let (old, new) = (self.old.case, self.new.case);
        let rows = |it: &code::Case| it.rows.as_ref().map_or(0, |it| it.texts.len());
        let grown = new.assertions.len() > old.assertions.len() || rows(new) > rows(old);
        if new.leaves > old.leaves && !grown && !old.assertions.is_empty() {
            let text = "some of what was asserted is passed over now".to_owned();
            // Where it reads something else now, other things may have to be passed over.
            let same_inputs = old.words.is_subset(&new.words);
            self.say(ASSERTION_HIDDEN, new.span.line, same_inputs, text, findings);
        }
    }

    fn pair(
        &self,
        before: &Assertion,
        after: &Assertion,
        added: &[&Assertion],
        alone: bool,
        findings: &mut Findings,
    ) {
        let subject = shown(after);
        if let Some(hidden) = after.hidden.filter(|it| Some(*it) > before.hidden) {
            let how = match hidden {
                Hidden::Guarded => "is asserted only where it is there",
                Hidden::Handled => "is asserted only where an error comes",
                Hidden::Unawaited => "is asserted, and nobody waits for it",
                Hidden::Swallowed => "is asserted, and a failure is caught and dropped",
                Hidden::Unreachable => "is asserted where nothing ever comes",
            };
            return self.say(
                ASSERTION_HIDDEN,
                after.line,
                true,
                format!("{subject} {how}"),
                findings,
            );
        }
        if rank(after.strength) < rank(before.strength) && !is_as_good(before, after) {
            let made_up = added
                .iter()
                .any(|it| rank(it.strength) >= rank(before.strength) && covers(it, before));
            if !made_up && !gone::subject(self.book, before) {
                let text = format!("less is demanded of {subject} than before");
                let vacuous = after.strength == Strength::Vacuous;
                let sure =
                    vacuous || before.strength >= Strength::Throws || !before.values.is_empty();
                let rule = if vacuous {
                    ASSERTION_VACUOUS
                } else {
                    ASSERTION_WEAKENED
                };
                self.say(rule, after.line, sure, text, findings);
            }
            return;
        }
        // Where the test stands as it was, what another one puts in the same place is no answer of the code.
        if asks_itself(before, after) && self.old.case.body != self.new.case.body {
            let text = format!("{subject} is compared with what the same code gives");
            return self.say(ASSERTION_VACUOUS, after.line, true, text, findings);
        }
        self.slack((before, after), &subject, alone, findings);
        if after.expected != before.expected
            && !is_as_good(before, after)
            && after.strength == before.strength
            && !after.broad
        {
            self.expectation(before, after, &subject, alone, findings);
        }
    }

    /// Errors and numbers that may be further off.
    fn slack(
        &self,
        (before, after): (&Assertion, &Assertion),
        subject: &str,
        alone: bool,
        findings: &mut Findings,
    ) {
        if after.broad && !before.broad && before.strength == Strength::Throws {
            let text = format!("any error will do for {subject}");
            self.say(ERROR_WIDENED, after.line, true, text, findings);
        }
        let shorter = |was: &str, now: &str| was.len() > now.len() && was.starts_with(now);
        let dropped = before.strength == Strength::Throws
            && matches!((&before.expected, &after.expected), (Some(was), Some(now)) if shorter(was, now));
        if dropped && !after.broad {
            let text = format!("less is said about the error of {subject}");
            // What its text was may be asserted by itself now.
            self.say(ERROR_WIDENED, after.line, alone, text, findings);
        }
        if let Some(gross) = looser(before, after) {
            let text = format!("{subject} may be further off than before");
            self.say(TOLERANCE_LOOSENED, after.line, gross, text, findings);
        }
    }

    /// Something else is expected. Where nothing but the test has changed, one of both versions must be wrong.
    fn expectation(
        &self,
        before: &Assertion,
        after: &Assertion,
        subject: &str,
        alone: bool,
        findings: &mut Findings,
    ) {
        let literal =
            !before.values.is_empty() || before.expected.as_deref().is_some_and(|it| it.len() < 6);
        if !literal || gone::source_changed(self.book, before) || before.strength == Strength::Loose
        {
            return;
        }
        if let (Some(was), Some(now)) = (&before.expected, &after.expected)
            && canonical(was) == canonical(now)
        {
            return;
        }
        let known = |it: &&String| before.values.contains(*it) || after.values.contains(*it);
        let same_words = self
            .old
            .case
            .words
            .symmetric_difference(&self.new.case.words)
            .all(|it| known(&it));
        let same = alone
            && same_words
            && self.old.case.calls == self.new.case.calls
            && self.old.suite.rest == self.new.suite.rest;
        if !same {
            return;
        }
        let sure =
            !self.book.others && before.strength == Strength::Exact && self.old.case.rows.is_none();
        let text = match (&before.expected_text, &after.expected_text) {
            (Some(was), Some(now)) => {
                format!("{subject} was expected to be `{was}` and is now expected to be `{now}`")
            }
            (Some(was), None) => {
                format!("{subject} was expected to be `{was}`, and nothing is named for it now")
            }
            (None, Some(now)) => {
                format!("nothing was named for {subject}, and it is now expected to be `{now}`")
            }
            (None, None) => format!("something else is expected of {subject} than before"),
        };
        let text = format!("{text}, and what it looks at has not changed");
        self.say(EXPECTATION_CHANGED, after.line, sure, text, findings);
    }
}
