//! Answers that are the same whatever is asked because the plan says so: "GET /health answers ok by HealthHandler".

use code::{Reason, RegionKind, Stub};

use crate::inspect::Subject;
use crate::inspect::prose::{says, sentences, split};

/// Words of sentences in which an answer depends on something.
const DEPENDS: [&str; 8] = [
    "if",
    "unless",
    "when",
    "otherwise",
    "default",
    "or",
    "each",
    "depending",
];
/// Parts of sentences in which a program goes on whatever went wrong.
const SURVIVES: [&str; 12] = [
    "recover",
    "surviv",
    "catch",
    "caught",
    "crash",
    "isolat",
    "swallow",
    "contain",
    "goes on",
    "keep",
    "never panic",
    "safe",
];
/// Texts of one function that are looked for.
const TEXTS_MAX: usize = 20;

impl Subject<'_> {
    /// Whether a sentence of the plan names a function, or its type, together with the very text that it answers.
    pub(in crate::inspect) fn is_promised(&self, stub: &Stub) -> bool {
        if stub.what == "recover()" {
            let mut sentences = sentences(self.context).iter();
            return sentences.any(|it| {
                let lower = it.to_lowercase();
                SURVIVES.iter().any(|word| lower.contains(word))
            });
        }
        if stub.reason == Reason::Identity {
            return self.is_to_give_back(stub);
        }
        if stub.reason != Reason::FixedValue {
            return false;
        }
        let mut definitions = self.code.definitions.iter();
        let found = definitions.find(|it| it.span.line == stub.line && it.kind.is_function());
        let Some(definition) = found else {
            return false;
        };
        let span = definition.span.bytes;
        let strings = self.code.regions.iter().filter(|it| {
            let inside = span.start <= it.bytes.start && it.bytes.end <= span.end;
            it.kind == RegionKind::String && inside
        });
        let texts = strings.filter_map(|it| self.bare.get(it.bytes.start..it.bytes.end));
        let texts: Vec<&str> = texts
            .map(|it| it.trim_matches(['"', '\'', '`']).trim())
            .filter(|it| it.len() > 1)
            .take(TEXTS_MAX)
            .collect();
        let names: Vec<&str> = definition.name.split(['.', ':']).collect();
        let sentences = sentences(self.context).iter().copied();
        let mut sentences = sentences
            .flat_map(|it| it.split(['\n', ';']))
            .flat_map(|it| it.split(". "));
        sentences.any(|it| {
            let named = names.iter().any(|name| name.len() > 2 && says(it, name));
            let depends = DEPENDS.iter().any(|word| says(it, word));
            named && !depends && texts.iter().any(|text| says(it, text))
        })
    }

    /// "`Plain(v)` returns v as it is": to do nothing with what is given is what was asked for.
    fn is_to_give_back(&self, stub: &Stub) -> bool {
        const AS_IT_IS: [&str; 11] = [
            "as it is",
            "as is",
            "as-is",
            "unchanged",
            "untouched",
            "it is given",
            "it was given",
            "its argument",
            "its input",
            "the same value",
            "back unaltered",
        ];
        let own = stub.what.rsplit(['.', ':']).next().unwrap_or_default();
        let clauses = sentences(self.context).iter().copied().flat_map(split);
        let mut parts = clauses.flat_map(|it| it.split([',', ':']));
        parts.any(|it| {
            let depends = DEPENDS.iter().any(|word| says(it, word));
            let gives = ["returns", "return", "gives", "gives back", "hands back"];
            let gives = gives.iter().any(|word| says(it, word));
            says(it, own) && gives && !depends && AS_IT_IS.iter().any(|word| says(it, word))
        })
    }
}
