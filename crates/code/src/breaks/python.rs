//! Breaking Python functions.

use super::{BreakKind, MESSAGE, Plan};
use crate::syntax::Node;

pub(super) fn name(node: Node<'_>) -> Option<&str> {
    node.field("body")
        .filter(|_| node.is("function_definition"))?;
    node.field("name").map(Node::text)
}

pub(super) fn plan(node: Node<'_>, kind: BreakKind) -> Option<Plan> {
    let work = match kind {
        BreakKind::Fails => format!("raise AssertionError(\"{MESSAGE}\")"),
        BreakKind::ReturnsNothing => {
            let of = node.field("return_type").map_or("", Node::text);
            format!("return {}", nothing(of))
        }
        BreakKind::DropsLink => return None,
    };
    let mut statements = node.field("body")?.named();
    let is_docstring = |it: &Node<'_>| {
        it.is("expression_statement") && it.named().next().is_some_and(|it| it.is("string"))
    };
    let first = statements.find(|it| !is_docstring(it))?;
    // A block that begins with a compound statement can't share its line.
    let text = match is_compound(first) {
        true => format!("if True: {work}\n{}", indent(first)?),
        false => format!("{work}; "),
    };
    Some(Plan::put(first.start(), text))
}

fn is_compound(node: Node<'_>) -> bool {
    !node.kind().ends_with("_statement") || COMPOUND.contains(&node.kind())
}

const COMPOUND: [&str; 6] = [
    "if_statement",
    "for_statement",
    "while_statement",
    "try_statement",
    "with_statement",
    "match_statement",
];

/// The white space in front of a statement, if it stands first on its line.
fn indent(node: Node<'_>) -> Option<String> {
    let column = usize::try_from(node.span().column).ok()?.checked_sub(1)?;
    Some(" ".repeat(column))
}

fn nothing(of: &str) -> &'static str {
    let head = of.split('[').next().unwrap_or(of);
    match head.trim() {
        "int" => "0",
        "float" => "0.0",
        "bool" => "False",
        "str" => "\"\"",
        "bytes" => "b\"\"",
        "list" | "List" | "Sequence" | "Iterable" | "Iterator" => "[]",
        "dict" | "Dict" | "Mapping" => "{}",
        "set" | "Set" => "set()",
        "tuple" | "Tuple" => "()",
        _ => "None",
    }
}
