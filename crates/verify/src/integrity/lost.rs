//! Assertions of a test that stands on both sides, which no other of the test stands for now.

use std::collections::BTreeSet;

use code::{Assertion, Strength};

use super::assertions::{NEAR_MAX, Sheet};
use super::book::Entry;
use super::cases::still_asserted;
use super::firmness::{
    answers_now, any_will_do, asks_itself, asks_less_of, is_as_good, is_of_an_error, is_one_of,
    rank, refuses,
};
use super::replaced::{WHOLE, fails_as_before, is_rewritten, warns};
use super::{Desk, gone};
use crate::rules::{ASSERTION_REMOVED, ASSERTION_VACUOUS, ASSERTION_WEAKENED};

impl Sheet<'_, '_> {
    /// Assertions that no other of the test stands for. `more` is how many literals the others gained.
    pub(super) fn lost(
        &self,
        mut left: Vec<&Assertion>,
        mut right: Vec<&Assertion>,
        more: usize,
        desk: &mut Desk,
    ) {
        let mut grown = match self.book.leaves_out(self.old.path) {
            true => 0,
            false => self.grown(&right).saturating_add(more),
        };
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
        let anew = grown > 0 || self.asserts_anew();
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
            self.one_lost(before, right.first().copied(), anew, desk);
            if !right.is_empty() {
                right.remove(0);
            }
        }
    }

    /// Whether something is asserted that was not before. If not, the test is only thinned, whatever else was written anew.
    fn asserts_anew(&self) -> bool {
        let was = |it: &Assertion| {
            let mut all = self.old.case.assertions.iter();
            all.any(|old| old.subject == it.subject && old.expected == it.expected)
        };
        !self.new.case.assertions.iter().all(was)
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
            || self.is_replaced(before)
            || same.count() > 1
    }

    /// Whether another assertion stands for it now, or what it looked at is gone. In a file that the plan leaves out, nothing
    /// was to stand for it but itself.
    fn is_replaced(&self, before: &Assertion) -> bool {
        match self.book.leaves_out(self.old.path) {
            true => {
                self.spare.holds_as_it_was(before)
                    || gone::any_undefined(self.book, &before.callees)
            }
            false => self.spare.holds(before) || gone::subject(self.book, before),
        }
    }

    fn one_lost(
        &self,
        before: &Assertion,
        instead: Option<&Assertion>,
        anew: bool,
        desk: &mut Desk,
    ) {
        let subject: String = before.subject.chars().take(120).collect();
        let none_left = self
            .new
            .case
            .assertions
            .iter()
            .all(|it| it.strength == Strength::Vacuous);
        let firm = before.strength > Strength::Loose || refuses(before);
        if !firm && !none_left && !self.book.leaves_out(self.old.path) {
            return;
        }
        // Of a test that does something else now, a person can tell whether it shows as much.
        let rewritten = anew && is_rewritten(self.old.case, self.new.case);
        let thinned = none_left || !(rewritten || warns(before));
        match instead {
            Some(after) => {
                let text =
                    format!("`{subject}` was asserted, and what is asserted instead demands less");
                let vacuous = after.strength == Strength::Vacuous;
                let rule = if vacuous {
                    ASSERTION_VACUOUS
                } else {
                    ASSERTION_WEAKENED
                };
                self.say(rule, after.line, thinned || vacuous, text, desk);
            }
            None => {
                let text = format!("`{subject}` is not asserted any more");
                self.say(
                    ASSERTION_REMOVED,
                    self.new.case.span.line,
                    thinned,
                    text,
                    desk,
                );
            }
        }
    }
}
