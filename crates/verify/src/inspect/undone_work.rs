//! Work in a file that looks undone: what it is called, by which rule it counts, and whether it does.

use code::{Certainty, Delta, Reason, Stub};
use project::EntryKind;

use super::by_plan::ByPlan;
use super::known::last;
use super::reasons::{is_about_errors, is_about_tests, rule, why};
use super::{FINDINGS_MAX, Subject, severity, short};
use crate::facts::{LIKELY_MAX, StubFact};

impl Subject<'_> {
    /// Certain ones first, so that a bound never cuts them for the sake of likely ones.
    pub(super) fn stubs(&self, delta: Option<&Delta>, before: Option<&str>) -> Vec<StubFact> {
        let fresh = |at: usize| delta.is_some_and(|it| it.stubs.contains(&at));
        let changed = before.is_some_and(|it| it != self.source);
        let old = |at: usize, stub: &Stub| {
            let stood = delta.is_some() && changed && !fresh(at);
            (stood || self.context.is_moved(stub)) && !self.is_asked(&stub.what)
        };
        let kind = self.context.project.entry(self.path.as_str());
        let kind = kind.map(|it| it.kind);
        let tests = kind == Some(EntryKind::Test);
        let held = self.by_plan(delta);
        let stubs = self.code.stubs.iter().enumerate();
        let stubs = stubs.map(|(at, stub)| StubFact {
            fresh: fresh(at),
            line: stub.line,
            what: short(&stub.what),
            within: self.within(stub),
            why: why(stub.reason).to_owned(),
            rule: held
                .rule(stub, fresh(at), &self.code)
                .unwrap_or(rule(stub.reason)),
            level: stub.reason.level(),
            certain: self.fails(stub, fresh(at) && !tests, &held)
                && !old(at, stub)
                && !is_wanted(kind, stub.reason),
            hollow_test: is_about_tests(stub.reason),
            test: stub.test,
            meant: is_about_errors(stub.reason) && self.context.goes_on(),
        });
        let faint = |at: usize| {
            let stub = self.code.stubs.get(at);
            stub.is_some_and(|it| it.certainty == Certainty::Faint)
        };
        let mut found: Vec<StubFact> = stubs
            .enumerate()
            .filter(|(at, it)| it.certain || !faint(*at))
            .map(|(_, it)| it)
            .collect();
        match tests {
            true => found.extend(self.features()),
            false => found.extend(self.kept(delta, before)),
        }
        found.retain(|stub| (stub.certain || self.is_worth_a_note(stub)) && !self.is_held(stub));
        // What fails nothing is only ever said, and of tests not even that.
        found.retain(|stub| stub.certain || !stub.test);
        found.sort_by_key(|stub| (!stub.certain, !stub.fresh, stub.line));
        let certain = found.partition_point(|stub| stub.certain);
        found.truncate(certain.saturating_add(LIKELY_MAX).min(FINDINGS_MAX));
        found
    }

    /// The innermost function around a finding, where what it is called does not name that one.
    fn within(&self, stub: &Stub) -> String {
        let around = self.code.definitions.iter().filter(|it| {
            it.kind.is_function() && it.span.line <= stub.line && stub.line <= it.span.end_line
        });
        let Some(innermost) = around.max_by_key(|it| it.span.line) else {
            return String::new();
        };
        let of_name = |c: char| c.is_alphanumeric() || c == '_';
        let mut words = stub.what.split(|c| !of_name(c));
        match stub.what.is_empty() || !words.any(|it| it == last(innermost)) {
            true => short(&innermost.name),
            false => String::new(),
        }
    }

    /// Whether a finding fails by itself; `fresh`: it is in new code.
    fn fails(&self, stub: &Stub, fresh: bool, held: &ByPlan) -> bool {
        match stub.certainty {
            Certainty::Faint if is_about_tests(stub.reason) => held.weak.contains(&stub.line),
            _ if severity::is_of_little(stub, &self.code) => false,
            Certainty::Faint if held.asked.contains_key(&stub.line) => {
                fresh && !self.is_allowed(stub)
            }
            Certainty::Faint => fresh && held.alike.contains(&stub.line),
            Certainty::Certain | Certainty::Likely => {
                let named = held.names(stub, fresh) || fresh && held.alike.contains(&stub.line);
                let fails = named || severity::fails(stub, fresh, &self.code);
                fails
                    && !self.is_promised(stub)
                    && !self.is_dictated(stub)
                    && !self.is_passed_over(stub)
                    && !self.is_allowed(stub)
            }
        }
    }

    /// Whether a test that seems to assert nothing is one that holds something.
    fn is_held(&self, stub: &StubFact) -> bool {
        let idle = [Reason::NoAssertion, Reason::ConstantAssertion].map(rule);
        idle.contains(&stub.rule) && self.context.asserts_at(self.path.as_str(), stub.line)
    }
}

/// Whether files of a sort may want just that: a test a function that does nothing.
fn is_wanted(kind: Option<EntryKind>, reason: Reason) -> bool {
    kind == Some(EntryKind::Test) && reason == Reason::Empty
}
