//! Assertions of one test, before and after: which went, which demand less, which expect something else, which are hidden.

use std::collections::BTreeSet;

use code::{Assertion, Hidden, Strength};

use super::book::{Book, Entry};
use super::cases::still_asserted;
use super::firmness::{
    answers_now, any_will_do, asks_itself, asks_less_of, canonical, covers, is_as_good,
    is_of_an_error, is_one_of, looser, rank, refuses,
};
use super::replaced::{WHOLE, fails_as_before, is_rewritten, warns};
use super::spare::Spare;
use super::{Desk, gone};

/// How far two versions of a test are searched for the same assertion.
const NEAR_MAX: usize = 500;

/// Judges the assertions of a test that stands on both sides.
pub(super) fn judge(
    book: &Book<'_>,
    (old, new): (&Entry<'_>, &Entry<'_>),
    spare: &Spare<'_>,
    desk: &mut Desk,
) {
    if old.case.body == new.case.body && old.suite.rest == new.suite.rest {
        return;
    }
    let mut left: Vec<&Assertion> = old.case.assertions.iter().collect();
    let mut right: Vec<&Assertion> = new.case.assertions.iter().collect();
    let mut pairs = Vec::new();
    let same: [fn(&Assertion, &Assertion) -> bool; 4] = [
        |a, b| {
            a.subject == b.subject
                && a.expected == b.expected
                && a.strength == b.strength
                && a.hidden == b.hidden
                && a.tolerance == b.tolerance
        },
        |a, b| a.subject == b.subject && a.expected == b.expected,
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
        sheet.pair(before, after, &right, alone, desk);
    }
    let more = pairs
        .iter()
        .map(|(old, new)| new.values.difference(&old.values).count());
    let more = more.fold(0_usize, usize::saturating_add);
    sheet.lost(left, right, more, desk);
}

struct Sheet<'s, 'b> {
    book: &'s Book<'b>,
    old: &'s Entry<'s>,
    new: &'s Entry<'s>,
    spare: &'s Spare<'s>,
}

impl Sheet<'_, '_> {
    fn say(&self, rule: &'static str, line: u32, failed: bool, text: String, desk: &mut Desk) {
        desk.say(
            rule,
            self.new.path,
            Some(line),
            failed,
            format!("{text}, in the test `{}`", self.new.case.name),
        );
    }

    fn pair(
        &self,
        before: &Assertion,
        after: &Assertion,
        added: &[&Assertion],
        alone: bool,
        desk: &mut Desk,
    ) {
        let subject: String = after.subject.chars().take(120).collect();
        if let Some(hidden) = after.hidden.filter(|it| Some(*it) > before.hidden) {
            let how = match hidden {
                Hidden::Guarded => "is asserted only where it is there",
                Hidden::Handled => "is asserted only where an error comes",
                Hidden::Unawaited => "is asserted, and nobody waits for it",
                Hidden::Swallowed => "is asserted, and a failure is caught and dropped",
                Hidden::Unreachable => "is asserted where nothing ever comes",
            };
            return self.say(
                "assertion-hidden",
                after.line,
                true,
                format!("`{subject}` {how}"),
                desk,
            );
        }
        if rank(after.strength) < rank(before.strength) && !is_as_good(before, after) {
            let made_up = added
                .iter()
                .any(|it| rank(it.strength) >= rank(before.strength) && covers(it, before));
            if !made_up && !gone::subject(self.book, before) {
                let text = format!("less is demanded of `{subject}` than before");
                let vacuous = after.strength == Strength::Vacuous;
                let sure =
                    vacuous || before.strength >= Strength::Throws || !before.values.is_empty();
                let rule = if vacuous {
                    "assertion-vacuous"
                } else {
                    "assertion-weakened"
                };
                self.say(rule, after.line, sure, text, desk);
            }
            return;
        }
        if asks_itself(before, after) {
            let text = format!("`{subject}` is compared with what the same code gives");
            return self.say("assertion-vacuous", after.line, true, text, desk);
        }
        self.slack((before, after), &subject, alone, desk);
        if after.expected != before.expected
            && !is_as_good(before, after)
            && after.strength == before.strength
            && !after.broad
        {
            self.expectation(before, after, &subject, alone, desk);
        }
    }

    /// Errors and numbers that may be further off.
    fn slack(
        &self,
        (before, after): (&Assertion, &Assertion),
        subject: &str,
        alone: bool,
        desk: &mut Desk,
    ) {
        if after.broad && !before.broad && before.strength == Strength::Throws {
            let text = format!("any error will do for `{subject}`");
            self.say("error-widened", after.line, true, text, desk);
        }
        let shorter = |was: &str, now: &str| was.len() > now.len() && was.starts_with(now);
        let dropped = before.strength == Strength::Throws
            && matches!((&before.expected, &after.expected), (Some(was), Some(now)) if shorter(was, now));
        if dropped && !after.broad {
            let text = format!("less is said about the error of `{subject}`");
            // What its text was may be asserted by itself now.
            self.say("error-widened", after.line, alone, text, desk);
        }
        if let Some(gross) = looser(before, after) {
            let text = format!("`{subject}` may be further off than before");
            self.say("tolerance-loosened", after.line, gross, text, desk);
        }
    }

    /// Something else is expected. Where nothing but the test has changed, one of both versions must be wrong.
    fn expectation(
        &self,
        before: &Assertion,
        after: &Assertion,
        subject: &str,
        alone: bool,
        desk: &mut Desk,
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
        let sure = !self.book.others
            && same
            && before.strength == Strength::Exact
            && self.old.case.rows.is_none();
        let was: String = before
            .expected
            .as_deref()
            .unwrap_or("")
            .chars()
            .take(80)
            .collect();
        let now: String = after
            .expected
            .as_deref()
            .unwrap_or("")
            .chars()
            .take(80)
            .collect();
        let text = format!(
            "`{subject}` was expected to be `{was}` and is now expected to be `{now}`, and what it looks at has not changed"
        );
        self.say("expectation-changed", after.line, sure, text, desk);
    }

    /// Assertions that no other of the test stands for. `more` is how many literals the others gained.
    fn lost(
        &self,
        mut left: Vec<&Assertion>,
        mut right: Vec<&Assertion>,
        more: usize,
        desk: &mut Desk,
    ) {
        let mut grown = self.grown(&right).saturating_add(more);
        let firm = right
            .iter()
            .filter(|it| it.strength >= Strength::Partial && !is_one_of(it));
        let mut values: BTreeSet<&str> =
            firm.flat_map(|it| &it.values).map(String::as_str).collect();
        let rows = self.new.case.rows.iter().flat_map(|it| &it.texts);
        values.extend(
            rows.flat_map(|it| it.split(' '))
                .map(|it| it.trim_matches('"')),
        );
        if self
            .old
            .case
            .assertions
            .iter()
            .any(|it| it.subject == WHOLE)
        {
            fails_as_before(&mut left, &mut right);
        }
        self.turned(&mut left, &mut right);
        left.sort_by_key(|it| std::cmp::Reverse(it.strength));
        right.sort_by_key(|it| std::cmp::Reverse(it.strength));
        for before in left {
            if self.is_excused(before) {
                continue;
            }
            let as_firm = right.iter().take(NEAR_MAX).position(|it| {
                let other = || answers_now(before, it) && gone::source_changed(self.book, before);
                let firm =
                    rank(it.strength) >= rank(before.strength) || is_as_good(before, it) || other();
                firm && it.hidden.is_none() && !asks_itself(before, it) && !any_will_do(before, it)
            });
            if let Some(at) = as_firm {
                let taken = right.remove(at);
                grown =
                    grown.saturating_add(taken.values.len().saturating_sub(before.values.len()));
                values.extend(taken.values.iter().map(String::as_str));
                continue;
            }
            let said = before.values.iter().all(|it| values.contains(it.as_str()));
            if said && !before.values.is_empty() {
                continue;
            }
            // More rows say nothing for a check that was made of each of them.
            let of_each = before.values.is_empty() && self.old.case.rows.is_some();
            let of_each = of_each || right.iter().any(|it| asks_less_of(before, it));
            if grown > 0 && !of_each {
                grown = grown.saturating_sub(1);
                continue;
            }
            self.one_lost(before, right.first().copied(), desk);
            if !right.is_empty() {
                right.remove(0);
            }
        }
    }

    /// Takes out failures that are answers now, with what was asked of each, where the code that is asked has changed.
    fn turned(&self, left: &mut Vec<&Assertion>, right: &mut Vec<&Assertion>) {
        let mut texts = 0_usize;
        left.retain(|before| {
            let at = right
                .iter()
                .take(NEAR_MAX)
                .position(|it| answers_now(before, it));
            let at = at.filter(|_| gone::source_changed(self.book, before));
            if let Some(at) = at {
                right.remove(at);
                texts = texts.saturating_add(1);
            }
            at.is_none()
        });
        left.retain(|before| {
            let text = texts > 0 && is_of_an_error(before);
            texts = texts.saturating_sub(usize::from(text));
            !text
        });
    }

    /// How many checks the test gained by inputs and by helpers that assert several things.
    fn grown(&self, right: &[&Assertion]) -> usize {
        let rows = |entry: &Entry<'_>| match &entry.case.rows {
            Some(rows) if rows.more => NEAR_MAX,
            Some(rows) => rows.texts.len().max(rows.times).max(1),
            None => 1,
        };
        // Each input is checked by every assertion.
        let firm = self.new.case.assertions.iter();
        let firm = firm.filter(|it| it.strength > Strength::Loose && it.hidden.is_none());
        let each = firm.count().max(1);
        let stands = right.iter().map(|it| it.stands_for.saturating_sub(1));
        let stands = stands.fold(0_u32, u32::saturating_add);
        let more = rows(self.new).saturating_sub(rows(self.old));
        more.saturating_mul(each)
            .saturating_add(usize::try_from(stands).unwrap_or(NEAR_MAX))
    }

    /// Whether an assertion may go: it said nothing, moved, stood there twice, or what it was about is gone.
    fn is_excused(&self, before: &Assertion) -> bool {
        let same = self.old.case.assertions.iter().filter(|it| {
            it.line.abs_diff(before.line) <= 2
                && it.subject == before.subject
                && it.expected == before.expected
        });
        let moved = || before.expected.is_none() && still_asserted(self.book, self.old, self.new);
        // `assertThat(x, allOf(..))` holds several things against one.
        let mut now = self.new.case.assertions.iter();
        let mut joined = || {
            now.any(|it| {
                let all = it.expected.as_deref();
                let all = all.is_some_and(|it| it.contains("allOf"));
                all && it.subject == before.subject && it.hidden.is_none()
            })
        };
        before.strength == Strength::Vacuous
            || moved()
            || joined()
            || self.spare.holds(before)
            || gone::subject(self.book, before)
            || same.count() > 1
    }

    fn one_lost(&self, before: &Assertion, instead: Option<&Assertion>, desk: &mut Desk) {
        let subject: String = before.subject.chars().take(120).collect();
        let none_left = self
            .new
            .case
            .assertions
            .iter()
            .all(|it| it.strength == Strength::Vacuous);
        let firm = before.strength > Strength::Loose || refuses(before);
        if !firm && !none_left {
            return;
        }
        // Of a test that does something else now, a person can tell whether it shows as much.
        let rewritten = is_rewritten(self.old.case, self.new.case);
        let thinned = none_left || !(rewritten || warns(before));
        match instead {
            Some(after) => {
                let text =
                    format!("`{subject}` was asserted, and what is asserted instead demands less");
                let vacuous = after.strength == Strength::Vacuous;
                let rule = if vacuous {
                    "assertion-vacuous"
                } else {
                    "assertion-weakened"
                };
                self.say(rule, after.line, thinned || vacuous, text, desk);
            }
            None => {
                let text = format!("`{subject}` is not asserted any more");
                self.say(
                    "assertion-removed",
                    self.new.case.span.line,
                    thinned,
                    text,
                    desk,
                );
            }
        }
    }
}
