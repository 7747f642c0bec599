//! Functions that give something back, as far as one file goes: those that it defines for itself, and those that it calls
//! without ever taking what they give. Whether nobody takes it is for the tree.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{How, Setting};
use crate::scan::Scan;
use crate::syntax::Node;

/// How much of one function is searched, in nodes.
const NODES_MAX: usize = 20_000;

/// How a language writes functions and calls.
pub(crate) struct Manner {
    /// Functions of any form.
    pub(crate) functions: &'static [&'static str],
    /// Those of them that bear a name.
    pub(crate) named: &'static [&'static str],
    /// Kinds of nodes that a name may be.
    pub(crate) names: &'static [&'static str],
    /// What is called through something else: `a.b`.
    pub(crate) members: &'static [&'static str],
    /// Calls.
    pub(crate) calls: &'static [&'static str],
    /// Whether a function says by its head that it is for its file or package alone, and gives something that is no error.
    pub(crate) own: fn(Node<'_>) -> bool,
}

/// Marks names: `name->` is a function of this file's own that gives something back, `name()` one that the file calls and
/// whose answer it never takes.
pub(crate) fn mark(scan: &Scan<'_>, manner: &Manner, set: &mut BTreeMap<String, Setting>) {
    let mut taken: BTreeMap<&str, bool> = BTreeMap::new();
    for node in scan.live_of(manner.names) {
        if scan.in_test(node) || is_definition(node, manner) {
            continue;
        }
        let known = taken.entry(node.text()).or_insert(false);
        *known |= !is_left_lying(node, manner);
    }
    let mut gives: BTreeSet<&str> = BTreeSet::new();
    for node in scan.live_of(manner.named) {
        let name = node.field("name").filter(|_| !scan.in_test(node));
        if let Some(name) = name.filter(|_| (manner.own)(node) && answers(node, manner)) {
            gives.insert(name.text());
        }
    }
    let mark = Setting {
        read: true,
        how: How::Computed,
    };
    let lying = taken.iter().filter(|(_, taken)| !**taken);
    let lying = lying.map(|(name, _)| format!("{name}()"));
    let marks = lying.chain(gives.iter().map(|it| format!("{it}->")));
    let room = scan.limits.items_max.saturating_sub(set.len());
    set.extend(marks.take(room).map(|it| (it, mark)));
}

fn is_definition(name: Node<'_>, manner: &Manner) -> bool {
    let parent = name.parent();
    name.field_name() == "name" && parent.is_some_and(|it| it.is_any(manner.named))
}

/// Whether a name stands where it is called, and the call is a statement.
fn is_left_lying(name: Node<'_>, manner: &Manner) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    let last = parent.named().last().map(Node::id) == Some(name.id());
    let call = match parent.is_any(manner.calls) {
        true if matches!(name.field_name(), "function" | "name") => Some(parent),
        true => None,
        false if parent.is_any(manner.members) && last => {
            let around = parent.parent().filter(|it| it.is_any(manner.calls));
            around.filter(|_| parent.field_name() == "function")
        }
        false => None,
    };
    let statement = call.and_then(Node::parent);
    statement.is_some_and(|it| it.is("expression_statement"))
}

/// Whether a function gives a value wherever it ends, and not only what another call gives: that may be passed on for
/// nothing.
fn answers(function: Node<'_>, manner: &Manner) -> bool {
    let Some(body) = function.field("body") else {
        return false;
    };
    let inside = body.descendants().take(NODES_MAX);
    let returns = inside.filter(|it| it.is_any(&["return_statement", "return_expression"]));
    let own = returns.filter(|it| {
        let around = it.ancestors().find(|it| it.is_any(manner.functions));
        around.map(Node::id) == Some(function.id())
    });
    let mut worked = false;
    let mut some = false;
    for given in own {
        let Some(value) = given.named().find(|it| !it.is_extra()) else {
            return false;
        };
        some = true;
        let itself = matches!(
            value.text(),
            "self" | "this" | "nil" | "None" | "null" | "undefined"
        );
        worked |= !itself && !value.is_any(manner.calls);
    }
    some && worked
}

/// Go: a name in small letters, and a result that is neither an error nor what a chain goes on with.
pub(crate) const GO: Manner = Manner {
    functions: &["function_declaration", "method_declaration", "func_literal"],
    named: &["function_declaration", "method_declaration"],
    names: &["identifier", "field_identifier"],
    members: &["selector_expression"],
    calls: &["call_expression"],
    own: |function| {
        let result = function.field("result").map_or("", Node::text);
        let name = function.field("name").map_or("", Node::text);
        let method = function.is("method_declaration");
        name.starts_with(char::is_lowercase)
            && !method
            && !result.is_empty()
            && !result.contains("error")
    },
};

/// Java: a private method that is not `void`.
pub(crate) const JAVA: Manner = Manner {
    functions: &[
        "method_declaration",
        "lambda_expression",
        "constructor_declaration",
    ],
    named: &["method_declaration"],
    names: &["identifier"],
    members: &[],
    calls: &["method_invocation"],
    own: |method| {
        let modifiers = method.child("modifiers");
        let private = modifiers.is_some_and(|it| it.children().any(|it| it.is("private")));
        let kind = method.field("type");
        private && kind.is_some_and(|it| !it.is("void_type"))
    },
};

/// Python: a name that begins with a line, or that of a function inside another one.
pub(crate) const PYTHON: Manner = Manner {
    functions: &["function_definition", "lambda"],
    named: &["function_definition"],
    names: &["identifier"],
    members: &["attribute"],
    calls: &["call"],
    own: |function| {
        let name = function.field("name").map_or("", Node::text);
        let decorated = function
            .parent()
            .is_some_and(|it| it.is("decorated_definition"));
        name.starts_with('_') && !name.starts_with("__") && !decorated
    },
};

/// TypeScript: a function that a file declares without offering it.
pub(crate) const SCRIPT: Manner = Manner {
    functions: &[
        "function_declaration",
        "function_expression",
        "arrow_function",
        "method_definition",
        "generator_function",
        "generator_function_declaration",
    ],
    named: &["function_declaration"],
    names: &[
        "identifier",
        "property_identifier",
        "shorthand_property_identifier",
    ],
    members: &["member_expression"],
    calls: &["call_expression"],
    own: |function| {
        let offered = function
            .parent()
            .is_some_and(|it| it.is("export_statement"));
        !offered && function.child("async").is_none()
    },
};
