//! From the parser's tree to the list of its nodes.
//!
//! Each node asks the parser's library a few questions, and there are eight hundred thousand nodes in a thousand small files.
//! So nothing is asked that is known otherwise: how many children there are says whether there is a first one or a next
//! one, the place in the text says the line, and the kind says whether the grammar names it.

use crate::facts::Unreadable;
use crate::grammar::Grammar;
use crate::kinds::Kinds;
use crate::rows::Rows;
use crate::syntax::{Raw, Tree, index, small};

/// A node whose children are walked.
struct Open {
    id: u32,
    /// Children that are still to come.
    left: u32,
}

/// The list of a parser's tree.
pub(crate) fn flatten<'s>(
    grammar: &'static Grammar,
    source: &'s str,
    parsed: &tree_sitter::Tree,
    nodes_max: usize,
) -> Result<Tree<'s>, Unreadable> {
    let root = parsed.root_node();
    let rows = Rows::of(source);
    let mut cursor = parsed.walk();
    let mut nodes: Vec<Raw> = Vec::with_capacity(root.descendant_count().min(nodes_max));
    // Where the whole is sound, no part of it need be asked.
    let sound = !root.has_error();
    let mut open: Vec<Open> = Vec::new();
    let mut error_nodes: u32 = 0;
    let mut line = 1;
    loop {
        let node = cursor.node();
        if nodes.len() >= nodes_max {
            return Err(Unreadable::TooComplex);
        }
        if !sound && (node.is_error() || node.is_missing()) {
            error_nodes = error_nodes.saturating_add(1);
        }
        let (id, kind, start) = (small(nodes.len()), node.kind_id(), small(node.start_byte()));
        line = rows.line_from(line, start);
        nodes.push(Raw {
            kind,
            field: cursor.field_id().map_or(0, std::num::NonZero::get),
            start,
            end: small(node.end_byte()),
            line,
            parent: open.last().map_or(0, |it| it.id),
            after: id.saturating_add(1),
            named: grammar.is_named(kind),
            extra: node.is_extra(),
            broken: !sound && node.has_error(),
        });
        let children = node.child_count();
        if children > 0 && cursor.goto_first_child() {
            let left = children.saturating_sub(1);
            open.push(Open { id, left });
            continue;
        }
        if !next(&mut cursor, &mut open, &mut nodes) {
            break;
        }
    }
    let kinds = nodes.iter().map(|node| node.kind);
    Ok(Tree {
        source,
        error_nodes,
        grammar,
        kinds: Kinds::of(grammar.kind_count(), kinds),
        nodes,
        rows,
    })
}

/// Goes on to the next node that is no child of the one before; `false` where there is none.
fn next(cursor: &mut tree_sitter::TreeCursor<'_>, open: &mut Vec<Open>, nodes: &mut [Raw]) -> bool {
    while let Some(last) = open.last_mut() {
        if last.left > 0 && cursor.goto_next_sibling() {
            last.left = last.left.saturating_sub(1);
            return true;
        }
        let after = small(nodes.len());
        if let Some(node) = nodes.get_mut(index(last.id)) {
            node.after = after;
        }
        open.pop();
        cursor.goto_parent();
    }
    false
}
