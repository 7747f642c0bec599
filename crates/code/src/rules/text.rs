//! A parsed text as the rules' library walks it.
//!
//! Our own flat list of nodes, so that every step of a walk is cheap, and counted: a rule has so many steps for a file,
//! and when they are used up, every node looks empty and the walk ends. A node far down looks empty too, for the library
//! walks down by recursion.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use ast_grep_core::Position;
use ast_grep_core::source::{Content, Doc, Edit, SgNode};

use super::grammars::RuleGrammar;
use crate::grammar;
use crate::syntax::Tree;

/// Nodes this far below the root are shown without children.
const DEPTH_MAX: u16 = 400;

/// How much text is looked at in one step, in bytes.
const STEP_BYTES: usize = 64;

/// A parsed text, cheap to pass around.
#[derive(Clone)]
pub(super) struct Text(Rc<Inner>);

struct Inner {
    source: Source,
    grammar_of_rule: RuleGrammar,
    nodes: Vec<Raw>,
    steps: Cell<u32>,
}

#[derive(Clone, Copy)]
struct Raw {
    kind: u16,
    field: u16,
    depth: u16,
    named: bool,
    extra: bool,
    broken: bool,
    start: u32,
    end: u32,
    line: u32,
    parent: u32,
    /// The sibling before it; 0 for none, for the root is nobody's sibling.
    before: u32,
    /// The first node after its descendants.
    after: u32,
    children: u32,
}

/// One node.
#[derive(Clone, Copy)]
pub(super) struct Spot<'r> {
    text: &'r Inner,
    id: u32,
    raw: Raw,
}

impl Text {
    pub(super) fn new(grammar_of_rule: RuleGrammar, tree: &Tree<'_>) -> Text {
        let mut nodes: Vec<Raw> = Vec::new();
        // The last child seen so far of the node at each place.
        let mut last: Vec<u32> = Vec::new();
        for node in tree.all() {
            let id = small(nodes.len());
            let parent = node.parent().map(|parent| parent.id());
            let above = parent.and_then(|parent| nodes.get_mut(index(parent)));
            let depth = above.map_or(0, |above| {
                above.children = above.children.saturating_add(1);
                above.depth.saturating_add(1)
            });
            let slot = parent.and_then(|parent| last.get_mut(index(parent)));
            let before = slot.map_or(0, |slot| std::mem::replace(slot, id));
            nodes.push(Raw {
                kind: node.kind_id(),
                field: node.field_id(),
                depth,
                named: node.is_named(),
                extra: node.is_extra(),
                broken: node.is_broken(),
                start: small(node.start()),
                end: small(node.end()),
                line: node.line(),
                parent: parent.unwrap_or(0),
                before,
                after: id.saturating_add(node.size()),
                children: 0,
            });
            last.push(0);
        }
        let inner = Inner {
            source: Source(tree.source.to_owned()),
            grammar_of_rule,
            nodes,
            steps: Cell::new(u32::MAX),
        };
        Text(Rc::new(inner))
    }

    /// How many steps are left.
    pub(super) fn steps(&self) -> u32 {
        self.0.steps.get()
    }

    /// Gives so many steps from here on.
    pub(super) fn allow(&self, steps: u32) {
        self.0.steps.set(steps);
    }

    /// How deep it nests.
    pub(super) fn depth(&self) -> usize {
        let deepest = self.0.nodes.iter().map(|raw| raw.depth).max();
        usize::from(deepest.unwrap_or(0))
    }
}

impl Inner {
    fn node(&self, id: u32) -> Option<Spot<'_>> {
        let raw = *self.nodes.get(index(id))?;
        Some(Spot {
            text: self,
            id,
            raw,
        })
    }

    /// Takes steps; whether they were there.
    fn spend(&self, steps: usize) -> bool {
        let left = self.steps.get().saturating_sub(small(steps));
        self.steps.set(left);
        left > 0
    }
}

impl Spot<'_> {
    /// Whether the grammar could not read all of it.
    pub(super) fn is_broken(&self) -> bool {
        self.raw.broken
    }

    /// Its first line, from 1.
    pub(super) fn line(&self) -> u32 {
        self.raw.line
    }
}

impl Doc for Text {
    type Source = Source;
    type Lang = RuleGrammar;
    type Node<'r> = Spot<'r>;

    fn get_lang(&self) -> &RuleGrammar {
        &self.0.grammar_of_rule
    }

    fn get_source(&self) -> &Source {
        &self.0.source
    }

    fn do_edit(&mut self, _edit: &Edit<Source>) -> Result<(), String> {
        Err("rules look, they change nothing".to_owned())
    }

    fn root_node(&self) -> Spot<'_> {
        self.0.node(0).unwrap_or(Spot {
            text: &self.0,
            id: 0,
            raw: NOTHING,
        })
    }

    fn get_node_text<'a>(&'a self, node: &Spot<'a>) -> Cow<'a, str> {
        let range = node.range();
        self.0.spend(range.len().wrapping_div(STEP_BYTES));
        Cow::Borrowed(self.0.source.0.get(range).unwrap_or(""))
    }
}

const NOTHING: Raw = Raw {
    kind: 0,
    field: 0,
    depth: 0,
    named: false,
    extra: false,
    broken: true,
    start: 0,
    end: 0,
    line: 1,
    parent: 0,
    before: 0,
    after: 1,
    children: 0,
};

/// Children from left to right.
struct Children<'r> {
    text: &'r Inner,
    next: u32,
    left: usize,
}

impl<'r> Iterator for Children<'r> {
    type Item = Spot<'r>;

    fn next(&mut self) -> Option<Spot<'r>> {
        self.left = self.left.checked_sub(1)?;
        self.text.spend(1);
        let node = self.text.node(self.next)?;
        self.next = node.raw.after;
        Some(node)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Children<'_> {}

impl<'r> SgNode<'r> for Spot<'r> {
    fn parent(&self) -> Option<Spot<'r>> {
        match self.id {
            0 => None,
            _ if self.text.spend(1) => self.text.node(self.raw.parent),
            _ => None,
        }
    }

    fn ancestors(&self, _root: Spot<'r>) -> impl Iterator<Item = Spot<'r>> {
        std::iter::successors(self.parent(), Spot::parent)
    }

    fn children(&self) -> impl ExactSizeIterator<Item = Spot<'r>> {
        let shown = self.raw.depth < DEPTH_MAX && self.text.spend(1);
        Children {
            text: self.text,
            next: self.id.saturating_add(1),
            left: if shown { index(self.raw.children) } else { 0 },
        }
    }

    fn dfs(&self) -> impl Iterator<Item = Spot<'r>> {
        let text = self.text;
        (self.id..self.raw.after)
            .take_while(move |_| text.spend(1))
            .filter_map(move |id| text.node(id))
    }

    fn next(&self) -> Option<Spot<'r>> {
        let sibling = self.text.node(self.raw.after)?;
        let same = self.id != 0 && sibling.raw.parent == self.raw.parent;
        (same && self.text.spend(1)).then_some(sibling)
    }

    fn prev(&self) -> Option<Spot<'r>> {
        match self.raw.before {
            0 => None,
            before if self.text.spend(1) => self.text.node(before),
            _ => None,
        }
    }

    fn kind(&self) -> Cow<'_, str> {
        let grammar = grammar::of(self.text.grammar_of_rule.0);
        Cow::Borrowed(grammar.map_or("", |grammar| grammar.kind(self.raw.kind)))
    }

    fn kind_id(&self) -> u16 {
        self.raw.kind
    }

    fn node_id(&self) -> usize {
        index(self.id)
    }

    fn range(&self) -> Range<usize> {
        index(self.raw.start)..index(self.raw.end)
    }

    /// Only the byte is meant: no rule may ask for a place.
    fn start_pos(&self) -> Position {
        Position::new(
            index(self.raw.line.saturating_sub(1)),
            0,
            self.range().start,
        )
    }

    fn end_pos(&self) -> Position {
        Position::new(index(self.raw.line.saturating_sub(1)), 0, self.range().end)
    }

    fn is_named(&self) -> bool {
        self.raw.named
    }

    fn is_named_leaf(&self) -> bool {
        !self.children().any(|child| child.raw.named)
    }

    fn is_leaf(&self) -> bool {
        self.raw.children == 0 || self.raw.depth >= DEPTH_MAX
    }

    fn is_missing(&self) -> bool {
        self.raw.start == self.raw.end && self.raw.children == 0
    }

    fn is_error(&self) -> bool {
        self.raw.kind == u16::MAX
    }

    fn is_extra(&self) -> bool {
        self.raw.extra
    }

    fn field(&self, name: &str) -> Option<Spot<'r>> {
        let grammar = grammar::of(self.text.grammar_of_rule.0)?;
        let id = grammar.language.field_id_for_name(name)?;
        self.child_by_field_id(id.get())
    }

    fn field_children(&self, field: Option<u16>) -> impl Iterator<Item = Spot<'r>> {
        let wanted = field.unwrap_or(u16::MAX);
        self.children()
            .filter(move |child| child.raw.field == wanted)
    }

    fn child_by_field_id(&self, field: u16) -> Option<Spot<'r>> {
        self.children().find(|child| child.raw.field == field)
    }
}

/// The text itself, owned.
#[derive(Clone)]
pub(super) struct Source(String);

impl Content for Source {
    type Underlying = u8;

    fn get_range(&self, range: Range<usize>) -> &[u8] {
        self.0.as_bytes().get(range).unwrap_or_default()
    }

    fn decode_str(src: &str) -> Cow<'_, [u8]> {
        Cow::Borrowed(src.as_bytes())
    }

    fn encode_bytes(bytes: &[u8]) -> Cow<'_, str> {
        String::from_utf8_lossy(bytes)
    }

    fn get_char_column(&self, column: usize, _offset: usize) -> usize {
        column
    }
}

fn index(id: u32) -> usize {
    usize::try_from(id).unwrap_or(usize::MAX)
}

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
