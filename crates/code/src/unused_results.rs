//! Functions that give something back, as far as one file goes: those that it defines for itself or that only work something
//! out, and those that it calls without ever taking what they give. Whether nobody takes it is for the tree.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{How, Setting};
use crate::scan::Scan;
use crate::syntax::Node;

/// How much of one function is searched, in nodes.
const NODES_MAX: usize = 20_000;

/// How much around a name is looked at.
const AROUND_MAX: usize = 6;

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

/// What makes one value of another, and does nothing else, by its name in one language or several.
const WORKS_OUT: [&str; 86] = [
    "len",
    "str",
    "int",
    "float",
    "bool",
    "list",
    "dict",
    "set",
    "tuple",
    "sorted",
    "reversed",
    "min",
    "max",
    "sum",
    "abs",
    "round",
    "isinstance",
    "any",
    "all",
    "zip",
    "enumerate",
    "range",
    "type",
    "ord",
    "chr",
    "join",
    "split",
    "strip",
    "trim",
    "lower",
    "upper",
    "replace",
    "startswith",
    "endswith",
    "format",
    "items",
    "keys",
    "values",
    "get",
    "toLowerCase",
    "toUpperCase",
    "replaceAll",
    "startsWith",
    "endsWith",
    "slice",
    "substring",
    "concat",
    "map",
    "filter",
    "reduce",
    "flatMap",
    "flat",
    "every",
    "some",
    "entries",
    "fromEntries",
    "has",
    "includes",
    "indexOf",
    "charAt",
    "charCodeAt",
    "padStart",
    "repeat",
    "find",
    "isArray",
    "parseInt",
    "parseFloat",
    "floor",
    "ceil",
    "exec",
    "test",
    "match",
    "length",
    "isEmpty",
    "contains",
    "containsKey",
    "valueOf",
    "equals",
    "append",
    "make",
    "cap",
    "hasOwnProperty",
    "String",
    "Number",
    "Boolean",
    "Array",
];
/// Statements that have an effect, or may have one, beyond the function they stand in.
const EFFECTS: [&str; 16] = [
    "await",
    "await_expression",
    "yield",
    "yield_expression",
    "delete_statement",
    "global_statement",
    "nonlocal_statement",
    "with_statement",
    "try_statement",
    "go_statement",
    "defer_statement",
    "send_statement",
    "update_expression",
    "augmented_assignment",
    "augmented_assignment_expression",
    "synchronized_statement",
];

/// Marks names: `name->` is a function of this file's own that gives something back, `name=>` one that does nothing else,
/// `name()` one that the file calls and whose answer it never takes, `name!` one that it brings in or marks, and of which it
/// takes more than to hand it on.
pub(crate) fn mark(scan: &Scan<'_>, manner: &Manner, set: &mut BTreeMap<String, Setting>) {
    let named = || scan.live_of(manner.named).filter_map(|it| it.field("name"));
    let own: BTreeSet<&str> = named().map(Node::text).collect();
    let mut taken: BTreeMap<&str, bool> = BTreeMap::new();
    let mut brought: BTreeSet<&str> = BTreeSet::new();
    for node in scan.live_of(manner.names) {
        let itself = || own.contains(node.text()) && is_of_itself(node, manner);
        if scan.in_test(node) || is_definition(node, manner) || itself() {
            continue;
        }
        if is_passed_on(node) {
            brought.insert(node.text());
            continue;
        }
        let known = taken.entry(node.text()).or_insert(false);
        *known |= !is_left_lying(node, manner);
    }
    let mut gives: BTreeSet<String> = BTreeSet::new();
    for node in scan.live_of(manner.named) {
        let Some(name) = node.field("name").filter(|_| !scan.in_test(node)) else {
            continue;
        };
        let ways = ways(node, manner);
        if (manner.own)(node) && ways == Some(true) {
            gives.insert(format!("{}->", name.text()));
        }
        if ways.is_some() && only_works_out(node, manner) {
            gives.insert(format!("{}=>", name.text()));
            brought.insert(name.text());
        }
    }
    let mark = Setting {
        read: true,
        how: How::Computed,
    };
    let lying = taken.iter().filter(|(_, taken)| !**taken);
    let lying = lying.map(|(name, _)| format!("{name}()"));
    let both = taken
        .iter()
        .filter(|(name, taken)| **taken && brought.contains(*name));
    let marks = lying
        .chain(gives)
        .chain(both.map(|(name, _)| format!("{name}!")));
    let room = scan.limits.items_max.saturating_sub(set.len());
    set.extend(marks.take(room).map(|it| (it, mark)));
}

fn is_definition(name: Node<'_>, manner: &Manner) -> bool {
    let parent = name.parent();
    name.field_name() == "name" && parent.is_some_and(|it| it.is_any(manner.named))
}

/// Whether a name is only brought in there, or handed on to whoever asks this file for it.
fn is_passed_on(name: Node<'_>) -> bool {
    const HANDS: [&str; 5] = [
        "import_statement",
        "import_from_statement",
        "import_declaration",
        "export_specifier",
        "export_statement",
    ];
    let mut at = name;
    for around in name.ancestors().take(AROUND_MAX) {
        match around.kind() {
            kind if HANDS.contains(&kind) => return true,
            "variable_declarator" => {
                let value = around.field("value").filter(|_| at.field_name() == "name");
                return value.is_some_and(|it| it.text().starts_with("require("));
            }
            "assignment_expression" => {
                let left = around.field("left").map_or("", Node::text);
                let right = at.field_name() == "right";
                return right
                    && (left.starts_with("module.exports") || left.starts_with("exports."));
            }
            "dotted_name" | "relative_import" | "aliased_import" | "import_specifier"
            | "named_imports" | "import_clause" | "export_clause" | "object" | "pair" => {
                at = around
            }
            _ => return false,
        }
    }
    false
}

/// Whether a name stands in the very function that bears it.
fn is_of_itself(name: Node<'_>, manner: &Manner) -> bool {
    let mut around = name.ancestors().filter(|it| it.is_any(manner.named));
    around.any(|it| {
        it.field("name")
            .is_some_and(|own| own.text() == name.text())
    })
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

/// Whether a function that gives a value wherever it ends gives more than what another call does: that may be passed on for
/// nothing. `None` where it ends without a value.
fn ways(function: Node<'_>, manner: &Manner) -> Option<bool> {
    let body = function.field("body")?;
    let inside = body.descendants().take(NODES_MAX);
    let returns = inside.filter(|it| it.is_any(&["return_statement", "return_expression"]));
    let own = returns.filter(|it| {
        let around = it.ancestors().find(|it| it.is_any(manner.functions));
        around.map(Node::id) == Some(function.id())
    });
    let mut worked = None;
    for given in own {
        let value = given.named().find(|it| !it.is_extra())?;
        let itself = matches!(
            value.text(),
            "self" | "this" | "nil" | "None" | "null" | "undefined"
        );
        worked = Some(worked == Some(true) || (!itself && !value.is_any(manner.calls)));
    }
    worked
}

/// Whether all that a function does is to work out what it gives: nothing is set but names of its own, and nothing is called
/// but what makes one value of another.
fn only_works_out(function: Node<'_>, manner: &Manner) -> bool {
    let own = function.field("name").map_or("", Node::text);
    let Some(body) = function.field("body") else {
        return false;
    };
    let mut inside = body.descendants().take(NODES_MAX);
    inside.all(|it| {
        if it.is_any(manner.calls) {
            let callee = it.field("function").or_else(|| it.field("name"));
            let name = callee.map_or("", |it| it.named().last().unwrap_or(it).text());
            return name == own || WORKS_OUT.contains(&name);
        }
        match it.kind() {
            "assignment" | "assignment_expression" | "assignment_statement" => {
                let left = it.field("left");
                left.is_some_and(|it| it.within(manner.members).next().is_none() && !is_part(it))
            }
            "new_expression" | "object_creation_expression" => is_thrown(it),
            kind => !EFFECTS.contains(&kind),
        }
    })
}

/// Whether what is set is a place within something: `of[0]`.
fn is_part(left: Node<'_>) -> bool {
    let parts = [
        "subscript",
        "subscript_expression",
        "index_expression",
        "array_access",
        "field_access",
        "unary_expression",
    ];
    left.is_any(&parts) || left.within(&parts).next().is_some()
}

fn is_thrown(made: Node<'_>) -> bool {
    made.parent().is_some_and(|it| it.is("throw_statement"))
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
