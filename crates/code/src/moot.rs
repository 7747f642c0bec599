//! Expressions and statements that come to nothing by their own form, in languages that write them alike (Rust, Go and
//! Java): something that is held against itself, a condition that a literal settles, an answer that a literal takes the
//! place of right before it is given, a sum that is given back after its first step.

use crate::parts::{Reason, Stub};
use crate::scan::Scan;
use crate::syntax::Node;

/// Expressions of more nodes are not compared.
const SIDE_NODES_MAX: u32 = 40;
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
/// Loops that go through something.
const LOOPS: [&str; 3] = ["for_expression", "for_statement", "enhanced_for_statement"];
/// Statements and expressions that set something.
const SETTING: [&str; 3] = [
    "assignment_expression",
    "assignment_statement",
    "compound_assignment_expr",
];
/// What does more than to be looked at, or may differ each time.
const WORKING: [&str; 10] = [
    "call_expression",
    "macro_invocation",
    "method_invocation",
    "object_creation_expression",
    "await_expression",
    "update_expression",
    "assignment_expression",
    "compound_assignment_expr",
    "func_literal",
    "lambda_expression",
];

/// Functions without a name, which others are handed to sort or choose by.
const ORDERING: [&str; 3] = ["func_literal", "lambda_expression", "closure_expression"];

/// Finds them; those of tests are left out, since a test may ask whether something equals itself.
pub(crate) fn find(scan: &Scan<'_>) -> Vec<Stub> {
    let kinds: [&[&str]; 4] = [&["binary_expression"], &LOOPS, &SETTING, &ORDERING];
    let mut found = Vec::new();
    for node in scan.live_of_all(&kinds) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        if scan.in_test(node) || node.is_broken() {
            continue;
        }
        let idle = |what: String| (what, Reason::Idle);
        let said = match node.kind() {
            "binary_expression" => settled(node).map(idle),
            kind if LOOPS.contains(&kind) => first_step(node).map(idle),
            kind if ORDERING.contains(&kind) => orders_nothing(node).map(idle),
            _ => put_over(node)
                .map(|what| (what.to_owned(), Reason::FixedValue))
                .or_else(|| to_itself(node).or_else(|| set_otherwise(node)).map(idle)),
        };
        found.extend(said.map(|(what, reason)| Stub::likely(node.line(), what, reason)));
    }
    found
}

/// `a.name < a.name`, `true || x`.
fn settled(node: Node<'_>) -> Option<String> {
    let (left, right) = (node.field("left")?, node.field("right")?);
    let operator = node.field("operator")?.text();
    let (one, other) = (bare(left), bare(right));
    let by_literal = match operator {
        "||" => [one, other].iter().any(|it| it.text() == "true"),
        "&&" => [one, other].iter().any(|it| it.text() == "false"),
        _ => false,
    };
    let small = one.size() <= SIDE_NODES_MAX && one.size() == other.size();
    let same = || {
        let plain = !is_literal(one)
            && !std::iter::once(one)
                .chain(one.descendants())
                .any(|it| it.is_any(&WORKING));
        small && plain && one.text() == other.text()
    };
    let by_itself = match operator {
        "<" | ">" | "<=" | ">=" | "&&" | "||" => same(),
        // A name that is not the same as itself is no number; whole members and places of lists are asked so by nobody.
        "==" => !one.is_any(&["identifier", "self"]) && same() && !asks_for_numbers(node),
        _ => false,
    };
    (by_literal || by_itself).then(|| node.text().lines().next().unwrap_or_default().to_owned())
}

/// Whether the function around is about what is no number.
fn asks_for_numbers(node: Node<'_>) -> bool {
    let around = node.ancestors().find(|it| it.is_any(&FUNCTIONS));
    around.is_some_and(|it| it.text().to_lowercase().contains("nan"))
}

/// An expression without parentheses.
fn bare(node: Node<'_>) -> Node<'_> {
    let inner = node
        .is("parenthesized_expression")
        .then(|| node.named().next())
        .flatten();
    inner.unwrap_or(node)
}

fn is_literal(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.contains("literal") || matches!(kind, "true" | "false" | "nil" | "null" | "iota")
}

/// `for x in all { sum += x; return sum; }`: the sum of all is that of the first.
fn first_step(node: Node<'_>) -> Option<String> {
    let body = node.field("body")?;
    let last = body_statements(body).last().copied()?;
    let given = returned(last).filter(|it| it.is("identifier"))?;
    let inside: Vec<Node<'_>> = body.descendants().take(BODY_NODES_MAX).collect();
    let goes_on = inside.iter().any(|it| {
        it.is_any(&[
            "continue_statement",
            "continue_expression",
            "goto_statement",
        ])
    });
    let whole = inside.len() < BODY_NODES_MAX && !goes_on;
    let steps = inside.iter().any(|it| steps(*it, given.text()));
    // A loop that only counts its turns is another matter: it has to know when to stop.
    let endless = node.is("for_statement") && node.child("range_clause").is_none();
    (whole && steps && !endless).then(|| format!("return {}", given.text()))
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

/// The statements of a block.
fn body_statements(block: Node<'_>) -> Vec<Node<'_>> {
    let list = block.child("statement_list").unwrap_or(block);
    let all = list.named();
    all.filter(|it| !it.is_any(&["comment", "line_comment", "block_comment"]))
        .collect()
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

/// `limit = limit;`, where something else was to be set.
fn to_itself(node: Node<'_>) -> Option<String> {
    let (left, right) = (node.field("left")?, node.field("right")?);
    let plain = node.field("operator").is_none_or(|it| it.text() == "=");
    let works = std::iter::once(left)
        .chain(left.descendants())
        .any(|it| it.is_any(&WORKING));
    let same = plain && !works && left.text() == right.text();
    same.then(|| node.text().to_owned())
}

/// `Builder limit(int limit) { this.limit = 0; .. }` (Java): a literal takes the place of what is given under that name.
fn set_otherwise(node: Node<'_>) -> Option<String> {
    let left = node.field("left").filter(|it| it.is("field_access"))?;
    let own = left.field("object").is_some_and(|it| it.is("this"));
    let name = left.field("field")?.text();
    let literal = node.field("right").is_some_and(is_literal);
    let function = node.ancestors().find(|it| it.is_any(&FUNCTIONS))?;
    let list = function.field("parameters")?;
    let given = list
        .descendants()
        .any(|it| it.field_name() == "name" && it.text() == name);
    let body = function.field("body")?;
    // Wherever else the name stands, what is given may have been looked at.
    let mut places = body
        .descendants()
        .filter(|it| it.is("identifier") && it.text() == name);
    let only = places.all(|it| it.field_name() == "field");
    (own && literal && given && only).then(|| node.text().to_owned())
}

/// `sort.Slice(all, func(i, j int) bool { return false })`, `.filter(it -> true)`: whatever they are asked about, they say the
/// same, so that nothing is sorted and nothing is left out.
fn orders_nothing(node: Node<'_>) -> Option<String> {
    const SORTS: [&str; 11] = [
        "Slice",
        "SliceStable",
        "SortFunc",
        "SortStableFunc",
        "sort",
        "sorted",
        "sort_by",
        "sort_unstable_by",
        "filter",
        "retain",
        "removeIf",
    ];
    let list = node.parent()?;
    let call = list.parent().filter(|it| it.is_any(&WORKING))?;
    let function = call.field("function").unwrap_or(call);
    let named = ["field", "name"]
        .into_iter()
        .find_map(|it| function.field(it))?;
    if !SORTS.contains(&named.text()) {
        return None;
    }
    let body = node.field("body")?;
    let statements = body_statements(body);
    let answer = match statements.as_slice() {
        [single] if body.is("block") => returned(*single).or(Some(*single))?,
        _ => body,
    };
    let fixed = is_literal(answer) || answer.text() == "Ordering::Equal";
    fixed.then(|| named.text().to_owned())
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
