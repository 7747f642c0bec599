//! New tests of which none looks at a result: that there is one, of which type, with something in it. One such test beside
//! others is right; where a change brings several tests and all are so, or the plan asks for tests, it brings none.

use std::collections::BTreeSet;

use code::{Certainty, Definition, Delta, Language, Reason, Stub};

use crate::inspect::Subject;
use crate::inspect::known::last;
use crate::inspect::prose::{is_of_code, says, sentences, split};
use crate::inspect::testing::missing_tests;

impl Subject<'_> {
    /// Lines of new tests that hold nothing, where the file has no other new test.
    pub(in crate::inspect) fn weak(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let Some(delta) = delta else {
            return BTreeSet::new();
        };
        // Where the test itself is what the plan asks for, one of Java that asserts nothing is none of it.
        let java = self.code.language == Language::Java && self.asks_a_test();
        let faint = |it: &&Stub| {
            let weak =
                it.certainty == Certainty::Faint || java && it.certainty == Certainty::Likely;
            weak && it.reason == Reason::NoAssertion
        };
        let lines = self.code.stubs.iter().filter(faint).map(|it| it.line);
        let lines: BTreeSet<u32> = lines.collect();
        let fresh = delta.definitions.iter();
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let named = fresh.clone().filter(|it| self.is_wanted(it));
        let named: BTreeSet<u32> = named.map(|it| it.span.line).collect();
        let stubs = self.code.stubs.iter();
        let stubs = stubs.filter(|it| it.reason == Reason::NoAssertion);
        let idle: BTreeSet<u32> = stubs
            .map(|it| it.line)
            .filter(|it| named.contains(it))
            .collect();
        if !idle.is_empty() {
            return idle;
        }
        let examples = fresh.clone().filter(|it| is_example(it) && self.shows());
        let unshown = examples.map(|it| it.span.line);
        let unshown: BTreeSet<u32> = unshown.filter(|it| lines.contains(it)).collect();
        if !unshown.is_empty() {
            return unshown;
        }
        let tests: Vec<&Definition> = fresh.filter(|it| is_test(it)).collect();
        let weak = tests.iter().all(|it| lines.contains(&it.span.line));
        let enough = tests.len() > 1 || java || missing_tests::asks(self.context);
        match weak && enough {
            true => tests.iter().map(|it| it.span.line).collect(),
            false => BTreeSet::new(),
        }
    }
}

impl Subject<'_> {
    /// Whether the plan asks for a test by its name, which is one of code.
    fn is_wanted(&self, definition: &Definition) -> bool {
        let name = last(definition);
        let test = definition.kind.is_function() && definition.test && !definition.nested;
        test && is_of_code(name) && sentences(self.context).iter().any(|it| says(it, name))
    }

    /// Whether a sentence of the plan begins so: "Test in ATest that ..".
    fn asks_a_test(&self) -> bool {
        let mut clauses = sentences(self.context).iter().copied().flat_map(split);
        clauses.any(|it| it.starts_with("Test ") && it.contains(" that "))
    }

    /// Whether the plan asks for an example that is run and whose output is compared.
    fn shows(&self) -> bool {
        const RUN: [&str; 4] = ["output", "tested", "is run", "runs as a test"];
        let mut sentences = sentences(self.context).iter().map(|it| it.to_lowercase());
        sentences.any(|it| it.contains("example") && RUN.iter().any(|word| it.contains(word)))
    }
}

fn is_example(definition: &Definition) -> bool {
    definition.kind.is_function() && definition.test && definition.name.starts_with("Example")
}

fn is_test(definition: &Definition) -> bool {
    let name = definition.name.rsplit('.').next().unwrap_or_default();
    definition.kind.is_function()
        && definition.test
        && !definition.nested
        && name.starts_with("test")
}
