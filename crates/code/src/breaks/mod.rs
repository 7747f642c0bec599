//! Level 5: ways to break what a file provides, so that evidence can be asked whether it notices.
//!
//! A break is put in front of a function's work and leaves everything else as it is, so that the file still compiles:
//! names stay used, and what follows is only never reached. A link is broken where it is used (`links`). It breaks; it does
//! not say who should have noticed.

mod go;
mod java;
mod links;
mod python;
mod rust;
mod script;

use crate::facts::{ByteRange, Facts, RegionKind};
use crate::language::Language;
use crate::read::Limits;
use crate::syntax::{Node, Tree};
use crate::vue;

pub use links::link_breaks;

/// What a broken function says when it is run.
pub const MESSAGE: &str = "broken on purpose to see who notices";

/// One way to break a function, or a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The function: the last word of its name. Of a link: what it uses, names with commas between them.
    pub name: String,
    /// Its first line; of a link, that of the first use.
    pub line: u32,
    /// How.
    pub kind: BreakKind,
    /// How large the work is that is taken out, in syntax nodes: breaking more says more.
    pub size: u32,
    /// In order of their places; none overlaps another.
    edits: Vec<Plan>,
}

/// How a function or a link is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BreakKind {
    /// It fails as soon as it is called: evidence that still passes never calls it.
    Fails,
    /// It returns at once, with the value that says the least: evidence that still passes does not look at what it does.
    ReturnsNothing,
    /// What comes from another file is taken out where its result is dropped, and else fails where it is used: evidence
    /// that still passes does not depend on the link.
    DropsLink,
}

/// One change of the text: what a language makes of one function, or of one use.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Plan {
    /// What the text replaces; empty: it is put in between.
    at: ByteRange,
    text: String,
}

/// Every way to break a file's functions, the largest first. None for languages without a grammar, for tests, for functions
/// that do nothing, and where a break might not compile.
#[must_use]
pub fn breaks(facts: &Facts, source: &str, limits: &Limits) -> Vec<Break> {
    // The functions of a component stand in its scripts; what a template does by itself is left as it is.
    let scripts = (facts.language == Language::Vue).then(|| vue::scripts(source));
    let (language, text) = match &scripts {
        Some(scripts) => (scripts.language, scripts.text.as_str()),
        None => (facts.language, source),
    };
    let Ok(tree) = Tree::parse(language, text, limits) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for node in tree.all() {
        let skipped = is_skipped(facts, node) || !works(language, node);
        let (Some(name), false) = (name(language, node), skipped) else {
            continue;
        };
        for kind in [BreakKind::Fails, BreakKind::ReturnsNothing] {
            let plan = plan(language, node, kind);
            found.extend(plan.map(|plan| Break {
                name: name.to_owned(),
                line: node.line(),
                kind,
                size: node.size(),
                edits: vec![plan],
            }));
        }
        if found.len() >= limits.items_max {
            break;
        }
    }
    found.sort_by(|a, b| (b.size, a.line, a.kind).cmp(&(a.size, b.line, b.kind)));
    found
}

impl Break {
    /// Where the text is changed, in bytes, and what is put there.
    pub fn edits(&self) -> impl Iterator<Item = (usize, &str)> {
        self.edits.iter().map(|it| (it.at.start, it.text.as_str()))
    }

    /// The text with the function or link broken; lines keep their numbers.
    #[must_use]
    pub fn apply(&self, source: &str) -> Option<String> {
        let mut text = String::with_capacity(source.len());
        let mut from = 0;
        for Plan { at, text: put } in &self.edits {
            text.push_str(source.get(from..at.start)?);
            text.push_str(put);
            from = at.end;
        }
        text.push_str(source.get(from..)?);
        Some(text)
    }
}

impl Plan {
    /// A text that is put in at a place.
    fn put(at: usize, text: impl Into<String>) -> Plan {
        Plan {
            at: ByteRange { start: at, end: at },
            text: text.into(),
        }
    }
}

/// Whether a node is code for tests, or never runs.
fn is_skipped(facts: &Facts, node: Node<'_>) -> bool {
    let skipped = [RegionKind::Test, RegionKind::Dead];
    skipped.iter().any(|kind| facts.is_in(*kind, node.start()))
}

/// Whether there is something in a function that could be missed.
fn works(language: Language, function: Node<'_>) -> bool {
    let idle = ["pass_statement", "explicit_constructor_invocation"];
    let is_idle = |it: Node<'_>| it.is_any(&idle) || it.text() == "...";
    let body = function.field("body");
    // A body that is an expression is its value.
    body.is_some_and(|body| {
        let block = body.is_any(&BLOCKS);
        !(block && (body.named().all(is_idle) || only_ends(language, function, body)))
    })
}

/// Whether all that a function does is to say that it is done: what gives nothing back by itself can't be told from what
/// was broken so.
fn only_ends(language: Language, function: Node<'_>, body: Node<'_>) -> bool {
    let mut statements = body.named().filter(|it| !it.is_extra());
    let (Some(only), None) = (statements.next(), statements.next()) else {
        return false;
    };
    let text = only.text().trim_end_matches(';');
    let value = text.strip_prefix("return").unwrap_or(text).trim();
    match language {
        Language::Rust => matches!(value, "" | "()" | "Ok(())"),
        Language::TypeScript | Language::Tsx => matches!(value, "" | "undefined" | "void 0"),
        Language::Python => matches!(value, "" | "None"),
        Language::Go => {
            let fails = function.field("result").map(Node::text) == Some("error");
            value.is_empty() || fails && value == "nil"
        }
        Language::Java => value.is_empty(),
        Language::Vue | Language::Other => false,
    }
}

/// Bodies that are statements.
const BLOCKS: [&str; 3] = ["block", "statement_block", "constructor_body"];

/// The name of a function with a body.
pub(crate) fn name(language: Language, node: Node<'_>) -> Option<&str> {
    match language {
        Language::Rust => rust::name(node),
        Language::TypeScript | Language::Tsx => script::name(node),
        Language::Python => python::name(node),
        Language::Go => go::name(node),
        Language::Java => java::name(node),
        Language::Vue | Language::Other => None,
    }
}

fn plan(language: Language, node: Node<'_>, kind: BreakKind) -> Option<Plan> {
    match language {
        Language::Rust => rust::plan(node, kind),
        Language::TypeScript => script::plan(node, kind, true),
        Language::Tsx => script::plan(node, kind, false),
        Language::Python => python::plan(node, kind),
        Language::Go => go::plan(node, kind),
        Language::Java => java::plan(node, kind),
        Language::Vue | Language::Other => None,
    }
}

/// A text put in right behind an opening brace.
fn behind_brace(body: Node<'_>, text: String) -> Option<Plan> {
    let brace = body.children().next().filter(|it| it.text() == "{")?;
    Some(Plan::put(brace.end(), text))
}
