//! Slips of Java code that its compiler takes: one thing made twice where two are compared, an order in which all is equal, a
//! loop that passes over everything, a private method that nobody calls.

use super::shape;
use crate::java::bodies::stubs::Finding;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// Statements before a declaration that are looked at.
const BEFORE_MAX: usize = 4;
/// How much of a call is looked at, in nodes.
const CALL_NODES_MAX: usize = 64;

/// Words that go in pairs.
const PAIRS: [(&str, &str); 10] = [
    ("first", "second"),
    ("left", "right"),
    ("one", "other"),
    ("old", "new"),
    ("before", "after"),
    ("source", "target"),
    ("expected", "actual"),
    ("from", "to"),
    ("a", "b"),
    ("x", "y"),
];

fn likely(what: String, reason: Reason) -> Finding {
    Finding {
        what,
        reason,
        certainty: Certainty::Likely,
    }
}

/// `p1 = profile(s1); p2 = profile(s1);` in a method that is given `s1` and `s2`.
pub(super) fn twice(declaration: Node<'_>) -> Option<Finding> {
    let (name, value) = declared(declaration)?;
    let method = shape::function_around(declaration)?;
    let parent = declaration.parent()?;
    let before = parent.named().take_while(|it| it.id() < declaration.id());
    let before: Vec<Node<'_>> = before.collect();
    let mut near = before.iter().rev().take(BEFORE_MAX);
    let (other, _) = near.find_map(|it| {
        let (other, made) = declared(*it)?;
        (made.text() == value.text() && is_pair(other.text(), name.text())).then_some((other, made))
    })?;
    let parameters: Vec<Node<'_>> = shape::parameters(method).collect();
    let mut given = value.descendants().take(CALL_NODES_MAX);
    let (_, left) = given.find_map(|it| {
        let own = parameters
            .iter()
            .find(|one| it.is("identifier") && called(**one) == it.text())?;
        let twin = parameters
            .iter()
            .find(|one| of(**one) == of(*own) && is_pair(called(*own), called(**one)))?;
        Some((own, twin))
    })?;
    let makes = value.is_any(&["method_invocation", "object_creation_expression"]);
    // What is read or taken twice is two things.
    let takes = phrases::name_words(shape::method(value));
    let takes = takes
        .first()
        .is_some_and(|it| matches!(it.as_str(), "read" | "next" | "take" | "poll" | "copy"));
    let method = method.field("name").map_or("", Node::text);
    (makes && !takes && other.text() != name.text()).then(|| {
        likely(
            format!("{method}({})", called(*left)),
            Reason::ParameterIgnored,
        )
    })
}

fn of(parameter: Node<'_>) -> &str {
    shape::parameter_type(parameter).map_or("", Node::text)
}

fn called(parameter: Node<'_>) -> &str {
    shape::bound_name(parameter).map_or("", Node::text)
}

/// The one name that a statement declares, and its value.
fn declared(statement: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let mut names = statement
        .named()
        .filter(|it| statement.is("local_variable_declaration") && it.is("variable_declarator"));
    let first = names.next()?;
    let value = first.field("value").map(shape::bare)?;
    names
        .next()
        .is_none()
        .then_some((first.field("name")?, value))
}

/// Whether two names differ in a number at their end, or in a word that has its counterpart.
fn is_pair(one: &str, other: &str) -> bool {
    let digits = |it: &'_ str| -> usize { it.trim_end_matches(|c: char| c.is_ascii_digit()).len() };
    let (a, b) = (one.get(..digits(one)), other.get(..digits(other)));
    let numbered = a == b && a.is_some_and(|it| it.len() < one.len() && it.len() < other.len());
    let (one, other) = (phrases::name_words(one), phrases::name_words(other));
    let differ = one.iter().zip(&other).filter(|(a, b)| a != b);
    let differ: Vec<(&str, &str)> = differ.map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let known = |(a, b): (&str, &str)| PAIRS.contains(&(a, b)) || PAIRS.contains(&(b, a));
    let paired = matches!(differ.as_slice(), [single] if known(*single));
    numbered && one != other || one.len() == other.len() && paired
}

/// `Comparator<T> BY_SIZE = (a, b) -> 0;`
pub(super) fn orders_nothing(declarator: Node<'_>) -> Option<Finding> {
    const MEANT: [&str; 10] = [
        "none",
        "no",
        "equal",
        "same",
        "noop",
        "any",
        "stable",
        "unordered",
        "unsorted",
        "nop",
    ];
    let name = declarator.field("name")?.text();
    let of = declarator
        .parent()?
        .field("type")
        .map_or("", shape::type_name);
    let value = declarator.field("value").map(shape::bare)?;
    let answer = value.field("body").map(shape::bare);
    let fixed = answer.is_some_and(|it| it.is("decimal_integer_literal"));
    let words = phrases::name_words(name);
    let meant = words.iter().any(|it| MEANT.contains(&it.as_str()));
    (of == "Comparator" && value.is("lambda_expression") && fixed && !meant)
        .then(|| likely(name.to_owned(), Reason::FixedValue))
}
