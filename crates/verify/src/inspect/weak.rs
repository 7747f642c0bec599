//! New tests of which none looks at a result: that there is one, of which type, with something in it. One such test beside
//! others is right; where a change brings several tests and all are so, or the plan asks for tests, it brings none.

use std::collections::BTreeSet;

use code::{Certainty, Definition, Delta, Reason, Stub};

use super::{Subject, untested};

impl Subject<'_> {
    /// Lines of new tests that hold nothing, where the file has no other new test.
    pub(super) fn weak(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let Some(delta) = delta else {
            return BTreeSet::new();
        };
        let faint =
            |it: &&Stub| it.certainty == Certainty::Faint && it.reason == Reason::NoAssertion;
        let lines = self.code.stubs.iter().filter(faint).map(|it| it.line);
        let lines: BTreeSet<u32> = lines.collect();
        let fresh = delta.definitions.iter();
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let tests: Vec<&Definition> = fresh.filter(|it| is_test(it)).collect();
        let weak = tests.iter().all(|it| lines.contains(&it.span.line));
        let enough = tests.len() > 1 || untested::asks(self.ground);
        match weak && enough {
            true => tests.iter().map(|it| it.span.line).collect(),
            false => BTreeSet::new(),
        }
    }
}

fn is_test(definition: &Definition) -> bool {
    let name = definition.name.rsplit('.').next().unwrap_or_default();
    definition.kind.is_function()
        && definition.test
        && !definition.nested
        && name.starts_with("test")
}
