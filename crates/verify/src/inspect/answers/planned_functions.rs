//! Functions that the plan asks for by their names, and that hold nothing: what may be right for one that somebody else wants
//! is work left undone where the plan wants it.

use std::collections::BTreeSet;

use code::{Delta, Reason, Stub};

use crate::inspect::Subject;
use crate::inspect::known::last;
use crate::inspect::prose::{is_of_code, places, says, sentences};

/// Beginnings of words that say of a function that it may hold nothing.
const OPEN: [&str; 16] = [
    "overrid",
    "subclass",
    "optional",
    "callback",
    "listener",
    "custom",
    "stub",
    "abstract",
    "base class",
    "not implemented",
    "notimplemented",
    "unsupported",
    "placeholder",
    "interface",
    "protocol",
    "ignore",
];

/// Words of a name that say that to do nothing is the point.
const LITTLE: [&str; 14] = [
    "nothing", "never", "default", "no", "none", "nop", "noop", "null", "nil", "empty", "dummy",
    "fake", "discard", "disabled",
];

impl Subject<'_> {
    /// Lines of new functions that hold nothing, or give the same for all, and that the plan asks for by name.
    pub(in crate::inspect) fn left_empty(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let fresh = delta.map_or(&[][..], |it| &it.stubs);
        let fresh = fresh.iter().filter_map(|at| self.code.stubs.get(*at));
        let hollow = fresh.filter(|it| is_hollow(it) && !it.test);
        let wanted = hollow.filter(|it| self.is_to_work(it));
        wanted.map(|it| it.line).collect()
    }

    /// Whether the plan asks for what is hollow, and says nowhere that it may be so.
    fn is_to_work(&self, stub: &Stub) -> bool {
        let texts = sentences(self.context);
        let (owner, name) = stub
            .what
            .rsplit_once(['.', ':'])
            .unwrap_or(("", &stub.what));
        let owner = owner.trim_end_matches(':');
        let all = || self.code.definitions.iter();
        // What stands in a class may be there for others to fill.
        let class = self.code.language.is_script()
            && !owner.is_empty()
            && all().any(|it| it.name == owner && !it.kind.is_function());
        let bearers = all().filter(|it| last(it) == name && it.kind.is_function());
        let open = |text: &str| {
            let lower = text.to_lowercase();
            is_settled(text) || OPEN.iter().any(|it| lower.contains(it))
        };
        // A name of several words is asked for wherever it stands.
        let several = self.code.language.is_script() && is_of_code(name);
        let asked = |it: &&str| asks_for(it, name) || several && says(it, name);
        let exported = || {
            let artifacts = self.context.artifacts(self.path.as_str()).iter();
            let mut exports = artifacts.flat_map(|it| &it.exports);
            exports.any(|it| it == name)
        };
        !class
            && !name.is_empty()
            && !is_of_nothing(name)
            && bearers.count() <= 1
            && (texts.iter().any(asked) || exported())
            && !texts.iter().any(|it| it.contains(name) && open(it))
    }
}

/// Whether a name says by one of its words that to do nothing is the point.
pub(in crate::inspect) fn is_of_nothing(name: &str) -> bool {
    let words = code::name_words(name);
    words.iter().any(|it| LITTLE.contains(&it.as_str()))
}

/// Whether a finding says of a whole function that it holds nothing.
fn is_hollow(stub: &Stub) -> bool {
    matches!(
        stub.reason,
        Reason::Empty | Reason::NotImplemented | Reason::FixedValue | Reason::DefaultValue
    )
}

/// Whether a text asks for an answer by the name of a method: `name()`, `Type::name`.
pub(in crate::inspect) fn asks_for(text: &str, name: &str) -> bool {
    let mut all = places(text, name);
    all.any(|(before, after)| before.ends_with(['.', ':', '`']) || after.starts_with(['(', '`']))
}

/// Whether a text says that an answer is always the same.
pub(in crate::inspect) fn is_settled(text: &str) -> bool {
    const SETTLED: [&str; 12] = [
        "always", "constant", "fixed", "default", "never", "nothing", "literal", "same", "for now",
        "empty", "no-op", "noop",
    ];
    let lower = text.to_lowercase();
    SETTLED.iter().any(|it| lower.contains(it))
}
