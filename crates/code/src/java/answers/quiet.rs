//! Small questions about what a Java expression or a name says of the answer of a method.

use crate::java::shape;
use crate::java::values::{self, Value};
use crate::phrases;
use crate::syntax::Node;

/// How many declarators of one statement are looked at.
const PARTS_MAX: usize = 64;

/// First words of calls that only ask.
const QUESTIONS: [&str; 22] = [
    "get",
    "is",
    "has",
    "find",
    "parse",
    "value",
    "to",
    "as",
    "of",
    "size",
    "length",
    "char",
    "substring",
    "trim",
    "split",
    "format",
    "starts",
    "ends",
    "contains",
    "equals",
    "index",
    "require",
];

/// What may be answered: both sides of a choice.
pub(super) fn arms<'t>(returns: &[Node<'t>]) -> Vec<Node<'t>> {
    let mut arms: Vec<Node<'t>> = Vec::new();
    for answer in returns.iter().map(|it| shape::expression(*it)) {
        if answer.is("ternary_expression") {
            arms.extend(answer.field("consequence").map(shape::bare));
            arms.extend(answer.field("alternative").map(shape::bare));
        } else {
            arms.push(answer);
        }
    }
    arms
}

/// `return a.equals(b) ? 1d : 0d` for a share, `? 1 : 0` for a count.
pub(super) fn counts_by_one(method: Node<'_>, arms: &[Node<'_>], words: &[String]) -> bool {
    let of = method.field("type").map_or("", shape::type_name);
    let share = matches!(of, "double" | "float" | "Double" | "Float");
    let count = matches!(of, "int" | "long" | "Integer" | "Long")
        && words.iter().any(|word| {
            matches!(
                word.as_str(),
                "count" | "size" | "total" | "distance" | "length" | "sum"
            )
        });
    let turns = words
        .first()
        .is_some_and(|it| matches!(it.as_str(), "as" | "to" | "double" | "float" | "get"));
    let one = |it: &Node<'_>| {
        let digits = it.text().trim_end_matches(['d', 'f', 'D', 'F', 'l', 'L']);
        it.kind().ends_with("_literal") && matches!(digits, "0" | "1" | "0.0" | "1.0" | "0." | "1.")
    };
    (share || count) && !turns && arms.len() > 1 && arms.iter().all(one)
}

/// Whether showing a fixed text is what a name promises.
pub(super) fn promises_text(words: &[String]) -> bool {
    words.iter().any(|word| {
        matches!(
            word.as_str(),
            "help"
                | "usage"
                | "version"
                | "banner"
                | "header"
                | "footer"
                | "title"
                | "print"
                | "show"
                | "log"
                | "hello"
        )
    })
}

/// Whether a value is a literal, or a collection without anything in it.
pub(super) fn starts_fixed(value: Node<'_>) -> bool {
    let value = shape::bare(value);
    value.kind().ends_with("_literal")
        || value.is_any(&["true", "false"])
        || values::value(value) == Some(Value::Default)
}

/// Whether an expression calls anything that may do more than answer.
pub(super) fn calls_out(expression: Node<'_>) -> bool {
    let inside = std::iter::once(expression).chain(expression.descendants());
    let mut calls = inside.filter(|it| {
        it.is_any(&[
            "method_invocation",
            "object_creation_expression",
            "update_expression",
            "assignment_expression",
        ])
    });
    calls.any(|it| match it.kind() {
        "method_invocation" => {
            let words = phrases::name_words(shape::method(it));
            let first = words.first().map_or("", String::as_str);
            !QUESTIONS.contains(&first)
        }
        "object_creation_expression" => !values::is_collection(it),
        _ => true,
    })
}

pub(super) fn only_asks(declaration: Node<'_>) -> bool {
    let values = declaration
        .named()
        .filter(|it| it.is("variable_declarator"))
        .filter_map(|it| it.field("value"));
    values.take(PARTS_MAX).all(|it| !calls_out(it))
}
