//! Methods that the plan speaks of by name and that do nothing where they stand: hooks that nobody calls, and answers that
//! are the same whatever is asked.

use std::collections::BTreeSet;

use code::project::SymbolUse;
use code::{Certainty, Definition, DefinitionKind, Delta, Language, Reason};

use super::named::sentences;
use super::{Subject, finding};
use crate::facts::StubFact;

/// Methods that are looked at.
const METHODS_MAX: usize = 300;
/// Words of sentences that want an answer that is always the same.
const SETTLED: [&str; 10] = [
    "always", "constant", "fixed", "default", "never", "nothing", "literal", "same", "for now",
    "empty",
];

impl Subject<'_> {
    /// New methods of Java without a statement of which the plan says that they are called, and that no code calls.
    pub(super) fn hooks(&self, delta: &Delta) -> Vec<StubFact> {
        if self.code.language != Language::Java {
            return Vec::new();
        }
        let fresh = delta.definitions.iter().take(METHODS_MAX);
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let empty = fresh.filter(|it| it.kind == DefinitionKind::Method && self.is_bare(it));
        let asked = empty.filter(|it| {
            let name = last(it);
            sentences(self.ground)
                .iter()
                .any(|text| says(text, name) && text.contains("call"))
        });
        let idle = asked.filter(|it| {
            let found = self.ground.project.symbol(self.path.as_str(), it);
            !matches!(found, SymbolUse::Used(..) | SymbolUse::Unknown(_))
        });
        let found = idle.map(|it| {
            let why = "is there to be called, and nothing but tests calls it";
            finding(it.span.line, &it.name, Reason::Idle, why)
        });
        found.collect()
    }

    /// Whether a method has a body, and nothing stands in it.
    fn is_bare(&self, method: &Definition) -> bool {
        let bytes = method.span.bytes;
        let text = self.bare.get(bytes.start..bytes.end).unwrap_or_default();
        let body = text.trim_end().strip_suffix('}').map(str::trim_end);
        body.is_some_and(|it| it.ends_with('{')) && !method.test
    }

    /// Lines of new methods that the plan asks for by name and that answer the same whatever their object holds.
    pub(super) fn same_for_all(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let stubs = delta.map_or(&[][..], |it| &it.stubs).iter();
        let fixed = stubs
            .filter_map(|at| self.code.stubs.get(*at))
            .filter(|it| {
                it.certainty == Certainty::Faint && it.reason == Reason::FixedValue && !it.test
            });
        let asked = fixed.filter(|stub| {
            let name = stub.what.rsplit(['.', ':']).next().unwrap_or(&stub.what);
            let all = self.ground.project.all();
            let bearers = all.flat_map(|(_, facts)| &facts.definitions);
            let bearers = bearers.filter(|it| last(it) == name && !it.test).count();
            bearers == 1
                && sentences(self.ground).iter().any(|text| {
                    let lower = text.to_lowercase();
                    let settled = SETTLED.iter().any(|word| lower.contains(word));
                    says(text, &format!("{name}()")) && !settled
                })
        });
        asked.map(|it| it.line).collect()
    }
}

/// Whether a name stands in a text as a word of its own.
fn says(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at.saturating_add(name.len())..);
        !before.ends_with(part) && !after.unwrap_or_default().starts_with(part)
    })
}

fn last(definition: &Definition) -> &str {
    let name = definition.name.as_str();
    name.rsplit(['.', ':']).next().unwrap_or(name)
}
