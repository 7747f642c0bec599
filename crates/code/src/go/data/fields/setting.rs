//! What one place of a Go file does with a member or a variable of the package: it sets it, and with what, or looks at it.

use std::collections::{BTreeMap, BTreeSet};

use super::checked::is_only_checked;
use super::{NOTHING, drops};
use crate::go::error_handling::errors::FUNCTIONS;
use crate::go::shape::{self, Call, Head};
use crate::go::uses;
use crate::go::values::{self, Locals, Value};
use crate::parts::{How, Setting};
use crate::phrases;
use crate::syntax::Node;

/// How many functions around a place are asked for their parameters.
const AROUND_MAX: usize = 3;

/// How many arguments of a call are looked at.
const PLACES_MAX: usize = 6;

/// What is known of the types of the file.
pub(super) struct Types<'n, 't> {
    pub(super) types: &'n BTreeMap<&'t str, Node<'t>>,
    /// Types with methods.
    pub(super) methods: &'n BTreeSet<&'t str>,
    /// Fields that calls set and read.
    pub(super) apart: &'n BTreeSet<&'t str>,
}

/// Adds what was seen of a name.
pub(super) fn note(done: &mut BTreeMap<String, Setting>, name: &str, read: bool, how: How) {
    let all = match done.get_mut(name) {
        Some(all) => all,
        None => done.entry(name.to_owned()).or_insert(NOTHING),
    };
    all.read |= read;
    all.how = all.how.max(how);
}

/// Looks at a place that may set or read a member.
pub(super) fn look<'t>(
    node: Node<'t>,
    types: &Types<'_, 't>,
    test: bool,
    done: &mut BTreeMap<String, Setting>,
) {
    match node.kind() {
        "selector_expression" => {
            if let Some(name) = node.field("field").map(Node::text) {
                let (read, how) = place(node, types.apart.contains(name));
                // A test that looks into a type is no reason to keep something in it.
                let counts = !test || shape::is_public(name);
                note(done, name, read && counts, from_outside(how, test));
            }
        }
        "keyed_element" => {
            let key = node
                .field("key")
                .filter(|it| uses::is_field(*it, types.types));
            let key = key.and_then(|it| it.named().next());
            let value = node.field("value").and_then(|it| it.named().next());
            if let (Some(key), Some(value)) = (key.filter(|it| it.is("identifier")), value) {
                let works = node
                    .parent()
                    .and_then(Node::parent)
                    .and_then(|it| it.field("type"))
                    .is_some_and(|it| types.methods.contains(shape::type_name(it)));
                // What is made of nothing but fields is made to be handed on.
                let how = match with(value) {
                    How::Given if !works => How::Computed,
                    how
                    @ (How::Never | How::Empty | How::Constant | How::Given | How::Computed) => how,
                };
                note(done, key.text(), false, from_outside(how, test));
            }
        }
        "literal_value" => in_order(node, types, done),
        _ => {}
    }
}

/// What a test puts into a place, somebody outside may put there: nothing computes it.
fn from_outside(how: How, test: bool) -> How {
    match test {
        true => how.min(How::Given),
        false => how,
    }
}

/// What a function that makes errors is given, by its place.
pub(super) fn given(call: Node<'_>, done: &mut BTreeMap<String, Setting>) {
    let Some(call) = Call::of(call).filter(|it| phrases::speaks_of_errors(it.last())) else {
        return;
    };
    for (at, value) in call.arguments().take(PLACES_MAX).enumerate() {
        note(done, &format!("{}#{at}", call.last()), false, with(value));
    }
}

/// Named values that something is compared with: `case Open:`, `it == Open`.
pub(super) fn compared(node: Node<'_>, done: &mut BTreeMap<String, Setting>) {
    let sides: Vec<Node<'_>> = match node.kind() {
        "expression_case" => node
            .field("value")
            .map_or_else(Vec::new, shape::expressions),
        "binary_expression" => {
            let operator = node.field("operator").map_or("", Node::text);
            let sides = ["left", "right"]
                .into_iter()
                .filter_map(|it| node.field(it));
            sides.filter(|_| matches!(operator, "==" | "!=")).collect()
        }
        _ => return,
    };
    for side in sides {
        let name = match side.kind() {
            "identifier" => side.text(),
            "selector_expression" => side.field("field").map_or("", Node::text),
            _ => continue,
        };
        note(done, &format!("=={name}"), false, How::Computed);
    }
}

/// Names that a template looks at: `{{.Name}}`.
pub(super) fn templated<'t>(node: Node<'t>) -> impl Iterator<Item = &'t str> {
    let text = shape::string(node).filter(|it| it.contains("{{"));
    let parts = text.into_iter().flat_map(|it| it.split('.').skip(1));
    parts.filter_map(|part| {
        let end = part.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        part.get(..end.unwrap_or(part.len()))
            .filter(|it| !it.is_empty())
    })
}

/// The type of another file that `T{1, 2}` sets all fields of: which those are is not known here.
pub(super) fn placed<'t>(node: Node<'t>, types: &Types<'_, 't>) -> Option<&'t str> {
    let braces = Some(node).filter(|it| it.is("literal_value") && is_in_order(*it))?;
    let of = uses::type_of(braces, types.types);
    let of = of.filter(|it| it.is_any(&["type_identifier", "qualified_type"]))?;
    Some(shape::type_name(of))
}

fn is_in_order(braces: Node<'_>) -> bool {
    let first = braces.named().next();
    first.is_some_and(|it| it.is("literal_element"))
}

/// `T{1, 2}`: every field is set, by its place.
fn in_order<'t>(braces: Node<'t>, types: &Types<'_, 't>, done: &mut BTreeMap<String, Setting>) {
    if !is_in_order(braces) {
        return;
    }
    let of = uses::type_of(braces, types.types);
    let of = of.filter(|it| it.is("struct_type"));
    let fields = of.into_iter().flat_map(Node::named).flat_map(Node::named);
    for declared in fields.filter(|it| it.is("field_declaration")) {
        let names = declared.children().filter(|it| it.field_name() == "name");
        for name in names.filter(|it| it.is_named()) {
            note(done, name.text(), false, How::Computed);
        }
    }
}

/// What is done with a variable of the package where its name stands.
pub(super) fn variable(name: Node<'_>, done: &mut BTreeMap<String, Setting>) {
    let key = name
        .parent()
        .is_some_and(|it| it.is("literal_element") && it.field_name() == "key");
    let (read, how) = match key {
        true => (true, How::Never),
        false if is_only_checked(name) => (false, How::Never),
        false => place(name, false),
    };
    note(done, name.text(), read, how);
}

/// What is done with what stands at a place: whether it is looked at, and what it is set to.
fn place(at: Node<'_>, apart: bool) -> (bool, How) {
    let Some(parent) = at.parent() else {
        return (true, How::Never);
    };
    match parent.kind() {
        "inc_statement" | "dec_statement" => (false, How::Computed),
        "expression_list" => listed(at, parent),
        "selector_expression" => {
            let called = parent
                .parent()
                .filter(|it| it.is("call_expression") && parent.field_name() == "function");
            let alone = called
                .and_then(Node::parent)
                .is_some_and(|it| it.is("expression_statement"));
            let method = parent.field("field").map_or("", Node::text);
            let stores = matches!(method, "Store" | "Add" | "Delete" | "Swap" | "Or" | "And");
            (!(apart && alone && stores), How::Computed)
        }
        "index_expression" if at.field_name() == "operand" => match is_set(parent) {
            true => (false, How::Computed),
            false => (true, How::Never),
        },
        "argument_list" => (
            !is_fed(at, parent),
            match is_fed(at, parent) {
                true => How::Computed,
                false => How::Never,
            },
        ),
        "unary_expression" if parent.text().starts_with('&') => {
            (!only_filled(parent), How::Computed)
        }
        "send_statement" | "range_clause" if at.field_name() != "right" => (true, How::Computed),
        _ => (true, How::Never),
    }
}

/// Whether a part of something is given a value.
fn is_set(part: Node<'_>) -> bool {
    let Some(parent) = part.parent() else {
        return false;
    };
    match parent.kind() {
        "inc_statement" | "dec_statement" => true,
        "expression_list" => {
            let assigns = parent
                .parent()
                .is_some_and(|it| it.is("assignment_statement"));
            assigns && parent.field_name() == "left"
        }
        _ => false,
    }
}

/// A place in a list of an assignment.
fn listed(at: Node<'_>, list: Node<'_>) -> (bool, How) {
    let statement = list.parent();
    if drops(list) {
        return (false, How::Never);
    }
    let Some(statement) = statement.filter(|_| list.field_name() == "left") else {
        return (true, How::Never);
    };
    if !statement.is("assignment_statement") {
        return (false, How::Computed);
    }
    if statement.field("operator").map(Node::text) != Some("=") {
        return (false, How::Computed);
    }
    let right = statement
        .field("right")
        .map_or_else(Vec::new, shape::expressions);
    let index = list.named().position(|it| it.id() == at.id());
    let same = right.len() == list.named().count();
    let value = index.and_then(|index| right.get(index)).filter(|_| same);
    (false, value.map_or(How::Computed, |it| with(*it)))
}

/// Whether a call only puts something into its first argument: `x.f = append(x.f, ..)`, `delete(x.f, k)`.
fn is_fed(at: Node<'_>, list: Node<'_>) -> bool {
    let first = list.named().next().is_some_and(|it| it.id() == at.id());
    let Some(call) = list.parent().filter(|_| first) else {
        return false;
    };
    let path = Call::of(call).map_or("", Call::path);
    let statement = call.parent();
    if statement.is_some_and(|it| it.is("expression_statement")) {
        return matches!(path, "delete" | "clear" | "copy");
    }
    let to = statement
        .and_then(Node::parent)
        .and_then(shape::assigned)
        .map(|it| it.left);
    let itself = to.is_some_and(|to| to.len() == 1 && to.iter().all(|it| it.text() == at.text()));
    path == "append" && itself
}

/// `flag.IntVar(&o.n, ..)`, `atomic.AddInt64(&s.n, 1)`: the call fills it, and looks at nothing.
fn only_filled(reference: Node<'_>) -> bool {
    let list = reference.parent().filter(|it| it.is("argument_list"));
    let Some(call) = list.and_then(Node::parent).and_then(Call::of) else {
        return false;
    };
    let alone = list
        .and_then(Node::parent)
        .and_then(Node::parent)
        .is_some_and(|it| it.is("expression_statement"));
    let last = call.last();
    let flags = ["Var", "VarP", "VarF"]
        .iter()
        .any(|end| last.ends_with(end));
    let counts = call.path().starts_with("atomic.")
        && (last.starts_with("Add") || last.starts_with("Store"));
    (flags || counts) && alone
}

/// With what something is set.
fn with(value: Node<'_>) -> How {
    let value = shape::bare(value);
    let container = match value.kind() {
        "composite_literal" => value.field("type"),
        _ => Call::of(value)
            .filter(|it| it.path() == "make")
            .and_then(|it| it.arguments().next()),
    };
    if let Some(of) = container {
        let holds = of.is_any(&["slice_type", "map_type"]);
        let empty = values::value(value, &Locals::new()) == Some(Value::Default);
        let made = value.is("call_expression");
        return match holds && (empty || made) {
            true => How::Empty,
            false => How::Computed,
        };
    }
    let literal = value.kind().ends_with("_literal") && !value.is("func_literal");
    match value.kind() {
        "nil" => How::Empty,
        "true" | "false" => How::Constant,
        _ if literal => match values::value(value, &Locals::new()) {
            Some(Value::Default) => How::Empty,
            Some(Value::Fixed) => How::Constant,
            None => How::Computed,
        },
        "identifier" if is_given(value) => How::Given,
        _ => How::Computed,
    }
}

/// Whether a name is a parameter of a function around it.
fn is_given(name: Node<'_>) -> bool {
    let mut around = name
        .ancestors()
        .filter(|it| it.is_any(&FUNCTIONS))
        .take(AROUND_MAX);
    around.any(|it| Head::of(it).names().any(|given| given == name.text()))
}
