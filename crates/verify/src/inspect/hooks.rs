//! Hooks of which the plan says that they are called: they do nothing where they stand, and nobody calls them.

use code::project::SymbolUse;
use code::{Definition, DefinitionKind, Delta, Language, Reason};

use super::named::{last, sentences};
use super::{Subject, finding};
use crate::facts::StubFact;

/// Methods that are looked at.
const METHODS_MAX: usize = 300;

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
