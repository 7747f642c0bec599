//! Methods of Python that the plan asks for and that hold nothing or answer the same for all: of "give it a `setdefault` that
//! returns the value" nothing but the text above it, of "hashable when its values are" a number.

use code::{Body, Definition, Delta, Language, Reason};

use crate::facts::StubFact;
use crate::inspect::known::last;
use crate::inspect::prose::{begins, says, sentences};
use crate::inspect::{Subject, finding};
use crate::rules::PLAN_ANSWER_FIXED;

/// Words of a clause in which doing nothing may be right.
const OPEN: [&str; 14] = [
    "nothing",
    "no-op",
    "noop",
    "always",
    "constant",
    "never",
    "overridden",
    "override",
    "subclasses",
    "subclass",
    "optional",
    "abstract",
    "hook",
    "empty",
];

impl Subject<'_> {
    /// Findings of methods that the plan asks for.
    pub(in crate::inspect) fn fixed(&self, delta: Option<&Delta>) -> Vec<StubFact> {
        let python = self.code.language == Language::Python;
        let Some(delta) = delta.filter(|_| python) else {
            return Vec::new();
        };
        let fresh = delta.definitions.iter();
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let methods = fresh.filter(|it| it.kind.is_function() && !it.test);
        methods
            .filter_map(|it| self.hashes_alike(it).or_else(|| self.holds_nothing(it)))
            .collect()
    }

    /// `def __hash__(self): return 1`, where the plan speaks of hashing.
    fn hashes_alike(&self, method: &Definition) -> Option<StubFact> {
        let asked = sentences(self.ground)
            .iter()
            .any(|it| begins(&it.to_lowercase(), "hash"));
        let inside = self
            .source
            .get(method.span.bytes.start..method.span.bytes.end)?;
        let (_, answer) = inside.rsplit_once("return ")?;
        let only = inside.matches("return").count() == 1;
        let number = !answer.trim().is_empty() && answer.trim().chars().all(|c| c.is_ascii_digit());
        let named = last(method) == "__hash__";
        (named && asked && only && number).then(|| {
            finding(
                method.span.line,
                &method.name,
                Reason::FixedValue,
                "gives one number for all, and the plan speaks of hashing",
            )
            .ruled(PLAN_ANSWER_FIXED)
        })
    }

    /// A method with nothing in it, where the plan says what it does: "a `setdefault` that sets a missing key".
    fn holds_nothing(&self, method: &Definition) -> Option<StubFact> {
        let name = last(method);
        let hollow = match method.body {
            Body::Hollow(_) => true,
            Body::None | Body::Substantive => false,
        };
        let empty = self.code.stubs.iter().any(|it| {
            it.line == method.span.line && matches!(it.reason, Reason::Empty | Reason::DefaultValue)
        });
        let alone = || {
            let all = self.code.definitions.iter();
            all.filter(|it| last(it) == name).count() == 1
        };
        if !hollow || !empty || !alone() {
            return None;
        }
        let clauses = sentences(self.ground).iter().flat_map(|it| it.split(". "));
        let asks = |clause: &str| {
            let said = ["a", "an", "the", "new"].iter().any(|article| {
                ["that", "which"]
                    .iter()
                    .any(|next| says(clause, &format!("{article} {name} {next}")))
            });
            said && !OPEN.iter().any(|it| says(&clause.to_lowercase(), it))
        };
        let asked = clauses.flat_map(|it| it.split(';')).any(asks);
        asked.then(|| {
            finding(
                method.span.line,
                &method.name,
                Reason::Empty,
                "holds nothing, and the plan says what it does",
            )
            .ruled(PLAN_ANSWER_FIXED)
        })
    }
}
