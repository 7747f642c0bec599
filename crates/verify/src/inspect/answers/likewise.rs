//! What is not like its own kind in Go, where the plan asks for it by name: a method that leaves out what its sisters do, a
//! call that is handed nothing where its like is handed the field that the plan speaks of.

use std::collections::BTreeSet;

use code::{Certainty, Deeds, Delta, Language, Reason, Stub};

use crate::facts::StubFact;
use crate::inspect::answers::dictated::speaks_of_platform;
use crate::inspect::prose::{says, sentences};
use crate::inspect::{Subject, finding};
use crate::rules::PLAN_UNLIKE_SISTERS;

/// Words of a plan that says that one of several is another thing.
const OTHERWISE: [&str; 7] = [
    "alias",
    "deprecat",
    "unlike",
    "except",
    "the same as",
    "no longer",
    "without",
];

impl Subject<'_> {
    /// Lines of what is unlike its kind.
    pub(in crate::inspect) fn unlike(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let fresh = delta.filter(|_| self.code.language == Language::Go);
        let fresh = fresh.map_or(&[][..], |it| &it.stubs).iter();
        let faint = fresh
            .filter_map(|at| self.code.stubs.get(*at))
            .filter(|it| it.certainty == Certainty::Faint && !it.test);
        let asked = faint.filter(|stub| {
            let Some(name) = name(stub) else { return false };
            let texts = sentences(self.ground);
            let named = |it: &&&str| says(it, name);
            let otherwise = |text: &str| {
                let lower = text.to_lowercase();
                OTHERWISE.iter().any(|it| lower.contains(it))
            };
            texts.iter().any(|it| named(&it)) && !texts.iter().filter(named).any(|it| otherwise(it))
        });
        asked.map(|it| it.line).collect()
    }
}

impl Subject<'_> {
    /// Functions of a file for one platform that take something new and leave it, where the plan wants of that platform what
    /// it wants of the others, and there the same function looks at it.
    pub(in crate::inspect) fn unlike_twins(&self) -> Vec<StubFact> {
        let path = self.path.as_str();
        let (Some(base), Language::Go) = (self.ground.base, self.code.language) else {
            return Vec::new();
        };
        if !speaks_of_platform(sentences(self.ground), path) {
            return Vec::new();
        }
        let folder = |path: &str| {
            path.rsplit_once('/')
                .map_or(String::new(), |it| it.0.to_owned())
        };
        let beside = self.ground.project.all();
        let beside: Vec<(&str, &Deeds, &str)> = beside
            .filter(|(at, facts)| {
                *at != path && facts.language == Language::Go && folder(at) == folder(path)
            })
            .flat_map(|(at, facts)| facts.deeds.iter().map(move |it| (at, it.1, it.0.as_str())))
            .collect();
        let mut found = Vec::new();
        for (name, own) in &self.code.deeds {
            let head = self.source.lines();
            let line = usize::try_from(own.line).unwrap_or(usize::MAX);
            let head = head
                .skip(line.saturating_sub(1))
                .take(1)
                .collect::<String>();
            for (at, twin, _) in beside.iter().filter(|it| it.2 == name) {
                let before = base.facts(at).and_then(|it| it.deeds.get(name));
                let was = |it: &&String| before.is_some_and(|of| of.reads.contains(*it));
                let left = twin.reads.difference(&own.reads);
                let fresh = left.filter(|it| before.is_some() && !was(it) && says(&head, it));
                found.extend(fresh.take(1).map(|it| {
                    let why =
                        format!("takes `{it}` and never looks at it, unlike its twin in {at}");
                    finding(own.line, name, Reason::ParameterIgnored, &why)
                        .ruled(PLAN_UNLIKE_SISTERS)
                }));
            }
        }
        found
    }
}

/// The name that the plan has to speak of: a method's own, or the field that is not handed on.
fn name(stub: &Stub) -> Option<&str> {
    match stub.reason {
        Reason::Idle => {
            let (method, _) = stub.what.split_once(", which ")?;
            method.rsplit('.').next()
        }
        Reason::ParameterIgnored => {
            let (_, field) = stub.what.split_once("(.. ")?;
            field.strip_suffix(')')
        }
        Reason::Empty
        | Reason::NotImplemented
        | Reason::AlwaysFails
        | Reason::OnlyLogs
        | Reason::OnlyPreventsDefault
        | Reason::Placeholder
        | Reason::FixedValue
        | Reason::DefaultValue
        | Reason::LiteralResponse
        | Reason::Identity
        | Reason::EmptyTest
        | Reason::ConstantAssertion
        | Reason::SwallowedError
        | Reason::ResultDiscarded
        | Reason::StateNeverFed
        | Reason::NeverRead
        | Reason::Admitted
        | Reason::NoAssertion
        | Reason::MocksSubject => None,
    }
}
