//! Breaking Rust functions.

use super::{BreakKind, MESSAGE, Plan, behind_brace};
use crate::syntax::Node;

pub(super) fn name(node: Node<'_>) -> Option<&str> {
    node.field("body").filter(|_| node.is("function_item"))?;
    node.field("name").map(Node::text)
}

pub(super) fn plan(node: Node<'_>, kind: BreakKind) -> Option<Plan> {
    let text = match kind {
        BreakKind::Fails => format!(" {}", fails()),
        BreakKind::ReturnsNothing => {
            let constant = node
                .child("function_modifiers")
                .is_some_and(|it| it.text().split_whitespace().any(|word| word == "const"));
            let value = match node.field("return_type") {
                None => String::new(),
                Some(of) => format!(" {}", nothing(of.text(), 3)?),
            };
            (!constant).then(|| format!(" if true {{ return{value}; }} "))?
        }
        BreakKind::DropsLink => return None,
    };
    behind_brace(node.field("body")?, text)
}

/// A statement that fails, in front of another one.
pub(super) fn fails() -> String {
    format!("if true {{ panic!(\"{MESSAGE}\") }} ")
}

/// The value of a type that says the least, where it is known to be one.
fn nothing(of: &str, depth: u8) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let of = of.trim();
    let (head, inner) = match of.split_once('<') {
        Some((head, rest)) => (head.trim(), rest.strip_suffix('>').unwrap_or(rest)),
        None => (of, ""),
    };
    let head = head.rsplit("::").next().unwrap_or(head);
    let value = match head {
        "()" => "()".to_owned(),
        "bool" => "false".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
        | "isize" => "0".to_owned(),
        "f32" | "f64" => "0.0".to_owned(),
        "String" => "String::new()".to_owned(),
        "&str" | "&'static str" => "\"\"".to_owned(),
        "Option" => "None".to_owned(),
        "Vec" => "Vec::new()".to_owned(),
        "Result" => format!("Ok({})", nothing(first(inner), depth)?),
        _ => return None,
    };
    Some(value)
}

/// The first of several types between commas.
fn first(types: &str) -> &str {
    let mut depth = 0_u32;
    for (at, c) in types.char_indices() {
        match c {
            '<' | '(' | '[' => depth = depth.saturating_add(1),
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return types.get(..at).unwrap_or(types),
            _ => {}
        }
    }
    types
}
