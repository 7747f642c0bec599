//! A parsed file as one flat list of nodes in source order.
//!
//! A node's descendants are the nodes right after it, so every walk is a loop and no depth of nesting can
//! overflow a stack. The parser's own tree is dropped once the list stands.

use crate::facts::{ByteRange, Span, Unreadable};
use crate::grammar::Grammar;
use crate::kinds::Kinds;

/// How many ancestors a question looks at. Honest code never nests so deep; hostile code may.
const ANCESTORS_MAX: usize = 128;

/// Lines longer than this get byte columns: counting their characters would take too long.
const COLUMN_BYTES_MAX: usize = 4096;

/// A parsed text.
pub(crate) struct Tree<'s> {
    pub(crate) source: &'s str,
    /// How many nodes the parser could not read or made up.
    pub(crate) error_nodes: u32,
    grammar: &'static Grammar,
    nodes: Vec<Raw>,
    kinds: Kinds,
}

struct Raw {
    kind: u16,
    field: u16,
    start: u32,
    end: u32,
    line: u32,
    end_line: u32,
    column: u32,
    parent: u32,
    /// The first node after this one's descendants.
    after: u32,
    named: bool,
    extra: bool,
    broken: bool,
}

/// One node of a [`Tree`].
#[derive(Clone, Copy)]
pub(crate) struct Node<'t> {
    tree: &'t Tree<'t>,
    raw: &'t Raw,
    id: u32,
}

impl<'s> Tree<'s> {
    /// The whole file.
    pub(crate) fn root(&'s self) -> Option<Node<'s>> {
        self.node(0)
    }

    /// Every node, in source order.
    pub(crate) fn all(&'s self) -> impl Iterator<Item = Node<'s>> {
        self.run(0, u32::MAX)
    }

    /// Those of some kinds.
    pub(crate) fn of(&'s self, kinds: &[&str]) -> impl Iterator<Item = Node<'s>> + use<'s> {
        self.of_all(&[kinds])
    }

    /// Those of the kinds of several lists.
    pub(crate) fn of_all(&'s self, kinds: &[&[&str]]) -> impl Iterator<Item = Node<'s>> + use<'s> {
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
    pub(crate) fn node(&'s self, id: u32) -> Option<Node<'s>> {
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
    pub(crate) fn id(self) -> u32 {
        self.id
    }

    /// The grammar's word for it.
    #[inline]
    pub(crate) fn kind(self) -> &'static str {
        self.tree.grammar.kind(self.raw.kind)
    }

    /// The grammar's number for its kind.
    #[inline]
    pub(crate) fn kind_id(self) -> u16 {
        self.raw.kind
    }

    /// The grammar's number for the field it fills in its parent; 0 for none.
    #[inline]
    pub(crate) fn field_id(self) -> u16 {
        self.raw.field
    }

    /// Whether it is of that kind.
    #[inline]
    pub(crate) fn is(self, kind: &str) -> bool {
        self.kind() == kind
    }

    /// Whether it is of one of those kinds.
    #[inline]
    pub(crate) fn is_any(self, kinds: &[&str]) -> bool {
        kinds.contains(&self.kind())
    }

    /// The field it fills in its parent; empty for none.
    #[inline]
    pub(crate) fn field_name(self) -> &'static str {
        self.tree.grammar.field(self.raw.field)
    }

    /// Whether the grammar names it, as opposed to a bare token such as `{`.
    #[inline]
    pub(crate) fn is_named(self) -> bool {
        self.raw.named
    }

    /// Whether it may stand anywhere, as comments do.
    #[inline]
    pub(crate) fn is_extra(self) -> bool {
        self.raw.extra
    }

    /// Whether the parser could not read all of it.
    #[inline]
    pub(crate) fn is_broken(self) -> bool {
        self.raw.broken
    }

    /// Its text.
    #[inline]
    pub(crate) fn text(self) -> &'t str {
        self.tree.source.get(self.start()..self.end()).unwrap_or("")
    }

    /// The text before it.
    pub(crate) fn lead(self) -> &'t str {
        self.tree.source.get(..self.start()).unwrap_or("")
    }

    #[inline]
    pub(crate) fn start(self) -> usize {
        index(self.raw.start)
    }

    #[inline]
    pub(crate) fn end(self) -> usize {
        index(self.raw.end)
    }

    /// Its first line, from 1.
    pub(crate) fn line(self) -> u32 {
        self.raw.line
    }

    pub(crate) fn bytes(self) -> ByteRange {
        ByteRange {
            start: self.start(),
            end: self.end(),
        }
    }

    pub(crate) fn span(self) -> Span {
        let before = index(self.raw.column);
        let line_start = self.start().saturating_sub(before);
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
            end_line: self.raw.end_line,
            bytes: self.bytes(),
        }
    }

    #[inline]
    pub(crate) fn parent(self) -> Option<Node<'t>> {
        match self.id {
            0 => None,
            _ => self.tree.node(self.raw.parent),
        }
    }

    /// Ancestors from the parent outwards, as far as anyone should look.
    pub(crate) fn ancestors(self) -> impl Iterator<Item = Node<'t>> {
        std::iter::successors(self.parent(), |node| node.parent()).take(ANCESTORS_MAX)
    }

    /// All children, tokens and comments too.
    pub(crate) fn children(self) -> impl Iterator<Item = Node<'t>> {
        let after = self.raw.after;
        let first = self.id.saturating_add(1);
        let at = move |id: u32| (id < after).then(|| self.tree.node(id)).flatten();
        std::iter::successors(at(first), move |node| at(node.raw.after))
    }

    /// Children the grammar names, comments left out.
    pub(crate) fn named(self) -> impl Iterator<Item = Node<'t>> {
        self.children().filter(|n| n.is_named() && !n.is_extra())
    }

    /// The child that fills a field.
    pub(crate) fn field(self, name: &str) -> Option<Node<'t>> {
        self.children()
            .find(|n| n.raw.field != 0 && n.field_name() == name)
    }

    /// The first child of that kind, named or a bare token.
    pub(crate) fn child(self, kind: &str) -> Option<Node<'t>> {
        self.children().find(|n| n.is(kind))
    }

    /// The node before it in source order: a leaf, whatever holds it.
    pub(crate) fn previous(self) -> Option<Node<'t>> {
        self.tree.node(self.id.checked_sub(1)?)
    }

    /// The first node after everything inside it.
    pub(crate) fn next(self) -> Option<Node<'t>> {
        self.tree.node(self.raw.after)
    }

    /// Everything inside it, in source order.
    pub(crate) fn descendants(self) -> impl Iterator<Item = Node<'t>> {
        self.tree.run(self.id.saturating_add(1), self.raw.after)
    }

    /// Itself and everything inside it, of those kinds alone, in source order.
    pub(crate) fn within(self, kinds: &[&str]) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let Node { tree, raw, id } = self;
        let kinds = kinds.iter().flat_map(|kind| tree.grammar.numbers(kind));
        let ids = tree.kinds.merged_between(kinds.copied(), id, raw.after);
        ids.filter_map(|id| tree.node(id))
    }

    /// How many nodes it is made of.
    pub(crate) fn size(self) -> u32 {
        self.raw.after.saturating_sub(self.id)
    }

    /// Whether it has no children.
    pub(crate) fn is_leaf(self) -> bool {
        self.raw.after == self.id.saturating_add(1)
    }
}

#[inline]
pub(crate) fn index(id: u32) -> usize {
    usize::try_from(id).unwrap_or(usize::MAX)
}

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The list of a parser's tree.
pub(crate) fn flatten<'s>(
    grammar: &'static Grammar,
    source: &'s str,
    parsed: &tree_sitter::Tree,
    nodes_max: usize,
) -> Result<Tree<'s>, Unreadable> {
    let mut cursor = parsed.walk();
    let count = parsed.root_node().descendant_count();
    let mut nodes: Vec<Raw> = Vec::with_capacity(count.min(nodes_max));
    // Where the whole is sound, no part of it need be asked.
    let sound = !parsed.root_node().has_error();
    let mut open: Vec<u32> = Vec::new();
    let mut error_nodes: u32 = 0;
    loop {
        let node = cursor.node();
        if nodes.len() >= nodes_max {
            return Err(Unreadable::TooComplex);
        }
        if !sound && (node.is_error() || node.is_missing()) {
            error_nodes = error_nodes.saturating_add(1);
        }
        let id = small(nodes.len());
        let field = cursor.field_id().map_or(0, std::num::NonZero::get);
        let parent = open.last().copied().unwrap_or(0);
        nodes.push(raw(&node, field, parent, !sound && node.has_error()));
        if cursor.goto_first_child() {
            open.push(id);
            continue;
        }
        close(&mut nodes, id);
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                let kinds = nodes.iter().map(|node| node.kind);
                return Ok(Tree {
                    source,
                    error_nodes,
                    grammar,
                    kinds: Kinds::of(grammar.kind_count(), kinds),
                    nodes,
                });
            }
            if let Some(done) = open.pop() {
                close(&mut nodes, done);
            }
        }
    }
}

fn raw(node: &tree_sitter::Node<'_>, field: u16, parent: u32, broken: bool) -> Raw {
    let (start, end) = (node.start_position(), node.end_position());
    Raw {
        kind: node.kind_id(),
        field,
        start: small(node.start_byte()),
        end: small(node.end_byte()),
        line: small(start.row.saturating_add(1)),
        end_line: small(end.row.saturating_add(1)),
        column: small(start.column),
        parent,
        after: 0,
        named: node.is_named(),
        extra: node.is_extra(),
        broken,
    }
}

fn close(nodes: &mut [Raw], id: u32) {
    let after = small(nodes.len());
    if let Some(node) = nodes.get_mut(index(id)) {
        node.after = after;
    }
}
