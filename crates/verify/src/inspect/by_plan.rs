//! What counts as undone only beside what the plan says, each with the rule that says so.

use std::collections::{BTreeMap, BTreeSet};

use code::{Certainty, Delta, Facts, Reason, Stub};

use super::reasons::is_about_tests;
use super::{Subject, severity};
use crate::rules::{self, Rule};

/// Lines of findings, by what the plan says of them.
pub(super) struct ByPlan {
    /// Those that count by what the plan says alone, and by which rule.
    pub(super) asked: BTreeMap<u32, Rule>,
    /// Functions that the plan asks for, whose answers hang on nothing.
    pub(super) alike: BTreeSet<u32>,
    /// Tests that hold nothing, where the plan asks for some.
    pub(super) weak: BTreeSet<u32>,
    /// Functions that the plan asks for, and that hold nothing.
    empty: BTreeSet<u32>,
}

impl ByPlan {
    /// Whether the plan names what is empty, or the test that asserts nothing.
    pub(super) fn names(&self, stub: &Stub, fresh: bool) -> bool {
        fresh && !is_about_tests(stub.reason) && self.empty.contains(&stub.line)
            || stub.reason == Reason::NoAssertion && self.weak.contains(&stub.line)
    }

    /// The rule by which a finding counts, if it does not count by itself.
    pub(super) fn rule(&self, stub: &Stub, fresh: bool, facts: &Facts) -> Option<Rule> {
        let line = &stub.line;
        if stub.certainty != Certainty::Faint && severity::fails(stub, fresh, facts) {
            return None;
        }
        if is_about_tests(stub.reason) && self.weak.contains(line) {
            return Some(rules::PLAN_TEST_WEAK);
        }
        let rule = match stub.certainty {
            Certainty::Faint => self.asked.get(line).copied(),
            Certainty::Certain | Certainty::Likely => {
                let empty = self.empty.contains(line);
                empty.then_some(rules::PLAN_BODY_EMPTY)
            }
        };
        let alike = || {
            let alike = self.alike.contains(line);
            alike.then_some(rules::PLAN_ANSWER_ALIKE)
        };
        rule.or_else(alike).filter(|_| fresh)
    }
}

impl Subject<'_> {
    /// What the plan says of the findings of this file.
    pub(super) fn by_plan(&self, delta: Option<&Delta>) -> ByPlan {
        ByPlan {
            asked: self.held_against(delta),
            alike: self.alike(delta),
            weak: self.weak(delta),
            empty: self.left_empty(delta),
        }
    }

    /// Lines of findings that count by what the plan says alone, and by which rule.
    fn held_against(&self, delta: Option<&Delta>) -> BTreeMap<u32, Rule> {
        let errors = [
            (self.silent(delta), rules::PLAN_ERROR_SILENT),
            (self.fails_otherwise(delta), rules::PLAN_FAILURE_OTHERWISE),
            (self.unlike_kin(delta), rules::ERROR_UNLIKE_KIN),
            (self.kept_from_callers(delta), rules::PLAN_ERROR_KEPT_BACK),
            (self.answered_otherwise(delta), rules::PLAN_ERROR_ANSWERED),
        ];
        let others = [
            (self.unheeded(delta), rules::PLAN_PART_UNHEEDED),
            (self.settled(delta), rules::PLAN_ANSWER_SETTLED),
            (self.told_apart(delta), rules::PLAN_ANSWERS_ALIKE),
            (self.less_than_named(delta), rules::PLAN_DOES_LESS),
            (self.put_aside(delta), rules::PLAN_ERROR_PUT_ASIDE),
            (self.unmade(delta), rules::PLAN_CASE_UNMADE),
        ];
        let by_line = |(lines, rule): (BTreeSet<u32>, Rule)| {
            let lines = lines.into_iter();
            lines.map(move |line| (line, rule))
        };
        let errors = errors.into_iter().flat_map(by_line);
        let errors = errors.filter(|(line, _)| !self.is_answered_as_asked(*line));
        let mut found = BTreeMap::new();
        for (line, rule) in errors.chain(others.into_iter().flat_map(by_line)) {
            found.entry(line).or_insert(rule);
        }
        found
    }
}
