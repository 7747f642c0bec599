//! Callbacks of a test that are registered and never called: nothing follows that could ask for them.

use std::collections::BTreeSet;

use crate::facts::ByteRange;
use crate::go::shape::{self, Call};
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

fn keeps(name: &str) -> bool {
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    REGISTERS.contains(&first)
}
