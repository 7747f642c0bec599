//! What a Java method says above itself, or asks of what it is given, and does not do: it answers quietly where its comment
//! says that it throws, and it holds a place against a length and then takes another.

use std::collections::BTreeSet;

use crate::java::bodies::stubs::Finding;
use crate::java::bodies::surroundings;
use crate::java::shape;
use crate::java::values;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// How much of a method is looked at, in nodes.
const BODY_NODES_MAX: usize = 4_000;
/// Errors that one comment tells of.
const TOLD_MAX: usize = 16;
/// Signs that hold one number against another.
const ORDERS: [&str; 4] = ["<", "<=", ">", ">="];

/// Both.
pub(in crate::java) fn find(method: Node<'_>) -> Option<Finding> {
    let body = method.field("body")?;
    let it = surroundings::of(method, false);
    if it.test || it.idle || it.retired || method.is_broken() {
        return None;
    }
    answers_quietly(method, body).or_else(|| takes_another(method, body, it.name))
}

/// `@throws BadNumber if {@code n < 2}`, and `if (n < 2) { return 0; }`.
fn answers_quietly(method: Node<'_>, body: Node<'_>) -> Option<Finding> {
    let told = told(method);
    let throws = || {
        let mut inside = body.descendants().take(BODY_NODES_MAX);
        inside.any(|it| it.is_any(&["throw_statement", "method_reference"]))
    };
    if told.is_empty() || throws() {
        return None;
    }
    let statements = shape::statements(body);
    let quiet = statements.iter().find(|it| {
        let condition = it.field("condition").filter(|_| it.is("if_statement"));
        condition.is_some_and(|condition| {
            gives_nothing(**it) && told.iter().any(|case| is_that_case(case, condition, body))
        })
    })?;
    let condition = quiet.field("condition").map_or("", Node::text);
    Some(Finding {
        what: format!("if {condition}"),
        reason: Reason::SwallowedError,
        certainty: Certainty::Likely,
    })
}

/// When errors are thrown, as the comment above a method says it. That nothing was given is told by whoever asks it.
fn told(method: Node<'_>) -> Vec<String> {
    const BY_ITSELF: [&str; 2] = ["NullPointerException", "ClassCastException"];
    let comment = method.previous().filter(|it| it.is("block_comment"));
    let text = comment.map_or("", Node::text);
    let cases = text.split("@throws ").skip(1).take(TOLD_MAX);
    let cases = cases.map(|it| it.split("\n     * @").next().unwrap_or(it));
    let cases = cases.filter_map(|it| {
        let (of, when) = it.split_once(char::is_whitespace)?;
        let named = of.ends_with("Exception") && !BY_ITSELF.contains(&of);
        let when = when.trim_start_matches(['*', ' ', '\n']);
        (named && (when.starts_with("if ") || when.starts_with("when "))).then(|| {
            when.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&ge;", ">=")
                .replace("&le;", "<=")
        })
    });
    cases.collect()
}

/// `if (..) { return 0; }`: one fixed answer, and nothing else.
fn gives_nothing(fork: Node<'_>) -> bool {
    let Some(then) = fork.field("consequence") else {
        return false;
    };
    let inner = match then.is("block") {
        true => shape::statements(then),
        false => vec![then],
    };
    let [only] = inner.as_slice() else {
        return false;
    };
    let answer = shape::expression(*only);
    only.is("return_statement")
        && fork.field("alternative").is_none()
        && answer.id() != only.id()
        && values::value(answer).is_some()
}

/// Whether a condition is the one of which a comment speaks: it holds the same name against a number, the same one where
/// the comment says which.
fn is_that_case(case: &str, condition: Node<'_>, body: Node<'_>) -> bool {
    const WORDS: [&str; 9] = [
        "range", "negative", "less", "greater", "small", "large", "exceed", "below", "above",
    ];
    let inside = || std::iter::once(condition).chain(condition.descendants());
    let orders = inside().any(|it| {
        let sign = it.field("operator").map_or("", Node::text);
        it.is("binary_expression") && ORDERS.contains(&sign)
    });
    let words: Vec<&str> = case
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|it| !it.is_empty())
        .collect();
    let number = |it: &str| it.starts_with(|c: char| c.is_ascii_digit());
    let numbers: BTreeSet<&str> = words.iter().copied().filter(|it| number(it)).collect();
    let same = match numbers.is_empty() {
        true => words.iter().any(|it| WORDS.contains(it)),
        false => inside().any(|it| it.is("decimal_integer_literal") && numbers.contains(it.text())),
    };
    let mut named = inside().filter(|it| it.is("identifier"));
    let known = named.any(|it| {
        words.contains(&it.text()) || words.contains(&"either") && is_made_here(it.text(), body)
    });
    orders && same && known
}

fn is_made_here(name: &str, body: Node<'_>) -> bool {
    let mut inside = body.descendants().take(BODY_NODES_MAX);
    inside.any(|it| {
        it.is("variable_declarator") && it.field("name").is_some_and(|it| it.text() == name)
    })
}

/// `at < all.length ? all[0] : none`: a place that is held against a length, and never gone to.
fn takes_another(method: Node<'_>, body: Node<'_>, name: &str) -> Option<Finding> {
    let words = phrases::name_words(name);
    let checks = words.first().is_some_and(|it| phrases::only_checks(it));
    let mut given = shape::parameters(method).filter_map(shape::bound_name);
    let found = given.find(|it| !checks && is_only_compared(it.text(), body))?;
    Some(Finding {
        what: format!("{name}({})", found.text()),
        reason: Reason::ParameterIgnored,
        certainty: Certainty::Likely,
    })
}

/// Whether a name is only held against other numbers, one of them the length of a list of which a fixed place is taken.
fn is_only_compared(name: &str, body: Node<'_>) -> bool {
    let inside = || body.descendants().take(BODY_NODES_MAX);
    let mut lists: BTreeSet<&str> = BTreeSet::new();
    for place in inside().filter(|it| it.is("identifier") && it.text() == name) {
        let Some(parent) = place.parent().filter(|it| it.is("binary_expression")) else {
            return false;
        };
        let sign = parent.field("operator").map_or("", Node::text);
        if !ORDERS.contains(&sign) {
            return false;
        }
        let sides = [parent.field("left"), parent.field("right")];
        lists.extend(sides.into_iter().flatten().filter_map(long));
    }
    let fixed = |it: Node<'_>| it.is("decimal_integer_literal");
    inside().any(|it| match it.kind() {
        "array_access" => {
            let of = it.field("array").map_or("", Node::text);
            lists.contains(of) && it.field("index").is_some_and(fixed)
        }
        "method_invocation" => {
            let of = it.field("object").map_or("", Node::text);
            let takes = matches!(shape::method(it), "get" | "charAt");
            takes && lists.contains(of) && shape::arguments(it).all(fixed)
        }
        _ => false,
    })
}

/// The list whose length an expression is.
fn long(side: Node<'_>) -> Option<&str> {
    let side = shape::bare(side);
    let length = match side.kind() {
        "field_access" => side.field("field").is_some_and(|it| it.text() == "length"),
        "method_invocation" => matches!(shape::method(side), "size" | "length"),
        _ => false,
    };
    side.field("object").filter(|_| length).map(Node::text)
}
