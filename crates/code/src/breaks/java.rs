//! Breaking Java methods.

use super::{BreakKind, MESSAGE, Plan, behind_brace};
use crate::facts::ByteRange;
use crate::syntax::Node;

pub(super) fn name(node: Node<'_>) -> Option<&str> {
    let kinds = ["method_declaration", "constructor_declaration"];
    node.field("body").filter(|_| node.is_any(&kinds))?;
    node.field("name").map(Node::text)
}

pub(super) fn plan(node: Node<'_>, kind: BreakKind) -> Option<Plan> {
    // The condition keeps the compiler from calling what follows unreachable.
    let text = match kind {
        BreakKind::Fails => format!(" if (true) throw new AssertionError(\"{MESSAGE}\"); "),
        BreakKind::ReturnsNothing => {
            let of = node.field("type").map_or("void", Node::text);
            format!(" if (true) return{}; ", nothing(of))
        }
    };
    let body = node.field("body")?;
    // Another constructor has to be called first.
    let called = body.named().next();
    match called.filter(|it| it.is("explicit_constructor_invocation")) {
        Some(call) => Some(Plan {
            at: ByteRange {
                start: call.end(),
                end: call.end(),
            },
            text,
        }),
        None => behind_brace(body, text),
    }
}

fn nothing(of: &str) -> &'static str {
    match of {
        "void" => "",
        "boolean" => " false",
        "byte" | "short" | "int" | "long" | "float" | "double" | "char" => " 0",
        _ => " null",
    }
}
