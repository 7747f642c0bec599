//! Level 5: ways to break what a file provides, so that evidence can be asked whether it notices.
//!
//! A break is put in front of a function's work and leaves everything else as it is, so that the file still compiles:
//! names stay used, and what follows is only never reached. It breaks; it does not say who should have noticed.

mod go;
mod java;
mod python;
mod rust;
mod script;

use crate::facts::{ByteRange, Facts, RegionKind};
use crate::language::Language;
use crate::read::Limits;
use crate::syntax::{Node, Tree};
use crate::vue;

/// What a broken function says when it is run.
pub const MESSAGE: &str = "broken on purpose to see who notices";

/// One way to break a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The function: the last word of its name.
    pub name: String,
    /// Its first line.
    pub line: u32,
    /// How.
    pub kind: BreakKind,
    /// How large the work is that is taken out, in syntax nodes: breaking more says more.
    pub size: u32,
    at: ByteRange,
    text: String,
}

/// How a function is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BreakKind {
    /// It fails as soon as it is called: evidence that still passes never calls it.
    Fails,
    /// It returns at once, with the value that says the least: evidence that still passes does not look at what it does.
    ReturnsNothing,
}

/// What a language makes of one function.
struct Plan {
    /// What the text replaces; empty: it is put in between.
    at: ByteRange,
    text: String,
}

/// Every way to break a file's functions, the largest first. None for languages without a grammar, for tests, and where
/// a break might not compile.
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
    let skipped = [RegionKind::Test, RegionKind::Dead];
    let skip = |node: Node<'_>| skipped.iter().any(|kind| facts.is_in(*kind, node.start()));
    let mut found = Vec::new();
    for node in tree.all() {
        let (Some(name), false) = (name(language, node), skip(node)) else {
            continue;
        };
        for kind in [BreakKind::Fails, BreakKind::ReturnsNothing] {
            let plan = plan(language, node, kind);
            found.extend(plan.map(|Plan { at, text }| Break {
                name: name.to_owned(),
                line: node.line(),
                kind,
                size: node.size(),
                at,
                text,
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
    /// Where the text is broken, in bytes.
    #[must_use]
    pub fn start(&self) -> usize {
        self.at.start
    }

    /// What is put there.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with the function broken; lines keep their numbers.
    #[must_use]
    pub fn apply(&self, source: &str) -> Option<String> {
        let before = source.get(..self.at.start)?;
        let after = source.get(self.at.end..)?;
        Some(format!("{before}{}{after}", self.text))
    }
}

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
    Some(Plan {
        at: ByteRange {
            start: brace.end(),
            end: brace.end(),
        },
        text,
    })
}
