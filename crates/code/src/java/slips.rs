//! Slips of Java code that its compiler takes: one thing made twice where two are compared, an order in which all is equal, a
//! loop that passes over everything, a private method that nobody calls.

use super::shape;
use crate::java::bodies::setting;
use crate::java::bodies::stubs::Finding;
use crate::java::data::flow::Words;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// Statements before a declaration that are looked at.
const BEFORE_MAX: usize = 4;
/// How much of a call is looked at, in nodes.
const CALL_NODES_MAX: usize = 64;
/// How much of a method is looked at, in nodes.
const BODY_NODES_MAX: usize = 4_000;

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

/// `Sum sum = Sum.ZERO; for (..) { sum.add(it); } return sum;`: a constant does not change, whatever is called on it.
pub(super) fn stays_constant(declarator: Node<'_>) -> Option<Finding> {
    let name = declarator.field("name")?;
    let local = declarator
        .parent()
        .filter(|it| it.is("local_variable_declaration"))?;
    let of = local.field("type").map_or("", shape::type_name);
    let value = declarator
        .field("value")
        .filter(|it| it.is("field_access"))?;
    let owner = value.field("object").map_or("", Node::text);
    let constant = value.field("field").is_some_and(|it| {
        let small = it.text().chars().any(char::is_lowercase);
        !small && owner == of
    });
    let body = shape::function_around(local)?.field("body")?;
    let (mut called, mut given) = (false, false);
    let uses = body.descendants().take(BODY_NODES_MAX);
    let uses = uses.filter(|it| it.is("identifier") && it.text() == name.text());
    for node in uses.filter(|it| it.id() != name.id()) {
        let parent = node.parent()?;
        let dropped = parent
            .parent()
            .is_some_and(|it| it.is("expression_statement"));
        match parent.kind() {
            "return_statement" => given = true,
            "method_invocation" if node.field_name() == "object" && dropped => called = true,
            _ => return None,
        }
    }
    (constant && called && given).then(|| likely(name.text().to_owned(), Reason::StateNeverFed))
}

/// `for (String key : all) { if (key != null) { continue; } .. }`
pub(super) fn passes_over(turning: Node<'_>) -> Option<Finding> {
    let name = turning.field("name")?.text();
    let body = turning.field("body").filter(|it| it.is("block"))?;
    let statements = shape::statements(body);
    let (first, rest) = statements.split_first()?;
    let condition = first
        .field("condition")
        .map(shape::bare)
        .filter(|_| first.is("if_statement") && first.field("alternative").is_none())?;
    let side = |it| condition.field(it).map_or("", Node::text);
    let there = side("operator") == "!="
        && matches!((side("left"), side("right")), (a, "null") | ("null", a) if a == name);
    let then = first.field("consequence")?;
    let inner = match then.is("block") {
        true => shape::statements(then),
        false => vec![then],
    };
    let goes_on = matches!(inner.as_slice(), [only] if only.is("continue_statement"));
    (there && goes_on && !rest.is_empty()).then(|| likely("for".to_owned(), Reason::Idle))
}

/// A private method that nothing in its file names again.
pub(super) fn uncalled(method: Node<'_>, words: &Words<'_>) -> Option<Finding> {
    let it = setting::of(method, false);
    let silenced = |it: Node<'_>| shape::annotation_name(it) == "SuppressWarnings";
    let closed = shape::has(method, "private") && shape::annotations(method).all(silenced);
    let work = method
        .field("body")
        .is_some_and(|it| it.named().next().is_some());
    let once = words.between(it.name, 0, usize::MAX).len() == 1;
    if !(closed && work && once) || it.idle || words.is_handed_on(it.name) {
        return None;
    }
    let whole = method.ancestors().last().map_or("", Node::text);
    let looked_up = whole.contains(&format!("\"{}\"", it.name));
    // Whoever silences the compiler has seen it.
    let seen = shape::annotations(method).any(|it| it.text().contains("unused"));
    (!looked_up).then(|| Finding {
        what: it.name.to_owned(),
        reason: Reason::Idle,
        certainty: match seen {
            true => Certainty::Likely,
            false => Certainty::Faint,
        },
    })
}
