//! Loops and choices that nothing follows from.

use crate::parts::Reason;
use crate::python::bodies::stubs::Finding;
use crate::python::shape;
use crate::syntax::Node;

/// A loop that names each of what it goes over, and does nothing with it: `for one, other in zip(a, b): pass`. One that names
/// nothing, or a single thing of a stream, may be there to use it up.
pub(super) fn goes_round(loop_: Node<'_>) -> Option<Finding<'_>> {
    const LAZY: [&str; 6] = ["zip", "enumerate", "items", "sorted", "reversed", "product"];
    let body = loop_.is("for_statement").then(|| loop_.field("body"))??;
    let goes_on = |s: Node<'_>| shape::is_pass(s) || s.is("continue_statement");
    let names = shape::bound(loop_.field("left")?);
    let named = names.iter().any(|name| !name.text().starts_with('_'));
    let over = shape::called(shape::bare(loop_.field("right")?));
    let idle = shape::statements(body).all(goes_on) && loop_.child("else_clause").is_none();
    if !(idle && named && names.len() > 1) {
        return None;
    }
    LAZY.contains(&over)
        .then(|| Finding::likely(loop_, "for", Reason::Empty).certain_if(true))
}

/// `if args.quiet: pass`, without a word why: what is asked for is looked at, and nothing follows from it.
pub(super) fn decides_nothing(fork: Node<'_>) -> Option<Finding<'_>> {
    let body = fork
        .is("if_statement")
        .then(|| fork.field("consequence"))??;
    let condition = fork.field("condition")?;
    let plain = condition.is_any(&["identifier", "attribute", "not_operator"]);
    let alone = fork
        .children()
        .all(|n| !n.is_any(&["elif_clause", "else_clause", "comment"]));
    let told = body.descendants().any(|n| n.is("comment"))
        || condition.descendants().any(|n| n.is("call"));
    let said = body
        .next()
        .is_some_and(|n| n.is("comment") && n.line() <= body.span().end_line);
    let idle = body.named().next().is_some() && shape::statements(body).all(shape::is_pass);
    (plain && alone && idle && !told && !said && !shape::asks_for_types(condition))
        .then(|| Finding::likely(fork, "if", Reason::Empty).certain_if(true))
}
