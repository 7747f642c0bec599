//! Functions as nodes of a tree: what each is called, where it stands, and whether a type has it.

use crate::facts::ByteRange;
use crate::syntax::Node;

/// Nodes around a function that are looked at for its type.
const AROUND_MAX: usize = 6;

/// Whether a node is a function of any sort.
pub(super) fn is_function(node: Node<'_>) -> bool {
    node.is_any(&[
        "function_item",
        "function_definition",
        "function_declaration",
        "method_declaration",
        "method_definition",
        "arrow_function",
        "function_expression",
        "func_literal",
        "closure_expression",
        "lambda_expression",
        "lambda",
        "generator_function",
        "generator_function_declaration",
        "constructor_declaration",
    ])
}

/// A function with a name: the name, and where it stands.
pub(super) fn function(node: Node<'_>) -> Option<(&str, ByteRange)> {
    let kinds = [
        "function_item",
        "function_definition",
        "function_declaration",
        "method_declaration",
        "method_definition",
        "generator_function_declaration",
        "macro_definition",
    ];
    if node.is_any(&kinds) {
        return Some((node.field("name")?.text(), node.bytes()));
    }
    let is_arrow = node.is_any(&[
        "arrow_function",
        "function_expression",
        "closure_expression",
        "func_literal",
        "lambda",
    ]);
    let parent = node.parent().filter(|_| is_arrow)?;
    let name = parent
        .field("name")
        .or_else(|| parent.field("pattern"))
        .or_else(|| parent.field("left"))?;
    (name.is_leaf() || name.is("expression_list")).then(|| (name.text(), node.bytes()))
}

/// Whether a function belongs to a type, so that it is called on something.
pub(super) fn is_method(node: Node<'_>) -> bool {
    if node.is_any(&["method_declaration", "method_definition"]) {
        return true;
    }
    let mut around = node.ancestors().take(AROUND_MAX);
    let owner = around.find(|it| {
        is_function(*it)
            || it.is_any(&[
                "impl_item",
                "trait_item",
                "class_definition",
                "class_body",
                "object",
            ])
    });
    owner.is_some_and(|it| !is_function(it))
}
