//! Assertions of a test that stands on both sides, which no other of the test stands for now.

use std::collections::BTreeSet;

use code::{Assertion, Skip, Strength};

use super::assertion_strength::{
    answers_now, any_will_do, asks_itself, asks_less_of, is_as_good, is_of_an_error, is_one_of,
    rank, refuses,
};
use super::assertions::{NEAR_MAX, Sheet, is_member, shown};
use super::cases::still_asserted;
use super::replaced::{WHOLE, fails_as_before, is_rewritten, warns};
use super::test_index::Entry;
use super::{Findings, gone};
use crate::rules::{
    ASSERTION_REMOVED, ASSERTION_REMOVED_WITH_SETUP, ASSERTION_VACUOUS, ASSERTION_WEAKENED,
};

impl Sheet<'_, '_> {
    /// Assertions that no other of the test stands for. `more` is how many literals the others gained.
    pub(super) fn lost(
        &self,
        mut left: Vec<&Assertion>,
        mut right: Vec<&Assertion>,
        more: usize,
        findings: &mut Findings,
    ) {
        // What was allowed to fail, or never ran, held nothing.
        if self.old.case.skipped >= Some(Skip::MayFail) {
            return;
        }
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
            let as_firm = |it: &&Assertion| self.stands_for(before, it);
            let as_firm = right.iter().take(NEAR_MAX).position(as_firm);
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
            self.one_lost(before, right.first().copied(), anew, findings);
            if !right.is_empty() {
                right.remove(0);
            }
        }
    }

    /// Whether another assertion demands as much as one that went.
    fn stands_for(&self, before: &Assertion, it: &Assertion) -> bool {
        let other = || answers_now(before, it) && gone::source_changed(self.book, before);
        let firm = rank(it.strength) >= rank(before.strength) || is_as_good(before, it) || other();
        // What came of it says more than that something was called.
        let came = is_of_a_call(before) && it.strength > Strength::Loose;
        (firm || came)
            && it.hidden.is_none()
            && !asks_itself(before, it)
            && !any_will_do(before, it)
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
            || self.is_implied(before)
            || moved()
            || joined()
            || before.in_branch && self.choice_is_gone(before)
            || self.is_replaced(before)
            || same.count() > 1
    }

    /// Whether the test chose between branches, and asserts in every run now what the other branch did of the same thing.
    fn choice_is_gone(&self, before: &Assertion) -> bool {
        let now = &self.new.case.assertions;
        let stays = |old: &&Assertion| {
            now.iter().any(|it| {
                it.subject == old.subject && it.expected == old.expected && it.hidden.is_none()
            })
        };
        let old = self.old.case.assertions.iter().filter(|it| it.in_branch);
        let mut of_it = old.filter(|it| {
            it.subject == before.subject && rank(it.strength) >= rank(before.strength)
        });
        !now.iter().any(|it| it.in_branch) && of_it.any(|it| stays(&it))
    }

    /// Whether the thing is compared as a whole now, where something of it was asserted (`hasSize(2)` beside
    /// `containsExactly(a, b)`), or as often asserted of as before.
    fn is_implied(&self, before: &Assertion) -> bool {
        let of_it = |it: &&Assertion| it.subject == before.subject && it.hidden.is_none();
        let now = || self.new.case.assertions.iter().filter(of_it);
        let whole = |it: &Assertion| {
            let says = it.expected.as_deref().is_some_and(|it| !it.is_empty());
            it.strength == Strength::Exact && says && !is_one_of(it)
        };
        let part = before.strength <= Strength::Partial && before.hidden.is_none();
        let then = self.old.case.assertions.iter().filter(of_it).count();
        let firm = now().filter(|it| rank(it.strength) >= rank(before.strength));
        part && now().any(whole) || firm.count() >= then
    }

    /// Whether another of its assertions went with what it looked at: then the test is about something else now.
    fn lost_its_subject(&self) -> bool {
        let now = &self.new.case.assertions;
        let old = self.old.case.assertions.iter();
        let mut went = old.filter(|it| !now.iter().any(|new| new.subject == it.subject));
        went.any(|it| gone::subject(self.book, it))
    }

    /// Whether something else is expected of what is asked as before, and the code that is asked has changed.
    fn expects_otherwise(&self) -> bool {
        let now = &self.new.case.assertions;
        let mut old = self.old.case.assertions.iter();
        old.any(|it| {
            let same = |new: &&Assertion| new.subject == it.subject && new.strength == it.strength;
            let mut of_it = now.iter().filter(same).peekable();
            let other = of_it.peek().is_some() && of_it.all(|new| new.expected != it.expected);
            other && gone::source_changed(self.book, it)
        })
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

    /// Whether the very same is asserted elsewhere in the test.
    fn is_repeated(&self, before: &Assertion) -> bool {
        let mut now = self.new.case.assertions.iter();
        now.any(|it| {
            it.subject == before.subject
                && it.expected == before.expected
                && it.strength >= before.strength
                && it.hidden.is_none()
        })
    }

    /// Whether the test does not set a variable that the assertion looked at, or sets it to something else: then it does
    /// other things than before, and has not only stopped looking.
    fn is_set_up_anew(&self, before: &Assertion) -> bool {
        let (old, new) = (&self.old.case.variables, &self.new.case.variables);
        let words: Vec<&str> = before.subject.split(' ').collect();
        words.iter().enumerate().any(|(at, word)| {
            let set = old.get(*word).filter(|_| !is_member(&words, at));
            set.is_some_and(|set| new.get(*word) != Some(set))
        })
    }

    fn one_lost(
        &self,
        before: &Assertion,
        instead: Option<&Assertion>,
        anew: bool,
        findings: &mut Findings,
    ) {
        let subject = shown(before);
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
        let about = self.lost_its_subject() || instead.is_some() && self.expects_otherwise();
        let thinned = !warns(before) && (none_left || !(rewritten || about));
        match instead {
            Some(after) => {
                let text =
                    format!("{subject} was asserted, and what is asserted instead demands less");
                let vacuous = after.strength == Strength::Vacuous;
                let rule = if vacuous {
                    ASSERTION_VACUOUS
                } else {
                    ASSERTION_WEAKENED
                };
                self.say(rule, after.line, thinned || vacuous, text, findings);
            }
            None => {
                let mut now = self.new.case.assertions.iter();
                let text = match now.any(|it| it.subject == before.subject) {
                    true => format!("less is asserted of {subject} than before"),
                    false => format!("{subject} is not asserted any more"),
                };
                let apart = !none_left && (self.is_repeated(before) || self.is_set_up_anew(before));
                let rule = match apart {
                    true => ASSERTION_REMOVED_WITH_SETUP,
                    false => ASSERTION_REMOVED,
                };
                self.say(rule, self.new.case.span.line, thinned, text, findings);
            }
        }
    }
}

/// Whether an assertion asks only whether something was called.
fn is_of_a_call(assertion: &Assertion) -> bool {
    const SAYS: [&str; 5] = [
        "assert_called",
        "assert_has_calls",
        "assert_any_call",
        "assert_awaited",
        "AssertExpectations",
    ];
    let mut words = assertion.subject.split(' ');
    words.any(|word| SAYS.iter().any(|it| word.starts_with(it)))
}
