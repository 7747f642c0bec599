//! Breaking Java methods.

use super::{BreakKind, MESSAGE, Plan, behind_brace};
use crate::syntax::Node;

pub(super) fn name(node: Node<'_>) -> Option<&str> {
    let kinds = ["method_declaration", "constructor_declaration"];
    node.field("body").filter(|_| node.is_any(&kinds))?;
    node.field("name").map(Node::text)
}

pub(super) fn plan(node: Node<'_>, kind: BreakKind) -> Option<Plan> {
    // The condition keeps the compiler from calling what follows unreachable.
    let text = match kind {
        BreakKind::Fails => format!(" {}", fails()),
        BreakKind::ReturnsNothing => {
            let of = node.field("type").map_or("void", Node::text);
            format!(" if (true) return{}; ", nothing(of))
        }
        BreakKind::DropsLink => return None,
    };
    let body = node.field("body")?;
    // Another constructor has to be called first.
    let called = body.named().next();
    match called.filter(|it| it.is("explicit_constructor_invocation")) {
        Some(call) => Some(Plan::put(call.end(), text)),
        None => behind_brace(body, text),
    }
}

/// A statement that fails, in front of another one.
pub(super) fn fails() -> String {
    format!("if (true) throw new AssertionError(\"{MESSAGE}\"); ")
}

fn nothing(of: &str) -> &'static str {
    match of {
        "void" => "",
        "boolean" => " false",
        "byte" | "short" | "int" | "long" | "float" | "double" | "char" => " 0",
        _ => " null",
    }
}
