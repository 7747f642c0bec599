//! Work of TypeScript that is lost by the form of a statement: a value that is overwritten before anybody looks at it.

use crate::parts::{Reason, Stub};
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 200;

/// How much of one expression is searched, in nodes.
const NODES_MAX: usize = 400;

/// Finds all of it.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let nodes = stage.scan.live_of(&["expression_statement"]);
    let nodes = nodes.filter(|n| !stage.scan.in_test(*n));
    let mut found = Vec::new();
    for node in nodes {
        if found.len() >= FOUND_MAX {
            break;
        }
        let name = overwritten(node).map(str::to_owned);
        found.extend(name.map(|it| Stub::likely(node.line(), it, Reason::NeverRead)));
    }
    found
}

fn code(block: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    block.named().filter(|it| !it.is_extra())
}

fn works(node: Node<'_>) -> bool {
    let mut inside = std::iter::once(node).chain(node.descendants());
    let mut inside = inside.by_ref().take(NODES_MAX);
    inside.any(|it| it.is_any(&shape::WORKS) || it.is("yield_expression"))
}

/// `let text = write(rows); text = '';`: what was worked out is gone before anybody looked.
fn overwritten(statement: Node<'_>) -> Option<&str> {
    let set = statement.named().next()?;
    let name = set.field("left").filter(|it| it.is("identifier"))?;
    let value = set
        .field("right")
        .filter(|_| set.is("assignment_expression"))?;
    let block = statement.parent()?;
    let above = block.named().take_while(|it| it.id() != statement.id());
    let previous = above.last()?;
    let before = match previous.kind() {
        "lexical_declaration" | "variable_declaration" => {
            let mut declared = code(previous);
            let only = declared.next().filter(|it| it.is("variable_declarator"))?;
            (declared.next().is_none() && only.field("name")?.text() == name.text())
                .then(|| only.field("value"))??
        }
        "expression_statement" => {
            let set = previous.named().next()?;
            (set.is("assignment_expression") && set.field("left")?.text() == name.text())
                .then(|| set.field("right"))??
        }
        _ => return None,
    };
    let mut inside = std::iter::once(value).chain(value.descendants());
    let uses = inside.any(|it| it.text() == name.text() && it.named().next().is_none());
    (works(before) && !uses && !works(value) && !value.is_any(&shape::FUNCTIONS))
        .then(|| name.text())
}
