//! Tests of TypeScript that call a stand-in themselves and ask the stand-in whether it was called: whatever the code does,
//! it was.

use std::collections::BTreeSet;

use super::assertion::Found;
use super::context::scope;
use super::function_node::is_function;
use super::mocks;
use super::suite::Strength;
use super::test_cases::Raw;
use super::token::{Run, Tokens};
use crate::facts::ByteRange;
use crate::syntax::Node;

/// Words that make a stand-in, with what they are taken from.
const MAKERS: [(&str, &str); 7] = [
    ("jest", "fn"),
    ("vi", "fn"),
    ("mock", "fn"),
    ("sinon", "spy"),
    ("sinon", "stub"),
    ("sinon", "fake"),
    ("chai", "spy"),
];

/// Tokens of one test that are looked at.
const TOKENS_MAX: usize = 20_000;

/// Whether every assertion of a test is about stand-ins that nobody but the test itself could have called.
pub(super) fn asserts_itself(tokens: &Tokens<'_>, raw: &Raw<'_>, found: &[Found]) -> bool {
    let body = tokens.of_node(raw.body);
    let own = made(tokens, body);
    let mut names = mocks::replaced(tokens, |at| makes(tokens, at));
    names.extend(own.iter());
    if names.is_empty() || found.is_empty() {
        return false;
    }
    let mut asked: BTreeSet<&str> = BTreeSet::new();
    for it in found {
        if it.assertion.strength == Strength::Vacuous {
            continue;
        }
        let subject = it.assertion.subject.as_str();
        let first = subject.split(' ').next().unwrap_or(subject);
        let Some(name) = names.get(first) else {
            return false;
        };
        asked.insert(name);
    }
    // What a function within the test calls is called by whoever gets that function.
    let place = body_of(raw);
    let mut asked = asked.iter().peekable();
    asked.peek().is_some()
        && asked.all(|it| {
            let level = own.contains(*it).then_some(place);
            calls_alone(tokens, body, it, level)
        })
}

/// Whether a stand-in is made at a place: `jest.fn(`.
fn makes(tokens: &Tokens<'_>, at: usize) -> bool {
    let word = |by: usize| tokens.text(at.saturating_add(by));
    let maker = (word(0), word(2));
    word(1) == "." && MAKERS.contains(&maker)
}

/// Names that the test binds to stand-ins.
fn made<'t>(tokens: &Tokens<'t>, body: Run) -> BTreeSet<&'t str> {
    let places = body.indices().take(TOKENS_MAX).filter(|at| {
        let sign = tokens.text(at.saturating_add(1));
        tokens.is_name(*at) && sign == "=" && makes(tokens, at.saturating_add(2))
    });
    places.map(|at| tokens.text(at)).collect()
}

/// The function that the test is.
fn body_of(raw: &Raw<'_>) -> ByteRange {
    let around = std::iter::once(raw.body).chain(raw.body.ancestors());
    let mut functions = around.filter(|it| is_function(*it));
    functions.next().map_or(raw.body.bytes(), Node::bytes)
}

/// Whether the test calls the stand-in, and hands it to nobody. `level`: by itself, not in a function within.
fn calls_alone(tokens: &Tokens<'_>, body: Run, name: &str, level: Option<ByteRange>) -> bool {
    let here = |at: usize| {
        let node = tokens.get(at).map(|it| it.node);
        level.is_none_or(|level| node.is_some_and(|it| scope(it) == level))
    };
    let mut called = false;
    for at in body.indices().take(TOKENS_MAX) {
        if tokens.text(at) != name {
            continue;
        }
        let before = tokens.text(at.saturating_sub(1));
        let second = tokens.text(at.saturating_sub(2));
        match tokens.text(at.saturating_add(1)) {
            "(" if before != "." && here(at) => called = true,
            "=" | "." if before != "." => {}
            ")" if before == "(" && matches!(second, "expect" | "assert") => {}
            _ => return false,
        }
    }
    called
}
