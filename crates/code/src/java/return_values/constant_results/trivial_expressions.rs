//! Small questions about what a Java expression or a name says of the answer of a method.

use crate::java::shape;
use crate::java::values::{self, Value};
use crate::phrases;
use crate::syntax::Node;

/// How many declarators of one statement are looked at.
const PARTS_MAX: usize = 64;
/// How much of a method is looked at, in nodes.
const BODY_NODES_MAX: usize = 1_000;

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
    // Two of one kind are measured against each other: any number that is the same for all is none.
    let parameters: Vec<&str> = shape::parameters(method)
        .filter_map(shape::parameter_type)
        .map(Node::text)
        .collect();
    let measured = words
        .iter()
        .any(|it| matches!(it.as_str(), "similarity" | "distance" | "ratio" | "score"))
        && share
        && matches!(parameters.as_slice(), [a, b] if a == b);
    let one = |it: &Node<'_>| {
        if measured && it.kind().ends_with("_literal") {
            return true;
        }
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

/// `value(name);`: a call of a method of the same class that changes nothing and gives something, which is let go.
pub(super) fn only_answers(call: Node<'_>) -> bool {
    let own = call.field("object").is_none_or(|it| it.is("this"));
    let members = shape::class_of_place(call).and_then(|it| it.field("body"));
    let members = members.into_iter().flat_map(Node::named);
    let mut bearers = members.take(shape::MEMBERS_MAX).filter(|it| {
        let name = it.field("name").map_or("", Node::text);
        it.is("method_declaration") && name == shape::method(call)
    });
    let (Some(bearer), None, true) = (bearers.next(), bearers.next(), own) else {
        return false;
    };
    let gives = bearer.field("type").is_some_and(|it| !it.is("void_type"));
    let closed = shape::has(bearer, "private") || shape::has(bearer, "static");
    let Some(body) = bearer.field("body").filter(|_| gives && closed) else {
        return false;
    };
    let changes = [
        "expression_statement",
        "update_expression",
        "assignment_expression",
        "lambda_expression",
        "try_statement",
    ];
    let mut inside = body.descendants().take(BODY_NODES_MAX);
    inside.all(|it| match it.kind() {
        "method_invocation" => {
            let words = phrases::name_words(shape::method(it));
            let first = words.first().map_or("", String::as_str);
            QUESTIONS.contains(&first)
        }
        _ => !it.is_any(&changes),
    })
}
