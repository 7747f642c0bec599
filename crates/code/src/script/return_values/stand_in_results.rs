//! Answers of one line that stand for another: yes or no for a number, a literal for a field, a setter that sets no
//! more than what is written in it.

use std::collections::BTreeSet;

use crate::parts::Reason;
use crate::phrases;
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// How much of one class or body is looked at, in nodes.
const NODES_MAX: usize = 20_000;

/// What is wrong with the answer of a function with that name, and what it is about.
pub(in crate::script) fn find(name: &str, function: Node<'_>) -> Option<(Reason, String)> {
    let own = name.rsplit('.').next().unwrap_or(name);
    let words = phrases::name_words(own);
    if counts_to_one(&words, function)
        || stands_for_a_field(&words, function)
        || knows_the_machine(own, function)
        || looks_and_forgets(&words, function)
    {
        return Some((Reason::FixedValue, name.to_owned()));
    }
    let unset = sets_nothing_given(&words, function)?;
    Some((Reason::ParameterIgnored, format!("{name}({unset})")))
}

/// The only statement of a function, or the expression that it is.
fn only_statement(function: Node<'_>) -> Option<Node<'_>> {
    let body = function.field("body")?;
    if !body.is("statement_block") {
        return Some(body);
    }
    let mut statements = body.named();
    statements
        .next()
        .filter(|_| statements.next().is_none())
        .filter(|n| n.is("return_statement"))
}

/// Whether a function that is to say how many gives one where there are any, and else none.
fn counts_to_one(words: &[String], function: Node<'_>) -> bool {
    let [first, .., last] = words else {
        return words == ["count"] && gives_one_or_none(function);
    };
    let counts = first == "count"
        || matches!(last.as_str(), "count" | "total")
        || (first == "number" && words.get(1).is_some_and(|word| word == "of"));
    counts && gives_one_or_none(function)
}

fn gives_one_or_none(function: Node<'_>) -> bool {
    let only = only_statement(function).map(shape::expression);
    let Some(choice) = only.filter(|n| n.is("ternary_expression")) else {
        return false;
    };
    let sides = ["consequence", "alternative"].map(|side| {
        let side = choice.field(side).map(shape::bare);
        side.map_or("", Node::text)
    });
    sides == ["1", "0"] || sides == ["0", "1"]
}

/// Whether what only the machine or the clock knows is written down.
fn knows_the_machine(name: &str, function: Node<'_>) -> bool {
    const KNOWN: [&str; 12] = [
        "home",
        "homedir",
        "hostname",
        "username",
        "cwd",
        "today",
        "now",
        "timestamp",
        "uptime",
        "uuid",
        "tmpdir",
        "pid",
    ];
    let own = function.field("name").map_or(name, Node::text);
    let words = phrases::name_words(own);
    let last = words.last().map_or("", String::as_str);
    let answer = only_statement(function).map(shape::expression);
    let fixed = answer.and_then(values::value) == Some(Value::Fixed);
    let written = answer.is_some_and(|n| n.is_any(&["string", "number", "template_string"]));
    KNOWN.contains(&last) && fixed && written && shape::parameters(function).is_empty()
}

/// Whether a function that is to find something out asks for it, forgets what it was told, and gives a literal.
fn looks_and_forgets(words: &[String], function: Node<'_>) -> bool {
    const FIRST: [&str; 16] = [
        "get",
        "find",
        "fetch",
        "load",
        "read",
        "count",
        "list",
        "compute",
        "calculate",
        "parse",
        "resolve",
        "lookup",
        "measure",
        "query",
        "search",
        "size",
    ];
    let first = words.first().map_or("", String::as_str);
    let body = function.field("body").filter(|b| b.is("statement_block"));
    let Some(body) = body.filter(|_| FIRST.contains(&first) || phrases::asks(first)) else {
        return false;
    };
    let statements: Vec<Node<'_>> = body.named().collect();
    let Some((last, before)) = statements.split_last() else {
        return false;
    };
    let answer = last.named().next().filter(|_| last.is("return_statement"));
    let literal = matches!(
        answer.and_then(values::value),
        Some(Value::Default | Value::Fixed)
    );
    let forgets = |statement: &Node<'_>| match statement.kind() {
        "lexical_declaration" | "variable_declaration" => {
            let mut calls = statement.descendants().take(NODES_MAX);
            let asks = calls.any(|n| n.is("call_expression"));
            let bound = statement
                .named()
                .filter_map(|n| n.field("name"))
                .flat_map(shape::bound);
            let names: Vec<Node<'_>> = bound.map(|bound| bound.name).collect();
            let read = body.descendants().take(NODES_MAX).any(|n| {
                n.is_any(&["identifier", "shorthand_property_identifier"])
                    && names
                        .iter()
                        .any(|name| name.text() == n.text() && name.start() != n.start())
            });
            asks && !read
        }
        "expression_statement" => statement
            .named()
            .next()
            .is_some_and(|n| n.is("await_expression")),
        _ => false,
    };
    let null = answer.is_some_and(|n| n.is_any(&["null", "true"]));
    literal && !null && !before.is_empty() && before.iter().all(forgets)
}

fn class_of(function: Node<'_>) -> Option<Node<'_>> {
    let body = function.parent().filter(|p| p.is("class_body"))?;
    body.parent()
}

/// Whether a method without parameters gives a literal, although its class keeps what it is named after.
fn stands_for_a_field(words: &[String], method: Node<'_>) -> bool {
    const FIRST: [&str; 4] = ["is", "get", "has", "are"];
    let asked = match words.split_first() {
        Some((first, rest)) if FIRST.contains(&first.as_str()) && !rest.is_empty() => rest,
        Some(_) | None => words,
    };
    let Some(class) = class_of(method).filter(|_| shape::parameters(method).is_empty()) else {
        return false;
    };
    let setter = method.children().next().is_some_and(|c| c.is("set"));
    let answer = only_statement(method).and_then(|n| n.named().next());
    let fixed = answer.and_then(values::value);
    let fixed = matches!(fixed, Some(Value::Default | Value::Fixed));
    if setter || !fixed || asked.is_empty() {
        return false;
    }
    let mut inside = class.descendants().take(NODES_MAX);
    inside.any(|n| {
        let named = match n.kind() {
            "assignment_expression" => n
                .field("left")
                .filter(|l| l.field("object").is_some_and(|o| o.is("this")))
                .and_then(|l| l.field("property")),
            _ => None,
        };
        let given = n
            .field("right")
            .is_some_and(|value| values::value(value).is_none());
        given && named.is_some_and(|name| phrases::name_words(name.text()) == asked)
    })
}

/// The first parameter of a method that is to set a field by it, where it only ever sets the field to a literal.
fn sets_nothing_given<'t>(words: &[String], method: Node<'t>) -> Option<&'t str> {
    const FIRST: [&str; 5] = ["set", "update", "change", "assign", "adjust"];
    class_of(method)?;
    let (first, named) = words.split_first()?;
    if !FIRST.contains(&first.as_str()) || named.is_empty() {
        return None;
    }
    let patterns = shape::parameters(method);
    let bound = patterns.iter().flat_map(|pattern| shape::bound(*pattern));
    let names: Vec<&str> = bound.map(|bound| bound.name.text()).collect();
    let given = *names.first()?;
    let body = method.field("body")?;
    let read: BTreeSet<&str> = body
        .descendants()
        .take(NODES_MAX)
        .filter(|n| n.is_any(&["identifier", "shorthand_property_identifier", "comment"]))
        .map(Node::text)
        .collect();
    let kept = read.contains("arguments") || names.iter().any(|name| read.contains(name));
    let sets = body.named().any(|statement| {
        let assigned = shape::expression(statement);
        let left = assigned
            .field("left")
            .filter(|l| l.field("object").is_some_and(|o| o.is("this")))
            .and_then(|l| l.field("property"));
        let value = assigned.field("right").and_then(values::value);
        value.is_some() && left.is_some_and(|name| phrases::name_words(name.text()) == named)
    });
    (sets && !kept).then_some(given)
}
