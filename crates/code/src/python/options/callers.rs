//! Who else says what a function takes: whoever is handed the function, overrides it or calls it by its name, and the
//! routes and options that name its parameters.

use std::collections::BTreeSet;

use crate::parts::Definition;
use crate::phrases;
use crate::python::bodies::classes::{Classes, Role};
use crate::python::bodies::no_op_statements;
use crate::python::{marks, shape};
use crate::scan::Scan;
use crate::syntax::Node;

/// Names that are handed on or kept without being called: whoever gets such a function says what it takes.
pub(in crate::python) fn values<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let names = scan.live_of(&["identifier"]);
    let handed = names.filter(|name| {
        let Some(parent) = name.parent() else {
            return false;
        };
        let whole = match parent.is("attribute") && name.field_name() == "attribute" {
            true => parent,
            false => *name,
        };
        let Some(around) = whole.parent() else {
            return false;
        };
        match around.kind() {
            "call" => whole.field_name() != "function",
            "argument_list"
            | "pair"
            | "list"
            | "tuple"
            | "set"
            | "return_statement"
            | "expression_list"
            | "dictionary"
            | "conditional_expression"
            | "boolean_operator" => true,
            "keyword_argument" | "assignment" => {
                matches!(whole.field_name(), "value" | "right")
            }
            "default_parameter" | "typed_default_parameter" => whole.field_name() == "value",
            _ => false,
        }
    });
    handed.map(Node::text).collect()
}

/// Names that more than one method of the file bears.
pub(in crate::python) fn several(definitions: &[Definition]) -> BTreeSet<&str> {
    let methods = definitions.iter().filter_map(|d| d.name.rsplit_once('.'));
    let mut seen = BTreeSet::new();
    methods
        .map(|(_, name)| name)
        .filter(|name| !seen.insert(*name))
        .collect()
}

/// Whether nobody else is known to say what a function takes.
pub(in crate::python) fn is_free(
    function: Node<'_>,
    definition: &Definition,
    classes: &Classes<'_>,
    values: &BTreeSet<&str>,
    several: &BTreeSet<&str>,
) -> bool {
    let name = function.field("name").map_or("", Node::text);
    let class = shape::class_of(function);
    let role = class.map(|class| classes.role(class));
    let own = match role {
        None => !name.starts_with("__"),
        // What several classes of a file have is an interface that nobody wrote down.
        Some(Role::Plain) => {
            let alone = !name.starts_with("__") && !several.contains(name);
            name == "__init__" || alone
        }
        // Nobody but the class itself says what it is made of.
        Some(Role::Open) => {
            let whole = class.is_some_and(|class| classes.is_whole(class));
            let alone = whole && !name.starts_with("__") && !several.contains(name);
            name == "__init__" || alone
        }
        Some(Role::Derived | Role::Protocol) => false,
    };
    let configured = function
        .ancestors()
        .any(|n| n.is_any(&["if_statement", "try_statement", "match_statement"]));
    let bound = marks::handles(&definition.marks)
        || marks::excuses(&definition.marks)
        || marks::declares(&definition.marks)
        || marks::is_declarative(&definition.marks);
    let called = name == "main"
        || is_of_python(name)
        || (no_op_statements::is_hook(name, role) && !makes_one(function))
        || no_op_statements::promises_nothing(name)
        || answers_a_call(name);
    own && !configured && !bound && !called && !values.contains(name)
}

/// Whether a function makes another one and hands it out: what it takes is its own.
fn makes_one(function: Node<'_>) -> bool {
    let body = function.field("body").into_iter().flat_map(Node::named);
    let mut inner = BTreeSet::new();
    let mut last = None;
    for statement in body {
        if statement.is("function_definition") {
            inner.extend(statement.field("name").map(Node::text));
        }
        last = Some(statement);
    }
    let given = last.filter(|s| s.is("return_statement"));
    given
        .and_then(|s| s.named().next())
        .is_some_and(|value| inner.contains(value.text()))
}

/// Whether Python itself calls methods of a name, with what it has.
fn is_of_python(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        "find_spec",
        "find_module",
        "load_module",
        "create_module",
        "exec_module",
        "find_distributions",
        "utcoffset",
        "tzname",
        "dst",
        "fromutc",
        "emit",
        "filter",
    ];
    NAMES.contains(&name)
}

/// Whether a name is one of a function that others call with what they have.
fn answers_a_call(name: &str) -> bool {
    const WORDS: [&str; 12] = [
        "callback", "handler", "handle", "hook", "listener", "default", "fallback", "dummy",
        "fake", "mock", "stub", "compat",
    ];
    let words = phrases::name_words(name);
    words.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// Whether the route that a handler answers to names a parameter: `/posts/<int:id>`, `/items/{id}`.
pub(in crate::python) fn in_route(function: Node<'_>, name: &str) -> bool {
    let texts = shape::decorators(function).flat_map(|d| shape::arguments(d).take(1));
    let mut texts = texts.filter_map(shape::string);
    texts.any(|text| {
        let mut parts = text.split(['<', '{']).skip(1);
        parts.any(|part| {
            let inner = part.split(['>', '}']).next().unwrap_or(part);
            let any = inner.starts_with("path:") || inner.ends_with(":path");
            !any && inner.split(':').any(|word| word == name)
        })
    })
}

/// Whether a decorator makes an option of a command of that name: `@click.option("--dry-run")`.
pub(in crate::python) fn in_options(function: Node<'_>, name: &str) -> bool {
    let options =
        shape::decorators(function).filter(|d| matches!(shape::called(*d), "option" | "argument"));
    let mut texts = options.flat_map(shape::arguments).filter_map(shape::string);
    texts.any(|text| text.trim_start_matches('-').replace('-', "_") == name)
}
