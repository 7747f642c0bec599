//! With what a field of a struct is set, where something sets it.

use crate::parts::How;
use crate::rust::data::atomic;
use crate::rust::data::fields::is_empty;
use crate::rust::values::{self, Value};
use crate::syntax::Node;

/// With what a member is set.
pub(super) fn how(value: Node<'_>) -> How {
    let bare = match value.is("parenthesized_expression") {
        true => value.named().next().unwrap_or(value),
        false => value,
    };
    match bare.kind() {
        "boolean_literal" => return How::Constant,
        _ if atomic::is_fresh_atomic(bare) => return How::Empty,
        "identifier" if bare.text() != "None" => {
            return match is_parameter(bare) {
                true => How::Given,
                false => How::Computed,
            };
        }
        // What a type calls its default may be anything.
        "call_expression" => {
            let function = bare.field("function").map_or("", Node::text);
            let owner = function.strip_suffix("::default").unwrap_or("");
            if function.ends_with("default") && !is_empty(owner) {
                return How::Computed;
            }
        }
        "scoped_identifier" => return How::Computed,
        _ => {}
    }
    match values::value(bare) {
        Some(Value::Default) => How::Empty,
        Some(Value::Unit | Value::Fixed) => How::Constant,
        None => How::Computed,
    }
}

/// Whether a name is one that the function around was given.
fn is_parameter(name: Node<'_>) -> bool {
    let around = name
        .ancestors()
        .find(|it| it.is_any(&["function_item", "closure_expression"]));
    let listed = around
        .filter(|it| it.is("function_item"))
        .and_then(|it| it.field("parameters"));
    let mut patterns = listed
        .into_iter()
        .flat_map(Node::named)
        .filter_map(|it| it.field("pattern"));
    patterns.any(|it| {
        let inner = match it.is("mut_pattern") {
            true => it.named().last().unwrap_or(it),
            false => it,
        };
        inner.text() == name.text()
    })
}
