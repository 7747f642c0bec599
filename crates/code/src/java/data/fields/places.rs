//! The place that an error tells: what constructors of errors take as a line or a column, and what they are given for it.
//! Whoever makes such an error knows where he is; where everybody gives the same literal, nobody looked.

use std::collections::BTreeMap;

use super::uses;
use crate::java::shape;
use crate::parts::{Field, How, Setting};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// How many arguments of a call are looked at.
const PLACES_MAX: usize = 6;

/// Notes what errors are given, and returns the places that their constructors take.
pub(super) fn find(scan: &Scan<'_>, set: &mut BTreeMap<String, Setting>) -> Vec<Field> {
    let mut found = Vec::new();
    let kinds = [
        "constructor_declaration",
        "object_creation_expression",
        "explicit_constructor_invocation",
        "switch_label",
        "binary_expression",
    ];
    for node in scan.live_of(&kinds).filter(|it| !scan.in_test(*it)) {
        match node.kind() {
            "constructor_declaration" => found.extend(taken(node, set)),
            "object_creation_expression" | "explicit_constructor_invocation" => given(node, set),
            "switch_label" => compared(node.named(), set),
            "binary_expression" => {
                let operator = node.field("operator").map_or("", Node::text);
                if matches!(operator, "==" | "!=") {
                    let sides = ["left", "right"].into_iter();
                    compared(sides.filter_map(|it| node.field(it)), set);
                }
            }
            _ => {}
        }
    }
    found.truncate(scan.limits.items_max);
    found
}

/// One place of a constructor, told from those of its overloads by how many there are.
fn place(of: &str, count: usize, at: usize) -> String {
    format!("{of}#{count}.{at}")
}

fn taken(constructor: Node<'_>, set: &mut BTreeMap<String, Setting>) -> Vec<Field> {
    let of = constructor.field("name").map_or("", Node::text);
    let parameters: Vec<Node<'_>> = shape::parameters(constructor).take(PLACES_MAX).collect();
    if !phrases::speaks_of_errors(of) {
        return Vec::new();
    }
    let numbers = parameters.iter().enumerate().filter_map(|(at, it)| {
        let kind = shape::parameter_type(*it)?.text();
        let name = shape::bound_name(*it)?.text();
        let number = matches!(kind, "int" | "long" | "Integer" | "Long");
        (number && phrases::tells_a_place(name)).then_some((at, name))
    });
    let fields = numbers.map(|(at, name)| {
        let place = place(of, parameters.len(), at);
        note(set, &place, true, How::Never);
        Field {
            owner: format!("{of}({name})"),
            name: place,
            line: constructor.line(),
            private: true,
        }
    });
    fields.collect()
}

fn given(call: Node<'_>, set: &mut BTreeMap<String, Setting>) {
    let of = match call.kind() {
        "object_creation_expression" => call.field("type").map(shape::type_name),
        _ => maker(call),
    };
    let Some(of) = of.filter(|it| phrases::speaks_of_errors(it)) else {
        return;
    };
    let arguments: Vec<Node<'_>> = shape::arguments(call).collect();
    for (at, value) in arguments.iter().enumerate().take(PLACES_MAX) {
        let place = place(of, arguments.len(), at);
        note(set, &place, false, uses::with(*value));
    }
}

/// The class whose constructor `this(..)` or `super(..)` calls.
fn maker(call: Node<'_>) -> Option<&str> {
    let class = shape::class_of(
        call.ancestors()
            .find(|it| it.is("constructor_declaration"))?,
    )?;
    let own = call.field("constructor").is_some_and(|it| it.is("this"));
    match own {
        true => class.field("name").map(Node::text),
        false => class
            .field("superclass")
            .and_then(|it| it.named().next())
            .map(shape::type_name),
    }
}

/// Named values that something is compared with: `case OPEN:`, `it == Kind.OPEN`.
fn compared<'t>(sides: impl Iterator<Item = Node<'t>>, set: &mut BTreeMap<String, Setting>) {
    for side in sides {
        let name = match side.kind() {
            "identifier" => side.text(),
            "field_access" => side.field("field").map_or("", Node::text),
            _ => continue,
        };
        if name.starts_with(char::is_uppercase) {
            note(set, &format!("=={name}"), false, How::Computed);
        }
    }
}

fn note(set: &mut BTreeMap<String, Setting>, name: &str, read: bool, how: How) {
    let all = match set.get_mut(name) {
        Some(all) => all,
        None => set.entry(name.to_owned()).or_insert(Setting {
            read: false,
            how: How::Never,
        }),
    };
    all.read |= read;
    all.how = all.how.max(how);
}
