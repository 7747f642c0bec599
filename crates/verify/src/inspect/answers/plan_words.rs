//! What the plan's words say for or against a finding: a method of a visitor for what nobody asked about, a case that was
//! asked for and is never made, a text that is no number and was to be refused.

use std::collections::BTreeSet;

use code::{Body, Certainty, Definition, Delta, Language, Reason, Stub};

use crate::inspect::Subject;
use crate::inspect::known::last;
use crate::inspect::prose::{WRONG, begins, sentences};

/// First words of methods of which a type calls one for each thing that it meets.
const FOR_EACH: [&str; 13] = [
    "visit", "on", "enter", "exit", "leave", "before", "after", "begin", "end", "start", "handle",
    "notify", "accept",
];
/// As many others must be there for the one to be one of several.
const OTHERS_MIN: usize = 2;
/// How many lines up to that of an error are looked at for the call that met it.
const LINES_BEFORE: usize = 4;

impl Subject<'_> {
    /// Whether a method is one of several that are called for one sort of thing each, of which others work, and the plan
    /// says nothing of its sort: `visitText` of a collector of names (Java).
    pub(in crate::inspect) fn is_passed_over(&self, stub: &Stub) -> bool {
        let quiet = matches!(
            stub.reason,
            Reason::FixedValue | Reason::DefaultValue | Reason::Identity | Reason::Empty
        );
        if self.code.language != Language::Java || !quiet {
            return false;
        }
        let mut here = self.code.definitions.iter();
        let Some(own) = here.find(|it| it.span.line == stub.line && is_owed(it)) else {
            return false;
        };
        let (owner, name) = own.name.rsplit_once('.').unwrap_or(("", &own.name));
        let (first, rest) = parts(name);
        let all = self.code.definitions.iter();
        let others: Vec<&Definition> = all
            .filter(|it| it.name != own.name && is_owed(it))
            .filter(|it| {
                let (of, name) = it.name.rsplit_once('.').unwrap_or(("", &it.name));
                of == owner && parts(name).0 == first
            })
            .collect();
        let works = others.iter().any(|it| it.body == Body::Substantive);
        let texts = sentences(self.context).iter().map(|it| it.to_lowercase());
        let texts: Vec<String> = texts.collect();
        let spoken = |word: &String| texts.iter().any(|it| begins(it, word));
        FOR_EACH.contains(&first.as_str())
            && others.len() >= OTHERS_MIN
            && works
            && !rest.is_empty()
            && !rest.iter().all(spoken)
    }

    /// Lines of new functions that read a text, and never make a case that the plan lists beside the others.
    pub(in crate::inspect) fn unmade(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let stubs = delta.map_or(&[][..], |it| &it.stubs).iter();
        let stubs = stubs.filter_map(|at| self.code.stubs.get(*at));
        let faint = stubs.filter(|it| {
            it.certainty == Certainty::Faint && it.reason == Reason::NotImplemented && !it.test
        });
        let texts = sentences(self.context);
        let asked = faint.filter(|stub| {
            let Some((owner, case)) = stub.what.rsplit_once("::") else {
                return false;
            };
            let holds = |text: &str, name: &str| {
                text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .any(|it| it == name)
            };
            let mut clauses = texts.iter().flat_map(|it| it.split(". "));
            clauses.any(|it| holds(it, owner) && holds(it, case))
        });
        asked.map(|it| it.line).collect()
    }

    /// Whether the plan wants what can't be read to be refused, by a sentence that names the function or type around, and
    /// what could not be read there gives way to something.
    pub(in crate::inspect) fn is_to_be_refused(&self, line: u32) -> bool {
        const READS: [&str; 6] = [
            "parse",
            "Parse",
            "NumberFormat",
            "Atoi(",
            " int(",
            " float(",
        ];
        const NO: [&str; 9] = [
            "no number",
            "not a number",
            "not numeric",
            "no integer",
            "non-numeric",
            "malformed",
            "cannot be parsed",
            "can't be parsed",
            "can't be read",
        ];
        const ON: [&str; 6] = ["throw", "raise", "return", "give", "fail", "panic"];
        let at = usize::try_from(line).unwrap_or(usize::MAX);
        let first = at.saturating_sub(LINES_BEFORE);
        let mut near = self.source.lines().skip(first).take(LINES_BEFORE);
        if !near.any(|it| READS.iter().any(|word| it.contains(word))) {
            return false;
        }
        let all = self.code.definitions.iter();
        let around = all.filter(|it| (it.span.line..=it.span.end_line).contains(&line));
        let names: BTreeSet<&str> = around
            .flat_map(|it| it.name.split(['.', ':']).chain([last(it)]))
            .filter(|it| it.len() > 3)
            .collect();
        let mut texts = sentences(self.context).iter().copied();
        texts.any(|text| {
            let mut clauses = text.split(". ").flat_map(|it| it.split([';', '\n']));
            clauses.any(|clause| {
                let lower = clause.to_lowercase();
                let wrong = WRONG.iter().any(|it| begins(&lower, it));
                let on = ON.iter().any(|it| begins(&lower, it));
                let unread = NO.iter().any(|it| lower.contains(it));
                let mut words = clause.split(|c: char| !(c.is_alphanumeric() || c == '_'));
                wrong && on && unread && words.any(|it| names.contains(it))
            })
        })
    }
}

/// Whether a method is one that another type asks for.
fn is_owed(definition: &Definition) -> bool {
    definition.kind.is_function() && definition.marks.iter().any(|it| it == "Override")
}

/// The first word of a name, and the others, small.
fn parts(name: &str) -> (String, Vec<String>) {
    let mut words: Vec<String> = vec![String::new()];
    for c in name.chars() {
        if c.is_uppercase() {
            words.push(String::new());
        }
        if let Some(last) = words.last_mut() {
            last.extend(c.to_lowercase());
        }
    }
    let mut words = words.into_iter();
    let first = words.next().unwrap_or_default();
    (first, words.filter(|it| it.len() > 2).collect())
}
