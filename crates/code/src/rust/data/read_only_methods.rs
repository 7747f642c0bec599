//! What only looks at a thing: methods that leave a collection as it is, macros that tell or assert.

use crate::syntax::Node;

/// Methods that leave a collection as it is.
const READING: [&str; 22] = [
    "iter",
    "len",
    "is_empty",
    "get",
    "contains",
    "contains_key",
    "clone",
    "to_vec",
    "keys",
    "values",
    "first",
    "last",
    "as_slice",
    "to_owned",
    "cloned",
    "join",
    "concat",
    "binary_search",
    "starts_with",
    "ends_with",
    "range",
    "windows",
];

/// Whether a method leaves what it is called on as it is.
pub(in crate::rust) fn is_reading(method: &str) -> bool {
    READING.contains(&method)
}

/// Whether the macro around a name only looks at it: formatting and assertions do.
pub(in crate::rust) fn only_looks(node: Node<'_>) -> bool {
    let call = node.ancestors().find(|n| n.is("macro_invocation"));
    let name = call.and_then(|it| it.field("macro")).map_or("", Node::text);
    name.starts_with("assert")
        || name.starts_with("debug_assert")
        || [
            "format", "println", "write", "writeln", "info", "debug", "json",
        ]
        .contains(&name)
}
