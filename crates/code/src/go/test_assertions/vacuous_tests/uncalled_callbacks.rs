//! What a test makes and never asks: callbacks that are registered and never called, since nothing follows that could ask
//! for them; values that it drops by name.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::ByteRange;
use crate::go::error_handling::errors;
use crate::go::shape::{self, Call};
use crate::go::words;
use crate::phrases;
use crate::syntax::Node;

/// First words of calls that keep a function for later.
const REGISTERS: [&str; 15] = [
    "handle",
    "get",
    "post",
    "put",
    "patch",
    "delete",
    "use",
    "on",
    "register",
    "subscribe",
    "add",
    "listen",
    "route",
    "hook",
    "watch",
];

/// Callbacks that a test hands over last of all.
pub(super) fn callbacks(body: Node<'_>, handles: &BTreeSet<&str>) -> Vec<ByteRange> {
    let statements: Vec<Node<'_>> = shape::statements(body).collect();
    let mut never = Vec::new();
    for statement in statements.iter().rev() {
        let call = Call::of(*statement).filter(|_| statement.is("expression_statement"));
        let kept = call.filter(|it| keeps(it.last()) && !handles.contains(it.first()));
        let literals = kept
            .into_iter()
            .flat_map(Call::arguments)
            .filter(|it| it.is("func_literal"));
        let before = never.len();
        never.extend(literals.map(Node::bytes));
        // Whatever else is called may call them.
        if never.len() == before {
            break;
        }
    }
    never
}

/// Callbacks in a value that the test only drops: `h := New(func() { .. }); _ = h`.
pub(super) fn dropped(body: Node<'_>) -> Vec<ByteRange> {
    let names = dropped_names(body);
    if names.is_empty() {
        return Vec::new();
    }
    let mut places: BTreeMap<&str, u32> = BTreeMap::new();
    for it in body.descendants().filter(|it| it.is("identifier")) {
        if names.contains(it.text()) {
            let count = places.entry(it.text()).or_default();
            *count = count.saturating_add(1);
        }
    }
    // Where it is declared, and where it is dropped.
    let idle = |name: &str| places.get(name) == Some(&2);
    let bound = body.descendants().filter_map(shape::assigned);
    let bound = bound.filter(|it| it.declares && it.left.iter().any(|it| idle(it.text())));
    let values = bound.flat_map(|it| it.right);
    let literals = values.flat_map(|it| it.descendants().filter(|it| it.is("func_literal")));
    literals.map(Node::bytes).collect()
}

/// Whether a test drops a value of its own by name, which only silences the compiler.
pub(super) fn drops(body: Node<'_>) -> bool {
    !dropped_names(body).is_empty()
}

/// Names that stand in `_ = name`, statements by themselves.
fn dropped_names(body: Node<'_>) -> BTreeSet<&str> {
    let discards = body.descendants().filter(|it| words::is_discard(*it));
    let values = discards.filter_map(shape::assigned).flat_map(|it| it.right);
    values
        .filter(|it| it.is("identifier"))
        .map(Node::text)
        .collect()
}

/// Whether a call gives the test something to work with, and is given nothing but the test: `req := newRequest(t)`. What it
/// checks is that it could be made.
pub(super) fn makes(handle: Node<'_>) -> bool {
    let call = handle
        .parent()
        .filter(|it| it.is("argument_list"))
        .and_then(Node::parent);
    let Some((node, call)) = call.and_then(|it| Some((it, Call::of(it)?))) else {
        return false;
    };
    let words = phrases::name_words(call.last());
    let first = words.first().map_or("", String::as_str);
    let named = matches!(
        first,
        "new" | "make" | "setup" | "create" | "build" | "open" | "start" | "temp"
    );
    let plain = call.arguments().all(|it| {
        it.id() == handle.id() || it.kind().ends_with("_literal") && !it.is("func_literal")
    });
    let kept = node
        .ancestors()
        .take(2)
        .any(|it| it.is("short_var_declaration"));
    named && plain && kept
}

fn keeps(name: &str) -> bool {
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    REGISTERS.contains(&first)
}

/// `err := Parse(..); if err != nil { t.Log(err); return }`: what went wrong ends the test, and nobody calls it wrong. Where the
/// world outside is asked for (`net`, `os`), a test may well go without.
pub(super) fn leaves(node: Node<'_>, body: Node<'_>, handles: &BTreeSet<&str>) -> bool {
    const OUTSIDE: [&str; 10] = [
        "net", "os", "exec", "http", "user", "syscall", "unix", "plugin", "sql", "filepath",
    ];
    let (Some(condition), Some(block)) = (node.field("condition"), node.field("consequence"))
    else {
        return false;
    };
    let part = |name: &str| condition.field(name).map_or("", Node::text);
    let fails =
        part("operator") == "!=" && part("right") == "nil" && errors::is_error(part("left"));
    let at_top = node.parent().and_then(Node::parent).map(Node::id) == Some(body.id());
    let plain = node.field("initializer").is_none() && node.field("alternative").is_none();
    if !(node.is("if_statement") && fails && at_top && plain) {
        return false;
    }
    let bare = |it: &Node<'_>| it.is("return_statement") && it.named().next().is_none();
    let mut inside: Vec<Node<'_>> = shape::statements(block).collect();
    let ends = inside.pop().filter(bare).is_some();
    let logs = |it: &Node<'_>| {
        let call = Call::of(*it).filter(|_| it.is("expression_statement"));
        call.is_some_and(|it| handles.contains(it.first()) && matches!(it.last(), "Log" | "Logf"))
    };
    // The error is that of the statement before.
    let before = shape::statements(body)
        .take_while(|it| it.id() != node.id())
        .last();
    let called = before
        .and_then(shape::assigned)
        .and_then(|it| Call::of(*it.right.first()?));
    let outside = called.is_none_or(|it| OUTSIDE.contains(&it.first()));
    ends && !outside && inside.iter().all(logs)
}
