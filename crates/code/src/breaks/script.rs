//! Breaking TypeScript and JavaScript functions.

use super::{BreakKind, MESSAGE, Plan, behind_brace};
use crate::syntax::Node;

pub(super) const FUNCTIONS: [&str; 6] = [
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "generator_function",
    "arrow_function",
    "method_definition",
];

pub(super) fn name(node: Node<'_>) -> Option<&str> {
    node.field("body").filter(|_| node.is_any(&FUNCTIONS))?;
    if let Some(own) = node.field("name") {
        return Some(own.text());
    }
    // A function that is handed on on the spot is part of the one around it.
    let holder = node.parent()?;
    let name = match holder.kind() {
        "variable_declarator" => holder.field("name"),
        "pair" => holder.field("key"),
        "assignment_expression" => holder.field("left")?.field("property"),
        "public_field_definition" => holder.field("name"),
        "export_statement" => return Some("default"),
        _ => None,
    };
    name.map(Node::text)
}

pub(super) fn plan(node: Node<'_>, kind: BreakKind, typed: bool) -> Option<Plan> {
    let body = node.field("body")?;
    let nothing = if typed {
        "undefined as any"
    } else {
        "undefined"
    };
    let work = match kind {
        BreakKind::Fails => format!("throw new Error(\"{MESSAGE}\");"),
        BreakKind::ReturnsNothing => {
            let constructor = node
                .field("name")
                .is_some_and(|it| it.text() == "constructor");
            (!constructor).then(|| format!("return {nothing};"))?
        }
        BreakKind::DropsLink => return None,
    };
    if body.is("statement_block") {
        return behind_brace(body, format!(" {work} "));
    }
    let lines: String = body.text().chars().filter(|c| *c == '\n').collect();
    Some(Plan {
        at: body.bytes(),
        text: format!("{{ {work} {lines}}}"),
    })
}
