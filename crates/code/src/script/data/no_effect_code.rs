//! What is there and comes to nothing, in one file: functions that are given something and take nothing, programs that end
//! well after an error.

use std::collections::BTreeMap;

use crate::parts::{Definition, DefinitionKind, Reason, Stub};
use crate::phrases;
use crate::scan;
use crate::script::data::name_uses::PLACES_MAX;
use crate::script::data::state::Stage;
use crate::script::parameter_use;
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 200;

/// How much of one argument or class is searched, in nodes.
const NODES_MAX: usize = 400;

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>, definitions: &[Definition]) -> Vec<Stub> {
    let known = scan::functions(definitions, |_| true);
    let mut names: BTreeMap<&str, u32> = BTreeMap::new();
    for definition in definitions {
        let count = names.entry(last(&definition.name)).or_default();
        *count = count.saturating_add(1);
    }
    let mut found = Vec::new();
    let kinds = ["statement_block", "program"];
    let nodes = stage.scan.live_of_all(&[&kinds, &shape::FUNCTIONS]);
    for node in nodes.filter(|n| !stage.scan.in_test(*n)) {
        if found.len() >= FOUND_MAX {
            break;
        }
        let judged = match node.kind() {
            "statement_block" | "program" => ends_well(node).map(|it| (it, Reason::SwallowedError)),
            kind if shape::FUNCTIONS.contains(&kind) => parameter_use::named(&known, node)
                .and_then(|(definition, _)| {
                    let own = last(&definition.name);
                    let alone = names.get(own) == Some(&1);
                    let idle = alone && takes_nothing(stage, definition, node);
                    idle.then(|| (format!("{own}()"), Reason::ParameterIgnored))
                }),
            _ => None,
        };
        found.extend(judged.map(|(what, reason)| Stub::likely(node.line(), what, reason)));
    }
    found
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The statements of a function, a lone expression as one of them; `None` without a body.
fn statements(function: Node<'_>) -> Option<Vec<Node<'_>>> {
    let body = function.field("body")?;
    Some(match body.is("statement_block") {
        true => body.named().filter(|n| !n.is_extra()).take(3).collect(),
        false => vec![body],
    })
}

/// Whether a function without parameters does nothing but, maybe, answer with a literal, although code of the file gives it
/// something.
fn takes_nothing(stage: &Stage<'_, '_>, definition: &Definition, function: Node<'_>) -> bool {
    let own = last(&definition.name);
    let meant = phrases::promises_nothing(own) || phrases::promises_output(own) || own.len() < 3;
    if meant || !shape::parameters(function).is_empty() {
        return false;
    }
    let idle = match statements(function).as_deref() {
        Some([]) => true,
        Some([only]) if only.is("return_statement") || !only.kind().ends_with("_statement") => {
            let value = values::value(shape::expression(*only));
            matches!(value, Some(Value::Default | Value::Fixed))
        }
        Some(_) | None => false,
    };
    let method = definition.kind == DefinitionKind::Method;
    // What stands in a class may be there to be overridden.
    let member = function.parent().is_some_and(|it| it.is("object"));
    let constant = function.is("function_declaration")
        || function.parent().is_some_and(|it| {
            it.is("variable_declarator")
                && it
                    .parent()
                    .and_then(|it| it.field("kind"))
                    .is_some_and(|it| it.text() == "const")
        });
    if !idle || (method && !member) || (!method && !constant) {
        return false;
    }
    let of = |places: &'_ [Node<'_>]| places.iter().take(PLACES_MAX).any(|it| is_given(*it));
    let script = match method {
        true => stage.places.member(own),
        false => stage.places.name(own),
    };
    let shown = || {
        let shown = stage.shown.filter(|_| method);
        shown.is_some_and(|(places, _)| of(places.name(own)))
    };
    of(script) || shown()
}

/// Whether a name is called at its place, by itself or on `this`, with something.
fn is_given(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    let own =
        parent.is("member_expression") && parent.field("object").is_some_and(|o| o.is("this"));
    let (callee, call) = match own {
        true => (parent, parent.parent()),
        false => (name, Some(parent)),
    };
    let called = callee.field_name() == "function";
    let given = call
        .filter(|it| called && it.is("call_expression"))
        .and_then(|it| it.field("arguments"));
    given.is_some_and(|it| it.named().any(|n| !n.is_extra() && !n.is("spread_element")))
}

/// Names under which an error is caught or handed over.
const ERRORS: [&str; 8] = [
    "err",
    "error",
    "e",
    "ex",
    "exc",
    "exception",
    "reason",
    "cause",
];

/// `console.error(err.message); process.exit(0);`
fn ends_well(block: Node<'_>) -> Option<String> {
    let mut told = false;
    for statement in block.named().filter(|n| n.is("expression_statement")) {
        let call = shape::expression(statement);
        let callee = call.field("function").map_or("", Node::text);
        let mut given = call.field("arguments").into_iter().flat_map(Node::named);
        match callee {
            "console.error" => told |= given.any(tells_an_error),
            "process.exit" if told => {
                let well = given.next().is_some_and(|it| it.text() == "0");
                return well.then(|| "process.exit(0)".to_owned());
            }
            _ => {
                let left = call.field("left").map_or("", Node::text);
                let right = call.field("right").map_or("", Node::text);
                if told && left == "process.exitCode" && right == "0" {
                    return Some(left.to_owned());
                }
            }
        }
    }
    None
}

fn tells_an_error(given: Node<'_>) -> bool {
    let mut parts = std::iter::once(given).chain(given.descendants().take(NODES_MAX));
    parts.any(|it| it.is("identifier") && ERRORS.contains(&it.text()))
}
