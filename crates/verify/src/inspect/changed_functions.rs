//! Functions that a change wrote: those that are new, and those whose code is another than it was. What evidence has to
//! show of a change, it has to show of them.

use std::collections::BTreeMap;

use code::{Body, Definition, Delta, Facts, Keep};

use super::answers::planned_functions::asks_for;
use super::known::last;
use super::prose::{is_of_code, says, sentences};
use super::{Subject, short};
use crate::facts::WrittenFact;

/// Functions of one file that are kept.
const WRITTEN_MAX: usize = 100;

impl Subject<'_> {
    /// What the change wrote in this file, as much as is kept, and how many functions that are in all; `before`: what stood there.
    pub(super) fn written(&self, delta: &Delta, before: Option<&str>) -> (Vec<WrittenFact>, u32) {
        let base = self
            .context
            .base
            .and_then(|it| it.facts(self.path.as_str()));
        let old = before.zip(base);
        let known = old.map_or_else(BTreeMap::new, |(text, facts)| texts(text, facts));
        let bare = self.code.code_only(self.source, Keep::CODE);
        let all = self.code.definitions.iter().enumerate();
        let functions = all.filter(|(_, it)| it.kind.is_function() && !it.test);
        let written = functions.filter(|(at, it)| {
            let now = text(&bare, it);
            delta.definitions.contains(at)
                || known.get(&key(it)).is_some_and(|old| !old.contains(&now))
        });
        let written: Vec<&Definition> = written.map(|(_, it)| it).collect();
        let count = u32::try_from(written.len()).unwrap_or(u32::MAX);
        let kept = written.into_iter().take(WRITTEN_MAX);
        let kept = kept.map(|it| WrittenFact {
            name: short(last(it)),
            line: it.span.line,
            end_line: it.span.end_line,
            hollow: matches!(it.body, Body::Hollow(_)),
            asked: self.is_called_by_name(last(it)),
        });
        (kept.collect(), count)
    }

    /// Whether the plan asks for a function by its name: as an export, in a text that the file has to contain, or as code
    /// in a sentence.
    fn is_called_by_name(&self, name: &str) -> bool {
        let artifacts = self.context.artifacts(self.path.as_str()).iter();
        let mut wanted = artifacts.flat_map(|it| it.exports.iter().chain(&it.contains));
        let asks = |text: &&str| asks_for(text, name) || is_of_code(name) && says(text, name);
        wanted.any(|it| says(it, name)) || sentences(self.context).iter().any(asks)
    }
}

/// What a definition is known by in its file.
fn key(definition: &Definition) -> (String, String) {
    (definition.module.clone(), definition.name.clone())
}

/// The code of every function of a text, by what it is known by; several of one name are overloads.
fn texts(source: &str, facts: &Facts) -> BTreeMap<(String, String), Vec<String>> {
    let bare = facts.code_only(source, Keep::CODE);
    let mut found: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for it in facts.definitions.iter().filter(|it| it.kind.is_function()) {
        found.entry(key(it)).or_default().push(text(&bare, it));
    }
    found
}

/// The code of one function, however it is laid out.
fn text(bare: &str, definition: &Definition) -> String {
    let bytes = definition.span.bytes;
    let own = bare.get(bytes.start..bytes.end).unwrap_or_default();
    own.split_whitespace().collect::<Vec<&str>>().join(" ")
}
