//! Functions that say by their name that they give something or end the program, and that pass over what went wrong.

use crate::go::bodies::stubs::Finding;
use crate::go::error_handling::errors;
use crate::go::shape::{Call, Head};
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// A body of more nodes than this is not searched.
const BODY_NODES_MAX: u32 = 5_000;
/// Calls that end what runs.
const ENDS: [&str; 9] = [
    "panic", "Panic", "Panicf", "Exit", "Fatal", "Fatalf", "FailNow", "Goexit", "Fatalln",
];

/// `func MustParse(s string) T { v, err := Parse(s); if err != nil { return T{} }; return v }`
pub(in crate::go) fn find(function: Node<'_>) -> Option<Finding<'_>> {
    let name = function.field("name")?.text();
    let words = phrases::name_words(name);
    let must = words.first().is_some_and(|it| it == "must") && words.len() > 1;
    let body = function
        .field("body")
        .filter(|it| must && it.size() <= BODY_NODES_MAX)?;
    if Head::of(function).fails() {
        return None;
    }
    let mut asks = false;
    for node in body.descendants() {
        if let Some(call) = Call::of(node).filter(|_| node.is("call_expression")) {
            let last = phrases::name_words(call.last());
            let hands_on = last.first().is_some_and(|it| it == "must" || it == "check");
            if hands_on || ENDS.contains(&call.last()) {
                return None;
            }
        }
        asks |= node.is("binary_expression")
            && node.field("right").is_some_and(|it| it.is("nil"))
            && node
                .field("left")
                .is_some_and(|it| errors::is_error(it.text()));
    }
    let (reason, certainty) = (Reason::SwallowedError, Certainty::Likely);
    asks.then(|| Finding::new(function, name, reason, certainty))
}
