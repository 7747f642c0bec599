//! Statements that come to nothing by their own form, in languages that write them alike (Rust, Go and Java): an answer
//! that a literal takes the place of right before it is given.

use crate::parts::{Reason, Stub};
use crate::scan::Scan;
use crate::syntax::Node;

/// How much of a loop or a function is searched, in nodes.
const BODY_NODES_MAX: usize = 4_000;

/// Functions and closures.
const FUNCTIONS: [&str; 9] = [
    "function_item",
    "closure_expression",
    "function_declaration",
    "method_declaration",
    "func_literal",
    "constructor_declaration",
    "compact_constructor_declaration",
    "lambda_expression",
    "static_initializer",
];
/// Statements and expressions that set something.
const SETTING: [&str; 3] = [
    "assignment_expression",
    "assignment_statement",
    "compound_assignment_expr",
];

/// Finds them; those of tests are left out, since a test may ask whether something equals itself.
pub(crate) fn find(scan: &Scan<'_>) -> Vec<Stub> {
    let mut found = Vec::new();
    for node in scan.live_of(&SETTING) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        if scan.in_test(node) || node.is_broken() {
            continue;
        }
        let what = put_over(node).map(str::to_owned);
        found.extend(what.map(|it| Stub::likely(node.line(), it, Reason::FixedValue)));
    }
    found
}

fn is_literal(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.contains("literal") || matches!(kind, "true" | "false" | "nil" | "null" | "iota")
}

/// Whether a node adds to what bears that name: `sum += x`, `out = append(out, x)`, `out.push(x)`.
fn steps(node: Node<'_>, name: &str) -> bool {
    let is = |it: Option<Node<'_>>| it.is_some_and(|it| it.text() == name);
    if node.is_any(&SETTING) {
        let operator = node.field("operator").map_or("=", Node::text);
        let grows = operator != "=";
        let value = node.field("right").map_or("", Node::text);
        let itself = value.starts_with(&format!("append({name},"))
            || value.starts_with(&format!("{name} + "));
        return is(node.field("left")) && (grows || itself);
    }
    let call = node.is("method_invocation").then(|| {
        let on = is(node.field("object"));
        (on, node.field("name").map_or("", Node::text))
    });
    let call = call.or_else(|| {
        let function = node
            .is("call_expression")
            .then(|| node.field("function"))??;
        let on = is(function.field("value"));
        Some((on, function.field("field").map_or("", Node::text)))
    });
    call.is_some_and(|(on, method)| {
        on && matches!(
            method,
            "add" | "put" | "append" | "push" | "insert" | "push_str"
        )
    })
}

/// What a statement gives back, if it gives back one thing.
fn returned(statement: Node<'_>) -> Option<Node<'_>> {
    let inner = match statement.kind() {
        "expression_statement" => statement.named().next()?,
        _ => statement,
    };
    if !inner.is_any(&["return_statement", "return_expression"]) {
        return None;
    }
    let given = inner.named().next()?;
    match given.kind() {
        "expression_list" => {
            let mut all = given.named();
            let (one, more) = (all.next()?, all.next());
            (more.is_none()).then_some(one)
        }
        _ => Some(given),
    }
}

/// `sum = 0` right before `return sum`, after all the work that went into `sum`.
fn put_over<'t>(node: Node<'t>) -> Option<&'t str> {
    let only = |it: Node<'t>| match it.kind() {
        "expression_list" => it.named().next().filter(|_| it.named().count() == 1),
        _ => Some(it),
    };
    let left = node.field("left").and_then(only)?;
    let right = node.field("right").and_then(only)?;
    let plain = node.field("operator").is_none_or(|it| it.text() == "=");
    let nothing =
        is_literal(right) || matches!(right.text(), "None" | "Vec::new()" | "String::new()");
    if !(left.is("identifier") && plain && nothing) {
        return None;
    }
    let parent = node.parent()?;
    let statement = if parent.is("expression_statement") {
        parent
    } else {
        node
    };
    let next = statement.next()?;
    let tail = next.is("identifier").then_some(next);
    let given = returned(next).or(tail)?;
    let function = statement.ancestors().find(|it| it.is_any(&FUNCTIONS))?;
    let body = function.field("body")?;
    let block = statement.parent()?;
    let outermost =
        block.id() == body.id() || block.parent()?.id() == body.id() && block.is("statement_list");
    let before = body.descendants().take_while(|it| it.id() < node.id());
    let mut before = before.take(BODY_NODES_MAX);
    let sets = |it: Node<'_>| {
        it.is_any(&SETTING) && it.field("left").is_some_and(|it| it.text() == left.text())
    };
    let worked = before.any(|it| sets(it) || steps(it, left.text()));
    (outermost && worked && given.text() == left.text()).then(|| left.text())
}
