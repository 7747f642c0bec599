//! Breaking Go functions.

use super::{BreakKind, MESSAGE, Plan, behind_brace};
use crate::syntax::Node;

pub(super) fn name(node: Node<'_>) -> Option<&str> {
    let kinds = ["function_declaration", "method_declaration"];
    node.field("body").filter(|_| node.is_any(&kinds))?;
    node.field("name").map(Node::text)
}

pub(super) fn plan(node: Node<'_>, kind: BreakKind) -> Option<Plan> {
    let text = match kind {
        BreakKind::Fails => format!(" {}", fails()),
        BreakKind::ReturnsNothing => {
            let values: Vec<String> = match node.field("result") {
                None => Vec::new(),
                Some(list) if list.is("parameter_list") => results(list)?,
                Some(of) => vec![zero(of.text())],
            };
            format!(" if true {{ return {} }}; ", values.join(", "))
        }
        BreakKind::DropsLink => return None,
    };
    behind_brace(node.field("body")?, text)
}

/// A statement that fails, in front of another one.
pub(super) fn fails() -> String {
    format!("if true {{ panic(\"{MESSAGE}\") }}; ")
}

/// One value for each result; several names may share a type.
fn results(list: Node<'_>) -> Option<Vec<String>> {
    let mut values = Vec::new();
    for part in list.named() {
        let of = part.field("type")?.text();
        let names = part
            .children()
            .filter(|it| it.field_name() == "name")
            .count();
        values.extend((0..names.max(1)).map(|_| zero(of)));
    }
    Some(values)
}

/// The zero value of any type at all.
fn zero(of: &str) -> String {
    format!("*new({of})")
}
