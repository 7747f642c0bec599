//! A parsed file as one flat list of nodes in source order.
//!
//! A node's descendants are the nodes right after it, so every walk is a loop and no depth of nesting can
//! overflow a stack. The parser's own tree is dropped once the list stands.

use crate::facts::{ByteRange, Span};
use crate::grammar::Grammar;
use crate::kinds::Kinds;
use crate::rows::Rows;

/// How many ancestors a question looks at. Honest code never nests so deep; hostile code may.
const ANCESTORS_MAX: usize = 128;

/// Lines longer than this get byte columns: counting their characters would take too long.
const COLUMN_BYTES_MAX: usize = 4096;

/// A parsed text.
pub struct Tree<'s> {
    pub(crate) source: &'s str,
    /// How many nodes the parser could not read or made up.
    pub(crate) error_nodes: u32,
    pub(crate) grammar: &'static Grammar,
    pub(crate) nodes: Vec<Raw>,
    pub(crate) kinds: Kinds,
    pub(crate) rows: Rows,
}

/// A node as it lies in the list.
pub(crate) struct Raw {
    pub(crate) kind: u16,
    pub(crate) field: u16,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) line: u32,
    pub(crate) parent: u32,
    /// The first node after this one's descendants.
    pub(crate) after: u32,
    pub(crate) named: bool,
    pub(crate) extra: bool,
    pub(crate) broken: bool,
}

/// One node of a [`Tree`].
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree<'t>,
    raw: &'t Raw,
    id: u32,
}

impl<'s> Tree<'s> {
    /// The whole file.
    pub fn root(&'s self) -> Option<Node<'s>> {
        self.node(0)
    }

    /// Every node, in source order.
    pub fn all(&'s self) -> impl Iterator<Item = Node<'s>> {
        self.run(0, u32::MAX)
    }

    /// Those of some kinds.
    pub fn of(&'s self, kinds: &[&str]) -> impl Iterator<Item = Node<'s>> + use<'s> {
        self.of_all(&[kinds])
    }

    /// Those of the kinds of several lists.
    pub fn of_all(&'s self, kinds: &[&[&str]]) -> impl Iterator<Item = Node<'s>> + use<'s> {
        let kinds = kinds.iter().flat_map(|it| it.iter());
        let kinds = kinds.flat_map(|kind| self.grammar.numbers(kind));
        let ids = self.kinds.merged(kinds.copied());
        ids.filter_map(|id| self.node(id))
    }

    /// The nodes from one id up to another, which is left out.
    #[inline]
    fn run(&'s self, from: u32, to: u32) -> impl Iterator<Item = Node<'s>> {
        let to = index(to).min(self.nodes.len());
        let nodes = self.nodes.get(index(from)..to).unwrap_or_default();
        nodes.iter().zip(from..).map(|(raw, id)| Node {
            tree: self,
            raw,
            id,
        })
    }

    /// The node with that id.
    #[inline]
    pub fn node(&'s self, id: u32) -> Option<Node<'s>> {
        let raw = self.nodes.get(index(id))?;
        Some(Node {
            tree: self,
            raw,
            id,
        })
    }
}

impl<'t> Node<'t> {
    /// Its place in the list; ids rise with the source.
    #[inline]
    pub fn id(self) -> u32 {
        self.id
    }

    /// The grammar's word for it.
    #[inline]
    pub fn kind(self) -> &'static str {
        self.tree.grammar.kind(self.raw.kind)
    }

    /// The grammar's number for its kind.
    #[inline]
    pub fn kind_id(self) -> u16 {
        self.raw.kind
    }

    /// The grammar's number for the field it fills in its parent; 0 for none.
    #[inline]
    pub fn field_id(self) -> u16 {
        self.raw.field
    }

    /// Whether it is of that kind.
    #[inline]
    pub fn is(self, kind: &str) -> bool {
        self.kind() == kind
    }

    /// Whether it is of one of those kinds.
    #[inline]
    pub fn is_any(self, kinds: &[&str]) -> bool {
        kinds.contains(&self.kind())
    }

    /// The field it fills in its parent; empty for none.
    #[inline]
    pub fn field_name(self) -> &'static str {
        self.tree.grammar.field(self.raw.field)
    }

    /// Whether the grammar names it, as opposed to a bare token such as `{`.
    #[inline]
    pub fn is_named(self) -> bool {
        self.raw.named
    }

    /// Whether it may stand anywhere, as comments do.
    #[inline]
    pub fn is_extra(self) -> bool {
        self.raw.extra
    }

    /// Whether the parser could not read all of it.
    #[inline]
    pub fn is_broken(self) -> bool {
        self.raw.broken
    }

    /// Its text.
    #[inline]
    pub fn text(self) -> &'t str {
        self.tree.source.get(self.start()..self.end()).unwrap_or("")
    }

    /// The text before it.
    pub fn lead(self) -> &'t str {
        self.tree.source.get(..self.start()).unwrap_or("")
    }

    /// The text from where it begins.
    pub fn after(self) -> &'t str {
        self.tree.source.get(self.start()..).unwrap_or("")
    }

    /// Its first byte.
    #[inline]
    pub fn start(self) -> usize {
        index(self.raw.start)
    }

    /// The byte after its last.
    #[inline]
    pub fn end(self) -> usize {
        index(self.raw.end)
    }

    /// Its first line, from 1.
    pub fn line(self) -> u32 {
        self.raw.line
    }

    /// The bytes that it stands at.
    pub fn bytes(self) -> ByteRange {
        ByteRange {
            start: self.start(),
            end: self.end(),
        }
    }

    /// Where it stands, for people.
    pub fn span(self) -> Span {
        let rows = &self.tree.rows;
        let line_start = index(rows.start(self.raw.line)).min(self.start());
        let before = self.start().saturating_sub(line_start);
        let characters = match before {
            0..=COLUMN_BYTES_MAX => self
                .tree
                .source
                .get(line_start..self.start())
                .map_or(before, |text| text.chars().count()),
            _ => before,
        };
        Span {
            line: self.raw.line,
            column: u32::try_from(characters.saturating_add(1)).unwrap_or(u32::MAX),
            end_line: rows.line(self.raw.end),
            bytes: self.bytes(),
        }
    }

    /// The node that holds it; `None` for the whole file.
    #[inline]
    pub fn parent(self) -> Option<Node<'t>> {
        match self.id {
            0 => None,
            _ => self.tree.node(self.raw.parent),
        }
    }

    /// Ancestors from the parent outwards, as far as anyone should look.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'t>> {
        std::iter::successors(self.parent(), |node| node.parent()).take(ANCESTORS_MAX)
    }

    /// All children, tokens and comments too.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        let after = self.raw.after;
        let first = self.id.saturating_add(1);
        let at = move |id: u32| (id < after).then(|| self.tree.node(id)).flatten();
        std::iter::successors(at(first), move |node| at(node.raw.after))
    }

    /// Children the grammar names, comments left out.
    pub fn named(self) -> impl Iterator<Item = Node<'t>> {
        self.children().filter(|n| n.is_named() && !n.is_extra())
    }

    /// The child that fills a field.
    pub fn field(self, name: &str) -> Option<Node<'t>> {
        self.children()
            .find(|n| n.raw.field != 0 && n.field_name() == name)
    }

    /// The first child of that kind, named or a bare token.
    pub fn child(self, kind: &str) -> Option<Node<'t>> {
        self.children().find(|n| n.is(kind))
    }

    /// The node before it in source order: a leaf, whatever holds it.
    pub fn previous(self) -> Option<Node<'t>> {
        self.tree.node(self.id.checked_sub(1)?)
    }

    /// The first node after everything inside it.
    pub fn next(self) -> Option<Node<'t>> {
        self.tree.node(self.raw.after)
    }

    /// Everything inside it, in source order.
    pub fn descendants(self) -> impl Iterator<Item = Node<'t>> {
        self.tree.run(self.id.saturating_add(1), self.raw.after)
    }

    /// Itself and everything inside it, of those kinds alone, in source order.
    pub fn within(self, kinds: &[&str]) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let Node { tree, raw, id } = self;
        let kinds = kinds.iter().flat_map(|kind| tree.grammar.numbers(kind));
        let ids = tree.kinds.merged_between(kinds.copied(), id, raw.after);
        ids.filter_map(|id| tree.node(id))
    }

    /// How many nodes it is made of.
    pub fn size(self) -> u32 {
        self.raw.after.saturating_sub(self.id)
    }

    /// Whether it has no children.
    pub fn is_leaf(self) -> bool {
        self.raw.after == self.id.saturating_add(1)
    }
}

#[inline]
pub(crate) fn index(id: u32) -> usize {
    usize::try_from(id).unwrap_or(usize::MAX)
}

pub(crate) fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
