//! Parameters of Java methods that are only asked whether they will do, and that the work behind never looks at: what was
//! checked makes no difference but for being checked.

use crate::java::data::unread_parameters::Words;
use crate::java::shape;
use crate::syntax::Node;

/// Places of one name that are looked at.
const PLACES_MAX: usize = 32;

/// Whether every place of a name in a body is a check that ends in an error, and work follows that goes without it.
pub(in crate::java) fn only_checked(body: Node<'_>, name: &str, words: &Words<'_>) -> bool {
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
    // Where all is checks, to check is the work.
    let work = statements.iter().any(|it| !refuses(*it));
    work && checks.iter().all(|it| refuses(*it)) && !checks.iter().any(|it| settles(*it, name))
}

/// `if (..) { throw ..; }`, and nothing else.
pub(in crate::java) fn refuses(statement: Node<'_>) -> bool {
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

/// The same, what the message of the error tells aside: for methods whose plan says what the name is for.
pub(in crate::java) fn only_refused(body: Node<'_>, name: &str) -> bool {
    let statements = shape::statements(body);
    let named = |it: &Node<'_>| {
        let mut inside = it.descendants();
        inside.any(|it| it.is("identifier") && it.text() == name)
    };
    let (checks, work): (Vec<Node<'_>>, Vec<Node<'_>>) = statements.into_iter().partition(named);
    let plain = |check: &Node<'_>| {
        let condition = check.field("condition");
        let places = condition.into_iter().flat_map(Node::descendants);
        let mut places = places.filter(|it| it.is("identifier") && it.text() == name);
        refuses(*check) && places.all(is_ruled_out)
    };
    !checks.is_empty() && work.iter().any(|it| !refuses(*it)) && checks.iter().all(plain)
}

/// Whether more is asked of a name than whether it is one that no work can be done with: `size <= 0`, `it == null`. What is
/// told in the message, is compared with something else, or is one value that gets through is heeded.
fn settles(statement: Node<'_>, name: &str) -> bool {
    let condition = statement.field("condition");
    let mut places = statement
        .descendants()
        .filter(|it| it.is("identifier") && it.text() == name);
    places.any(|it| {
        let asked = condition.is_some_and(|c| c.start() <= it.start() && it.end() <= c.end());
        !asked || !is_ruled_out(it)
    })
}

/// `name < 0`, `NONE == name`, `name.isEmpty()`.
fn is_ruled_out(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    match parent.kind() {
        "binary_expression" => {
            let signs = ["==", "<", "<=", ">", ">="];
            let sign = parent.children().any(|it| signs.contains(&it.text()));
            let mut sides = parent.named().filter(|it| it.id() != name.id());
            sign && sides.next().is_some_and(is_fixed)
        }
        "method_invocation" => name.field_name() == "object" && shape::method(parent) == "isEmpty",
        _ => false,
    }
}

/// A literal, or a constant by its name.
fn is_fixed(side: Node<'_>) -> bool {
    let last = shape::last_name(side);
    let shouted = last.chars().any(char::is_uppercase) && !last.chars().any(char::is_lowercase);
    side.kind().ends_with("_literal")
        || side.is_any(&["null_literal", "true", "false"])
        || side.is_any(&["identifier", "field_access"]) && shouted
}
