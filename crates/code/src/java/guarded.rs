//! Parameters of Java methods that are only asked whether they will do, and that the work behind never looks at: what was
//! checked makes no difference but for being checked.

use super::flow::Words;
use super::shape;
use crate::syntax::Node;

/// Places of one name that are looked at.
const PLACES_MAX: usize = 32;

/// Whether every place of a name in a body is a check that ends in an error, and work follows that goes without it.
pub(super) fn only_checked(body: Node<'_>, name: &str, words: &Words<'_>) -> bool {
    let places = words.between(name, body.start(), body.end());
    if places.is_empty() || places.len() > PLACES_MAX {
        return false;
    }
    let statements = shape::statements(body);
    let holds = |it: &Node<'_>, at: usize| it.start() <= at && at < it.end();
    let checks: Vec<Node<'_>> = statements
        .iter()
        .copied()
        .filter(|it| places.iter().any(|at| holds(it, *at)))
        .collect();
    let work = statements.len() > checks.len();
    work && checks.iter().all(|it| refuses(*it)) && !checks.iter().any(|it| settles(*it, name))
}

/// `if (..) { throw ..; }`, and nothing else.
fn refuses(statement: Node<'_>) -> bool {
    if !statement.is("if_statement") || statement.field("alternative").is_some() {
        return false;
    }
    let Some(then) = statement.field("consequence") else {
        return false;
    };
    let inner = match then.is("block") {
        true => shape::statements(then),
        false => vec![then],
    };
    matches!(inner.as_slice(), [only] if only.is("throw_statement"))
}

/// Whether there is one value, or one type, that gets through: `if (version != 1)`, `if (!flag)`. Then nothing is left to be
/// looked at.
fn settles(statement: Node<'_>, name: &str) -> bool {
    let condition = statement.field("condition").into_iter();
    let mut places = condition
        .flat_map(Node::descendants)
        .filter(|it| it.is("identifier") && it.text() == name);
    places.any(|it| {
        let mut around = it.ancestors().take_while(|it| it.id() != statement.id());
        around.any(|it| match it.kind() {
            "binary_expression" => it.children().any(|sign| sign.text() == "!="),
            "unary_expression" | "instanceof_expression" | "lambda_expression" => true,
            "method_invocation" => !matches!(shape::method(it), "isEmpty" | "length" | "size"),
            _ => false,
        }) || it
            .parent()
            .is_some_and(|it| it.is("parenthesized_expression"))
    })
}
