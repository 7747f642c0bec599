//! Tests that assert in callbacks alone, and are over before anything could call them.

use crate::phrases;
use crate::script::shape;
use crate::script::test_assertions::constant_assertions;
use crate::syntax::Node;

/// Longest test that is looked at, in nodes.
const TEST_NODES_MAX: u32 = 5_000;

/// Calls that end a test.
const ENDS: [&str; 3] = ["end", "done", "plan"];

/// Whether every assertion of a test waits for something that the test never brings about: after the callbacks are given
/// away nothing is called, and the test doesn't wait.
pub(in crate::script) fn never_reached(function: Node<'_>) -> bool {
    let Some(body) = function
        .field("body")
        .filter(|b| b.is("statement_block") && b.size() < TEST_NODES_MAX)
    else {
        return false;
    };
    let waits = function.child("async").is_some()
        || body
            .descendants()
            .any(|n| n.is_any(&["await_expression", "return_statement", "throw_statement"]));
    if waits {
        return false;
    }
    let (mut held, mut registered, mut ended) = (0u32, false, false);
    for call in body
        .descendants()
        .filter(|n| n.is_any(&["call_expression", "new_expression"]))
    {
        let callee = call.field("function").or_else(|| call.field("constructor"));
        let Some(callee) = callee else { return false };
        let last = shape::last_name(callee);
        match outermost(call, function) {
            Some(callback) => {
                let Some(register) = registering(callback) else {
                    return false;
                };
                if ENDS.contains(&last) {
                    return false;
                }
                registered |= register;
                held = held.saturating_add(u32::from(constant_assertions::checks(callee.text())));
            }
            None if ENDS.contains(&last) => ended = true,
            None if registers(last) || takes_away(last) => registered = true,
            None if constant_assertions::checks(callee.text()) || registered => return false,
            None => {}
        }
    }
    // Where the test is handed a way to end it, it has to end by itself.
    let handed = !shape::parameters(function).is_empty();
    held > 0 && registered && (ended || !handed)
}

/// The outermost function around a place within a test.
fn outermost<'t>(place: Node<'t>, test: Node<'t>) -> Option<Node<'t>> {
    let inside = place.ancestors().take_while(|n| n.id() != test.id());
    inside.filter(|n| n.is_any(&shape::FUNCTIONS)).last()
}

/// Whether a function is given to a call that keeps it for an event; `None` where it may be called at once.
fn registering(callback: Node<'_>) -> Option<bool> {
    let call = callback.parent().filter(|p| p.is("arguments"))?.parent()?;
    let callee = call.field("function")?;
    registers(shape::last_name(callee)).then_some(true)
}

/// Whether a method keeps what it is given for events to come.
fn registers(method: &str) -> bool {
    let words = phrases::name_words(method);
    let first = words.first().map_or("", String::as_str);
    let listener = words.last().is_some_and(|word| word == "listener");
    matches!(first, "on" | "once") || (matches!(first, "add" | "prepend") && listener)
}

/// Whether a method forgets what was registered.
fn takes_away(method: &str) -> bool {
    let words = phrases::name_words(method);
    let first = words.first().map_or("", String::as_str);
    matches!(first, "off" | "remove" | "unsubscribe")
}
