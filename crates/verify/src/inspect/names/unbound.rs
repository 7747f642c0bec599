//! Names that a module of TypeScript uses and nothing in it binds any more, or never did, although another module offers
//! them, the import is what is missing; or the file defined them itself and does no more.

use std::collections::BTreeSet;

use code::project::is_declaration;
use code::{Facts, Language, Reading, Reason};

use crate::facts::StubFact;
use crate::inspect::{Subject, finding};
use crate::rules::NAME_UNBOUND;

/// Names that are looked at.
const NAMES_MAX: usize = 2_000;

/// Names that are there without being brought in, and that modules like to offer as well.
const GLOBAL: [&str; 104] = [
    "AbortController",
    "AbortSignal",
    "Array",
    "Attr",
    "Audio",
    "Blob",
    "Buffer",
    "Cache",
    "Comment",
    "Crypto",
    "CustomEvent",
    "Date",
    "Document",
    "Element",
    "Error",
    "Event",
    "EventTarget",
    "File",
    "FileList",
    "FormData",
    "Function",
    "Headers",
    "History",
    "Image",
    "Infinity",
    "Iterator",
    "JSON",
    "JSX",
    "Lock",
    "Location",
    "Map",
    "Math",
    "Navigator",
    "Node",
    "NodeList",
    "Notification",
    "Number",
    "Object",
    "Option",
    "Omit",
    "Partial",
    "Pick",
    "Plugin",
    "Promise",
    "Proxy",
    "Range",
    "React",
    "Readonly",
    "Record",
    "Reflect",
    "RegExp",
    "Request",
    "Required",
    "Response",
    "Selection",
    "Set",
    "Storage",
    "String",
    "Symbol",
    "Text",
    "Touch",
    "TypeError",
    "URL",
    "URLSearchParams",
    "Window",
    "Worker",
    "Vue",
    "alert",
    "close",
    "confirm",
    "console",
    "crypto",
    "define",
    "document",
    "escape",
    "event",
    "exports",
    "external",
    "fetch",
    "find",
    "focus",
    "global",
    "globalThis",
    "history",
    "length",
    "location",
    "module",
    "name",
    "navigator",
    "open",
    "origin",
    "parent",
    "print",
    "process",
    "prompt",
    "require",
    "scroll",
    "self",
    "status",
    "stop",
    "top",
    "unescape",
    "undefined",
    "window",
];

impl Subject<'_> {
    /// What the file uses and does not bring in.
    pub(in crate::inspect) fn unbound(&self) -> Vec<StubFact> {
        let path = self.path.as_str();
        let known = self.code.reading == Reading::Parsed && !self.code.truncated;
        if !is_module(&self.code) || !known || is_declaration(path) {
            return Vec::new();
        }
        let before = self.ground.base.and_then(|it| it.facts(path));
        let stood: BTreeSet<&str> = before.into_iter().flat_map(unbound).collect();
        let missing = unbound(&self.code).filter(|it| !stood.contains(it) && !GLOBAL.contains(it));
        let missing = missing.filter(|it| !self.is_set_somehow(it));
        let missing: BTreeSet<&str> = missing.take(NAMES_MAX).collect();
        if missing.is_empty() {
            return Vec::new();
        }
        let mut offered: BTreeSet<&str> = BTreeSet::new();
        let mut ambient: BTreeSet<&str> = BTreeSet::new();
        for (other, facts) in self.ground.project.all() {
            if other == path || !facts.language.is_script() {
                continue;
            }
            if is_declaration(other) || !is_module(facts) {
                // A global of a script or of declarations is there without being brought in.
                ambient.extend(facts.definitions.iter().map(|it| it.name.as_str()));
                continue;
            }
            offered.extend(facts.exports.iter().map(|it| it.name.as_str()));
            // Where others do without, something else brings it.
            ambient.extend(unbound(facts));
        }
        // What the file itself defined is nobody else's: it was renamed or taken out, and not everywhere.
        let own = before.map_or(&[][..], |it| &it.definitions).iter();
        let own = own.filter(|it| !it.nested && !it.test && it.module.is_empty());
        let own: BTreeSet<&str> = own.map(|it| it.name.as_str()).collect();
        let lost = missing.into_iter().filter(|it| !ambient.contains(it));
        let lost = lost.filter(|it| offered.contains(it) || own.contains(it));
        lost.filter_map(|name| {
            let uses = self.code.references.get(name)?;
            let line = uses.iter().find(|it| !it.test)?.line;
            let why = match own.contains(name) {
                true => "is used, and nothing defines it any more",
                false => {
                    "is used and brought in from nowhere, though a module of the tree offers it"
                }
            };
            Some(finding(line, name, Reason::NeverRead, why).ruled(NAME_UNBOUND))
        })
        .collect()
    }

    /// Whether the text says the name as one says what one makes: a variable that is good further out than it looks.
    fn is_set_somehow(&self, name: &str) -> bool {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let before = |at: usize| self.source.get(..at).unwrap_or_default();
        let after = |at: usize| {
            let end = at.saturating_add(name.len());
            self.source.get(end..).unwrap_or_default()
        };
        let mut places = self.source.match_indices(name).take(NAMES_MAX);
        places.any(|(at, _)| {
            let (head, tail) = (before(at), after(at));
            if head.ends_with(word) || tail.starts_with(word) {
                return false;
            }
            let rest = tail.trim_start();
            let sets = rest.starts_with('=') && !rest.starts_with("==");
            const MAKING: [&str; 9] = [
                "var",
                "let",
                "const",
                "function",
                "class",
                "enum",
                "namespace",
                "type",
                "interface",
            ];
            let head = head.trim_end().trim_end_matches('*').trim_end();
            sets || MAKING.iter().any(|it| head.ends_with(it))
        })
    }
}

/// Whether a file is a module, whose names are its own.
fn is_module(facts: &Facts) -> bool {
    let script = match facts.language {
        Language::TypeScript | Language::Tsx => true,
        Language::Rust
        | Language::Vue
        | Language::Python
        | Language::Go
        | Language::Java
        | Language::Other => false,
    };
    script && !(facts.imports.is_empty() && facts.exports.is_empty())
}

/// Names that a file uses and does not bind.
fn unbound(facts: &Facts) -> impl Iterator<Item = &str> {
    let brought = facts.imports.iter().flat_map(|it| &it.names);
    let brought = brought.filter_map(|it| it.local.as_deref().or(Some(it.name.as_str())));
    let made = facts.definitions.iter().map(|it| it.name.as_str());
    let bound: BTreeSet<&str> = brought.chain(made).collect();
    let used = facts.references.keys().map(String::as_str);
    used.filter(move |it| !bound.contains(it))
}
