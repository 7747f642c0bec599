//! Hooks that are there to be called, and that nobody calls: those of which the plan says so, those beside which others are
//! called, methods that a package keeps to itself.

use std::collections::BTreeSet;

use code::{Body, Definition, DefinitionKind, Delta, Language, Reason};
use project::SymbolUse;

use crate::facts::StubFact;
use crate::inspect::known::last;
use crate::inspect::prose::{says, sentences};
use crate::inspect::{Subject, finding};
use crate::rules::{HOOK_NEVER_CALLED, PLAN_HOOK_NEVER_CALLED};

/// Methods that are looked at.
const METHODS_MAX: usize = 300;

impl Subject<'_> {
    /// What is new, is there to be called, and is not.
    pub(in crate::inspect) fn hooks(&self, delta: &Delta) -> Vec<StubFact> {
        match self.code.language {
            Language::Java => self.said_hooks(delta),
            Language::Rust => self.offered_hooks(delta),
            Language::Go => self.idle_methods(delta),
            Language::TypeScript | Language::Tsx | Language::Vue | Language::Other => Vec::new(),
            Language::Python => self.open_hooks(delta),
        }
    }

    /// Methods of a new trait that do nothing unless somebody writes them, where others of the trait are called.
    fn offered_hooks(&self, delta: &Delta) -> Vec<StubFact> {
        let fresh = delta.definitions.iter().take(METHODS_MAX);
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let fresh: Vec<&Definition> = fresh.collect();
        let traits = fresh.iter().filter(|it| it.kind == DefinitionKind::Trait);
        let mut found = Vec::new();
        for it in traits.filter(|it| !it.test) {
            let within = |method: &&&Definition| {
                let (outer, inner) = (it.span.bytes, method.span.bytes);
                let inside = outer.start < inner.start && inner.end <= outer.end;
                inside && method.kind == DefinitionKind::Method && self.is_bare(method)
            };
            let methods = fresh.iter().filter(within);
            let (called, idle): (Vec<&Definition>, Vec<&Definition>) =
                methods.copied().partition(|it| self.is_called(last(it)));
            if called.is_empty() {
                continue;
            }
            found.extend(idle.into_iter().map(|it| {
                let why = "is there to be called as others of its trait are, and nothing calls it";
                finding(it.span.line, &it.name, Reason::NeverRead, why).ruled(HOOK_NEVER_CALLED)
            }));
        }
        found
    }

    /// Members that came with the empty function in them, as others stand there that are called, and that nothing calls:
    /// `empty: noop, onresume: noop`.
    pub(in crate::inspect) fn idle_slots(&self, before: Option<&str>) -> Vec<StubFact> {
        let script = self.code.language.is_script();
        let Some(before) = before.filter(|_| script) else {
            return Vec::new();
        };
        let old: BTreeSet<&str> = before.lines().filter_map(slot).collect();
        let lines = self.source.lines().zip(1_u32..);
        let all = lines.filter_map(|(line, at)| Some((slot(line)?, at)));
        let all: Vec<(&str, u32)> = all.take(METHODS_MAX).collect();
        if !all.iter().any(|(name, _)| self.is_called(name)) {
            return Vec::new();
        }
        let fresh = all.into_iter().filter(|(name, _)| !old.contains(name));
        // A name that code says in any other manner may be taken by it.
        let idle = fresh.filter(|(name, _)| {
            let said = self
                .source
                .split(|c: char| !(c.is_alphanumeric() || c == '_'));
            !self.is_called(name) && said.filter(|it| it == name).count() == 1
        });
        idle.map(|(name, line)| {
            let why = "is there to be called as others beside it are, and nothing calls it";
            finding(line, name, Reason::NeverRead, why).ruled(HOOK_NEVER_CALLED)
        })
        .collect()
    }

    /// New methods of Go that only their package can call, that no interface of the tree asks for, and that nothing names.
    fn idle_methods(&self, delta: &Delta) -> Vec<StubFact> {
        let fresh = delta.definitions.iter().take(METHODS_MAX);
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let own = fresh.filter(|it| {
            let body = matches!(it.body, Body::Substantive | Body::Hollow(_));
            let private = last(it).starts_with(char::is_lowercase);
            it.kind == DefinitionKind::Method && body && private && !it.test && it.marks.is_empty()
        });
        let idle = own.filter(|it| {
            let name = last(it);
            let asked = |it: &Definition| it.body == Body::None && last(it) == name;
            let mut files = self.context.project.all();
            let asked =
                files.any(|(_, facts)| facts.truncated || facts.definitions.iter().any(asked));
            // One that tests alone call may be there for them.
            !asked && !self.is_named(name, true)
        });
        idle.map(|it| {
            let why = "is a method of the package's own, and nothing calls it";
            finding(it.span.line, &it.name, Reason::NeverRead, why).ruled(HOOK_NEVER_CALLED)
        })
        .collect()
    }

    /// Whether code that is no test names a function or a member so.
    pub(in crate::inspect) fn is_called(&self, name: &str) -> bool {
        self.is_named(name, false)
    }

    /// Whether code names a member so; `tests`: that of tests counts.
    fn is_named(&self, name: &str, tests: bool) -> bool {
        self.context.project.all().any(|(_, facts)| {
            let members = facts.members.get(name).into_iter().flatten();
            let mut all = members.chain(facts.references.get(name).into_iter().flatten());
            all.any(|it| tests || !it.test) || facts.macro_words.contains_key(name)
        })
    }

    /// New methods of Python that hold nothing, of which the plan says that they are called, and that nothing but tests calls.
    fn open_hooks(&self, delta: &Delta) -> Vec<StubFact> {
        let fresh = delta.definitions.iter().take(METHODS_MAX);
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let empty = fresh.filter(|it| {
            let hollow = matches!(it.body, Body::Hollow(it) if it.reason == Reason::Empty);
            it.kind == DefinitionKind::Method && hollow && !it.test && !last(it).starts_with('_')
        });
        let asked = empty.filter(|it| {
            let mut texts = sentences(self.context).iter();
            texts.any(|text| says(text, last(it)) && text.contains("call"))
        });
        let idle = asked.filter(|it| !self.is_called(last(it)));
        let found = idle.map(|it| {
            let why = "is there to be called, and nothing but tests calls it";
            finding(it.span.line, &it.name, Reason::NeverRead, why).ruled(HOOK_NEVER_CALLED)
        });
        found.collect()
    }

    /// New methods of Java without a statement of which the plan says that they are called, and that no code calls.
    fn said_hooks(&self, delta: &Delta) -> Vec<StubFact> {
        let fresh = delta.definitions.iter().take(METHODS_MAX);
        let fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let empty = fresh.filter(|it| it.kind == DefinitionKind::Method && self.is_bare(it));
        let asked = empty.filter(|it| {
            let name = last(it);
            sentences(self.context)
                .iter()
                .any(|text| says(text, name) && text.contains("call"))
        });
        let idle = asked.filter(|it| {
            let found = self.context.project.symbol(self.path.as_str(), it);
            !matches!(found, SymbolUse::Used(..) | SymbolUse::Unknown(_))
        });
        let found = idle.map(|it| {
            let why = "is there to be called, and nothing but tests calls it";
            finding(it.span.line, &it.name, Reason::NeverRead, why).ruled(PLAN_HOOK_NEVER_CALLED)
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

/// The name of a member that holds the empty function.
fn slot(line: &str) -> Option<&str> {
    const NOTHING: [&str; 5] = [
        "noop",
        "NOOP",
        "() => {}",
        "function () {}",
        "function() {}",
    ];
    let (name, value) = line.trim().split_once(": ")?;
    let plain = |c: char| c.is_alphanumeric() || c == '_';
    let value = value.trim_end_matches(',');
    (NOTHING.contains(&value) && !name.is_empty() && name.chars().all(plain)).then_some(name)
}
