//! Where the tests of a text stand, what they are called, and how they are switched off: one file a language. What they
//! assert is not looked at here.

use super::suite::Skip;
use super::token::Tokens;
use crate::facts::Span;
use crate::language::Language;
use crate::syntax::{Node, Tree};

mod go;
mod java;
mod python;
mod rust;
mod script;

/// Bytes of a reason after which no more is added to it.
const REASON_MAX: usize = 1_000;

/// How far back a case is looked for that holds a place.
const AROUND_MAX: usize = 64;

/// A test as the tree shows it.
pub(super) struct Raw<'t> {
    pub(super) name: String,
    pub(super) group: String,
    pub(super) span: Span,
    /// Its statements.
    pub(super) body: Node<'t>,
    /// Attributes, decorators, annotations; the callee for tests that are calls.
    pub(super) marks: Vec<Node<'t>>,
    pub(super) skipped: Option<Skip>,
    pub(super) focused: bool,
    /// What its switch and the notes beside it say of why it is switched off.
    pub(super) reason: String,
    /// There is no statement in it.
    pub(super) is_empty: bool,
    /// It may be empty for a reason: it overrides one that a base class has.
    pub(super) may_be_empty: bool,
    /// A mark says what must happen, so that it needs no assertion.
    pub(super) asserts_by_mark: bool,
    /// The error that a mark demands: its line, and which one.
    pub(super) throws: Option<(u32, Option<String>)>,
    /// Other tests stand in it.
    pub(super) holds_cases: bool,
}

impl<'t> Raw<'t> {
    fn new(name: &str, node: Node<'t>, body: Node<'t>) -> Raw<'t> {
        Raw {
            name: name.to_owned(),
            group: String::new(),
            span: node.span(),
            body,
            marks: Vec::new(),
            skipped: None,
            focused: false,
            reason: String::new(),
            is_empty: body.named().all(|it| {
                it.is_any(&["pass_statement", "empty_statement"])
                    || it.is("statement_list") && it.named().next().is_none()
            }),
            may_be_empty: false,
            asserts_by_mark: false,
            throws: None,
            holds_cases: false,
        }
    }

    fn skip(&mut self, how: Skip) {
        self.skipped = self.skipped.max(Some(how));
    }

    /// Switches it off by what stands at a place: its words and the notes beside it are the reason.
    fn switch(&mut self, how: Skip, by: Node<'_>, words: &str) {
        self.skip(how);
        for text in std::iter::once(words).chain(notes(by)) {
            if self.reason.len() < REASON_MAX {
                self.reason.push_str(text);
                self.reason.push('\n');
            }
        }
    }
}

/// All tests of a text, in source order.
pub(super) fn find<'t>(
    path: &str,
    language: Language,
    tree: &'t Tree<'t>,
    tokens: &Tokens<'t>,
) -> Vec<Raw<'t>> {
    let mut found = match language {
        Language::Rust => rust::find(tree, tokens),
        Language::TypeScript | Language::Tsx => script::find(path, tree),
        Language::Python => python::find(path, tree),
        Language::Go => go::find(path, tree),
        Language::Java => java::find(tree),
        Language::Vue | Language::Other => Vec::new(),
    };
    found.sort_by_key(|it| it.span.bytes);
    let mut open: Vec<usize> = Vec::new();
    for at in 0..found.len() {
        let start = found.get(at).map_or(0, |it| it.span.bytes.start);
        while let Some(last) = open.last().copied() {
            let Some(outer) = found.get_mut(last) else {
                break;
            };
            if start < outer.span.bytes.end {
                outer.holds_cases = true;
                break;
            }
            open.pop();
        }
        open.push(at);
    }
    found
}

/// The innermost case that holds a byte, by its index.
pub(super) fn around(cases: &[Raw<'_>], byte: usize) -> Option<usize> {
    let before = cases.partition_point(|it| it.span.bytes.start <= byte);
    let near = before.saturating_sub(AROUND_MAX)..before;
    near.rev()
        .find(|at| cases.get(*at).is_some_and(|it| holds(it, byte)))
}

pub(super) fn holds(case: &Raw<'_>, byte: usize) -> bool {
    case.span.bytes.start <= byte && byte < case.span.bytes.end
}

/// Names, outermost first.
fn joined(mut inside_out: Vec<String>) -> String {
    inside_out.reverse();
    inside_out.join(" > ")
}

/// The statements directly inside a body, where one list of them may stand between.
fn statements<'t>(body: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let list = body.child("statement_list").unwrap_or(body);
    list.named()
}

/// The call of that look by which a body begins, without a condition.
fn call_at_top<'t>(body: Node<'t>, starts: &[&str]) -> Option<Node<'t>> {
    statements(body).take(8).find(|it| {
        let text = it.text();
        let text = text.strip_prefix("await ").unwrap_or(text);
        starts.iter().any(|start| text.starts_with(start))
    })
}

/// The comments right above a place and behind it on its line, but for those that document the code.
fn notes<'t>(by: Node<'t>) -> impl Iterator<Item = &'t str> {
    let outer = by
        .ancestors()
        .take_while(move |it| it.start() == by.start());
    let places = std::iter::once(by).chain(outer);
    let texts = places.flat_map(|place| {
        let (mut above, mut behind) = (Vec::new(), Vec::new());
        let line = place.span().end_line;
        for it in place.parent().into_iter().flat_map(Node::children) {
            if it.end() <= place.start() {
                if it.is_extra() {
                    above.push(it.text());
                } else {
                    above.clear();
                }
            } else if it.start() >= place.end() && it.line() == line && it.is_extra() {
                behind.push(it.text());
            } else if it.line() > line {
                break;
            }
        }
        above.append(&mut behind);
        above
    });
    let documents = |it: &&str| {
        ["///", "//!", "/**"]
            .iter()
            .any(|sign| it.starts_with(sign))
    };
    texts.filter(move |it| !documents(it))
}
