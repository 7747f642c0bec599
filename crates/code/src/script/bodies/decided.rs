//! What is settled before it is asked: a condition between two literals, or about what was set to a literal on the line
//! before; defaults that are put over what was given; a function that only looks whether it may begin, a loop that takes
//! nothing up, and a note of work to be done with an answer under it that stands in.

use crate::parts::{Reason, Stub};
use crate::phrases;
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 200;

/// How much of one function or condition is searched, in nodes.
const NODES_MAX: usize = 4_000;

/// Values that are written out.
const LITERALS: [&str; 6] = ["string", "number", "true", "false", "null", "undefined"];

/// Words of names for what somebody gave.
const GIVEN: [&str; 12] = [
    "options",
    "opts",
    "option",
    "config",
    "settings",
    "props",
    "params",
    "args",
    "user",
    "given",
    "overrides",
    "attrs",
];

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let mut found = Vec::new();
    let kinds = [
        "binary_expression",
        "if_statement",
        "object",
        "call_expression",
        "for_in_statement",
    ];
    let nodes = stage.scan.live_of_all(&[&kinds, &shape::FUNCTIONS]);
    for node in nodes.filter(|n| !stage.scan.in_test(*n)) {
        if found.len() >= FOUND_MAX {
            break;
        }
        let judged = match node.kind() {
            "binary_expression" => between_literals(node).map(|it| (it, Reason::Idle)),
            "if_statement" => just_set(node).map(|it| (it, Reason::Idle)),
            "object" => put_over(spread(node)).map(|it| (it, Reason::Idle)),
            "call_expression" => put_over(assigned(node)).map(|it| (it, Reason::Idle)),
            "for_in_statement" => takes_nothing_up(node).map(|it| (it, Reason::Idle)),
            kind if shape::FUNCTIONS.contains(&kind) => only_guards(node)
                .map(|it| (it, Reason::Idle))
                .or_else(|| stands_in(node).map(|it| (it, Reason::Admitted))),
            _ => None,
        };
        found.extend(judged.map(|(what, reason)| Stub::likely(node.line(), what, reason)));
    }
    found
}

fn code(block: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    block.named().filter(|it| !it.is_extra())
}

/// `'left' === 'right'`
fn between_literals(node: Node<'_>) -> Option<String> {
    let operator = node.field("operator")?.text();
    let compares = ["===", "!==", "==", "!=", "<", ">", "<=", ">="].contains(&operator);
    let literal = |side| node.field(side).is_some_and(|it| it.is_any(&LITERALS));
    (compares && literal("left") && literal("right")).then(|| node.text().to_owned())
}

/// `this.debug = false; if (this.debug) { .. }`
fn just_set(node: Node<'_>) -> Option<String> {
    let condition = shape::bare(node.field("condition")?);
    let asked = match condition.kind() {
        "unary_expression" => condition.field("argument")?,
        _ => condition,
    };
    if !asked.is_any(&["identifier", "member_expression"]) {
        return None;
    }
    let siblings = node.parent()?.named().filter(|it| !it.is_extra());
    let before = siblings.take_while(|it| it.start() < node.start()).last()?;
    let set = before
        .is("expression_statement")
        .then(|| shape::expression(before))
        .filter(|it| it.is("assignment_expression"))?;
    let value = set.field("right")?;
    let same = set.field("left")?.text() == asked.text();
    (same && value.is_any(&LITERALS)).then(|| asked.text().to_owned())
}

/// The objects that an object is put together of, as they follow each other: `{ ...options, ...DEFAULTS }`.
fn spread(object: Node<'_>) -> Vec<Node<'_>> {
    let parts = code(object).filter(|it| it.is("spread_element"));
    parts.filter_map(|it| it.named().next()).collect()
}

/// The same of `Object.assign({}, options, DEFAULTS)`.
fn assigned(call: Node<'_>) -> Vec<Node<'_>> {
    let callee = call.field("function").map_or("", Node::text);
    let list = call
        .field("arguments")
        .filter(|_| callee == "Object.assign");
    list.into_iter().flat_map(code).collect()
}

/// Defaults that come after what was given, and so hold whatever was given.
fn put_over(parts: Vec<Node<'_>>) -> Option<String> {
    let words = |it: Node<'_>| match it.kind() {
        "identifier" | "member_expression" => phrases::name_words(shape::last_name(it)),
        _ => Vec::new(),
    };
    let is_default = |it: Node<'_>| {
        let words = words(it);
        words
            .iter()
            .any(|word| word == "default" || word == "defaults")
    };
    let (last, before) = parts.split_last()?;
    let given = |it: &Node<'_>| {
        let words = words(*it);
        !is_default(*it) && words.iter().any(|word| GIVEN.contains(&word.as_str()))
    };
    (is_default(*last) && before.iter().any(given)).then(|| last.text().to_owned())
}

/// A function that asks whether it may begin, and does not: `() => { if (!element) { return } }`.
fn only_guards(function: Node<'_>) -> Option<String> {
    let body = function
        .field("body")
        .filter(|it| it.is("statement_block") && (it.size() as usize) < NODES_MAX)?;
    let mut statements = code(body).peekable();
    statements.peek()?;
    let leaves = |it: Node<'_>| it.is("return_statement") && it.named().next().is_none();
    let guards = statements.all(|it| {
        let then = it.field("consequence").filter(|_| it.is("if_statement"));
        let alone = it.field("alternative").is_none();
        alone
            && then.is_some_and(|then| match then.is("statement_block") {
                true => {
                    let mut inside = code(then);
                    inside.next().is_some_and(leaves) && inside.next().is_none()
                }
                false => leaves(then),
            })
    });
    let works = body.descendants().any(|it| it.is_any(&shape::WORKS));
    (guards && !works).then(|| own_name(function).to_owned())
}

/// What a function is called where it stands.
fn own_name(function: Node<'_>) -> &str {
    let around = function.parent();
    let held = around.and_then(|it| it.field("name").or_else(|| it.field("left")));
    let key = || around.and_then(|it| it.field("key"));
    let name = function.field("name").or(held).or_else(key);
    name.map_or("function", Node::text)
}

/// `for (const value of children) { void value }`
fn takes_nothing_up(node: Node<'_>) -> Option<String> {
    let body = node.field("body").filter(|it| it.is("statement_block"))?;
    let mut statements = code(body).peekable();
    statements.peek()?;
    let void = |it: Node<'_>| {
        let inner = it
            .is("expression_statement")
            .then(|| shape::expression(it))
            .filter(|it| it.is("unary_expression"));
        inner.is_some_and(|it| {
            let sign = it.field("operator").is_some_and(|it| it.text() == "void");
            sign && it.field("argument").is_some_and(|it| it.is("identifier"))
        })
    };
    // What is waited for may be read to its end for that alone.
    let waits = node.child("await").is_some();
    (!waits && statements.all(void)).then(|| "for".to_owned())
}

/// `// TODO: the way back` above `return min`, at the end of a function that leaves something it is given unread.
fn stands_in(function: Node<'_>) -> Option<String> {
    let body = function
        .field("body")
        .filter(|it| it.is("statement_block") && (it.size() as usize) < NODES_MAX)?;
    let last = code(body).last().filter(|it| it.is("return_statement"))?;
    let value = shape::bare(last.named().next()?);
    let before = body.children().take_while(|it| it.start() < last.start());
    let note = before.last().filter(|it| it.is("comment"))?;
    let names = shape::parameters(function).into_iter();
    let names: Vec<&str> = names
        .filter(|it| it.is("identifier"))
        .map(Node::text)
        .collect();
    let plain = value.is_any(&LITERALS) || names.contains(&value.text());
    let read = |name: &str| {
        let mut all = body.descendants();
        all.any(|it| it.is("identifier") && it.text() == name)
    };
    let idle = names.iter().any(|it| !read(it));
    let owed = ["TODO", "FIXME", "XXX"]
        .iter()
        .any(|it| note.text().contains(it));
    (plain && idle && owed).then(|| own_name(function).to_owned())
}
